/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/quotient.h"

#include "arith/bits.h"

/* The sign is the bit above those of +infinity. */
static uint64_t signed_bits(bool negative, uint64_t bits, struct stet_format f)
{
    return bits | (uint64_t)negative << (64 - __builtin_clzll(f.infinity));
}

/* Long division from the top, until the quotient has 65 bits or more; the rest is only asked whether
 * it is zero. 62 bits of which the last is odd if anything was cut off are enough for every format:
 * rounding to odd first and to nearest later is rounding once (round.h). */
uint64_t stet_round_quotient(bool negative, const uint64_t *limb, int limbs, int exponent,
                             uint64_t divisor, struct stet_format f)
{
    int i = limbs;
    while (i > 0 && limb[i - 1] == 0)
        i--;
    if (i == 0)
        return 0;
    stet_u128 quotient = 0;
    uint64_t rest = 0;
    while (quotient >> 64 == 0) {
        i--;
        stet_u128 x = (stet_u128)rest << 64 | (i >= 0 ? limb[i] : 0);
        uint64_t digit = (uint64_t)(x / divisor);
        rest = (uint64_t)x - digit * divisor;
        quotient = quotient << 64 | digit;
    }
    uint64_t below = rest;
    for (int j = 0; j < i; j++)
        below |= limb[j];
    int drop = 66 - __builtin_clzll((uint64_t)(quotient >> 64)); /* what is above 62 bits */
    stet_u128 cut = quotient & (((stet_u128)1 << drop) - 1);
    uint64_t m = (uint64_t)(quotient >> drop) | (cut != 0 || below != 0);
    return signed_bits(negative, stet_round_bits(f, m, exponent + 64 * i + drop), f);
}
