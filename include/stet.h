/* stet: Fourier transforms whose bits stand.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * This header is the contract. It holds every public function with its shapes,
 * units, aliasing and thread rules and every status it can return.
 *
 * THE PROMISE. The output bits are a function of the input values, the kind, the
 * lengths, the precision (of 16 bits the half mode and exponent too), the level, the
 * direction and the norm alone. The CPU, the SIMD width, the compiler, the
 * optimisation level, the alignment and strides of the arrays, the number of
 * transforms in a batch, the number of threads, in place or out of place: none of
 * them changes one bit. The payload and sign of a NaN are the one exception.
 *
 * THREADS. Every function here may be called from any thread at any time. A plan
 * is immutable, but for memory that executions leave in it for the next (a workspace; tables that
 * level CORRECT has needed): any number of threads may execute one at once, each on its own arrays.
 * Nothing is initialised by hand. Three things are global: the instruction set for new plans,
 * chosen on first use; the list of tables that the plans in existence share, which the last plan to
 * go takes with it; and the schedules that were loaded or measured: see TUNING.
 * A plan may itself use several threads: see stet_options.threads. Which thread
 * does what, and how many there are, changes no bit.
 * fork() at any time, even while other threads make and destroy plans: the child may
 * call everything here, and makes threads of its own if it needs them.
 * dlclose() of the shared library, and exit(), end its threads first: see THREADS OF ONE
 * PLAN.
 *
 * ERRORS. Functions that can fail return a stet_status: 0 or a negative number.
 * The library never prints, aborts, exits, or sets errno. When a function fails,
 * no output array has been written, unless its comment says otherwise.
 *
 * FLOATING-POINT ENVIRONMENT. Functions that compute do it in round-to-nearest with
 * subnormals on and exceptions masked, whatever the caller has set, and give his modes back
 * before they return: rounding, flushing of subnormals, masks of exceptions. As with libm,
 * a call may raise exception flags, whichever its own operations give rise to; it lowers
 * none.
 *
 * STRUCTS. One that the caller allocates has its size in its first field, so that fields can be
 * added at its end; a smaller size, of an older stet.h, stays good. stet_dim alone has none:
 * callers make arrays of it, and it will not grow.
 */
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

/* The bits version: two libraries with the same number give the same bits. The bits of a bits
 * version are frozen; until 1.0 a new bits version may come, in a release that says so. */
#define STET_BITS_VERSION 2

/* ---------------------------------------------------------------- status -- */

typedef enum stet_status {
    STET_OK = 0,
    STET_E_NULL = -1,         /* a pointer that must not be NULL is NULL */
    STET_E_OPTIONS_SIZE = -2, /* options.size is not a size this library knows */
    STET_E_KIND = -3,         /* options.kind is not a stet_kind */
    STET_E_PRECISION = -4, /* options.precision is not a stet_precision, or not one of this level */
    STET_E_LEVEL = -5,     /* options.level is not a stet_level */
    STET_E_DIRECTION = -6, /* not a stet_direction, or the wrong one for the kind */
    STET_E_NORM = -7,      /* options.norm is not a stet_norm */
    STET_E_RANK = -8,      /* rank < 1 or batch_rank < 0 */
    STET_E_LENGTH = -9,    /* a length or count is < 1 (sums and arrays: < 0), or above the limit */
                           /* of the function */
    STET_E_OVERFLOW = -10, /* the array would not fit in the address space */
    STET_E_STRIDE = -11,   /* two outputs of one call may share an address */
    STET_E_OVERLAP = -12,  /* in and out share memory and are not one array, or two outputs do */
    STET_E_MEMORY = -13,   /* an allocation failed */
    STET_E_WORKSPACE = -14,  /* the workspace is smaller than the plan asks for */
    STET_E_METHOD = -15,     /* the method is not a stet_sum_method */
    STET_E_THREADS = -16,    /* options.threads is below -1 */
    STET_E_ISA_NAME = -17,   /* the name is not that of an instruction set */
    STET_E_ISA_BUILD = -18,  /* the library was built without that instruction set */
    STET_E_ISA_CPU = -19,    /* this CPU or operating system lacks that instruction set */
    STET_E_FLAVOR = -20,     /* the flavor is not a stet_trig_flavor */
    STET_E_FUNCTION = -21,   /* the function is not a stet_trig_function */
    STET_E_STATS_SIZE = -22, /* the size of stats or of a bound is not one this library knows */
    STET_E_POLICY = -23,     /* options.policy is not a stet_correct_policy */
    STET_E_HALF_MODE = -24,  /* not a stet_half_mode, or not one of this precision or this level */
    STET_E_HALF_EXPONENT = -25, /* half_exponent is neither STET_HALF_SAFE nor from -100 to 100 */
    STET_E_HALF_LENGTH = -26,   /* f16 native, and a length has a prime factor above 13 */
    STET_E_HALF_RANGE = -27,    /* a result is too large for 16 bits: see HALF PRECISION */
    STET_E_EFFORT = -28,        /* options.effort is not a stet_effort */
    STET_E_TUNING = -29,        /* the text is no tuning file for this library and machine */
    STET_E_FILE = -30,          /* the file cannot be read, or not be written */
    STET_E_PROFILE = -31,       /* not a profile: stet_lab.h */
    /* of stet_conv.h: */
    STET_E_OPERATOR = -32, /* operation, combine or space is not one of its enumeration */
    STET_E_EXTENDED = -33, /* options.extended has an unknown bit, or the method no transforms */
    STET_E_FILTER_LENGTH = -34, /* a circular filter is longer than the sequence */
    STET_E_CHANNELS = -35,      /* channels, batch or filter_channels does not fit */
    STET_E_GELU = -36,          /* options.gelu is not a stet_conv_gelu */
    STET_E_FLAG = -37,          /* a flag is neither 0 nor 1, or an array there is no flag for */
    STET_E_FFT_LENGTH = -38,    /* the transform is too short, or has a prime factor above 13 */
    STET_E_ACCURACY = -39,      /* no method that is allowed has such an error bound */
    STET_E_STREAM = -40,        /* there is no such stream, or it is finished */
    STET_E_ROOM = -41,          /* the array for the outputs is too small */
    /* of stet_lab.h: */
    STET_E_REFERENCE = -42, /* two references, or cycles where there can be none */
    STET_E_ABORTED = -43,   /* a callback ended the run */
    STET_E_R2R_KIND = -44,  /* one of options.r2r is not a stet_r2r_kind */
    /* of stet_mpi.h: */
    STET_E_MPI = -45,        /* MPI failed, now or earlier in this plan */
    STET_E_MPI_INIT = -46,   /* MPI is not running, or has not MPI_THREAD_FUNNELED */
    STET_E_RANKS = -47,      /* options differ from rank to rank, or there is no such rank */
    STET_E_GRID = -48,       /* not a grid of these ranks, or not for this transform */
    STET_E_LAYOUT = -49,     /* not a stet_mpi_layout, or not one of this transform */
    STET_E_BLOCKS = -50,     /* a block is negative, or their sum is not the length */
    STET_E_EXCHANGE = -51,   /* not a stet_mpi_exchange, or not one between these ranks */
    STET_E_GATHER = -52,     /* one rank needs the whole array, and has no room for it */
    STET_E_ARRAY_FILE = -53, /* the file is no array of this shape and type */
    STET_E_BUILD = -54       /* this build of the library leaves that out: STET_NATIVE_ONLY */
} stet_status;

