/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/limbs.h"

void stet_limbs_add_bit(uint64_t *r, int bit, bool minus, int w)
{
    uint64_t one = (uint64_t)1 << bit % 64;
    for (int i = bit / 64; i < w; i++) {
        uint64_t before = r[i];
        r[i] = minus ? before - one : before + one;
        if (minus ? before >= one : r[i] >= one)
            break;
        one = 1;
    }
}

void stet_limbs_div(uint64_t *r, uint64_t d, int w)
{
    uint64_t rest = 0;
    for (int i = w - 1; i >= 0; i--) {
        stet_u128 x = (stet_u128)rest << 64 | r[i];
        r[i] = (uint64_t)(x / d);
        rest = (uint64_t)x - r[i] * d;
    }
}
