/* SPDX-License-Identifier: Apache-2.0 */
#include "transform_nd/schedule.h"

#include <string.h>

#include "base/alloc.h"
#include "native/native.h"
#include "layout/size.h"

enum { Z = STET_MPI_Z, Y = STET_MPI_Y, X = STET_MPI_X };
enum { GROUP_BYTES = 1 << 18 };
enum { NEAR_BYTES = 1 << 22 }; /* of output that a second-level cache has much of */

/* ------------------------------------------------------------------- visits - */

static int axis_of_stage(const stet_mpi_shape *s, int stage)
{
    return s->whole.direction == STET_INVERSE ? stage : s->whole.rank - 1 - stage;
}

/* The state that a stage needs; -1: any. */
static int state_for(const stet_mpi_shape *s, int axis)
{
    if (axis == 0)
        return X;
    if (s->grid_rank == 1)
        return axis == 1 ? Z : -1;
    return axis == 1 ? Y : axis == 2 ? Z : -1;
}

static int state_of(stet_mpi_layout layout) { return layout == STET_MPI_NATURAL ? Z : X; }

int stet_mpi_cut_in(int state, int d) { return d == 0 ? state == X : state == Z ? 1 : 2; }

static stet_mpi_visit *add_visit(stet_mpi_visits *t, int state, int stage)
{
    stet_mpi_visit *v = &t->visit[t->count++];
    v->state = state;
    v->first = stage;
    v->slow = state == X;
    v->chunks = 1;
    return v;
}

static stet_mpi_visit *go_to(const stet_mpi_shape *s, stet_mpi_visits *t, stet_mpi_visit *v,
                             int state, int stage)
{
    const int step = s->grid_rank == 1 ? 2 : 1;
    while (v->state != state)
        v = add_visit(t, v->state + (state > v->state ? step : -step), stage);
    return v;
}

static void list_visits(const stet_mpi_shape *s, stet_mpi_visits *t)
{
    stet_mpi_visit *v = add_visit(t, state_of(s->layout[0]), 0);
    for (int i = 0; i < s->whole.rank; i++) {
        const int state = state_for(s, axis_of_stage(s, i));
        if (state >= 0)
            v = go_to(s, t, v, state, i);
        v->stages++;
    }
    go_to(s, t, v, state_of(s->layout[1]), s->whole.rank);
}

ptrdiff_t stet_mpi_length_at(const stet_mpi_shape *s, int axis, int stage)
{
    const stet_kind kind = s->whole.kind;
    const int is_half = kind == STET_R2C ? stage > 0 : kind == STET_C2R && stage < s->whole.rank;
    const ptrdiff_t n = s->dims[axis].n;
    return is_half && axis == s->whole.rank - 1 ? n / 2 + 1 : n;
}

size_t stet_mpi_element_at(const stet_mpi_plan *plan, int stage)
{
    const stet_mpi_shape *s = &plan->shape;
    if (stage == 0 || stage == s->whole.rank)
        return plan->box[stage > 0].element;
    return 2 * stet_lines_number_size(stet_native_inside(&s->whole));
}

/* Blocks: those of the layouts as far as the axis that they cut stays cut, balanced ones between.
 */
static int choose_blocks(const stet_mpi_shape *s, stet_mpi_visits *t, int index)
{
    stet_mpi_visit *v = &t->visit[index];
    const size_t room = (size_t)s->grid[0] + 1 + (size_t)s->grid[1] + 1;
    v->own = (ptrdiff_t *)stet_alloc_array(room, sizeof(ptrdiff_t));
    if (!v->own)
        return 0;
    for (int d = 0; d < 2; d++) {
        int first = index, last = index;
        const int axis = stet_mpi_cut_in(v->state, d);
        while (first > 0 && stet_mpi_cut_in(t->visit[first - 1].state, d) == axis)
            first--;
        while (last < t->count - 1 && stet_mpi_cut_in(t->visit[last + 1].state, d) == axis)
            last++;
        ptrdiff_t *balanced = v->own + (d == 0 ? 0 : s->grid[0] + 1);
        if (d < s->grid_rank)
            stet_mpi_balance(stet_mpi_length_at(s, axis, v->first), s->grid[d], balanced);
        v->start[d] = first == 0             ? s->start[0][d]
                      : last == t->count - 1 ? s->start[1][d]
                                             : balanced;
    }
    return 1;
}

int stet_mpi_coordinate(const stet_mpi_plan *plan, int d)
{
    const int p1 = plan->shape.grid[1];
    return d == 0 ? plan->rank / p1 : plan->rank % p1;
}

