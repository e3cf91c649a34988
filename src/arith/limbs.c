/* SPDX-License-Identifier: Apache-2.0 */
#include "arith/limbs.h"

#include <string.h>

bool stet_limbs_of_f64(uint64_t *r, double x, int unit, int w)
{
    int place;
    uint64_t m = stet_unpack_f64(x, &place), cut = 0;
    memset(r, 0, (size_t)w * sizeof *r);
    int shift = place - unit;
    if (shift < 0) {
        cut = shift > -64 ? m & (((uint64_t)1 << -shift) - 1) : m;
        m = shift > -64 ? m >> -shift : 0;
        shift = 0;
    }
    if (m != 0) {
        r[shift / 64] = m << shift % 64;
        if (shift % 64 > 11)
            r[shift / 64 + 1] = m >> (64 - shift % 64);
    }
    if (x < 0)
        stet_limbs_negate(r, w);
    return cut == 0;
}

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
