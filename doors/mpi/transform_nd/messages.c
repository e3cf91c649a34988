/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms of two and more dimensions by messages.
 *
 * A group is brought into scratch memory, its stages run there, and it is packed for the next
 * exchange, row by row. (A stage that wrote its lines straight into what is sent, numbers far apart
 * by a power of two, took longer than stage and copy.) What has come is unpacked if it is not one
 * array: MPI or the order of blocks has made it one, but for chunks and short rows. If blocks that
 * come and go are in the same order, and only the copy into the output is left, the stages run
 * where they have received, and that is sent. What stays on its rank goes to where it is to be, as
 * far as nothing else is there yet. The last stage of all writes into the output. With chunks the
 * planes of a visit are sent in so many parts, each as soon as its groups are done. */
#include <string.h>

#include "base/alloc.h"
#include "native/native.h"
#include "layout/size.h"
#include "transform_nd/schedule.h"

/* Rows that are copied together are to have so many bytes. */
enum { LEAST_RUN = 256 };

typedef struct {
    stet_mpi_visits visits;
    MPI_Comm group[2]; /* the ranks that differ in one coordinate of the grid */
    stet_mpi_move move[STET_MPI_MOST_VISITS]; /* from each visit to the next */
    int unpacks[STET_MPI_MOST_VISITS];        /* before a visit */
    int stays[STET_MPI_MOST_VISITS];          /* a visit runs, and sends, where it has received */
    size_t send, recv, scratch;               /* bytes: see run(); scratch twice */
    int receives;                             /* buffers for what is received */
} nd;

/* A group of planes in scratch memory. (Rows that are not a whole number of pages apart there make
 * no difference.) */
static void set_group(nd *t, const stet_mpi_visit *v, int axes, const ptrdiff_t *extents,
                      size_t element, ptrdiff_t *stride)
{
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, extents, (size_t)axes * sizeof *n);
    n[v->slow] = v->group;
    t->scratch = larger_size(t->scratch, element * (size_t)stet_mpi_strides(axes, n, stride));
}

static void set_strides(const stet_mpi_plan *plan, nd *t, int index)
{
    const int axes = plan->shape.whole.rank + 1;
    stet_mpi_visit *v = &t->visits.visit[index];
    const size_t inside = 2 * stet_lines_number_size(stet_native_inside(&plan->shape.whole));
    ptrdiff_t least[STET_MPI_AXES];
    stet_mpi_visit_group(plan, v, least);
    set_group(t, v, axes, least, inside, v->inside);
    if (index == 0)
        stet_mpi_public_strides(plan, STET_MPI_IN, v->from);
    else if (plan->exchange == STET_MPI_ALLTOALLW)
        stet_mpi_strides(axes, v->n[0], v->from);
    else if (t->move[index - 1].joins)
        stet_mpi_move_strides(&t->move[index - 1], v->from);
    else
        set_group(t, v, axes, v->n[0], stet_mpi_element_at(plan, v->first), v->from);
    if (t->stays[index]) {
        memcpy(v->inside, v->from, sizeof v->inside);
        memcpy(v->to, v->from, sizeof v->to);
    } else if (index == t->visits.count - 1 && !stet_mpi_copies_out(plan, &t->visits, v))
        stet_mpi_public_strides(plan, STET_MPI_OUT, v->to);
    else
        set_group(t, v, axes, v->n[1], stet_mpi_element_at(plan, v->first + v->stages), v->to);
}

/* ---------------------------------------------------------------- exchanges - */

