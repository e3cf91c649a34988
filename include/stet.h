/* stet computes Fourier transforms whose output bits never change.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * This header is the contract. It declares every public function with its shapes, units, aliasing
 * and thread rules and every status it can return.
 *
 * THE PROMISE. The output bits are a function of the input values, the kind, the lengths, the
 * precision (for 16 bits also the half mode and exponent), the level, the direction and the norm
 * alone. The following change no bit: the CPU, the SIMD width, the compiler, the optimisation
 * level, the alignment and strides of the arrays, the number of transforms in a batch, the number
 * of threads, in place or out of place. The payload and sign of a NaN are the one exception.
 *
 * THREADS. Every function here may be called from any thread at any time. A plan is immutable
 * except for memory that executions leave in it for the next one: a workspace, and tables that
 * level CORRECT has needed. Any number of threads may execute one plan at once, each on its own
 * arrays. The library needs no initialisation. Three things are global: the instruction set for new
 * plans, which is chosen on first use; the tables that existing plans share, which are freed with
 * the last plan; and the schedules that were loaded or measured (see TUNING). A plan may itself use
 * several threads: see stet_options.threads. The number of threads, and which thread does what,
 * change no bit. fork() is allowed at any time, even while other threads make and destroy plans:
 * the child may call everything here, and makes threads of its own if it needs them. dlclose() of
 * the shared library, and exit(), end the library's threads first: see THREADS OF ONE PLAN.
 *
 * ERRORS. Functions that can fail return a stet_status: 0 or a negative number. The library never
 * prints, aborts, exits, or sets errno. When a function fails, no output array has been written,
 * unless its comment says otherwise.
 *
 * FLOATING-POINT ENVIRONMENT. Functions that compute use round-to-nearest with subnormals on and
 * exceptions masked, whatever modes the caller has set. They restore the caller's modes before they
 * return: rounding, flushing of subnormals, masks of exceptions. As with libm, a call may raise any
 * exception flag that its own operations cause; it clears none.
 *
 * STRUCTS. A struct that the caller allocates has its size in its first field, so that fields can
 * be added at its end; a smaller size, from an older stet.h, stays valid. stet_dim alone has no
 * size field: callers make arrays of it, and it will not grow. */
#ifndef STET_H
#define STET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(STET_BUILD_SHARED)
#define STET_API __declspec(dllexport)
#elif defined(__GNUC__)
#define STET_API __attribute__((visibility("default")))
#else
#define STET_API
#endif

#define STET_VERSION_MAJOR 0
#define STET_VERSION_MINOR 2
#define STET_VERSION_PATCH 0

/* The bits version. Two libraries with the same number give the same bits. The bits of a bits
 * version are frozen; until 1.0 a release may introduce a new bits version, and says so. */
#define STET_BITS_VERSION 3

/* ---------------------------------------------------------------- status -- */

typedef enum stet_status {
    STET_OK = 0,
    STET_E_NULL = -1,         /* a pointer that must not be NULL is NULL */
    STET_E_OPTIONS_SIZE = -2, /* options.size is not a size this library knows */
    STET_E_KIND = -3,         /* options.kind is not a stet_kind */
    STET_E_PRECISION = -4, /* options.precision is not a stet_precision, or not one of this level */
    STET_E_LEVEL = -5,     /* options.level is not a stet_level */
    STET_E_DIRECTION = -6, /* not a direction, or wrong for the kind */
    STET_E_NORM = -7,      /* options.norm is not a stet_norm */
    STET_E_RANK = -8,      /* rank < 1 or batch_rank < 0 */
    STET_E_LENGTH = -9, /* a length or count is < 1 (sums and arrays: < 0), or exceeds the limit */
                        /* of the function */
    STET_E_OVERFLOW = -10,   /* the array would not fit in the address space */
    STET_E_STRIDE = -11,     /* two outputs of one call may have the same address */
    STET_E_OVERLAP = -12,    /* in and out share memory but are not one array, or two outputs do */
    STET_E_MEMORY = -13,     /* an allocation failed */
    STET_E_WORKSPACE = -14,  /* the workspace is smaller than stet_plan_workspace() */
    STET_E_METHOD = -15,     /* the method is not a stet_sum_method */
    STET_E_THREADS = -16,    /* options.threads is below -1 */
    STET_E_ISA_NAME = -17,   /* the name is not one of an instruction set */
    STET_E_ISA_BUILD = -18,  /* the library was built without that instruction set */
    STET_E_ISA_CPU = -19,    /* this CPU or operating system lacks that instruction set */
    STET_E_FLAVOR = -20,     /* the flavor is not a stet_trig_flavor */
    STET_E_FUNCTION = -21,   /* the function is not a stet_trig_function */
    STET_E_STATS_SIZE = -22, /* the size field of stats or of a bound is unknown */
    STET_E_POLICY = -23,     /* options.policy is not a stet_correct_policy */
    STET_E_HALF_MODE = -24,  /* not a stet_half_mode, or not for this precision or level */
    STET_E_HALF_EXPONENT = -25, /* half_exponent is not STET_HALF_SAFE and not in -100 to 100 */
    STET_E_HALF_LENGTH = -26,   /* f16 native, and a length has a prime factor above 13 */
    STET_E_HALF_RANGE = -27,    /* a result is too large for 16 bits: see HALF PRECISION */
    STET_E_EFFORT = -28,        /* options.effort is not a stet_effort */
    STET_E_TUNING = -29,        /* the text is not a tuning file for this library and machine */
    STET_E_FILE = -30,          /* the file cannot be read or written */
    STET_E_PROFILE = -31,       /* not a profile: see stet_lab.h */
    /* Statuses of stet_conv.h: */
    STET_E_OPERATOR = -32,      /* operation, combine or space is not in its enumeration */
    STET_E_EXTENDED = -33,      /* an unknown bit is set in extended, or the method has no FFT */
    STET_E_FILTER_LENGTH = -34, /* a circular filter is longer than the sequence */
    STET_E_CHANNELS = -35,      /* channels, batch or filter_channels does not fit */
    STET_E_GELU = -36,          /* options.gelu is not a stet_conv_gelu */
    STET_E_FLAG = -37,          /* a flag is not 0 or 1, or an array is passed whose flag is 0 */
    STET_E_FFT_LENGTH = -38,    /* the transform is too short, or has a prime factor above 13 */
    STET_E_ACCURACY = -39,      /* no allowed method has an error bound that small */
    STET_E_STREAM = -40,        /* this plan has no streams, or the stream is finished */
    STET_E_ROOM = -41,          /* the array for the outputs is too small */
    /* Statuses of stet_lab.h: */
    STET_E_REFERENCE = -42, /* two references, or cycles where none are possible */
    STET_E_ABORTED = -43,   /* a callback ended the run */
    STET_E_R2R_KIND = -44,  /* one of options.r2r is not a stet_r2r_kind */
    /* Statuses of stet_mpi.h: */
    STET_E_MPI = -45,        /* MPI failed, now or earlier in this plan */
    STET_E_MPI_INIT = -46,   /* MPI is not running, or lacks MPI_THREAD_FUNNELED */
    STET_E_RANKS = -47,      /* options differ between ranks, or the rank does not exist */
    STET_E_GRID = -48,       /* not a grid of these ranks, or not for this transform */
    STET_E_LAYOUT = -49,     /* not a stet_mpi_layout, or not for this transform */
    STET_E_BLOCKS = -50,     /* a block is negative, or the blocks do not add up to the length */
    STET_E_EXCHANGE = -51,   /* chunks < 0, or the exchange is unknown or impossible here */
    STET_E_GATHER = -52,     /* one rank needs the whole array and has no memory for it */
    STET_E_ARRAY_FILE = -53, /* the file does not hold an array of this shape and type */
    STET_E_BUILD = -54       /* this build leaves that function out: STET_NATIVE_ONLY */
} stet_status;