/* The meaning of a status in English, one line without a newline. Never NULL:
 * an unknown number gives "unknown status". The string is static. */
STET_API const char *stet_strerror(int status);

/* ---------------------------------------------------------------- version - */

/* "0.2.0": the version of the library that is running. Static. */
STET_API const char *stet_version(void);

/* STET_BITS_VERSION of the library that is running. */
STET_API int stet_bits_version(void);

/* The instruction sets that transforms run on, from the lowest to the highest: "soft"
 * (software fma), "sse2" (x86, 128-bit vectors, fma from other operations), "scalar"
 * (hardware fma), "simd128" and "relaxed" (WebAssembly, without and with a fused multiply-add),
 * "fma128" (x86, 128-bit vectors), "neon" (64-bit Arm), "neonfp16", "avx2",
 * "avx512", "avx512fp16" (the fp16 with arithmetic of binary16), and what else
 * stet_isa_built() lists. They differ in speed alone.
 *
 * stet_isa_name() is the one that new plans get: the best that was built and that the
 * CPU and the operating system can run, chosen on first use, unless the environment
 * variable STET_ISA names an upper limit then or stet_isa_select() chose another.
 * An unknown name in STET_ISA limits nothing (SETTINGS has who says so); one that was not
 * built or that the CPU lacks stands for those below it. Static. */
STET_API const char *stet_isa_name(void);

/* Plans made from now on run on this instruction set, STET_ISA notwithstanding; NULL
 * goes back to the choice of first use. A plan keeps the one it was made with. Any
 * thread, any time; a plan that another thread is making meanwhile gets the one or the
 * other.
 * Returns STET_OK, STET_E_ISA_NAME, STET_E_ISA_BUILD, STET_E_ISA_CPU; on an error
 * nothing changes. */
STET_API stet_status stet_isa_select(const char *name);

/* The name of number index, from 0 for "soft" upwards, of the instruction sets that
 * this library was built with; NULL past the last one. *can_run, if not NULL, is set to
 * whether this CPU and operating system can run it. Static. */
STET_API const char *stet_isa_built(int index, int *can_run);

/* What runs the threads of plans that name no parallel-for of their own: "pthreads", the
 * library's pool of them. Static. */
STET_API const char *stet_threading_name(void);

/* The number of processors that this process may run on now, at least 1:
 * STET_THREADS_ALL stands for it. */
STET_API int stet_processor_count(void);

/* ------------------------------------------------------------- transforms - */

