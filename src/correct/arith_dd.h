/* SPDX-License-Identifier: Apache-2.0 */
/* Double-double on vectors, for steps.h. It is pair arithmetic, which does not renormalise after
 * every operation (M. Lange, S. M. Rump, "Faithfully rounded floating-point computations", ACM TOMS
 * 46(3), 2020).
 *
 * Theorem (pairs). Let S be the sum of the moduli of all parts of the input numbers of a result,
 * and |low word| <= l u S before the operation; a normalised number has l = 1.
 *   sum or difference: its low word is at most (l + 1) u S, its error (2 l + 1) u^2 S;
 *   product by a double-double constant of modulus at most 1: (l + 2) u S, (3 l + 3) u^2 S;
 *   a part of a complex product, renormalised: 1, and (3 l + 3) + (l + 2) + (l + 3) = 5 l + 8.
 * (Low words are added with one rounding each, of at most u times themselves; the errors of the
 * high words' sums and products are exact; the product of two low words is left out.) This gives:
 *   radix 4: l = 1, 2, 3 in two additions, 3 + 5 = 8; its twiddle 23;
 *   radix 8: l = 1, 2, 3, 5, 6, 7 with the factor sqrt(1/2), 3 + 5 + 12 + 11 + 13 = 44; its twiddle
 *     43;
 *   any radix to 13: l = 1, 2, 4 in a sum of two inputs and its product, 3 + 9; at most 6 times an
 *     addition to a normalised sum, 9 each; the sum of both halves 3; its twiddle, normalised
 *     before, 13;
 *   a leaf of at most 15 numbers: 7 times such an addition, no twiddle: 78.
 * The modulus of a complex error is at most sqrt 2 times that of a part, S is at most sqrt 2 sum
 * |x_i|, and the error of a twiddle itself is below 2 u^2. The total is below 2 (44 + 43) + 2 = 176
 * u^2 sum |x_i|, and smaller for every other radix; sum |x_i| <= sqrt(radix) |x|_2. STET_DD_STEP
 * rounds that up to cover the terms in u^3. */

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

/* Returns the same value with |low word| <= u |high word|. This is exact for any order of magnitude
 * of the words. */
INLINE D d_normal(D a) { return d_add((D){a.h, SET1(0)}, (D){a.l, SET1(0)}); }
INLINE Z z_normal(Z a) { return (Z){d_normal(a.re), d_normal(a.im)}; }

/* Returns a b for a normalised b. */
INLINE D d_mul(D a, D b)
{
    const V p = MUL(a.h, b.h), e = FMA(a.h, b.h, SUB(SET1(0), p));
    return (D){p, FMA(a.h, b.l, FMA(a.l, b.h, e))};
}

INLINE Z dd_add(Z a, Z b) { return (Z){d_add(a.re, b.re), d_add(a.im, b.im)}; }
INLINE Z dd_sub(Z a, Z b) { return (Z){d_sub(a.re, b.re), d_sub(a.im, b.im)}; }

/* a - i b and a + i b */
INLINE Z dd_add_minus_i(Z a, Z b) { return (Z){d_add(a.re, b.im), d_sub(a.im, b.re)}; }
INLINE Z dd_add_i(Z a, Z b) { return (Z){d_sub(a.re, b.im), d_add(a.im, b.re)}; }

/* Inputs, results of a step and partial sums stay as they are: double-double has no grid. */
INLINE Z dd_enter(Z a, V magic)
{
    (void)magic;
    return a;
}
INLINE Z dd_finish(Z a, V magic)
{
    (void)magic;
    return z_normal(a);
}
INLINE Z dd_settle(Z a) { return z_normal(a); }

/* Returns x (c - i s), normalised; c and s are the cosine and sine of a number of a table. */
INLINE Z dd_twiddle(Z x, D c, D s)
{
    const D re = d_add(d_mul(x.re, c), d_mul(x.im, s));
    const D im = d_sub(d_mul(x.im, c), d_mul(x.re, s));
    return (Z){d_normal(re), d_normal(im)};
}
INLINE Z dd_times(Z x, Z w, V magic)
{
    (void)magic;
    return dd_twiddle(x, w.re, w.im);
}

/* Adds v c to sum for a real c. A dd_factor has the form of c that is used again and again. */
typedef D dd_factor;
INLINE dd_factor dd_factor_of(D c) { return c; }
INLINE Z dd_add_times(Z sum, Z v, dd_factor c)
{
    return z_normal(dd_add(sum, (Z){d_mul(v.re, c), d_mul(v.im, c)}));
}

INLINE D dd_root_half(D a, V magic)
{
    (void)magic;
    return d_mul(a, (D){SET1(0x1.6a09e667f3bcdp-1), SET1(-0x1.bdd3413b26456p-55)});
}
INLINE D dd_part_add(D a, D b) { return d_add(a, b); }
INLINE D dd_part_sub(D a, D b) { return d_sub(a, b); }
