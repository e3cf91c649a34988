/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms of two and more dimensions, in slabs and pencils.
 *
 * The array is in one of three states, between which an exchange lies: Z has all axes whole but the
 * first one (pencils: two), X has axis 0 whole, Y, of pencils alone, axis 1. The stages of the
 * transform, in the order that the bits have, ask for states; what is done in one state is a visit.
 * A visit goes through the array in groups of planes that fit the caches: a group is unpacked into
 * scratch memory, its stages run there, and it is packed for the next exchange, row by row. (A
 * stage that wrote its lines straight into what is sent, numbers far apart by a power of two, took
 * longer than stage and copy.) The last stage of all writes into the output. With chunks the planes
 * of a visit are sent in so many parts, each as soon as its groups are done. */
#include <string.h>

#include "base/alloc.h"
#include "base/executor.h"
#include "move.h"
#include "native/native.h"
#include "plan.h"

enum { Z, Y, X };
enum { MOST_VISITS = 12, GROUP_BYTES = 1 << 18 };

typedef struct {
    int state, first, stages;
    int slow; /* the axis of the planes: no stage's */
    const ptrdiff_t *start[2];
    ptrdiff_t *own;                  /* balanced blocks: one allocation of both */
    ptrdiff_t n[2][STET_MPI_AXES];   /* this rank's extents before and after the stages */
    ptrdiff_t from[STET_MPI_AXES];   /* strides of where the first stage reads, */
    ptrdiff_t inside[STET_MPI_AXES]; /* of what is between stages, */
    ptrdiff_t to[STET_MPI_AXES];     /* and of where the last one writes */
    ptrdiff_t group;
    int chunks;
    struct {
        ptrdiff_t planes;
        void *part[2][STET_MPI_MAX_RANK]; /* stages, of a group and of the last, smaller one */
    } chunk[2];                           /* a long one and a short one */
    stet_mpi_move move;                   /* to the next visit */
} visit;

typedef struct {
    MPI_Comm group[2]; /* the ranks that differ in one coordinate of the grid */
    int visits;
    visit visit[MOST_VISITS];
    size_t send, recv, scratch, line; /* bytes: see run(); scratch twice */
    int receives;                     /* buffers for what is received */
    stet_executor executor;
} nd;

static ptrdiff_t smaller(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }
static ptrdiff_t larger_of(ptrdiff_t a, ptrdiff_t b) { return a > b ? a : b; }
static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

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

/* The axis that a state has cut over a dimension of the grid. */
static int cut_in(int state, int d) { return d == 0 ? state == X : state == Z ? 1 : 2; }

static visit *add_visit(nd *t, int state, int stage)
{
    visit *v = &t->visit[t->visits++];
    v->state = state;
    v->first = stage;
    return v;
}

static visit *go_to(const stet_mpi_shape *s, nd *t, visit *v, int state, int stage)
{
    const int step = s->grid_rank == 1 ? 2 : 1;
    while (v->state != state)
        v = add_visit(t, v->state + (state > v->state ? step : -step), stage);
    return v;
}

static void list_visits(const stet_mpi_shape *s, nd *t)
{
    visit *v = add_visit(t, state_of(s->layout[0]), 0);
    for (int i = 0; i < s->whole.rank; i++) {
        const int state = state_for(s, axis_of_stage(s, i));
        if (state >= 0)
            v = go_to(s, t, v, state, i);
        v->stages++;
    }
    go_to(s, t, v, state_of(s->layout[1]), s->whole.rank);
}

/* The length of an axis before stage `stage`. */
static ptrdiff_t length_at(const stet_mpi_shape *s, int axis, int stage)
{
    const stet_kind kind = s->whole.kind;
    const int is_half = kind == STET_R2C ? stage > 0 : kind == STET_C2R && stage < s->whole.rank;
    const ptrdiff_t n = s->dims[axis].n;
    return is_half && axis == s->whole.rank - 1 ? n / 2 + 1 : n;
}