typedef enum stet_kind {
    STET_C2C = 1, /* complex to complex */
    STET_R2C = 2, /* real to the non-negative half of its spectrum, forward */
    STET_C2R = 3, /* the non-negative half of a Hermitian spectrum to real, inverse */
    STET_R2R = 4  /* real to real: cosine, sine, Hartley, halfcomplex: see stet_r2r_kind */
} stet_kind;

/* REAL TO REAL. What STET_R2R does along a dimension: options.r2r has one for each, and they may
 * differ. With the sums over 0 <= j < n and for 0 <= k < n, without the factor s of the norm, these
 * are FFTW's kinds of the names behind them:
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
 *   HC2R  HC2R     y[k] = sum X[j] e(j k/n), X being the Hermitian spectrum that x holds as R2HC
 *                  gives it
 *
 * DCT1 needs n >= 2. N of the table of stet_norm is the product of the logical lengths: 2(n-1) for
 * DCT1, 2(n+1) for DST1, 2n for the other cosine and sine transforms, n for the others; a transform
 * and then its inverse (DCT2 and DCT3, DST2 and DST3, R2HC and HC2R; the others are their own), in
 * any norm, the one with direction forward and the other with inverse, give the input back.
 * The kind that is named is the one computed: the direction is the column of that table and the
 * order of the dimensions, no more. Several dimensions are transformed one after the other, so that
 * DHT of more than one is the product of cos + sin of each. STET_F32 and STET_F64 alone, all
 * levels. docs/r2r.md has errors and speed.
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
    STET_BF16 = 4 /* bfloat16 in and out, as uint16_t: the upper half of a float */
} stet_precision;

/* HALF PRECISION. Numbers in the arrays have 16 bits. What level NATIVE does between them is one of
 * three modes, each with its own bits; docs/half.md has their definitions, errors and speed.
 *
 *   IO      the bits of STET_F32 on the widened input, rounded once: the whole transform, of any
 *           rank, in float
 *   STORE   float arithmetic, rounded to 16 bits after each dimension, and within a long complex
 *           line once more, half-way: half the memory traffic. Where it does so follows from
 *           the length and the kind alone
 *   NATIVE  f16 only: every operation is rounded to binary16, the graph being that of level native.
 *           Lengths with a prime factor above 13 are STET_E_HALF_LENGTH. The factor of the norm is
 *           applied in float
 *
 * RANGE. The largest number of f16 is 65504, and a transform of N numbers can be N times its input.
 * The input is therefore multiplied, exactly but where it becomes subnormal, by 2^half_exponent
 * when it is read, and so is the result. STET_HALF_SAFE stands for the exponent that makes every
 * input safe whose real and imaginary parts are at most 1 in size: with L = ceil(log2 N)
 *     f16 if the norm's factor is 1   -max(0, L - 15), in all modes
 *     f16 otherwise                   the same inside (STORE, NATIVE), taken back with the factor
 *     bf16                            0
 * stet_plan_half_exponent() tells by which power of two the result differs from the norm's
 * definition. If a line of finite numbers gives one that is not (IO with more than one dimension:
 * if a call with finite input does), the call returns STET_E_HALF_RANGE; the output has then been
 * written, with infinities or NaN in it. Infinities and NaN of the input travel as in the other
 * precisions. */
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
 *               float. No dimension, and not the norm's factor, is rounded on the way.
 *   f64         The same in double-double: the graph of level NATIVE, each number being an
 *               unevaluated sum of two doubles. docs/extended.md has its operations.
 *   f16, bf16   The bits of half mode IO. Other modes are STET_E_HALF_MODE.
 *
 * EXTENDED_FF is STET_F32 with sums of two floats in place of double, for devices that have none: a
 * definition with bits of its own. Other precisions are STET_E_PRECISION.
 *
 * Numbers whose exact values are farther from the midpoints of the output's precision than the
 * bound of what is inside (stet_plan_bound()) are the correctly rounded ones. An infinity, or an
 * overflow, gives NaN in sums of two numbers.
 *
 * CORRECT: every real and imaginary part is the exact value of the definition below, its norm
 * included, rounded once to nearest, ties to even. An exact zero is +0; another value that rounds
 * to zero keeps its sign; overflow and subnormal numbers are IEEE 754's. A -0 in the input is 0. If
 * one number of an input is an infinity or a NaN, every output of that transform is the one quiet
 * NaN with the bits 0x7fc00000 (f64 0x7ff8000000000000, f16 0x7e00, bf16 0x7fc0). The result is a
 * property of the input: no other correctly rounding library can give other bits. docs/correct.md
 * has the method and its proof. */
typedef enum stet_level {
    STET_LEVEL_NATIVE = 1,     /* one fixed graph of operations in the precision itself */
    STET_LEVEL_EXTENDED = 2,   /* that graph in the next precision up, rounded once */
    STET_LEVEL_CORRECT = 3,    /* the exact result, rounded once */
    STET_LEVEL_EXTENDED_FF = 4 /* f32: EXTENDED with pairs of floats in place of double */
} stet_level;

