/* SPDX-License-Identifier: Apache-2.0 */
/* Has fused.h for one vector type of doubles and its vec/narrow_*.h: lines of floats, contiguous on
 * both sides, around the transform of STET_F64. isa/extended.c.in defines KERNELS and
 * NUMBERS (lines/passes.h). */
#include <string.h>

#include "base/alloc.h"
#include "extended/fused.h"
#include "lines/method.h"
#include "graph/odd_constants.h"

#include "graph/butterfly.h"

#define STET_OTHER_ELEMENTS
#define STET_LINES_OF_FLOATS
#define STET_FIXED_TALL

typedef float E;
typedef T Load;
typedef int Reading, Most;

#define EXCHANGED(how) (how)
#define READING(exchanged, load) (exchanged)
#define READ_COLUMNS(p, re, im) WIDEN_COLUMNS(p, re, im)
#define READ_PAIRS(p, re, im) WIDEN_PAIRS(p, re, im)
#define READ_REALS(p) WIDEN_F32(p)
#define READ_REAL_COLUMNS(p) WIDEN_REAL_COLUMNS(p)
#define READ_LANES(p, re, im) WIDEN_LANES(p, re, im)
#define READ_REAL_LANES(p) WIDEN_REAL_LANES(p)
#define SCALE_READ(how, s, z) ((void)0)
#define SCALE_REALS(how, s, z) ((void)0)
#define ALL_READ(how) ((void)(how))
#define READ_SCALED(source, how) ((void)0)
#define SCALE_SOURCE(source, r, z) ((void)0)
#define WRITE_PAIRS(p, re, im, most) ((void)(most), NARROW_PAIRS_F32(p, re, im))
#define WRITE_LANES(p, re, im, most) ((void)(most), NARROW_LANES_F32(p, re, im))
#define NOTHING_YET(most) 0
#define KEEP_MOST(out, most) ((void)(out), (void)(most))
#define GIVE_MOST(to, most) ((void)(to), (void)(most))
#define WRITE_NUMBERS(y, count, at, numbers, most) write_numbers(y, count, at, numbers)

INLINE void write_numbers(E *y, const int count, const ptrdiff_t *at, const T *numbers)
{
    for (int i = 0; i < count; i++)
        y[at[i]] = (float)numbers[i];
}

#include "lines/passes.h"

#include "lines/methods/last.h"

#include "lines/methods/columns.h"

#include "lines/methods/wide.h"

#include "lines/methods/wide_real.h"

#ifdef FOURS_LAST
#include "lines/methods/fours.h"

#include "lines/methods/fours_real.h"
#endif

#include "lines/methods/rows.h"

#include "lines/methods/tiles.h"

#include "lines/methods/small.h"

#include "lines/methods/small_real.h"

/* ------------------------------------------------------------ half a spectrum -- */

/* Makes the pairs (k, h - k) of hermitian_even() for begin <= k < end, at least VL of them; the
 * last vector overlaps the one before it. */
INLINE void hermitian_range(const int rho, const stet_fft1d *f, const E *x, T *z, ptrdiff_t begin,
                            ptrdiff_t end)
{
    const ptrdiff_t h = f->n / 2;
    const T *m = (const T *)f->tables.level[0], *t = m + stet_level_size(h);
    for (ptrdiff_t i = begin; i < end; i += VL) {
        const ptrdiff_t k = i + VL <= end ? i : end - VL, mirror = h - k - (VL - 1);
        C a, b;
        WIDEN_PAIRS(x + 2 * k, &a.re, &a.im);
        WIDEN_PAIRS(x + 2 * mirror, &b.re, &b.im);
        b = (C){REVERSE(b.re), REVERSE(b.im)};
        hermitian_pair(rho, LOAD(m + k), LOAD(t + k), &a, &b);
        STORE_PAIRS(z + 2 * k, a.re, a.im);
        STORE_PAIRS(z + 2 * mirror, REVERSE(b.re), REVERSE(b.im));
    }
}

/* Makes the pairs as hermitian_line() of hermitian.h does: it includes k = 0, and then makes that
 * pair anew. */
static void hermitian_first(const stet_fft1d *f, const E *x, T *z)
{
    const ptrdiff_t h = f->n / 2, quarter = (h + 3) / 4, half = (h + 1) / 2;
    const T first = (T)x[0], last = (T)x[2 * h];
    hermitian_range(1, f, x, z, 0, quarter);
    hermitian_range(2, f, x, z, quarter, half);
    z[0] = first + last;
    z[1] = first - last;
    if (h % 2 == 0) {
        const T re = (T)x[h], im = (T)x[h + 1];
        z[h] = re + re;
        z[h + 1] = 0 - (im + im);
    }
}

/* Runs a line whose input is doubles z, by method small, wide, fours, tiles or columns. */
static void line_of_doubles(const stet_fft1d *f, const T *z, E *y, T scale, T *work)
{
    const stet_method *method = f->schedule.method;
    const Runs out = {y, 2 * (f->n / VL), scale, scale != 1, 0, 0, NULL};
    if (method == &stet_method_small) {
        const void *numbers = z;
        Most most = 0;
        small_of_floats((const stet_small *)f->made, (const E *)numbers, y, scale, &most);
    } else if (stet_takes_powers(method)) {
        power_elements(f, NULL, z, READING(0, 1), out, work);
    } else if (method == &stet_method_tiles) {
        const stet_tiles *c = (const stet_tiles *)f->made;
        T *tile = work + c->groups * stet_tiles_group(c);
        const Spectrum spectrum = {y, scale, scale != 1, 0, NULL};
        SHARED(tiles_tall_all)(c, z, work, tile);
        tiles_rows(c, work, tile, spectrum, 0, c->blocks);
    } else {
        const stet_columns *c = (const stet_columns *)f->made;
        SHARED(columns_tall_all)(c, z, work);
        columns_last(c, columns_half(c, work, c->step_count - 2), out, 0, NULL);
    }
}

