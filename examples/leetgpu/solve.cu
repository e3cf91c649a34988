/* SPDX-License-Identifier: Apache-2.0 */
/* solve() of the LeetGPU challenge "Fast Fourier Transform": made by scripts/gen-leetgpu from the kernels of doors/gpu/, do not edit.
 * nvcc -O2 -fmad=false -c solve.cu; no option may flush subnormals (-use_fast_math does). README.md says what it computes. */
#ifdef __CUDACC__
#include <cuda_runtime.h>
#define LAUNCH(kernel, blocks, ...) kernel<<<blocks, THREADS_OF_ARTICLE>>>(__VA_ARGS__)
#endif
#define REAL 32
#define CORRECT IS_ARTICLE

/* What the definitions and numbers of a launch mean (doors/gpu/plan/launch.h): macros alone, for
 * the kernels and the plan read them. */

/* IN_FORMAT, OUT_FORMAT: of the numbers in an array. OWN is T. */
#define FORMAT_OWN 0
#define FORMAT_F16 1
#define FORMAT_BF16 2
#define FORMAT_F32 3
#define FORMAT_F64 4

/* IN_FORM, OUT_FORM: what the array of a line holds, n being its length: complex numbers; real ones
 * (written: the real parts); numbers 0 .. n/2 of a Hermitian spectrum (written: those, +0 added);
 * read: those of 2 n real numbers, which n complex ones stand for; written: these as 2 n real ones.
 */
#define FORM_COMPLEX 0
#define FORM_REAL 1
#define FORM_HALF 2
#define FORM_PAIRS 3

/* IN_MAP, OUT_MAP: what lies between the array and the transform: the rough part of a length as a
 * convolution (docs/bits.md, section 5), in and out of two transforms; the twiddles of a line that
 * half mode store divides. */
#define MAP_NONE 0
#define MAP_RADER 1
#define MAP_CHIRP 2
#define MAP_FILTER 3
#define MAP_RADER_FILTER 4
#define MAP_TWIST 5

/* FUSED: a convolution in one launch: both its transforms, the filter between them. */

/* SWAP_IN, SWAP_OUT: whether real and imaginary parts change places, between array and map, and
 * between map and transform. */
#define SWAP_ARRAY 1
#define SWAP_TRANSFORM 2

/* CORRECT: what a program is: a pass that writes numbers as they are; of level correct the last
 * pass, and the kernels before and after the passes. */
#define IS_PLAIN 0
#define IS_DECIDING 1
#define IS_ENERGY 2
#define IS_DIRECT 3
#define IS_TRIG 4    /* no transform */
#define IS_ARTICLE 5 /* its three kernels */
#define IS_REST 6
#define IS_WIDEN 7 /* before and after passes in double-double */
#define IS_SETTLE 8

/* Numbers behind the strides of a layout: correct.h. */
#define EXTRA_SIZE 9

/* The numbers of stet_pass. */
#define NUMBER_L0 0   /* rows before the pass */
#define NUMBER_C 1    /* columns after it */
#define NUMBER_SUBS 2 /* tiles: lines L0 C */
#define NUMBER_N 3    /* numbers of a line, as its form counts them */
#define NUMBER_OUTER                                                                               \
    4 /* columns beside a rough part: the lines of the launch for one of the array */
#define NUMBER_ODD_AT 5   /* where the tables begin of the first odd step that has one */
#define NUMBER_LEVEL_AT 6 /* those of the levels, in complex numbers */
#define NUMBER_HALF_AT 7  /* that of FORM_PAIRS, in complex numbers */
#define NUMBER_SCALE 8    /* the factor: bits of a word; of f16 of a float */
#define NUMBER_REST 9     /* the second word, or what the factor has left out */
#define NUMBER_LOAD                                                                                \
    10 /* what 16-bit numbers are multiplied by when they are read: bits of a float */
