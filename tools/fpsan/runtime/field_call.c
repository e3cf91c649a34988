/* SPDX-License-Identifier: Apache-2.0 */
/* Functions on payloads. Algebraic ones are exact: quotients, powers, square roots of small
 * fractions, cosines and sines of rational multiples of 2 pi. Any other is a tag: a hash of the
 * name and the argument that keeps f(0) and the symmetry of odd and even functions. exp is a tag
 * because there is no homomorphism from (F_p, +) to F_p^*: the orders p and p - 1 are coprime. */
#include "field.h"
#include "meaning.h"

#include <stddef.h>
#include <stdio.h>

static uint32_t tag(uint32_t operation, uint32_t a, uint32_t b)
{
    fpsan_unknown(operation);
    return fpsan_hash((uint64_t)a << 32 | b, 1000 + operation + 64 * fpsan_meaning.functions);
}

static uint32_t negated(uint32_t a) { return a ? fpsan_field.p - a : 0; }

static uint32_t odd_tag(uint32_t operation, uint32_t a)
{
    return a > fpsan_field.half ? negated(tag(operation, negated(a), 0)) : tag(operation, a, 0);
}

static uint32_t even_tag(uint32_t operation, uint32_t a)
{
    return tag(operation, a > fpsan_field.half ? negated(a) : a, 0);
}

/* Finds turns = k/n, where n divides (p - 1)/4: a small fraction, or a larger multiple of an n that
 * is a power of two or small. */
static int turns_of(uint32_t turns, int64_t *k, uint32_t *n)
{
    int64_t denominator;
    if (fpsan_rational(turns, 16384, k, &denominator) &&
        (fpsan_field.p - 1) % (4 * (uint64_t)denominator) == 0) {
        *n = (uint32_t)denominator;
        return 1;
    }
    for (uint32_t m = 1 << 14; m >= 3; m = m > 512 ? m / 2 : m - 1) {
        if ((fpsan_field.p - 1) % (4 * (uint64_t)m))
            continue;
        const int64_t c = fpsan_centered(fpsan_multiply(turns, fpsan_from_integer(m)));
        if (c < 1 << 20 && c > -(1 << 20)) {
            *k = c, *n = m;
            return 1;
        }
    }
    return 0;
}

static uint32_t circular(uint32_t operation, uint32_t angle, uint32_t turns)
{
    int64_t k = 0;
    uint32_t n = 1;
    if (turns != 0 && !turns_of(turns, &k, &n))
        return operation == FPSAN_OP_cos ? even_tag(operation, angle) : odd_tag(operation, angle);
    if (operation == FPSAN_OP_cos)
        return fpsan_cosine(k, n);
    const uint32_t sine = fpsan_sine(k, n);
    if (operation == FPSAN_OP_sin)
        return sine;
    const uint32_t cosine = fpsan_cosine(k, n);
    return cosine ? fpsan_multiply(sine, fpsan_invert(cosine)) : FPSAN_TAINT;
}

static uint32_t half_of(uint32_t a) { return fpsan_multiply(a, fpsan_field.half + 1); }

static uint32_t of_angle(uint32_t operation, uint32_t a)
{
    return circular(operation, a, half_of(fpsan_multiply(a, fpsan_invert(fpsan_pi()))));
}

static uint32_t square_root(uint32_t a)
{
    int64_t n, d;
    if (fpsan_rational(a, 4096, &n, &d) && n >= 0) {
        const uint32_t above = n ? fpsan_square_root((uint32_t)n) : 0;
        const uint32_t below = fpsan_square_root((uint32_t)d);
        if ((above || n == 0) && below)
            return fpsan_multiply(above, fpsan_invert(below));
    }
    return tag(FPSAN_OP_sqrt, a, 0);
}

static uint32_t reciprocal(uint32_t a) { return a ? fpsan_invert(a) : FPSAN_TAINT; }

static uint32_t rounded(uint32_t operation, uint32_t a)
{
    int64_t n, d;
    if (!fpsan_rational(a, 1024, &n, &d))
        return tag(operation, a, 0);
    const int64_t floor = n >= 0 ? n / d : -((d - 1 - n) / d);
    const int64_t twice = 2 * (n - floor * d); /* twice the fraction, times d */
    switch (operation) {
    case FPSAN_OP_floor: return fpsan_from_integer(floor);
    case FPSAN_OP_ceil: return fpsan_from_integer(floor + (twice > 0));
    case FPSAN_OP_trunc: return fpsan_from_integer(n / d);
    case FPSAN_OP_round: return fpsan_from_integer(floor + (n < 0 ? twice > d : twice >= d));
    default: return fpsan_from_integer(floor + (twice > d || (twice == d && floor % 2 != 0)));
    }
}

