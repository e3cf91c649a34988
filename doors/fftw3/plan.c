/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "move.h"
#include "report.h"
#include "settings.h"
#include "wisdom.h"

/* ------------------------------------------------------------- running -- */

/* Reports whether the plan has arrays; a plan may be made before its arrays exist. */
static int has_arrays(const arrays *at)
{
    if (at->in && at->out)
        return 1;
    stet_fftw_refuse(REFUSED_EXECUTE);
    return 0;
}

/* FFTW's interface has no error for an execution, and the output must not be mistaken for a
 * spectrum. FFTW too ends the process if memory runs out. */
static _Noreturn void no_memory(void)
{
    fputs("stet (FFTW interface): not enough memory to execute a plan\n", stderr);
    abort();
}

static void run_nothing(const plan *p, const arrays *at)
{
    (void)p;
    (void)at;
}

static void run_direct(const plan *p, const arrays *at)
{
    const stet_status status = transform_execute(p->transform, at->in, at->out);
    if (__builtin_expect(status != STET_OK, 0))
        stet_fftw_run_anyhow(p, at);
}

static size_t bytes(ptrdiff_t reals)
{
    return ((size_t)reals * sizeof(real) + 63) / 64 * 64; /* aligns the part after it */
}

static void *take_buffer(const plan *p)
{
    void *buffer = atomic_exchange(p->buffer, NULL);
    if (!buffer)
        buffer = aligned_alloc(64, bytes(p->in_reals) + bytes(p->out_reals));
    if (!buffer)
        no_memory();
    return buffer;
}

static void leave_buffer(const plan *p, void *buffer) { free(atomic_exchange(p->buffer, buffer)); }

static const real *input_im(const plan *p, const arrays *at)
{
    return stet_fftw_parts(&p->problem, 0) == 2 ? at->in_im : NULL;
}

static real *output_im(const plan *p, const arrays *at)
{
    return stet_fftw_parts(&p->problem, 1) == 2 ? at->out_im : NULL;
}

static void run_through(const plan *p, const arrays *at, const transform *engine, int packs_input)
{
    const int dims = stet_fftw_dims(&p->problem);
    if (!has_arrays(at))
        return;
    real *packed = take_buffer(p), *result = packed + bytes(p->in_reals) / sizeof(real);
    if (packs_input)
        stet_fftw_pack(dims, p->in_axes, at->in, input_im(p, at), packed);
    if (transform_execute(engine, packs_input ? packed : at->in, result) != STET_OK)
        no_memory(); /* no other error: the arrays do not overlap */
    stet_fftw_unpack(dims, p->out_axes, result, at->out, output_im(p, at));
    leave_buffer(p, packed);
}

static void run_copying(const plan *p, const arrays *at)
{
    run_through(p, at, p->transform, p->packs_input);
}

/* Runs rank 0: copies every element; converts real to complex and back. */
static void run_moving(const plan *p, const arrays *at)
{
    const int dims = stet_fftw_dims(&p->problem);
    if (!has_arrays(at))
        return;
    real *packed = take_buffer(p);
    const real *im = p->problem.kind == C2C ? at->in_im : NULL;
    stet_fftw_pack(dims, p->in_axes, at->in, im, packed);
    if (p->problem.kind == R2C)
        for (ptrdiff_t i = p->in_reals; i-- > 0;) {
            const real x = packed[i];
            packed[2 * i + 1] = 0;
            packed[2 * i] = x;
        }
    stet_fftw_unpack(dims, p->out_axes, packed, at->out, output_im(p, at));
    leave_buffer(p, packed);
}

/* ------------------------------------------------------------ planning -- */

/* These are the sides on which the transform uses the caller's array. On the other sides it uses a
 * contiguous array. */
typedef enum view { SEES_NOTHING = 0, SEES_INPUT = 1, SEES_OUTPUT = 2, SEES_BOTH = 3 } view;

static void set_strides(const plan *p, int is_output, int sees, stet_dim *dims)
{
    const int count = stet_fftw_dims(&p->problem), parts = stet_fftw_parts(&p->problem, is_output);
    const axis *axes = is_output ? p->out_axes : p->in_axes;
    ptrdiff_t next = 1;
    for (int i = count - 1; i >= 0; i--) {
        ptrdiff_t *stride = is_output ? &dims[i].out_stride : &dims[i].in_stride;
        dims[i].n = p->problem.dims[i].n;
        *stride = !sees ? next : axes[i].n == 1 ? 0 : axes[i].stride / parts;
        next *= axes[i].n;
    }
}

/* Removes loops of length 1, which the basic planners have, because stet would run them. Returns
 * the number of remaining loops, which are first in dims. */
