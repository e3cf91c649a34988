/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of dd_fft.c on vectors: double-double without renormalising after every operation (pair
 * arithmetic: M. Lange, S. M. Rump, "Faithfully rounded floating-point computations", ACM TOMS
 * 46(3), 2020). A template over the vector type of doubles.
 *
 * Theorem (pairs). Let S be the sum of the moduli of all parts of the numbers that a result is made
 * of, and |low word| <= l u S before; a normalised number has l = 1.
 *   sum or difference: its low word is at most (l + 1) u S, its error (2 l + 1) u^2 S;
 *   product by a double-double constant of modulus at most 1: (l + 2) u S, (3 l + 3) u^2 S;
 *   a part of a complex product, renormalised: 1, and (3 l + 3) + (l + 2) + (l + 3) = 5 l + 8.
 * (Low words are added with one rounding each, of at most u times themselves; the errors of the high
 * words' sums and products are exact; what is left out is a product of two low words.) So:
 *   radix 4: l = 1, 2, 3 in two additions, 3 + 5 = 8; its twiddle 23;
 *   radix 8: l = 1, 2, 3, 5, 6, 7 with the factor sqrt(1/2), 3 + 5 + 12 + 11 + 13 = 44; its twiddle 43.
 * The modulus of a complex error is at most sqrt 2 times that of a part, S at most sqrt 2 sum |x_i|,
 * and a twiddle itself is off by less than 2 u^2: below 2 (44 + 43) + 2 = 176 u^2 sum |x_i|, and
 * sum |x_i| <= sqrt(radix) |x|_2. STET_DD_STEP rounds that up for the terms in u^3. */

typedef struct {
    V h, l;
} D;

typedef struct {
    D re, im;
} Z;

INLINE D d_add(D a, D b)
{
    const V s = ADD(a.h, b.h), t = SUB(s, a.h);
    const V e = ADD(SUB(a.h, SUB(s, t)), SUB(b.h, t));
    return (D){s, ADD(ADD(a.l, b.l), e)};
}

INLINE D d_sub(D a, D b)
{
    const V s = SUB(a.h, b.h), t = SUB(s, a.h);
    const V e = SUB(SUB(a.h, SUB(s, t)), ADD(b.h, t));
    return (D){s, ADD(SUB(a.l, b.l), e)};
}

/* The same value with |low word| <= u |high word|: exact, whatever their order. */
INLINE D d_normal(D a) { return d_add((D){a.h, SET1(0)}, (D){a.l, SET1(0)}); }

/* a b, b normalised. */
INLINE D d_mul(D a, D b)
{
    const V p = MUL(a.h, b.h), e = FMA(a.h, b.h, SUB(SET1(0), p));
    return (D){p, FMA(a.h, b.l, FMA(a.l, b.h, e))};
}

INLINE Z z_add(Z a, Z b) { return (Z){d_add(a.re, b.re), d_add(a.im, b.im)}; }
INLINE Z z_sub(Z a, Z b) { return (Z){d_sub(a.re, b.re), d_sub(a.im, b.im)}; }
INLINE Z z_normal(Z a) { return (Z){d_normal(a.re), d_normal(a.im)}; }

/* a - i b and a + i b */
INLINE Z z_add_minus_i(Z a, Z b) { return (Z){d_add(a.re, b.im), d_sub(a.im, b.re)}; }
INLINE Z z_add_i(Z a, Z b) { return (Z){d_sub(a.re, b.im), d_add(a.im, b.re)}; }

/* x (c - i s), normalised. */
INLINE Z z_twiddle(Z x, D c, D s)
{
    const D re = d_add(d_mul(x.re, c), d_mul(x.im, s));
    const D im = d_sub(d_mul(x.im, c), d_mul(x.re, s));
    return (Z){d_normal(re), d_normal(im)};
}

/* Words `n` apart; in blocks (kernels.h); or a pair of doubles. */
INLINE Z z_load(const double *x, ptrdiff_t n, ptrdiff_t c)
{
    return (Z){{LOAD(x + c), LOAD(x + n + c)}, {LOAD(x + 2 * n + c), LOAD(x + 3 * n + c)}};
}

INLINE Z z_load_pairs(const double *x, ptrdiff_t c)
{
    Z z = {{SET1(0), SET1(0)}, {SET1(0), SET1(0)}};
#if VL > 1
    LOAD_PAIRS(x + 2 * c, &z.re.h, &z.im.h);
#else
    z.re.h = x[2 * c];
    z.im.h = x[2 * c + 1];
#endif
    return z;
}

INLINE Z z_load_float_pairs(const float *x, ptrdiff_t c)
{
    Z z = {{SET1(0), SET1(0)}, {SET1(0), SET1(0)}};
#if defined(__AVX512F__) && VL == 8
    const __m512 v = _mm512_permutexvar_ps(
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15),
        _mm512_loadu_ps(x + 2 * c));
    z.re.h = _mm512_cvtps_pd(_mm512_castps512_ps256(v));
    z.im.h = _mm512_cvtps_pd(_mm512_extractf32x8_ps(v, 1));
#elif defined(__AVX2__) && VL == 4
    const __m128 a = _mm_loadu_ps(x + 2 * c), b = _mm_loadu_ps(x + 2 * c + 4);
    z.re.h = _mm256_cvtps_pd(_mm_shuffle_ps(a, b, 0x88));
    z.im.h = _mm256_cvtps_pd(_mm_shuffle_ps(a, b, 0xdd));
#else
    double re[VL], im[VL];
    for (int i = 0; i < VL; i++)
        stet_input_at(STET_FLOAT_PAIRS, x, c + i, re + i, im + i);
    z.re.h = LOAD(re);
    z.im.h = LOAD(im);
#endif
    return z;
}