/* How the time of STET_LEVEL_CORRECT may depend on the data; its bits do not. It works in stages,
 * each more precise than the one before it. ADAPTIVE takes each stage for those outputs alone that
 * the ones before it have not decided. STEADY always takes double and double-double for all
 * outputs; what is left after these (ties, zeros and near ties) takes longer all the same, so this
 * makes time less telling, not constant. */
typedef enum stet_correct_policy {
    STET_CORRECT_ADAPTIVE = 0,
    STET_CORRECT_STEADY = 1
} stet_correct_policy;

/* With e(t) = exp(2 pi i t):
 *   forward   X[k] = s sum_n x[n] e(-k n / N)
 *   inverse   x[n] = s sum_k X[k] e(+k n / N)                                 */
typedef enum stet_direction { STET_FORWARD = 1, STET_INVERSE = 2 } stet_direction;

/* The factor s above, N being the product of all transformed lengths (for R2C
 * and C2R the lengths of the real array). This table is the one statement of it:
 *
 * (stet_r2r_kind has the N of R2R.)
 *                        forward        inverse
 *   STET_NORM_BACKWARD   1              1/N
 *   STET_NORM_ORTHO      1/sqrt(N)      1/sqrt(N)
 *   STET_NORM_FORWARD    1/N            1                                     */
typedef enum stet_norm {
    STET_NORM_BACKWARD = 1,
    STET_NORM_ORTHO = 2,
    STET_NORM_FORWARD = 3
} stet_norm;

/* One dimension: its length, and the distance between neighbours in the input
 * and in the output. Strides count elements of the array they belong to: a
 * complex array counts complex numbers, a real array counts real numbers. They
 * may be negative; the array pointer is then the address of index 0, not the
 * lowest address. n is the length of the transform: for the last dimension of
 * R2C and C2R the complex side has n/2 + 1 elements.
 *
 * Several dimensions are transformed one after the other, the last one first; those of
 * inverse transforms, C2R among them, in the opposite order. */
typedef struct stet_dim {
    ptrdiff_t n;
    ptrdiff_t in_stride;
    ptrdiff_t out_stride;
} stet_dim;

/* A loop whose turns may run in any order and at once. A stet_parallel_for() calls
 * task(data, i) once for each i from 0 to count - 1, on whatever threads it likes
 * (the caller's own is one of them or not), and returns when all calls have returned.
 * What a task wrote must then be visible to the caller, as it is after joining a
 * thread. Tasks never wait for each other, so running them one by one, in any order,
 * is right too. They do not fail or throw; neither may the parallel-for. Its count is
 * at most the number of threads of the plan. */
typedef void stet_task(void *data, ptrdiff_t index);
typedef void stet_parallel_for(void *context, ptrdiff_t count, stet_task *task, void *data);

/* How much time making a plan may take. Every plan gives the same bits: what is chosen are the
 * order and the size of the steps, which vectors go side by side, and where intermediate numbers
 * lie.
 *
 *   ESTIMATE  nothing is timed. The choice is that of a tuning file (TUNING below), or else that
 *             of a table that was measured on this family of CPUs, or else a rule
 *   MEASURE   for every length, kind and precision that no plan of this process has measured and no
 *             tuning file has, candidates are timed in the calling thread, on arrays of its own:
 *             a tenth of a second as a rule, three quarters of one at most, or 40 executions
 *             where these take longer; lengths with a prime factor above 13, and C2R, twice
 *             that. The result counts for all plans made afterwards. The rule's choice stays unless
 * another takes 3 % less. If memory is short or the clock stands still, it is ESTIMATE */
typedef enum stet_effort { STET_EFFORT_ESTIMATE = 0, STET_EFFORT_MEASURE = 1 } stet_effort;

/* For stet_options.threads: as many as stet_processor_count(), when the plan is made. */
#define STET_THREADS_ALL (-1)

/* THREADS OF ONE PLAN. With threads above 1, lines of a batch or of an n-dimensional
 * array, and the steps of one long line, are shared out among that many threads: as far
 * as there is work for them, small transforms staying in the caller's thread. More than
 * 1024 count as 1024. The bits are those of one thread. stet_plan_workspace() grows with
 * the number of threads; nothing else is allocated by the library but, once, the
 * threads. Each thread computes in the floating-point environment
 * described above and gets its own modes back.
 *
 * parallel runs them; parallel_context is handed to it, and both must stay usable as
 * long as the plan. It is called several times per execution, from the thread that
 * called stet_execute(), and by several such threads at once if they do so. NULL means
 * the library's pool.
 *
 * The pool: POSIX threads, made when they are first needed, as many as the largest number
 * asked for less one, or as can be had; on the processors of the thread that makes them,
 * with signals blocked. The caller works too, and waits only for what a thread has begun.
 * Who waits looks for some 30 microseconds, then sleeps: a pool without work takes no
 * processor time. It serves one execution at a time: another one stays in its caller's
 * thread. OpenMP and its environment variables (OMP_NUM_THREADS) have no part in it. */