/* Returns the meaning of a status in English, one line without a newline. Never NULL: an unknown
 * number gives "unknown status". The string is static. */
STET_API const char *stet_strerror(int status);

/* ---------------------------------------------------------------- version - */

/* Returns the version of the library that is running, for example "0.2.0". Static. */
STET_API const char *stet_version(void);

/* Returns STET_BITS_VERSION of the library that is running. */
STET_API int stet_bits_version(void);

/* The instruction sets that transforms run on, from the lowest to the highest, are "soft" (software
 * fma), "sse2" (x86, 128-bit vectors, fma from other operations), "scalar" (hardware fma),
 * "simd128" and "relaxed" (WebAssembly, without and with a fused multiply-add), "fma128" (x86,
 * 128-bit vectors), "neon" (64-bit Arm), "neonfp16", "avx2", "avx512", "avx512fp16" (the fp16 sets
 * have arithmetic of binary16), and any others that stet_isa_built() lists. They differ in speed
 * alone.
 *
 * stet_isa_name() returns the one that new plans get: the best that was built and that the CPU and
 * the operating system can run. It is chosen on first use, unless the environment variable STET_ISA
 * named an upper limit at that time or stet_isa_select() chose another. An unknown name in STET_ISA
 * limits nothing (SETTINGS tells who reports it); a name that was not built or that the CPU lacks
 * limits the choice to the sets below it. Static. */
STET_API const char *stet_isa_name(void);

/* Makes new plans run on this instruction set, whatever STET_ISA says; NULL restores the choice of
 * first use. A plan keeps the set it was made with. May be called from any thread at any time; a
 * plan that another thread is making meanwhile gets the old set or the new one. Returns STET_OK,
 * STET_E_ISA_NAME, STET_E_ISA_BUILD, STET_E_ISA_CPU; on an error nothing changes. */
STET_API stet_status stet_isa_select(const char *name);

/* Returns the name of number index, counted from 0 for "soft", of the instruction sets that this
 * library was built with; NULL past the last one. Sets *can_run, unless can_run is NULL, to whether
 * this CPU and operating system can run it. Static. */
STET_API const char *stet_isa_built(int index, int *can_run);

/* Returns the name of the threads that run plans without a parallel-for of their own: "pthreads",
 * the library's pool of POSIX threads. Static. */
STET_API const char *stet_threading_name(void);

/* Returns the number of processors that this process may run on now, at least 1. STET_THREADS_ALL
 * stands for this number. */
STET_API int stet_processor_count(void);

/* ------------------------------------------------------------- transforms - */

typedef enum stet_kind {
    STET_C2C = 1, /* complex to complex */
    STET_R2C = 2, /* real to half a spectrum, forward */
    STET_C2R = 3, /* half a Hermitian spectrum to real, inverse */
    STET_R2R = 4  /* real to real: see stet_r2r_kind */
} stet_kind;

