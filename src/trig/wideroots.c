/* SPDX-License-Identifier: Apache-2.0 */
#include "trig/wideroots.h"

#include <string.h>

#include "base/alloc.h"
#include "arith/limbs.h"

/* The computations here use these extra limbs, and lose less than 100 of their 128 bits. */
enum { GUARD = 2 };

static bool is_zero(const uint64_t *a, int w)
{
    for (int i = 0; i < w; i++)
        if (a[i] != 0)
            return false;
    return true;
}

/* Adds to sum sign arctan(1/m) times factor, by the series of m^-(2k+1)/(2k+1). It has at most 64 w
 * / (2 log2 m) + 1 < 14 w + 1 terms for m >= 5. Each is cut off twice and the power once: less than
 * 3 units a term (the error of a power is divided by m^2 from term to term), and the terms after
 * the last add less than 1. */
static void add_arctan(uint64_t *sum, uint64_t m, uint64_t factor, bool minus, uint64_t *scratch,
                       int w)
{
    uint64_t *power = scratch, *term = scratch + w;
    memset(power, 0xff, (size_t)w * sizeof *power);
    stet_limbs_div(power, 0, power, m, w);
    stet_limbs_times(power, factor, w); /* factor/m < 1 */
    for (uint64_t k = 0; !is_zero(power, w); k++) {
        memcpy(term, power, (size_t)w * sizeof *term);
        stet_limbs_div(term, 0, term, 2 * k + 1, w);
        if ((k % 2 == 1) != minus)
            stet_limbs_sub(sum, sum, term, w);
        else
            stet_limbs_add(sum, sum, term, w);
        stet_limbs_div(power, 0, power, m * m, w);
    }
}

/* Uses pi/4 = 4 arctan(1/5) - arctan(1/239) (Machin 1706). The first starts 8 units low, with
 * the factor 4 in its power. With two series of at most 14 w + 1 terms the error is below 2^7 w
 * + 32. */
void stet_wide_quarter_pi(uint64_t *x, uint64_t *scratch, int w)
{
    memset(x, 0, (size_t)w * sizeof *x);
    add_arctan(x, 5, 4, false, scratch, w);
    add_arctan(x, 239, 1, true, scratch, w);
}

/* Computes *c, *s = cos x, sin x for 0 <= x <= pi/4 by their series: term_k = x^k/k!, added to one
 * of them with the sign of i^k. A term with the error e makes one with less than (x e + x' + w +
 * 1)/k + 1 <= e + w + 3, x' being the error of x: errors grow by less than w + 3 + x' a term. Fewer
 * than 64 w + 4 terms are not 0 (k! > 2^(64 w) for k = 64 w + 4), so c and s are off by less than
 * (64 w + 4)^2 (w + 3 + x') units. */
static void sincos(uint64_t *c, uint64_t *s, const uint64_t *x, uint64_t *scratch, int w)
{
    uint64_t *term = scratch, *product = scratch + w;
    memset(c, 0xff, (size_t)w * sizeof *c);
    memset(s, 0, (size_t)w * sizeof *s);
    memset(term, 0xff, (size_t)w * sizeof *term);
    for (uint64_t k = 1; !is_zero(term, w); k++) {
        uint64_t *to = k % 2 == 0 ? c : s;
        stet_limbs_mul_fraction(product, term, x, w);
        stet_limbs_div(product, 0, product, k, w);
        memcpy(term, product, (size_t)w * sizeof *term);
        if (k % 4 >= 2)
            stet_limbs_sub(to, to, term, w);
        else
            stet_limbs_add(to, to, term, w);
    }
}

/* Computes to = a b: cosine and sine of a sum of angles that is at most pi/4. */
static void multiply(uint64_t *to, const uint64_t *a, const uint64_t *b, uint64_t *product, int w)
{
    stet_limbs_mul_fraction(to, a, b, w);
    stet_limbs_mul_fraction(product, a + w, b + w, w);
    stet_limbs_sub(to, to, product, w);
    stet_limbs_mul_fraction(to + w, a, b + w, w);
    stet_limbs_mul_fraction(product, a + w, b, w);
    stet_limbs_add(to + w, to + w, product, w);
}