static size_t element_at(const stet_mpi_plan *plan, int stage)
{
    const stet_mpi_shape *s = &plan->shape;
    if (stage == 0 || stage == s->whole.rank)
        return plan->box[stage > 0].element;
    return 2 * stet_lines_number_size(stet_native_inside(&s->whole));
}

/* Blocks: those of the layouts as far as the axis that they cut stays cut, balanced ones between.
 */
static int choose_blocks(const stet_mpi_shape *s, nd *t, int index)
{
    visit *v = &t->visit[index];
    const size_t room = (size_t)s->grid[0] + 1 + (size_t)s->grid[1] + 1;
    v->own = (ptrdiff_t *)stet_alloc_array(room, sizeof(ptrdiff_t));
    if (!v->own)
        return 0;
    for (int d = 0; d < 2; d++) {
        int first = index, last = index;
        const int axis = cut_in(v->state, d);
        while (first > 0 && cut_in(t->visit[first - 1].state, d) == axis)
            first--;
        while (last < t->visits - 1 && cut_in(t->visit[last + 1].state, d) == axis)
            last++;
        ptrdiff_t *balanced = v->own + (d == 0 ? 0 : s->grid[0] + 1);
        if (d < s->grid_rank)
            stet_mpi_balance(length_at(s, axis, v->first), s->grid[d], balanced);
        v->start[d] = first == 0              ? s->start[0][d]
                      : last == t->visits - 1 ? s->start[1][d]
                                              : balanced;
    }
    return 1;
}

static void set_extents(const stet_mpi_plan *plan, visit *v)
{
    const stet_mpi_shape *s = &plan->shape;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < s->whole.rank; i++)
            v->n[side][i] = length_at(s, i, v->first + (side ? v->stages : 0));
        v->n[side][s->whole.rank] = s->given.howmany;
        for (int d = 0; d < s->grid_rank; d++) {
            const int at = d == 0 ? plan->rank / s->grid[1] : plan->rank % s->grid[1];
            v->n[side][cut_in(v->state, d)] = v->start[d][at + 1] - v->start[d][at];
        }
    }
}

static ptrdiff_t elements(const stet_mpi_shape *s, const ptrdiff_t *n)
{
    ptrdiff_t count = 1;
    for (int i = 0; i <= s->whole.rank; i++)
        count *= n[i];
    return count;
}

static void public_strides(const stet_mpi_plan *plan, stet_mpi_side side, ptrdiff_t *stride)
{
    const int r = plan->shape.whole.rank;
    for (int i = 0; i < r; i++)
        stride[i] = plan->box[side].axis[i].stride;
    stride[r] = 1;
}

/* ------------------------------------------------------------------- stages - */

/* Strides of the array before stage number k of a visit. */
static const ptrdiff_t *strides_at(const visit *v, int k)
{
    return k == 0 ? v->from : k == v->stages ? v->to : v->inside;
}

/* Stage number k of a visit, of `planes` planes. */
static stet_status make_part(const stet_mpi_plan *plan, const visit *v, int k, ptrdiff_t planes,
                             void **part)
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

static int is_empty(const stet_mpi_shape *s, const visit *v) { return elements(s, v->n[0]) == 0; }

