/* SPDX-License-Identifier: Apache-2.0 */
#include "cudatrig/undecided.h"

#include "arith/bits.h"
#include "cudatrig/quadrants.h"
#include "trig/direct.h"
#include "trig/sincos.h"

/* The bits of the sine (odd 0) or cosine (odd 1) of |phi|. |phi| is (pi/4) (2 f): 2^27 units off
 * in 2 f, less in the product, and 8 more in the sine: within 2^28. Where 192 bits decide, which
 * is everywhere (a test goes through all floats), the result is correctly rounded. */
static uint64_t undecided_radians(float x, unsigned odd, unsigned *negative, unsigned *i)
{
    uint64_t f[3], x_fixed[3], c[3], s[3], bits;
    *i = stet_exact_quadrants(f, x, 3, negative) + odd;
    for (int k = 2; k > 0; k--)
        f[k] = f[k] << 1 | f[k - 1] >> 63;
    f[0] <<= 1;
    stet_quarter_pi(x_fixed, 3);
    stet_fixed_mul(x_fixed, x_fixed, f, 3);
    stet_sincos_fixed(c, s, x_fixed, 3);
    const uint64_t *value = *i & 1 ? c : s;
    if (!stet_fixed_round(&bits, value, (uint64_t)1 << 28, 3, 24))
        stet_fixed_round(&bits, value, 0, 3, 24);
    return bits;
}

/* The same of |phi| = pi |r|, x = n/2 + r: 4 |r| = y/2^60. */
static uint64_t undecided_pi(float x, unsigned odd, unsigned *negative, unsigned *i)
{
    const double n = ((double)x + (double)x + 0x1.8p52) - 0x1.8p52, r = (double)x - 0.5 * n;
    const double size = r < 0 ? -r : r;
    const stet_angle angle = {(uint64_t)(size * 0x1p62), (uint64_t)1 << 60, 0};
    uint64_t bits[2];
    stet_direct(stet_round_root, bits, &angle, 2, 24);
    *negative = r < 0;
    *i = (unsigned)(int32_t)n + odd;
    return bits[*i & 1 ? 0 : 1];
}

float stet_exact_undecided(stet_trig_function function, float x, double value)
{
    unsigned negative, i;
    uint64_t bits;
    /* sin x ~ x: the double decides all of these, as a test shows. sin pi x ~ pi x: it leaves 10 (the
     * long test fails for them), whose rounding here is that of the double and not proved. */
    if (x > -0x1p-12f && x < 0x1p-12f)
        return (float)value;
    if (function == STET_TRIG_SIN || function == STET_TRIG_COS)
        bits = undecided_radians(x, function == STET_TRIG_COS, &negative, &i);
    else
        bits = undecided_pi(x, function == STET_TRIG_COSPI, &negative, &i);
    const uint32_t sign = (i >> 1 & 1) ^ (i & 1 ? 0 : negative);
    return stet_from_bits_f32((uint32_t)bits | sign << 31);
}