/* REAL TO REAL. The kinds of STET_R2R. options.r2r names one for each dimension, and they may
 * differ. The sums below are over 0 <= j < n unless a range is given, 0 <= k < n, and the factor s
 * of the norm is left out. The second column names the same kind in FFTW:
 *
 *   DCT1  REDFT00  y[k] = x[0] + (-1)^k x[n-1] + 2 sum' x[j] cos(pi j k/(n-1)),  0 < j < n-1
 *   DCT2  REDFT10  y[k] = 2 sum x[j] cos(pi (j + 1/2) k/n)
 *   DCT3  REDFT01  y[k] = x[0] + 2 sum' x[j] cos(pi j (k + 1/2)/n),  j > 0
 *   DCT4  REDFT11  y[k] = 2 sum x[j] cos(pi (j + 1/2) (k + 1/2)/n)
 *   DST1  RODFT00  y[k] = 2 sum x[j] sin(pi (j + 1) (k + 1)/(n+1))
 *   DST2  RODFT10  y[k] = 2 sum x[j] sin(pi (j + 1/2) (k + 1)/n)
 *   DST3  RODFT01  y[k] = (-1)^k x[n-1] + 2 sum' x[j] sin(pi (j + 1) (k + 1/2)/n),  j < n-1
 *   DST4  RODFT11  y[k] = 2 sum x[j] sin(pi (j + 1/2) (k + 1/2)/n)
 *   DHT   DHT      y[k] = sum x[j] (cos(2 pi j k/n) + sin(2 pi j k/n))
 *   R2HC  R2HC     with X[k] = sum x[j] e(-j k/n): y[k] = re X[k] for 2k <= n, y[n-k] = im X[k] for
 *                  0 < 2k < n
 *   HC2R  HC2R     y[k] = sum X[j] e(j k/n), X being the Hermitian spectrum that x holds in the
 *                  order of R2HC
 *
 * DCT1 needs n >= 2. N of the table of stet_norm is the product of the logical lengths: 2(n-1) for
 * DCT1, 2(n+1) for DST1, 2n for the other cosine and sine transforms, n for the others. The inverse
 * of DCT2 is DCT3, of DST2 DST3, of R2HC HC2R, and the other way round; each other kind is its own
 * inverse. A transform with direction forward, followed by its inverse with direction inverse in
 * the same norm, gives the input back. The direction selects the column of the table of stet_norm
 * and the order of the dimensions; it does not change the kind. Several dimensions are transformed
 * one after the other, so that DHT of more than one dimension uses the product of cos + sin of
 * each. R2R is available in STET_F32 and STET_F64 at all levels. docs/r2r.md has errors and speed.
 */
typedef enum stet_r2r_kind {
    STET_R2HC = 1,
    STET_HC2R = 2,
    STET_DHT = 3,
    STET_DCT1 = 4,
    STET_DCT2 = 5,
    STET_DCT3 = 6,
    STET_DCT4 = 7,
    STET_DST1 = 8,
    STET_DST2 = 9,
    STET_DST3 = 10,
    STET_DST4 = 11
} stet_r2r_kind;

typedef enum stet_precision {
    STET_F32 = 1, /* float in, float out */
    STET_F64 = 2, /* double in, double out */
    STET_F16 = 3, /* IEEE 754 binary16 in and out, as uint16_t: see HALF PRECISION */
    STET_BF16 = 4 /* bfloat16 as uint16_t: upper half of a float */
} stet_precision;

/* HALF PRECISION. Numbers in the arrays have 16 bits. The half mode says what level NATIVE does
 * between input and output. Each mode has its own bits; docs/half.md has definitions, errors and
 * speed.
 *
 *   IO      the bits of STET_F32 on the widened input, rounded once: the whole transform, of any
 *           rank, in float
 *   STORE   float arithmetic. Numbers are rounded to 16 bits after each dimension, and once more
 *           half-way within a long complex line: half the memory traffic. The places follow
 *           from the length and the kind alone
 *   NATIVE  f16 only: every operation of the graph of level native is rounded to binary16.
 *           Lengths with a prime factor above 13 give STET_E_HALF_LENGTH. The factor of the norm
 *           is applied in float
 *
 * RANGE. The largest number of f16 is 65504, and a transform of N numbers can be N times its input.
 * The input is therefore multiplied by 2^half_exponent when it is read; this is exact unless a
 * number becomes subnormal. The result has the same factor. STET_HALF_SAFE stands for the exponent
 * that makes every input safe whose real and imaginary parts are at most 1 in absolute value. With
 * L = ceil(log2 N) it is
 *
 *     f16 if the norm's factor is 1   -max(0, L - 15), in all modes
 *     f16 otherwise                   the same inside (STORE, NATIVE), undone with the factor
 *     bf16                            0
 *
 * stet_plan_half_exponent() returns by which power of two the result differs from the norm's
 * definition. If a line of finite numbers gives a number that is not finite, the call returns
 * STET_E_HALF_RANGE (IO with more than one dimension: if the whole finite input does); the output
 * has then been written, with infinities or NaN in it. Infinities and NaN of the input propagate as
 * in the other precisions. */
typedef enum stet_half_mode {
    STET_HALF_IO = 1,
    STET_HALF_STORE = 2,
    STET_HALF_NATIVE = 3
} stet_half_mode;

#define STET_HALF_SAFE (-1000)