static stet_status make_parts(const stet_mpi_plan *plan, nd *t, visit *v)
{
    for (int i = 0; i < 4 * v->stages; i++) {
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

/* A group of planes in scratch memory. (Rows that are not a whole number of pages apart there make
 * no difference.) */
static void set_group(nd *t, const visit *v, int axes, const ptrdiff_t *extents, size_t element,
                      ptrdiff_t *stride)
{
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, extents, (size_t)axes * sizeof *n);
    n[v->slow] = v->group;
    t->scratch = larger(t->scratch, element * (size_t)stet_mpi_strides(axes, n, stride));
}

/* How many planes go together, and strides. */
static void set_strides(const stet_mpi_plan *plan, nd *t, int index)
{
    const stet_mpi_shape *s = &plan->shape;
    const int axes = s->whole.rank + 1;
    visit *v = &t->visit[index];
    const size_t inside = 2 * stet_lines_number_size(stet_native_inside(&s->whole));
    const ptrdiff_t threads = s->whole.threads > 1 ? s->whole.threads : 1;
    const ptrdiff_t all = v->n[0][v->slow];
    ptrdiff_t least[STET_MPI_AXES];
    for (int i = 0; i < 2; i++)
        v->chunk[i].planes = i == 0 && all % v->chunks == 0 ? 0 : all / v->chunks + (i == 0);
    for (int i = 0; i < axes; i++)
        least[i] = smaller(v->n[0][i], v->n[1][i]);
    least[v->slow] = 1;
    const ptrdiff_t plane = (ptrdiff_t)inside * elements(s, least);
    v->group = plane ? threads * GROUP_BYTES / plane : 1;
    v->group = larger_of(1, smaller(v->group, stet_mpi_chunk(all, v->chunks, 1)));
    set_group(t, v, axes, least, inside, v->inside);
    if (index == 0)
        public_strides(plan, STET_MPI_IN, v->from);
    else if (plan->exchange == STET_MPI_ALLTOALLW)
        stet_mpi_strides(axes, v->n[0], v->from);
    else
        set_group(t, v, axes, v->n[0], element_at(plan, v->first), v->from);
    if (index == t->visits - 1)
        public_strides(plan, STET_MPI_OUT, v->to);
    else
        set_group(t, v, axes, v->n[1], element_at(plan, v->first + v->stages), v->to);
}

/* ---------------------------------------------------------------- exchanges - */

static int dimension_of_move(const visit *v, const visit *w)
{
    return cut_in(v->state, 0) == cut_in(w->state, 0);
}

/* Whether a visit is but the copy of what has come into the output. */
static int is_delivery(const nd *t, const visit *v)
{
    return v == &t->visit[t->visits - 1] && v->stages == 0;
}

static void describe_move(const stet_mpi_plan *plan, const nd *t, visit *v, const visit *w)
{
    const int d = dimension_of_move(v, w);
    v->move = (stet_mpi_move){.comm = t->group[d],
                              .axes = plan->shape.whole.rank + 1,
                              .a = cut_in(w->state, d),
                              .b = cut_in(v->state, d),
                              .element = element_at(plan, w->first),
                              .p = plan->shape.grid[d],
                              .me = d == 0 ? plan->rank / plan->shape.grid[1]
                                           : plan->rank % plan->shape.grid[1],
                              .cut_a = w->start[d],
                              .cut_b = v->start[d],
                              .way = plan->exchange,
                              .chunks = v->chunks,
                              .axis = v->slow,
                              .keeps = is_delivery(t, w)};
    memcpy(v->move.from, v->n[1], sizeof v->move.from);
    memcpy(v->move.to, w->n[0], sizeof v->move.to);
}

static void add_bytes(stet_mpi_plan *plan, nd *t, const visit *v, const visit *w)
{
    const stet_mpi_move *m = &v->move;
    const size_t send = m->element * (size_t)elements(&plan->shape, v->n[1]);
    const ptrdiff_t whole = m->from[m->a], own = m->cut_a[m->me + 1] - m->cut_a[m->me];
    t->send = larger(t->send, send);
    t->recv = larger(t->recv, m->element * (size_t)elements(&plan->shape, w->n[0]));
    plan->exchanges++;
    plan->bytes += whole ? (int64_t)send / whole * (whole - own) : 0;
}

/* ------------------------------------------------------------------ the way - */

static size_t round_up(size_t size) { return (size + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN; }

/* Shared memory has no messages. */
static int chunks_of(const stet_mpi_plan *plan, const nd *t, int index)
{
    const int given = plan->shape.given.chunks;
    return plan->exchange == STET_MPI_SHARED || index == t->visits - 1 || given < 1 ? 1 : given;
}

static stet_status make_visits(stet_mpi_plan *plan, nd *t)
{
    const stet_mpi_shape *s = &plan->shape;
    for (int i = 0; i < t->visits; i++) {
        if (!choose_blocks(s, t, i))
            return STET_E_MEMORY;
        visit *v = &t->visit[i];
        v->slow = v->state == X;
        v->chunks = chunks_of(plan, t, i);
        set_extents(plan, v);
    }
    for (int i = 0; i < t->visits; i++) {
        visit *v = &t->visit[i];
        if (i < t->visits - 1) {
            describe_move(plan, t, v, v + 1);
            add_bytes(plan, t, v, v + 1);
        }
        set_strides(plan, t, i);
        const stet_status status = is_empty(s, v) ? STET_OK : make_parts(plan, t, v);
        if (status)
            return status;
    }
    for (int i = 0; i < t->visits - 1; i++) {
        const visit *next = &t->visit[i + 1];
        const stet_status status =
            stet_mpi_move_create(&t->visit[i].move, is_delivery(t, next) ? next->to : next->from);
        if (status)
            return status;
    }
    /* Nothing is sent from where it is received, not even an empty chunk from behind the others:
     * Open MPI 4.1 takes one address for MPI_IN_PLACE where collectives do not wait (NBC_IN_PLACE),
     * and this rank's tags are then no longer those of the others. */
    t->send = round_up(t->send + 1);
    t->recv = round_up(t->recv);
    t->scratch = round_up(t->scratch);
    return STET_OK;
}

static void destroy(stet_mpi_plan *plan)
{
    nd *t = (nd *)plan->state;
    if (!t)
        return;
    for (int i = 0; i < t->visits; i++) {
        visit *v = &t->visit[i];
        for (int part = 0; part < 4; part++)
            for (int k = 0; k < v->stages; k++)
                stet_native_engine.destroy(v->chunk[part & 1].part[part >> 1][k]);
        stet_mpi_move_destroy(&v->move);
        stet_free(v->own);
    }
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
    list_visits(s, t);
    t->executor = stet_executor_of(s->whole.threads, NULL, NULL);
    const stet_status status = make_visits(plan, t);
    /* While chunks arrive, what the exchange before has brought is still read. */
    t->receives = t->visits > 2 && t->visit[1].chunks > 1 ? 2 : 1;
    plan->work_size = 2 * t->scratch + t->line;
    if (plan->exchange == STET_MPI_SHARED)
        plan->shared_size = 2 * t->send;
    else
        plan->work_size += t->send + (size_t)t->receives * t->recv;
    return status;
}

/* Where exchange number i sends from. Shared memory: by turns, for others still read from the last
 * one when the next is being written. */
static char *send_buffer(const stet_mpi_plan *plan, int i, char *work)
{
    return plan->exchange == STET_MPI_SHARED ? plan->shared + (i % 2 ? plan->shared_size / 2 : 0)
                                             : work;
}

static stet_status exchange(stet_mpi_plan *plan, int i, char *send, char *recv)
{
    nd *t = (nd *)plan->state;
    stet_mpi_move *m = &t->visit[i].move;
    if (m->chunks > 1)
        return stet_mpi_move_end(m);
    if (plan->exchange != STET_MPI_SHARED)
        return stet_mpi_move_run(m, send, recv);
    const stet_status status = stet_mpi_meet(plan);
    const int d = dimension_of_move(&t->visit[i], &t->visit[i + 1]), p1 = plan->shape.grid[1];
    for (int q = 0; q < m->p && !status; q++) {
        const int rank = d == 0 ? q * p1 + plan->rank % p1 : plan->rank / p1 * p1 + q;
        m->peer[q] = stet_mpi_shared_of(plan, rank) + (i % 2 ? plan->shared_size / 2 : 0);
    }
    return status;
}

typedef struct {
    const stet_mpi_move *move; /* that has brought it; NULL: the input, or already in order */
    const char *from;
    char *to, *out; /* what is sent, and the output */
    char *scratch, *line;
    char *next; /* where chunks of what is written are received */
} places;

/* A range of planes, by all threads: share by share. */
typedef struct {
    const places *at;
    const visit *v;
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
    c->shares = t->executor.threads > 1 ? t->executor.threads : 1;
    stet_executor_run(&t->executor, c->shares, task, c);
}

static void unpack_share(void *data, ptrdiff_t share)
{
    const copying *c = (const copying *)data;
    const int slow = c->v->slow;
    const ptrdiff_t first = stet_mpi_chunk(c->planes, c->shares, (int)share);
    const ptrdiff_t last = stet_mpi_chunk(c->planes, c->shares, (int)share + 1);
    if (first < last)
        stet_mpi_move_unpack(c->at->move, c->from, slow, c->begin + first, c->begin + last,
                             c->stride, c->to + first * c->stride[slow] * (ptrdiff_t)c->element);
}

/* What stays on this rank, straight into the output. */
static void keep(const copying *c, ptrdiff_t first, ptrdiff_t count, const char *from)
{
    const visit *v = c->v;
    const stet_mpi_move *m = &v->move;
    const ptrdiff_t *to = v[1].to, size = (ptrdiff_t)c->element;
    const ptrdiff_t begin = stet_mpi_chunk(v->n[1][v->slow], v->chunks, c->chunk) + first;
    const ptrdiff_t at = m->cut_b[m->me] * to[m->b] + begin * to[v->slow];
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, v->n[1], sizeof n);
    n[m->a] = m->cut_a[m->me + 1] - m->cut_a[m->me];
    n[v->slow] = count;
    stet_mpi_copy(c->axes, n, c->element, c->stride,
                  from + m->cut_a[m->me] * c->stride[m->a] * size, to, c->at->out + at * size);
}

static void pack_share(void *data, ptrdiff_t share)
{
    const copying *c = (const copying *)data;
    const stet_mpi_move *m = &c->v->move;
    const ptrdiff_t first = stet_mpi_chunk(c->planes, c->shares, (int)share);
    const ptrdiff_t count = stet_mpi_chunk(c->planes, c->shares, (int)share + 1) - first;
    const char *from = c->from + first * c->stride[c->v->slow] * (ptrdiff_t)c->element;
    if (count == 0)
        return;
    stet_mpi_move_pack(m, c->chunk, c->begin + first, count, c->stride, from, c->to);
    if (m->keeps)
        keep(c, c->begin + first, count, from);
}

/* A group: planes `begin` .. begin + planes - 1 of a chunk that begins with plane `first`.
 * Unpacked, through the stages, and packed. A stage that changes the size of numbers or the length
 * of rows goes from one half of the scratch memory to the other. */
static void run_group(stet_mpi_plan *plan, const visit *v, int chunk, ptrdiff_t first,
                      ptrdiff_t begin, ptrdiff_t planes, void *const *part, const places *at)
{
    const nd *t = (const nd *)plan->state;
    const int axes = plan->shape.whole.rank + 1, last = v == &t->visit[t->visits - 1];
    size_t element = element_at(plan, v->first);
    const ptrdiff_t *stride = v->from;
    const char *from = at->from + (first + begin) * stride[v->slow] * (ptrdiff_t)element;
    char *const half[2] = {at->scratch, at->scratch + t->scratch};
    int here = -1; /* the half that has it */
    if (at->move) {
        copying c = {at, v, axes, 1, element, first + begin, planes, 0, stride, at->from, half[0]};
        copy_planes(t, &c, unpack_share);
        from = half[here = 0];
    }
    for (int k = 0; k < v->stages; k++) {
        const size_t next = element_at(plan, v->first + k + 1);
        const ptrdiff_t *after = strides_at(v, k + 1);
        const int same = next == element && memcmp(stride, after, sizeof v->to) == 0;
        here = here < 0 ? 0 : same ? here : !here;
        char *to = half[here];
        if (last && k == v->stages - 1)
            to = at->out + (first + begin) * v->to[v->slow] * (ptrdiff_t)next;
        plan->met |= stet_native_part_run(part[k], from, to, at->line);
        from = to;
        element = next;
        stride = after;
    }
    copying c = {at, v, axes, 1, element, begin, planes, chunk, stride, from, at->to};
    if (!last)
        copy_planes(t, &c, pack_share);
}

/* Chunk k: written, and sent if it is not all there is. */
static stet_status run_chunk(stet_mpi_plan *plan, visit *v, int k, const places *at)
{
    const ptrdiff_t all = v->n[0][v->slow], first = stet_mpi_chunk(all, v->chunks, k);
    const int which = k >= all % v->chunks;
    const ptrdiff_t planes = is_empty(&plan->shape, v) ? 0 : v->chunk[which].planes;
    for (ptrdiff_t i = 0; i < planes; i += v->group) {
        const int is_last = i + v->group > planes;
        run_group(plan, v, k, first, i, is_last ? planes - i : v->group,
                  v->chunk[which].part[is_last], at);
        if (k > 0)
            stet_mpi_move_on(&v->move);
    }
    return v->chunks > 1 ? stet_mpi_move_start(&v->move, k, at->to, at->next) : STET_OK;
}

/* The last visit, if nothing is left to do but to unpack. ALLTOALLW has received into the output.
 */
static void deliver(stet_mpi_plan *plan, const visit *v, const places *at)
{
    const nd *t = (const nd *)plan->state;
    copying c = {.at = at,
                 .v = v,
                 .element = element_at(plan, v->first),
                 .planes = v->n[0][v->slow],
                 .stride = v->to,
                 .from = at->from,
                 .to = at->out};
    if (at->move && !is_empty(&plan->shape, v))
        copy_planes(t, &c, unpack_share);
}

static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    nd *t = (nd *)plan->state;
    const int in_place = plan->exchange == STET_MPI_ALLTOALLW; /* it comes where it is to be */
    const size_t buffers =
        plan->exchange == STET_MPI_SHARED ? 0 : t->send + (size_t)t->receives * t->recv;
    places at = {.from = (const char *)in,
                 .out = (char *)out,
                 .scratch = work + buffers,
                 .line = work + buffers + 2 * t->scratch};
    for (int i = 0; i < t->visits; i++) {
        visit *v = &t->visit[i];
        if (is_delivery(t, v)) {
            deliver(plan, v, &at);
            break;
        }
        const int last = i == t->visits - 1;
        at.to = send_buffer(plan, i, work);
        at.next = work + t->send + (size_t)(i % t->receives) * t->recv;
        if (in_place && !last && is_delivery(t, v + 1))
            at.next = at.out;
        stet_status status = STET_OK;
        for (int k = 0; k < v->chunks && !status; k++)
            status = run_chunk(plan, v, k, &at);
        if (!status && !last)
            status = exchange(plan, i, at.to, at.next);
        else if (status) /* of a chunk that could not start: the others still use the buffers */
            (void)stet_mpi_move_end(&v->move);
        if (status)
            return status;
        at.from = at.next;
        at.move = in_place ? NULL : &v->move;
    }
    return STET_OK;
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    static const char *const states[] = {"Z", "Y", "X"};
    const nd *t = (const nd *)plan->state;
    stet_put(to, "visits: ");
    for (int i = 0; i < t->visits; i++)
        stet_put(to, "%s%s (%d)", i ? ", " : "", states[t->visit[i].state], t->visit[i].stages);
    stet_put(to, "\n");
}

const stet_mpi_way stet_mpi_nd = {"stages", create, destroy, run, describe};