/* What to transform. Fill it with stet_options_init(), then set at least dims,
 * rank, and whatever differs from the defaults in brackets. The arrays that dims
 * and batch point to are read by stet_plan_create() and not kept. */
typedef struct stet_options {
    size_t size;                 /* [sizeof(stet_options)], or what it was in an older stet.h: */
                                 /* the fields that were not there have their defaults */
    stet_kind kind;              /* [STET_C2C] */
    stet_precision precision;    /* [STET_F64] */
    stet_level level;            /* [STET_LEVEL_NATIVE] */
    stet_direction direction;    /* [STET_FORWARD] R2C must be forward, C2R inverse */
    stet_norm norm;              /* [STET_NORM_BACKWARD] */
    int rank;                    /* [0] transformed dimensions, at least 1 */
    int batch_rank;              /* [0] dimensions that only repeat the transform */
    const stet_dim *dims;        /* [NULL] rank of them; the last is transformed first */
    const stet_dim *batch;       /* [NULL] batch_rank of them; NULL if that is 0 */
    int threads;                 /* [0] 0 or 1: one; STET_THREADS_ALL; else at most that many */
    stet_parallel_for *parallel; /* [NULL] NULL: the pool */
    void *parallel_context;      /* [NULL] any value */
    stet_correct_policy policy;  /* [STET_CORRECT_ADAPTIVE] of level CORRECT; others ignore it */
    stet_half_mode half_mode;    /* [STET_HALF_IO] of F16 and BF16 alone; level CORRECT: IO only */
    int half_exponent;           /* [STET_HALF_SAFE] or -100 to 100; CORRECT scales nothing: or 0 */
    stet_effort effort;          /* [STET_EFFORT_ESTIMATE] */
    const stet_r2r_kind *r2r;    /* [NULL] of R2R alone: rank of them, not kept */
} stet_options;

/* Set every field to its default, size included. If options is NULL nothing happens.
 * stet_options_init() tells the library how large the caller's struct is; programs in other
 * languages call stet_options_init_size() themselves. */
STET_API void stet_options_init_size(stet_options *options, size_t size);
static inline void stet_options_init(stet_options *options)
{
    stet_options_init_size(options, sizeof(stet_options));
}

/* Fill dims[0..rank-1] with the strides of contiguous row-major arrays of the
 * lengths n[0..rank-1]. For R2C and C2R the complex side has n/2 + 1 elements
 * in its last dimension and the real side is not padded.
 * Returns STET_OK, STET_E_NULL, STET_E_KIND, STET_E_RANK, STET_E_LENGTH,
 * STET_E_OVERFLOW. */
STET_API stet_status stet_dims_contiguous(stet_kind kind, int rank, const ptrdiff_t *n,
                                          stet_dim *dims);

typedef struct stet_plan stet_plan;

/* Make a plan. On success *plan belongs to the caller, who gives it back with
 * stet_plan_destroy(); on failure *plan is NULL. Nothing is timed unless options.effort says so:
 * the cost is that of computing the roots of unity, and nearly nothing if a plan exists whose
 * lengths, kind and precision are the same. The tables of a dimension of length n take
 * at most 2 n complex numbers and 64 KiB, if n has no prime factor above 13, and 8 n at
 * most for other n.
 *
 * Lengths: any n >= 1. A power of two, and factors 3, 5, 7, 11 and 13, are
 * decomposed (Cooley-Tukey); what is left over is one cyclic convolution: Rader's for a
 * prime p where p - 1 has no factor above 13, Bluestein's for the rest.
 *
 * Strides: no two outputs may share an address. The test is sufficient, not
 * necessary: sorted by size, each output stride must be larger than the reach of
 * the dimensions below it. Input strides are free; 0 repeats the input.
 *
 * Returns STET_OK or any of STET_E_NULL, _OPTIONS_SIZE, _KIND, _PRECISION,
 * _LEVEL, _DIRECTION, _NORM, _RANK, _LENGTH, _OVERFLOW, _STRIDE, _MEMORY, _THREADS, _POLICY,
 * _HALF_MODE, _HALF_EXPONENT, _HALF_LENGTH, _EFFORT, _R2R_KIND. */
STET_API stet_status stet_plan_create(stet_plan **plan, const stet_options *options);

/* Give a plan back. NULL is allowed. No execution may be running on it. */
STET_API void stet_plan_destroy(stet_plan *plan);