/* EXTENDED: everything between input and output is computed in the next precision up, and each
 * number is rounded once, to nearest, ties to even.
 *
 *   f32         The bits of STET_F64, level NATIVE, on the widened input, each number rounded to
 *               float. Neither a dimension nor the norm's factor is rounded before the end.
 *   f64         The same in double-double: the graph of level NATIVE, each number being an
 *               unevaluated sum of two doubles. docs/extended.md has its operations.
 *   f16, bf16   The bits of half mode IO. Other modes give STET_E_HALF_MODE.
 *
 * EXTENDED_FF is STET_F32 with sums of two floats in place of double, for devices without double.
 * It is a definition with bits of its own. Other precisions give STET_E_PRECISION.
 *
 * An output number is correctly rounded if its exact value is farther from the midpoints of the
 * output's precision than the bound of the inner computation (stet_plan_bound()). An infinity, or
 * an overflow, gives NaN in double-double and float-float.
 *
 * CORRECT: every real and imaginary part is the exact value of the definition below, norm included,
 * rounded once to nearest, ties to even. An exact zero is +0; another value that rounds to zero
 * keeps its sign; overflow and subnormal numbers follow IEEE 754. A -0 in the input counts as 0. If
 * one number of an input is an infinity or a NaN, every output of that transform is the one quiet
 * NaN with the bits 0x7fc00000 (f64 0x7ff8000000000000, f16 0x7e00, bf16 0x7fc0). The result is a
 * property of the input: no other correctly rounding library can give other bits. docs/correct.md
 * has the method and its proof. */
typedef enum stet_level {
    STET_LEVEL_NATIVE = 1,     /* computes one fixed graph of operations in the precision itself */
    STET_LEVEL_EXTENDED = 2,   /* computes that graph in the next precision and rounds once */
    STET_LEVEL_CORRECT = 3,    /* the exact result, rounded once */
    STET_LEVEL_EXTENDED_FF = 4 /* f32: EXTENDED with pairs of floats in place of double */
} stet_level;

/* Says how the time of STET_LEVEL_CORRECT may depend on the data; its bits do not. The level works
 * in stages, each more precise than the one before. ADAPTIVE runs each stage only for the outputs
 * that the stages before have not decided. STEADY always runs double and double-double for all
 * outputs. The remaining outputs (ties, zeros and near ties) still take longer, so STEADY makes the
 * time less dependent on the data, not constant. */
typedef enum stet_correct_policy {
    STET_CORRECT_ADAPTIVE = 0,
    STET_CORRECT_STEADY = 1
} stet_correct_policy;

/* With e(t) = exp(2 pi i t):
 *   forward   X[k] = s sum_n x[n] e(-k n / N)
 *   inverse   x[n] = s sum_k X[k] e(+k n / N)                                 */
typedef enum stet_direction { STET_FORWARD = 1, STET_INVERSE = 2 } stet_direction;

/* The factor s above. N is the product of all transformed lengths (for R2C and C2R the lengths of
 * the real array; for R2R see stet_r2r_kind). This table is its only definition:
 *
 *                        forward        inverse
 *   STET_NORM_BACKWARD   1              1/N
 *   STET_NORM_ORTHO      1/sqrt(N)      1/sqrt(N)
 *   STET_NORM_FORWARD    1/N            1 */
typedef enum stet_norm {
    STET_NORM_BACKWARD = 1,
    STET_NORM_ORTHO = 2,
    STET_NORM_FORWARD = 3
} stet_norm;

/* Describes one dimension: its length, and the distance between neighbours in the input and in the
 * output. A stride counts elements of its array: complex numbers in a complex array, real numbers
 * in a real array. Strides may be negative; the array pointer is then the address of index 0, not
 * the lowest address. n is the length of the transform: for the last dimension of R2C and C2R the
 * complex side has n/2 + 1 elements.
 *
 * Several dimensions are transformed one after the other, the last one first; inverse transforms,
 * C2R included, transform the first one first. */
typedef struct stet_dim {
    ptrdiff_t n;
    ptrdiff_t in_stride;
    ptrdiff_t out_stride;
} stet_dim;

/* A loop whose iterations may run in any order and concurrently. A stet_parallel_for() calls
 * task(data, i) once for each i from 0 to count - 1, on any threads, the caller's own among them or
 * not, and returns when all calls have returned. Memory that a task wrote must then be visible to
 * the caller, as after joining a thread. Tasks never wait for each other, so running them one by
 * one, in any order, is correct too. Neither tasks nor the parallel-for may fail or throw. count is
 * at most the number of threads of the plan. */
typedef void stet_task(void *data, ptrdiff_t index);
typedef void stet_parallel_for(void *context, ptrdiff_t count, stet_task *task, void *data);

/* Says how much time making a plan may take. Every plan gives the same bits. The effort affects the
 * order and the size of the steps, which vectors are processed side by side, and where intermediate
 * numbers are stored.
 *
 *   ESTIMATE  nothing is timed. The choice comes from a tuning file (TUNING below), else from a
 *             table that was measured on this family of CPUs, else from a rule
 *   MEASURE   for every length, kind and precision that no plan of this process has measured and no
 *             tuning file has, candidates are timed in the calling thread, on arrays of its own.
 *             This takes typically a tenth of a second, at most three quarters of one, or 40
 *             executions where these take longer; lengths with a prime factor above 127, and C2R,
 *             take twice that, C2R of such a length three times. The result counts for all plans
 *             made afterwards. Another candidate replaces the rule's choice only if it takes 3 %
 *             less time. If memory is short or the clock does not advance, MEASURE is ESTIMATE */
typedef enum stet_effort { STET_EFFORT_ESTIMATE = 0, STET_EFFORT_MEASURE = 1 } stet_effort;

/* This value of stet_options.threads stands for stet_processor_count() when the plan is made. */
#define STET_THREADS_ALL (-1)