static void describe_move(const stet_mpi_plan *plan, nd *t, int index)
{
    const stet_mpi_visit *v = &t->visits.visit[index], *w = v + 1;
    const int d = stet_mpi_dimension_of(v, w), axes = plan->shape.whole.rank + 1;
    const int is_delivery = stet_mpi_is_delivery(&t->visits, w);
    const int in_place = plan->exchange == STET_MPI_ALLTOALLW;
    stet_mpi_move *m = &t->move[index];
    *m = (stet_mpi_move){.comm = t->group[d],
                         .axes = axes,
                         .a = stet_mpi_cut_in(w->state, d),
                         .b = stet_mpi_cut_in(v->state, d),
                         .element = stet_mpi_element_at(plan, w->first),
                         .p = plan->shape.grid[d],
                         .me = stet_mpi_coordinate(plan, d),
                         .cut_a = w->start[d],
                         .cut_b = v->start[d],
                         .way = plan->exchange,
                         .chunks = v->chunks,
                         .axis = v->slow};
    memcpy(m->from, v->n[1], sizeof m->from);
    memcpy(m->to, w->n[0], sizeof m->to);
    size_t run = m->element; /* of all ranks the same */
    for (int i = m->b + 1; i < axes; i++)
        run *= (size_t)(i == m->a ? m->from[i] / m->p : m->to[i]);
    m->joins = !in_place && !is_delivery && m->chunks == 1 && run >= LEAST_RUN;
    /* Later visits still read what has been received before. */
    m->keeps = is_delivery || (index == 0 && m->chunks == 1 && (in_place || m->joins));
    t->unpacks[index + 1] = !in_place && !m->joins;
    /* Axis 0 is the first one of what has come, and of blocks that go: they are in their place. */
    t->stays[index] = index > 0 && is_delivery && m[-1].joins && m[-1].b == 0 && m->a == 0 &&
                      m->element == m[-1].element && memcmp(v->n[0], v->n[1], sizeof v->n[0]) == 0;
    t->send = larger_size(t->send, m->element * (size_t)stet_mpi_elements(&plan->shape, v->n[1]));
    t->recv = larger_size(t->recv, m->element * (size_t)stet_mpi_elements(&plan->shape, w->n[0]));
}

/* ------------------------------------------------------------------ the way - */

static stet_status make_moves(stet_mpi_plan *plan, nd *t)
{
    const int count = t->visits.count, chunks = plan->shape.given.chunks;
    for (int i = 0; i < count - 1; i++) {
        t->visits.visit[i].chunks = chunks < 1 ? 1 : chunks;
        describe_move(plan, t, i);
    }
    for (int i = 0; i < count; i++) {
        set_strides(plan, t, i);
        const stet_status status = stet_mpi_visit_parts(plan, &t->visits, &t->visits.visit[i]);
        if (status)
            return status;
    }
    for (int i = 0; i < count - 1; i++) {
        const stet_mpi_visit *next = &t->visits.visit[i + 1];
        const stet_status status = stet_mpi_move_create(
            &t->move[i], stet_mpi_is_delivery(&t->visits, next) ? next->to : next->from);
        if (status)
            return status;
    }
    /* Nothing is sent from where it is received, not even an empty chunk from behind the others:
     * Open MPI 4.1 takes one address for MPI_IN_PLACE where collectives do not wait (NBC_IN_PLACE),
     * and this rank's tags are then no longer those of the others. */
    t->send = round_up(larger_size(t->send, t->recv) + 1); /* what stays receives there */
    t->recv = round_up(t->recv);
    t->scratch = round_up(t->scratch);
    return STET_OK;
}

static void destroy(stet_mpi_plan *plan)
{
    nd *t = (nd *)plan->state;
    if (!t)
        return;
    for (int i = 0; i < t->visits.count - 1; i++)
        stet_mpi_move_destroy(&t->move[i]);
    stet_mpi_visits_clear(&t->visits);
    for (int d = 0; d < 2; d++)
        if (t->group[d] != MPI_COMM_NULL && t->group[d] != plan->comm)
            MPI_Comm_free(&t->group[d]);
    stet_free(t);
    plan->state = NULL;
}

/* The groups first: that is collective, whatever becomes of the rest. */
static stet_status create(stet_mpi_plan *plan)
{
    const stet_mpi_shape *s = &plan->shape;
    nd *t = (nd *)stet_alloc(sizeof *t);
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
    stet_status status = stet_mpi_visits_make(plan, &t->visits);
    if (!status)
        status = make_moves(plan, t);
    /* While chunks arrive, what the exchange before has brought is still read. */
    t->receives = t->visits.count > 2 && t->visits.visit[1].chunks > 1 ? 2 : 1;
    plan->work_size = 2 * t->scratch + t->visits.line + t->send + (size_t)t->receives * t->recv;
    return status;
}

typedef struct {
    const stet_mpi_move *move; /* that has brought it, to be unpacked; or NULL */
    const char *from;
    char *here;     /* the same, if it has been received */
    char *to, *out; /* what is sent, and the output */
    char *scratch, *line;
    char *next; /* where what is written is received */
    char *own;  /* where what stays on this rank goes, an array of those strides */
    const ptrdiff_t *own_stride;
} places;

