/* SPDX-License-Identifier: Apache-2.0 */
/* Defines the real numbers T of a program and their operations, each rounded once to nearest. REAL
 * is 16, 32 or 64; 33 and 65 are sums of two floats or doubles, with the operations of
 * docs/bits.md, section 8.
 *
 * No operation may be contracted, reassociated or flushed to zero. A product is fma(a, b, -0): it
 * equals the product in every bit, signs of zeros included, and no compiler fuses it with another
 * operation. */
#define IS_PAIR (REAL == 33 || REAL == 65)
/* Reports whether the program uses double. In C, where definitions are variables, it does. */
#if defined(IN_C) || REAL == 64 || REAL == 65 || (REAL == 16 && defined(IN_OPENCL)) ||             \
    HAS_KERNEL(IS_TRIG)
#define HAS_F64 1
#else
#define HAS_F64 0
#endif
#if defined(IN_OPENCL) && HAS_F64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#if defined(IN_CUDA)
#define FMA32(a, b, c) __fmaf_rn(a, b, c)
#define ADD32(a, b) __fadd_rn(a, b)
#define SUB32(a, b) __fsub_rn(a, b)
#define FMA64(a, b, c) __fma_rn(a, b, c)
#define ADD64(a, b) __dadd_rn(a, b)
#define SUB64(a, b) __dsub_rn(a, b)
#else
#define FMA32(a, b, c) FMA_OF_32(a, b, c)
#define ADD32(a, b) ((a) + (b))
#define SUB32(a, b) ((a) - (b))
#define FMA64(a, b, c) FMA_OF_64(a, b, c)
#define ADD64(a, b) ((a) + (b))
#define SUB64(a, b) ((a) - (b))
#if defined(IN_OPENCL)
#define FMA_OF_32(a, b, c) fma((float)(a), (float)(b), (float)(c))
#define FMA_OF_64(a, b, c) fma((double)(a), (double)(b), (double)(c))
#else
#define FMA_OF_32(a, b, c) stet_fma_f32(a, b, c)
#define FMA_OF_64(a, b, c) stet_fma_f64(a, b, c)
#endif
#endif
/* In C the build's flags forbid contraction, and fma may be a slow function. */
#if defined(IN_C)
#define MUL32(a, b) ((float)(a) * (float)(b))
#define MUL64(a, b) ((double)(a) * (double)(b))
#else
#define MUL32(a, b) FMA32(a, b, -0.0f)
#define MUL64(a, b) FMA64(a, b, -0.0)
#endif

/* -------------------------------------------------------- sixteen bits -- */

