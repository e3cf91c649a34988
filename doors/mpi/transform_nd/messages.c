/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms of two and more dimensions whose exchanges are messages.
 *
 * A group of planes is copied into scratch memory, its stages run there, and it is packed row by
 * row for the next exchange. (A stage that writes its lines, numbers far apart by a power of two,
 * directly into the send buffer took longer than a stage and a copy.) The receive buffer is
 * unpacked unless it is one array already: MPI, or the order of the blocks, makes it one array
 * except with chunks and short rows. If the received blocks and the blocks to be sent have the
 * same order, and the copy into the output is the only work after them, the stages run in the
 * receive buffer, and it is sent from there. A rank's own numbers go directly to their destination
 * if its memory is free. The last stage writes into the output. With chunks, the planes of a phase
 * are sent in several parts, each as soon as its groups are done. */
#include <string.h>

#include "base/alloc.h"
#include "native/native.h"
#include "layout/size.h"
#include "transform_nd/schedule.h"

/* Rows of at least this many bytes are copied in bulk. */
enum { LEAST_RUN = 256 };

typedef struct {
    stet_mpi_schedule schedule;
    MPI_Comm group[2]; /* the ranks that differ in one coordinate of the grid */
    stet_mpi_alltoall alltoall[STET_MPI_MAX_PHASES]; /* from each phase to the next */
    int unpacks[STET_MPI_MAX_PHASES];                /* 1: the phase begins with unpacking */
    int in_recv_buffer[STET_MPI_MAX_PHASES]; /* 1: the phase runs in the receive buffer and sends
                                              * from it */
    size_t send, recv, scratch;              /* bytes, see run(); there are two scratch buffers */
    int recv_buffers;                        /* number of receive buffers */
} nd_messages;

/* Sets the strides of a group of planes in scratch memory. (Rows that are a whole number of pages
 * apart are as fast as others there.) */
static void set_group(nd_messages *t, const stet_mpi_phase *v, int axes, const ptrdiff_t *extents,
                      size_t element, ptrdiff_t *stride)
{
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, extents, (size_t)axes * sizeof *n);
    n[v->plane_axis] = v->group;
    t->scratch =
        stet_larger_size(t->scratch, element * (size_t)stet_mpi_row_major(axes, n, stride));
}

static void set_strides(const stet_mpi_plan *plan, nd_messages *t, int index)
{
    const int axes = plan->problem.transform.rank + 1;
    stet_mpi_phase *v = &t->schedule.phase[index];
    const size_t inside = stet_mpi_inner_element_size(&plan->problem);
    ptrdiff_t least[STET_MPI_AXES];
    stet_mpi_phase_set_group(plan, v, least);
    set_group(t, v, axes, least, inside, v->inside);
    if (index == 0)
        stet_mpi_array_strides(plan, STET_MPI_IN, v->from);
    else if (plan->exchange == STET_MPI_ALLTOALLW)
        stet_mpi_row_major(axes, v->n[0], v->from);
    else if (t->alltoall[index - 1].is_joined)
        stet_mpi_alltoall_joined_strides(&t->alltoall[index - 1], v->from);
    else
        set_group(t, v, axes, v->n[0], stet_mpi_element_size_at(plan, v->first), v->from);
    if (t->in_recv_buffer[index]) {
        memcpy(v->inside, v->from, sizeof v->inside);
        memcpy(v->to, v->from, sizeof v->to);
    } else if (index == t->schedule.count - 1 && !stet_mpi_copies_to_output(plan, &t->schedule, v))
        stet_mpi_array_strides(plan, STET_MPI_OUT, v->to);
    else
        set_group(t, v, axes, v->n[1], stet_mpi_element_size_at(plan, v->first + v->stages), v->to);
}

/* ---------------------------------------------------------------- exchanges - */