static int leave_out_single_turns(stet_dim *dims, int loops)
{
    int left = 0;
    for (int i = 0; i < loops; i++)
        if (dims[i].n != 1)
            dims[left++] = dims[i];
    return left;
}

static stet_status make_transform(const plan *p, view sees, transform **made)
{
    const problem *q = &p->problem;
    stet_dim *dims = calloc((size_t)stet_fftw_dims(q), sizeof *dims);
    stet_options o = p->options;
    if (!dims)
        return STET_E_MEMORY;
    set_strides(p, 0, sees & SEES_INPUT, dims);
    set_strides(p, 1, sees & SEES_OUTPUT, dims);
    o.batch_rank = leave_out_single_turns(dims, q->loops);
    o.batch = dims;
    o.dims = dims + q->loops;
    const stet_status status = transform_create(made, &o);
    free(dims);
    return status;
}

/* Reports whether stet can use the caller's array: its complex numbers must be pairs,
 * and its strides whole numbers of pairs. */
static int is_interleaved(const plan *p, int is_output)
{
    const problem *q = &p->problem;
    const real *re = is_output ? q->at.out : q->at.in;
    const real *im = is_output ? q->at.out_im : q->at.in_im;
    const axis *axes = is_output ? p->out_axes : p->in_axes;
    if (STET_FFTW_BITS == 80)
        return 0; /* transform.h: such a transform packs everything */
    if (stet_fftw_parts(q, is_output) == 1)
        return 1;
    if (re ? im != re + 1 : im != NULL)
        return 0;
    for (int i = 0; i < stet_fftw_dims(q); i++)
        if (axes[i].n > 1 && axes[i].stride % 2 != 0)
            return 0;
    return 1;
}

/* Reports whether stet.h allows in and out to be one array. */
static int suits_in_place(const plan *p)
{
    const problem *q = &p->problem;
    const int last = stet_fftw_dims(q) - 1;
    for (int i = 0; i <= last; i++) {
        const iodim64 d = q->dims[i];
        const int in_parts = stet_fftw_parts(q, 0), out_parts = stet_fftw_parts(q, 1);
        if (d.n == 1)
            continue;
        if (in_parts != out_parts && i == last ? d.is != in_parts || d.os != out_parts
                                               : d.is != d.os)
            return 0;
    }
    return 1;
}

static void set_options(plan *p)
{
    static const stet_kind kinds[] = {STET_C2C, STET_R2C, STET_C2R, STET_R2R};
    const problem *q = &p->problem;
    stet_options *o = &p->options;
    stet_options_init(o);
    o->kind = kinds[q->kind];
    o->precision = STET_FFTW_BITS == 32 ? STET_F32 : STET_F64;
    o->direction = q->kind == C2R || (q->kind == C2C && q->backward) ? STET_INVERSE : STET_FORWARD;
    o->norm = o->direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    o->rank = q->rank;
    o->batch_rank = q->loops;
    stet_fftw_settle(o, q->flags);
}

/* The kinds in the order of fftw_r2r_kind. */
static const stet_r2r_kind r2r_kinds[] = {STET_R2HC, STET_HC2R, STET_DHT,  STET_DCT1,
                                          STET_DCT3, STET_DCT2, STET_DCT4, STET_DST1,
                                          STET_DST3, STET_DST2, STET_DST4};

static refusal set_r2r(plan *p, const int *asked)
{
    const int rank = p->problem.rank;
    if (p->problem.kind != R2R || rank == 0)
        return REFUSALS;
    stet_r2r_kind *kinds = p->r2r = malloc((size_t)rank * sizeof *kinds);
    p->options.r2r = kinds;
    for (int i = 0; kinds && i < rank; i++) {
        if (asked[i] < 0 || asked[i] >= (int)(sizeof r2r_kinds / sizeof *r2r_kinds))
            return REFUSED_ARGUMENT;
        kinds[i] = r2r_kinds[asked[i]];
    }
    return kinds ? REFUSALS : REFUSED_MEMORY;
}

static refusal why(stet_status status)
{
    switch ((int)status) {
    case STET_OK: return REFUSALS;
    case STET_E_LENGTH: return REFUSED_ARGUMENT; /* REDFT00 of one point */
    case STET_E_LEVEL:
    case STET_E_PRECISION: return REFUSED_LEVEL; /* extended-ff exists for float only */
    case STET_E_MEMORY: return REFUSED_MEMORY;
    default: return REFUSED_LIMIT;
    }
}

/* Allocates the buffer, so that a plan that does not fit in memory is refused now. */
static refusal begin_copying(plan *p)
{
    void *buffer = aligned_alloc(64, bytes(p->in_reals) + bytes(p->out_reals));
    p->buffer = malloc(sizeof *p->buffer);
    if (!buffer || !p->buffer) {
        free(buffer);
        free(p->buffer);
        p->buffer = NULL;
        return REFUSED_MEMORY;
    }
    atomic_init(p->buffer, buffer);
    return REFUSALS;
}

