/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms of two and more dimensions, in slabs and pencils.
 *
 * The array is in one of three states, between which an exchange lies: Z has all axes whole but the
 * first one (pencils: two), X has axis 0 whole, Y, of pencils alone, axis 1. The stages of the
 * transform, in the order that the bits have, ask for states; what is done in one state is a visit.
 * A visit goes through the array in groups of planes that fit the caches: a group is unpacked into
 * scratch memory, its stages run there, and the last one writes in the order of the next exchange,
 * or into the output. With chunks (CHUNKS: not yet more than one) the planes of a visit are sent in
 * so many parts, each as soon as its groups are done. */
#include <string.h>

#include "base/alloc.h"
#include "base/executor.h"
#include "move.h"
#include "native/native.h"
#include "plan.h"

enum { Z, Y, X };
enum { MOST_VISITS = 12, GROUP_BYTES = 1 << 19 };

typedef struct {
    int state, first, stages;
    int slow; /* the axis of the planes: no stage's */
    const ptrdiff_t *start[2];
    ptrdiff_t *own;                  /* balanced blocks: one allocation of both */
    ptrdiff_t n[2][STET_MPI_AXES];   /* this rank's extents before and after the stages */
    ptrdiff_t from[STET_MPI_AXES];   /* strides of where it reads */
    ptrdiff_t inside[STET_MPI_AXES]; /* of the scratch memory */
    ptrdiff_t group;
    int chunks;
    struct {
        ptrdiff_t planes, to[STET_MPI_AXES]; /* strides of where it writes */
        void *part[2][STET_MPI_MAX_RANK];    /* stages, of a group and of the last, smaller one */
    } chunk[2];                              /* a long one and a short one */
    stet_mpi_move move;                      /* to the next visit */
} visit;

typedef struct {
    MPI_Comm group[2]; /* the ranks that differ in one coordinate of the grid */
    int visits;
    visit visit[MOST_VISITS];
    size_t send, recv, scratch, line; /* bytes: see run() */
    int receives;                     /* buffers for what is received */
    stet_executor executor;
} nd;

static ptrdiff_t smaller(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

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

/* Stage number k of a visit, of `planes` planes of a chunk. */
static stet_status make_part(const stet_mpi_plan *plan, const visit *v, const ptrdiff_t *target,
                             int k, ptrdiff_t planes, void **part)
{
    const stet_mpi_shape *s = &plan->shape;
    const int axis = axis_of_stage(s, v->first + k);
    const ptrdiff_t *from = k == 0 ? v->from : v->inside;
    const ptrdiff_t *to = k == v->stages - 1 ? target : v->inside;
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
        const stet_status status = make_part(plan, v, v->chunk[chunk].to, k, planes, part);
        if (status)
            return status;
        const size_t work = stet_native_engine.workspace(*part);
        t->line = t->line > work ? t->line : work;
    }
    return STET_OK;
}

/* Strides, and how many planes go together. */
static void set_strides(const stet_mpi_plan *plan, nd *t, int index)
{
    const stet_mpi_shape *s = &plan->shape;
    const int axes = s->whole.rank + 1, last = index == t->visits - 1;
    visit *v = &t->visit[index];
    ptrdiff_t least[STET_MPI_AXES];
    for (int i = 0; i < axes; i++)
        least[i] = smaller(v->n[0][i], v->n[1][i]);
    stet_mpi_strides(axes, least, v->slow, v->inside);
    if (index == 0)
        public_strides(plan, STET_MPI_IN, v->from);
    else
        stet_mpi_strides(axes, v->n[0], v->slow, v->from);
    for (int i = 0; i < 2; i++) {
        ptrdiff_t n[STET_MPI_AXES];
        memcpy(n, v->n[1], sizeof n);
        const ptrdiff_t planes = n[v->slow], rest = planes % v->chunks;
        n[v->slow] = planes / v->chunks + (i == 0);
        v->chunk[i].planes = i == 0 && rest == 0 ? 0 : n[v->slow];
        if (last)
            public_strides(plan, STET_MPI_OUT, v->chunk[i].to);
        else
            stet_mpi_strides(axes, n, v->move.a, v->chunk[i].to);
    }

    const size_t before = element_at(plan, v->first) * (size_t)v->from[v->slow];
    size_t plane =
        2 * stet_lines_number_size(stet_native_inside(&s->whole)) * (size_t)v->inside[v->slow];
    if (index > 0 && before > plane)
        plane = before;
    const ptrdiff_t threads = s->whole.threads > 1 ? s->whole.threads : 1;
    v->group = plane ? threads * GROUP_BYTES / (ptrdiff_t)plane : 1;
    v->group = smaller(v->group < 1 ? 1 : v->group, stet_mpi_chunk(v->n[0][v->slow], v->chunks, 1));
    v->group = v->group < 1 ? 1 : v->group;
    if (v->stages > (index == 0) && (size_t)v->group * plane > t->scratch)
        t->scratch = (size_t)v->group * plane;
}

/* ---------------------------------------------------------------- exchanges - */

static int dimension_of_move(const visit *v, const visit *w)
{
    return cut_in(v->state, 0) == cut_in(w->state, 0);
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
                              .axis = v->slow};
    memcpy(v->move.from, v->n[1], sizeof v->move.from);
    memcpy(v->move.to, w->n[0], sizeof v->move.to);
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

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

/* Not more yet, whatever the options say: where a chunk is empty on one of the ranks, Open MPI has
 * reported messages of another length than expected, and one case of random_job() was wrong. */
enum { CHUNKS = 1 };