/* THREADS OF ONE PLAN. With threads above 1, the lines of a batch or of an n-dimensional array, and
 * the steps of one long line, are divided among that many threads, as far as there is enough work;
 * small transforms stay in the caller's thread. More than 1024 count as 1024. The bits are those of
 * one thread. stet_plan_workspace() grows with the number of threads; apart from that the library
 * allocates only the threads, once. Each thread computes in the floating-point environment
 * described above and gets its own modes back.
 *
 * parallel runs them; parallel_context is passed to it, and both must stay usable as long as the
 * plan. It is called several times per execution, from the thread that called stet_execute(), and
 * by several threads at once if several execute. NULL means the library's pool.
 *
 * The pool has POSIX threads, made when they are first needed: one fewer than the largest number
 * asked for, or as many as the system grants. They run on the processors of the thread that makes
 * them, with signals blocked. The caller works too, and waits only for tasks that a thread has
 * begun. A waiting thread polls for some 30 microseconds, then sleeps: a pool without work takes no
 * processor time. The pool serves one execution at a time; a second one runs in its caller's
 * thread. OpenMP and its environment variables (OMP_NUM_THREADS) have no effect. */

/* The options of a transform. Fill them with stet_options_init(), then set at least dims, rank, and
 * every field that differs from its default in brackets. The arrays that dims and batch point to
 * are read by stet_plan_create() and not kept. */
typedef struct stet_options {
    size_t size;                 /* [sizeof(stet_options)] an older stet.h has a smaller one: */
                                 /* the missing fields then have their defaults */
    stet_kind kind;              /* [STET_C2C] */
    stet_precision precision;    /* [STET_F64] */
    stet_level level;            /* [STET_LEVEL_NATIVE] */
    stet_direction direction;    /* [STET_FORWARD] R2C must be forward, C2R inverse */
    stet_norm norm;              /* [STET_NORM_BACKWARD] */
    int rank;                    /* [0] transformed dimensions, at least 1 */
    int batch_rank;              /* [0] dimensions that repeat the transform */
    const stet_dim *dims;        /* [NULL] rank of them; the last is transformed first */
    const stet_dim *batch;       /* [NULL] batch_rank of them; NULL if that is 0 */
    int threads;                 /* [0] upper limit; 0: one; or STET_THREADS_ALL */
    stet_parallel_for *parallel; /* [NULL] NULL: the pool */
    void *parallel_context;      /* [NULL] any value */
    stet_correct_policy policy;  /* [STET_CORRECT_ADAPTIVE] level CORRECT only; others ignore it */
    stet_half_mode half_mode;    /* [STET_HALF_IO] F16 and BF16 only; level CORRECT: IO only */
    int half_exponent;           /* [STET_HALF_SAFE] or -100 to 100; level CORRECT: SAFE or 0 */
    stet_effort effort;          /* [STET_EFFORT_ESTIMATE] */
    const stet_r2r_kind *r2r;    /* [NULL] R2R only: rank kinds, not kept */
} stet_options;

/* Sets every field to its default, size included. If options is NULL nothing happens.
 * stet_options_init() tells the library how large the caller's struct is; programs in other
 * languages call stet_options_init_size() themselves. */
STET_API void stet_options_init_size(stet_options *options, size_t size);
static inline void stet_options_init(stet_options *options)
{
    stet_options_init_size(options, sizeof(stet_options));
}

/* Fills dims[0..rank-1] with the strides of contiguous row-major arrays of the lengths
 * n[0..rank-1]. For R2C and C2R the complex side has n/2 + 1 elements in its last dimension and the
 * real side is not padded. Returns STET_OK, STET_E_NULL, STET_E_KIND, STET_E_RANK, STET_E_LENGTH,
 * STET_E_OVERFLOW. */
STET_API stet_status stet_dims_contiguous(stet_kind kind, int rank, const ptrdiff_t *n,
                                          stet_dim *dims);

typedef struct stet_plan stet_plan;

/* Makes a plan. On success *plan belongs to the caller, who frees it with stet_plan_destroy(); on
 * failure *plan is NULL. Nothing is timed unless options.effort says so: the cost is that of
 * computing the roots of unity, and nearly nothing if a plan exists with the same lengths, kind and
 * precision. The tables of a dimension of length n take at most 2 n complex numbers if n has no
 * prime factor above 127, at most 8 n for other n, and 128 KiB.
 *
 * Lengths: any n >= 1. All are decomposed into their prime factors (Cooley-Tukey). A factor p above
 * 127 is a cyclic convolution: Rader's where p - 1 has no prime factor above 127, Bluestein's
 * otherwise.
 *
 * Strides: no two outputs may have the same address. The test is sufficient, not necessary: sorted
 * by size, each output stride must be larger than the extent of the dimensions with smaller
 * strides. Input strides are free; 0 repeats the input.
 *
 * Returns STET_OK or any of STET_E_NULL, _OPTIONS_SIZE, _KIND, _PRECISION, _LEVEL, _DIRECTION,
 * _NORM, _RANK, _LENGTH, _OVERFLOW, _STRIDE, _MEMORY, _THREADS, _POLICY, _HALF_MODE,
 * _HALF_EXPONENT, _HALF_LENGTH, _EFFORT, _R2R_KIND. */
STET_API stet_status stet_plan_create(stet_plan **plan, const stet_options *options);

/* Frees a plan. NULL is allowed. No execution of it may be running. */
STET_API void stet_plan_destroy(stet_plan *plan);