static uint32_t pow_of(uint32_t a, uint32_t b)
{
    const int64_t n = fpsan_centered(b);
    if (n >= 0 && n <= 64)
        return fpsan_power(a, (uint64_t)n);
    if (n < 0 && n >= -64)
        return reciprocal(fpsan_power(a, (uint64_t)-n));
    if (b == half_of(1))
        return square_root(a);
    return tag(FPSAN_OP_pow, a, b);
}

static uint32_t power_of_two(int64_t n)
{
    const uint32_t v = fpsan_power(2, (uint64_t)(n < 0 ? -n : n));
    return n < 0 ? fpsan_invert(v) : v;
}

/* Looks for a fraction of pi, which programs write as atan(1), acos(-1), atan2(0, -1), ... */
static uint32_t inverse_circular(uint32_t operation, uint32_t a, uint32_t b)
{
    const uint32_t minus_one = fpsan_field.p - 1, pi = fpsan_pi();
    if (operation == FPSAN_OP_atan2) {
        if (a == 0)
            return b == minus_one ? pi : b == 1 ? 0 : tag(operation, a, b);
        return b == 0 && a == 1   ? half_of(pi)
               : b == 1 && a == 1 ? half_of(half_of(pi))
                                  : tag(operation, a, b);
    }
    if (operation == FPSAN_OP_acos)
        return a == 1 ? 0 : a == 0 ? half_of(pi) : a == minus_one ? pi : tag(operation, a, 0);
    const uint32_t at_one = operation == FPSAN_OP_atan ? half_of(half_of(pi)) : half_of(pi);
    return a == 0 ? 0 : a == 1 ? at_one : a == minus_one ? negated(at_one) : odd_tag(operation, a);
}

static uint32_t exponential(uint32_t operation, uint32_t a)
{
    const int64_t n = fpsan_centered(a);
    if (operation == FPSAN_OP_exp2 && n >= -1100 && n <= 1100)
        return power_of_two(n);
    if (operation == FPSAN_OP_exp10 && n >= -400 && n <= 400)
        return n < 0 ? fpsan_invert(fpsan_power(10, (uint64_t)-n)) : fpsan_power(10, (uint64_t)n);
    if (operation == FPSAN_OP_expm1)
        return fpsan_subtract(exponential(FPSAN_OP_exp, a), 1);
    return a == 0 ? 1 : tag(operation, a, 0);
}

static uint32_t remainder_of(uint32_t a, uint32_t b)
{
    const int64_t n = fpsan_centered(a), d = fpsan_centered(b), limit = 1 << 20;
    if (b == 0)
        return FPSAN_TAINT;
    if (n < limit && n > -limit && d < limit && d > -limit)
        return fpsan_from_integer(n % d);
    return tag(FPSAN_OP_rem, a, b);
}

static uint32_t call(uint32_t operation, uint32_t a, uint32_t b)
{
    switch (operation) {
    case FPSAN_OP_div: return b ? fpsan_multiply(a, fpsan_invert(b)) : FPSAN_TAINT;
    case FPSAN_OP_rcp: return reciprocal(a);
    case FPSAN_OP_approximate:
        return fpsan_meaning.precise ? fpsan_multiply(a, fpsan_hash(operation, 0)) : a;
    case FPSAN_OP_rem: return remainder_of(a, b);
    case FPSAN_OP_exp:
    case FPSAN_OP_exp2:
    case FPSAN_OP_exp10:
    case FPSAN_OP_expm1: return exponential(operation, a);
    case FPSAN_OP_log:
    case FPSAN_OP_log2:
    case FPSAN_OP_log10: return a == 1 ? 0 : a == 0 ? FPSAN_TAINT : tag(operation, a, 0);
    case FPSAN_OP_log1p: return call(FPSAN_OP_log, fpsan_add(a, 1), 0);
    case FPSAN_OP_sin:
    case FPSAN_OP_cos:
    case FPSAN_OP_tan: return of_angle(operation, a);
    case FPSAN_OP_sinpi: return circular(FPSAN_OP_sin, fpsan_multiply(a, fpsan_pi()), half_of(a));
    case FPSAN_OP_cospi: return circular(FPSAN_OP_cos, fpsan_multiply(a, fpsan_pi()), half_of(a));
    case FPSAN_OP_sqrt: return square_root(a);
    case FPSAN_OP_rsqrt: return reciprocal(square_root(a));
    case FPSAN_OP_hypot: return square_root(fpsan_add(fpsan_multiply(a, a), fpsan_multiply(b, b)));
    case FPSAN_OP_floor:
    case FPSAN_OP_ceil:
    case FPSAN_OP_trunc:
    case FPSAN_OP_rint:
    case FPSAN_OP_round: return rounded(operation, a);
    case FPSAN_OP_pow: return pow_of(a, b);
    case FPSAN_OP_asin:
    case FPSAN_OP_acos:
    case FPSAN_OP_atan:
    case FPSAN_OP_atan2: return inverse_circular(operation, a, b);
    case FPSAN_OP_cosh: return a == 0 ? 1 : even_tag(operation, a);
    case FPSAN_OP_erfc: return fpsan_subtract(1, call(FPSAN_OP_erf, a, 0));
    case FPSAN_OP_cbrt: return a <= 1 || a == fpsan_field.p - 1 ? a : odd_tag(operation, a);
    default: return a == 0 ? 0 : odd_tag(operation, a); /* erf, sinh, tanh */
    }
}