static stet_status make_visits(stet_mpi_plan *plan, nd *t)
{
    const stet_mpi_shape *s = &plan->shape;
    for (int i = 0; i < t->visits; i++) {
        if (!choose_blocks(s, t, i))
            return STET_E_MEMORY;
        visit *v = &t->visit[i];
        v->slow = v->state == Z ? 0 : v->state == X ? 1 : v[-1].state == Z ? 2 : 0;
        v->chunks = CHUNKS;
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
        const stet_status status = stet_mpi_move_create(&t->visit[i].move, t->visit[i + 1].from);
        if (status)
            return status;
    }
    t->send = round_up(t->send);
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
    plan->work_size = t->scratch + t->line;
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
    char *to, *scratch, *line;
    char *next; /* where chunks of what is written are received */
} places;

/* Planes from `begin` on out of what has come, by all threads: share by share. */
typedef struct {
    const places *at;
    const visit *v;
    ptrdiff_t begin, planes;
    const ptrdiff_t *stride;
    char *to;
    size_t element;
    int shares, axes;
} unpacking;

static void unpack_share(void *data, ptrdiff_t share)
{
    const unpacking *u = (const unpacking *)data;
    const visit *v = u->v;
    const int slow = v->slow;
    const ptrdiff_t first = stet_mpi_chunk(u->planes, u->shares, (int)share);
    const ptrdiff_t last = stet_mpi_chunk(u->planes, u->shares, (int)share + 1);
    char *to = u->to + first * u->stride[slow] * (ptrdiff_t)u->element;
    if (first == last)
        return;
    if (u->at->move) {
        stet_mpi_move_unpack(u->at->move, u->at->from, slow, u->begin + first, u->begin + last,
                             u->stride, to);
        return;
    }
    ptrdiff_t n[STET_MPI_AXES];
    memcpy(n, v->n[0], sizeof n);
    n[slow] = last - first;
    const ptrdiff_t at = (u->begin + first) * v->from[slow] * (ptrdiff_t)u->element;
    stet_mpi_copy(u->axes, n, u->element, v->from, u->at->from + at, u->stride, to);
}

/* Planes begin .. begin + planes - 1 of a visit, out of what has come. */
static void unpack(const stet_mpi_plan *plan, const visit *v, const places *at, ptrdiff_t begin,
                   ptrdiff_t planes, const ptrdiff_t *stride, char *to)
{
    const nd *t = (const nd *)plan->state;
    unpacking u = {at,
                   v,
                   begin,
                   planes,
                   stride,
                   to,
                   element_at(plan, v->first),
                   t->executor.threads > 1 ? t->executor.threads : 1,
                   plan->shape.whole.rank + 1};
    stet_executor_run(&t->executor, u.shares, unpack_share, &u);
}

/* The same through the stages, to where the chunk has them. */
static void run_group(stet_mpi_plan *plan, const visit *v, const ptrdiff_t begin, ptrdiff_t planes,
                      void *const *part, const places *at, char *to)
{
    const char *from = at->from + begin * v->from[v->slow] * (ptrdiff_t)element_at(plan, v->first);
    if (at->move) {
        unpack(plan, v, at, begin, planes, v->from, at->scratch);
        from = at->scratch;
    }
    for (int k = 0; k < v->stages; k++) {
        char *target = k == v->stages - 1 ? to : at->scratch;
        plan->met |= stet_native_part_run(part[k], from, target, at->line);
        from = at->scratch;
    }
}

/* Chunk k: written, and sent if it is not all there is. */
static stet_status run_chunk(stet_mpi_plan *plan, visit *v, int k, const places *at)
{
    const stet_mpi_shape *s = &plan->shape;
    const int which = k >= v->n[0][v->slow] % v->chunks;
    const ptrdiff_t first = stet_mpi_chunk(v->n[0][v->slow], v->chunks, k);
    const ptrdiff_t planes = is_empty(s, v) ? 0 : v->chunk[which].planes;
    const ptrdiff_t *stride = v->chunk[which].to;
    const ptrdiff_t after = (ptrdiff_t)element_at(plan, v->first + v->stages);
    ptrdiff_t plane = 1; /* of what is written */
    for (int i = 0; i <= s->whole.rank; i++)
        plane *= i == v->slow ? 1 : v->n[1][i];
    char *to = at->to + first * plane * after;
    if (v->stages == 0)
        unpack(plan, v, at, first, planes, stride, to);
    for (ptrdiff_t i = 0; v->stages && i < planes; i += v->group) {
        const int is_last = i + v->group > planes;
        run_group(plan, v, first + i, is_last ? planes - i : v->group,
                  v->chunk[which].part[is_last], at, to + i * stride[v->slow] * after);
        if (k > 0)
            stet_mpi_move_on(&v->move);
    }
    return v->chunks > 1 ? stet_mpi_move_start(&v->move, k, at->to, at->next) : STET_OK;
}

static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    nd *t = (nd *)plan->state;
    const size_t buffers =
        plan->exchange == STET_MPI_SHARED ? 0 : t->send + (size_t)t->receives * t->recv;
    places at = {
        .from = (const char *)in, .scratch = work + buffers, .line = work + buffers + t->scratch};
    for (int i = 0; i < t->visits; i++) {
        char *send = send_buffer(plan, i, work);
        const int last = i == t->visits - 1;
        at.to = last ? (char *)out : send;
        at.next = work + t->send + (size_t)(i % t->receives) * t->recv;
        stet_status status = STET_OK;
        for (int k = 0; k < t->visit[i].chunks && !status; k++)
            status = run_chunk(plan, &t->visit[i], k, &at);
        if (!status && !last)
            status = exchange(plan, i, send, at.next);
        if (status)
            return status;
        at.from = at.next;
        at.move = plan->exchange == STET_MPI_ALLTOALLW ? NULL : &t->visit[i].move;
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
