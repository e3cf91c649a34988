/* SPDX-License-Identifier: Apache-2.0 */
#include "arith/quotient.h"

#include "arith/bits.h"

/* The sign is the bit above those of +infinity. */
static uint64_t signed_bits(bool negative, uint64_t bits, struct stet_format f)
{
    return bits | (uint64_t)negative << (64 - __builtin_clzll(f.infinity));
}

/* Returns the first 65 bits or more of the quotient. *at becomes the place of the last limb that
 * was used, and *rest the remainder; both decide whether anything nonzero follows. A power of two
 * only moves places. */
static stet_u128 leading(const uint64_t *limb, int *at, uint64_t divisor, uint64_t *rest)
{
    stet_u128 quotient = 0;
    int i = *at;
    *rest = 0;
    while (quotient >> 64 == 0) {
        i--;
        uint64_t next = i >= 0 ? limb[i] : 0, digit = next;
        if (divisor > 1) {
            stet_u128 x = (stet_u128)*rest << 64 | next;
            digit = (uint64_t)(x / divisor);
            *rest = (uint64_t)x - digit * divisor;
        }
        quotient = quotient << 64 | digit;
    }
    *at = i;
    return quotient;
}

/* This is long division from the top. 62 bits, the last of which is 1 if anything was cut off,
 * are enough for every format: rounding to odd first and to nearest later is rounding once
 * (round.h). */
uint64_t stet_round_quotient(bool negative, const uint64_t *limb, int limbs, int exponent,
                             uint64_t divisor, struct stet_format f)
{
    int i = limbs;
    while (i > 0 && limb[i - 1] == 0)
        i--;
    if (i == 0)
        return 0;
    if ((divisor & (divisor - 1)) == 0) {
        exponent -= __builtin_ctzll(divisor);
        divisor = 1;
    }
    uint64_t rest;
    stet_u128 quotient = leading(limb, &i, divisor, &rest);
    bool below = rest != 0;
    for (int j = i - 1; j >= 0 && !below; j--)
        below = limb[j] != 0;
    int drop = 66 - __builtin_clzll((uint64_t)(quotient >> 64)); /* bits above 62 */
    stet_u128 cut = quotient & (((stet_u128)1 << drop) - 1);
    uint64_t m = (uint64_t)(quotient >> drop) | (cut != 0 || below);
    return signed_bits(negative, stet_round_bits(f, m, exponent + 64 * i + drop), f);
}

/* The number is |v|, or one unit off for v < 0, where ~v is used. It takes 128 bits from the first
 * limb that is not 0 on; the lower of the two limbs is above the unknown bits, so the number is off
 * by at most 2 in their last place. If the bits that a 62-bit significand cuts off are at least 3,
 * and at least 3 below the next significand, then every number in that range has this significand
 * and something nonzero below it. */
bool stet_round_leading(const uint64_t *limb, int limbs, int bits, int exponent, uint64_t divisor,
                        struct stet_format f, uint64_t *result)
{
    bool negative = limb[limbs - 1] >> 63 != 0;
    uint64_t flip = negative ? UINT64_MAX : 0;
    int i = limbs - 1;
    while (i > 1 && (limb[i] ^ flip) == 0)
        i--;
    uint64_t high = limb[i] ^ flip, low = limb[i - 1] ^ flip;
    if (high == 0 || bits >= 64 * (i - 1))
        return false;
    int drop = 66 - __builtin_clzll(high);
    uint64_t most = drop >= 64 ? UINT64_MAX : ((uint64_t)1 << drop) - 1, cut = low & most;
    if (cut < 3 || cut > most - 3)
        return false;
    uint64_t m = (uint64_t)(((stet_u128)high << 64 | low) >> drop) | 1;
    int q = exponent - __builtin_ctzll(divisor) + 64 * (i - 1) + drop;
    *result = signed_bits(negative, stet_round_bits(f, m, q), f);
    return true;
}
