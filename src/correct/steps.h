/* SPDX-License-Identifier: Apache-2.0 */
/* Implements the steps of dd_fft.c on vectors, over an arithmetic. The file is included once with
 * A(name) dd_##name (arith_dd.h) and once with grid_##name (arith_grid.h); these headers have the
 * bounds. An arithmetic has
 *
 *   add, sub, add_minus_i, add_i   a + b, a - b, a - i b, a + i b
 *   part_add, part_sub             a + b, a - b of a real or imaginary part
 *   settle                         a sum that others are added to
 *   enter, finish                  an input, the result of a step, on the grid of a magic number
 *   times                          x (c - i s), finished; c and s are a number of a table
 *   factor, factor_of, add_times   sum + v c for a cosine or sine c
 *   root_half                      a part times sqrt(1/2)
 *
 * magics has the grids before and after a step; for a leaf of 64, of its middle and its end too. */

/* Loads numbers c to c + VL - 1 of an input; words are the finished result of an earlier step. */
INLINE Z A(load)(const int source, const void *x, ptrdiff_t c, V magic)
{
    const Z z = load_source(source, x, c);
    return source == STET_WORDS ? z : A(enter)(z, magic);
}

INLINE Z A(times_table)(Z x, const double *table, ptrdiff_t c, V magic)
{
    return A(times)(x, b_load(table, c), magic);
}

/* -------------------------------------------------------------- radix 2, 4 -- */

INLINE void A(step4_of)(const int source, const unsigned children, const void *x, ptrdiff_t n,
                        const double *twiddles, const double *magics, double *y)
{
    const ptrdiff_t m = n / 4, child = STET_DD_WORDS * m;
    const V before = SET1(magics[0]), after = SET1(magics[1]);
    for (ptrdiff_t c = 0; c < m; c += VL) {
        Z v[4];
#pragma GCC unroll 4
        for (int q = 0; q < 4; q++)
            v[q] = A(load)(source, x, c + q * m, before);
        if (children & 5) {
            const Z even = A(add)(v[0], v[2]), odd = A(add)(v[1], v[3]);
            if (children & 1)
                b_store(y, c, A(finish)(A(add)(even, odd), after));
            if (children & 4)
                b_store(y + 2 * child, c,
                        A(times_table)(A(sub)(even, odd), twiddles + child, c, after));
        }
        if (children & 10) {
            const Z even = A(sub)(v[0], v[2]), odd = A(sub)(v[1], v[3]);
            if (children & 2)
                b_store(y + child, c,
                        A(times_table)(A(add_minus_i)(even, odd), twiddles, c, after));
            if (children & 8)
                b_store(y + 3 * child, c,
                        A(times_table)(A(add_i)(even, odd), twiddles + 2 * child, c, after));
        }
    }
}

static void A(step4)(const void *x, int source, ptrdiff_t n, unsigned children,
                     const double *twiddles, const double *magics, double *y)
{
    switch (source) {
    case STET_WORDS:
        if (children == 15)
            A(step4_of)(STET_WORDS, 15, x, n, twiddles, magics, y);
        else
            A(step4_of)(STET_WORDS, children, x, n, twiddles, magics, y);
        break;
    case STET_REALS: A(step4_of)(STET_REALS, children, x, n, twiddles, magics, y); break;
    case STET_PAIRS: A(step4_of)(STET_PAIRS, children, x, n, twiddles, magics, y); break;
    default: A(step4_of)(STET_FLOAT_PAIRS, children, x, n, twiddles, magics, y); break;
    }
}

static void A(step2)(const void *x, int source, ptrdiff_t n, unsigned children,
                     const double *twiddles, const double *magics, double *y)
{
    const ptrdiff_t m = n / 2;
    const V before = SET1(magics[0]), after = SET1(magics[1]);
    for (ptrdiff_t c = 0; c < m; c += VL) {
        const Z a = A(load)(source, x, c, before), b = A(load)(source, x, c + m, before);
        if (children & 1)
            b_store(y, c, A(finish)(A(add)(a, b), after));
        if (children & 2)
            b_store(y + STET_DD_WORDS * m, c, A(times_table)(A(sub)(a, b), twiddles, c, after));
    }
}

/* -------------------------------------------------------------- any radix -- */

