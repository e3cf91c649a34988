/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms of two and more dimensions in memory that all ranks share.
 *
 * The shared memory holds the whole array, and an exchange is a barrier: no number moves; another
 * rank works on it afterwards. As in one process, the first stage reads the input, the last one
 * writes into the output, and the others run in place. If only an exchange remains, each group
 * copies the numbers that stay on its rank into the output while a cache has them, and the other
 * numbers follow after the barrier. Before the first stage and after the last one numbers may have
 * another size, or rows another length; they then have a separate array. */
#include <string.h>

#include "base/alloc.h"
#include "native/native.h"
#include "transform_nd/schedule.h"

typedef struct {
    ptrdiff_t n[STET_MPI_AXES], stride[STET_MPI_AXES]; /* strides in elements */
    size_t element;
    int buffer; /* the half of the shared memory that contains it */
} array;

/* The arrays that a phase works on. from NULL: the input; to NULL: the output; inside NULL: there
 * is at most one stage. */
typedef struct {
    const array *from, *inside, *to;
    int copies; /* last phase: the stages' result is copied into the output */
} places;

typedef struct {
    stet_mpi_schedule schedule;
    array array[STET_MPI_MAX_PHASES]; /* arrays after phases; none after the last */
    places places[STET_MPI_MAX_PHASES];
    size_t buffer[2]; /* bytes of both halves */
} nd_shared;

/* ------------------------------------------------------------------- arrays - */

static void set_array(const stet_mpi_plan *plan, nd_shared *t, int index)
{
    const stet_mpi_problem *s = &plan->problem;
    const int stage = t->schedule.phase[index + 1].first, axes = s->transform.rank + 1;
    array *a = &t->array[index];
    a->element = stet_mpi_element_size_at(plan, stage);
    for (int i = 0; i < axes - 1; i++)
        a->n[i] = stet_mpi_length_at(s, i, stage);
    a->n[axes - 1] = s->options.howmany;
    const size_t size = a->element * (size_t)stet_mpi_row_major(axes, a->n, a->stride);
    /* The halves alternate: this rank has read the array before, but other ranks may still read
     * it. */
    if (index > 0) {
        const array *b = a - 1;
        const int same = a->element == b->element && memcmp(a->n, b->n, sizeof a->n) == 0;
        a->buffer = same ? b->buffer : !b->buffer;
    }
    size_t *buffer = &t->buffer[a->buffer];
    *buffer = *buffer > size ? *buffer : size;
}

/* Returns 1 if the array has the element size and the lengths that the numbers have before a
 * stage. */
static int fits(const stet_mpi_plan *plan, const array *a, int stage)
{
    int same = a && a->element == stet_mpi_element_size_at(plan, stage);
    for (int i = 0; i < plan->problem.transform.rank && same; i++)
        same = a->n[i] == stet_mpi_length_at(&plan->problem, i, stage);
    return same;
}

/* Numbers have another size only before the first stage and after the last one, which are in
 * different phases. So one of the two arrays fits between the stages. */
static void set_places(const stet_mpi_plan *plan, nd_shared *t, int i)
{
    const stet_mpi_phase *v = &t->schedule.phase[i];
    places *p = &t->places[i];
    p->from = i > 0 ? &t->array[i - 1] : NULL;
    p->to = i < t->schedule.count - 1 ? &t->array[i] : NULL;
    if (v->stages > 1)
        p->inside = fits(plan, p->to, v->first + 1) ? p->to : p->from;
    p->copies = stet_mpi_copies_to_output(plan, &t->schedule, v) &&
                fits(plan, p->from, plan->problem.transform.rank);
    if (p->copies)
        p->to = p->from;
}

static void set_strides(const stet_mpi_plan *plan, nd_shared *t, int i)
{
    stet_mpi_phase *v = &t->schedule.phase[i];
    const places *p = &t->places[i];
    if (p->from)
        memcpy(v->from, p->from->stride, sizeof v->from);
    else
        stet_mpi_array_strides(plan, STET_MPI_IN, v->from);
    if (p->to)
        memcpy(v->to, p->to->stride, sizeof v->to);
    else
        stet_mpi_array_strides(plan, STET_MPI_OUT, v->to);
    if (p->inside)
        memcpy(v->inside, p->inside->stride, sizeof v->inside);
}

