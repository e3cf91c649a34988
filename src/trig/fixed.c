/* SPDX-License-Identifier: Apache-2.0 */
#include "trig/fixed.h"

#include <string.h>

/* Computes the whole product by the schoolbook method: at these lengths nothing is faster, and the
 * error stays below one unit. a[i] b[j] + product + carry <= (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 -
 * 1. */
void stet_fixed_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, int w)
{
    uint64_t product[2 * STET_FIXED_MAX] = {0};
    for (int i = 0; i < w; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < w; j++) {
            stet_u128 x = (stet_u128)a[i] * b[j] + product[i + j] + carry;
            product[i + j] = (uint64_t)x;
            carry = (uint64_t)(x >> 64);
        }
        product[i + w] = carry;
    }
    memcpy(r, product + w, (size_t)w * sizeof *r);
}