/* Loads row q of m columns from c on; their number need not be a multiple of a vector. */
INLINE Z A(load_row)(const int source, const void *x, ptrdiff_t n, ptrdiff_t m, ptrdiff_t q,
                     ptrdiff_t c, V magic)
{
    const Z z = m % VL != 0 ? load_any(source, x, n, c + q * m) : load_source(source, x, c + q * m);
    return source == STET_WORDS ? z : A(enter)(z, magic);
}

/* Inputs p and r - p have conjugate factors c -+ i s. Let a be their sum and b their difference:
 * outputs q and r - q are the sum of all a c minus and plus i times the sum of all b s. The middle
 * input of an even radix has the factor 1 or -1. */
INLINE void A(any_of)(const int radix, const int source, const void *x, ptrdiff_t n,
                      unsigned children, const double *roots, const double *twiddles,
                      const double *magics, double *y)
{
    enum { HALF = STET_MOST_RADIX / 2 + 1 };
    const ptrdiff_t m = n / radix, child = stet_dd_words(m);
    const V before = SET1(magics[0]), after = SET1(magics[1]);
    const Z none = {{SET1(0), SET1(0)}, {SET1(0), SET1(0)}};
    A(factor) cosine[STET_MOST_RADIX], sine[STET_MOST_RADIX];
    for (int k = 0; k < radix; k++) {
        cosine[k] = A(factor_of)(root_cosine(roots, k));
        sine[k] = A(factor_of)(root_sine(roots, k));
    }
    for (ptrdiff_t c = 0; c < m; c += VL) {
        Z a[HALF], b[HALF], middle = none;
        const Z first = A(load_row)(source, x, n, m, 0, c, before);
        for (int p = 1; 2 * p < radix; p++) {
            const Z v = A(load_row)(source, x, n, m, p, c, before);
            const Z w = A(load_row)(source, x, n, m, radix - p, c, before);
            a[p] = A(add)(v, w);
            b[p] = A(sub)(v, w);
        }
        if (radix % 2 == 0)
            middle = A(load_row)(source, x, n, m, radix / 2, c, before);
        for (int q = 0; 2 * q <= radix; q++) {
            const int other = q == 0 ? 0 : radix - q;
            Z even = first, odd = none;
            if ((children >> q & 1) == 0 && (children >> other & 1) == 0)
                continue;
            for (int p = 1; 2 * p < radix; p++) {
                const int k = p * q % radix;
                even = q == 0 ? A(settle)(A(add)(even, a[p])) : A(add_times)(even, a[p], cosine[k]);
                odd = q == 0 ? none : A(add_times)(odd, b[p], sine[k]);
            }
            if (radix % 2 == 0)
                even = A(settle)(q % 2 ? A(sub)(even, middle) : A(add)(even, middle));
            if (q == 0)
                b_store(y, c, A(finish)(even, after));
            if (q > 0 && children >> q & 1)
                b_store(y + q * child, c,
                        A(times_table)(A(finish)(A(add_minus_i)(even, odd), after),
                                       twiddles + (q - 1) * child, c, after));
            if (other > q && children >> other & 1)
                b_store(y + other * child, c,
                        A(times_table)(A(finish)(A(add_i)(even, odd), after),
                                       twiddles + (other - 1) * child, c, after));
        }
    }
}

static void A(step_any)(const void *x, int source, ptrdiff_t n, int radix, unsigned children,
                        const double *roots, const double *twiddles, const double *magics,
                        double *y)
{
    if (source != STET_WORDS)
        A(any_of)(radix, source, x, n, children, roots, twiddles, magics, y);
    else if (radix == 3)
        A(any_of)(3, STET_WORDS, x, n, children, roots, twiddles, magics, y);
    else if (radix == 5)
        A(any_of)(5, STET_WORDS, x, n, children, roots, twiddles, magics, y);
    else
        A(any_of)(radix, STET_WORDS, x, n, children, roots, twiddles, magics, y);
}

/* Computes a whole transform of at most STET_MOST_LEAF numbers; lanes are outputs. Row j of the
 * table has the roots j k; inputs j and length - j are taken together, as in any_of(). */
static void A(short_leaf)(const double *x, int length, const double *table, double *y)
{
    const ptrdiff_t row = stet_dd_words(length);
    for (ptrdiff_t k = 0; k < length; k += VL) {
        Z even = in_all_lanes(x, 0), odd = {{SET1(0), SET1(0)}, {SET1(0), SET1(0)}};
        for (int j = 1; 2 * j <= length; j++) {
            const Z w = b_load(table + j * row, k), v = in_all_lanes(x, j);
            if (2 * j == length) {
                even = A(add_times)(even, v, A(factor_of)(w.re));
                continue;
            }
            const Z u = in_all_lanes(x, length - j);
            even = A(add_times)(even, A(add)(v, u), A(factor_of)(w.re));
            odd = A(add_times)(odd, A(sub)(v, u), A(factor_of)(w.im));
        }
        b_store(y, k, z_normal(A(add_minus_i)(even, odd)));
    }
}

