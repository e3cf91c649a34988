/* SPDX-License-Identifier: Apache-2.0 */
/* Angles whose sine to 128 bits lies within 16 units of a midpoint between two doubles, so that
 * both the tables' fast path and the first step of the direct one must give up. n = 2L,
 * k = (L + 1)/2 and (L - 1)/2 (the twiddle j = k of level L too): pi/(2L) past or short of pi/2.
 * Found by running through the 4 10^10 largest odd L below 2^39: about one in 2^32 is such. */
#ifndef TESTS_TRIG_HARD_CASES_H
#define TESTS_TRIG_HARD_CASES_H

#include <stdint.h>

static const uint64_t hard_levels[] = {523660171137, 508874518267, 495617326793, 494565162249,
                                       475160981569};

#endif