static void destroy(stet_mpi_plan *plan)
{
    nd_shared *t = (nd_shared *)plan->state;
    if (t)
        stet_mpi_schedule_destroy(&t->schedule);
    stet_free(t);
    plan->state = NULL;
}

static stet_status create(stet_mpi_plan *plan)
{
    nd_shared *t = (nd_shared *)stet_alloc(sizeof *t);
    if (!t)
        return STET_E_MEMORY;
    memset(t, 0, sizeof *t);
    plan->state = t;
    stet_status status = stet_mpi_schedule_create(plan, &t->schedule);
    for (int i = 0; i < t->schedule.count - 1; i++)
        set_array(plan, t, i);
    t->buffer[0] = stet_round_to_line(t->buffer[0]);
    for (int i = 0; i < t->schedule.count && !status; i++) {
        ptrdiff_t least[STET_MPI_AXES];
        stet_mpi_phase_set_group(plan, &t->schedule.phase[i], least);
        set_places(plan, t, i);
        set_strides(plan, t, i);
        status = stet_mpi_phase_create_stages(plan, &t->schedule, &t->schedule.phase[i]);
    }
    const size_t ranks = (size_t)plan->problem.ranks;
    plan->shared_size = (t->buffer[0] + t->buffer[1] + ranks - 1) / ranks;
    plan->work_size = t->schedule.line;
    return status;
}

/* ---------------------------------------------------------------- execution - */

/* Returns the beginning of the part of an array that this rank has in a phase. */
static char *part_of(const stet_mpi_plan *plan, const stet_mpi_phase *v, const array *a)
{
    const nd_shared *t = (const nd_shared *)plan->state;
    ptrdiff_t at = 0;
    for (int d = 0; d < plan->problem.grid_rank; d++)
        at += v->start[d][stet_mpi_grid_coordinate(plan, d)] *
              a->stride[stet_mpi_cut_axis(v->orientation, d)];
    return plan->shared - plan->rank * (ptrdiff_t)plan->shared_size +
           (a->buffer ? t->buffer[0] : 0) + at * (ptrdiff_t)a->element;
}

/* An array in the form that a phase uses. */
typedef struct {
    const char *from;
    char *to; /* the same address; NULL for the input */
    const ptrdiff_t *stride;
    size_t element;
} view;

/* Returns the view that begins `indices` indices later along an axis. */
static view advance(view w, int axis, ptrdiff_t indices)
{
    const ptrdiff_t bytes = indices * w.stride[axis] * (ptrdiff_t)w.element;
    w.from = w.from ? w.from + bytes : NULL;
    w.to = w.to ? w.to + bytes : NULL;
    return w;
}

static void copy(const stet_mpi_plan *plan, int plane_axis, const ptrdiff_t *n, view from, view to)
{
    stet_mpi_plane_copy c = {.axes = plan->problem.transform.rank + 1,
                             .plane_axis = plane_axis,
                             .element = to.element,
                             .from_stride = from.stride,
                             .to_stride = to.stride,
                             .from = from.from,
                             .to = to.to};
    memcpy(c.n, n, sizeof c.n);
    if (stet_mpi_count_elements(&plan->problem, n) > 0)
        stet_mpi_copy_planes(&((const nd_shared *)plan->state)->schedule, &c);
}

/* Copies the part of group g that this rank also owns after the next exchange into the output. */
static void copy_own_part(const stet_mpi_plan *plan, const stet_mpi_phase *v,
                          const stet_mpi_group *g, view group, view out)
{
    const stet_mpi_phase *next = v + 1;
    const int d = stet_mpi_exchange_dimension(v, next), me = stet_mpi_grid_coordinate(plan, d);
    const int a = stet_mpi_cut_axis(next->orientation, d), b = stet_mpi_cut_axis(v->orientation, d);
    const ptrdiff_t *own = next->start[d] + me;
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, v->n[1], sizeof n);
    n[v->plane_axis] = g->planes;
    n[a] = own[1] - own[0];
    out = advance(advance(out, v->plane_axis, g->begin), b, v->start[d][me]);
    copy(plan, v->plane_axis, n, advance(group, a, own[0]), out);
}

