/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of dd_fft.c in numbers h + l whose high word h is a multiple of a power of two that is the same for all
 * numbers of a transform, its grid: sums of high words are exact and need no renormalising, low words are added in
 * double. A complex sum takes 4 operations where double-double takes 16, a twiddle 26 for 52. What it gives up is
 * relative precision: the error follows the largest numbers, as level 1's does (dd_fft.h). The idea is
 * that of exact sums of slices (S. M. Rump, T. Ogita, S. Oishi, "Accurate floating-point summation part I", SIAM J.
 * Sci. Comput. 31(1), 2008). A template, after dd_steps.h.
 *
 * Theorem (grid). A step of radix r <= 8 reads numbers whose moduli are at most V <= 2^24 g, their high words multiples of
 * g and at most 1.01 V. The moduli of its outputs are at most V' <= 2^24 g', g' >= g, V' >= sqrt(r) V; g and g' are powers of two. L is the
 * sum of the moduli of the low words of the r numbers that an output is made of. Then all high words are exact, those of
 * outputs are multiples of g', and
 *   radix 2 and 4: an output's low word has modulus at most 1.1 g' + 1.001 L, its error at most u (6 g' + 9 L);
 *   radix 8: 4 g' + 1.001 L and u (32 g' + 20 L).
 * Proof. A twiddle is w = w_h + w_l, the parts of w_h multiples of 2^-25, those of w_l at most 2^-26 and off by 2^-79.
 * Sums of high words are multiples of g and at most 8.08 V; their products with w_h, and the sums of two of these, are
 * multiples of 2^-25 g and less than 2^53 times that. A product is at most g'/2 off the grid in each part. To that come h w_l, at
 * most 1.01 2^24 g' 2^-26 sqrt 2 = 0.36 g', and l w: four fma in each part, each off by at most u (0.86 g' + L). With 2^-79 2^24 g' for
 * w_l, u L for RN(w) beside l, and u L for each addition of low words that makes 4.9 g' + 0.5 g' and 5.7 L + 0.7 L + 2 L.
 * Radix 8 multiplies two of eight differences by sqrt(1/2), in modulus at most 2 V < 0.71 V', on the grid g':
 * 1.1 g' more in the low word of each, 2.2 g' in that of an output, and all operations on it make less than 30 g' and 15 L. [] */

/* Twiddles are split here: half of their bits have a grid too. */
#define TWIDDLE_MAGIC 0x1.8p27 /* 1.5 2^52 2^-25 */

/* The nearest multiple of the grid of a magic number, 1.5 2^52 times the grid; the rest goes to the low word. */
INLINE D g_round(D a, V magic)
{
    const V h = SUB(ADD(a.h, magic), magic);
    return (D){h, ADD(a.l, SUB(a.h, h))};
}

INLINE Z gz_round(Z a, V magic) { return (Z){g_round(a.re, magic), g_round(a.im, magic)}; }

/* x (c - i s) */
INLINE Z gz_twiddle(Z x, D c, D s, V magic)
{
    const V split = SET1(TWIDDLE_MAGIC);
    const V c_h = SUB(ADD(c.h, split), split), c_l = ADD(SUB(c.h, c_h), c.l);
    const V s_h = SUB(ADD(s.h, split), split), s_l = ADD(SUB(s.h, s_h), s.l);
    const V re = FMA(x.im.h, s_h, MUL(x.re.h, c_h)), im = FNMA(x.re.h, s_h, MUL(x.im.h, c_h));
    const V re_h = SUB(ADD(re, magic), magic), im_h = SUB(ADD(im, magic), magic);
    const V re_l = FMA(x.im.h, s_l, FMA(x.re.h, c_l, SUB(re, re_h)));
    const V im_l = FNMA(x.re.h, s_l, FMA(x.im.h, c_l, SUB(im, im_h)));
    return (Z){{re_h, FMA(x.im.l, s.h, FMA(x.re.l, c.h, re_l))},
               {im_h, FNMA(x.re.l, s.h, FMA(x.im.l, c.h, im_l))}};
}

INLINE Z gb_times(Z x, const double *table, ptrdiff_t c, V magic)
{
    const Z w = b_load(table, c);
    return gz_twiddle(x, w.re, w.im, magic);
}

/* Numbers c to c + VL - 1: words have been rounded. */
INLINE Z gb_load(const int source, const void *x, ptrdiff_t c, V magic)
{
    const Z z = load_source(source, x, c);
    return source == STET_WORDS ? z : gz_round(z, magic);
}

INLINE D w_add(D a, D b) { return (D){ADD(a.h, b.h), ADD(a.l, b.l)}; }
INLINE D w_sub(D a, D b) { return (D){SUB(a.h, b.h), SUB(a.l, b.l)}; }
INLINE Z words_add(Z a, Z b) { return (Z){w_add(a.re, b.re), w_add(a.im, b.im)}; }
INLINE Z words_sub(Z a, Z b) { return (Z){w_sub(a.re, b.re), w_sub(a.im, b.im)}; }
INLINE Z words_add_minus_i(Z a, Z b) { return (Z){w_add(a.re, b.im), w_sub(a.im, b.re)}; }
INLINE Z words_add_i(Z a, Z b) { return (Z){w_sub(a.re, b.im), w_add(a.im, b.re)}; }

INLINE void grid4_of(const int source, const unsigned children, const void *x, ptrdiff_t n,
                     const double *twiddles, const double *magics, double *y)
{
    const ptrdiff_t m = n / 4, child = STET_DD_WORDS * m;
    const V before = SET1(magics[0]), after = SET1(magics[1]);
    for (ptrdiff_t c = 0; c < m; c += VL) {
        Z v[4];
#pragma GCC unroll 4
        for (int q = 0; q < 4; q++)
            v[q] = gb_load(source, x, c + q * m, before);
        if (children & 5) {
            const Z even = words_add(v[0], v[2]), odd = words_add(v[1], v[3]);
            if (children & 1)
                b_store(y, c, gz_round(words_add(even, odd), after));
            if (children & 4)
                b_store(y + 2 * child, c,
                        gb_times(words_sub(even, odd), twiddles + child, c, after));
        }
        if (children & 10) {
            const Z even = words_sub(v[0], v[2]), odd = words_sub(v[1], v[3]);
            if (children & 2)
                b_store(y + child, c, gb_times(words_add_minus_i(even, odd), twiddles, c, after));
            if (children & 8)
                b_store(y + 3 * child, c,
                        gb_times(words_add_i(even, odd), twiddles + 2 * child, c, after));
        }
    }
}

static void grid4(const void *x, int source, ptrdiff_t n, unsigned children, const double *twiddles,
                  const double *magics, double *y)
{
    switch (source) {
    case STET_WORDS:
        if (children == 15)
            grid4_of(STET_WORDS, 15, x, n, twiddles, magics, y);
        else
            grid4_of(STET_WORDS, children, x, n, twiddles, magics, y);
        break;
    case STET_REALS: grid4_of(STET_REALS, children, x, n, twiddles, magics, y); break;
    case STET_PAIRS: grid4_of(STET_PAIRS, children, x, n, twiddles, magics, y); break;
    default: grid4_of(STET_FLOAT_PAIRS, children, x, n, twiddles, magics, y); break;
    }
}

static void grid2(const void *x, int source, ptrdiff_t n, unsigned children, const double *twiddles,
                  const double *magics, double *y)
{
    const ptrdiff_t m = n / 2;
    const V before = SET1(magics[0]), after = SET1(magics[1]);
    for (ptrdiff_t c = 0; c < m; c += VL) {
        const Z a = gb_load(source, x, c, before);
        const Z b = gb_load(source, x, c + m, before);
        if (children & 1)
            b_store(y, c, gz_round(words_add(a, b), after));
        if (children & 2)
            b_store(y + STET_DD_WORDS * m, c, gb_times(words_sub(a, b), twiddles, c, after));
    }
}

/* ------------------------------------------------------------ any radix -- */

/* A cosine and a sine: the part that has a grid, the rest, and the nearest double. */
typedef struct {
    V h, l, all;
} W;

INLINE W split_root(D d)
{
    const V magic = SET1(TWIDDLE_MAGIC), h = SUB(ADD(d.h, magic), magic);
    return (W){h, ADD(SUB(d.h, h), d.l), d.h};
}

/* A sum of products of high words that is exact, and that of the others. */
INLINE void add_product(Z v, W c, W s, Z *sum)
{
    sum->re.h = FMA(v.im.h, s.h, FMA(v.re.h, c.h, sum->re.h));
    sum->im.h = FNMA(v.re.h, s.h, FMA(v.im.h, c.h, sum->im.h));
    sum->re.l = FMA(v.im.h, s.l, FMA(v.re.h, c.l, sum->re.l));
    sum->im.l = FNMA(v.re.h, s.l, FMA(v.im.h, c.l, sum->im.l));
    sum->re.l = FMA(v.im.l, s.all, FMA(v.re.l, c.all, sum->re.l));
    sum->im.l = FNMA(v.re.l, s.all, FMA(v.im.l, c.all, sum->im.l));
}

/* Theorem (any radix). As above for r <= 13, and for a leaf of at most 15 numbers:
 *   4 g' + 1.001 L and u (160 g' + 100 L).
 * Proof. A sum of r products of high words is at most 15 1.01 V < 2^53 2^-25 g: exact. To half the grid come the products
 * with w_l, at most r 1.01 V 2^-25.5 <= 1.01 sqrt(r) V' 2^-25.5 < 1.4 g'; 4 (r - 1) + 1 <= 57 fma are off by u (1.5 g' + L) at most in each
 * part; w_l by 2^-78.5 sqrt(15) 2^24 g'; and a twiddle on that, as above: 19 g' and 7 L. [] */
INLINE void grid_any_of(const int source, const void *x, ptrdiff_t n, int radix, unsigned children,
                        const double *roots, const double *twiddles, const double *magics,
                        double *y)
{
    const ptrdiff_t m = n / radix, child = stet_dd_words(m);
    const V before = SET1(magics[0]), after = SET1(magics[1]);
    for (ptrdiff_t c = 0; c < m; c += VL) {
        Z v[STET_MOST_RADIX];
        for (int p = 0; p < radix; p++) {
            v[p] = load_row(source, x, n, m, p, c);
            if (source != STET_WORDS)
                v[p] = gz_round(v[p], before);
        }
        for (int q = 0; q < radix; q++) {
            Z sum = v[0];
            if ((children >> q & 1) == 0)
                continue;
            for (int p = 1; p < radix; p++) {
                const int k = p * q % radix;
                if (q == 0)
                    sum = words_add(sum, v[p]);
                else
                    add_product(v[p], split_root(root_cosine(roots, k)),
                                split_root(root_sine(roots, k)), &sum);
            }
            sum = gz_round(sum, after);
            b_store(y + q * child, c,
                    q == 0 ? sum : gb_times(sum, twiddles + (q - 1) * child, c, after));
        }
    }
}

static void grid_any(const void *x, int source, ptrdiff_t n, int radix, unsigned children,
                     const double *roots, const double *twiddles, const double *magics, double *y)
{
    switch (source) {
    case STET_WORDS:
        grid_any_of(STET_WORDS, x, n, radix, children, roots, twiddles, magics, y);
        break;
    case STET_REALS:
        grid_any_of(STET_REALS, x, n, radix, children, roots, twiddles, magics, y);
        break;
    case STET_PAIRS:
        grid_any_of(STET_PAIRS, x, n, radix, children, roots, twiddles, magics, y);
        break;
    default:
        grid_any_of(STET_FLOAT_PAIRS, x, n, radix, children, roots, twiddles, magics, y);
        break;
    }
}

/* y = x (c - i s), its imaginary parts times sign, 1 or -1; in double-double if magic is 0. y may be x. */
static void multiply(const void *x, int source, ptrdiff_t count, const double *table, double magic,
                     double sign, double *y)
{
    const V m = SET1(magic), s = SET1(sign);
    for (ptrdiff_t k = 0; k < count; k += VL) {
        const Z w = b_load(table, k);
        const Z v = source == STET_WORDS || k + VL <= count ? load_source(source, x, k)
                                                            : load_any(source, x, count, k);
        const Z z =
            magic > 0 ? gz_twiddle(gz_round(v, m), w.re, w.im, m) : z_twiddle(v, w.re, w.im);
        b_store(y, k, (Z){z.re, {MUL(z.im.h, s), MUL(z.im.l, s)}});
    }
}

/* short_leaf() on a grid; high words nearest to the sums. */
static void grid_short_leaf(const double *x, int length, const double *table, double *y)
{
    const ptrdiff_t row = stet_dd_words(length);
    for (ptrdiff_t k = 0; k < length; k += VL) {
        Z sum = {root_cosine(x, 0), root_sine(x, 0)};
        for (int j = 1; j < length; j++) {
            const Z w = b_load(table + j * row, k), v = {root_cosine(x, j), root_sine(x, j)};
            add_product(v, split_root(w.re), split_root(w.im), &sum);
        }
        b_store(y, k, z_normal(sum));
    }
}

/* ------------------------------------------------------------------ leaf -- */

INLINE void words_dft4(const Z *x, Z *y)
{
    const Z a = words_add(x[0], x[2]), b = words_add(x[1], x[3]);
    const Z c = words_sub(x[0], x[2]), d = words_sub(x[1], x[3]);
    y[0] = words_add(a, b);
    y[2] = words_sub(a, b);
    y[1] = words_add_minus_i(c, d);
    y[3] = words_add_i(c, d);
}

INLINE D g_root_half(D a, V magic)
{
    const V h = SET1(0x1.6a09e6p-1), l = SET1(0x1.9fcef32422cbfp-27),
            w = SET1(0x1.6a09e667f3bcdp-1);
    const V p = MUL(a.h, h), p_h = SUB(ADD(p, magic), magic);
    return (D){p_h, FMA(a.l, w, FMA(a.h, l, SUB(p, p_h)))};
}

/* x (1 - i) sqrt(1/2), and x (-1 - i) sqrt(1/2). */
INLINE Z gz_eighth(Z x, int third, V magic)
{
    const D sum = g_root_half(w_add(x.re, x.im), magic);
    const D difference = g_root_half(w_sub(x.im, x.re), magic);
    if (!third)
        return (Z){sum, difference};
    return (Z){difference, {SUB(SET1(0), sum.h), SUB(SET1(0), sum.l)}};
}

/* In natural order, y[k]. */
INLINE void grid_dft8(const Z *x, Z *y, V magic)
{
    Z even[4], odd[4], a[4], b[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        even[i] = words_add(x[i], x[i + 4]);
        odd[i] = words_sub(x[i], x[i + 4]);
    }
    odd[1] = gz_eighth(odd[1], 0, magic);
    odd[2] = (Z){odd[2].im, {SUB(SET1(0), odd[2].re.h), SUB(SET1(0), odd[2].re.l)}};
    odd[3] = gz_eighth(odd[3], 1, magic);
    words_dft4(even, a);
    words_dft4(odd, b);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        y[2 * i] = a[i];
        y[2 * i + 1] = b[i];
    }
}

/* 64 = 8 x 8: transforms of the columns, twiddles, transforms of the rows; high words nearest to the sums. */
static void grid64(const double *x, const double *twiddles, const double *magics, double *y)
{
    double rows[STET_DD_WORDS * 64] __attribute__((aligned(64)));
    double turned[STET_DD_WORDS * 64] __attribute__((aligned(64)));
    const V middle = SET1(magics[1]), last = SET1(magics[2]);
    Z v[8], w[8];
    for (int c = 0; c < 8; c += VL) {
#pragma GCC unroll 8
        for (int q = 0; q < 8; q++)
            v[q] = b_load(x, c + 8 * q);
        grid_dft8(v, w, middle);
        b_store(rows, c, gz_round(w[0], middle));
#pragma GCC unroll 8
        for (int k = 1; k < 8; k++)
            b_store(rows, 8 * k + c, gb_times(w[k], twiddles, 8 * (k - 1) + c, middle));
    }
    turn64(rows, turned);
    for (int k = 0; k < 8; k += VL) {
#pragma GCC unroll 8
        for (int c = 0; c < 8; c++)
            v[c] = b_load(turned, 8 * c + k);
        grid_dft8(v, w, last);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            b_store(y, 8 * i + k, z_normal(w[i]));
    }
}