uint32_t fpsan_field_call(uint32_t operation, uint32_t kind, uint32_t a, uint32_t b)
{
    (void)kind; /* all formats share one field */
    const uint32_t taint = a & FPSAN_TAINT;
    if (operation == FPSAN_OP_ldexp)
        return taint ? FPSAN_TAINT : fpsan_multiply(a, power_of_two((int32_t)b));
    return (taint | (b & FPSAN_TAINT)) ? FPSAN_TAINT : call(operation, a, b);
}

/* ---------------------------------------------------------------- names -- */

static int table_name(uint32_t element, const char *before, const char *after, char *text,
                      unsigned size)
{
    const struct fpsan_entry *e = fpsan_table_element(element);
    if (!e)
        return 0;
    int64_t k = e->k, n = e->n;
    while (e->function != 'r' && k % 2 == 0 && n % 2 == 0)
        k /= 2, n /= 2;
    for (int64_t q = 3; e->function != 'r' && q <= k; q += 2)
        while (k % q == 0 && n % q == 0)
            k /= q, n /= q;
    if (e->function == 'r')
        snprintf(text, size, "%ssin(2 pi %lld/%lld)/sin(2 pi %d/%lld)%s", before, (long long)k,
                 (long long)n, e->other, (long long)n, after);
    else
        snprintf(text, size, "%s%s(2 pi %lld/%lld)%s", before, e->function == 'c' ? "cos" : "tan",
                 (long long)k, (long long)n, after);
    return 1;
}

void fpsan_field_name(uint32_t payload, char *text, unsigned size)
{
    static const struct {
        int64_t above, below;
        const char *before, *minus, *after;
    } factors[] = {{1, 1, "", "-", ""},     {2, 1, "2 ", "-2 ", ""}, {1, 2, "", "-", "/2"},
                   {1, 4, "", "-", "/4"},   {1, 8, "", "-", "/8"},   {3, 1, "3 ", "-3 ", ""},
                   {4, 1, "4 ", "-4 ", ""}, {1, 16, "", "-", "/16"}};
    int64_t n, d;
    if (payload & FPSAN_TAINT) {
        snprintf(text, size, "undefined");
        return;
    }
    if (fpsan_rational(payload, 1000, &n, &d)) {
        if (d == 1)
            snprintf(text, size, "%lld", (long long)n);
        else
            snprintf(text, size, "%lld/%lld", (long long)n, (long long)d);
        return;
    }
    if (fpsan_rational(fpsan_multiply(payload, fpsan_invert(fpsan_pi())), 1000, &n, &d)) {
        snprintf(text, size, d == 1 ? "%lld pi" : "%lld/%lld pi", (long long)n, (long long)d);
        return;
    }
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        const uint32_t factor = fpsan_multiply(fpsan_from_integer(factors[i].below),
                                               fpsan_invert(fpsan_from_integer(factors[i].above)));
        const uint32_t element = fpsan_multiply(payload, factor);
        if (table_name(element, factors[i].before, factors[i].after, text, size) ||
            table_name(negated(element), factors[i].minus, factors[i].after, text, size))
            return;
    }
    snprintf(text, size, "residue %u modulo %u", payload, fpsan_field.p);
}