/* A range of planes, by all threads: share by share. */
typedef struct {
    const places *at;
    const stet_mpi_visit *v;
    const stet_mpi_move *move;
    int axes, shares;
    size_t element;
    ptrdiff_t begin, planes; /* unpacking: of the visit; packing: of chunk number `chunk` */
    int chunk;
    const ptrdiff_t *stride; /* of the array that is not the exchange's */
    const char *from;
    char *to;
} copying;

static void copy_planes(const nd *t, copying *c, stet_task *task)
{
    c->shares = t->visits.executor.threads > 1 ? t->visits.executor.threads : 1;
    stet_executor_run(&t->visits.executor, c->shares, task, c);
}

static void unpack_share(void *data, ptrdiff_t share)
{
    const copying *c = (const copying *)data;
    const int slow = c->v->slow;
    const ptrdiff_t first = stet_mpi_chunk(c->planes, c->shares, (int)share);
    const ptrdiff_t last = stet_mpi_chunk(c->planes, c->shares, (int)share + 1);
    if (first < last)
        stet_mpi_move_unpack(c->move, c->from, slow, c->begin + first, c->begin + last, c->stride,
                             c->to + first * c->stride[slow] * (ptrdiff_t)c->element);
}

/* What stays on this rank, to where it is to be. */
static void keep(const copying *c, ptrdiff_t first, ptrdiff_t count, const char *from)
{
    const stet_mpi_visit *v = c->v;
    const stet_mpi_move *m = c->move;
    const ptrdiff_t *to = c->at->own_stride, size = (ptrdiff_t)c->element;
    const ptrdiff_t begin = stet_mpi_chunk(v->n[1][v->slow], v->chunks, c->chunk) + first;
    const ptrdiff_t at = m->cut_b[m->me] * to[m->b] + begin * to[v->slow];
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, v->n[1], sizeof n);
    n[m->a] = m->cut_a[m->me + 1] - m->cut_a[m->me];
    n[v->slow] = count;
    if (n[m->a] > 0)
        stet_mpi_copy(c->axes, n, c->element, c->stride,
                      from + m->cut_a[m->me] * c->stride[m->a] * size, to, c->at->own + at * size);
}

static void pack_share(void *data, ptrdiff_t share)
{
    const copying *c = (const copying *)data;
    const ptrdiff_t first = stet_mpi_chunk(c->planes, c->shares, (int)share);
    const ptrdiff_t count = stet_mpi_chunk(c->planes, c->shares, (int)share + 1) - first;
    const char *from = c->from + first * c->stride[c->v->slow] * (ptrdiff_t)c->element;
    if (count == 0)
        return;
    if (c->to)
        stet_mpi_move_pack(c->move, c->chunk, c->begin + first, count, c->stride, from, c->to);
    if (c->move->keeps)
        keep(c, c->begin + first, count, from);
}

static void copy_out(const stet_mpi_plan *plan, const stet_mpi_visit *v, ptrdiff_t begin,
                     ptrdiff_t planes, const char *from, char *out)
{
    const nd *t = (const nd *)plan->state;
    const size_t element = plan->box[STET_MPI_OUT].element;
    ptrdiff_t stride[STET_MPI_AXES];
    stet_mpi_public_strides(plan, STET_MPI_OUT, stride);
    stet_mpi_copying c = {.axes = plan->shape.whole.rank + 1,
                          .slow = v->slow,
                          .element = element,
                          .from_stride = v->to,
                          .to_stride = stride,
                          .from = from,
                          .to = out + begin * stride[v->slow] * (ptrdiff_t)element};
    memcpy(c.n, v->n[1], sizeof c.n);
    c.n[v->slow] = planes;
    stet_mpi_copy_planes(&t->visits, &c);
}

/* A group, through the stages. One that changes the size of numbers or the length of rows goes from
 * one half of the scratch memory to the other. */
