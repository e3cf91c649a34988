/* SPDX-License-Identifier: Apache-2.0 */
/* Converts between doubles and narrow numbers one lane after the other, for vectors that have no
 * better way. A header of vectors of double comes before it. README.md has the contract. */
#include <stdint.h>

#include "arith/bits.h"

INLINE double SUM(V a)
{
    double lanes[VL];
    STORE(lanes, a);
#pragma GCC unroll 4
    for (int count = VL / 2; count > 0; count /= 2)
#pragma GCC unroll 4
        for (int l = 0; l < count; l++)
            lanes[l] += lanes[l + count];
    return lanes[0];
}

#define WIDEN_BY(number)                                                                           \
    double lanes[VL];                                                                              \
    for (int l = 0; l < VL; l++)                                                                   \
        lanes[l] = (double)(number);                                                               \
    return LOAD(lanes)

INLINE V WIDEN_F32(const float *p) { WIDEN_BY(p[l]); }
INLINE V WIDEN_BF16(const uint16_t *p) { WIDEN_BY(stet_from_bits_f32((uint32_t)p[l] << 16)); }

/* Widens as narrow_avx2.h does. */
INLINE float one_f16(uint16_t bits)
{
    const uint32_t size = bits & 0x7fffu, sign = (uint32_t)(bits & 0x8000) << 16;
    const float value = stet_from_bits_f32(sign | size << 13) * 0x1p112f;
    return size < 0x7c00 ? value : __builtin_inff();
}
INLINE V WIDEN_F16(const uint16_t *p) { WIDEN_BY(one_f16(p[l])); }

INLINE void WIDEN_PAIRS(const float *p, V *re, V *im)
{
    double lanes[2][VL];
    for (int l = 0; l < VL; l++) {
        lanes[0][l] = (double)p[2 * l];
        lanes[1][l] = (double)p[2 * l + 1];
    }
    *re = LOAD(lanes[0]);
    *im = LOAD(lanes[1]);
}