INLINE void z_store(double *y, ptrdiff_t n, ptrdiff_t c, Z z)
{
    STORE(y + c, z.re.h);
    STORE(y + n + c, z.re.l);
    STORE(y + 2 * n + c, z.im.h);
    STORE(y + 3 * n + c, z.im.l);
}

INLINE Z b_load(const double *x, ptrdiff_t c)
{
    return z_load(x + stet_dd_at(c), STET_DD_BLOCK, 0);
}
INLINE void b_store(double *y, ptrdiff_t c, Z z)
{
    z_store(y + stet_dd_at(c), STET_DD_BLOCK, 0, z);
}

/* Number c of a table with words n apart; of one in blocks. */
INLINE Z z_times_table(Z x, const double *table, ptrdiff_t n, ptrdiff_t c)
{
    const D cosine = {LOAD(table + c), LOAD(table + n + c)};
    const D sine = {LOAD(table + 2 * n + c), LOAD(table + 3 * n + c)};
    return z_twiddle(x, cosine, sine);
}

INLINE Z b_times(Z x, const double *table, ptrdiff_t c)
{
    return z_times_table(x, table + stet_dd_at(c), STET_DD_BLOCK, 0);
}

/* ----------------------------------------------------------------- steps -- */

INLINE void split4_of(const int from_pairs, const unsigned children, const double *x, ptrdiff_t n,
                      const double *twiddles, double *y)
{
    const ptrdiff_t m = n / 4, child = STET_DD_WORDS * m;
    for (ptrdiff_t c = 0; c < m; c += VL) {
        Z v[4];
#pragma GCC unroll 4
        for (int q = 0; q < 4; q++)
            v[q] = from_pairs ? z_load_pairs(x, c + q * m) : b_load(x, c + q * m);
        if (children & 5) {
            const Z even = z_add(v[0], v[2]), odd = z_add(v[1], v[3]);
            if (children & 1)
                b_store(y, c, z_normal(z_add(even, odd)));
            if (children & 4)
                b_store(y + 2 * child, c, b_times(z_sub(even, odd), twiddles + child, c));
        }
        if (children & 10) {
            const Z even = z_sub(v[0], v[2]), odd = z_sub(v[1], v[3]);
            if (children & 2)
                b_store(y + child, c, b_times(z_add_minus_i(even, odd), twiddles, c));
            if (children & 8)
                b_store(y + 3 * child, c, b_times(z_add_i(even, odd), twiddles + 2 * child, c));
        }
    }
}

static void split4(const double *x, int from_pairs, ptrdiff_t n, unsigned children,
                   const double *twiddles, double *y)
{
    if (from_pairs && children == 15)
        split4_of(1, 15, x, n, twiddles, y);
    else if (from_pairs)
        split4_of(1, children, x, n, twiddles, y);
    else if (children == 15)
        split4_of(0, 15, x, n, twiddles, y);
    else
        split4_of(0, children, x, n, twiddles, y);
}

static void split2(const double *x, int from_pairs, ptrdiff_t n, unsigned children,
                   const double *twiddles, double *y)
{
    const ptrdiff_t m = n / 2;
    for (ptrdiff_t c = 0; c < m; c += VL) {
        const Z a = from_pairs ? z_load_pairs(x, c) : b_load(x, c);
        const Z b = from_pairs ? z_load_pairs(x, c + m) : b_load(x, c + m);
        if (children & 1)
            b_store(y, c, z_normal(z_add(a, b)));
        if (children & 2)
            b_store(y + STET_DD_WORDS * m, c, b_times(z_sub(a, b), twiddles, c));
    }
}

