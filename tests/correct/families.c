/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/families.h"

#include <math.h>
#include <string.h>

/* xorshift64*: the same numbers in every run. */
static uint64_t next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d;
}

static int below(uint64_t *state, int bound) { return (int)(next(state) >> 33) % bound; }

/* Uniform in (-1, 1), on the grid 2^-24. */
static double uniform(uint64_t *state)
{
    return (double)((int64_t)(next(state) >> 39) - 0x1000000) * 0x1p-24;
}

/* Number i of the input, part 0 or 1: what most families are made of. */
typedef double number(ptrdiff_t i, ptrdiff_t n, int part, uint64_t *state);

static void fill(number *f, double *x, ptrdiff_t n, bool real, uint64_t seed)
{
    uint64_t state = seed * 0x9e3779b97f4a7c15 + 1;
    for (ptrdiff_t i = 0; i < n; i++)
        for (int part = 0; part < (real ? 1 : 2); part++)
            *x++ = f(i, n, part, &state);
}

#define FAMILY(name)                                                                               \
    static void fill_##name(double *x, ptrdiff_t n, bool real, uint64_t seed)                      \
    {                                                                                              \
        fill(name, x, n, real, seed);                                                              \
    }
#define NUMBER(name)                                                                               \
    static number name;                                                                            \
    FAMILY(name)                                                                                   \
    static double name(ptrdiff_t i, ptrdiff_t n, int part, uint64_t *state)

#define UNUSED (void)i, (void)n, (void)part, (void)state

NUMBER(noise)
{
    UNUSED;
    return (double)(float)(uniform(state) * ldexp(1, -below(state, 3)));
}

NUMBER(small_integers)
{
    UNUSED;
    return below(state, 7) - 3;
}

NUMBER(signs)
{
    UNUSED;
    return below(state, 2) != 0 ? 1 : -1;
}

NUMBER(large_integers)
{
    UNUSED;
    return (double)(float)(below(state, 1 << 25) - (1 << 24));
}

NUMBER(constant)
{
    UNUSED;
    return part == 0 ? (double)0.1f : -0x1p-3;
}

NUMBER(zeros)
{
    UNUSED;
    return below(state, 2) != 0 ? -0.0 : 0.0;
}

NUMBER(impulse_at_0)
{
    UNUSED;
    return i == 0 ? (double)0x1.19999ap0 - 2 * part : 0;
}

NUMBER(impulse_at_1)
{
    UNUSED;
    return i == 1 % n && part == 0 ? 0x1.234566p-3 : 0;
}

NUMBER(alternating)
{
    UNUSED;
    return (i % 2 == 0 ? 1 : -1) * (part == 0 ? (double)0.3f : 3);
}

NUMBER(period_3)
{
    UNUSED;
    return i % 3 == 0 ? (double)0.7f : part;
}

NUMBER(period_4)
{
    UNUSED;
    static const float value[2][4] = {{1, 0.1f, -3, 0x1p-24f}, {0.2f, 0, 5, 7}};
    return (double)value[part][i % 4];
}

NUMBER(every_other)
{
    UNUSED;
    return i % 2 == 0 ? uniform(state) : 0;
}

NUMBER(ramp)
{
    UNUSED;
    return part == 0 ? (double)i : (double)(n - i);
}

NUMBER(tone_on_bin)
{
    UNUSED;
    double angle = 2 * acos(-1) * (double)(i * 3 % n) / (double)n;
    return (double)(float)(part == 0 ? cos(angle) : sin(angle));
}

NUMBER(tone_16_bit)
{
    UNUSED;
    double angle = 2 * acos(-1) * (double)(i * 5 % n) / (double)n;
    return part == 0 ? nearbyint(32767 * sin(angle)) : 0;
}

NUMBER(tone_off_bin)
{
    UNUSED;
    double angle = 2 * acos(-1) * (double)i * 3.3 / (double)n;
    return (double)(float)(part == 0 ? cos(angle) : sin(angle));
}

/* Sums of halves and quarters of the last place of 2^24: ties in float, 1/N or not. */
NUMBER(ties)
{
    UNUSED;
    if (i == 0)
        return 0x1.000002p24;
    return i % (n / 2 > 0 ? n / 2 : 1) == 0 ? 1 : 0;
}

NUMBER(tie_of_sum)
{
    UNUSED;
    return i == 0 ? 0x1p24 * (1 + 2 * below(state, 1000)) : (i < 4 ? 0.5 : 0);
}

