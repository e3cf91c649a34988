/* SPDX-License-Identifier: Apache-2.0 */
#include "trig/sincos.h"

#include <string.h>

#include "trig/fixed.h"

/* This is floor(2^512 pi/4), lowest limb first:
 *   BC_LINE_LENGTH=0 bc -l <<< 'scale=200; p=a(1)*2^512; scale=0; obase=16; p/1'
 * Its top w limbs are floor(2^(64 w) pi/4). tests/trig compares it with MPFR. */
static const uint64_t quarter_pi[STET_FIXED_MAX] = {
    0x4fe1356d6d51c245, 0x302b0a6df25f1437, 0xef9519b3cd3a431b, 0x514a08798e3404dd,
    0x020bbea63b139b22, 0x29024e088a67cc74, 0xc4c6628b80dc1cd1, 0xc90fdaa22168c234};

/* Computes acc = 1 - z/(2j (2j + b)) (1 - z/((2j + 2) (2j + 2 + b)) (1 - ...)) from j = 1 on: the
 * series of sin(x)/x for b = 1 and, with b = -1, of cos(x), in z = x^2, by Horner's rule.
 *
 * Every bracket is in (0, 1], so 1 - t is ~t. The series is cut after the term j = 6 w + 4;
 * alternating with falling terms, it is then off by less than the next term, which is at most
 * x^(12 w + 10) / (12 w + 10)!, and with x <= pi/4 that is below 2^-139, 2^-207, 2^-356 and
 * 2^-601 for w = 2, 3, 5 and 8: less than one unit. If z < 2^-zeros, the first
 * 64 w/zeros + 1 terms are enough: the next is below z^(64 w/zeros + 2) < 2^(-64 w). */
static void series(uint64_t *acc, const uint64_t *z, int b, int w)
{
    const int zeros = z[w - 1] != 0 ? __builtin_clzll(z[w - 1]) : 64, most = 6 * w + 4;
    const int enough = zeros > 0 ? 64 * w / zeros + 1 : most;
    memset(acc, 0xff, (size_t)w * sizeof *acc);
    for (int j = enough < most ? enough : most; j >= 1; j--) {
        stet_fixed_mul(acc, acc, z, w);
        stet_limbs_div(acc, 0, acc, (uint64_t)(2 * j) * (uint64_t)(2 * j + b), w);
        for (int i = 0; i < w; i++)
            acc[i] = ~acc[i];
    }
}

/* These are the errors in units, with x <= pi/4 < 0.786 and z <= 0.617:
 *   y/h, pi/4    1 each (cut off)
 *   x            0.786 + 1 + 1 < 3
 *   z            2 (0.786) 3 + 1 < 6
 *   bracket      a step from error e makes (z e + 6 + 1)/d + 1 + 1, where 6 is the error of z,
 *                1 the cut of the product, 1 that of the quotient, 1 that of ~, and d >= 12 but
 *                in the last step: below (0.617 3 + 7)/12 + 2 < 3 before it
 *   cos          last step, d = 2: (0.617 3 + 7)/2 + 2 < 7; with the cut of the series < 8
 *   sin x / x    last step, d = 6: (0.617 3 + 7)/6 + 2 < 4; with the cut of the series < 5
 *   sin          0.786 5 + 3 + 1 < 8
 * so both are within 8 <= STET_SINCOS_ERROR. If x is given, and so has no error of its own, the
 * steps after it have the same bounds, and both are within 8 of cos and sin of that x. */
void stet_sincos_fixed(uint64_t *c, uint64_t *s, const uint64_t *x, int w)
{
    uint64_t z[STET_FIXED_MAX];
    stet_fixed_mul(z, x, x, w);
    series(c, z, -1, w);
    series(s, z, 1, w);
    stet_fixed_mul(s, s, x, w);
}

void stet_quarter_pi(uint64_t *x, int w)
{
    memcpy(x, quarter_pi + STET_FIXED_MAX - w, (size_t)w * sizeof *x);
}

void stet_sincos(uint64_t *c, uint64_t *s, uint64_t y, uint64_t h, int w)
{
    uint64_t x[STET_FIXED_MAX];
    if (y == h) {
        stet_quarter_pi(x, w);
    } else {
        stet_limbs_div(x, y, NULL, h, w);
        stet_fixed_mul(x, x, quarter_pi + STET_FIXED_MAX - w, w);
    }
    stet_sincos_fixed(c, s, x, w);
}
