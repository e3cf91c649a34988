/* SPDX-License-Identifier: Apache-2.0 */
#include "trig/rounder.h"

#include <string.h>

bool stet_round_root(uint64_t *out, const stet_angle *angle, const uint64_t *c, const uint64_t *s,
                     uint64_t error, int w, int p)
{
    if (angle->y == 0) {
        out[0] = stet_bits_one(p);
        out[1] = 0;
        return true;
    }
    return stet_fixed_round_any(&out[0], c, error, w, p) &&
           stet_fixed_round_any(&out[1], s, error, w, p);
}

/* Stores the bits of RN(s/m), where m is the number in [0.7, 1] with the bits m.
 *
 * The quotient can exceed 1, so the division is t/2 = (s/4)/(m/2): s/4 < 0.177 is below m/2 >
 * 0.353. Error in units: error/4 in s/4, 1 for the cut of the quotient, together (error/4)/0.353 +
 * 1 < error, if error >= 4. */
static bool round_ratio(uint64_t *bits, const uint64_t *s, uint64_t m, uint64_t error, int w, int p)
{
    uint64_t hidden = (uint64_t)1 << (p - 1);
    uint64_t half_m = (hidden | (m & (hidden - 1))) << (m == stet_bits_one(p) ? 64 - p : 63 - p);
    uint64_t t[STET_FIXED_MAX]; /* at first s/4 below its leading digit */
    for (int i = w - 1; i > 0; i--)
        t[i] = s[i] << 62 | s[i - 1] >> 2;
    t[0] = s[0] << 62;
    stet_limbs_div(t, s[w - 1] >> 2, t, half_m, w);
    if (!stet_fixed_round_any(bits, t, error, w, p))
        return false;
    *bits += hidden; /* the exponent of t is one more than that of t/2 */
    return true;
}

bool stet_round_twiddle(uint64_t *out, const stet_angle *angle, const uint64_t *c,
                        const uint64_t *s, uint64_t error, int w, int p)
{
    out[0] = out[1] = stet_bits_one(p);
    if (angle->y == 0) {
        out[1] = 0;
        return true;
    }
    if (!stet_fixed_round_any(&out[0], c, error, w, p))
        return false;
    return angle->y == angle->h || round_ratio(&out[1], s, out[0], error, w, p);
}

/* Stores out[0..1] = RN(x), RN(x - RN(x)) in binary64, x < 1 known within `error` units. The rest
 * is exact: RN(x) is a multiple of a unit, and if RN(x) is 1 its carry does not matter to a
 * difference modulo 1. */
static bool stet_round_two(uint64_t *out, const uint64_t *x, uint64_t error, int w)
{
    if (!stet_fixed_round_any(&out[0], x, error, w, 53))
        return false;
    uint64_t head[STET_FIXED_MAX + 1] = {0}, rest[STET_FIXED_MAX] = {0}, zero[STET_FIXED_MAX] = {0};
    uint64_t significand = (out[0] & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    int shift = 64 * w + (int)(out[0] >> 52) - 1075; /* head = significand 2^shift units */
    if (shift < 0)
        return false; /* x is below a unit of the last place: more limbs are needed */
    stet_u128 placed = (stet_u128)significand << shift % 64;
    head[shift / 64] = (uint64_t)placed;
    head[shift / 64 + 1] = (uint64_t)(placed >> 64);
    stet_limbs_sub(rest, x, head, w);
    bool negative = rest[w - 1] >> 63;
    if (negative)
        stet_limbs_sub(rest, zero, rest, w);
    if (!stet_fixed_round_any(&out[1], rest, error, w, 53))
        return false;
    if (negative)
        out[1] = stet_bits_negate(out[1], 53);
    return true;
}

bool stet_round_root_dd(uint64_t *out, const stet_angle *angle, const uint64_t *c,
                        const uint64_t *s, uint64_t error, int w, int p)
{
    memset(out, 0, 4 * sizeof *out);
    if (angle->y == 0) {
        out[0] = stet_bits_one(p);
        return true;
    }
    if (!stet_round_two(out, c, error, w))
        return false;
    if (3 * angle->y == 2 * angle->h) { /* sin(pi/6) has no rest; no interval shows that */
        out[2] = stet_bits_half(p);
        return true;
    }
    return stet_round_two(out + 2, s, error, w);
}