#define NUMBER_ROUGH 11   /* the rough part */
#define NUMBER_OUT_MAP 12 /* bytes from the table of IN_MAP to that of OUT_MAP */
#define NUMBER_CORRECT 13 /* bytes from slot 5 to the records of level correct */
#define NUMBER_FILTER 14  /* FUSED: bytes from the table of IN_MAP to the filter */

/* What differs between OpenCL C, CUDA and C. The files of this folder are one text, in the order of
 * sources.cmake; README.md has its rules. */
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define IN_OPENCL 1
#elif defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define IN_CUDA 1
#else
#define IN_C 1
#endif

/* A phase is what the threads of a block do between two barriers. In C it is a loop over them, so
 * what a thread keeps from one phase to the next, beside shared memory, is an array with a row for
 * each of them. IF_THREAD(i) begins a phase of some threads; `break` and `continue` have no place
 * in one. UNROLLED loops have bounds that are constants and leave by DONE: register arrays stay
 * registers. */
#if defined(IN_OPENCL)
#pragma OPENCL FP_CONTRACT OFF
#define KERNEL(name, threads)                                                                      \
    __kernel __attribute__((reqd_work_group_size(threads, 1, 1))) void name(ARGUMENTS)
#define GLOBAL __global
#define SHARED __local
#define TILE(type, name, count) __local type name[count]
#define TILE_2(type, name, count) __local type name[count]
#define DEV static inline __attribute__((always_inline))
#define RESTRICT restrict
#define THREAD ((int)get_local_id(0))
#define BLOCK ((uint)get_group_id(0))
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define BARRIER_OF_ARRAYS() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define OR_ATOMIC(p, v) atomic_or((volatile __global u32 *)(p), v)
#define ADD_ATOMIC(p, v) atomic_add((volatile __global u32 *)(p), v)
typedef long i64;
typedef ulong u64;
typedef uint u32;
typedef ushort u16;
typedef uchar u8;
#elif defined(IN_CUDA)
#define KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads) name(ARGUMENTS)
#define GLOBAL
#define SHARED
#define TILE(type, name, count) extern __shared__ __align__(16) type name[]
#define TILE_2(type, name, count) __shared__ type name[count]
#define DEV static __device__ __forceinline__
#define RESTRICT __restrict__
#define THREAD ((int)threadIdx.x)
#define BLOCK ((u32)blockIdx.x)
#define BARRIER() __syncthreads()
#define BARRIER_OF_ARRAYS() __syncthreads()
#define OR_ATOMIC(p, v) atomicOr(p, v)
#define ADD_ATOMIC(p, v) atomicAdd(p, v)
typedef long long i64;
typedef unsigned long long u64;
typedef unsigned u32;
typedef unsigned short u16;
typedef unsigned char u8;
#else
/* emulate.h defines THREADS, THREAD_AT(i), THREAD, BLOCK, SHARED_MEMORY and the definitions as
 * variables. */
#define KERNEL(name, threads) static void name(ARGUMENTS)
#define GLOBAL
#define SHARED
#define TILE(type, name, count)                                                                    \
    type *const name = (type *)SHARED_MEMORY(sizeof(type) * (size_t)(count))
#define TILE_2(type, name, count) TILE(type, name, count)
#define DEV static inline
#define RESTRICT restrict
#define OR_ATOMIC(p, v) (void)(*(p) |= (v))
#define ADD_ATOMIC(p, v) ((*(p) += (v)) - (v))
typedef int64_t i64;
typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;
typedef struct {
    float x, y;
} float2;
typedef struct {
    double x, y;
} double2;
typedef struct {
    u16 x, y;
} ushort2;
#endif

#if defined(IN_C)
#define EACH_THREAD for (int thread_ = 0; THREAD = THREAD_AT(thread_), thread_ < THREADS; thread_++)
#define PRIVATE(type, name, count)                                                                 \
    type *const name = (type *)KEPT_MEMORY(sizeof(type) * (size_t)(count))
