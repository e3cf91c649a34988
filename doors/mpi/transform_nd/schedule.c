/* SPDX-License-Identifier: Apache-2.0 */
#include "transform_nd/schedule.h"

#include <string.h>

#include "base/alloc.h"
#include "native/native.h"
#include "layout/size.h"

enum { Z = STET_MPI_Z, Y = STET_MPI_Y, X = STET_MPI_X };
enum { GROUP_BYTES = 1 << 18 };
enum { NEAR_BYTES = 1 << 22 }; /* a larger output does not fit a near cache */

/* ------------------------------------------------------------------- phases - */

/* Returns the orientation that a stage along `axis` needs; -1: any orientation. */
static int orientation_for(const stet_mpi_problem *s, int axis)
{
    if (axis == 0)
        return X;
    if (s->grid_rank == 1)
        return axis == 1 ? Z : -1;
    return axis == 1 ? Y : axis == 2 ? Z : -1;
}

static int orientation_of(stet_mpi_layout layout) { return layout == STET_MPI_NATURAL ? Z : X; }

int stet_mpi_cut_axis(int orientation, int d)
{
    return d == 0 ? orientation == X : orientation == Z ? 1 : 2;
}

static stet_mpi_phase *add_phase(stet_mpi_schedule *t, int orientation, int stage)
{
    stet_mpi_phase *v = &t->phase[t->count++];
    v->orientation = orientation;
    v->first = stage;
    v->plane_axis = orientation == X;
    v->chunks = 1;
    return v;
}

static stet_mpi_phase *change_orientation(const stet_mpi_problem *s, stet_mpi_schedule *t,
                                          stet_mpi_phase *v, int orientation, int stage)
{
    const int step = s->grid_rank == 1 ? 2 : 1;
    while (v->orientation != orientation)
        v = add_phase(t, v->orientation + (orientation > v->orientation ? step : -step), stage);
    return v;
}

static void list_phases(const stet_mpi_problem *s, stet_mpi_schedule *t)
{
    stet_mpi_phase *v = add_phase(t, orientation_of(s->layout[0]), 0);
    for (int i = 0; i < s->transform.rank; i++) {
        const int orientation = orientation_for(s, stet_mpi_axis_of_stage(s, i));
        if (orientation >= 0)
            v = change_orientation(s, t, v, orientation, i);
        v->stages++;
    }
    change_orientation(s, t, v, orientation_of(s->layout[1]), s->transform.rank);
}

ptrdiff_t stet_mpi_length_at(const stet_mpi_problem *s, int axis, int stage)
{
    const stet_kind kind = s->transform.kind;
    const int is_half =
        kind == STET_R2C ? stage > 0 : kind == STET_C2R && stage < s->transform.rank;
    const ptrdiff_t n = s->dims[axis].n;
    return is_half && axis == s->transform.rank - 1 ? n / 2 + 1 : n;
}

size_t stet_mpi_element_size_at(const stet_mpi_plan *plan, int stage)
{
    const stet_mpi_problem *s = &plan->problem;
    if (stage == 0 || stage == s->transform.rank)
        return plan->box[stage > 0].element;
    return stet_mpi_inner_element_size(s);
}

/* Chooses the blocks of a phase: the blocks of the input's or output's layout while the axis that
 * they cut stays cut, balanced blocks otherwise. */
static int choose_blocks(const stet_mpi_problem *s, stet_mpi_schedule *t, int index)
{
    stet_mpi_phase *v = &t->phase[index];
    const size_t starts = (size_t)s->grid[0] + 1 + (size_t)s->grid[1] + 1;
    v->balanced = (ptrdiff_t *)stet_alloc_array(starts, sizeof(ptrdiff_t));
    if (!v->balanced)
        return 0;
    for (int d = 0; d < 2; d++) {
        int first = index, last = index;
        const int axis = stet_mpi_cut_axis(v->orientation, d);
        while (first > 0 && stet_mpi_cut_axis(t->phase[first - 1].orientation, d) == axis)
            first--;
        while (last < t->count - 1 && stet_mpi_cut_axis(t->phase[last + 1].orientation, d) == axis)
            last++;
        ptrdiff_t *balanced = v->balanced + (d == 0 ? 0 : s->grid[0] + 1);
        if (d < s->grid_rank)
            stet_mpi_balanced_blocks(stet_mpi_length_at(s, axis, v->first), s->grid[d], balanced);
        v->start[d] = first == 0             ? s->start[0][d]
                      : last == t->count - 1 ? s->start[1][d]
                                             : balanced;
    }
    return 1;
}

int stet_mpi_grid_coordinate(const stet_mpi_plan *plan, int d)
{
    const int p1 = plan->problem.grid[1];
    return d == 0 ? plan->rank / p1 : plan->rank % p1;
}