/* -------------------------------------------------------------------- lines -- */

#ifndef FOURS_LAST
/* Runs two phases, as wide_complex() of wide.h does. */
static void wide_shared(const stet_wide *w, const E *x, Runs out, Reading how, T *work,
                        const stet_share *share)
{
    const ptrdiff_t blocks = w->tall / w->block;
    T *tile = work + stet_wide_bank(w) + share->part * stet_wide_tile(w);
    const Bank bank = w->grouped ? bank_of_groups(w, work) : bank_of_rows(w, work);
    if (share->phase == 0)
        wide_tall(w, x, how, &bank, tile, stet_share_begin(share, w->cells),
                  stet_share_end(share, w->cells));
    else
        wide_rows(w, &bank, tile, out, w->block * stet_share_begin(share, blocks),
                  w->block * stet_share_end(share, blocks));
}
#endif

/* Runs a line that is not divided. */
static void rows_of_floats(const stet_fft1d *f, const E *x, Reading how, Spectrum out, T *work)
{
    const stet_step *p = ((const stet_row_passes *)f->made)->step;
    const int real = f->kind == STET_R2C;
    const Goal to = {{NULL, NULL}, out.y, out.scale, out.scaled, out.exchanged, real, NULL};
    rows_first(f, x, how, work, all_of(p, real));
    SHARED(rows_between_all)(f, work);
    rows_last(f, work, to, NULL);
}

static void line_of_floats(const stet_fft1d *f, const E *x, E *y, int exchanged, T scale, T *work,
                           const stet_share *share)
{
    const stet_method *method = f->schedule.method;
    const int real = f->kind == STET_R2C;
    const Runs out = {y, 2 * (f->n / VL), scale, scale != 1, exchanged, real, NULL};
    const Spectrum spectrum = {y, scale, scale != 1, exchanged, NULL};
    if (method == &stet_method_tiles)
        tiles_to((const stet_tiles *)f->made, x, spectrum, exchanged, work, share);
    else if (method == &stet_method_columns)
        columns_to((const stet_columns *)f->made, x, out, real, exchanged, work, share);
    else if (method == &stet_method_rows)
        rows_of_floats(f, x, exchanged, spectrum, work);
    else if (real)
        power_of_reals(f, x, exchanged, out, work, share);
#ifdef FOURS_LAST
    else if (share)
        fours_shared((const stet_fours *)f->made, x, exchanged, out, work, share);
#else
    else if (share)
        wide_shared((const stet_wide *)f->made, x, out, exchanged, work, share);
    else if (wide_fixed((const stet_wide *)f->made, x, out, exchanged, work))
        return;
#endif
    else
        power_elements(f, x, NULL, exchanged, out, work);
}

static void fused_lines(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                        void *work, const stet_share *share)
{
    const stet_small *small = (const stet_small *)f->made;
    const int exchanged = swap && f->kind == STET_C2C;
    const ptrdiff_t in_step = lines->id * (f->kind == STET_R2C ? 1 : 2);
    const ptrdiff_t out_step = lines->od * (f->kind == STET_C2R ? 1 : 2);
    const E *x = (const E *)lines->in;
    E *y = (E *)lines->out;
    Most most = 0;
    if (!f->half && f->schedule.method == &stet_method_small) {
        if (f->kind == STET_R2C)
            small_real_lines(small, lines, 1, scale, &most);
        else
            small_lines(small, lines, exchanged, 1, scale, &most);
        return;
    }
    for (ptrdiff_t i = 0; i < lines->count; i++, x += in_step, y += out_step)
        if (f->half) {
            hermitian_first(f, x, (T *)work);
            line_of_doubles(f->half, (const T *)work, y, scale, (T *)work + f->n);
        } else {
            line_of_floats(f, x, y, exchanged, scale, (T *)work, share);
        }
}

/* ------------------------------------------------------------------ numbers -- */

static void widen(const float *x, ptrdiff_t count, double *y)
{
    ptrdiff_t i = 0;
    for (; i + VL <= count; i += VL)
        STORE(y + i, WIDEN_F32(x + i));
    for (; i < count; i++)
        y[i] = (double)x[i];
}

static void narrow(const double *x, ptrdiff_t count, float *y)
{
    ptrdiff_t i = 0;
    for (; i + VL <= count; i += VL)
        NARROW_F32(y + i, LOAD(x + i));
    for (; i < count; i++)
        y[i] = (float)x[i];
}

static void widen_pairs(const double *x, ptrdiff_t count, double *y)
{
    ptrdiff_t i = 0;
    for (; i + VL <= count; i += VL)
        STORE_PAIRS(y + 2 * i, LOAD(x + i), SET1(0));
    for (; i < count; i++) {
        y[2 * i] = x[i];
        y[2 * i + 1] = 0;
    }
}

static void narrow_pairs(const double *x, ptrdiff_t count, double rest, double *y)
{
    ptrdiff_t i = 0;
    for (; i + VL <= count; i += VL) {
        V high, low;
        LOAD_PAIRS(x + 2 * i, &high, &low);
        STORE(y + i, ADD(high, ADD(low, rest == 0 ? SET1(0) : MUL(high, SET1(rest)))));
    }
    for (; i < count; i++)
        y[i] = x[2 * i] + (x[2 * i + 1] + (rest == 0 ? 0 : x[2 * i] * rest));
}

const struct stet_extended_kernels KERNELS = {VL,     fused_lines, widen,
                                              narrow, widen_pairs, narrow_pairs};
