/* SPDX-License-Identifier: Apache-2.0 */
/* Moves the bits of first-octant values to the caller's numbers. Bits are copied, never computed
 * with: there is no floating-point operation. */
#ifndef STET_TRIG_PLACE_H
#define STET_TRIG_PLACE_H

#include <string.h>

#include "trig/round.h"

/* Turns cos phi, sin phi (`words` numbers each, cosines first) into the cosine and sine of the
 * angle in that octant. */
static inline void stet_place(uint64_t *bits, unsigned octant, int words, int p)
{
    for (int i = 0; i < words; i++) {
        bool swap = (octant + 1) & 2; /* octants 1, 2, 5, 6 */
        uint64_t c = bits[swap ? words + i : i], s = bits[swap ? i : words + i];
        bits[i] = (octant + 2) & 4 ? stet_bits_negate(c, p) : c; /* octants 2, 3, 4, 5 */
        bits[words + i] = octant & 4 ? stet_bits_negate(s, p) : s;
    }
}

/* Stores element i of an array of float (p = 24) or double (p = 53). */
static inline void stet_put(void *array, uint64_t i, uint64_t bits, int p)
{
    if (p == 24) {
        uint32_t word = (uint32_t)bits;
        memcpy((char *)array + i * sizeof word, &word, sizeof word);
    } else {
        memcpy((char *)array + i * sizeof bits, &bits, sizeof bits);
    }
}

static inline uint64_t stet_get(const void *array, uint64_t i, int p)
{
    if (p == 24) {
        uint32_t word;
        memcpy(&word, (const char *)array + i * sizeof word, sizeof word);
        return word;
    }
    uint64_t bits;
    memcpy(&bits, (const char *)array + i * sizeof bits, sizeof bits);
    return bits;
}

#endif
