/* SPDX-License-Identifier: Apache-2.0 */
/* Runs lines of 16-bit numbers that are contiguous on both sides, of lengths that small.h, wide.h,
 * tiles.h or columns.h takes, of either kind. The first pass widens what it reads, and the last one
 * narrows what it writes; the passes between are those of STET_F32. isa/direct_f16.c.in and
 * direct_bf16.c.in define KERNELS and NUMBERS (lines/passes.h), and include the vector type of
 * float, its header for 16 bits (vec/half_*.h), this file, and split.h. */
#include <string.h>

#include "base/alloc.h"
#include "lines/method.h"
#include "half/half.h"
#include "graph/odd_constants.h"

#include "graph/butterfly.h"

#define STET_OTHER_ELEMENTS
#define STET_LINES_OF_FLOATS

typedef uint16_t E;
typedef T Load;

typedef struct {
    int exchanged;
    Load load;
} Reading;

#define EXCHANGED(how) ((how).exchanged)
#define READING(exchanged, load) ((Reading){exchanged, load})
#define READ_COLUMNS(p, re, im) read_columns(p, re, im)
#define READ_PAIRS(p, re, im) widen_pairs(load_pairs(p), re, im)
#define READ_REALS(p) read_reals(p)
#define READ_REAL_COLUMNS(p) read_real_columns(p)
#define READ_LANES(p, re, im) read_lanes(p, re, im)
#define SCALE_READ(how, s, z) scale_read((how).load, 1 << (s), z)
#define SCALE_REALS SCALE_READ
#define ALL_READ(how) ((void)(how))
#define READ_SCALED(source, how) ((source).load = (how).load)
#define SCALE_SOURCE(source, r, z) scale_read((source).load, r, z)
#define WRITE_RUNS(p, q, re, im, most) write_runs(p, q, re, im, most)
#define WRITE_PAIRS(p, re, im, most) write_pairs(p, re, im, most)
#define WRITE_LANES(p, re, im, most) write_lanes(p, re, im, most)
/* Numbers are usually all finite: a branch that is predicted avoids the access to *to. */
#define GIVE_MOST(to, most) (IS_FINITE(most) ? (void)0 : (void)(*(to) = LARGER(*(to), most)))
#define KEEP_MOST(out, most) GIVE_MOST((out).most, most)
#define WRITE_NUMBERS(y, count, at, numbers, most) write_numbers(y, count, at, numbers, most)

INLINE void write_numbers(E *y, int count, const ptrdiff_t *at, const T *numbers, Most *most)
{
    E pairs[2 * VL];
    Most own = NOTHING_YET(most);
    const Pairs narrow = narrow_pairs(LOAD(numbers), LOAD(numbers));
    note(narrow, &own);
    store_pairs(pairs, narrow);
    for (int i = 0; i < count; i++)
        y[at[i]] = pairs[2 * i];
    GIVE_MOST(most, own);
}

INLINE void scale_read(T load, const int r, C *z)
{
    if (load == 1)
        return;
#pragma GCC unroll 16
    for (int u = 0; u < r; u++)
        z[u] = (C){MUL(z[u].re, SET1(load)), MUL(z[u].im, SET1(load))};
}

#include "lines/passes.h"

#include "lines/methods/last.h"

#include "lines/methods/columns.h"

#ifndef STET_NO_WIDE /* lines/kernel.h leaves out the same methods */
#include "lines/methods/wide.h"

#include "lines/methods/wide_real.h"

#ifdef FOURS_LAST
#include "lines/methods/fours.h"

#include "lines/methods/fours_real.h"
#endif

#include "lines/methods/tiles.h"
#endif

#include "lines/methods/small.h"

#ifndef STET_NO_WIDE
static void power_lines(const stet_fft1d *f, const stet_lines *lines, Reading how, T scale, T *work,
                        Most *most)
{
    const int real = f->kind == STET_R2C;
    const ptrdiff_t parts = real ? 1 : 2;
    for (ptrdiff_t i = 0; i < lines->count; i++) {
        const E *x = (const E *)lines->in + parts * i * lines->id;
        E *y = (E *)lines->out + 2 * i * lines->od;
        const Runs out = {y, 2 * (f->n / VL), scale, scale != 1, how.exchanged, real, most};
        if (real)
            power_of_reals(f, x, how, out, work, NULL);
        else
            power_elements(f, x, NULL, how, out, work);
    }
}
#endif

static void columns_lines(const stet_fft1d *f, const stet_lines *lines, Reading how, T scale,
                          T *work, Most *most)
{
    const int real = f->kind == STET_R2C;
    const ptrdiff_t parts = real ? 1 : 2;
    for (ptrdiff_t i = 0; i < lines->count; i++) {
        const E *x = (const E *)lines->in + parts * i * lines->id;
        E *y = (E *)lines->out + 2 * i * lines->od;
        const Runs out = {y, 2 * (f->n / VL), scale, scale != 1, how.exchanged, real, most};
        columns_to((const stet_columns *)f->made, x, out, real, how, work, NULL);
    }
}