/* Run a plan. in and out are arrays of the plan's precision, complex numbers as
 * pairs (real, imaginary), so float *, double *, T _Complex *, std::complex<T> *
 * and fftw_complex * all fit. They need only the alignment of their type.
 *
 * Aliasing: in and out may be the same pointer (in place) if both sides have the
 * same layout in bytes: C2C and R2R with equal strides; R2C and C2R with rows that start
 * at the same byte (a real row is padded to 2 (n/2 + 1) numbers), unit stride in
 * the last dimension. Otherwise they may not share an element. The input is never
 * written unless it is the output.
 *
 * C2R reads the half spectrum as that of a real signal: the imaginary parts of
 * index 0 and, for even n, n/2 of the last dimension are taken as zero in 1-D.
 *
 * Infinities and NaN in the input give NaN or infinity in outputs that depend on
 * them; which of them is the same everywhere. Signed zeros are reproducible too; an R2C of one
 * dimension gives no -0.
 *
 * stet_execute() takes its workspace from the stack or the heap, and leaves one in the plan;
 * stet_execute_with() allocates nothing and uses work, of at least
 * stet_plan_workspace() bytes, any alignment, not shared with in, out or another
 * execution that may run at the same time.
 *
 * Stack: stet_plan_create(), stet_execute(), stet_execute_stats() and stet_transform() need at most
 * 64 KiB of it, stet_execute_with() 24 KiB, and the tasks of a parallel-for as much as that: of a
 * library built with optimisation, for up to 16 dimensions. A thread that has less is killed.
 *
 * Level CORRECT: the workspace holds what the first stage needs; those after it take memory from
 * the heap in stet_execute_with() too. If that fails the status is STET_E_MEMORY, and some outputs
 * may have been written.
 *
 * Returns STET_OK, STET_E_NULL, STET_E_OVERLAP, STET_E_HALF_RANGE (level NATIVE; the output has
 * been written), and STET_E_MEMORY (stet_execute, and any of level CORRECT) or STET_E_WORKSPACE
 * (only stet_execute_with). */
STET_API stet_status stet_execute(const stet_plan *plan, const void *in, void *out);
STET_API stet_status stet_execute_with(const stet_plan *plan, const void *in, void *out, void *work,
                                       size_t work_size);

/* Bytes of workspace that stet_execute_with() needs, for all threads; 0 for NULL. */
STET_API size_t stet_plan_workspace(const stet_plan *plan);

/* What the plan chose, for people: lines of the form "key: value", docs/cli.md (stet info --plan)
 * says what they mean. Keys and values may change from version to version; bits depend on none of
 * them. Writes at most size bytes, a 0 at the end included, and returns the length of the whole
 * text, as snprintf() does; NULL and 0 ask for the length. Of a plan that is NULL the text is
 * empty. */
STET_API size_t stet_plan_describe(const stet_plan *plan, char *text, size_t size);

/* What level CORRECT did, in one or more executions: numbers are real numbers of output. The stages
 * are double with a proved bound (f32, f16 and bf16 alone), the exact decision of which outputs
 * are rational, double-double, and wide fixed point. Set size, and clear the rest. */
typedef struct stet_correct_stats {
    size_t size; /* sizeof(stet_correct_stats), or what it was in an older stet.h */
    int64_t transforms;
    int64_t numbers;       /* asked for */
    int64_t not_finite;    /* transforms whose input has an infinity or a NaN */
    int64_t after_f64;     /* numbers not decided by double; 0 for f64, which has no such stage */
    int64_t after_classes; /* left when ties, zeros and near ties are decided, and */
    int64_t after_dd;      /* left by double-double, which comes first if double left few numbers */
    int64_t rational;      /* decided exactly: they are rational */
    int64_t classes;       /* questions that took: one answers for a class of conjugate outputs */
    int64_t wide;          /* decided by fixed point: left by both */
    int64_t limbs;         /* of 64 bits, of the widest fixed point used; 0: it was not used */
    double seconds_f64;    /* the time of each stage */
    double seconds_classes;
    double seconds_dd;
    double seconds_fixed;
} stet_correct_stats;

/* stet_execute(), and add what was done to *stats.
 * Returns the same, STET_E_NULL also if stats is NULL, STET_E_STATS_SIZE, and STET_E_LEVEL for
 * plans of another level; on an error *stats is not changed. */
STET_API stet_status stet_execute_stats(const stet_plan *plan, const void *in, void *out,
                                        stet_correct_stats *stats);

/* The result of a plan of STET_F16 or STET_BF16 is 2^e times what its norm says; this is e, which
 * is 0 for other precisions, for level CORRECT and for NULL. */
STET_API int stet_plan_half_exponent(const stet_plan *plan);

/* How far the result of a plan is from the exact one at most, before any number is known.
 *
 * Let X be the exact result, norm and half_exponent included, of the input as it is stored; Y what
 * the plan has computed before it rounds to the output's precision; and y the output. For complex
 * outputs k (C2R: real ones) of one transform, |.| being the modulus and |.|_2 the 2-norm of one
 * transform, for R2C that of both halves of its spectrum:
 *     |Y_k - X_k| <= each |X|_2 + underflow
 *     |Y - X|_2   <= rms |X|_2 + sqrt(N) underflow
 * and each real number of y is that of Y rounded: off by at most `unit` times itself, or by half of
 * the smallest subnormal number. Level NATIVE of F32 and F64 computes in the output's precision:
 * unit is 0, and y is Y. Level CORRECT has Y = X: each, rms and underflow are 0.
 *
 * Hypotheses: no number overflows on the way, and a C2R of more than one dimension is that of a
 * real signal. Source: the sums over the steps of the graph that src/graph/bound.h proves, with the
 * energies of X in place of those of Y. No bound is known for the half modes STORE and NATIVE: each
 * and rms are infinite then. Typical errors are well below these: rms ones by a factor of some
 * ten. */
