/* SPDX-License-Identifier: Apache-2.0 */
/* fused.h for one vector type of doubles and its vec/narrow_*.h: what the passes of fft/ read and
 * write is exchanged, as half/direct.h does. A template: a wrapper file names KERNELS
 * and NUMBERS (fft/tall.h). */
#include <string.h>

#include "base/alloc.h"
#include "correct/fused.h"
#include "fft/method.h"
#include "fft/odd_constants.h"

#include "fft/butterfly.h"

#define STET_OTHER_ELEMENTS

/* A line on its way. */
typedef struct {
    V squares[2]; /* of real and of imaginary parts, lane by lane */
    V bound;
    stet_fused *line;
} state;

typedef float E;
typedef state *Load, *Most;

typedef struct {
    int exchanged;
    Load load;
} Reading;

#define EXCHANGED(how) ((how).exchanged)
#define READING(exchanged, load) ((Reading){exchanged, load})
#define READ_COLUMNS(p, re, im) WIDEN_COLUMNS(p, re, im)
#define READ_PAIRS(p, re, im) WIDEN_PAIRS(p, re, im)
#define READ_REALS(p) WIDEN_F32(p)
#define READ_REAL_COLUMNS(p) WIDEN_F32(p)
#define READ_LANES(p, re, im) WIDEN_LANES(p, re, im)
#define SCALE_READ(how, s, z) add_squares((how).load, 1 << (s), z)
#define ALL_READ(how) make_bound((how).load)
#define READ_SCALED(source, how) ((source).load = (how).load)
#define SCALE_SOURCE(source, r, z) add_squares((source).load, r, z)
#define WRITE_PAIRS(p, re, im, most) write_pairs(p, re, im, most)
#define WRITE_LANES(p, re, im, most) write_lanes(p, re, im, most)
#define NOTHING_YET(most) (*(most))
#define GIVE_MOST(to, most) ((void)(most))
#define KEEP_MOST(out, most) ((void)(most))
#define KEEP_ONE(out, number) ((void)(out))

INLINE void add_squares(state *s, const int r, const C *z)
{
    V re = s->squares[0], im = s->squares[1];
#pragma GCC unroll 16
    for (int u = 0; u < r; u++) {
        re = FMA(z[u].re, z[u].re, re);
        im = FMA(z[u].im, z[u].im, im);
    }
    s->squares[0] = re;
    s->squares[1] = im;
}

INLINE void make_bound(state *s)
{
    const double squares = SUM(ADD(s->squares[0], s->squares[1]));
    s->line->squares = squares;
    s->line->is_real = SUM(s->squares[!s->line->swap]) == 0;
    s->bound = SET1(s->line->unit * __builtin_sqrt(squares) + STET_BOUND_TINY);
}

/* Of the 2 VL numbers from number `at` on, which are in y, those of a set. The floats become those
 * nearest to all of them. */
static __attribute__((noinline, cold)) void list_undecided(stet_fused *line, ptrdiff_t at,
                                                           unsigned differ)
{
    const double *y = line->y + at;
    ptrdiff_t *next = line->list + line->count;
    line->count += __builtin_popcount(differ);
    if (line->count > line->room)
        return;
    NARROW_F32(line->out + at, LOAD(y));
    NARROW_F32(line->out + at + VL, LOAD(y + VL));
    for (; differ; differ &= differ - 1)
        *next++ = at + __builtin_ctz(differ);
}

INLINE void write_two(float *p, V a, V b, const Most *most)
{
    const V bound = (*most)->bound;
    const unsigned in_a = NARROW_BOTH(SUB(a, bound), ADD(a, bound), p);
    const unsigned in_b = NARROW_BOTH(SUB(b, bound), ADD(b, bound), p + VL);
    const unsigned differ = in_a | in_b << VL;
    if (__builtin_expect(differ != 0, 0)) {
        stet_fused *line = (*most)->line;
        const ptrdiff_t at = p - line->out;
        STORE(line->y + at, a);
        STORE(line->y + at + VL, b);
        list_undecided(line, at, differ);
    }
}

INLINE void write_pairs(float *p, V re, V im, const Most *most)
{
    V a, b;
    AS_PAIRS(re, im, &a, &b);
    write_two(p, a, b, most);
}

INLINE void write_lanes(float *p, V re, V im, const Most *most)
{
    V a, b;
    AS_LANES(re, im, &a, &b);
    write_two(p, a, b, most);
}

#include "fft/passes.h"

#include "fft/last.h"

#include "fft/wide.h"

#include "fft/small.h"

static void fused_line(stet_fused *line)
{
    const stet_fft1d *f = line->f;
    const V zero = SET1(0);
    state s = {{zero, zero}, zero, line};
    Most most = &s;
    line->count = 0;
    if (f->schedule.method == &stet_method_small) {
        const stet_lines one = {line->x, line->out, 1, 1, 0, 0, 1};
        small_lines((const stet_small *)f->made, &one, line->swap, &s, line->scale, &most);
        return;
    }
    const stet_wide *w = (const stet_wide *)f->made;
    T *tile = line->work + stet_wide_bank(w);
    const Bank bank = w->grouped ? bank_of_groups(w, line->work) : bank_of_rows(w, line->work);
    wide_tall(0, w, line->x, READING(line->swap, &s), &bank, tile, 0, w->cells);
    make_bound(&s);
    const Runs out = {line->out, 2 * (f->n / VL), line->scale, line->scale != 1, line->swap, 0,
                      &most};
    wide_rows(w, &bank, tile, out, 0, w->tall);
}

const struct stet_fused_kernels KERNELS = {VL, fused_line};
