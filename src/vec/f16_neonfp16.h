/* SPDX-License-Identifier: Apache-2.0 */
/* Binary16 by the FP16 extension of Armv8.2: 8 numbers, every operation the CPU's own. See
 * vec/neon.h. */
#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

__extension__ typedef float16_t T;
typedef float16x8_t V;
#define PRECISION f16
#define VL 8
#define ROWS VL
#define STET_F16_NUMBER T

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
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    const float16x8x2_t both = {{re, im}};
    vst2q_f16(p, both);
}
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

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

/* n is a multiple of VL. */
INLINE unsigned LARGEST(const T *p, ptrdiff_t n)
{
    uint16x8_t most = vdupq_n_u16(0);
    for (ptrdiff_t i = 0; i < n; i += VL)
        most = vmaxq_u16(most, vandq_u16(vreinterpretq_u16_f16(LOAD(p + i)), vdupq_n_u16(0x7fff)));
    return vmaxvq_u16(most);
}
