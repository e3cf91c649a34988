/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type of floats and integers with one lane. README.md has the contract. */
#include "arith/bits.h"
#include "arith/fma.h"

#define INLINE static inline __attribute__((always_inline))

typedef float V;
typedef int32_t I;
typedef int M;
#define VL 1

INLINE V LOAD(const float *p) { return *p; }
INLINE void STORE(float *p, V a) { *p = a; }
INLINE V SET1(float a) { return a; }
INLINE V ADD(V a, V b) { return a + b; }
INLINE V SUB(V a, V b) { return a - b; }
INLINE V MUL(V a, V b) { return a * b; }
INLINE V FMA(V a, V b, V c) { return stet_fma_f32(a, b, c); }

/* From 2^23 on every float is an integer; below it, the sum with 2^23 has no bit for a fraction. */
INLINE V ROUND(V a)
{
    const uint32_t sign = stet_bits_f32(a) & 0x80000000u;
    const float size = stet_from_bits_f32(stet_bits_f32(a) ^ sign);
    const float nearest = size < 0x1p23f ? (size + 0x1p23f) - 0x1p23f : size;
    return stet_from_bits_f32(stet_bits_f32(nearest) | sign);
}
INLINE I TO_INT(V a) { return a > -0x1p31f && a < 0x1p31f ? (I)a : 0; }
INLINE I LOAD_INT(const int32_t *p) { return *p; }
INLINE void STORE_INT(int32_t *p, I a) { *p = a; }
INLINE I ADD_INT(I a, int32_t b) { return a + b; }
INLINE M BIT(I a, int32_t b) { return (a & b) != 0; }
INLINE M NOT_BELOW(V a, float b) { return !(a > -b && a < b); }
INLINE M EQUAL(V a, V b) { return a == b; }
INLINE V SELECT(M m, V a, V b) { return m ? a : b; }
INLINE int ANY(M m) { return m; }
