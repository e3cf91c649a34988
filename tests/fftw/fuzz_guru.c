/* SPDX-License-Identifier: Apache-2.0 */
/* Any arguments of the guru planners, valid or not, and an execution where the arrays have room for
 * it: a planner returns NULL or a plan, and a plan stays inside its arrays, between which and
 * around which AddressSanitizer watches. Lengths, counts and strides are drawn from small and from
 * any numbers. Every guru planner, pairs and split, int and ptrdiff_t, levels, in one precision. */
#include <string.h>

#include "fuzz.h"

typedef enum kind { C2C, R2C, C2R, R2R, KINDS } kind;

static void narrow(int count, const FFTW(iodim64) * from, FFTW(iodim) * to)
{
    for (int i = 0; from != NULL && i < count; i++)
        to[i] = (FFTW(iodim)){(int)from[i].n, (int)from[i].is, (int)from[i].os};
}

/* What is asked for, of sixteen bits. */
typedef struct call {
    kind k;
    int is_split, is_narrow; /* split arrays: im lies behind all of re; int in place of ptrdiff_t */
    int in_place, odd, sign, level;
    unsigned flags;
} call;

static call take_call(bytes *b)
{
    const unsigned how = (unsigned)take(b, 2);
    const unsigned keep = how & 8 ? FFTW_PRESERVE_INPUT : how & 256 ? FFTW_DESTROY_INPUT : 0;
    return (call){.k = (kind)(how & 3),
                  .is_split = (how & 3) != R2R && (how & 4) != 0,
                  .is_narrow = (how & 512) != 0,
                  .in_place = (how & 32) != 0,
                  .odd = (how & 16) != 0,
                  .sign = how & 64 ? 1 : -1,
                  .level = how >> 10 & 3,
                  .flags = FFTW_ESTIMATE | keep | (how & 128 ? FFTW_WISDOM_ONLY : 0) |
                           (how & 4096 ? FFTW_UNALIGNED | FFTW_CONSERVE_MEMORY : 0)};
}

static int parts(kind k, int is_output) { return k == C2C || k == (is_output ? R2C : C2R) ? 2 : 1; }

/* One side's array: re and im as the planners take them. */
typedef struct side {
    real *memory, *re, *im;
} side;