static void set_extents(const stet_mpi_plan *plan, stet_mpi_phase *v)
{
    const stet_mpi_problem *s = &plan->problem;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < s->transform.rank; i++)
            v->n[side][i] = stet_mpi_length_at(s, i, v->first + (side ? v->stages : 0));
        v->n[side][s->transform.rank] = s->options.howmany;
        for (int d = 0; d < s->grid_rank; d++) {
            const ptrdiff_t *start = v->start[d] + stet_mpi_grid_coordinate(plan, d);
            v->n[side][stet_mpi_cut_axis(v->orientation, d)] = start[1] - start[0];
        }
    }
}

ptrdiff_t stet_mpi_count_elements(const stet_mpi_problem *s, const ptrdiff_t *n)
{
    ptrdiff_t count = 1;
    for (int i = 0; i <= s->transform.rank; i++)
        count *= n[i];
    return count;
}

int stet_mpi_is_empty(const stet_mpi_problem *s, const stet_mpi_phase *v)
{
    return stet_mpi_count_elements(s, v->n[0]) == 0;
}

int stet_mpi_only_receives(const stet_mpi_schedule *t, const stet_mpi_phase *v)
{
    return v == &t->phase[t->count - 1] && v->stages == 0;
}

int stet_mpi_copies_to_output(const stet_mpi_plan *plan, const stet_mpi_schedule *t,
                              const stet_mpi_phase *v)
{
    const stet_mpi_box *out = &plan->box[STET_MPI_OUT];
    return v == &t->phase[t->count - 1] && v->stages > 0 &&
           stet_mpi_axis_of_stage(&plan->problem, plan->problem.transform.rank - 1) !=
               plan->problem.transform.rank - 1 &&
           (size_t)out->elements * out->element > NEAR_BYTES;
}

int stet_mpi_exchange_dimension(const stet_mpi_phase *v, const stet_mpi_phase *next)
{
    return stet_mpi_cut_axis(v->orientation, 0) == stet_mpi_cut_axis(next->orientation, 0);
}

static void count_exchange(stet_mpi_plan *plan, const stet_mpi_phase *v, const stet_mpi_phase *next)
{
    const int d = stet_mpi_exchange_dimension(v, next), me = stet_mpi_grid_coordinate(plan, d);
    const int64_t size = (int64_t)stet_mpi_element_size_at(plan, next->first) *
                         stet_mpi_count_elements(&plan->problem, v->n[1]);
    const ptrdiff_t whole = v->n[1][stet_mpi_cut_axis(next->orientation, d)];
    const ptrdiff_t own = next->start[d][me + 1] - next->start[d][me];
    plan->exchanges++;
    plan->bytes += whole ? size / whole * (whole - own) : 0;
}

stet_status stet_mpi_schedule_create(stet_mpi_plan *plan, stet_mpi_schedule *t)
{
    const stet_mpi_problem *s = &plan->problem;
    list_phases(s, t);
    t->executor = stet_executor_of(s->transform.threads, NULL, NULL);
    for (int i = 0; i < t->count; i++) {
        if (!choose_blocks(s, t, i))
            return STET_E_MEMORY;
        set_extents(plan, &t->phase[i]);
    }
    for (int i = 0; i < t->count - 1; i++)
        count_exchange(plan, &t->phase[i], &t->phase[i + 1]);
    return STET_OK;
}

void stet_mpi_schedule_destroy(stet_mpi_schedule *t)
{
    for (int i = 0; i < t->count; i++) {
        stet_mpi_phase *v = &t->phase[i];
        for (int part = 0; part < 4; part++)
            for (int k = 0; k < v->stages; k++)
                stet_native_engine.destroy(v->chunk[part & 1].part[part >> 1][k]);
        stet_free(v->balanced);
    }
}

void stet_mpi_schedule_describe(stet_text *to, const stet_mpi_schedule *t)
{
    static const char *const orientations[] = {"Z", "Y", "X"};
    stet_put(to, "phases: ");
    for (int i = 0; i < t->count; i++)
        stet_put(to, "%s%s (%d)", i ? ", " : "", orientations[t->phase[i].orientation],
                 t->phase[i].stages);
    stet_put(to, "\n");
}

/* ------------------------------------------------------------------- stages - */

void stet_mpi_array_strides(const stet_mpi_plan *plan, stet_mpi_side side, ptrdiff_t *stride)
{
    const int r = plan->problem.transform.rank;
    for (int i = 0; i < r; i++)
        stride[i] = plan->box[side].axis[i].stride;
    stride[r] = 1;
}