typedef struct stet_error_bound {
    size_t size; /* sizeof(stet_error_bound), or what it was in an older stet.h */
    double unit, each, rms, underflow;
} stet_error_bound;

/* Set bound->size before. Returns STET_OK, STET_E_NULL, STET_E_STATS_SIZE. */
STET_API stet_status stet_plan_bound(const stet_plan *plan, stet_error_bound *bound);

/* Plan, execute, destroy in one call: the same bits, no state kept. Returns
 * whatever stet_plan_create() and stet_execute() return. */
STET_API stet_status stet_transform(const stet_options *options, const void *in, void *out);

/* ----------------------------------------------------------------- tuning - */

/* TUNING. A tuning file has schedules that were measured: JSON of one entry a line, written by
 * stet_tuning_save() or by the command stet tune. It changes speed alone. New plans take the first
 * that is there: an entry of what the program loaded; one of the file that the environment
 * variable STET_TUNING names, which is read when the first plan is made; one that
 * STET_EFFORT_MEASURE made in this process; one of the tables that come with the library; the
 * rule's choice. Plans that exist stay as they are.
 *
 * A file holds for one instruction set, that of new plans when it is read, and has no effect on
 * plans of others (stet_isa_select()). One that is damaged, that another version or other
 * instructions made, or that has a schedule which does not suit its transform, is refused as a
 * whole: then everything is as it was. For STET_TUNING stet_tuning_describe() has the reason.
 *
 * All of this may be called from any thread at any time; a plan that another thread is making
 * meanwhile is made by the old tables or by the new ones. errno stays as it is. */

/* Take a tuning file, or size bytes of the text of one (then line and column stand after "text"),
 * in place of what was loaded before. reason, of reason_size bytes, gets why not, one line without
 * a newline that names the file, the line and the column: as stet_plan_describe() writes text, ""
 * on success; NULL and 0 are allowed.
 *
 * Returns STET_OK, STET_E_NULL, STET_E_FILE (not of _read), STET_E_TUNING, STET_E_MEMORY; on an
 * error nothing changes. */
STET_API stet_status stet_tuning_load(const char *path, char *reason, size_t reason_size);
STET_API stet_status stet_tuning_read(const char *text, size_t size, char *reason,
                                      size_t reason_size);

/* All that was loaded or measured for the instruction set of new plans, as a tuning file; what
 * comes with the library is not in it. _write puts at most size bytes, a 0 at the end included, and
 * returns the length of the whole text, as snprintf() does. _save writes the file beside path
 * first and renames it then: on an error the old one stays.
 * Returns STET_OK, STET_E_NULL, STET_E_FILE, STET_E_MEMORY. */
STET_API size_t stet_tuning_write(char *text, size_t size);
STET_API stet_status stet_tuning_save(const char *path, char *reason, size_t reason_size);

/* Forget what was loaded or measured, the file of STET_TUNING included. */
STET_API void stet_tuning_clear(void);

/* What new plans take, for people: lines "key: value" for each of the places above, and why a file
 * was refused. Writes as stet_plan_describe() does. */
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
 *   STET_PROFILE      a profile: stet_lab.h            stet_profile_load()
 *   STET_GPU_CACHE    a folder, or off: stet_gpu.h         libstet_gpu
 *   STET_NVRTC        the file of a library                libstet_gpu
 *   STET_GPU_LIBRARY  the file of a library                stet.gpu of Python
 *   STET_MPI_LIBRARY  the file of a library                stet.mpi of Python
 *   STET_MKL          a file or a folder                   stet bench
 *   STET_CUFFT        the file of a library                stet bench
 *   STET_RUN_REPORT   the file of stet run, which sets it  the FFTW interfaces
 *
 * The library prints nothing. The first four are checked by the functions below, and what they say
 * is printed, once in a process, by the FFTW interfaces and by Python's package (a warning); the
 * commands refuse to run, but for STET_TUNING, which changes speed alone. Whoever opens what one of
 * the others names says why it cannot.
 *
 * Any thread may call these at any time at which no other one changes the environment. */

/* The variable of number index, from 0; NULL past the last one. Static. */
STET_API const char *stet_setting_name(int index);

/* Why the value of the variable of that name is not understood: one line without a newline, with
 * the variable, its value and the accepted words. Writes as stet_plan_describe() does. "" and 0 if
 * it is understood or not set, or if name is none of these variables. */
STET_API size_t stet_setting_refused(const char *name, char *text, size_t size);

/* The same of a variable that is not understood and that this function has not told of before in
 * this process, or of one that begins with STET_ and whose name is but one letter away from one of
 * these; "" and 0: there is none left. For programs that print:
 *     while (stet_setting_untold(text, sizeof text)) fprintf(stderr, "program: %s\n", text); */