/* ------------------------------------------------------------ any radix -- */

/* Numbers j to j + VL - 1. */
INLINE Z load_source(const int source, const void *x, ptrdiff_t j)
{
    switch (source) {
    case STET_WORDS: return b_load((const double *)x, j);
    case STET_REALS: return (Z){{LOAD((const double *)x + j), SET1(0)}, {SET1(0), SET1(0)}};
    case STET_PAIRS: return z_load_pairs((const double *)x, j);
    default: return z_load_float_pairs((const float *)x, j);
    }
}

/* The same wherever j is in a block; of n, the last number for those behind it. */
INLINE Z load_any(const int source, const void *x, ptrdiff_t n, ptrdiff_t j)
{
    double lanes[STET_DD_WORDS * VL] = {0};
    for (ptrdiff_t i = 0; i < VL; i++) {
        const ptrdiff_t k = j + i < n ? j + i : n - 1;
        if (source == STET_WORDS)
            for (int word = 0; word < STET_DD_WORDS; word++)
                lanes[word * VL + i] =
                    ((const double *)x)[stet_dd_at(k) + (ptrdiff_t)(word * STET_DD_BLOCK)];
        else
            stet_input_at(source, x, k, &lanes[i], &lanes[2 * VL + i]);
    }
    return z_load(lanes, VL, 0);
}

/* Row q of m columns from c on. */
INLINE Z load_row(const int source, const void *x, ptrdiff_t n, ptrdiff_t m, ptrdiff_t q,
                  ptrdiff_t c)
{
    return m % VL != 0 ? load_any(source, x, n, c + q * m) : load_source(source, x, c + q * m);
}

/* Root number k of a table, in all lanes. */
INLINE D root_cosine(const double *roots, ptrdiff_t k)
{
    roots += stet_dd_at(k);
    return (D){SET1(roots[0]), SET1(roots[STET_DD_BLOCK])};
}
INLINE D root_sine(const double *roots, ptrdiff_t k)
{
    return root_cosine(roots + 2 * STET_DD_BLOCK, k);
}

/* By definition: the product 5 l + 8 = 13 with l = 1, radix - 1 sums of renormalised numbers 3 each, the twiddle 13:
 * 2 (13 + 36 + 13) + 2 = 126 u^2 sum |x_i|. */
static void split_any(const double *x, int from_pairs, ptrdiff_t n, int radix, unsigned children,
                      const double *roots, const double *twiddles, double *y)
{
    const ptrdiff_t m = n / radix, child = stet_dd_words(m);
    for (ptrdiff_t c = 0; c < m; c += VL) {
        Z v[STET_MOST_RADIX];
        for (int p = 0; p < radix; p++)
            v[p] = from_pairs ? load_row(STET_PAIRS, x, n, m, p, c)
                              : load_row(STET_WORDS, x, n, m, p, c);
        for (int q = 0; q < radix; q++) {
            Z sum = v[0];
            if ((children >> q & 1) == 0)
                continue;
            for (int p = 1; p < radix; p++) {
                const int k = p * q % radix;
                const Z z =
                    k == 0 ? v[p] : z_twiddle(v[p], root_cosine(roots, k), root_sine(roots, k));
                sum = z_normal(z_add(sum, z));
            }
            b_store(y + q * child, c, q == 0 ? sum : b_times(sum, twiddles + (q - 1) * child, c));
        }
    }
}

/* y becomes its conjugate times a power of two. */
static void conjugate(double *y, ptrdiff_t count, double scale)
{
    for (ptrdiff_t k = 0; k < count; k += VL) {
        const Z z = b_load(y, k);
        const V re = SET1(scale), im = SET1(-scale);
        b_store(y, k, (Z){{MUL(z.re.h, re), MUL(z.re.l, re)}, {MUL(z.im.h, im), MUL(z.im.l, im)}});
    }
}

/* A whole transform of at most STET_MOST_LEAF numbers; lanes are outputs. Row j of the table: the roots j k. Above:
 * 2 (13 + 3 14) + 2 = 112 u^2. */
