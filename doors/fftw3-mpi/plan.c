/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"

enum { MOST_STEPS = 8 };

/* One step of a plan. The array between two steps belongs to the plan. */
typedef struct step {
    stet_mpi_plan *engine; /* a transform over ranks, or */
    plan *lines;           /* lines of this rank, or */
    exchange *exchange;    /* a transposition */
} step;

typedef struct mpi_plan {
    plan serial; /* must be first: the part that libfftw3 knows */
    MPI_Comm comm;
    step steps[MOST_STEPS];
    int count;
    real *middle; /* the array between the steps; NULL if there is one step */
} mpi_plan;

/* ---------------------------------------------------------------- running -- */

/* Ends the program, as FFTW does: an execution cannot report an error in FFTW's interface, and
 * numbers that were not computed must not be taken for results. */
static _Noreturn void give_up(const mpi_plan *p, const char *why)
{
    fprintf(stderr, "stet (FFTW interface, MPI): the execution of a plan failed: %s\n", why);
    MPI_Abort(p->comm, 1);
    abort();
}

static void run_step(const mpi_plan *p, const step *s, real *in, real *out)
{
    if (s->lines) {
        X(execute_r2r)(s->lines, in, out);
    } else if (s->exchange) {
        if (!stet_fftw_mpi_exchange_run(s->exchange, in, out))
            give_up(p, stet_strerror(STET_E_MPI));
    } else {
        const stet_status status = stet_mpi_execute(s->engine, in, out);
        if (status != STET_OK)
            give_up(p, stet_strerror(status));
    }
}

static void run(const plan *serial, const arrays *at)
{
    const mpi_plan *p = (const mpi_plan *)serial;
    real *in; /* written only if it is the output too */
    memcpy((void *)&in, (const void *)&at->in, sizeof in);
    for (int i = 0; i < p->count; i++) {
        real *out = i == p->count - 1 ? at->out : p->middle;
        run_step(p, &p->steps[i], in, out);
        in = out;
    }
}

/* ---------------------------------------------------------------- ending -- */

static void end(plan *serial)
{
    mpi_plan *p = (mpi_plan *)serial;
    int is_over = 0; /* after MPI_Finalize nothing of MPI can be freed */
    MPI_Finalized(&is_over);
    for (int i = 0; i < p->count; i++) {
        step *s = &p->steps[i];
        if (s->engine && !is_over)
            stet_mpi_plan_destroy(s->engine);
        if (s->exchange && !is_over)
            stet_fftw_mpi_exchange_end(s->exchange);
        free(s->exchange);
        X(destroy_plan)(s->lines);
    }
    if (p->comm != MPI_COMM_NULL && !is_over)
        MPI_Comm_free(&p->comm);
    free(p->middle);
    free(p->serial.problem.dims);
    free(p);
}

/* --------------------------------------------------------------- planning -- */

typedef struct maker {
    mpi_plan *plan;
    const mpi_problem *asked;
    int ranks, rank;
    int is_transposition; /* plain transposition: transposed sides are layouts in memory */
    int in_transposed, out_transposed;
    cut in, out;      /* the axis that is cut on that side */
    ptrdiff_t others; /* elements of all axes after 0 and 1, times howmany */
} maker;