/* Chooses how to run: directly on the caller's arrays if stet can use them, else through the
 * plan's buffer. */
static refusal choose(plan *p)
{
    const problem *q = &p->problem;
    const int in = is_interleaved(p, 0), out = is_interleaved(p, 1);
    if (q->idle || q->rank == 0) {
        p->run = q->idle ? run_nothing : run_moving;
        return q->idle ? REFUSALS : begin_copying(p);
    }
    p->run = run_direct;
    if (in && out && (!stet_fftw_is_in_place(q) || suits_in_place(p))) {
        const stet_status status = make_transform(p, SEES_BOTH, &p->transform);
        if (status != STET_E_STRIDE)
            return why(status);
    }
    p->run = run_copying;
    p->packs_input = !in;
    const stet_status status = make_transform(p, in ? SEES_INPUT : SEES_NOTHING, &p->transform);
    return status ? why(status) : begin_copying(p);
}

static refusal lay_out(plan *p)
{
    const problem *q = &p->problem;
    const size_t dims = (size_t)stet_fftw_dims(q);
    p->in_axes = calloc(2 * dims + 1, sizeof *p->in_axes);
    if (!p->in_axes)
        return REFUSED_MEMORY;
    p->out_axes = p->in_axes + dims;
    stet_fftw_axes(q, 0, p->in_axes, &p->in_reals);
    stet_fftw_axes(q, 1, p->out_axes, &p->out_reals);
    p->transforms = !q->idle;
    for (int i = 0; i < q->loops && !q->idle; i++)
        if (__builtin_mul_overflow(p->transforms, q->dims[i].n, &p->transforms))
            return REFUSED_LIMIT;
    return q->idle || (p->in_reals > 0 && p->out_reals > 0) ? REFUSALS : REFUSED_LIMIT;
}

/* Copies the problem; the plan owns the copy of dims. */
static refusal keep(plan *p, const problem *q)
{
    const size_t dims = (size_t)stet_fftw_dims(q);
    p->problem = *q;
    p->problem.r2r = NULL;
    p->problem.dims = malloc((dims + 1) * sizeof *q->dims);
    if (!p->problem.dims)
        return REFUSED_MEMORY;
    if (dims > 0)
        memcpy(p->problem.dims, q->dims, dims * sizeof *q->dims);
    p->at = q->at;
    return REFUSALS;
}

static refusal make(plan *p, const problem *q)
{
    refusal no = keep(p, q);
    if (no == REFUSALS)
        no = lay_out(p);
    if (no == REFUSALS) {
        set_options(p);
        no = p->options.level ? set_r2r(p, q->r2r) : REFUSED_LEVEL;
    }
    if (no == REFUSALS)
        no = choose(p);
    return no;
}

plan *stet_fftw_plan(const problem *q)
{
    refusal no = stet_fftw_check(q);
    if (no == REFUSALS && (q->flags & FFTW_WISDOM_ONLY) && !stet_fftw_knows(q))
        no = REFUSED_WISDOM;
    plan *p = no == REFUSALS ? calloc(1, sizeof *p) : NULL;
    if (no == REFUSALS)
        no = p ? make(p, q) : REFUSED_MEMORY;
    if (no != REFUSALS) {
        X(destroy_plan)(p);
        return stet_fftw_refuse(no);
    }
    stet_fftw_learn(q);
    stet_fftw_count(p);
    return p;
}

const planner_door X(stet_planner) = {stet_fftw_settle, stet_fftw_refuse, stet_fftw_count,
                                      stet_fftw_hush};

void X(destroy_plan)(plan *p)
{
    if (!p)
        return;
    if (p->end) {
        p->end(p);
        return;
    }
    transform_destroy(p->transform);
    free(p->r2r);
    if (p->buffer)
        free(atomic_load(p->buffer));
    free(p->buffer);
    free(p->in_axes);
    free(p->problem.dims);
    free(p);
}

/* -------------------------------------------------------------- anyhow -- */

/* Runs on arrays that are in place although the planner's were not, or that overlap; FFTW leaves
 * the result undefined. This allocates, because a plan that needs no buffer has none. */
void stet_fftw_run_anyhow(const plan *p, const arrays *at)
{
    plan q = *p;
    void *_Atomic buffer = NULL;
    transform *engine;
    q.buffer = &buffer;
    if (make_transform(&q, SEES_NOTHING, &engine) != STET_OK)
        no_memory();
    run_through(&q, at, engine, 1);
    transform_destroy(engine);
    free(atomic_load(&buffer));
}