static void set_alltoall(const stet_mpi_plan *plan, nd_messages *t, int index)
{
    const stet_mpi_phase *v = &t->schedule.phase[index], *w = v + 1;
    const int d = stet_mpi_exchange_dimension(v, w), axes = plan->problem.transform.rank + 1;
    const int only_receives = stet_mpi_only_receives(&t->schedule, w);
    const int in_place = plan->exchange == STET_MPI_ALLTOALLW;
    stet_mpi_alltoall *m = &t->alltoall[index];
    *m = (stet_mpi_alltoall){.comm = t->group[d],
                             .axes = axes,
                             .a = stet_mpi_cut_axis(w->orientation, d),
                             .b = stet_mpi_cut_axis(v->orientation, d),
                             .element = stet_mpi_element_size_at(plan, w->first),
                             .p = plan->problem.grid[d],
                             .me = stet_mpi_grid_coordinate(plan, d),
                             .cut_a = w->start[d],
                             .cut_b = v->start[d],
                             .exchange = plan->exchange,
                             .chunks = v->chunks,
                             .chunk_axis = v->plane_axis};
    memcpy(m->from, v->n[1], sizeof m->from);
    memcpy(m->to, w->n[0], sizeof m->to);
    size_t run = m->element; /* bytes of a row, the same on all ranks */
    for (int i = m->b + 1; i < axes; i++)
        run *= (size_t)(i == m->a ? m->from[i] / m->p : m->to[i]);
    m->is_joined = !in_place && !only_receives && m->chunks == 1 && run >= LEAST_RUN;
    /* Otherwise own numbers are sent too, because later phases still read the data received before.
     */
    m->keeps_own = only_receives || (index == 0 && m->chunks == 1 && (in_place || m->is_joined));
    t->unpacks[index + 1] = !in_place && !m->is_joined;
    /* Axis 0 comes first in the received blocks and in the blocks to be sent, so both are in place.
     */
    t->in_recv_buffer[index] = index > 0 && only_receives && m[-1].is_joined && m[-1].b == 0 &&
                               m->a == 0 && m->element == m[-1].element &&
                               memcmp(v->n[0], v->n[1], sizeof v->n[0]) == 0;
    t->send = stet_larger_size(
        t->send, m->element * (size_t)stet_mpi_count_elements(&plan->problem, v->n[1]));
    t->recv = stet_larger_size(
        t->recv, m->element * (size_t)stet_mpi_count_elements(&plan->problem, w->n[0]));
}

/* ------------------------------------------------------ creation, execution - */

static stet_status make_alltoalls(stet_mpi_plan *plan, nd_messages *t)
{
    const int count = t->schedule.count, chunks = plan->problem.options.chunks;
    for (int i = 0; i < count - 1; i++) {
        t->schedule.phase[i].chunks = chunks < 1 ? 1 : chunks;
        set_alltoall(plan, t, i);
    }
    for (int i = 0; i < count; i++) {
        set_strides(plan, t, i);
        const stet_status status =
            stet_mpi_phase_create_stages(plan, &t->schedule, &t->schedule.phase[i]);
        if (status)
            return status;
    }
    for (int i = 0; i < count - 1; i++) {
        const stet_mpi_phase *next = &t->schedule.phase[i + 1];
        const stet_status status = stet_mpi_alltoall_create(
            &t->alltoall[i], stet_mpi_only_receives(&t->schedule, next) ? next->to : next->from);
        if (status)
            return status;
    }
    /* Data must not be sent from the address at which data are received; this holds even for an
     * empty chunk at the end. In nonblocking collectives Open MPI 4.1 uses one address for
     * MPI_IN_PLACE (NBC_IN_PLACE), and then the tags of this rank differ from those of the
     * others. */
    t->send = stet_round_to_line(stet_larger_size(t->send, t->recv) +
                                 1); /* a phase in the receive buffer receives here */
    t->recv = stet_round_to_line(t->recv);
    t->scratch = stet_round_to_line(t->scratch);
    return STET_OK;
}

static void destroy(stet_mpi_plan *plan)
{
    nd_messages *t = (nd_messages *)plan->state;
    if (!t)
        return;
    for (int i = 0; i < t->schedule.count - 1; i++)
        stet_mpi_alltoall_destroy(&t->alltoall[i]);
    stet_mpi_schedule_destroy(&t->schedule);
    for (int d = 0; d < 2; d++)
        if (t->group[d] != MPI_COMM_NULL && t->group[d] != plan->comm)
            MPI_Comm_free(&t->group[d]);
    stet_free(t);
    plan->state = NULL;
}