/* Runs a plan. in and out are arrays of the plan's precision, complex numbers as pairs (real,
 * imaginary), so float *, double *, T _Complex *, std::complex<T> * and fftw_complex * all fit.
 * They need only the alignment of their type.
 *
 * Aliasing: in and out may be the same pointer (in place) if both sides have the same layout in
 * bytes: C2C and R2R with equal strides; R2C and C2R with rows that start at the same byte (a real
 * row is padded to 2 (n/2 + 1) numbers) and unit stride in the last dimension. Otherwise they may
 * not share an element. The input is never written unless it is the output.
 *
 * C2R reads the half spectrum as that of a real signal: in one dimension the imaginary parts of
 * index 0 and, for even n, n/2 are taken as zero.
 *
 * Infinities and NaN in the input give NaN or infinity in outputs that depend on them; which of the
 * two is the same on every machine. Signed zeros are reproducible too; an R2C of one dimension
 * gives no -0.
 *
 * stet_execute() takes its workspace from the stack or the heap, and leaves one in the plan.
 * stet_execute_with() allocates nothing and uses work: at least stet_plan_workspace() bytes of any
 * alignment, not shared with in, out or another execution that may run at the same time.
 *
 * Stack: stet_plan_create(), stet_execute(), stet_execute_with(), stet_execute_stats() and
 * stet_transform() need at most 24 KiB of it, as do the tasks of a parallel-for. These numbers hold
 * for a library built with optimisation and up to 16 dimensions. A thread with a smaller stack
 * crashes.
 *
 * Level CORRECT: the workspace covers the first stage; later stages take memory from the heap, in
 * stet_execute_with() too. If that fails the status is STET_E_MEMORY, and some outputs may have
 * been written.
 *
 * Returns STET_OK, STET_E_NULL, STET_E_OVERLAP, STET_E_HALF_RANGE (level NATIVE; the output has
 * been written), and STET_E_MEMORY (stet_execute, and any of level CORRECT) or STET_E_WORKSPACE
 * (only stet_execute_with). */
STET_API stet_status stet_execute(const stet_plan *plan, const void *in, void *out);
STET_API stet_status stet_execute_with(const stet_plan *plan, const void *in, void *out, void *work,
                                       size_t work_size);

/* Returns the bytes of workspace that stet_execute_with() needs, for all threads; 0 for NULL. */
STET_API size_t stet_plan_workspace(const stet_plan *plan);

/* Describes for people what the plan chose, in lines of the form "key: value"; docs/cli.md (stet
 * info --plan) explains them. Keys and values may change from version to version; bits depend on
 * none of them. Writes at most size bytes, a 0 at the end included, and returns the length of the
 * whole text, as snprintf() does; text NULL with size 0 asks for the length. For a NULL plan the
 * text is empty. */
STET_API size_t stet_plan_describe(const stet_plan *plan, char *text, size_t size);

/* A report on what level CORRECT did in one or more executions. Numbers are real numbers of output.
 * The stages are double with a proved bound (f32, f16 and bf16 only), the exact decision which
 * outputs are rational, double-double, and wide fixed point. Set size, and clear the other fields.
 */
typedef struct stet_correct_stats {
    size_t size; /* sizeof(stet_correct_stats); an older stet.h has a smaller one */
    int64_t transforms;
    int64_t numbers;       /* numbers of output that were requested */
    int64_t not_finite;    /* transforms whose input has an infinity or a NaN */
    int64_t after_f64;     /* numbers not decided by double; 0 for f64, which lacks that stage */
    int64_t after_classes; /* not decided after ties, zeros and near ties */
    int64_t after_dd;      /* not decided by double-double, which runs first if double left few */
    int64_t rational;      /* decided exactly, because they are rational */
    int64_t classes;       /* questions asked; each decides a class of conjugate outputs */
    int64_t wide;          /* decided by fixed point, the last stage */
    int64_t limbs;         /* 64-bit limbs of the widest fixed point used; 0: not used */
    double seconds_f64;    /* the time of each stage */
    double seconds_classes;
    double seconds_dd;
    double seconds_fixed;
} stet_correct_stats;

/* Executes as stet_execute() does, and adds what was done to *stats. Returns the statuses of
 * stet_execute(), STET_E_NULL also if stats is NULL, STET_E_STATS_SIZE, and STET_E_LEVEL for plans
 * of another level; on an error *stats is not changed. */
STET_API stet_status stet_execute_stats(const stet_plan *plan, const void *in, void *out,
                                        stet_correct_stats *stats);

/* Returns e: the result of a plan of STET_F16 or STET_BF16 is 2^e times the value that its norm
 * defines. e is 0 for other precisions, for level CORRECT and for NULL. */
STET_API int stet_plan_half_exponent(const stet_plan *plan);

/* A bound says how far a plan's result can be from the exact one. It is known before any data.
 *
 * Let X be the exact result, norm and half_exponent included, of the input as it is stored; Y what
 * the plan has computed before it rounds to the output's precision; and y the output. For complex
 * outputs k (C2R: real ones) of one transform, with |.| the modulus and |.|_2 the 2-norm of one
 * transform (for R2C of both halves of its spectrum):
 *     |Y_k - X_k| <= each |X|_2 + underflow
 *     |Y - X|_2   <= rms |X|_2 + sqrt(N) underflow
 * Each real number of y is that of Y rounded: its error is at most `unit` times its absolute value,
 * or half of the smallest subnormal number. Level NATIVE of F32 and F64 computes in the output's
 * precision: unit is 0, and y is Y. Level CORRECT has Y = X: each, rms and underflow are 0.
 *
 * Hypotheses: no intermediate number overflows, and a C2R of more than one dimension is that of a
 * real signal. Source: the sums over the steps of the graph that src/graph/bound.h proves, with the
 * energies of X in place of those of Y. No bound is known for the half modes STORE and NATIVE: each
 * and rms are infinite then. Typical rms errors are below these bounds by a factor of about ten. */