/* Copies the numbers of this rank's output that other ranks computed, on both sides of its own
 * part. */
static void copy_received(const stet_mpi_plan *plan, const stet_mpi_phase *v, view from, view out)
{
    const stet_mpi_phase *last = v - 1;
    const int d = stet_mpi_exchange_dimension(last, v), me = stet_mpi_grid_coordinate(plan, d);
    const int b = stet_mpi_cut_axis(last->orientation, d);
    const ptrdiff_t *own = last->start[d] + me;
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, v->n[0], sizeof n);
    const ptrdiff_t all = n[b];
    n[b] = own[0];
    copy(plan, v->plane_axis, n, from, out);
    n[b] = all - own[1];
    copy(plan, v->plane_axis, n, advance(from, b, own[1]), advance(out, b, own[1]));
}

static view view_of(const stet_mpi_plan *plan, const stet_mpi_phase *v, const array *a)
{
    char *at = part_of(plan, v, a);
    return (view){at, at, a->stride, a->element};
}

static void run_phase(stet_mpi_plan *plan, int i, view input, view output, char *work)
{
    const nd_shared *t = (const nd_shared *)plan->state;
    const stet_mpi_phase *v = &t->schedule.phase[i];
    const places *p = &t->places[i];
    const int keeps_own = i < t->schedule.count - 1 && stet_mpi_only_receives(&t->schedule, v + 1);
    stet_mpi_group g = {0};
    while (stet_mpi_next_group(&plan->problem, v, 0, &g)) {
        const view from =
            advance(p->from ? view_of(plan, v, p->from) : input, v->plane_axis, g.begin);
        const view to = advance(p->to ? view_of(plan, v, p->to) : output, v->plane_axis, g.begin);
        const view inside =
            p->inside ? advance(view_of(plan, v, p->inside), v->plane_axis, g.begin) : to;
        ptrdiff_t n[STET_MPI_AXES];
        memcpy(n, v->n[1], sizeof n);
        n[v->plane_axis] = g.planes;
        for (int k = 0; k < v->stages; k++)
            plan->half_flags |= stet_native_part_run(g.part[k], k == 0 ? from.from : inside.from,
                                                     k == v->stages - 1 ? to.to : inside.to, work);
        if (i == 0 && v->stages == 0)
            copy(plan, v->plane_axis, n, from, to);
        if (p->copies)
            copy(plan, v->plane_axis, n, to, advance(output, v->plane_axis, g.begin));
        if (keeps_own)
            copy_own_part(plan, v, &g, to, output);
    }
}

static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    const nd_shared *t = (const nd_shared *)plan->state;
    ptrdiff_t stride[2][STET_MPI_AXES];
    stet_mpi_array_strides(plan, STET_MPI_IN, stride[0]);
    stet_mpi_array_strides(plan, STET_MPI_OUT, stride[1]);
    const view input = {(const char *)in, NULL, stride[0], plan->box[0].element};
    const view output = {(const char *)out, (char *)out, stride[1], plan->box[1].element};
    stet_status status = STET_OK;
    for (int i = 0; i < t->schedule.count && !status; i++) {
        const stet_mpi_phase *v = &t->schedule.phase[i];
        if (stet_mpi_only_receives(&t->schedule, v))
            copy_received(plan, v, view_of(plan, v, t->places[i].from), output);
        else
            run_phase(plan, i, input, output, work);
        if (i < t->schedule.count - 1)
            status = stet_mpi_shared_barrier(plan);
    }
    return status;
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    stet_mpi_schedule_describe(to, &((const nd_shared *)plan->state)->schedule);
}

const stet_mpi_algorithm stet_mpi_nd_shared = {"stages", create, destroy, run, describe};
