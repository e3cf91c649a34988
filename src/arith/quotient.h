/* SPDX-License-Identifier: Apache-2.0 */
/* A wide integer, times a power of two, over a word: rounded once. */
#ifndef STET_ARITH_QUOTIENT_H
#define STET_ARITH_QUOTIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "arith/round.h"

/* The bits of the number of format f nearest to (-1)^negative (sum limb[i] 2^(64 i)) 2^exponent /
 * divisor, ties to even; +0 if the integer is 0, and otherwise the sign is kept whatever it rounds
 * to. divisor > 0. */
uint64_t stet_round_quotient(bool negative, const uint64_t *limb, int limbs, int exponent,
                             uint64_t divisor, struct stet_format f);

/* The same for a number known to be within 2^bits of an integer of two's complement, and not
 * rational: true if the leading bits tell, and then *result is its rounding. False says nothing.
 * divisor is a power of two. */
bool stet_round_leading(const uint64_t *limb, int limbs, int bits, int exponent, uint64_t divisor,
                        struct stet_format f, uint64_t *result);

#endif