static void run_group(stet_mpi_plan *plan, int index, const stet_mpi_group *g, const places *at)
{
    const nd *t = (const nd *)plan->state;
    const stet_mpi_visit *v = &t->visits.visit[index];
    const int axes = plan->shape.whole.rank + 1, last = index == t->visits.count - 1;
    const int copies = stet_mpi_copies_out(plan, &t->visits, v), stays = t->stays[index];
    const ptrdiff_t begin = g->first + g->begin;
    size_t element = stet_mpi_element_at(plan, v->first);
    const ptrdiff_t *stride = v->from;
    const char *from = at->from + begin * stride[v->slow] * (ptrdiff_t)element;
    char *const half[2] = {at->scratch, at->scratch + t->scratch};
    int here = -1; /* the half that has it */
    copying c = {at, v, at->move, axes, 1, element, begin, g->planes, 0, stride, at->from, half[0]};
    if (at->move) {
        copy_planes(t, &c, unpack_share);
        from = half[here = 0];
    }
    for (int k = 0; k < v->stages; k++) {
        const size_t next = stet_mpi_element_at(plan, v->first + k + 1);
        const ptrdiff_t *after = k == v->stages - 1 ? v->to : v->inside;
        const int same = next == element && memcmp(stride, after, sizeof v->to) == 0;
        here = here < 0 ? 0 : same ? here : !here;
        char *to = stays ? at->here + (from - at->from) : half[here];
        if (last && !copies && k == v->stages - 1)
            to = at->out + begin * v->to[v->slow] * (ptrdiff_t)next;
        plan->met |= stet_native_part_run(g->part[k], from, to, at->line);
        from = to;
        element = next;
        stride = after;
    }
    if (copies)
        copy_out(plan, v, begin, g->planes, from, at->out);
    if (!last) {
        char *const to = stays ? NULL : at->to;
        c = (copying){at,       v,         &t->move[index], axes,   1,    element,
                      g->begin, g->planes, g->chunk,        stride, from, to};
        copy_planes(t, &c, pack_share);
    }
}

/* Chunk k: written, and sent if it is not all there is. */
static stet_status run_chunk(stet_mpi_plan *plan, int index, int k, const places *at)
{
    nd *t = (nd *)plan->state;
    const stet_mpi_visit *v = &t->visits.visit[index];
    stet_mpi_group g = {0};
    while (stet_mpi_next_group(&plan->shape, v, k, &g)) {
        run_group(plan, index, &g, at);
        if (k > 0)
            stet_mpi_move_on(&t->move[index]);
    }
    return v->chunks > 1 ? stet_mpi_move_start(&t->move[index], k, at->to, at->next) : STET_OK;
}

/* The last visit, if nothing is left to do but to unpack. ALLTOALLW has received into the output.
 */
static void deliver(const stet_mpi_plan *plan, const stet_mpi_visit *v, const places *at)
{
    const nd *t = (const nd *)plan->state;
    copying c = {.at = at,
                 .v = v,
                 .move = at->move,
                 .element = stet_mpi_element_at(plan, v->first),
                 .planes = v->n[0][v->slow],
                 .stride = v->to,
                 .from = at->from,
                 .to = at->out};
    if (at->move && !stet_mpi_is_empty(&plan->shape, v))
        copy_planes(t, &c, unpack_share);
}

static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    nd *t = (nd *)plan->state;
    const int in_place = plan->exchange == STET_MPI_ALLTOALLW; /* it comes where it is to be */
    const size_t buffers = t->send + (size_t)t->receives * t->recv;
    places at = {.from = (const char *)in,
                 .to = work,
                 .out = (char *)out,
                 .scratch = work + buffers,
                 .line = work + buffers + 2 * t->scratch};
    for (int i = 0; i < t->visits.count; i++) {
        const stet_mpi_visit *v = &t->visits.visit[i];
        stet_mpi_move *m = &t->move[i];
        if (stet_mpi_is_delivery(&t->visits, v)) {
            deliver(plan, v, &at);
            break;
        }
        const int last = i == t->visits.count - 1;
        at.next = work + t->send + (size_t)(i % t->receives) * t->recv;
        if (t->stays[i]) /* and receives where it has sent from before */
            at.next = at.to;
        const int delivers = !last && stet_mpi_is_delivery(&t->visits, v + 1);
        if (in_place && delivers)
            at.next = at.out;
        at.own = delivers ? at.out : at.next;
        at.own_stride = delivers ? v[1].to : last ? NULL : v[1].from;
        stet_status status = STET_OK;
        for (int k = 0; k < v->chunks && !status; k++)
            status = run_chunk(plan, i, k, &at);
        if (status) /* of a chunk that could not start: the others still use the buffers */
            (void)stet_mpi_move_end(m);
        else if (!last)
            status = m->chunks > 1 ? stet_mpi_move_end(m)
                                   : stet_mpi_move_run(m, t->stays[i] ? at.from : at.to, at.next);
        if (status)
            return status;
        at.from = at.here = at.next;
        at.move = t->unpacks[i + 1] ? m : NULL;
    }
    return STET_OK;
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    stet_mpi_visits_describe(to, &((const nd *)plan->state)->visits);
}

const stet_mpi_way stet_mpi_nd = {"stages", create, destroy, run, describe};
