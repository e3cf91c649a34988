/* SPDX-License-Identifier: Apache-2.0 */
#include "cudatrig/undecided.h"

#include "arith/bits.h"
#include "cudatrig/quadrants.h"
#include "trig/fixed.h"
#include "trig/sincos.h"

/* Limbs: of an angle in radians, all that the window of 2/pi gives; of a multiple of pi, enough for
 * 160 bits of the smallest subnormal number. */
enum { RADIANS_LIMBS = 3, PI_LIMBS = 5 };

/* Sets f = v, exactly: 2^-202 <= v < 1. */
static void fraction_of(uint64_t *f, double v, int w)
{
    const uint64_t bits = stet_bits_f64(v);
    const uint64_t m = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    const int at = 64 * w + (int)(bits >> 52) - 1075, limb = at / 64, shift = at % 64;
    for (int i = 0; i < w; i++)
        f[i] = 0;
    f[limb] = m << shift;
    if (shift > 64 - 53 && limb + 1 < w)
        f[limb + 1] = m >> (64 - shift);
}

/* Reduces x = i pi/2 + phi; f = |phi| 4/pi. Returns i. The error is 2^27 units, as stated for the
 * reduction. */
static unsigned of_radians(uint64_t *f, float x)
{
    unsigned negative;
    const unsigned i = stet_exact_quadrants(f, x, RADIANS_LIMBS, &negative);
    stet_limbs_add(f, f, f, RADIANS_LIMBS);
    return i;
}

/* Reduces pi x = i pi/2 + phi; f = |phi| 4/pi, exactly. f is below 1, because a double decides
 * sqrt(1/2). */
static unsigned of_pi(uint64_t *f, float x)
{
    const double n = ((double)x + (double)x + 0x1.8p52) - 0x1.8p52, r = (double)x - 0.5 * n;
    fraction_of(f, r < 0 ? -4 * r : 4 * r, PI_LIMBS);
    return (unsigned)(int32_t)n;
}

/* The exact value is between two neighbours; a comparison with their middle, a double, tells which
 * is nearer. The error of angle and sine is at most 2^28 units. A test of all floats shows that
 * none is that close to a middle, so the result is correctly rounded. */
float stet_exact_undecided(stet_trig_function function, float x, float inner, float outer)
{
    uint64_t angle[PI_LIMBS], quarter_pi[PI_LIMBS], c[PI_LIMBS], s[PI_LIMBS], middle[PI_LIMBS];
    const int radians = function == STET_TRIG_SIN || function == STET_TRIG_COS;
    const int w = radians ? RADIANS_LIMBS : PI_LIMBS;
    unsigned i = radians ? of_radians(angle, x) : of_pi(angle, x);
    i += function == STET_TRIG_COS || function == STET_TRIG_COSPI;
    stet_quarter_pi(quarter_pi, w);
    stet_fixed_mul(angle, angle, quarter_pi, w);
    stet_sincos_fixed(c, s, angle, w);
    const double between = 0.5 * ((double)inner + (double)outer);
    fraction_of(middle, between < 0 ? -between : between, w);
    return stet_limbs_sub(middle, middle, i & 1 ? c : s, w) ? outer : inner;
}