static void short_leaf(const double *x, int length, const double *table, double *y)
{
    const ptrdiff_t row = stet_dd_words(length);
    for (ptrdiff_t k = 0; k < length; k += VL) {
        Z sum = {root_cosine(x, 0), root_sine(x, 0)};
        for (int j = 1; j < length; j++) {
            const Z w = b_load(table + j * row, k), v = {root_cosine(x, j), root_sine(x, j)};
            sum = z_normal(z_add(sum, z_twiddle(v, w.re, w.im)));
        }
        b_store(y, k, sum);
    }
}

/* ------------------------------------------------------------------ leaf -- */

INLINE void dft4(Z *x, Z *y)
{
    const Z a = z_add(x[0], x[2]), b = z_add(x[1], x[3]);
    const Z c = z_sub(x[0], x[2]), d = z_sub(x[1], x[3]);
    y[0] = z_add(a, b);
    y[2] = z_sub(a, b);
    y[1] = z_add_minus_i(c, d);
    y[3] = z_add_i(c, d);
}

/* x (1 - i) sqrt(1/2), and x (-1 - i) sqrt(1/2). */
INLINE Z z_eighth(Z x, int third)
{
    const D half = {SET1(0x1.6a09e667f3bcdp-1), SET1(-0x1.bdd3413b26456p-55)};
    const D sum = d_add(x.re, x.im), difference = d_sub(x.im, x.re);
    if (!third)
        return (Z){d_mul(sum, half), d_mul(difference, half)};
    const D a = d_mul(difference, half), b = d_mul(sum, half);
    return (Z){a, {SUB(SET1(0), b.h), SUB(SET1(0), b.l)}};
}

/* In natural order, y[k]. */
INLINE void dft8(const Z *x, Z *y)
{
    Z even[4], odd[4], a[4], b[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        even[i] = z_add(x[i], x[i + 4]);
        odd[i] = z_sub(x[i], x[i + 4]);
    }
    odd[1] = z_eighth(odd[1], 0);
    odd[2] = (Z){odd[2].im, {SUB(SET1(0), odd[2].re.h), SUB(SET1(0), odd[2].re.l)}};
    odd[3] = z_eighth(odd[3], 1);
    dft4(even, a);
    dft4(odd, b);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        y[2 * i] = a[i];
        y[2 * i + 1] = b[i];
    }
}

/* Lane i of vector j becomes lane j of vector i, of VL vectors. */
INLINE void turn_lanes(V *r)
{
    (void)r;
#if VL > 1
#pragma GCC unroll 3
    for (int h = VL / 2; h >= 1; h /= 2)
#pragma GCC unroll 4
        for (int i = 0; i < VL / 2; i++) {
            V *a = r + (i / h * 2 * h + i % h);
            TRANSPOSE(h, a, a + h);
        }
#endif
}

/* Transposition of 8 x 8 numbers in blocks: of each word, VL columns at a time. */
INLINE void turn64(const double *in, double *out)
{
    for (int word = 0; word < STET_DD_WORDS; word++, in += STET_DD_BLOCK, out += STET_DD_BLOCK)
        for (int k = 0; k < 8; k += VL)
            for (int c = 0; c < 8; c += VL) {
                V r[VL];
#pragma GCC unroll 8
                for (int i = 0; i < VL; i++)
                    r[i] = LOAD(in + stet_dd_at(8 * (k + i)) + c);
                turn_lanes(r);
#pragma GCC unroll 8
                for (int i = 0; i < VL; i++)
                    STORE(out + stet_dd_at(8 * (c + i)) + k, r[i]);
            }
}

/* 64 = 8 x 8: transforms of the columns, twiddles, transforms of the rows. */
static void leaf64(const double *x, const double *twiddles, double *y)
{
    double rows[STET_DD_WORDS * 64] __attribute__((aligned(64)));
    double turned[STET_DD_WORDS * 64] __attribute__((aligned(64)));
    Z v[8], w[8];
    for (int c = 0; c < 8; c += VL) {
#pragma GCC unroll 8
        for (int q = 0; q < 8; q++)
            v[q] = b_load(x, c + 8 * q);
        dft8(v, w);
        b_store(rows, c, z_normal(w[0]));
#pragma GCC unroll 8
        for (int k = 1; k < 8; k++)
            b_store(rows, 8 * k + c, b_times(w[k], twiddles, 8 * (k - 1) + c));
    }
    turn64(rows, turned);
    for (int k = 0; k < 8; k += VL) {
#pragma GCC unroll 8
        for (int c = 0; c < 8; c++)
            v[c] = b_load(turned, 8 * c + k);
        dft8(v, w);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            b_store(y, 8 * i + k, z_normal(w[i]));
    }
}
