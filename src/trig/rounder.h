/* SPDX-License-Identifier: Apache-2.0 */
/* This room makes three things of a sine and a cosine, each with its rounding test.
 *
 * A rounder gets c, s = cos phi, sin phi of an angle's phi in [0, pi/4], both known within `error`
 * units, and writes the bits of its results to out. It returns false if the error does not let it
 * decide. It does not use angle.octant.
 *
 * By Niven's theorem (1956) the only rational values among them are cos 0 = 1, sin 0 = 0 and
 * sin(pi/6) = 1/2. Integers decide these cases where they matter. So no rounder meets a tie, and
 * each decides once the error is small enough. */
#ifndef STET_TRIG_ROUNDER_H
#define STET_TRIG_ROUNDER_H

#include "trig/angle.h"
#include "trig/round.h"

typedef bool stet_rounder(uint64_t *out, const stet_angle *angle, const uint64_t *c,
                          const uint64_t *s, uint64_t error, int w, int p);

/* Stores out[0..1] = cos phi, sin phi. (1/2 is representable: an interval around it decides.) */
static inline bool stet_round_root(uint64_t *out, const stet_angle *angle, const uint64_t *c,
                                   const uint64_t *s, uint64_t error, int w, int p)
{
    if (angle->y == 0) {
        out[0] = stet_bits_one(p);
        out[1] = 0;
        return true;
    }
    return stet_fixed_round(&out[0], c, error, w, p) && stet_fixed_round(&out[1], s, error, w, p);
}

/* Stores the bits of RN(s/m), where m is the number in [0.7, 1] with the bits m.
 *
 * The quotient can exceed 1, so the division is t/2 = (s/4)/(m/2): s/4 < 0.177 is below m/2 >
 * 0.353. Error in units: error/4 in s/4, 1 for the cut of the quotient, together (error/4)/0.353 +
 * 1 < error, if error >= 4.
 *
 * There is no tie: if s is irrational so is s/m. If s = 1/2, a tie t has p + 1 significant bits,
 * the last of them 1, and t m = 1/2 would need as many. */
static inline bool stet_round_ratio(uint64_t *bits, const uint64_t *s, uint64_t m, uint64_t error,
                                    int w, int p)
{
    uint64_t hidden = (uint64_t)1 << (p - 1);
    uint64_t half_m = (hidden | (m & (hidden - 1))) << (m == stet_bits_one(p) ? 64 - p : 63 - p);
    uint64_t t[STET_FIXED_MAX]; /* at first s/4 below its leading digit */
    for (int i = w - 1; i > 0; i--)
        t[i] = s[i] << 62 | s[i - 1] >> 2;
    t[0] = s[0] << 62;
    stet_limbs_div(t, s[w - 1] >> 2, t, half_m, w);
    if (!stet_fixed_round(bits, t, error, w, p))
        return false;
    *bits += hidden; /* the exponent of t is one more than that of t/2 */
    return true;
}

/* Stores out[0..1] = m, t: m = RN(cos phi), t = RN(sin phi / m), but t = 1 at pi/4, where the
 * rounding of m could otherwise make it the number below 1. t <= 1 always: elsewhere too s/m < c/m
 * < 1 + 2^-p, because m is within 2^(-p - 1) of c > 0.7. */
static inline bool stet_round_twiddle(uint64_t *out, const stet_angle *angle, const uint64_t *c,
                                      const uint64_t *s, uint64_t error, int w, int p)
{
    out[0] = out[1] = stet_bits_one(p);
    if (angle->y == 0) {
        out[1] = 0;
        return true;
    }
    if (!stet_fixed_round(&out[0], c, error, w, p))
        return false;
    return angle->y == angle->h || stet_round_ratio(&out[1], s, out[0], error, w, p);
}

/* Stores out[0..3] = cos phi, its rest, sin phi, its rest, where the rest of x is RN(x - RN(x)); p
 * = 53, w >= 3. */
bool stet_round_root_dd(uint64_t *out, const stet_angle *angle, const uint64_t *c,
                        const uint64_t *s, uint64_t error, int w, int p);

#endif