/* Returns the worst status of all ranks, so that an error of one rank is known to all. */
static stet_status agree(const maker *m, stet_status mine)
{
    int worst = mine;
    if (MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_INT, MPI_MIN, m->plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    return (stet_status)worst;
}

static step *next_step(maker *m) { return &m->plan->steps[m->plan->count++]; }

static stet_status add_exchange(maker *m, cut rows, cut columns, ptrdiff_t v, int in_transposed,
                                int out_transposed)
{
    step *s = next_step(m);
    stet_status status = STET_E_MEMORY;
    s->exchange = malloc(sizeof *s->exchange);
    if (s->exchange)
        status = stet_fftw_mpi_exchange_begin(s->exchange, m->plan->comm, rows, columns, v);
    if (status == STET_OK) {
        s->exchange->in_transposed = in_transposed;
        s->exchange->out_transposed = out_transposed;
    }
    return agree(m, status);
}

/* Allocates the array between two steps. */
static stet_status take_middle(maker *m, ptrdiff_t reals)
{
    m->plan->middle = malloc((size_t)reals * sizeof(real) + 1);
    return agree(m, m->plan->middle ? STET_OK : STET_E_MEMORY);
}

static ptrdiff_t larger(ptrdiff_t a, ptrdiff_t b) { return a > b ? a : b; }

/* --------------------------------------------------- complex and half complex -- */

static void list_blocks(ptrdiff_t *list, cut c)
{
    for (int r = 0; r < c.ranks; r++)
        list[r] = stet_fftw_mpi_count(c, r);
}

static void set_options(const maker *m, stet_mpi_options *o)
{
    static const stet_kind kinds[] = {STET_C2C, STET_R2C, STET_C2R};
    const mpi_problem *q = m->asked;
    stet_mpi_options_init(o);
    o->kind = kinds[q->kind];
    o->precision = STET_FFTW_BITS == 32 ? STET_F32 : STET_F64;
    o->level = m->plan->serial.options.level;
    o->threads = m->plan->serial.options.threads;
    o->direction = q->kind == C2R || (q->kind == C2C && q->backward) ? STET_INVERSE : STET_FORWARD;
    o->norm = o->direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    o->rank = q->rank;
    o->n = q->n;
    o->howmany = q->howmany;
    o->padded = q->kind != C2C && q->rank > 1;
    o->grid_rank = 1;
    o->grid = &m->ranks;
}

static stet_status add_engine(maker *m, cut in, cut out, int in_transposed, int out_transposed)
{
    const mpi_problem *q = m->asked;
    stet_mpi_options o;
    ptrdiff_t *blocks = malloc(2 * (size_t)m->ranks * sizeof *blocks);
    const stet_status status = agree(m, blocks ? STET_OK : STET_E_MEMORY);
    if (status != STET_OK) {
        free(blocks);
        return status;
    }
    list_blocks(blocks, in);
    list_blocks(blocks + m->ranks, out);
    set_options(m, &o);
    o.in = in_transposed ? STET_MPI_TRANSPOSED : STET_MPI_NATURAL;
    o.out = out_transposed ? STET_MPI_TRANSPOSED : STET_MPI_NATURAL;
    if (q->rank == 1 && q->kind == C2C) {
        o.in = stet_fftw_mpi_layout_1d(q->n[0], m->ranks, q->backward, q->flags, 0);
        o.out = stet_fftw_mpi_layout_1d(q->n[0], m->ranks, q->backward, q->flags, 1);
    }
    const int is_scrambled = q->flags & (FFTW_MPI_SCRAMBLED_IN | FFTW_MPI_SCRAMBLED_OUT);
    o.in_blocks = is_scrambled && o.in != STET_MPI_NATURAL ? NULL : blocks;
    o.out_blocks = is_scrambled && o.out != STET_MPI_NATURAL ? NULL : blocks + m->ranks;
    const stet_status made = stet_mpi_plan_create(&next_step(m)->engine, m->plan->comm, &o);
    free(blocks);
    return made;
}

/* Makes a transform. A transposed side that stet_mpi does not have (input of forward, output of
 * backward transforms) is made by an exchange here. */
static stet_status make_complex(maker *m)
{
    const mpi_problem *q = m->asked;
    const cut natural = stet_fftw_mpi_cut(q->n[0], 0, m->ranks);
    const ptrdiff_t v = 2 * m->others;
    if (q->kind != C2C || !(q->backward ? m->out_transposed : m->in_transposed))
        return add_engine(m, m->in, m->out, m->in_transposed, m->out_transposed);
    stet_status status = take_middle(m, stet_fftw_mpi_count(natural, m->rank) * q->n[1] * v);
    if (status == STET_OK)
        status = q->backward ? add_engine(m, m->in, natural, m->in_transposed, 0)
                             : add_exchange(m, m->in, natural, v, 0, 0);
    if (status == STET_OK)
        status = q->backward ? add_exchange(m, natural, m->out, v, 0, 0)
                             : add_engine(m, natural, m->out, 0, m->out_transposed);
    return status;
}

/* ---------------------------------------------------------------- real to real -- */

/* Adds lines of this rank along `rank` dimensions. They write into the array between the steps
 * unless they are the last step. */
static stet_status add_lines(maker *m, int rank, const iodim64 *dims, int count,
                             const iodim64 *loops, const int *kinds, int is_last)
{
    const mpi_problem *q = m->asked;
    const int is_first = m->plan->count == 0;
    const unsigned flags = q->flags & ~(FFTW_MPI_TRANSPOSED_IN | FFTW_MPI_TRANSPOSED_OUT);
    step *s = next_step(m);
    s->lines = X(plan_guru64_r2r)(rank, dims, count, loops, is_first ? q->in : m->plan->middle,
                                  is_last ? q->out : m->plan->middle, kinds, flags);
    return agree(m, s->lines ? STET_OK : STET_E_R2R_KIND);
}

/* Adds lines along all axes except 0 if `first` is 1, or along axis 0 if it is 0. Axes that are
 * transformed are not cut. */
static stet_status add_axes(maker *m, int first, int is_last)
{
    const mpi_problem *q = m->asked;
    iodim64 all[STET_MPI_MAX_RANK], loops[STET_MPI_MAX_RANK + 1];
    ptrdiff_t stride = q->howmany;
    int count = 0;
    for (int i = q->rank - 1; i >= 0; i--) {
        const int at = !first && i < 2 ? 1 - i : i; /* axis number i in memory */
        const cut c =
            first ? stet_fftw_mpi_cut(q->n[0], m->in_transposed ? 0 : m->in.block, m->ranks)
                  : stet_fftw_mpi_cut(q->n[1], m->out_transposed ? m->out.block : 0, m->ranks);
        const ptrdiff_t n = at == 1 - first ? stet_fftw_mpi_count(c, m->rank) : q->n[at];
        all[at] = (iodim64){n, stride, stride};
        stride *= n;
    }
    for (int i = 0; i < q->rank; i++)
        if (first ? i == 0 : i > 0)
            loops[count++] = all[i];
    loops[count++] = (iodim64){q->howmany, 1, 1};
    return add_lines(m, first ? q->rank - 1 : 1, all + first, count, loops, q->r2r + first,
                     is_last);
}

/* Adds the lines of all axes, the last axis first, as in one process; axis 0 while axis 1 is cut.
 */
static stet_status make_axes(maker *m)
{
    const mpi_problem *q = m->asked;
    const cut rows = stet_fftw_mpi_cut(q->n[0], m->in_transposed ? 0 : m->in.block, m->ranks);
    const cut columns = stet_fftw_mpi_cut(q->n[1], m->out_transposed ? m->out.block : 0, m->ranks);
    stet_status status =
        take_middle(m, m->others * larger(stet_fftw_mpi_count(rows, m->rank) * q->n[1],
                                          stet_fftw_mpi_count(columns, m->rank) * q->n[0]));
    if (status == STET_OK && m->in_transposed)
        status = add_exchange(m, m->in, rows, m->others, 0, 0);
    if (status == STET_OK)
        status = add_axes(m, 1, 0);
    if (status == STET_OK)
        status = add_exchange(m, rows, columns, m->others, 0, 0);
    if (status == STET_OK)
        status = add_axes(m, 0, m->out_transposed);
    if (status == STET_OK && !m->out_transposed)
        status = add_exchange(m, columns, m->out, m->others, 0, 0);
    return status;
}

/* Adds one dimension of several transforms: the ranks share out the transforms, not the axis. */
static stet_status make_one_axis(maker *m)
{
    const mpi_problem *q = m->asked;
    const cut share = stet_fftw_mpi_cut(q->howmany, 0, m->ranks);
    const ptrdiff_t own = stet_fftw_mpi_count(share, m->rank);
    const iodim64 dim = {q->n[0], 1, 1}, loop = {own, q->n[0], q->n[0]};
    stet_status status = take_middle(m, own * q->n[0]);
    if (status == STET_OK)
        status = add_exchange(m, m->in, share, 1, 0, 0);
    if (status == STET_OK)
        status = add_lines(m, 1, &dim, 1, &loop, q->r2r, 0);
    if (status == STET_OK)
        status = add_exchange(m, share, m->out, 1, 0, 0);
    return status;
}

/* --------------------------------------------------------------------- all -- */

static refusal why(stet_status status)
{
    switch ((int)status) {
    case STET_OK: return REFUSALS;
    case STET_E_LENGTH:
    case STET_E_R2R_KIND: return REFUSED_ARGUMENT;
    case STET_E_LEVEL:
    case STET_E_PRECISION: return REFUSED_LEVEL;
    case STET_E_MEMORY: return REFUSED_MEMORY;
    default: return REFUSED_LIMIT;
    }
}

/* Refuses what FFTW refuses, except one dimension of real numbers and both SCRAMBLED flags. */
static refusal check(const mpi_problem *q)
{
    const int is_scrambled = (q->flags & (FFTW_MPI_SCRAMBLED_IN | FFTW_MPI_SCRAMBLED_OUT)) != 0;
    const int in = (q->flags & FFTW_MPI_TRANSPOSED_IN) != 0;
    const int out = (q->flags & FFTW_MPI_TRANSPOSED_OUT) != 0;
    if (q->howmany < 0 || q->rank < 1 || q->in_block < 0 || q->out_block < 0)
        return REFUSED_ARGUMENT;
    if (q->rank > STET_MPI_MAX_RANK)
        return REFUSED_LIMIT;
    for (int i = 0; i < q->rank; i++)
        if (q->n[i] < 1)
            return REFUSED_ARGUMENT;
    if (is_scrambled && (q->rank > 1 || q->kind != C2C))
        return REFUSED_ARGUMENT;
    if ((in && (q->rank == 1 || q->kind == R2C)) || (out && (q->rank == 1 || q->kind == C2R)))
        return REFUSED_ARGUMENT;
    return q->flags & FFTW_WISDOM_ONLY ? REFUSED_WISDOM : REFUSALS;
}

/* Returns the length of an axis on that side. */
static ptrdiff_t length(const mpi_problem *q, int is_output, int i)
{
    const int is_half = i == q->rank - 1 && q->kind == (is_output ? R2C : C2R);
    return is_half ? q->n[i] / 2 + 1 : q->n[i];
}

static refusal begin(maker *m, const mpi_problem *q)
{
    mpi_plan *p = m->plan;
    MPI_Comm_set_errhandler(p->comm, MPI_ERRORS_RETURN);
    MPI_Comm_size(p->comm, &m->ranks);
    MPI_Comm_rank(p->comm, &m->rank);
    m->in_transposed = (q->flags & FFTW_MPI_TRANSPOSED_IN) != 0;
    m->out_transposed = (q->flags & FFTW_MPI_TRANSPOSED_OUT) != 0;
    const int in_axis = m->in_transposed && !m->is_transposition;
    const int out_axis = m->out_transposed || m->is_transposition;
    m->in = stet_fftw_mpi_cut(length(q, 0, in_axis), q->in_block, m->ranks);
    m->out = stet_fftw_mpi_cut(length(q, 1, out_axis), q->out_block, m->ranks);
    m->others = q->howmany;
    for (int i = 2; i < q->rank; i++)
        if (__builtin_mul_overflow(m->others, q->n[i], &m->others))
            return REFUSED_LIMIT;
    return stet_fftw_mpi_is_enough(m->in) && stet_fftw_mpi_is_enough(m->out) ? REFUSALS
                                                                             : REFUSED_ARGUMENT;
}

/* Fills in the fields of a plan that libfftw3 reads, and counts the plan. */
static refusal describe(maker *m, const mpi_problem *q)
{
    plan *p = &m->plan->serial;
    p->run = run;
    p->end = end;
    p->at = (arrays){q->in, NULL, q->out, NULL};
    p->transforms = q->howmany;
    p->problem =
        (problem){.kind = q->kind, .backward = q->backward, .rank = q->rank, .flags = q->flags};
    p->problem.dims = calloc((size_t)q->rank, sizeof *p->problem.dims);
    for (int i = 0; p->problem.dims && i < q->rank; i++)
        p->problem.dims[i].n = q->n[i];
    stet_options_init(&p->options);
    X(stet_planner).settle(&p->options, q->flags);
    const int in_stages = q->kind == R2R && q->rank > 1 && !m->is_transposition;
    if (!p->options.level)
        return REFUSED_LEVEL;
    if (in_stages && p->options.level != STET_LEVEL_NATIVE)
        return REFUSED_AXES; /* other levels round all axes at once */
    return why(agree(m, p->problem.dims ? STET_OK : STET_E_MEMORY));
}

static refusal make(maker *m, const mpi_problem *q)
{
    refusal no = begin(m, q);
    if (no == REFUSALS)
        no = describe(m, q);
    if (no != REFUSALS || q->howmany == 0)
        return no;
    if (m->is_transposition)
        return why(add_exchange(m, m->in, m->out, m->others, m->in_transposed, m->out_transposed));
    if (q->kind != R2R)
        return why(make_complex(m));
    return why(q->rank == 1 ? make_one_axis(m) : make_axes(m));
}

static plan *plan_for(const mpi_problem *q, int is_transposition)
{
    refusal no = check(q);
    maker m = {.asked = q, .is_transposition = is_transposition};
    m.plan = no == REFUSALS ? calloc(1, sizeof *m.plan) : NULL;
    if (no != REFUSALS)
        return X(stet_planner).refuse(no);
    int worst = m.plan ? STET_OK : STET_E_MEMORY;
    if (MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_INT, MPI_MIN, q->comm) != MPI_SUCCESS || worst ||
        MPI_Comm_dup(q->comm, &m.plan->comm) != MPI_SUCCESS) {
        free(m.plan);
        return X(stet_planner).refuse(REFUSED_MEMORY);
    }
    no = make(&m, q);
    if (no != REFUSALS) {
        end(&m.plan->serial);
        return X(stet_planner).refuse(no);
    }
    X(stet_planner).count(&m.plan->serial);
    return &m.plan->serial;
}

plan *stet_fftw_mpi_plan(const mpi_problem *q) { return plan_for(q, 0); }

plan *stet_fftw_mpi_transposition(const mpi_problem *q) { return plan_for(q, 1); }
