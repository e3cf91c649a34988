/* The superaccumulator holds any sum of doubles and of products of doubles exactly, as one wide
 * fixed-point number (Kulisch and Miranker, "The arithmetic of the digital computer: a new
 * approach", SIAM Review 28(1), 1986).
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * The number is sum_g digit[g] 2^(8 g - 2150). Digits are far wider than the distance of their
 * weights: a term goes into one digit (a product into two), without carries. Digits are brought
 * into the range of a byte only when the value is read. The terms of one digit are below 2^64 and
 * 2^49, so it overflows no earlier than after 2^62 terms. It uses floating-point operations only
 * for infinities and NaN. */
#ifndef STET_ARITH_SUPERACC_H
#define STET_ARITH_SUPERACC_H

#include "arith/bits.h"
#include "base/private.h"

/* The largest product has the weight 2 * 0x7fe = 8 * 511 + 4, and goes into digits 511 and 511 +
 * 8. */
#define STET_SUPERACC_DIGITS 520

#define STET_SUPERACC_PLUS_INF 1u
#define STET_SUPERACC_MINUS_INF 2u
#define STET_SUPERACC_NAN 4u

struct stet_superacc {
    stet_i128 digit[STET_SUPERACC_DIGITS];
    uint64_t not_minus_zero; /* 0 while every term is -0 */
    unsigned special;        /* says whether infinities and NaN came */
};

/* Empties the accumulator. The empty sum is -0, which changes no number that is added to it. */
STET_PRIVATE void stet_superacc_clear(struct stet_superacc *acc);

/* Returns the exact value of all terms, rounded once to nearest even. */
STET_PRIVATE double stet_superacc_round_f64(const struct stet_superacc *acc);
STET_PRIVATE float stet_superacc_round_f32(const struct stet_superacc *acc);

/* Returns that value times 2^exponent, from -1000 to 1000, also rounded once. */
double stet_superacc_round_scaled_f64(const struct stet_superacc *acc, int exponent);
float stet_superacc_round_scaled_f32(const struct stet_superacc *acc, int exponent);

/* Adds an infinite or NaN term. */
STET_PRIVATE void stet_superacc_add_special(struct stet_superacc *acc, double x);

/* A double is (-1)^negative m 2^(field - 1075), 1 <= field; field is 0x7ff if it is infinite or
 * NaN. */
struct stet_superacc_term {
    uint64_t m;
    unsigned field;
    uint64_t negative;
};

static inline struct stet_superacc_term stet_superacc_unpack(uint64_t bits)
{
    unsigned field = (unsigned)(bits >> 52 & 0x7ff);
    uint64_t normal = field != 0;
    return (struct stet_superacc_term){(bits & 0xfffffffffffff) | normal << 52, field + !normal,
                                       bits >> 63};
}

/* Adds x. The weight is that of the product x 1, because 1 is 2^0 with the field 1075. */
static inline void stet_superacc_add(struct stet_superacc *acc, double x)
{
    uint64_t bits = stet_bits_f64(x);
    struct stet_superacc_term t = stet_superacc_unpack(bits);
    if (t.field == 0x7ff) {
        stet_superacc_add_special(acc, x);
        return;
    }
    unsigned weight = t.field + 1075;
    uint64_t m = t.m << (weight & 7); /* below 2^60 */
    acc->digit[weight >> 3] += (int64_t)((m ^ -t.negative) + t.negative);
    acc->not_minus_zero |= bits ^ ((uint64_t)1 << 63);
}

/* Adds the exact product x y. */
static inline void stet_superacc_add_product(struct stet_superacc *acc, double x, double y)
{
    struct stet_superacc_term a = stet_superacc_unpack(stet_bits_f64(x));
    struct stet_superacc_term b = stet_superacc_unpack(stet_bits_f64(y));
    if (a.field == 0x7ff || b.field == 0x7ff) {
        stet_superacc_add_special(acc, x * y);
        return;
    }
    unsigned weight = a.field + b.field;
    stet_u128 p = (stet_u128)a.m * b.m << (weight & 7); /* below 2^113 */
    stet_i128 sign = -(stet_i128)(a.negative ^ b.negative);
    stet_i128 low = (uint64_t)p;
    stet_i128 high = (uint64_t)(p >> 64);
    acc->digit[weight >> 3] += (low ^ sign) - sign;
    acc->digit[(weight >> 3) + 8] += (high ^ sign) - sign;
    acc->not_minus_zero |= (uint64_t)p | (uint64_t)(p >> 64) | (uint64_t)(sign + 1);
}

#endif
