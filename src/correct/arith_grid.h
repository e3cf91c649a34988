/* SPDX-License-Identifier: Apache-2.0 */
/* Grids, for steps.h: numbers h + l whose high word h is a multiple of a power of two that is the
 * same for all numbers of a transform, its grid. Sums of high words are exact and need no
 * renormalising, low words are added in double. A complex sum takes 4 operations where
 * double-double takes 16, a twiddle 26 for 52. What it gives up is relative precision: the error
 * follows the largest numbers, as stage double's does (dd_fft.h). The idea is that of exact sums of
 * slices (S. M. Rump, T. Ogita, S. Oishi, "Accurate floating-point summation part I", SIAM J. Sci.
 * Comput. 31(1), 2008).
 *
 * Theorem (grid). A step of radix r <= 8 reads numbers whose moduli are at most V <= 2^24 g, their
 * high words multiples of g and at most 1.01 V. The moduli of its outputs are at most V' <= 2^24
 * g', g' >= g, V' >= sqrt(r) V; g and g' are powers of two. L is the sum of the moduli of the low
 * words of the r numbers that an output is made of. Then all high words are exact, those of outputs
 * are multiples of g', and
 *   radix 2 and 4: an output's low word has modulus at most 1.1 g' + 1.001 L, its error at most
 *     u (6 g' + 9 L);
 *   radix 8: 4 g' + 1.001 L and u (32 g' + 20 L).
 * Proof. A twiddle is w = w_h + w_l, the parts of w_h multiples of 2^-25, those of w_l at most
 * 2^-26 and off by 2^-79. Sums of high words are multiples of g and at most 8.08 V; their products
 * with w_h, and the sums of two of these, are multiples of 2^-25 g and less than 2^53 times that. A
 * product is at most g'/2 off the grid in each part. To that come h w_l, at most 1.01 2^24 g' 2^-26
 * sqrt 2 = 0.36 g', and l w: four fma in each part, each off by at most u (0.86 g' + L). With 2^-79
 * 2^24 g' for w_l, u L for RN(w) beside l, and u L for each addition of low words that makes 4.9 g'
 * + 0.5 g' and 5.7 L + 0.7 L + 2 L. Radix 8 multiplies two of eight differences by sqrt(1/2), in
 * modulus at most 2 V < 0.71 V', on the grid g': 1.1 g' more in the low word of each, 2.2 g' in
 * that of an output, and all operations on it make less than 30 g' and 15 L. []
 *
 * Theorem (any radix). As above for r <= 13, and for a leaf of at most 15 numbers:
 *   4 g' + 1.001 L and u (160 g' + 100 L).
 * Proof. Sums and differences of two high words are multiples of g below 2.02 V, and the sum of
 * their products with w_h is that of r products of inputs, each below 1.01 V: less than 15.2 V <
 * 2^53 2^-25 g, so it and the sums on the way to it are exact. To half the grid come the products
 * with w_l, at most r 1.01 V 2^-25.5 <= 1.01 sqrt(r) V' 2^-25.5 < 1.4 g'; at most 2 (r - 1) + 1 <=
 * 29 fma and sums and r - 1 <= 14 sums of two low words are off by u (1.5 g' + L) at most in each
 * part; w_l by 2^-78.5 sqrt(15) 2^24 g'; and a twiddle on that, as above: 19 g' and 7 L. [] */

/* Twiddles are split here: half of their bits have a grid too. */
#define TWIDDLE_MAGIC 0x1.8p27 /* 1.5 2^52 2^-25 */

/* The nearest multiple of the grid of a magic number, 1.5 2^52 times the grid; the rest goes to the
 * low word. */
INLINE D g_round(D a, V magic)
{
    const V h = SUB(ADD(a.h, magic), magic);
    return (D){h, ADD(a.l, SUB(a.h, h))};
}
INLINE Z grid_enter(Z a, V magic) { return (Z){g_round(a.re, magic), g_round(a.im, magic)}; }
INLINE Z grid_finish(Z a, V magic) { return grid_enter(a, magic); }
INLINE Z grid_settle(Z a) { return a; }

INLINE D grid_part_add(D a, D b) { return (D){ADD(a.h, b.h), ADD(a.l, b.l)}; }
INLINE D grid_part_sub(D a, D b) { return (D){SUB(a.h, b.h), SUB(a.l, b.l)}; }
INLINE Z grid_add(Z a, Z b) { return (Z){grid_part_add(a.re, b.re), grid_part_add(a.im, b.im)}; }
INLINE Z grid_sub(Z a, Z b) { return (Z){grid_part_sub(a.re, b.re), grid_part_sub(a.im, b.im)}; }

/* a - i b and a + i b */
INLINE Z grid_add_minus_i(Z a, Z b)
{
    return (Z){grid_part_add(a.re, b.im), grid_part_sub(a.im, b.re)};
}
INLINE Z grid_add_i(Z a, Z b) { return (Z){grid_part_sub(a.re, b.im), grid_part_add(a.im, b.re)}; }

/* A cosine or sine: the part that has a grid, the rest, and the nearest double. */
typedef struct {
    V h, l, all;
} grid_factor;

INLINE grid_factor grid_factor_of(D d)
{
    const V magic = SET1(TWIDDLE_MAGIC), h = SUB(ADD(d.h, magic), magic);
    return (grid_factor){h, ADD(SUB(d.h, h), d.l), d.h};
}

/* x (c - i s) */
INLINE Z grid_times(Z x, Z w, V magic)
{
    const grid_factor c = grid_factor_of(w.re), s = grid_factor_of(w.im);
    const V re = FMA(x.im.h, s.h, MUL(x.re.h, c.h)), im = FNMA(x.re.h, s.h, MUL(x.im.h, c.h));
    const V re_h = SUB(ADD(re, magic), magic), im_h = SUB(ADD(im, magic), magic);
    const V re_l = FMA(x.im.h, s.l, FMA(x.re.h, c.l, SUB(re, re_h)));
    const V im_l = FNMA(x.re.h, s.l, FMA(x.im.h, c.l, SUB(im, im_h)));
    return (Z){{re_h, FMA(x.im.l, s.all, FMA(x.re.l, c.all, re_l))},
               {im_h, FNMA(x.re.l, s.all, FMA(x.im.l, c.all, im_l))}};
}

/* sum + v c for a real c: a sum of products of high words that is exact, and that of the others. */
INLINE D g_add_times(D sum, D v, grid_factor c)
{
    return (D){FMA(v.h, c.h, sum.h), FMA(v.l, c.all, FMA(v.h, c.l, sum.l))};
}
INLINE Z grid_add_times(Z sum, Z v, grid_factor c)
{
    return (Z){g_add_times(sum.re, v.re, c), g_add_times(sum.im, v.im, c)};
}

INLINE D grid_root_half(D a, V magic)
{
    const V h = SET1(0x1.6a09e6p-1), l = SET1(0x1.9fcef32422cbfp-27);
    const V w = SET1(0x1.6a09e667f3bcdp-1);
    const V p = MUL(a.h, h), p_h = SUB(ADD(p, magic), magic);
    return (D){p_h, FMA(a.l, w, FMA(a.h, l, SUB(p, p_h)))};
}