/* Research's worst: rational but for a tail that a double-double does not see. */
NUMBER(near_tie)
{
    UNUSED;
    if (part == 1)
        return 0;
    return i == 0 ? 1 : i == n / 2 ? 0x1p-24 : i == 1 ? 0x1p-140 : 0;
}

NUMBER(near_zero)
{
    UNUSED;
    if (part == 1)
        return i == 1 ? 0x1p-149 : 0;
    return i % 2 == 0 ? (double)0.1f : i == 1 ? 0x1p-120 : 0;
}

/* Quarters that add up to one number at every place, b - (b + d) + d + 2^-140, beside 1: rational
 * outputs, which only carries from one word of an exact sum to the next show. */
NUMBER(sums_with_carries)
{
    UNUSED;
    const ptrdiff_t quarter = n / 4 > 0 ? n / 4 : 1;
    uint64_t own = (uint64_t)(i % quarter * 2 + part) * 0x9e3779b97f4a7c15 + 7;
    const double b = below(&own, 1 << 22) * 0x1p-54, d = below(&own, 1 << 22) * 0x1p-54;
    const double parts[4] = {b, -(b + d), d, 0x1p-140};
    return i == 0 && part == 0 ? 1 : parts[i / quarter % 4];
}

NUMBER(impulse_and_dust)
{
    UNUSED;
    return i == 0 && part == 0 ? 1 : (double)(float)(uniform(state) * 1e-38);
}

NUMBER(wide_range)
{
    UNUSED;
    return (double)(float)ldexp(uniform(state), below(state, 250) - 140);
}

NUMBER(subnormal)
{
    UNUSED;
    return (below(state, 9) - 4) * 0x1p-149;
}

NUMBER(overflow)
{
    UNUSED;
    return i % 3 == 2 ? 0x1p103 : 0x1.fffffep127;
}

NUMBER(overflow_edge)
{
    UNUSED;
    return i == 0 ? 0x1.fffffep127 : i == n / 2 ? 0x1p103 : i == 1 ? 0x1p-149 : 0;
}

NUMBER(f64_noise)
{
    UNUSED;
    return uniform(state) + uniform(state) * 0x1p-29;
}

NUMBER(f64_range)
{
    UNUSED;
    return ldexp(uniform(state) + 0x1p-52, below(state, 2000) - 1050);
}

NUMBER(f64_extremes)
{
    UNUSED;
    static const double value[] = {0x1.fffffffffffffp1023, 0x1p-1074, -0x1p-1022, 0x1p970};
    return value[below(state, 4)];
}

NUMBER(f64_ties)
{
    UNUSED;
    return i == 0 ? 0x1.0000000000001p53 : i == n / 2 ? 1 : 0;
}

/* The same for a format of 16 bits: p bits of a significand, from 2^least, the smallest subnormal
 * number, to below 2^top. */
static double ties_of(ptrdiff_t i, ptrdiff_t n, int p)
{
    if (i == 0)
        return ldexp(1, p) + 2;
    return i % (n / 2 > 0 ? n / 2 : 1) == 0 ? 1 : 0;
}

/* One and half a last place, and a small number: one that double-double sees, or the smallest. */
static double near_tie_of(ptrdiff_t i, ptrdiff_t n, int p, int least)
{
    return i == 0 ? 1 : i == n / 2 ? ldexp(1, -p) : i == 1 ? ldexp(1, least) : 0;
}

/* The largest number and half a last place of it: a tie with infinity, but for the smallest number.
 */
static double edge_of(ptrdiff_t i, ptrdiff_t n, int p, int least, int top)
{
    if (i == 0)
        return ldexp(1 - ldexp(1, -p), top);
    return i == n / 2 ? ldexp(1, top - p - 1) : i == 1 ? ldexp(1, least) : 0;
}

/* Any exponent, subnormal ones too. */
static double any_of(int p, int least, int top, uint64_t *state)
{
    const int place = below(state, top - p - least + 1) + least;
    const double size = ldexp(below(state, 1 << p), place);
    return below(state, 2) != 0 ? size : -size;
}