#define MINE(name) (name + THREAD * DEPTH)
#define BARRIER() (void)0
#define BARRIER_OF_ARRAYS() (void)0
#define UNROLLED
#define DONE break
#else
#define EACH_THREAD
#define PRIVATE(type, name, count) type name[count]
#define MINE(name) name
#define UNROLLED _Pragma("unroll")
#define DONE continue
#endif

/* Whether a kernel of this CORRECT (codes.h) is in the program: on a device one is (the article's
 * three). */
#if defined(IN_C)
#define HAS_KERNEL(which) 1
#else
#define HAS_KERNEL(which) (CORRECT == (which))
#endif

/* Every kernel has the same arguments: six arrays, where they begin, in bytes, and numbers. Those
 * of tables are read only, and no other array of a launch overlaps them. */
#define ARGUMENTS                                                                                  \
    GLOBAL char *s0, GLOBAL char *s1, GLOBAL const char *RESTRICT s2,                              \
        GLOBAL const char *RESTRICT s3, GLOBAL const char *RESTRICT s4, GLOBAL char *s5, i64 o0,   \
        i64 o1, i64 o2, i64 o3, i64 o4, i64 o5, i64 a0, i64 a1, i64 a2, i64 a3, i64 a4, i64 a5,    \
        i64 a6, i64 a7, i64 a8, i64 a9, i64 a10, i64 a11, i64 a12, i64 a13, i64 a14, i64 a15
#define UNUSED_ARGUMENTS                                                                           \
    (void)s0, (void)s1, (void)s2, (void)s3, (void)s4, (void)s5, (void)o0, (void)o1, (void)o2,      \
        (void)o3, (void)o4, (void)o5, (void)a0, (void)a1, (void)a2, (void)a3, (void)a4, (void)a5,  \
        (void)a6, (void)a7, (void)a8, (void)a9, (void)a10, (void)a11, (void)a12, (void)a13,        \
        (void)a14, (void)a15

/* Numbers as bits. */
#if defined(IN_OPENCL)
#define AS_U32(x) as_uint(x)
#define AS_F32(x) as_float(x)
#define AS_U64(x) as_ulong(x)
#define AS_F64(x) as_double(x)
#define HIGH_PART(a, b) mul_hi((u32)(a), (u32)(b))
#elif defined(IN_CUDA)
#define AS_U32(x) __float_as_uint(x)
#define AS_F32(x) __uint_as_float(x)
#define AS_U64(x) ((u64)__double_as_longlong(x))
#define AS_F64(x) __longlong_as_double((long long)(x))
#define HIGH_PART(a, b) __umulhi(a, b)
#else
#define AS_U32(x) stet_bits_f32(x)
#define AS_F32(x) stet_from_bits_f32(x)
#define AS_U64(x) stet_bits_f64(x)
#define AS_F64(x) stet_from_bits_f64(x)
#define HIGH_PART(a, b) ((u32)((u64)(a) * (b) >> 32))
#endif

/* The real numbers T of a program and their operations, each rounded once to nearest; REAL is 16,
 * 32, 64, or 33 and 65 for sums of two floats or doubles, whose operations are those of
 * docs/bits.md, section 8.
 *
 * No operation may be contracted, reassociated or flushed: a product is fma(a, b, -0), which is the
 * product to the last bit, signs of zeros too, and which no compiler fuses with anything. */
#define IS_PAIR (REAL == 33 || REAL == 65)
/* Whether there is a double in the program; where the definitions are variables there is. */
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
/* In C, whose flags forbid contraction, the fma may be a slow function. */
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
/* Through double, which changes nothing: src/arith/round16.h has the proof. */
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

/* The arithmetic of the graph: docs/bits.md, sections 3 and 4. Its twin on the CPU is
 * src/graph/butterfly.h. */

