/* SPDX-License-Identifier: Apache-2.0 */
/* Reduces x = q pi/2 + r by integers, for any finite x (Payne and Hanek, "Radian reduction for
 * trigonometric functions", SIGNUM Newsletter 18(1), 1983). */
#ifndef STET_FUNC_REDUCE_H
#define STET_FUNC_REDUCE_H

#include "arith/limbs.h"
#include "func/tables.h"

/* A number of quarter turns modulo 4 has four limbs: two bits are whole quarters, 254 are the
 * fraction. */
#define STET_QUARTERS 4

/* Adds x 2/pi modulo 4 to turns; the result is too small by less than 2^-200 quarters.
 *
 * x = m 2^e, m < 2^53. Bits of 2/pi of weight 2^(2 - e) or more give multiples of four: m is
 * multiplied by the 256 bits below those. The truncated part below is less than a unit of 2^-254
 * for each of m. The first bit, of weight 2^(1 - e), is number 254 + e of the table; if that is
 * negative |x| < 2^-201. */
static inline void stet_add_quarters(uint64_t turns[STET_QUARTERS], double x)
{
    int e;
    const uint64_t m = stet_unpack_f64(x, &e);
    if (m == 0 || e < -254)
        return;
    const int first = (254 + e) / 64, shift = (254 + e) % 64;
    uint64_t product[STET_QUARTERS];
    for (int i = 0; i < STET_QUARTERS; i++) {
        const uint64_t *bits = &stet_func_two_over_pi[first + i];
        product[STET_QUARTERS - 1 - i] = bits[0] << shift | bits[1] >> 1 >> (63 - shift);
    }
    stet_limbs_times(product, m, STET_QUARTERS);
    if (stet_bits_f64(x) >> 63)
        stet_limbs_sub(turns, turns, product, STET_QUARTERS);
    else
        stet_limbs_add(turns, turns, product, STET_QUARTERS);
}

/* Returns a fraction of four limbs below 1, not 0, as two words, truncated after 106 bits. */
static inline stet_dd stet_fraction_words(const uint64_t fraction[STET_QUARTERS])
{
    int top = STET_QUARTERS - 1;
    while (top > 1 && fraction[top] == 0)
        top--;
    if (fraction[top] == 0) /* below 2^-192: negligible */
        return stet_dd_from(0);
    const int shift = __builtin_clzll(fraction[top]);
    const uint64_t below = top > 1 ? fraction[top - 2] : 0;
    const uint64_t a = fraction[top] << shift | fraction[top - 1] >> 1 >> (63 - shift);
    const uint64_t b = fraction[top - 1] << shift | below >> 1 >> (63 - shift);
    const int place = 64 * (top - STET_QUARTERS) - shift; /* place of the last bit of a */
    const double high = (double)(a >> 11) * stet_power_of_two(place + 11);
    const double low = (double)((a & 0x7ff) << 42 | b >> 22) * stet_power_of_two(place - 42);
    return stet_dd_fast_two_sum(high, low);
}

/* Reduces finite x = q pi/2 + r, q modulo 4. r = x if |x| < 0.78; otherwise |r| <= pi/4. The
 * relative error of r is below 2^-104, plus an absolute one of 2^-199. No double but 0 is as close
 * as 2^-61 to a multiple of pi/2 (Kahan's program "nearpi", 1983; its closest is 6381956970095103
 * 2^797). */
static inline stet_dd stet_reduce(stet_dd x, int *q)
{
    *q = 0;
    if (x.hi < 0.78 && x.hi > -0.78)
        return x;
    uint64_t turns[STET_QUARTERS] = {0};
    stet_add_quarters(turns, x.hi);
    stet_add_quarters(turns, x.lo);
    const int whole = (int)(turns[STET_QUARTERS - 1] >> 62);
    for (int i = STET_QUARTERS - 1; i > 0; i--)
        turns[i] = turns[i] << 2 | turns[i - 1] >> 62;
    turns[0] <<= 2;
    const int more = (int)(turns[STET_QUARTERS - 1] >> 63);
    if (more)
        stet_limbs_negate(turns, STET_QUARTERS);
    *q = (whole + more) & 3;
    const stet_dd r = stet_dd_mul(stet_fraction_words(turns), stet_func_half_pi);
    return more ? stet_dd_neg(r) : r;
}

#endif
