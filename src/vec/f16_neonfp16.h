/* SPDX-License-Identifier: Apache-2.0 */
/* Computes in binary16 with the FP16 extension of Armv8.2: a vector has 8 numbers, and every
 * operation is one instruction of the CPU. See vec/neon.h. */
#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

__extension__ typedef float16_t T;
typedef float16x8_t V;
#define PRECISION f16
#define PRECISION_BITS STET_OWN_F16
#define VL 8
#define LOG2_VL 3
#define ROWS VL
#define LOG2_ROWS LOG2_VL
#define STET_F16_NUMBER T
#define STET_OWN_F16_VECTORS

#define STREAM STORE
#define STREAM_END() ((void)0)
INLINE V LOAD(const T *p) { return vld1q_f16(p); }
INLINE void STORE(T *p, V a) { vst1q_f16(p, a); }
INLINE V SET1(T a) { return vdupq_n_f16(a); }
INLINE V ADD(V a, V b) { return vaddq_f16(a, b); }
INLINE V SUB(V a, V b) { return vsubq_f16(a, b); }
INLINE V MUL(V a, V b) { return vmulq_f16(a, b); }
INLINE V FMA(V a, V b, V c) { return vfmaq_f16(c, a, b); }
INLINE V FNMA(V a, V b, V c) { return vfmsq_f16(c, a, b); }
INLINE V SELECT(V mask, V a, V b) { return vbslq_f16(vreinterpretq_u16_f16(mask), b, a); }

INLINE void LOAD_PAIRS(const T *p, V *re, V *im)
{
    const float16x8x2_t both = vld2q_f16(p);
    *re = both.val[0];
    *im = both.val[1];
}
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    *low = vzip1q_f16(re, im);
    *high = vzip2q_f16(re, im);
}
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    const float16x8x2_t both = {{re, im}};
    vst2q_f16(p, both);
}
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

INLINE V REVERSE(V a)
{
    const V pairs = vrev64q_f16(a);
    return vextq_f16(pairs, pairs, 4);
}
#define REVERSE_RUNS REVERSE

/* Returns lanes 0 4 2 6 1 5 3 7: splits into even and odd lanes, and splits both halves again. */
INLINE V bits_reversed(V a)
{
    const uint16x8_t x = vreinterpretq_u16_f16(a);
    const uint16x8_t halves = vuzp1q_u16(x, x), odd = vuzp2q_u16(x, x);
    const uint16x4_t low = vget_low_u16(halves), high = vget_low_u16(odd);
    return vreinterpretq_f16_u16(
        vcombine_u16(vreinterpret_u16_u32(vzip1_u32(vreinterpret_u32_u16(vuzp1_u16(low, low)),
                                                    vreinterpret_u32_u16(vuzp2_u16(low, low)))),
                     vreinterpret_u16_u32(vzip1_u32(vreinterpret_u32_u16(vuzp1_u16(high, high)),
                                                    vreinterpret_u32_u16(vuzp2_u16(high, high))))));
}
INLINE void LOAD_LANES(const T *p, V *re, V *im)
{
    LOAD_PAIRS(p, re, im);
    *re = bits_reversed(*re);
    *im = bits_reversed(*im);
}
INLINE V LOAD_REAL_LANES(const T *p) { return bits_reversed(LOAD(p)); }
#define STORE_LANES STORE_PAIRS

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    if (h == 4) {
        const uint64x2_t u = vreinterpretq_u64_f16(x), v = vreinterpretq_u64_f16(y);
        *a = vreinterpretq_f16_u64(vtrn1q_u64(u, v));
        *b = vreinterpretq_f16_u64(vtrn2q_u64(u, v));
    } else if (h == 2) {
        const uint32x4_t u = vreinterpretq_u32_f16(x), v = vreinterpretq_u32_f16(y);
        *a = vreinterpretq_f16_u32(vtrn1q_u32(u, v));
        *b = vreinterpretq_f16_u32(vtrn2q_u32(u, v));
    } else {
        *a = vtrn1q_f16(x, y);
        *b = vtrn2q_f16(x, y);
    }
}