/* (a, b) -> (a + w b, a - w b), w = (-i)^rho m (1 - i t): six fma, and selects where rho is not
 * known. s is turned after it was made, not b before: that would change signs of zeros. */
DEV void butterfly2(const int rho, const T m, const T t, T2 *a, T2 *b)
{
    const T2 x = *a;
    const T re = FMA(t, b->y, b->x), im = FNMA(t, b->x, b->y);
    const T u = rho == 1 ? im : re, v = rho == 1 ? re : im;
    const T minus = NEG(m), mu = rho == 2 ? minus : m, mv = rho == 0 ? m : minus;
    a->x = FMA(mu, u, x.x);
    a->y = FMA(mv, v, x.y);
    b->x = FNMA(mu, u, x.x);
    b->y = FNMA(mv, v, x.y);
}

/* Where L is 1 or 2: w = 1, and w = -i. */
DEV void butterfly2_one(T2 *a, T2 *b)
{
    const T2 x = *a, y = *b;
    *a = complex_of(ADD(x.x, y.x), ADD(x.y, y.y));
    *b = complex_of(SUB(x.x, y.x), SUB(x.y, y.y));
}

DEV void butterfly2_minus_i(T2 *a, T2 *b)
{
    const T2 x = *a, y = *b;
    *a = complex_of(ADD(x.x, y.y), SUB(x.y, y.x));
    *b = complex_of(SUB(x.x, y.y), ADD(x.y, y.x));
}

/* Of s <= 4 bits: an expression, for it is an index of registers. */
#define BIT_REVERSED(s, i)                                                                         \
    ((((i) & 1) << 3 | ((i) & 2) << 1 | ((i) & 4) >> 1 | ((i) & 8) >> 3) >> (4 - (s)))

/* s levels on the 2^s elements x of a column; output q is left at x[BIT_REVERSED(s, q)]. zone is
 * floor(4 j/L) of the row, which decides every rho. w[0] is the twiddle of the first level, those
 * of level v > 0 begin at 2^(v-1), outputs q and q + 2^(v-1) sharing one. plain: L = 1. */
DEV void levels(const int s, const int plain, const int zone, const T2 *w, T2 *x)
{
    UNROLLED for (int v = 0; v < 4; v++)
    {
        if (v >= s)
            DONE;
        UNROLLED for (int n = 0; n < 8; n++)
        { /* butterfly n of the level: element i of block b */
            if (n >= 1 << (s - 1))
                DONE;
            const int log2_half = s - 1 - v, b = n >> log2_half, i = n & ((1 << log2_half) - 1);
            const int period = v == 0 ? 1 : 1 << (v - 1);
            const int q = BIT_REVERSED(v, b), q0 = q & (period - 1);
            const int base = v == 1 ? zone >= 2 : v > 1 && 2 * q0 >= period;
            const int rho = v == 0 ? (zone + 1) / 2 : base + (q >= period);
            T2 *const lower = &x[(b << (log2_half + 1)) + i];
            T2 *const upper = &x[(b << (log2_half + 1)) + i + (1 << log2_half)];
            if (plain && v < 2) {
                if (q == 0)
                    butterfly2_one(lower, upper);
                else
                    butterfly2_minus_i(lower, upper);
            } else {
                const T2 t = w[v == 0 ? 0 : period + q0];
                butterfly2(rho, t.x, t.y, lower, upper);
            }
        }
    }
}

/* x conj(c + i s) */
DEV T2 turned(const T2 x, const T c, const T s)
{
    return complex_of(FMA(x.x, c, MUL(x.y, s)), FNMA(x.x, s, MUL(x.y, c)));
}

/* The i - 1 of the largest sine in row k of radix r (src/graph/odd_constants.h), as digits k - 1
 * from below; and where the constants of the radix begin in their table: cosines, ratios, sines. */
#define PIVOTS(r)                                                                                  \
    ((r) == 3 ? 0x0 : (r) == 5 ? 0x10 : (r) == 7 ? 0x201 : (r) == 11 ? 0x41032 : 0x513042)
