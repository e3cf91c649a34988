/* SPDX-License-Identifier: Apache-2.0 */
/* Has small functions on numbers that several tools need. */
#ifndef STET_FILES_NUMBER_H
#define STET_FILES_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Orders doubles for qsort(). Neither may be NaN. */
static inline int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline bool is_power_of_two(ptrdiff_t n) { return (n & (n - 1)) == 0; } /* requires n > 0 */

#endif
