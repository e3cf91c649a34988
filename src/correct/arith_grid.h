/* SPDX-License-Identifier: Apache-2.0 */
/* Implements grids for steps.h. A number is h + l. The high word h is a multiple of the grid, a
 * power of two that is the same for all numbers of a transform. Sums of high words are exact and
 * need no renormalising; low words are added in double. A complex sum takes 4 operations, in
 * double-double 16; a twiddle takes 26, in double-double 52. The price is relative precision: as in
 * stage double, the error depends on the largest numbers (dd_fft.h). The idea comes from exact sums
 * of slices (S. M. Rump, T. Ogita, S. Oishi, "Accurate floating-point summation part I", SIAM J.
 * Sci. Comput. 31(1), 2008).
 *
 * Theorem (grid). Let a step of radix r <= 8 read numbers whose moduli are at most V <= 2^24 g and
 * whose high words are multiples of g and at most 1.01 V. Let the moduli of its outputs be at most
 * V' <= 2^24 g', with g' >= g, V' >= sqrt(r) V, and g and g' powers of two. L is the sum of the
 * moduli of the low words of the r numbers that an output is made of. Then all high words are
 * exact, those of outputs are multiples of g', and
 *   radix 2 and 4: an output's low word has modulus at most 1.1 g' + 1.001 L, its error at most
 *     u (6 g' + 9 L);
 *   radix 8: 4 g' + 1.001 L and u (32 g' + 20 L).
 * Proof. A twiddle is w = w_h + w_l: the parts of w_h are multiples of 2^-25, those of w_l at most
 * 2^-26 with an error of 2^-79. Sums of high words are multiples of g and at most 8.08 V; their
 * products with w_h, and the sums of two of these, are multiples of 2^-25 g and less than 2^53
 * times that. A product is at most g'/2 off the grid in each part. To this are added h w_l, at most
 * 1.01 2^24 g' 2^-26 sqrt 2 = 0.36 g', and l w: four fma in each part, each with an error of at
 * most u (0.86 g' + L). With 2^-79 2^24 g' for w_l, u L for RN(w) beside l, and u L for each
 * addition of low words this sums to 4.9 g' + 0.5 g' and 5.7 L + 0.7 L + 2 L. Radix 8 multiplies
 * two of eight differences by sqrt(1/2), in modulus at most 2 V < 0.71 V', on the grid g': this
 * adds 1.1 g' to the low word of each and 2.2 g' to that of an output, and all operations on it add
 * less than 30 g' and 15 L. []
 *
 * Theorem (any radix). Under the same hypotheses for r <= 13, and for a leaf of at most 15 numbers,
 * the bounds are
 *   4 g' + 1.001 L and u (160 g' + 100 L).
 * Proof. Sums and differences of two high words are multiples of g below 2.02 V. The sum of their
 * products with w_h is that of r products of inputs, each below 1.01 V: less than 15.2 V < 2^53
 * 2^-25 g, so it and its partial sums are exact. The low word has half the grid, and the products
 * with w_l, at most r 1.01 V 2^-25.5 <= 1.01 sqrt(r) V' 2^-25.5 < 1.4 g'. The error has at most 2
 * (r - 1) + 1 <= 29 fma and sums and r - 1 <= 14 sums of two low words, each at most u (1.5 g' + L)
 * in each part; 2^-78.5 sqrt(15) 2^24 g' for w_l; and a twiddle, as above: 19 g' and 7 L. [] */

/* Splits a twiddle so that its upper half is a multiple of a grid too. */
#define TWIDDLE_MAGIC 0x1.8p27 /* 1.5 2^52 2^-25 */

/* Rounds a to the nearest multiple of the grid of a magic number, 1.5 2^52 times the grid; the
 * remainder goes to the low word. */
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

/* Holds a cosine or sine: its part on a grid, the remainder, and the nearest double. */
typedef struct {
    V h, l, all;
} grid_factor;

INLINE grid_factor grid_factor_of(D d)
{
    const V magic = SET1(TWIDDLE_MAGIC), h = SUB(ADD(d.h, magic), magic);
    return (grid_factor){h, ADD(SUB(d.h, h), d.l), d.h};
}

/* x (c - i s) */
INLINE Z grid_times_factors(Z x, grid_factor c, grid_factor s, V magic)
{
    const V re = FMA(x.im.h, s.h, MUL(x.re.h, c.h)), im = FNMA(x.re.h, s.h, MUL(x.im.h, c.h));
    const V re_h = SUB(ADD(re, magic), magic), im_h = SUB(ADD(im, magic), magic);
    const V re_l = FMA(x.im.h, s.l, FMA(x.re.h, c.l, SUB(re, re_h)));
    const V im_l = FNMA(x.re.h, s.l, FMA(x.im.h, c.l, SUB(im, im_h)));
    return (Z){{re_h, FMA(x.im.l, s.all, FMA(x.re.l, c.all, re_l))},
               {im_h, FNMA(x.re.l, s.all, FMA(x.im.l, c.all, im_l))}};
}
INLINE Z grid_times(Z x, Z w, V magic)
{
    return grid_times_factors(x, grid_factor_of(w.re), grid_factor_of(w.im), magic);
}

/* Adds v c to sum for a real c: the sum of products of high words is exact, the other products are
 * added in double. */
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