void stet_mpi_phase_set_group(const stet_mpi_plan *plan, stet_mpi_phase *v, ptrdiff_t *extents)
{
    const stet_mpi_problem *s = &plan->problem;
    const size_t inside = stet_mpi_inner_element_size(s);
    const ptrdiff_t threads = s->transform.threads > 1 ? s->transform.threads : 1;
    const ptrdiff_t all = v->n[0][v->plane_axis];
    for (int i = 0; i < 2; i++)
        v->chunk[i].planes = i == 0 && all % v->chunks == 0 ? 0 : all / v->chunks + (i == 0);
    for (int i = 0; i <= s->transform.rank; i++)
        extents[i] = stet_smaller(v->n[0][i], v->n[1][i]);
    extents[v->plane_axis] = 1;
    const ptrdiff_t plane = (ptrdiff_t)inside * stet_mpi_count_elements(s, extents);
    v->group = plane ? threads * GROUP_BYTES / plane : 1;
    v->group = stet_larger(1, stet_smaller(v->group, stet_mpi_chunk(all, v->chunks, 1)));
}

/* Returns the strides of the array before stage number k of a phase. */
static const ptrdiff_t *strides_at(const stet_mpi_phase *v, int k)
{
    return k == 0 ? v->from : k == v->stages ? v->to : v->inside;
}

/* Makes stage number k of a phase, for `planes` planes. */
static stet_status make_stage(const stet_mpi_plan *plan, const stet_mpi_phase *v, int k,
                              ptrdiff_t planes, void **part)
{
    const stet_mpi_problem *s = &plan->problem;
    const int axis = stet_mpi_axis_of_stage(s, v->first + k);
    const ptrdiff_t *from = strides_at(v, k), *to = strides_at(v, k + 1);
    stet_dim loops[STET_MPI_AXES];
    const int wide_out = s->wide_out && v->first + k == s->transform.rank - 1;
    stet_part p = {v->first + k, from[axis], to[axis], 0, loops, wide_out};
    for (int i = 0; i <= s->transform.rank; i++) {
        const ptrdiff_t n = i == v->plane_axis ? planes : stet_smaller(v->n[0][i], v->n[1][i]);
        if (i != axis && n > 1)
            loops[p.loop_count++] = (stet_dim){n, from[i], to[i]};
    }
    return stet_native_part(part, &s->transform, &p);
}

stet_status stet_mpi_phase_create_stages(const stet_mpi_plan *plan, stet_mpi_schedule *t,
                                         stet_mpi_phase *v)
{
    for (int i = 0; i < 4 * v->stages && !stet_mpi_is_empty(&plan->problem, v); i++) {
        const int chunk = i & 1, rest = i >> 1 & 1, k = i >> 2;
        const ptrdiff_t all = v->chunk[chunk].planes;
        const ptrdiff_t planes = rest ? all % v->group : all < v->group ? 0 : v->group;
        if (planes == 0)
            continue;
        void **part = &v->chunk[chunk].part[rest][k];
        const stet_status status = make_stage(plan, v, k, planes, part);
        if (status)
            return status;
        const size_t work = stet_native_engine.workspace(*part);
        t->line = t->line > work ? t->line : work;
    }
    return STET_OK;
}

int stet_mpi_next_group(const stet_mpi_problem *s, const stet_mpi_phase *v, int chunk,
                        stet_mpi_group *g)
{
    const ptrdiff_t all = v->n[0][v->plane_axis];
    const int which = chunk >= all % v->chunks;
    const ptrdiff_t planes = stet_mpi_is_empty(s, v) ? 0 : v->chunk[which].planes;
    g->chunk = chunk;
    g->first = stet_mpi_chunk(all, v->chunks, chunk);
    g->begin += g->planes;
    g->planes = stet_smaller(v->group, planes - g->begin);
    g->part = v->chunk[which].part[g->planes < v->group];
    return g->planes > 0;
}

/* ------------------------------------------------------------------- copies - */

typedef struct {
    const stet_mpi_plane_copy *c;
    int shares;
} shared_copy;

static void copy_share(void *data, ptrdiff_t share)
{
    const shared_copy *all = (const shared_copy *)data;
    const stet_mpi_plane_copy *c = all->c;
    const ptrdiff_t size = (ptrdiff_t)c->element;
    const ptrdiff_t first = stet_mpi_chunk(c->n[c->plane_axis], all->shares, (int)share);
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, c->n, sizeof n);
    n[c->plane_axis] = stet_mpi_chunk(c->n[c->plane_axis], all->shares, (int)share + 1) - first;
    stet_mpi_copy_box(c->axes, n, c->element, c->from_stride,
                      c->from + first * c->from_stride[c->plane_axis] * size, c->to_stride,
                      c->to + first * c->to_stride[c->plane_axis] * size);
}

void stet_mpi_copy_planes(const stet_mpi_schedule *t, const stet_mpi_plane_copy *c)
{
    shared_copy all = {c, t->executor.threads > 1 ? t->executor.threads : 1};
    stet_executor_run(&t->executor, all.shares, copy_share, &all);
}
