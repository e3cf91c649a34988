/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type of Advanced SIMD on 64-bit Arm: 4 floats or 2 doubles. README.md has the
 * contract.
 *
 * vfmaq and vfmsq round once. vmlaq and vmlsq are not used, because gcc makes a product and a sum
 * of them. vaddq, vsubq and vmulq are plain operators to the compiler; -ffp-contract=off keeps it
 * from fusing them. */
#include <arm_neon.h>

#define INLINE static inline __attribute__((always_inline))

/* gcc has no intrinsic for stnp. */
#define STREAM STORE
#define STREAM_END() ((void)0)

#ifdef STET_F32_KERNELS

typedef float T;
typedef float32x4_t V;
#define PRECISION f32
#define PRECISION_BITS STET_F32
#define VL 4
#define LOG2_VL 2
#define ROWS 4
#define LOG2_ROWS 2
#define SCALAR_FMA __builtin_fmaf

INLINE V LOAD(const T *p) { return vld1q_f32(p); }
INLINE void STORE(T *p, V a) { vst1q_f32(p, a); }
INLINE V SET1(T a) { return vdupq_n_f32(a); }
INLINE V ADD(V a, V b) { return vaddq_f32(a, b); }
INLINE V SUB(V a, V b) { return vsubq_f32(a, b); }
INLINE V MUL(V a, V b) { return vmulq_f32(a, b); }
INLINE V FMA(V a, V b, V c) { return vfmaq_f32(c, a, b); }
INLINE V FNMA(V a, V b, V c) { return vfmsq_f32(c, a, b); }
INLINE V SELECT(V mask, V a, V b) { return vbslq_f32(vreinterpretq_u32_f32(mask), b, a); }

INLINE void LOAD_PAIRS(const T *p, V *re, V *im)
{
    const float32x4x2_t pairs = vld2q_f32(p);
    *re = pairs.val[0];
    *im = pairs.val[1];
}
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    *low = vzip1q_f32(re, im);
    *high = vzip2q_f32(re, im);
}
INLINE void STORE_PAIRS(T *p, V re, V im) { vst2q_f32(p, (float32x4x2_t){{re, im}}); }

INLINE V REVERSE(V a)
{
    const V halves = vrev64q_f32(a);
    return vextq_f32(halves, halves, 2);
}
#define REVERSE_RUNS REVERSE
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    if (h == 2) {
        const float64x2_t u = vreinterpretq_f64_f32(x), v = vreinterpretq_f64_f32(y);
        *a = vreinterpretq_f32_f64(vtrn1q_f64(u, v));
        *b = vreinterpretq_f32_f64(vtrn2q_f64(u, v));
    } else {
        *a = vtrn1q_f32(x, y);
        *b = vtrn2q_f32(x, y);
    }
}

INLINE void LOAD_LANES(const T *p, V *re, V *im)
{
    *re = LOAD(p);
    *im = LOAD(p + VL);
    TRANSPOSE(1, re, im);
}
INLINE V LOAD_REAL_LANES(const T *p)
{
    V a = LOAD(p), b = vuzp2q_f32(a, a);
    a = vuzp1q_f32(a, a);
    TRANSPOSE(2, &a, &b);
    return a;
}
#define STORE_LANES STORE_PAIRS

#else

typedef double T;
typedef float64x2_t V;
#define PRECISION f64
#define PRECISION_BITS STET_F64
#define VL 2
#define LOG2_VL 1
#define ROWS 2
#define LOG2_ROWS 1
#define SCALAR_FMA __builtin_fma

INLINE V LOAD(const T *p) { return vld1q_f64(p); }
INLINE void STORE(T *p, V a) { vst1q_f64(p, a); }
INLINE V SET1(T a) { return vdupq_n_f64(a); }
INLINE V ADD(V a, V b) { return vaddq_f64(a, b); }
INLINE V SUB(V a, V b) { return vsubq_f64(a, b); }
INLINE V MUL(V a, V b) { return vmulq_f64(a, b); }
INLINE V FMA(V a, V b, V c) { return vfmaq_f64(c, a, b); }
INLINE V FNMA(V a, V b, V c) { return vfmsq_f64(c, a, b); }
INLINE V SELECT(V mask, V a, V b) { return vbslq_f64(vreinterpretq_u64_f64(mask), b, a); }
INLINE V SQRT(V a) { return vsqrtq_f64(a); }
INLINE V MAX(V a, V b) { return vmaxq_f64(a, b); }

INLINE void LOAD_PAIRS(const T *p, V *re, V *im)
{
    const V a = LOAD(p), b = LOAD(p + VL);
    *re = vtrn1q_f64(a, b);
    *im = vtrn2q_f64(a, b);
}
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    *low = vtrn1q_f64(re, im);
    *high = vtrn2q_f64(re, im);
}
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    V low, high;
    INTERLEAVE(re, im, &low, &high);
    STORE(p, low);
    STORE(p + VL, high);
}

INLINE V REVERSE(V a) { return vextq_f64(a, a, 1); }
#define REVERSE_RUNS REVERSE
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    (void)h;
    *a = vtrn1q_f64(x, y);
    *b = vtrn2q_f64(x, y);
}

#define LOAD_LANES LOAD_PAIRS
#define LOAD_REAL_LANES LOAD
#define STORE_LANES STORE_PAIRS

#endif
