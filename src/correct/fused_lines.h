/* SPDX-License-Identifier: Apache-2.0 */
/* Implements fused.h for one vector type of doubles and its vec/narrow_*.h. It replaces what the
 * passes of lines/ read and write, as half/direct.h does. isa/fused.c.in defines KERNELS and
 * NUMBERS (lines/passes.h). */
#include <string.h>

#include "base/alloc.h"
#include "correct/fused.h"
#include "lines/method.h"
#include "graph/odd_constants.h"

#include "graph/butterfly.h"

#define STET_OTHER_ELEMENTS
#define STET_LINES_OF_FLOATS

/* The state of a line in progress. */
typedef struct {
    V squares[2]; /* sums for real and for imaginary parts, lane by lane */
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
#define READ_REAL_COLUMNS(p) WIDEN_REAL_COLUMNS(p)
#define READ_LANES(p, re, im) WIDEN_LANES(p, re, im)
#define READ_REAL_LANES(p) WIDEN_REAL_LANES(p)
#define SCALE_READ(how, s, z) add_squares((how).load, 1 << (s), z)
#define SCALE_REALS(how, s, z) add_squares_of_reals((how).load, 1 << (s), z)
#define ALL_READ(how) make_bound((how).load)
#define READ_SCALED(source, how) ((source).load = (how).load)
#define SCALE_SOURCE(source, r, z)                                                                 \
    ((source).order == ARRAY_LAST_REALS ? add_squares_of_reals((source).load, r, z)                \
                                        : add_squares((source).load, r, z))
#define WRITE_PAIRS(p, re, im, most) write_pairs(p, re, im, most)
#define WRITE_LANES(p, re, im, most) write_lanes(p, re, im, most)
#define NOTHING_YET(most) (*(most))
#define GIVE_MOST(to, most) ((void)(most))
#define KEEP_MOST(out, most) ((void)(most))
#define WRITE_NUMBERS(y, count, at, numbers, most) write_numbers(*(most), count, at, numbers)

/* Adds up the squares of these vectors first. Added one by one to the total, they would wait for
 * each other. */
INLINE void add_squares(state *s, const int r, const C *z)
{
    V re = MUL(z[0].re, z[0].re), im = MUL(z[0].im, z[0].im);
#pragma GCC unroll 16
    for (int u = 1; u < r; u++) {
        re = FMA(z[u].re, z[u].re, re);
        im = FMA(z[u].im, z[u].im, im);
    }
    s->squares[0] = ADD(s->squares[0], re);
    s->squares[1] = ADD(s->squares[1], im);
}

INLINE void add_squares_of_reals(state *s, const int r, const C *z)
{
    V re = MUL(z[0].re, z[0].re);
#pragma GCC unroll 16
    for (int u = 1; u < r; u++)
        re = FMA(z[u].re, z[u].re, re);
    s->squares[0] = ADD(s->squares[0], re);
}

INLINE void set_bound(state *s, double squares)
{
    s->line->squares = squares;
    s->bound = SET1(s->line->unit * __builtin_sqrt(squares) + STET_BOUND_TINY);
}

INLINE void make_bound(state *s)
{
    set_bound(s, SUM(ADD(s->squares[0], s->squares[1])));
    s->line->is_real = SUM(s->squares[!s->line->swap]) == 0;
}

/* ------------------------------------------------------------------ writing -- */

/* Theorem (bits of the ends). Let |X - y| < e' and let low and high, the rounded y - e and y + e,
 * enclose the interval of e' strictly. If their bits agree from bit 28 on, then X and y round to
 * one float. Proof. The doubles with zeros in bits 0 to 27 include all floats and all midpoints of
 * adjacent floats, also of subnormal ones, and the overflow threshold. No such double is strictly
 * between low and high, and X and y are, with the same sign. The bound is strict: it includes the
 * rounding of the ends, and STET_BOUND_SLACK and STET_BOUND_TINY are above what they cover. []
 * Numbers close to a float fail the test too; list_undecided() then compares the rounded ends. */

/* Returns the set of numbers from `at` on without the imaginary parts of outputs 0 and n/2 of R2C.
 * These are zeros, which no bound decides. */
INLINE unsigned but_known_zeros(const stet_fft1d *f, ptrdiff_t at, unsigned set)
{
    const size_t numbers[2] = {(size_t)(1 - at), (size_t)(f->n + 1 - at)};
    for (int i = 0; i < 2 && f->kind == STET_R2C; i++)
        if (numbers[i] < 2 * VL)
            set &= ~(1U << numbers[i]);
    return set;
}

/* Lists the numbers among the 2 VL numbers a and b at p that their bounds do not decide. Stores at
 * p the floats nearest to all of them. */
static __attribute__((noinline, cold)) void list_undecided(const state *s, float *p, V a, V b)
{
    stet_fused *line = s->line;
    const ptrdiff_t at = p - line->out;
    const unsigned in_a = NARROW_BOTH(SUB(a, s->bound), ADD(a, s->bound), p);
    const unsigned in_b = NARROW_BOTH(SUB(b, s->bound), ADD(b, s->bound), p + VL);
    unsigned differ = but_known_zeros(line->f, at, in_a | in_b << VL);
    ptrdiff_t *next = line->list + line->count;
    NARROW_F32(p, a);
    NARROW_F32(p + VL, b);
    if (differ == 0)
        return;
    STORE(line->y + at, a);
    STORE(line->y + at + VL, b);
    line->count += __builtin_popcount(differ);
    if (line->count > line->capacity)
        return;
    for (; differ; differ &= differ - 1)
        *next++ = at + __builtin_ctz(differ);
}

INLINE void write_pairs(float *p, V re, V im, const Most *most)
{
    const state *s = *most;
    if (__builtin_expect(NARROW_PAIRS(re, im, s->bound, p) != 0, 0)) {
        V a, b;
        AS_PAIRS(re, im, &a, &b);
        list_undecided(s, p, a, b);
    }
}

INLINE void write_lanes(float *p, V re, V im, const Most *most)
{
    const state *s = *most;
    if (__builtin_expect(NARROW_LANES(re, im, s->bound, p) != 0, 0)) {
        V a, b;
        AS_LANES(re, im, &a, &b);
        list_undecided(s, p, a, b);
    }
}

INLINE void write_numbers(const state *s, const int count, const ptrdiff_t *at, const T *numbers)
{
    stet_fused *line = s->line;
    const V y = LOAD(numbers);
    float out[VL];
    const unsigned differ = NARROW_BOTH(SUB(y, s->bound), ADD(y, s->bound), out);
    if (__builtin_expect(differ != 0, 0))
        NARROW_F32(out, y);
    for (int i = 0; i < count; i++) {
        line->out[at[i]] = out[i];
        if (but_known_zeros(line->f, at[i], differ >> i & 1)) {
            line->y[at[i]] = numbers[i];
            if (line->count++ < line->capacity)
                line->list[line->count - 1] = at[i];
        }
    }
}

#include "lines/passes.h"

#include "lines/methods/last.h"

#include "lines/methods/columns.h"

#include "lines/methods/wide.h"

#ifdef FOURS_LAST
#include "lines/methods/fours.h"
#endif

#include "lines/methods/rows.h"

#include "lines/methods/tiles.h"

#include "lines/methods/small.h"

#include "lines/methods/small_real.h"

/* ------------------------------------------------------------ half a spectrum -- */

/* Computes the pairs (k, h - k) of hermitian_even() for begin <= k < end, at least VL of them. The
 * last vector overlaps the one before; returns the squares of its lanes that are not read again. */
INLINE double hermitian_range(const int rho, const stet_fft1d *f, const float *x, state *s, T *z,
                              ptrdiff_t begin, ptrdiff_t end)
{
    const ptrdiff_t h = f->n / 2;
    const T *m = (const T *)f->tables.level[0], *t = m + stet_level_size(h);
    double more = 0;
    for (ptrdiff_t i = begin; i < end; i += VL) {
        const ptrdiff_t k = i + VL <= end ? i : end - VL, mirror = h - k - (VL - 1);
        C a, b;
        WIDEN_PAIRS(x + 2 * k, &a.re, &a.im);
        WIDEN_PAIRS(x + 2 * mirror, &b.re, &b.im);
        b = (C){REVERSE(b.re), REVERSE(b.im)};
        if (k == i) {
            const C both[2] = {a, b};
            add_squares(s, 2, both);
        } else {
            double lanes[VL];
            STORE(lanes, FMA(a.re, a.re, FMA(a.im, a.im, FMA(b.re, b.re, MUL(b.im, b.im)))));
            for (ptrdiff_t l = i - k; l < VL; l++)
                more += lanes[l];
        }
        hermitian_pair(rho, LOAD(m + k), LOAD(t + k), &a, &b);
        STORE_PAIRS(z + 2 * k, a.re, a.im);
        STORE_PAIRS(z + 2 * mirror, REVERSE(b.re), REVERSE(b.im));
    }
    return more;
}

/* Runs the whole first pass of hermitian.h: the h = n/2 complex numbers z, and the bound. */
static void hermitian_first(const stet_fft1d *f, const float *x, state *s, T *z)
{
    const ptrdiff_t h = f->n / 2, quarter = (h + 3) / 4, half = (h + 1) / 2;
    const double first = (double)x[0], last = (double)x[2 * h];
    double more = hermitian_range(1, f, x, s, z, 1, quarter);
    more += hermitian_range(2, f, x, s, z, quarter, half);
    z[0] = first + last;
    z[1] = first - last;
    if (h % 2 == 0) {
        const double re = (double)x[h], im = (double)x[h + 1];
        z[h] = re + re;
        z[h + 1] = 0 - (im + im);
        more += re * re + im * im;
    }
    more += SUM(ADD(s->squares[0], s->squares[1]));
    set_bound(s, 2 * more + (first * first + last * last));
}

/* -------------------------------------------------------------------- lines -- */

/* Removes the squares of the first `count` lanes, which will be read again. */
INLINE void forget_lanes(state *s, ptrdiff_t count)
{
    const V zero = SET1(0), kept = lanes_from(0, count);
    s->squares[0] = SELECT(kept, zero, s->squares[0]);
    s->squares[1] = SELECT(kept, zero, s->squares[1]);
}

/* Starts with the last group of columns, because it overlaps the one before. */
static void tiles_fused(const stet_tiles *c, const float *x, const T *z, state *s, Spectrum out,
                        T *work)
{
    const ptrdiff_t groups = c->groups;
    const Reading how = READING(out.exchanged, s);
    T *bank = work, *tile = bank + groups * stet_tiles_group(c);
    if (z) {
        SHARED(tiles_tall_all)(c, z, bank, tile);
    } else {
        tiles_tall(c, x, how, bank, tile, groups - 1, groups);
        forget_lanes(s, groups * VL - c->columns);
        tiles_tall(c, x, how, bank, tile, 0, groups - 1);
        make_bound(s);
    }
    tiles_rows(c, bank, tile, out, 0, c->blocks);
}

static void columns_fused(const stet_columns *c, const float *x, const T *z, state *s, Runs out,
                          T *work)
{
    if (!z) {
        columns_to(c, x, out, out.real, READING(out.exchanged, s), work, NULL);
        return;
    }
    SHARED(columns_tall_all)(c, z, work);
    columns_last(c, columns_half(c, work, c->step_count - 2), out, 0, NULL);
}

/* Starts with the last vector of columns, because it overlaps the one before. */
static void rows_fused(const stet_fft1d *f, const float *x, state *s, Goal to, T *work)
{
    const stet_step *p = ((const stet_row_passes *)f->made)->step;
    const Reading how = READING(0, s);
    const ptrdiff_t over = p->columns % VL;
    Area area = all_of(p, 1);
    if (over > 0) {
        area.column = p->columns - VL;
        rows_first(f, x, how, work, area);
        forget_lanes(s, VL - over);
    }
    area.column = 0;
    area.column_end = p->columns - over;
    rows_first(f, x, how, work, area);
    make_bound(s);
    SHARED(rows_between_all)(f, work);
    rows_last(f, work, to, NULL);
}

/* Reads floats x, or numbers z whose bound is known. */
static void inside_line(const stet_fft1d *f, const float *x, const T *z, state *s, T *work)
{
    const stet_fused *line = s->line;
    const stet_method *method = f->schedule.method;
    Most most = s;
    const int real = f->kind == STET_R2C, exchanged = !z && !real && line->swap;
    const Runs out = {line->out, 2 * (f->n / VL), line->scale, line->scale != 1, exchanged, real,
                      &most};
    if (method == &stet_method_small && z) {
        const void *numbers = z;
        small_of_floats((const stet_small *)f->made, (const float *)numbers, out.y, line->scale,
                        &most);
    } else if (method == &stet_method_small) {
        const stet_lines one = {x, out.y, 1, 1, 0, 0, 1};
        if (real)
            small_real_lines((const stet_small *)f->made, &one, s, line->scale, &most);
        else
            small_lines((const stet_small *)f->made, &one, exchanged, s, line->scale, &most);
    } else if (stet_takes_powers(method)) {
        power_elements(f, x, z, READING(exchanged, s), out, work);
    } else if (method == &stet_method_tiles) {
        const Spectrum spectrum = {line->out, line->scale, line->scale != 1, exchanged, &most};
        tiles_fused((const stet_tiles *)f->made, x, z, s, spectrum, work);
    } else if (method == &stet_method_rows) {
        const Goal to = {{NULL, NULL}, line->out, line->scale, line->scale != 1, 0, 1, &most};
        rows_fused(f, x, s, to, work);
    } else {
        columns_fused((const stet_columns *)f->made, x, z, s, out, work);
    }
}

static void fused_line(stet_fused *line)
{
    const stet_fft1d *f = line->f;
    const V zero = SET1(0);
    state s = {{zero, zero}, zero, line};
    line->count = 0;
    line->is_real = 0;
    if (f->half) {
        hermitian_first(f, line->x, &s, line->work);
        inside_line(f->half, NULL, line->work, &s, line->work + f->n);
    } else {
        inside_line(f, line->x, NULL, &s, line->work);
    }
}

const struct stet_fused_kernels KERNELS = {VL, fused_line};