/* Root 0 is 1 and 0, root 1 comes from the series, and root y = root floor(y/2)^2, times root 1 if
 * y is odd.
 *
 * With v = w + 2 limbs: pi/4 is off by less than 2^11 v units of 2^(-64 v), (pi/4)/h by as much +
 * 1, so root 1 by less than e_1 = (64 v + 4)^2 (2^11 v + v + 4) < 2^54 for v <= 1026. A product
 * adds the errors of its factors, their product (negligible), and less than r = 3 (v + 1) of its
 * own. So e_(a + b) < e_a + e_b + r + 1, and by induction root y < 2^40 is off by less than y (e_1
 * + r + 1) < 2^95. That is 2^-33 of a unit of 2^(-64 w), and cutting v down to w limbs loses less
 * than 1. Every entry is below the true value + 2^-33 units, and 1 is all ones. */
static stet_status fill(const struct stet_wideroots *roots, uint64_t *wide, uint64_t *scratch)
{
    int w = roots->w, v = w + GUARD;
    uint64_t *one = wide + 2 * v, *x = scratch, *rest = scratch + v;
    memset(wide, 0xff, (size_t)v * sizeof *wide);
    memset(wide + v, 0, (size_t)v * sizeof *wide);
    stet_wide_quarter_pi(x, rest, v);
    stet_limbs_div(x, 0, x, roots->h, v);
    sincos(one, one + v, x, rest, v);
    for (uint64_t y = 2; y <= roots->h; y++) {
        uint64_t *to = wide + 2 * (uint64_t)v * y;
        const uint64_t *half = wide + 2 * (uint64_t)v * (y / 2);
        multiply(y % 2 == 0 ? to : scratch, half, half, scratch + 2 * v, v);
        if (y % 2 == 1)
            multiply(to, scratch, one, scratch + 2 * v, v);
    }
    for (uint64_t y = 0; y <= roots->h; y++)
        for (int part = 0; part < 2; part++)
            memmove(roots->table + (2 * y + (uint64_t)part) * (uint64_t)w,
                    wide + (2 * y + (uint64_t)part) * (uint64_t)v + GUARD,
                    (size_t)w * sizeof *wide);
    return STET_OK;
}

/* The wide table shrinks in place: an entry moves down over entries that have moved already. */
stet_status stet_wideroots_open(struct stet_wideroots *roots, uint64_t h, int w)
{
    uint64_t *scratch = stet_alloc_array(4 * ((size_t)w + GUARD), sizeof *scratch);
    size_t limbs = 2 * (size_t)(w + GUARD);
    *roots = (struct stet_wideroots){w, h, NULL};
    if (scratch != NULL && h + 1 <= SIZE_MAX / sizeof(uint64_t) / limbs)
        roots->table = stet_alloc_array((size_t)(h + 1) * limbs, sizeof(uint64_t));
    stet_status status = roots->table != NULL ? fill(roots, roots->table, scratch) : STET_E_MEMORY;
    stet_free(scratch);
    return status;
}

void stet_wideroots_close(struct stet_wideroots *roots)
{
    stet_free(roots->table);
    roots->table = NULL;
}

/* Computes t = 1 - f r^2, modulo 1, an integer of units; r is a fraction. */
static void residual(uint64_t *t, const uint64_t *r, uint64_t f, int v)
{
    stet_limbs_mul_fraction(t, r, r, v);
    stet_limbs_times(t, f, v);
    stet_limbs_negate(t, v);
}

/* Uses Newton's iteration r += r t/2. It ends with a proof: |t| < 2^(-64 w - 1) as computed, and
 * the true residual is off by less than f (v + 1) < 2^73 units of 2^(-64 v), so r sqrt(f) is within
 * 2^(-64 w) of 1, and r within one unit of 1/sqrt(f); the cut loses less than another unit. From 50
 * right bits each step doubles them, until only the bits that products cut off remain, below f (v +
 * 1) units in t: that is below the limit. */
stet_status stet_wide_rsqrt(uint64_t *result, uint64_t f, int w)
{
    int v = w + GUARD;
    uint64_t *r = stet_alloc_array(3 * (size_t)v, sizeof *r);
    if (r == NULL)
        return STET_E_MEMORY;
    uint64_t *t = r + v, *step = r + 2 * v;
    memset(r, 0, (size_t)v * sizeof *r);
    r[v - 1] = (uint64_t)(0x1p63 / __builtin_sqrt((double)f)) << 1;
    for (;;) {
        residual(t, r, f, v);
        bool minus = stet_limbs_negative(t, v), small = t[GUARD - 1] >> 63 == minus;
        for (int i = GUARD; i < v; i++)
            small = small && t[i] == (minus ? UINT64_MAX : 0);
        if (small)
            break;
        stet_limbs_mul(step, t, r, v);
        stet_limbs_halve(step, v);
        stet_limbs_add(r, r, step, v);
    }
    memcpy(result, r + GUARD, (size_t)w * sizeof *result);
    stet_free(r);
    return STET_OK;
}
