/* SPDX-License-Identifier: Apache-2.0 */
/* Hides the differences between OpenCL C, CUDA and C. The files of this folder are one text, in the
 * order of sources.cmake; README.md has the rules. */
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define IN_OPENCL 1
#elif defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define IN_CUDA 1
#else
#define IN_C 1
#endif

/* A phase is the work of a block's threads between two barriers. In C it is a loop over the
 * threads. So state that a thread keeps between phases outside shared memory is an array with a
 * row for each thread. IF_THREAD(i) begins a phase of some threads; `break` and `continue` must
 * not leave a phase. UNROLLED loops have constant bounds and leave by DONE, so that register
 * arrays stay in registers. ROLLED loops stay loops, so that programs of long radices are short. */
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
/* emulate.h defines THREADS, THREAD_AT(i), THREAD, BLOCK, SHARED_MEMORY, and the definitions as
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
#define ROLLED
#define DONE break
#else
#define EACH_THREAD
#define PRIVATE(type, name, count) type name[count]
#define MINE(name) name
#define UNROLLED _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#define DONE continue
#endif

/* Reports whether the program contains a kernel of this CORRECT (codes.h). A device program
 * contains one kernel; the article's contains three. */
#if defined(IN_C)
#define HAS_KERNEL(which) 1
#else
#define HAS_KERNEL(which) (CORRECT == (which))
#endif

/* Every kernel has the same arguments: six arrays, the byte offsets where they begin, and numbers.
 * Arrays of tables are read-only, and no other array of a launch overlaps them. */
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

/* These convert between numbers and their bits. */
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