/* Makes the groups first: this is collective and must happen on all ranks, also if the rest
 * fails. */
static stet_status create(stet_mpi_plan *plan)
{
    const stet_mpi_problem *s = &plan->problem;
    nd_messages *t = (nd_messages *)stet_alloc(sizeof *t);
    if (t)
        memset(t, 0, sizeof *t);
    plan->state = t;
    MPI_Comm group[2] = {plan->comm, MPI_COMM_NULL};
    if (s->grid_rank == 2 &&
        (MPI_Comm_split(plan->comm, plan->rank % s->grid[1], plan->rank, &group[0]) ||
         MPI_Comm_split(plan->comm, plan->rank / s->grid[1], plan->rank, &group[1])))
        return STET_E_MPI;
    if (!t) {
        for (int d = 0; d < 2; d++)
            if (group[d] != plan->comm && group[d] != MPI_COMM_NULL)
                MPI_Comm_free(&group[d]);
        return STET_E_MEMORY;
    }
    memcpy(t->group, group, sizeof group);
    stet_status status = stet_mpi_schedule_create(plan, &t->schedule);
    if (!status)
        status = make_alltoalls(plan, t);
    /* While chunks arrive, the data of the previous exchange are still read. */
    t->recv_buffers = t->schedule.count > 2 && t->schedule.phase[1].chunks > 1 ? 2 : 1;
    plan->work_size =
        2 * t->scratch + t->schedule.line + t->send + (size_t)t->recv_buffers * t->recv;
    return status;
}

typedef struct {
    const stet_mpi_alltoall *alltoall; /* the exchange whose data are unpacked; or NULL */
    const char *from;
    char *here;     /* `from` if it is a receive buffer */
    char *to, *out; /* the send buffer, and the output */
    char *scratch, *line;
    char *next; /* the buffer that the next exchange receives into */
    char *own;  /* destination of own numbers, with own_stride */
    const ptrdiff_t *own_stride;
} places;

/* A copy of planes that all threads share. */
typedef struct {
    const places *at;
    const stet_mpi_phase *v;
    const stet_mpi_alltoall *alltoall;
    int axes, shares;
    size_t element;
    ptrdiff_t begin, planes; /* packing: of `chunk`; else of the phase */
    int chunk;
    const ptrdiff_t *stride; /* strides of the array that is no message */
    const char *from;
    char *to;
} copying;

static void copy_planes(const nd_messages *t, copying *c, stet_task *task)
{
    c->shares = t->schedule.executor.threads > 1 ? t->schedule.executor.threads : 1;
    stet_executor_run(&t->schedule.executor, c->shares, task, c);
}

static void unpack_share(void *data, ptrdiff_t share)
{
    const copying *c = (const copying *)data;
    const int plane_axis = c->v->plane_axis;
    const ptrdiff_t first = stet_mpi_chunk(c->planes, c->shares, (int)share);
    const ptrdiff_t last = stet_mpi_chunk(c->planes, c->shares, (int)share + 1);
    if (first < last)
        stet_mpi_alltoall_unpack(c->alltoall, c->from, plane_axis, c->begin + first,
                                 c->begin + last, c->stride,
                                 c->to + first * c->stride[plane_axis] * (ptrdiff_t)c->element);
}

/* Copies the numbers that this rank keeps to their destination. */
static void copy_own_part(const copying *c, ptrdiff_t first, ptrdiff_t count, const char *from)
{
    const stet_mpi_phase *v = c->v;
    const stet_mpi_alltoall *m = c->alltoall;
    const ptrdiff_t *to = c->at->own_stride, size = (ptrdiff_t)c->element;
    const ptrdiff_t begin = stet_mpi_chunk(v->n[1][v->plane_axis], v->chunks, c->chunk) + first;
    const ptrdiff_t at = m->cut_b[m->me] * to[m->b] + begin * to[v->plane_axis];
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, v->n[1], sizeof n);
    n[m->a] = m->cut_a[m->me + 1] - m->cut_a[m->me];
    n[v->plane_axis] = count;
    if (n[m->a] > 0)
        stet_mpi_copy_box(c->axes, n, c->element, c->stride,
                          from + m->cut_a[m->me] * c->stride[m->a] * size, to,
                          c->at->own + at * size);
}