#define PIVOT(r, k) ((int)(PIVOTS(r) >> 4 * ((k) - 1) & 15))
#define ODD_AT(r) ((r) == 3 ? 0 : (r) == 5 ? 3 : (r) == 7 ? 13 : (r) == 11 ? 34 : 89)
#define ODD_CONSTANTS 168 /* 167, and one so that it is even */

/* Odd radix r, in place, natural order. */
DEV void odd_butterfly(const int r, GLOBAL const T *RESTRICT table, T2 *x)
{
    const int h = r / 2;
    GLOBAL const T *RESTRICT const cosine = table + ODD_AT(r);
    GLOBAL const T *RESTRICT const ratio = cosine + h * h;
    GLOBAL const T *RESTRICT const sine = ratio + h * h;
    T2 y[13];
    y[0] = x[0];
    UNROLLED for (int i = 1; i < 7; i++)
    { /* sums to x[i], differences to x[r - i] */
        if (i > h)
            DONE;
        const T2 a = x[i], b = x[r - i];
        x[i] = complex_of(ADD(a.x, b.x), ADD(a.y, b.y));
        x[r - i] = complex_of(SUB(a.x, b.x), SUB(a.y, b.y));
        y[0] = complex_of(ADD(y[0].x, x[i].x), ADD(y[0].y, x[i].y));
    }
    UNROLLED for (int k = 1; k < 7; k++)
    {
        if (k > h)
            DONE;
        T2 u = x[0], q = x[r - 1 - PIVOT(r, k)];
        UNROLLED for (int i = 1; i < 7; i++)
        {
            if (i > h)
                DONE;
            const T c = cosine[(k - 1) * h + i - 1];
            u = complex_of(FMA(c, x[i].x, u.x), FMA(c, x[i].y, u.y));
        }
        UNROLLED for (int i = 1; i < 7; i++)
        {
            if (i > h)
                DONE;
            if (i - 1 != PIVOT(r, k)) {
                const T c = ratio[(k - 1) * h + i - 1];
                q = complex_of(FMA(c, x[r - i].x, q.x), FMA(c, x[r - i].y, q.y));
            }
        }
        const T s = sine[k - 1];
        y[k] = complex_of(FMA(s, q.y, u.x), FNMA(s, q.x, u.y));
        y[r - k] = complex_of(FNMA(s, q.y, u.x), FMA(s, q.x, u.y));
    }
    UNROLLED for (int i = 0; i < 13; i++)
    {
        if (i >= r)
            DONE;
        x[i] = y[i];
    }
}

/* (z.re, z.im) of constants, x of numbers: docs/bits.md, section 5. */
DEV T2 product(const T2 x, const T2 z)
{
    return complex_of(FMA(x.x, z.x, MUL(x.y, NEG(z.y))), FMA(x.x, z.y, MUL(x.y, z.x)));
}

/* The same with other roundings: section 10. */
DEV T2 times(const T2 a, const T2 b)
{
    return complex_of(FMA(a.x, b.x, NEG(MUL(a.y, b.y))), FMA(a.y, b.x, MUL(a.x, b.y)));
}

/* The kernels of an article and of the LeetGPU challenge, as plain as they can be: bit reversal,
 * one launch for each level, and the definition as a sum. The first two have the bits of level
 * native. f32 and f64. */
#if (REAL == 32 || REAL == 64) && HAS_KERNEL(IS_ARTICLE)

#define THREADS_OF_ARTICLE 128

/* 2^a0 complex numbers of s0 to s1. */
KERNEL(stet_bit_reversal, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u32 i = BLOCK * THREADS_OF_ARTICLE + (u32)THREAD;
        if (i >> a0 == 0) {
            u32 to = 0;
            for (int b = 0; b < (int)a0; b++)
                to |= (i >> b & 1) << ((int)a0 - 1 - b);
            ((GLOBAL T2 *)(s1 + o1))[to] = ((GLOBAL const T2 *)(s0 + o0))[i];
        }
    }
}

