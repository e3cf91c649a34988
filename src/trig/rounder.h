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
bool stet_round_root(uint64_t *out, const stet_angle *angle, const uint64_t *c, const uint64_t *s,
                     uint64_t error, int w, int p);

/* Stores out[0..1] = m, t: m = RN(cos phi), t = RN(sin phi / m), but t = 1 at pi/4, where the
 * rounding of m could otherwise make it the number below 1. t <= 1 always: elsewhere too s/m < c/m
 * < 1 + 2^-p, because m is within 2^(-p - 1) of c > 0.7.
 *
 * There is no tie: if s is irrational so is s/m. If s = 1/2, a tie t has p + 1 significant bits,
 * the last of them 1, and t m = 1/2 would need as many. */
bool stet_round_twiddle(uint64_t *out, const stet_angle *angle, const uint64_t *c,
                        const uint64_t *s, uint64_t error, int w, int p);

/* Stores out[0..3] = cos phi, its rest, sin phi, its rest, where the rest of x is RN(x - RN(x)); p
 * = 53, w >= 3. */
bool stet_round_root_dd(uint64_t *out, const stet_angle *angle, const uint64_t *c,
                        const uint64_t *s, uint64_t error, int w, int p);

/* ------------------------------------------------ the quick path of tables -- */

/* A quick rounder does the same with c and s in units of 2^-128, within 2^log2_error of them. c is
 * above 0.7, so it has no leading zero. */
typedef bool stet_quick_rounder(uint64_t *out, const stet_angle *angle, stet_u128 c, stet_u128 s,
                                int log2_error, int p);

/* The errors that the tables have: with the leading limb alone, and with both. */
enum { STET_ONE_LIMB_ERROR = 64 + 3, STET_TWO_LIMB_ERROR = 4 };

static inline bool stet_quick_root(uint64_t *out, const stet_angle *angle, stet_u128 c, stet_u128 s,
                                   int log2_error, int p)
{
    if (angle->y == 0) {
        out[0] = stet_bits_one(p);
        out[1] = 0;
        return true;
    }
    return stet_fixed_round_2(&out[0], c, 0, log2_error, p) &&
           stet_fixed_round_2(&out[1], s, stet_fixed_zeros_2(s), log2_error, p);
}

/* Returns t/2 = (s/4)/(m/2) in units of 2^-128, less than 2^16 off, where d = m 2^63 and s is
 * within 2^4 units. In this comment x ~ y (e) says that x is within e of y. r ~ 2^126/d      from
 * 33 bits, whose relative error is below 2^-30.4, one step of Newton leaves its square, 2^-59 for
 * the cut of e, 2^-63 for that of r: together 2^-58 q ~ t/2 2^64     2^6: 2^5.5 from r by 0.71, 1
 * for the cut of s, 1 for its own rest             exactly s/4 - q m/2, below 2^70; its quotient by
 * m/2, below 2^71, is off by 2^13 from r, 2^15.6 from the cut of rest, 2^4 from s and the cut of
 * s/4 */
static inline stet_u128 stet_quick_quotient(stet_u128 s, uint64_t d)
{
    const uint64_t start = ((uint64_t)1 << 63) / (d >> 32);
    const stet_i128 e = (stet_i128)(((stet_u128)1 << 95) - (stet_u128)start * d);
    const uint64_t r = (start << 31) + (uint64_t)(((int64_t)start * (int64_t)(e >> 36)) >> 28);
    const uint64_t q = (uint64_t)((stet_u128)(uint64_t)(s >> 64) * r >> 64);
    const stet_i128 rest = (stet_i128)((s >> 2) - (stet_u128)q * d);
    return ((stet_u128)q << 64) +
           (stet_u128)((stet_i128)(int64_t)(rest >> 14) * (int64_t)(r >> 1) >> 47);
}

/* Stores the bits of RN(s/m), where m is the number in [0.7, 1] with the bits m. The quotient can
 * exceed 1, so half of it is rounded. With one limb it is that of integers: the cut is below one
 * unit of 2^(p - 64), as is the error of s by m. */
static inline bool stet_quick_ratio(uint64_t *bits, stet_u128 s, uint64_t m, int log2_error, int p)
{
    const uint64_t hidden = (uint64_t)1 << (p - 1);
    const uint64_t whole = (hidden | (m & (hidden - 1))) << (m == stet_bits_one(p)); /* m 2^p */
    const bool one = log2_error == STET_ONE_LIMB_ERROR;
    const stet_u128 t = one ? (stet_u128)((uint64_t)(s >> 64) / whole) << (63 + p)
                            : stet_quick_quotient(s, whole << (63 - p));
    const bool decided = stet_fixed_round_2(bits, t, stet_fixed_zeros_2(t), one ? 64 + p : 16, p);
    *bits += hidden; /* the exponent of t is one more than that of t/2 */
    return decided;
}

static inline bool stet_quick_twiddle(uint64_t *out, const stet_angle *angle, stet_u128 c,
                                      stet_u128 s, int log2_error, int p)
{
    out[0] = out[1] = stet_bits_one(p);
    if (angle->y == 0) {
        out[1] = 0;
        return true;
    }
    if (!stet_fixed_round_2(&out[0], c, 0, log2_error, p))
        return false;
    return angle->y == angle->h || stet_quick_ratio(&out[1], s, out[0], log2_error, p);
}

#endif