#define HALF_FAMILIES(format, p, least, top)                                                       \
    NUMBER(format##_ties)                                                                          \
    {                                                                                              \
        UNUSED;                                                                                    \
        return ties_of(i, n, p);                                                                   \
    }                                                                                              \
    NUMBER(format##_near_tie)                                                                      \
    {                                                                                              \
        UNUSED;                                                                                    \
        return part == 0 ? near_tie_of(i, n, p, least) : -near_tie_of(i, n, p, -70);               \
    }                                                                                              \
    NUMBER(format##_edge)                                                                          \
    {                                                                                              \
        UNUSED;                                                                                    \
        return edge_of(i, n, p, least, top);                                                       \
    }                                                                                              \
    NUMBER(format##_subnormal)                                                                     \
    {                                                                                              \
        UNUSED;                                                                                    \
        return ldexp(below(state, 9) - 4, least);                                                  \
    }                                                                                              \
    NUMBER(format##_any)                                                                           \
    {                                                                                              \
        UNUSED;                                                                                    \
        return any_of(p, least, top, state);                                                       \
    }                                                                                              \
    NUMBER(format##_integers)                                                                      \
    {                                                                                              \
        UNUSED;                                                                                    \
        return below(state, (2 << p) + 1) / 2 * 2 - (1 << p);                                      \
    }

HALF_FAMILIES(f16, 11, -24, 16)
HALF_FAMILIES(bf16, 8, -133, 128)

/* x_(n - i) = x_i: real spectra. */
static void fill_even(double *x, ptrdiff_t n, bool real, uint64_t seed)
{
    fill_noise(x, n, real, seed);
    ptrdiff_t width = real ? 1 : 2;
    for (ptrdiff_t i = 0; i < width * n; i++)
        if (i / width > n / 2 || (!real && i % 2 == 1))
            x[i] = i % width == 1 ? 0 : x[width * (n - i / width)];
}

static void fill_odd(double *x, ptrdiff_t n, bool real, uint64_t seed)
{
    fill_even(x, n, real, seed);
    ptrdiff_t width = real ? 1 : 2;
    for (ptrdiff_t i = 0; i < n; i++) {
        double sign = 2 * i == n || i == 0 ? 0 : 2 * i < n ? 1 : -1;
        x[width * i] = sign != 0 ? sign * x[width * i] : 0;
    }
}

/* Quadratic residues of the largest odd divisor: spectra with many multiples of square roots. */
NUMBER(residues)
{
    UNUSED;
    ptrdiff_t odd = n;
    while (odd % 2 == 0)
        odd /= 2;
    double value = part;
    for (ptrdiff_t t = 1; t < odd && odd > 1; t++)
        if (t * t % odd == i % odd)
            value = 0.75;
    return value;
}

/* Ones at the distances n/8 from 1: sqrt(2) and its multiples. */
NUMBER(eighths)
{
    UNUSED;
    static const float value[] = {0x1.8p-3f, 3, 0x1p-24f, -1};
    ptrdiff_t eighth = n / 8 > 0 ? n / 8 : 1;
    return part == 0 && i % eighth == 0 ? (double)value[i / eighth % 4] : 0;
}

#define ENTRY(name) {#name, fill_##name}

const struct family families[] = {
    ENTRY(noise),
    ENTRY(small_integers),
    ENTRY(signs),
    ENTRY(large_integers),
    ENTRY(constant),
    ENTRY(zeros),
    ENTRY(impulse_at_0),
    ENTRY(impulse_at_1),
    ENTRY(alternating),
    ENTRY(period_3),
    ENTRY(period_4),
    ENTRY(every_other),
    ENTRY(ramp),
    ENTRY(tone_on_bin),
    ENTRY(tone_16_bit),
    ENTRY(tone_off_bin),
    ENTRY(ties),
    ENTRY(tie_of_sum),
    ENTRY(near_tie),
    ENTRY(near_zero),
    ENTRY(sums_with_carries),
    ENTRY(impulse_and_dust),
    ENTRY(wide_range),
    ENTRY(subnormal),
    ENTRY(overflow),
    ENTRY(overflow_edge),
    ENTRY(f64_noise),
    ENTRY(f64_range),
    ENTRY(f64_extremes),
    ENTRY(f64_ties),
    ENTRY(f16_ties),
    ENTRY(f16_near_tie),
    ENTRY(f16_edge),
    ENTRY(f16_subnormal),
    ENTRY(f16_any),
    ENTRY(f16_integers),
    ENTRY(bf16_ties),
    ENTRY(bf16_near_tie),
    ENTRY(bf16_edge),
    ENTRY(bf16_subnormal),
    ENTRY(bf16_any),
    ENTRY(bf16_integers),
    ENTRY(even),
    ENTRY(odd),
    ENTRY(residues),
    ENTRY(eighths),
};
const int family_count = (int)(sizeof families / sizeof *families);

bool family_fits(const struct family *family, stet_precision precision)
{
    if (strncmp(family->name, "f64_", 4) == 0)
        return precision == STET_F64;
    if (strncmp(family->name, "f16_", 4) == 0)
        return precision == STET_F16;
    return strncmp(family->name, "bf16_", 5) != 0 || precision == STET_BF16;
}
