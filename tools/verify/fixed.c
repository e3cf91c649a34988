/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/fixed.h"

#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

void fixed_add(uint64_t *r, const uint64_t *a, const uint64_t *b, int limbs)
{
    wide carry = 0;
    for (int i = 0; i < limbs; i++) {
        carry += (wide)a[i] + b[i];
        r[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

void fixed_neg(uint64_t *r, const uint64_t *a, int limbs)
{
    wide carry = 1;
    for (int i = 0; i < limbs; i++) {
        carry += ~a[i];
        r[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

void fixed_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, int limbs)
{
    wide carry = 1;
    for (int i = 0; i < limbs; i++) {
        carry += (wide)a[i] + ~b[i];
        r[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static bool is_negative(const uint64_t *a, int limbs) { return a[limbs - 1] >> 63 != 0; }

/* Stores the absolute value and returns true if a is negative. */
static bool magnitude(uint64_t *r, const uint64_t *a, int limbs)
{
    bool negative = is_negative(a, limbs);
    if (negative)
        fixed_neg(r, a, limbs);
    else
        memcpy(r, a, (size_t)limbs * sizeof *r);
    return negative;
}

static void give_sign(uint64_t *r, bool negative, int limbs)
{
    if (negative)
        fixed_neg(r, r, limbs);
}

void fixed_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, int limbs)
{
    uint64_t x[FIXED_LIMBS_MAX], y[FIXED_LIMBS_MAX], p[2 * FIXED_LIMBS_MAX] = {0};
    bool negative = magnitude(x, a, limbs) != magnitude(y, b, limbs);
    for (int i = 0; i < limbs; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < limbs; j++) {
            wide t = (wide)x[i] * y[j] + p[i + j] + carry;
            p[i + j] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
        p[i + limbs] = carry;
    }
    memcpy(r, p + limbs - 1, (size_t)limbs * sizeof *r);
    give_sign(r, negative, limbs);
}

void fixed_scale(uint64_t *r, const uint64_t *a, uint64_t num, uint64_t den, int limbs)
{
    uint64_t x[FIXED_LIMBS_MAX + 1] = {0};
    bool negative = magnitude(x, a, limbs);
    wide carry = 0, rest = 0;
    for (int i = 0; i < limbs; i++) {
        carry += (wide)x[i] * num;
        x[i] = (uint64_t)carry;
        carry >>= 64;
    }
    for (int i = limbs - 1; i >= 0; i--) {
        rest = rest << 64 | x[i];
        r[i] = (uint64_t)(rest / den);
        rest %= den;
    }
    give_sign(r, negative, limbs);
}

void fixed_set(uint64_t *r, double x, int limbs)
{
    int exponent;
    double m = frexp(fabs(x), &exponent);
    uint64_t digits = (uint64_t)ldexp(m, 53);
    int shift = exponent - 53 + 64 * (limbs - 1); /* bits from the unit to the lowest digit */
    memset(r, 0, (size_t)limbs * sizeof *r);
    if (shift < 0) {
        digits = shift > -64 ? digits >> -shift : 0;
        shift = 0;
    }
    if (digits == 0)
        return;
    r[shift / 64] = digits << shift % 64;
    if (shift % 64 != 0 && shift / 64 + 1 < limbs)
        r[shift / 64 + 1] = digits >> (64 - shift % 64);
    give_sign(r, x < 0, limbs);
}

/* Uses the three highest limbs that are not 0. They have at least 129 bits, so the rest is below
 * 2^-128. Each of the five sums of halves of limbs has an error of at most 3u^2. */
struct dd fixed_get(const uint64_t *a, int limbs)
{
    uint64_t x[FIXED_LIMBS_MAX];
    bool negative = magnitude(x, a, limbs);
    struct dd sum = dd_of(0);
    int top = limbs - 1;
    while (top > 0 && x[top] == 0)
        top--;
    for (int i = top; i >= 0 && i > top - 3; i--) {
        int exponent = 64 * (i - limbs + 1);
        sum = dd_add(sum, dd_of(ldexp((double)(x[i] >> 32), exponent + 32)));
        sum = dd_add(sum, dd_of(ldexp((double)(x[i] & 0xffffffff), exponent)));
    }
    return negative ? dd_neg(sum) : sum;
}

static bool is_zero(const uint64_t *a, int limbs)
{
    for (int i = 0; i < limbs; i++)
        if (a[i] != 0)
            return false;
    return true;
}

/* sum += factor atan(1/q). Each of the terms, fewer than 32 per limb, has an error of two units. */
static void add_atan(uint64_t *sum, uint64_t factor, uint64_t q, int limbs, bool minus)
{
    uint64_t power[FIXED_LIMBS_MAX], term[FIXED_LIMBS_MAX];
    fixed_set(power, (double)factor, limbs);
    fixed_scale(power, power, 1, q, limbs);
    for (uint64_t k = 1; !is_zero(power, limbs); k += 2, minus = !minus) {
        fixed_scale(term, power, 1, k, limbs);
        (minus ? fixed_sub : fixed_add)(sum, sum, term, limbs);
        fixed_scale(power, power, 1, q * q, limbs);
    }
}

/* Machin 1706: pi/4 = 4 atan(1/5) - atan(1/239). One more limb takes all the errors. */
void fixed_quarter_pi(uint64_t *r, int limbs)
{
    uint64_t sum[FIXED_LIMBS_MAX] = {0};
    add_atan(sum, 4, 5, limbs + 1, false);
    add_atan(sum, 1, 239, limbs + 1, true);
    memcpy(r, sum + 1, (size_t)limbs * sizeof *r);
}

/* Computes sin and cos of 0 <= x <= pi/4 by their series. Term k is term k - 1 times x over k. If x
 * has an error of 4 units, term k has e[k] <= (e[k-1] x + 4 term[k-1] + 1)/k + 1, so e[k] <= 6 for
 * all k. All omitted terms together are below 2 units. */
#define TERM_ERROR 6.0
static void series(uint64_t *c, uint64_t *s, const uint64_t *x, int limbs)
{
    uint64_t term[FIXED_LIMBS_MAX];
    fixed_set(term, 1, limbs);
    memset(c, 0, (size_t)limbs * sizeof *c);
    memset(s, 0, (size_t)limbs * sizeof *s);
    for (uint64_t k = 0; !is_zero(term, limbs); k++) {
        uint64_t *to = k % 2 == 0 ? c : s;
        (k % 4 < 2 ? fixed_add : fixed_sub)(to, to, term, limbs);
        fixed_mul(term, term, x, limbs);
        fixed_scale(term, term, 1, k + 1, limbs);
    }
}

/* Fewer than 40 terms per limb suffice: 40! > 2^64 holds for the first limb, and later terms gain
 * more bits. */
double fixed_root_error(int limbs) { return TERM_ERROR * 40 * limbs + 2; }

/* The angle is 2 pi k/n = (pi/4) 8k/n. e/n counts eighths of a turn, and reflections bring it below
 * 1. */
void fixed_root(uint64_t *re, uint64_t *im, uint64_t k, uint64_t n, const uint64_t *quarter_pi,
                int limbs)
{
    uint64_t x[FIXED_LIMBS_MAX], e = 8 * k;
    bool below = e > 4 * n, left, swap;
    e = below ? 8 * n - e : e;
    left = e > 2 * n;
    e = left ? 4 * n - e : e;
    swap = e > n;
    e = swap ? 2 * n - e : e;
    fixed_scale(x, quarter_pi, e, n, limbs);
    series(swap ? im : re, swap ? re : im, x, limbs);
    give_sign(re, left, limbs);
    give_sign(im, !below, limbs);
}