typedef struct stet_error_bound {
    size_t size; /* sizeof(stet_error_bound); an older stet.h has a smaller one */
    double unit, each, rms, underflow;
} stet_error_bound;

/* Stores the plan's bound in *bound. Set bound->size before the call. Returns STET_OK, STET_E_NULL,
 * STET_E_STATS_SIZE. */
STET_API stet_status stet_plan_bound(const stet_plan *plan, stet_error_bound *bound);

/* Makes a plan, executes and destroys it in one call: the same bits, no state kept. Returns any
 * status of stet_plan_create() and stet_execute(). */
STET_API stet_status stet_transform(const stet_options *options, const void *in, void *out);

/* ----------------------------------------------------------------- tuning - */

/* TUNING. A tuning file has schedules that were measured: JSON of one entry per line, written by
 * stet_tuning_save() or by the command stet tune. It changes speed alone. A new plan takes the
 * first of these that exists: an entry of what the program loaded; an entry of the file that the
 * environment variable STET_TUNING names, which is read when the first plan is made; an entry that
 * STET_EFFORT_MEASURE made in this process; an entry of the tables that come with the library; the
 * rule's choice. Existing plans do not change.
 *
 * A file is valid for one instruction set, that of new plans when it is read, and has no effect on
 * plans of others (stet_isa_select()). A file is refused as a whole if it is damaged, if another
 * version or other instructions made it, or if one of its schedules does not suit its transform;
 * nothing changes then. If the file of STET_TUNING is refused, stet_tuning_describe() gives the
 * reason.
 *
 * All of this may be called from any thread at any time; a plan that another thread is making
 * meanwhile is made by the old tables or by the new ones. errno stays as it is. */

/* Takes a tuning file, or size bytes of the text of one (the reason then names "text", line and
 * column), in place of what was loaded before. On failure reason, of reason_size bytes, gets one
 * line without a newline that names the file, the line and the column and says why; on success it
 * gets "". It is written as by stet_plan_describe(); NULL and 0 are allowed.
 *
 * Returns STET_OK, STET_E_NULL, STET_E_FILE (not of _read), STET_E_TUNING, STET_E_MEMORY; on an
 * error nothing changes. */
STET_API stet_status stet_tuning_load(const char *path, char *reason, size_t reason_size);
STET_API stet_status stet_tuning_read(const char *text, size_t size, char *reason,
                                      size_t reason_size);

/* Write everything that was loaded or measured for the instruction set of new plans as a tuning
 * file, without the tables that come with the library. _write puts at most size bytes, a 0 at the
 * end included, and returns the length of the whole text, as snprintf() does. _save writes a new
 * file beside path and then renames it: on an error the old file stays. Returns STET_OK,
 * STET_E_NULL, STET_E_FILE, STET_E_MEMORY. */
STET_API size_t stet_tuning_write(char *text, size_t size);
STET_API stet_status stet_tuning_save(const char *path, char *reason, size_t reason_size);

/* Forgets everything that was loaded or measured, the file of STET_TUNING included. */
STET_API void stet_tuning_clear(void);

/* Describes for people what new plans take: lines "key: value" for each of the places above, and
 * why a file was refused. Writes as stet_plan_describe() does. */
STET_API size_t stet_tuning_describe(char *text, size_t size);

/* --------------------------------------------------------------- settings - */

/* SETTINGS. The environment variables of users, all optional; an empty one counts as not set.
 *
 *   variable          accepted                             read by
 *   STET_ISA          an instruction set: stet_isa_name()  the library
 *   STET_TUNING       a tuning file: TUNING                the library
 *   STET_LEVEL        native, extended, extended-ff or     the FFTW interfaces
 *                     correct
 *   STET_THREADS      1 to 1024, or all                    the FFTW interfaces, the commands
 *   STET_PROFILE      a profile: stet_lab.h                stet_profile_load()
 *   STET_GPU_CACHE    a folder, or off: stet_gpu.h         libstet_gpu
 *   STET_NVRTC        the file of a library                libstet_gpu
 *   STET_GPU_LIBRARY  the file of a library                stet.gpu of Python
 *   STET_MPI_LIBRARY  the file of a library                stet.mpi of Python
 *   STET_MKL          a file or a folder                   stet bench
 *   STET_CUFFT        the file of a library                stet bench
 *   STET_RUN_REPORT   the file of stet run, which sets it  the FFTW interfaces
 *
 * The library prints nothing. The functions below check the first four. The FFTW interfaces and
 * Python's package (as a warning) print the result once in a process; the commands refuse to run,
 * except for STET_TUNING, which changes speed alone. The other variables name files: the program
 * that opens such a file reports why it cannot.
 *
 * These functions may be called from any thread while no other thread changes the environment. */

/* Returns the name of variable number index, counted from 0; NULL past the last one. Static. */
STET_API const char *stet_setting_name(int index);

/* Writes why the value of the variable `name` is not understood: one line without a newline, with
 * the variable, its value and the accepted words. Writes as stet_plan_describe() does. Gives "" and
 * 0 if the value is understood or not set, or if name is none of these variables. */
STET_API size_t stet_setting_refused(const char *name, char *text, size_t size);

/* Writes the line of stet_setting_refused() for a variable that this function has not reported
 * before in this process, or a line about a variable that begins with STET_ and whose name differs
 * by one letter from one of these; "" and 0 if none remains. For programs that print:
 *     while (stet_setting_untold(text, sizeof text)) fprintf(stderr, "program: %s\n", text); */
STET_API size_t stet_setting_untold(char *text, size_t size);