static void pack_share(void *data, ptrdiff_t share)
{
    const copying *c = (const copying *)data;
    const ptrdiff_t first = stet_mpi_chunk(c->planes, c->shares, (int)share);
    const ptrdiff_t count = stet_mpi_chunk(c->planes, c->shares, (int)share + 1) - first;
    const char *from = c->from + first * c->stride[c->v->plane_axis] * (ptrdiff_t)c->element;
    if (count == 0)
        return;
    if (c->to)
        stet_mpi_alltoall_pack(c->alltoall, c->chunk, c->begin + first, count, c->stride, from,
                               c->to);
    if (c->alltoall->keeps_own)
        copy_own_part(c, c->begin + first, count, from);
}

static void copy_out(const stet_mpi_plan *plan, const stet_mpi_phase *v, ptrdiff_t begin,
                     ptrdiff_t planes, const char *from, char *out)
{
    const nd_messages *t = (const nd_messages *)plan->state;
    const size_t element = plan->box[STET_MPI_OUT].element;
    ptrdiff_t stride[STET_MPI_AXES];
    stet_mpi_array_strides(plan, STET_MPI_OUT, stride);
    stet_mpi_plane_copy c = {.axes = plan->problem.transform.rank + 1,
                             .plane_axis = v->plane_axis,
                             .element = element,
                             .from_stride = v->to,
                             .to_stride = stride,
                             .from = from,
                             .to = out + begin * stride[v->plane_axis] * (ptrdiff_t)element};
    memcpy(c.n, v->n[1], sizeof c.n);
    c.n[v->plane_axis] = planes;
    stet_mpi_copy_planes(&t->schedule, &c);
}

/* Runs the stages of a group. A stage that changes the size of numbers or the length of rows
 * writes into the other scratch buffer. */
static void run_group(stet_mpi_plan *plan, int index, const stet_mpi_group *g, const places *at)
{
    const nd_messages *t = (const nd_messages *)plan->state;
    const stet_mpi_phase *v = &t->schedule.phase[index];
    const int axes = plan->problem.transform.rank + 1, last = index == t->schedule.count - 1;
    const int copies = stet_mpi_copies_to_output(plan, &t->schedule, v),
              in_recv_buffer = t->in_recv_buffer[index];
    const ptrdiff_t begin = g->first + g->begin;
    size_t element = stet_mpi_element_size_at(plan, v->first);
    const ptrdiff_t *stride = v->from;
    const char *from = at->from + begin * stride[v->plane_axis] * (ptrdiff_t)element;
    char *const buffer[2] = {at->scratch, at->scratch + t->scratch};
    int here = -1; /* the scratch buffer that holds the group; -1: none */
    copying c = {at,        v, at->alltoall, axes,     1,        element, begin,
                 g->planes, 0, stride,       at->from, buffer[0]};
    if (at->alltoall) {
        copy_planes(t, &c, unpack_share);
        from = buffer[here = 0];
    }
    for (int k = 0; k < v->stages; k++) {
        const size_t next = stet_mpi_element_size_at(plan, v->first + k + 1);
        const ptrdiff_t *after = k == v->stages - 1 ? v->to : v->inside;
        const int same = next == element && memcmp(stride, after, sizeof v->to) == 0;
        here = here < 0 ? 0 : same ? here : !here;
        char *to = in_recv_buffer ? at->here + (from - at->from) : buffer[here];
        if (last && !copies && k == v->stages - 1)
            to = at->out + begin * v->to[v->plane_axis] * (ptrdiff_t)next;
        plan->half_flags |= stet_native_part_run(g->part[k], from, to, at->line);
        from = to;
        element = next;
        stride = after;
    }
    if (copies)
        copy_out(plan, v, begin, g->planes, from, at->out);
    if (!last) {
        char *const to = in_recv_buffer ? NULL : at->to;
        c = (copying){at,      v,        &t->alltoall[index], axes,     1,
                      element, g->begin, g->planes,           g->chunk, stride,
                      from,    to};
        copy_planes(t, &c, pack_share);
    }
}