/* Level L = 2^a1 of 2^a0 numbers, in place: s1. Twiddles of all levels as in load_twiddles(), at a2
 * complex numbers. */
KERNEL(stet_stage, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u32 i = BLOCK * THREADS_OF_ARTICLE + (u32)THREAD, L = (u32)1 << a1, j = i & (L - 1);
        const u32 at = (i >> a1 << (a1 + 1)) + j;
        if (i >> (a0 - 1) == 0) {
            GLOBAL T2 *const x = (GLOBAL T2 *)(s1 + o1);
            T2 a = x[at], b = x[at + L];
            if (L == 1 || (L == 2 && j == 0)) {
                butterfly2_one(&a, &b);
            } else if (L == 2) {
                butterfly2_minus_i(&a, &b);
            } else {
                const T2 w = ((GLOBAL const T2 *)(s2 + o2))[a2 + (j < L / 2 ? j + L / 2 : j)];
                butterfly2((int)((4 * j / L + 1) / 2), w.x, w.y, &a, &b);
            }
            x[at] = a;
            x[at + L] = b;
        }
    }
}

/* Any number a0 of complex numbers of s0, to s1: sums from the first term on. Roots exp(-2 pi i
 * k/n): s3. */
KERNEL(stet_sum_of_definition, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u64 n = (u64)a0, k = (u64)BLOCK * THREADS_OF_ARTICLE + (u64)THREAD;
        if (k < n) {
            GLOBAL const T2 *const x = (GLOBAL const T2 *)(s0 + o0);
            GLOBAL const T2 *RESTRICT const root = (GLOBAL const T2 *)(s3 + o3);
            T2 sum = complex_of(zero(), zero());
            u64 at = 0;
            for (u64 j = 0; j < n; j++) {
                const T2 w = root[at], z = x[j];
                sum.x = FMA(z.x, w.x, FNMA(z.y, w.y, sum.x));
                sum.y = FMA(z.x, w.y, FMA(z.y, w.x, sum.y));
                at += k;
                at = at < n ? at : at - n;
            }
            ((GLOBAL T2 *)(s1 + o1))[k] = sum;
        }
    }
}
#endif

/* Roots of unity on the device, in double-double: cos and sin of 2 pi k/n by their series, after an
 * exact reduction to the first eighth of a turn. The errors are below 2^-98, far from any midpoint
 * of floats that the tests have met. */
typedef struct {
    double h, l;
} Pair;

DEV Pair pair_of(double a, double b)
{
    const double s = ADD64(a, b), z = SUB64(s, a);
    Pair p;
    p.h = s;
    p.l = ADD64(SUB64(a, SUB64(s, z)), SUB64(b, z));
    return p;
}

DEV Pair pair_add(Pair a, Pair b)
{
    const Pair s = pair_of(a.h, b.h);
    return pair_of(s.h, ADD64(s.l, ADD64(a.l, b.l)));
}

DEV Pair pair_mul(Pair a, Pair b)
{
    const double p = MUL64(a.h, b.h), e = FMA64(a.h, b.h, -p);
    return pair_of(p, ADD64(e, FMA64(a.h, b.l, MUL64(a.l, b.h))));
}

DEV Pair pair_over(Pair a, double d)
{
    const double q = a.h / d;
    return pair_of(q, ADD64(FMA64(-q, d, a.h), a.l) / d);
}

DEV Pair pair_minus(Pair a)
{
    a.h = -a.h;
    a.l = -a.l;
    return a;
}

/* 1 - x/(k (k+1)) (1 - x/((k+2) (k+3)) (..)) */
DEV Pair series(const Pair x, const int k)
{
    const Pair one = pair_of(1, 0);
    Pair t = one;
    for (int i = k + 26; i >= k; i -= 2)
        t = pair_add(one, pair_minus(pair_over(pair_mul(x, t), (double)(i * (i + 1)))));
    return t;
}

