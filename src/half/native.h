/* SPDX-License-Identifier: Apache-2.0 */
/* Mode NATIVE where the CPU computes in binary16: lines of 2^m >= VL^2 complex numbers, contiguous
 * on both sides, of kind C2C. All others go the way of lines.c, with the same bits. A template over
 * a vector type whose T is binary16; isa/<isa>_native.c are its instances.
 *
 * The levels up to L = n/VL are the passes of passes.h, lanes being columns. Then each row is one
 * vector of VL columns. VL rows at a time are transposed: a vector now holds one column of VL
 * rows, and the last levels combine vectors, their twiddles being loaded lane by lane. Lane l of
 * output q of rows j .. j + VL - 1 is number j + l + (n/VL) q: a contiguous vector. */
#include <string.h>

#include "base/alloc.h"
#include "half/hardware.h"
#include "fft/odd_constants.h"
#include "fft/odd_constants_f16.h"

#include "fft/butterfly.h"

#include "fft/element.h"

#include "fft/passes.h"

/* VL vectors in place: lane b of vector a and lane a of vector b change places. */
INLINE void transpose_block(T *block)
{
#pragma GCC unroll 5
    for (int h = VL / 2; h > 0; h /= 2)
        for (int i = 0; i < VL; i++) {
            if (i & h)
                continue;
            V a = LOAD(block + (ptrdiff_t)i * VL), b = LOAD(block + (ptrdiff_t)(i + h) * VL);
            TRANSPOSE(h, &a, &b);
            STORE(block + (ptrdiff_t)i * VL, a);
            STORE(block + (ptrdiff_t)(i + h) * VL, b);
        }
}

/* The butterfly of VL rows from j on, whose rho may differ: see stet_native_lanes. Minus m is an
 * exact number, and FMA(-m, s, x) is FNMA(m, s, x). */
INLINE void lane_butterfly(const T *lanes, C *a, C *b)
{
    const V m_re = LOAD(lanes), m_im = LOAD(lanes + VL), t = LOAD(lanes + (ptrdiff_t)2 * VL);
    const V crossed = LOAD(lanes + (ptrdiff_t)3 * VL);
    const C s = {FMA(t, b->im, b->re), FNMA(t, b->re, b->im)}, x = *a;
    const V s_re = SELECT(crossed, s.re, s.im), s_im = SELECT(crossed, s.im, s.re);
    *a = (C){FMA(m_re, s_re, x.re), FMA(m_im, s_im, x.im)};
    *b = (C){FNMA(m_re, s_re, x.re), FNMA(m_im, s_im, x.im)};
}

/* Rows j .. j + VL - 1 of the last levels; rows are VL real and VL imaginary parts each. */
static void last_rows(const stet_native *f, const T *rows, ptrdiff_t j, T *y, int exchanged)
{
    T re[VL * VL], im[VL * VL];
    for (int i = 0; i < VL; i++) {
        STORE(re + (ptrdiff_t)i * VL, LOAD(rows + (ptrdiff_t)2 * i * VL));
        STORE(im + (ptrdiff_t)i * VL, LOAD(rows + (ptrdiff_t)(2 * i + 1) * VL));
    }
    transpose_block(re);
    transpose_block(im);
    const T *lanes = (const T *)f->lanes + j / VL * stet_native_lanes_per_block(VL);
    for (int half = VL / 2; half > 0; half /= 2) /* columns after the level */
        for (int q = 0; q < VL / 2 / half; q++, lanes += 4 * VL)
            for (int c = 0; c < half; c++) {
                const ptrdiff_t at =
                    (ptrdiff_t)VL * (2 * half * stet_native_place(VL / 2 / half, q) + c);
                const ptrdiff_t other = at + (ptrdiff_t)VL * half;
                C a = {LOAD(re + at), LOAD(im + at)}, b = {LOAD(re + other), LOAD(im + other)};
                lane_butterfly(lanes, &a, &b);
                STORE(re + at, a.re);
                STORE(im + at, a.im);
                STORE(re + other, b.re);
                STORE(im + other, b.im);
            }
    for (int q = 0; q < VL; q++) {
        const ptrdiff_t from = (ptrdiff_t)VL * stet_native_place(VL, q);
        T *to = y + 2 * (j + f->n / VL * q);
        const V a = LOAD(re + from), b = LOAD(im + from);
        if (exchanged)
            STORE_PAIRS(to, b, a);
        else
            STORE_PAIRS(to, a, b);
    }
}

/* Radices 2, 4 and 8 are all there are (hardware.h). */
#define NATIVE_PASS(s)                                                                             \
    static __attribute__((noinline)) void first_levels_##s(const stet_step *p, Source in, T *rows) \
    {                                                                                              \
        levels_first(s, FROM_ARRAY, VL, p, in, rows_out(rows, VL), 0, all_of(p, 0));               \
    }                                                                                              \
    static __attribute__((noinline)) void later_levels_##s(const stet_step *p, const T *from,      \
                                                           T *rows)                                \
    {                                                                                              \
        levels_pass(s, VL, p, rows_in(from, VL), rows_out(rows, VL), 0, all_of(p, 0));             \
    }
NATIVE_PASS(1)
NATIVE_PASS(2)
NATIVE_PASS(3)

static void native_first(const stet_step *p, const T *x, int exchanged, T *rows)
{
    const Source in = {x, x, 2, exchanged ? ARRAY_EXCHANGED : ARRAY_PAIRS};
    switch (p->radix) {
    case 2: first_levels_1(p, in, rows); break;
    case 4: first_levels_2(p, in, rows); break;
    default: first_levels_3(p, in, rows); break;
    }
}

static void native_later(const stet_step *p, const T *from, T *rows)
{
    switch (p->radix) {
    case 2: later_levels_1(p, from, rows); break;
    case 4: later_levels_2(p, from, rows); break;
    default: later_levels_3(p, from, rows); break;
    }
}

/* x and y may be one array. */
static unsigned native_line(const stet_native *f, const uint16_t *in, uint16_t *out, int exchanged,
                            void *work)
{
    const T *x = (const T *)in;
    T *y = (T *)out, *here = (T *)work, *there = here + 2 * f->n;
    native_first(&f->step[0], x, exchanged, here);
    for (int i = 1; i < f->steps; i++) {
        native_later(&f->step[i], here, there);
        T *swap = here;
        here = there;
        there = swap;
    }
    for (ptrdiff_t j = 0; j < f->n / VL; j += VL)
        last_rows(f, here + 2 * VL * j, j, y, exchanged);
    return LARGEST(y, 2 * f->n);
}

static unsigned largest(const uint16_t *x, ptrdiff_t n) { return LARGEST((const T *)x, n); }

const struct stet_native_kernels KERNELS = {VL, native_line, largest};