#if defined(IN_OPENCL)
DEV float float_of_half(u16 h) { return vload_half(0, (const half *)&h); }
DEV u16 half_of_float(float x)
{
    u16 h;
    vstore_half_rte(x, 0, (half *)&h);
    return h;
}
#elif defined(IN_CUDA)
DEV float float_of_half(u16 h)
{
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h));
    return x;
}
DEV u16 half_of_float(float x)
{
    u16 h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    return h;
}
#else
#define float_of_half(h) stet_f16_to_f32(h)
#define half_of_float(x) stet_f16_from_f32(x)
#endif
DEV float float_of_bfloat(u16 h) { return AS_F32((u32)h << 16); }
DEV u16 bfloat_of_float(float x)
{
    const u32 u = AS_U32(x);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return (u16)(u >> 16 | 0x40);
    return (u16)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

/* ------------------------------------------------------------- words W -- */

#if REAL == 64 || REAL == 65
typedef double W;
#define WFMA FMA64
#define WADD ADD64
#define WSUB SUB64
#define WMUL MUL64
#define WORD_OF_BITS(a) AS_F64((u64)(a))
#elif REAL != 16
typedef float W;
#define WFMA FMA32
#define WADD ADD32
#define WSUB SUB32
#define WMUL MUL32
#define WORD_OF_BITS(a) AS_F32((u32)(a))
#endif

/* ----------------------------------------------------------- numbers T -- */

#if REAL == 16
typedef u16 T;
typedef ushort2 T2;
#if defined(IN_CUDA)
DEV T half_fma(T a, T b, T c)
{
    T d;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
    return d;
}
DEV T half_add(T a, T b)
{
    T d;
    asm("add.rn.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
    return d;
}
DEV T half_sub(T a, T b)
{
    T d;
    asm("sub.rn.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
    return d;
}
#elif defined(IN_OPENCL)
/* Computes in double. This changes no bit: src/arith/round16.h has the proof. */
DEV T half_fma(T a, T b, T c)
{
    T h;
    vstore_half_rte(FMA64(float_of_half(a), float_of_half(b), float_of_half(c)), 0, (half *)&h);
    return h;
}
DEV T half_add(T a, T b) { return half_of_float(float_of_half(a) + float_of_half(b)); }
DEV T half_sub(T a, T b) { return half_of_float(float_of_half(a) - float_of_half(b)); }
#else
DEV T half_fma(T a, T b, T c)
{
    return half_of_float(stet_fma16(float_of_half(a), float_of_half(b), float_of_half(c)));
}
DEV T half_add(T a, T b) { return half_of_float(float_of_half(a) + float_of_half(b)); }
DEV T half_sub(T a, T b) { return half_of_float(float_of_half(a) - float_of_half(b)); }
#endif
#define FMA(a, b, c) half_fma(a, b, c)
#define ADD(a, b) half_add(a, b)
#define SUB(a, b) half_sub(a, b)
#define NEG(a) ((T)((a) ^ 0x8000))
#define MUL(a, b) half_fma(a, b, (T)0x8000)
#define FNMA(a, b, c) half_fma(NEG(a), b, c)
DEV T zero(void) { return 0; }
DEV T number_of_float(float x) { return half_of_float(x); }
#elif !IS_PAIR
typedef W T;
#if REAL == 64
typedef double2 T2;
#else
typedef float2 T2;
#endif
#define FMA(a, b, c) WFMA(a, b, c)
#define ADD(a, b) WADD(a, b)
#define SUB(a, b) WSUB(a, b)
#define NEG(a) (-(a))
#define MUL(a, b) WMUL(a, b)
#define FNMA(a, b, c) WFMA(-(a), b, c)
DEV T zero(void) { return 0; }
DEV T number_of_float(float x) { return (T)x; }
#else
typedef struct {
    W h, l;
} T;
typedef struct {
    T x, y;
} T2;
DEV T pair(W h, W l)
{
    T z;
    z.h = h;
    z.l = l;
    return z;
}
DEV T normal(W s, W l)
{
    const W h = WADD(s, l);
    return pair(h, WSUB(l, WSUB(h, s)));
}
DEV T ADD(T a, T b)
{
    const W s = WADD(a.h, b.h), t = WSUB(s, a.h);
    const W e = WADD(WSUB(a.h, WSUB(s, t)), WSUB(b.h, t));
    return normal(s, WADD(WADD(a.l, b.l), e));
}
DEV T SUB(T a, T b)
{
    const W s = WSUB(a.h, b.h), t = WSUB(s, a.h);
    const W e = WSUB(WSUB(a.h, WSUB(s, t)), WADD(b.h, t));
    return normal(s, WADD(WSUB(a.l, b.l), e));
}
DEV T MUL(T a, T b)
{
    const W p = WMUL(a.h, b.h);
    const W n = WFMA(-a.l, b.h, WFMA(-a.h, b.l, WFMA(-a.h, b.h, p)));
    const W h = WSUB(p, n);
    return pair(h, WSUB(WSUB(p, h), n));
}
DEV T FMA(T a, T b, T c)
{
    const W p = WMUL(a.h, b.h), s = WADD(c.h, p), z = WSUB(c.h, s), d = WSUB(c.h, WADD(s, z));
    const W g = WFMA(a.h, b.h, z), q = WFMA(a.h, b.l, WMUL(a.l, b.h));
    return normal(s, WADD(WADD(c.l, q), WADD(d, g)));
}
DEV T FNMA(T a, T b, T c)
{
    const W p = WMUL(a.h, b.h), s = WSUB(c.h, p), z = WSUB(c.h, s), d = WSUB(c.h, WADD(s, z));
    const W g = WFMA(-a.h, b.h, z), q = WFMA(a.h, b.l, WMUL(a.l, b.h));
    return normal(s, WADD(WSUB(c.l, q), WADD(d, g)));
}
DEV T NEG(T a) { return pair(-a.h, -a.l); }
DEV T zero(void) { return pair(0, 0); }
DEV T number_of_float(float x) { return pair((W)x, 0); }
#endif

DEV T2 complex_of(T x, T y)
{
    T2 z;
    z.x = x;
    z.y = y;
    return z;
}
DEV T2 swapped(T2 z) { return complex_of(z.y, z.x); }