/* y = x in words. */
static void A(enter_all)(const void *x, int source, ptrdiff_t count, double magic, double *y)
{
    const V m = SET1(magic);
    for (ptrdiff_t k = 0; k < count; k += VL) {
        const Z v = k + VL <= count ? load_source(source, x, k) : load_any(source, x, count, k);
        b_store(y, k, A(enter)(v, m));
    }
}

/* y = x (c - i s), on the grid of a magic number, its imaginary parts times sign, 1 or -1. y may be
 * x. */
static void A(multiply)(const void *x, int source, ptrdiff_t count, const double *table,
                        double magic, double sign, double *y)
{
    const V m = SET1(magic), s = SET1(sign);
    for (ptrdiff_t k = 0; k < count; k += VL) {
        const Z v = source == STET_WORDS || k + VL <= count ? load_source(source, x, k)
                                                            : load_any(source, x, count, k);
        const Z z = A(times_table)(A(enter)(v, m), table, k, m);
        b_store(y, k, (Z){z.re, {MUL(z.im.h, s), MUL(z.im.l, s)}});
    }
}

/* -------------------------------------------------------------- leaf of 64 -- */

INLINE void A(dft4)(const Z *x, Z *y)
{
    const Z a = A(add)(x[0], x[2]), b = A(add)(x[1], x[3]);
    const Z c = A(sub)(x[0], x[2]), d = A(sub)(x[1], x[3]);
    y[0] = A(add)(a, b);
    y[2] = A(sub)(a, b);
    y[1] = A(add_minus_i)(c, d);
    y[3] = A(add_i)(c, d);
}

/* Returns x (1 - i) sqrt(1/2), or x (-1 - i) sqrt(1/2) if third. */
INLINE Z A(eighth)(Z x, int third, V magic)
{
    const D sum = A(root_half)(A(part_add)(x.re, x.im), magic);
    const D difference = A(root_half)(A(part_sub)(x.im, x.re), magic);
    return third ? (Z){difference, negative(sum)} : (Z){sum, difference};
}

/* Stores y[k] in natural order. */
INLINE void A(dft8)(const Z *x, Z *y, V magic)
{
    Z even[4], odd[4], a[4], b[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        even[i] = A(add)(x[i], x[i + 4]);
        odd[i] = A(sub)(x[i], x[i + 4]);
    }
    odd[1] = A(eighth)(odd[1], 0, magic);
    odd[2] = (Z){odd[2].im, negative(odd[2].re)};
    odd[3] = A(eighth)(odd[3], 1, magic);
    A(dft4)(even, a);
    A(dft4)(odd, b);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        y[2 * i] = a[i];
        y[2 * i + 1] = b[i];
    }
}

/* 64 = 8 x 8: transforms the columns, multiplies by twiddles, transforms the rows. */
static void A(leaf64)(const double *x, const double *twiddles, const double *magics, double *y)
{
    double rows[STET_DD_WORDS * 64] __attribute__((aligned(64)));
    double turned[STET_DD_WORDS * 64] __attribute__((aligned(64)));
    const V middle = SET1(magics[1]), last = SET1(magics[2]);
    Z v[8], w[8];
    for (int c = 0; c < 8; c += VL) {
#pragma GCC unroll 8
        for (int q = 0; q < 8; q++)
            v[q] = b_load(x, c + 8 * q);
        A(dft8)(v, w, middle);
        b_store(rows, c, A(finish)(w[0], middle));
#pragma GCC unroll 8
        for (int k = 1; k < 8; k++)
            b_store(rows, 8 * k + c, A(times_table)(w[k], twiddles, 8 * (k - 1) + c, middle));
    }
    turn64(rows, turned);
    for (int k = 0; k < 8; k += VL) {
#pragma GCC unroll 8
        for (int c = 0; c < 8; c++)
            v[c] = b_load(turned, 8 * c + k);
        A(dft8)(v, w, last);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            b_store(y, 8 * i + k, z_normal(w[i]));
    }
}

#undef A