static void set_extents(const stet_mpi_plan *plan, stet_mpi_visit *v)
{
    const stet_mpi_shape *s = &plan->shape;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < s->whole.rank; i++)
            v->n[side][i] = stet_mpi_length_at(s, i, v->first + (side ? v->stages : 0));
        v->n[side][s->whole.rank] = s->given.howmany;
        for (int d = 0; d < s->grid_rank; d++) {
            const ptrdiff_t *start = v->start[d] + stet_mpi_coordinate(plan, d);
            v->n[side][stet_mpi_cut_in(v->state, d)] = start[1] - start[0];
        }
    }
}

ptrdiff_t stet_mpi_elements(const stet_mpi_shape *s, const ptrdiff_t *n)
{
    ptrdiff_t count = 1;
    for (int i = 0; i <= s->whole.rank; i++)
        count *= n[i];
    return count;
}

int stet_mpi_is_empty(const stet_mpi_shape *s, const stet_mpi_visit *v)
{
    return stet_mpi_elements(s, v->n[0]) == 0;
}

int stet_mpi_is_delivery(const stet_mpi_visits *t, const stet_mpi_visit *v)
{
    return v == &t->visit[t->count - 1] && v->stages == 0;
}

int stet_mpi_copies_out(const stet_mpi_plan *plan, const stet_mpi_visits *t,
                        const stet_mpi_visit *v)
{
    const stet_mpi_box *out = &plan->box[STET_MPI_OUT];
    return v == &t->visit[t->count - 1] && v->stages > 0 &&
           axis_of_stage(&plan->shape, plan->shape.whole.rank - 1) != plan->shape.whole.rank - 1 &&
           (size_t)out->elements * out->element > NEAR_BYTES;
}

int stet_mpi_dimension_of(const stet_mpi_visit *v, const stet_mpi_visit *next)
{
    return stet_mpi_cut_in(v->state, 0) == stet_mpi_cut_in(next->state, 0);
}

static void count_exchange(stet_mpi_plan *plan, const stet_mpi_visit *v, const stet_mpi_visit *next)
{
    const int d = stet_mpi_dimension_of(v, next), me = stet_mpi_coordinate(plan, d);
    const int64_t size =
        (int64_t)stet_mpi_element_at(plan, next->first) * stet_mpi_elements(&plan->shape, v->n[1]);
    const ptrdiff_t whole = v->n[1][stet_mpi_cut_in(next->state, d)];
    const ptrdiff_t own = next->start[d][me + 1] - next->start[d][me];
    plan->exchanges++;
    plan->bytes += whole ? size / whole * (whole - own) : 0;
}

stet_status stet_mpi_visits_make(stet_mpi_plan *plan, stet_mpi_visits *t)
{
    const stet_mpi_shape *s = &plan->shape;
    list_visits(s, t);
    t->executor = stet_executor_of(s->whole.threads, NULL, NULL);
    for (int i = 0; i < t->count; i++) {
        if (!choose_blocks(s, t, i))
            return STET_E_MEMORY;
        set_extents(plan, &t->visit[i]);
    }
    for (int i = 0; i < t->count - 1; i++)
        count_exchange(plan, &t->visit[i], &t->visit[i + 1]);
    return STET_OK;
}

void stet_mpi_visits_clear(stet_mpi_visits *t)
{
    for (int i = 0; i < t->count; i++) {
        stet_mpi_visit *v = &t->visit[i];
        for (int part = 0; part < 4; part++)
            for (int k = 0; k < v->stages; k++)
                stet_native_engine.destroy(v->chunk[part & 1].part[part >> 1][k]);
        stet_free(v->own);
    }
}

void stet_mpi_visits_describe(stet_text *to, const stet_mpi_visits *t)
{
    static const char *const states[] = {"Z", "Y", "X"};
    stet_put(to, "visits: ");
    for (int i = 0; i < t->count; i++)
        stet_put(to, "%s%s (%d)", i ? ", " : "", states[t->visit[i].state], t->visit[i].stages);
    stet_put(to, "\n");
}

/* ------------------------------------------------------------------- stages - */

void stet_mpi_public_strides(const stet_mpi_plan *plan, stet_mpi_side side, ptrdiff_t *stride)
{
    const int r = plan->shape.whole.rank;
    for (int i = 0; i < r; i++)
        stride[i] = plan->box[side].axis[i].stride;
    stride[r] = 1;
}