DEV void root_of_unity(const u64 k, const u64 n, Pair *cosine, Pair *sine)
{
    const u64 eighth = 8 * k / n, rest = 8 * k - eighth * n, r = eighth % 2 ? n - rest : rest;
    Pair quarter_pi;
    quarter_pi.h = 0x1.921fb54442d18p-1;
    quarter_pi.l = 0x1.1a62633145c07p-55;
    const Pair phi = pair_mul(pair_over(pair_of((double)r, 0), (double)n), quarter_pi);
    const Pair square = pair_mul(phi, phi), c = series(square, 1),
               s = pair_mul(phi, series(square, 2));
    const int exchanged = (eighth + 1) / 2 % 2 == 1;
    *cosine = exchanged ? s : c;
    *sine = exchanged ? c : s;
    if (eighth >= 2 && eighth < 6)
        *cosine = pair_minus(*cosine);
    if (eighth >= 4)
        *sine = pair_minus(*sine);
}

/* Rounded once: the double is odd where it is not exact. */
DEV float float_of_pair(const Pair p)
{
    const Pair s = pair_of(p.h, p.l);
    u64 bits = AS_U64(s.h);
    if (s.l != 0 && !(bits & 1))
        bits += (s.l > 0) == (s.h > 0) ? 1 : (u64)-1;
    return (float)AS_F64(bits);
}

/* m and t of levels 4 .. 2^a0/2: level L at L/2 (butterfly.h). s1 */
KERNEL(make_twiddles, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u64 at = (u64)BLOCK * THREADS_OF_ARTICLE + (u64)THREAD;
        if (at >= 2 && at >> (a0 - 1) == 0) {
            u64 L = 4;
            while (2 * at >= 2 * L)
                L *= 2;
            const u64 j = at - L / 2;
            const int rho = (int)((4 * j / L + 1) / 2);
            Pair c, s;
            root_of_unity(j, 2 * L, &c, &s);
            const Pair cosine = rho == 0 ? c : s, sine = rho == 0 ? s : pair_minus(c);
            const float m = float_of_pair(cosine);
            ((GLOBAL T2 *)(s1 + o1))[at] =
                complex_of(m, 4 * j == L ? -1.0f : float_of_pair(pair_over(sine, (double)m)));
        }
    }
}

/* exp(-2 pi i k/a0), k < a0, as floats to s1 and as pairs to s5. */
KERNEL(make_roots, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u64 k = (u64)BLOCK * THREADS_OF_ARTICLE + (u64)THREAD;
        if (k < (u64)a0) {
            Pair c, s;
            root_of_unity(k, (u64)a0, &c, &s);
            s = pair_minus(s);
            ((GLOBAL T2 *)(s1 + o1))[k] = complex_of(float_of_pair(c), float_of_pair(s));
            ((GLOBAL Pair *)(s5 + o5))[2 * k] = c;
            ((GLOBAL Pair *)(s5 + o5))[2 * k + 1] = s;
        }
    }
}

/* Output k of a0 numbers of s0, to s1: the sum of the definition in double-double, rounded once.
 * That is the correctly rounded number unless the exact one is a midpoint, or nearer to one than
 * 2^-106 (2 n + 16)^2 sum |x|; what is that near to 0 is +0. Roots: s5. */