STET_API size_t stet_setting_untold(char *text, size_t size);

/* ------------------------------------------------------------------- sums - */

typedef enum stet_sum_method {
    STET_SUM_EXACT = 1,      /* the exact sum rounded once: no order, no length matters */
    STET_SUM_PAIRWISE = 2,   /* halves split at the largest power of two below n */
    STET_SUM_COMPENSATED = 3 /* Kahan-Babuska-Neumaier, from the first to the last */
} stet_sum_method;

/* *sum = x[0] + x[stride] + ... + x[(n-1) stride]. n may be 0: the sum is +0.
 * An exact sum that is zero is +0, unless every term is -0; overflow and
 * infinities follow IEEE 754 applied to the exact sum; any NaN, or infinities of
 * both signs, give NaN. x may be NULL only if n is 0.
 * Returns STET_OK, STET_E_NULL, STET_E_LENGTH (n < 0), STET_E_METHOD. */
STET_API stet_status stet_sum_f32(stet_sum_method method, ptrdiff_t n, const float *x,
                                  ptrdiff_t stride, float *sum);
STET_API stet_status stet_sum_f64(stet_sum_method method, ptrdiff_t n, const double *x,
                                  ptrdiff_t stride, double *sum);

/* *dot = the exact value of sum x[i] y[i], rounded once. Zeros, infinities and
 * NaN as for the exact sum of the exact products.
 * Returns STET_OK, STET_E_NULL, STET_E_LENGTH. */
STET_API stet_status stet_dot_f32(ptrdiff_t n, const float *x, ptrdiff_t x_stride, const float *y,
                                  ptrdiff_t y_stride, float *dot);
STET_API stet_status stet_dot_f64(ptrdiff_t n, const double *x, ptrdiff_t x_stride, const double *y,
                                  ptrdiff_t y_stride, double *dot);

/* ----------------------------------------------------------- half formats - */

/* Conversions between binary16 / bfloat16 (as bits) and float or double: widening
 * is exact, narrowing rounds once to nearest, ties to even, with subnormals,
 * overflow to infinity, and NaN to a quiet NaN of the same sign. */
STET_API float stet_f16_to_f32(uint16_t bits);
STET_API float stet_bf16_to_f32(uint16_t bits);
STET_API uint16_t stet_f16_from_f32(float x);
STET_API uint16_t stet_f16_from_f64(double x);
STET_API uint16_t stet_bf16_from_f32(float x);
STET_API uint16_t stet_bf16_from_f64(double x);

/* --------------------------------------------------------- roots of unity - */

/* cos(2 pi k/n) and sin(2 pi k/n), each correctly rounded to nearest even; exact
 * values are exact and zeros are +0. Any k; 1 <= n <= 2^40. No libm is used.
 * stet_root_dd() gives each as an unevaluated sum c[0] + c[1]: c[0] the double
 * nearest to the value, c[1] the double nearest to the rest.
 * Returns STET_OK, STET_E_NULL, STET_E_LENGTH. */
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

/* Whose function. Each flavor gives the same bits on every machine, for every one of the 2^32
 * floats.
 *
 * CORRECT is the exact value, rounded once to nearest even, subnormals too. A zero of sin x and
 * sin(pi x) has the sign of x, a zero of cos(pi x) is +0.
 * CUDA13 is what the libdevice of CUDA 13.0 computes without -use_fast_math. Its errors are
 * below 1.52 ulp (sinf, cosf) and 0.97 ulp (sinpif, cospif). CUDA's versions differ: others will
 * have names of their own.
 * Infinities and NaN give NaN. */
typedef enum stet_trig_flavor { STET_TRIG_CORRECT = 1, STET_TRIG_CUDA13 = 2 } stet_trig_flavor;

/* y[i] = the function of x[i], 0 <= i < n. Its bits depend on x[i] alone, not on n, i, the
 * alignment or the caller's modes. y may be x; otherwise the arrays may not share an element. n may
 * be 0, and the pointers may be NULL then. Everything runs in the caller's thread; nothing is
 * allocated. Returns STET_OK, STET_E_FUNCTION, STET_E_FLAVOR, STET_E_LENGTH (n < 0),
 * STET_E_OVERFLOW, STET_E_NULL, STET_E_OVERLAP. */
STET_API stet_status stet_trig(stet_trig_function function, stet_trig_flavor flavor, ptrdiff_t n,
                               const float *x, float *y);

/* sin x and cos x, sin(pi x) and cos(pi x) at once: the bits of two calls of stet_trig(), and its
 * statuses. sine or cosine may be x; otherwise no two of the arrays may share an element. */
STET_API stet_status stet_trig_sincos(stet_trig_flavor flavor, ptrdiff_t n, const float *x,
                                      float *sine, float *cosine);
STET_API stet_status stet_trig_sincospi(stet_trig_flavor flavor, ptrdiff_t n, const float *x,
                                        float *sine, float *cosine);

#ifdef __cplusplus
}
#endif

#endif /* STET_H */