/* ------------------------------------------------------------------- sums - */

typedef enum stet_sum_method {
    STET_SUM_EXACT = 1,      /* the exact sum rounded once: order and length do not matter */
    STET_SUM_PAIRWISE = 2,   /* splits at the largest power of two below n */
    STET_SUM_COMPENSATED = 3 /* Kahan-Babuska-Neumaier, in ascending order */
} stet_sum_method;

/* *sum = x[0] + x[stride] + ... + x[(n-1) stride]. n may be 0: the sum is +0. An exact sum that is
 * zero is +0, unless every term is -0; overflow and infinities follow IEEE 754 applied to the exact
 * sum; any NaN, or infinities of both signs, give NaN. x may be NULL only if n is 0. Returns
 * STET_OK, STET_E_NULL, STET_E_LENGTH (n < 0), STET_E_METHOD. */
STET_API stet_status stet_sum_f32(stet_sum_method method, ptrdiff_t n, const float *x,
                                  ptrdiff_t stride, float *sum);
STET_API stet_status stet_sum_f64(stet_sum_method method, ptrdiff_t n, const double *x,
                                  ptrdiff_t stride, double *sum);

/* *dot = the exact value of sum x[i] y[i], rounded once. Zeros, infinities and NaN are treated as
 * by the exact sum of the exact products. Returns STET_OK, STET_E_NULL, STET_E_LENGTH. */
STET_API stet_status stet_dot_f32(ptrdiff_t n, const float *x, ptrdiff_t x_stride, const float *y,
                                  ptrdiff_t y_stride, float *dot);
STET_API stet_status stet_dot_f64(ptrdiff_t n, const double *x, ptrdiff_t x_stride, const double *y,
                                  ptrdiff_t y_stride, double *dot);

/* ----------------------------------------------------------- half formats - */

/* Convert between binary16 or bfloat16 (as bits) and float or double: widening is exact, narrowing
 * rounds once to nearest, ties to even, with subnormals, overflow to infinity, and NaN to a quiet
 * NaN of the same sign. */
STET_API float stet_f16_to_f32(uint16_t bits);
STET_API float stet_bf16_to_f32(uint16_t bits);
STET_API uint16_t stet_f16_from_f32(float x);
STET_API uint16_t stet_f16_from_f64(double x);
STET_API uint16_t stet_bf16_from_f32(float x);
STET_API uint16_t stet_bf16_from_f64(double x);

/* --------------------------------------------------------- roots of unity - */

/* Compute cos(2 pi k/n) and sin(2 pi k/n), each correctly rounded to nearest even; exact values are
 * exact and zeros are +0. Any k; 1 <= n <= 2^40. No libm is used. stet_root_dd() gives each as an
 * unevaluated sum c[0] + c[1]: c[0] is the double nearest to the value, c[1] the double nearest to
 * the rest. Returns STET_OK, STET_E_NULL, STET_E_LENGTH. */
STET_API stet_status stet_root_f32(int64_t k, int64_t n, float *c, float *s);
STET_API stet_status stet_root_f64(int64_t k, int64_t n, double *c, double *s);
STET_API stet_status stet_root_dd(int64_t k, int64_t n, double c[2], double s[2]);

/* ------------------------------------------- sine and cosine of a float -- */

typedef enum stet_trig_function {
    STET_TRIG_SIN = 1,   /* sin x */
    STET_TRIG_COS = 2,   /* cos x */
    STET_TRIG_SINPI = 3, /* sin(pi x) */
    STET_TRIG_COSPI = 4  /* cos(pi x) */
} stet_trig_function;

/* Selects the implementation of the function. Each flavor gives the same bits on every machine, for
 * every one of the 2^32 floats.
 *
 * CORRECT is the exact value, rounded once to nearest even, subnormals too. A zero of sin x and
 * sin(pi x) has the sign of x, a zero of cos(pi x) is +0. CUDA13 is the result of the libdevice of
 * CUDA 13.0 without -use_fast_math. Its errors are below 1.52 ulp (sinf, cosf) and 0.97 ulp
 * (sinpif, cospif). CUDA's versions differ: other versions will have names of their own. Infinities
 * and NaN give NaN. */
typedef enum stet_trig_flavor { STET_TRIG_CORRECT = 1, STET_TRIG_CUDA13 = 2 } stet_trig_flavor;

/* Stores the function of x[i] in y[i], 0 <= i < n. Its bits depend on x[i] alone, not on n, i, the
 * alignment or the caller's modes. y may be x; otherwise the arrays may not share an element. n may
 * be 0, and the pointers may be NULL then. Everything runs in the caller's thread; nothing is
 * allocated. Returns STET_OK, STET_E_FUNCTION, STET_E_FLAVOR, STET_E_LENGTH (n < 0),
 * STET_E_OVERFLOW, STET_E_NULL, STET_E_OVERLAP. */
STET_API stet_status stet_trig(stet_trig_function function, stet_trig_flavor flavor, ptrdiff_t n,
                               const float *x, float *y);

/* Compute sin x and cos x, or sin(pi x) and cos(pi x), in one call, with the bits and statuses of
 * two calls of stet_trig(). sine or cosine may be x; otherwise no two of the arrays may share an
 * element. */
STET_API stet_status stet_trig_sincos(stet_trig_flavor flavor, ptrdiff_t n, const float *x,
                                      float *sine, float *cosine);
STET_API stet_status stet_trig_sincospi(stet_trig_flavor flavor, ptrdiff_t n, const float *x,
                                        float *sine, float *cosine);

#ifdef __cplusplus
}
#endif

#endif /* STET_H */
