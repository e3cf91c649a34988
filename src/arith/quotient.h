/* SPDX-License-Identifier: Apache-2.0 */
/* Divides a wide integer, times a power of two, by a word, and rounds once. */
#ifndef STET_ARITH_QUOTIENT_H
#define STET_ARITH_QUOTIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "arith/round.h"

/* Returns the bits of the number of format f nearest to (-1)^negative (sum limb[i] 2^(64 i))
 * 2^exponent / divisor, ties to even. The result is +0 if the integer is 0; otherwise it keeps the
 * sign whatever it rounds to. divisor > 0. */
uint64_t stet_round_quotient(bool negative, const uint64_t *limb, int limbs, int exponent,
                             uint64_t divisor, struct stet_format f);

/* Rounds in the same way a number that is known to be within 2^bits of an integer in two's
 * complement, and not rational. Returns true if the leading bits decide; *result is then the
 * rounded number. divisor is a power of two. */
bool stet_round_leading(const uint64_t *limb, int limbs, int bits, int exponent, uint64_t divisor,
                        struct stet_format f, uint64_t *result);

#endif