/* Runs the groups of chunk k, and starts to send it if there are several chunks. */
static stet_status run_chunk(stet_mpi_plan *plan, int index, int k, const places *at)
{
    nd_messages *t = (nd_messages *)plan->state;
    const stet_mpi_phase *v = &t->schedule.phase[index];
    stet_mpi_group g = {0};
    while (stet_mpi_next_group(&plan->problem, v, k, &g)) {
        run_group(plan, index, &g, at);
        if (k > 0)
            stet_mpi_alltoall_progress(&t->alltoall[index]);
    }
    return v->chunks > 1 ? stet_mpi_alltoall_start(&t->alltoall[index], k, at->to, at->next)
                         : STET_OK;
}

/* Unpacks into the output if the last phase has no stages. ALLTOALLW has received into the output
 * already. */
static void unpack_output(const stet_mpi_plan *plan, const stet_mpi_phase *v, const places *at)
{
    const nd_messages *t = (const nd_messages *)plan->state;
    copying c = {.at = at,
                 .v = v,
                 .alltoall = at->alltoall,
                 .element = stet_mpi_element_size_at(plan, v->first),
                 .planes = v->n[0][v->plane_axis],
                 .stride = v->to,
                 .from = at->from,
                 .to = at->out};
    if (at->alltoall && !stet_mpi_is_empty(&plan->problem, v))
        copy_planes(t, &c, unpack_share);
}

static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    nd_messages *t = (nd_messages *)plan->state;
    const int in_place =
        plan->exchange == STET_MPI_ALLTOALLW; /* data arrive in their final places */
    const size_t buffers = t->send + (size_t)t->recv_buffers * t->recv;
    places at = {.from = (const char *)in,
                 .to = work,
                 .out = (char *)out,
                 .scratch = work + buffers,
                 .line = work + buffers + 2 * t->scratch};
    for (int i = 0; i < t->schedule.count; i++) {
        const stet_mpi_phase *v = &t->schedule.phase[i];
        stet_mpi_alltoall *m = &t->alltoall[i];
        if (stet_mpi_only_receives(&t->schedule, v)) {
            unpack_output(plan, v, &at);
            break;
        }
        const int last = i == t->schedule.count - 1;
        at.next = work + t->send + (size_t)(i % t->recv_buffers) * t->recv;
        if (t->in_recv_buffer[i]) /* the phase receives into the buffer that it sent from before */
            at.next = at.to;
        const int next_only_receives = !last && stet_mpi_only_receives(&t->schedule, v + 1);
        if (in_place && next_only_receives)
            at.next = at.out;
        at.own = next_only_receives ? at.out : at.next;
        at.own_stride = next_only_receives ? v[1].to : last ? NULL : v[1].from;
        stet_status status = STET_OK;
        for (int k = 0; k < v->chunks && !status; k++)
            status = run_chunk(plan, i, k, &at);
        if (status) /* a chunk did not start: wait for the others, which use the buffers */
            (void)stet_mpi_alltoall_wait(m);
        else if (!last)
            status =
                m->chunks > 1
                    ? stet_mpi_alltoall_wait(m)
                    : stet_mpi_alltoall_run(m, t->in_recv_buffer[i] ? at.from : at.to, at.next);
        if (status)
            return status;
        at.from = at.here = at.next;
        at.alltoall = t->unpacks[i + 1] ? m : NULL;
    }
    return STET_OK;
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    stet_mpi_schedule_describe(to, &((const nd_messages *)plan->state)->schedule);
}

const stet_mpi_algorithm stet_mpi_nd_messages = {"stages", create, destroy, run, describe};