KERNEL(sum_in_pairs, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u64 n = (u64)a0, k = (u64)BLOCK * THREADS_OF_ARTICLE + (u64)THREAD;
        if (k < n) {
            GLOBAL const T2 *const x = (GLOBAL const T2 *)(s0 + o0);
            GLOBAL const Pair *const root = (GLOBAL const Pair *)(s5 + o5);
            Pair re = pair_of(0, 0), im = re;
            double size = 0;
            u64 at = 0;
            for (u64 j = 0; j < n; j++) {
                const Pair c = root[2 * at], s = root[2 * at + 1];
                const Pair a = pair_of((double)x[j].x, 0), b = pair_of((double)x[j].y, 0);
                re = pair_add(re, pair_add(pair_mul(a, c), pair_minus(pair_mul(b, s))));
                im = pair_add(im, pair_add(pair_mul(a, s), pair_mul(b, c)));
                size = ADD64(size, ADD64(a.h < 0 ? -a.h : a.h, b.h < 0 ? -b.h : b.h));
                at += k;
                at = at < n ? at : at - n;
            }
            const double terms = 2 * (double)n + 16, least = 0x1p-106 * terms * terms * size;
            const int no_re = re.h <= least && re.h >= -least,
                      no_im = im.h <= least && im.h >= -least;
            ((GLOBAL T2 *)(s1 + o1))[k] =
                complex_of(no_re ? 0 : float_of_pair(re), no_im ? 0 : float_of_pair(im));
        }
    }
}

/* ------------------------------------------------------------------------- solve -- */

/* SOLVE, when this is compiled, is what solve() does:
 *   0  N a power of two: bit reversal and one launch for each level, with the bits of stet's level
 * native; other N: as 1 1  the definition as sums in double-double, rounded once: N^2 products 2
 * the definition as sums of floats, as an article has it */
#ifndef SOLVE
#define SOLVE 0
#endif

typedef void Kernel(ARGUMENTS);

static void launch(Kernel *kernel, u64 threads, const void *in, void *out, const void *table,
                   const void *roots, void *pairs, i64 a, i64 b)
{
    const unsigned blocks = (unsigned)((threads + THREADS_OF_ARTICLE - 1) / THREADS_OF_ARTICLE);
    LAUNCH(kernel, blocks, (char *)in, (char *)out, (const char *)table, (const char *)roots,
           (const char *)roots, (char *)pairs, 0, 0, 0, 0, 0, 0, a, b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
           0, 0, 0, 0);
}

static void solve_by_levels(const float *signal, float *spectrum, int log2)
{
    void *table = 0;
    const u64 n = (u64)1 << log2;
    if (cudaMalloc(&table, n * sizeof(T2)) != cudaSuccess)
        return;
    if (log2 > 0)
        launch(make_twiddles, n, 0, table, 0, 0, 0, log2, 0);
    launch(stet_bit_reversal, n, signal, spectrum, 0, 0, 0, log2, 0);
    for (int level = 0; level < log2; level++)
        launch(stet_stage, n / 2, 0, spectrum, table, 0, 0, log2, level);
    cudaFree(table);
}

static void solve_by_sums(const float *signal, float *spectrum, int n)
{
    void *roots = 0, *pairs = 0;
    if (cudaMalloc(&roots, (u64)n * sizeof(T2)) != cudaSuccess)
        return;
    if (cudaMalloc(&pairs, (u64)n * 2 * sizeof(Pair)) == cudaSuccess) {
        launch(make_roots, (u64)n, 0, roots, 0, 0, pairs, n, 0);
        if (SOLVE == 2)
            launch(stet_sum_of_definition, (u64)n, signal, spectrum, 0, roots, pairs, n, 0);
        else
            launch(sum_in_pairs, (u64)n, signal, spectrum, 0, roots, pairs, n, 0);
        cudaFree(pairs);
    }
    cudaFree(roots);
}

/* N complex numbers as pairs of floats, in device memory; spectrum is another array. Forward,
 * without a factor. */
#ifdef __cplusplus
extern "C"
#endif
    void
    solve(const float *signal, float *spectrum, int N)
{
    int log2 = 0;
    while (N > 1 << log2)
        log2++;
    if (SOLVE == 0 && N == 1 << log2)
        solve_by_levels(signal, spectrum, log2);
    else if (N > 0)
        solve_by_sums(signal, spectrum, N);
    cudaDeviceSynchronize();
}