void stet_mpi_visit_group(const stet_mpi_plan *plan, stet_mpi_visit *v, ptrdiff_t *least)
{
    const stet_mpi_shape *s = &plan->shape;
    const size_t inside = 2 * stet_lines_number_size(stet_native_inside(&s->whole));
    const ptrdiff_t threads = s->whole.threads > 1 ? s->whole.threads : 1;
    const ptrdiff_t all = v->n[0][v->slow];
    for (int i = 0; i < 2; i++)
        v->chunk[i].planes = i == 0 && all % v->chunks == 0 ? 0 : all / v->chunks + (i == 0);
    for (int i = 0; i <= s->whole.rank; i++)
        least[i] = smaller(v->n[0][i], v->n[1][i]);
    least[v->slow] = 1;
    const ptrdiff_t plane = (ptrdiff_t)inside * stet_mpi_elements(s, least);
    v->group = plane ? threads * GROUP_BYTES / plane : 1;
    v->group = larger(1, smaller(v->group, stet_mpi_chunk(all, v->chunks, 1)));
}

/* Strides of the array before stage number k of a visit. */
static const ptrdiff_t *strides_at(const stet_mpi_visit *v, int k)
{
    return k == 0 ? v->from : k == v->stages ? v->to : v->inside;
}

/* Stage number k of a visit, of `planes` planes. */
static stet_status make_part(const stet_mpi_plan *plan, const stet_mpi_visit *v, int k,
                             ptrdiff_t planes, void **part)
{
    const stet_mpi_shape *s = &plan->shape;
    const int axis = axis_of_stage(s, v->first + k);
    const ptrdiff_t *from = strides_at(v, k), *to = strides_at(v, k + 1);
    stet_dim loops[STET_MPI_AXES];
    const int wide_out = s->wide_out && v->first + k == s->whole.rank - 1;
    stet_part p = {v->first + k, from[axis], to[axis], 0, loops, wide_out};
    for (int i = 0; i <= s->whole.rank; i++) {
        const ptrdiff_t n = i == v->slow ? planes : smaller(v->n[0][i], v->n[1][i]);
        if (i != axis && n > 1)
            loops[p.loop_count++] = (stet_dim){n, from[i], to[i]};
    }
    return stet_native_part(part, &s->whole, &p);
}

stet_status stet_mpi_visit_parts(const stet_mpi_plan *plan, stet_mpi_visits *t, stet_mpi_visit *v)
{
    for (int i = 0; i < 4 * v->stages && !stet_mpi_is_empty(&plan->shape, v); i++) {
        const int chunk = i & 1, rest = i >> 1 & 1, k = i >> 2;
        const ptrdiff_t all = v->chunk[chunk].planes;
        const ptrdiff_t planes = rest ? all % v->group : all < v->group ? 0 : v->group;
        if (planes == 0)
            continue;
        void **part = &v->chunk[chunk].part[rest][k];
        const stet_status status = make_part(plan, v, k, planes, part);
        if (status)
            return status;
        const size_t work = stet_native_engine.workspace(*part);
        t->line = t->line > work ? t->line : work;
    }
    return STET_OK;
}

int stet_mpi_next_group(const stet_mpi_shape *s, const stet_mpi_visit *v, int chunk,
                        stet_mpi_group *g)
{
    const ptrdiff_t all = v->n[0][v->slow];
    const int which = chunk >= all % v->chunks;
    const ptrdiff_t planes = stet_mpi_is_empty(s, v) ? 0 : v->chunk[which].planes;
    g->chunk = chunk;
    g->first = stet_mpi_chunk(all, v->chunks, chunk);
    g->begin += g->planes;
    g->planes = smaller(v->group, planes - g->begin);
    g->part = v->chunk[which].part[g->planes < v->group];
    return g->planes > 0;
}

/* ------------------------------------------------------------------- copies - */

typedef struct {
    const stet_mpi_copying *c;
    int shares;
} shared_copy;

static void copy_share(void *data, ptrdiff_t share)
{
    const shared_copy *all = (const shared_copy *)data;
    const stet_mpi_copying *c = all->c;
    const ptrdiff_t size = (ptrdiff_t)c->element;
    const ptrdiff_t first = stet_mpi_chunk(c->n[c->slow], all->shares, (int)share);
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, c->n, sizeof n);
    n[c->slow] = stet_mpi_chunk(c->n[c->slow], all->shares, (int)share + 1) - first;
    stet_mpi_copy(c->axes, n, c->element, c->from_stride,
                  c->from + first * c->from_stride[c->slow] * size, c->to_stride,
                  c->to + first * c->to_stride[c->slow] * size);
}

void stet_mpi_copy_planes(const stet_mpi_visits *t, const stet_mpi_copying *c)
{
    shared_copy all = {c, t->executor.threads > 1 ? t->executor.threads : 1};
    stet_executor_run(&t->executor, all.shares, copy_share, &all);
}