#ifndef STET_NO_WIDE
static void tiles_lines(const stet_tiles *c, const stet_lines *lines, Reading how, T scale, T *work,
                        Most *most)
{
    for (ptrdiff_t i = 0; i < lines->count; i++) {
        const E *x = (const E *)lines->in + 2 * i * lines->id;
        E *y = (E *)lines->out + 2 * i * lines->od;
        const Spectrum out = {y, scale, scale != 1, how.exchanged, most};
        tiles_to(c, x, out, how, work, NULL);
    }
}
#endif

INLINE void read_scaled_pairs(const E *p, T load, C *z)
{
    READ_PAIRS(p, &z->re, &z->im);
    scale_read(load, 1, z);
}

/* Makes the pairs (k, h - k) of a half spectrum for begin <= k < end, at least VL of them; the last
 * vector overlaps the one before it. */
INLINE void hermitian_range(const int rho, const stet_fft1d *f, const E *x, T load, T *z,
                            ptrdiff_t begin, ptrdiff_t end)
{
    const ptrdiff_t h = f->n / 2;
    const T *m = (const T *)f->tables.level[0], *t = m + stet_level_size(h);
    for (ptrdiff_t i = begin; i < end; i += VL) {
        const ptrdiff_t k = i + VL <= end ? i : end - VL, mirror = h - k - (VL - 1);
        C a, b;
        read_scaled_pairs(x + 2 * k, load, &a);
        read_scaled_pairs(x + 2 * mirror, load, &b);
        b = (C){REVERSE(b.re), REVERSE(b.im)};
        hermitian_pair(rho, LOAD(m + k), LOAD(t + k), &a, &b);
        STORE_PAIRS(z + 2 * k, a.re, a.im);
        STORE_PAIRS(z + 2 * mirror, REVERSE(b.re), REVERSE(b.im));
    }
}

/* Makes the pairs that are alone: k = 0 with h, and h/2. */
INLINE void hermitian_end(const E *x, T load, ptrdiff_t h, T *z)
{
    const T first = read_one(x) * load, last = read_one(x + 2 * h) * load;
    const T re = read_one(x + h) * load, im = read_one(x + h + 1) * load;
    z[0] = first + last;
    z[1] = first - last;
    z[h] = re + re;
    z[h + 1] = 0 - (im + im);
}

/* Does the work of hermitian.h for lengths that small.h or wide.h takes. */
static void hermitian_lines(const stet_fft1d *f, const stet_lines *lines, T load, T scale, T *work,
                            Most *most)
{
    const stet_fft1d *half = f->half;
    const ptrdiff_t h = f->n / 2;
    T *z = work;
    const void *spectrum = z; /* floats, which the next pass reads */
    for (ptrdiff_t i = 0; i < lines->count; i++) {
        const E *x = (const E *)lines->in + 2 * i * lines->id;
        const Runs out = {
            (E *)lines->out + i * lines->od, 2 * (h / VL), scale, scale != 1, 0, 0, most};
        hermitian_range(1, f, x, load, z, 1, h / 4);
        hermitian_range(2, f, x, load, z, h / 4, h / 2);
        hermitian_end(x, load, h, z);
        if (half->schedule.method == &stet_method_small)
            small_of_floats((const stet_small *)half->made, (const E *)spectrum, out.y, scale,
                            most);
#ifndef STET_NO_WIDE
        else
            power_elements(half, NULL, z, READING(0, 1), out, work + 2 * h);
#endif
    }
}

static int direct_lines(const stet_fft1d *f, const stet_lines *lines, int swap, float load,
                        float scale, void *work)
{
    Most most = NOTHING_YET(NULL);
    if (f->half)
        hermitian_lines(f, lines, load, scale, (T *)work, &most);
    else if (f->schedule.method == &stet_method_small)
        small_lines((const stet_small *)f->made, lines, swap, load, scale, &most);
#ifndef STET_NO_WIDE
    else if (stet_takes_powers(f->schedule.method))
        power_lines(f, lines, READING(swap, load), scale, (T *)work, &most);
    else if (f->schedule.method == &stet_method_tiles)
        tiles_lines((const stet_tiles *)f->made, lines, READING(swap, load), scale, (T *)work,
                    &most);
#endif
    else
        columns_lines(f, lines, READING(swap, load), scale, (T *)work, &most);
    return IS_FINITE(most);
}

static int all_finite(const uint16_t *x, ptrdiff_t n)
{
    Most most = NOTHING_YET(NULL);
    ptrdiff_t i = 0;
    for (; i + 2 * VL <= n; i += 2 * VL)
        note(load_pairs(x + i), &most);
    int finite = IS_FINITE(most);
    for (; i < n; i++)
        finite &= (x[i] & 0x7fff) < INFINITE;
    return finite;
}