/* Without arrays as well: there has to be a plan or none all the same. */
#define PLANNERS(type, prefix)                                                                     \
    static FFTW(plan)                                                                              \
        prefix(const call *c, int rank, const type *dims, int loops, const type *loop,             \
               const FFTW(r2r_kind) * kind, const side *in, const side *out)                       \
    {                                                                                              \
        FFTW(complex) *ci = (FFTW(complex) *)in->re, *co = (FFTW(complex) *)out->re;               \
        const unsigned f = c->flags;                                                               \
        switch ((int)c->k + (c->is_split ? KINDS : 0)) {                                           \
        case C2C: return FFTW(plan_##prefix##_dft)(rank, dims, loops, loop, ci, co, c->sign, f);   \
        case R2C: return FFTW(plan_##prefix##_dft_r2c)(rank, dims, loops, loop, in->re, co, f);    \
        case C2R: return FFTW(plan_##prefix##_dft_c2r)(rank, dims, loops, loop, ci, out->re, f);   \
        case R2R:                                                                                  \
            return FFTW(plan_##prefix##_r2r)(rank, dims, loops, loop, in->re, out->re, kind, f);   \
        case KINDS + C2C:                                                                          \
            return FFTW(plan_##prefix##_split_dft)(rank, dims, loops, loop, in->re, in->im,        \
                                                   out->re, out->im, f);                           \
        case KINDS + R2C:                                                                          \
            return FFTW(plan_##prefix##_split_dft_r2c)(rank, dims, loops, loop, in->re, out->re,   \
                                                       out->im, f);                                \
        default:                                                                                   \
            return FFTW(plan_##prefix##_split_dft_c2r)(rank, dims, loops, loop, in->re, in->im,    \
                                                       out->re, f);                                \
        }                                                                                          \
    }
PLANNERS(FFTW(iodim), guru)
PLANNERS(FFTW(iodim64), guru64)

static FFTW(plan) plan_of(const call *c, int rank, const FFTW(iodim64) * dims, int loops,
                          const FFTW(iodim64) * loop, const FFTW(r2r_kind) * kind, const side *in,
                          const side *out)
{
    FFTW(iodim) narrow_dims[RANK], narrow_loop[RANK];
    if (!c->is_narrow)
        return guru64(c, rank, dims, loops, loop, kind, in, out);
    narrow(rank < 0 ? 0 : rank, dims, narrow_dims);
    narrow(loops < 0 ? 0 : loops, loop, narrow_loop);
    return guru(c, rank, dims ? narrow_dims : NULL, loops, loop ? narrow_loop : NULL, kind, in,
                out);
}

/* What of one side has to be there, in reals: from low to high, twice that of split arrays. */
typedef struct extent {
    ptrdiff_t low, high;
} extent;

static int extent_of(const call *c, int count, const FFTW(iodim64) * dims, int output, extent *e)
{
    const int unit = c->is_split ? 1 : parts(c->k, output);
    return reach(count, dims, output, unit, &e->low, &e->high);
}

static side side_of(const call *c, int output, extent e)
{
    side s;
    const ptrdiff_t size = e.high - e.low, apart = c->is_split ? size : 1;
    const int is_pair = parts(c->k, output) == 2;
    s.memory = array(e.low, e.high + (c->is_split && is_pair ? size : 0), &s.re);
    s.im = is_pair ? s.re + apart : s.re;
    return s;
}

/* Both sides on one array with room for both; the parts of split arrays as far apart. */
static void put_in_place(const call *c, extent in, extent out, side *i, side *o)
{
    extent both = {in.low < out.low ? in.low : out.low, in.high > out.high ? in.high : out.high};
    free(i->memory);
    free(o->memory);
    *i = side_of(&(call){.k = c->is_split ? C2C : c->k, .is_split = c->is_split}, 0, both);
    *o = *i;
    o->memory = NULL;
}

/* Level correct takes seconds for what is not small, level extended for what is not short. */
static void choose_level(const call *c, int count, const FFTW(iodim64) * dims)
{
    enum { SMALL = 40 };
    const ptrdiff_t total = total_of(count, dims);
    const char *level = "native";
    if (c->level == 3 && total <= SMALL)
        level = "correct";
    else if (c->level >= 2 && total <= SHORT_IN_PAIRS)
        level = "extended";
    setenv("STET_LEVEL", level, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data, size};
    FFTW(iodim64) dims[2 * RANK], all[2 * RANK];
    FFTW(r2r_kind) kind[RANK];
    const call c = take_call(&b);
    const int rank = (int)(take(&b, 1) % 5), loops = (int)(take(&b, 1) % 5), odd = c.odd;
    for (int i = 0; i < 2 * RANK; i++) {
        dims[i].n = number(&b, i < RANK ? 1 : 0);
        dims[i].is = number(&b, -3);
        dims[i].os = number(&b, -3);
        if (c.is_narrow)
            dims[i] = (FFTW(iodim64)){(int)dims[i].n, (int)dims[i].is, (int)dims[i].os};
        kind[i % RANK] = (FFTW(r2r_kind))((int)(take(&b, 1) % 13) - 1);
    }
    memcpy(all, dims + RANK, (size_t)loops * sizeof *all);
    memcpy(all + loops, dims, (size_t)rank * sizeof *all);
    if (!is_quick(rank + loops, all))
        return 0;
    choose_level(&c, rank + loops, all);
    extent ie, oe;
    side in = {NULL, NULL, NULL}, out = in;
    const int fits =
        extent_of(&c, rank + loops, all, 0, &ie) && extent_of(&c, rank + loops, all, 1, &oe);
    if (fits) {
        in = side_of(&c, 0, ie);
        out = side_of(&c, 1, oe);
    }
    if (fits && c.in_place)
        put_in_place(&c, ie, oe, &in, &out);
    FFTW(plan)
    p = plan_of(&c, odd && rank == 4 ? -1 : rank, odd && rank == 3 ? NULL : dims,
                odd && loops == 4 ? -1 : loops, odd && loops == 3 ? NULL : dims + RANK,
                odd && rank == 2 ? NULL : kind, &in, &out);
    if (p != NULL && fits)
        FFTW(execute)(p);
    FFTW(destroy_plan)(p);
    FFTW(forget_wisdom)();
    free(in.memory);
    free(out.memory);
    return 0;
}
