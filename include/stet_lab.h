/* stet_lab: reproduces a guide to precision, an article, a paper and a challenge, and measures how
 * far a repeated computation drifts.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * None of this is needed to use stet: libstet_lab is a library of its own on top of libstet. The
 * rules of stet.h for threads, errors, structs and the floating-point environment hold here too,
 * and its statuses mean the same; in the experiments STET_E_METHOD means that an argument is not in
 * its enumeration. Until stet 1.0 every minor release may change this header.
 *
 *   profiles     stet_profile_...      how a convolution and the layers around it are computed
 *   drift        stet_drift...         how far a computation that is repeated has drifted
 *   experiments  stet_experiment_..., stet_article_..., stet_trig_check(), stet_leetgpu_...,
 *                stet_butterfly_... */
#ifndef STET_LAB_H
#define STET_LAB_H

#include "stet.h"
#include "stet_conv.h"
#include "stet_nn.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------- profiles -- */

/* A profile is one JSON object. Its keys are those of "Numerical Precision in GPU Computing: A
 * Comprehensive Guide" and of the loader that the guide describes. All are optional, in any order;
 * the default is in brackets:
 *
 *   key                value                       what it decides
 *   bidir_space        "time" | "freq"   [time]    stet_conv_options.space
 *   bidir_combine      "sum" | "avg"     [avg]     stet_conv_options.combine
 *   fft_norm           "forward" | "backward" [forward]  stet_conv_options.norm
 *   gelu_mode          "erf" | "tanh"    [erf]     which GELU, where there is one
 *   ep_freqmul         true | false      [false]   STET_CONV_EP_FREQMUL
 *   ep_depthwise       true | false      [false]   depthwise in the next precision, one rounding
 *   ep_fft             true | false      [false]   STET_CONV_EP_FFT
 *   strict_kernels     true | false      [false]   by the definition, every operation rounded
 *   layer_norm_strict  true | false      [false]   layer norm with every operation rounded
 *   name               a string          [see stet_profile_load()]
 *   description        a string          [""]
 *
 * strict_kernels applies only to operations that no ep_ key selects: with ep_depthwise the
 * depthwise filter is extended, and with ep_freqmul the convolution goes through the FFT with an
 * extended product, whatever strict_kernels says. (The guide's own extended variant has all three.)
 *
 * These are errors, reported with file, line and column: an unknown key, with the nearest known
 * one; a value of another type, or one that the key does not allow; a key that occurs twice;
 * strings that are not printable ASCII without escapes, names above 63 and descriptions above 255
 * characters; text that is not JSON; and two pairs that contradict each other:
 *   strict_kernels with ep_fft: no transform can be both the strict reference and extended;
 *   strict_kernels with bidir_space "freq", without ep_freqmul: the strict reference has no
 *   spectra that could be added. */

/* A profile. Fill it with stet_profile_init(), then with one of the functions below, or by hand. */
typedef struct stet_profile {
    size_t size; /* sizeof(stet_profile); an older header has a smaller one */
    stet_conv_space bidir_space;
    stet_conv_combine bidir_combine;
    stet_norm fft_norm;       /* STET_NORM_FORWARD or STET_NORM_BACKWARD */
    stet_conv_gelu gelu_mode; /* STET_CONV_GELU_ERF or STET_CONV_GELU_TANH */
    int ep_freqmul, ep_depthwise, ep_fft;
    int strict_kernels, layer_norm_strict;
    char name[64], description[256]; /* end with a 0; printable ASCII without " and \ */
} stet_profile;

/* Sets every field to its default; the name becomes "default". */
STET_API void stet_profile_init_size(stet_profile *profile, size_t size);
static inline void stet_profile_init(stet_profile *profile)
{
    stet_profile_init_size(profile, sizeof(stet_profile));
}

/* Reads a profile from size bytes of text; missing keys get their defaults. On failure reason, of
 * room bytes, gets one line without a newline that says why, cut off to fit; on success it gets "".
 * NULL and 0 are allowed. The line begins with origin, line and column; origin NULL is "text".
 * Returns STET_OK, STET_E_NULL, STET_E_OPTIONS_SIZE (profile->size), STET_E_PROFILE, STET_E_MEMORY;
 * on an error the profile stays as it was. */
STET_API stet_status stet_profile_read(stet_profile *profile, const char *origin, const char *text,
                                       size_t size, char *reason, size_t room);

/* Reads a shipped profile by its name, or else a file by its path; a file with the name of a
 * shipped profile is reached with a folder before it (./torch_like). path NULL reads the profile
 * that the environment variable STET_PROFILE names, or, if it is not set or empty, the defaults.
 * Without the key "name" the name is that of the profile or file, without folders and .json.
 * Returns the statuses of stet_profile_read(), and STET_E_FILE. */
STET_API stet_status stet_profile_load(stet_profile *profile, const char *path, char *reason,
                                       size_t room);

/* Writes all keys as JSON, which stet_profile_read() reads again. Writes at most room bytes, a 0 at
 * the end included, and returns the length of the whole text, as snprintf() does; 0 and "" if
 * profile is NULL or has values outside their enumerations. */
STET_API size_t stet_profile_write(const stet_profile *profile, char *text, size_t room);

/* Returns the name of shipped profile number index, counted from 0; NULL past the last. */
STET_API const char *stet_profile_name(int index);

/* Sets options so that a convolution is computed by the profile: space, combine, norm, method and
 * extended, and gelu if there is one. method becomes STET_CONV_STRICT with strict_kernels,
 * STET_CONV_FFT with ep_freqmul or ep_fft, and stays otherwise. A level above NATIVE is more
 * precise than any key: there method and extended stay as they are. Returns STET_OK, STET_E_NULL,
 * STET_E_OPTIONS_SIZE, STET_E_PROFILE (a value outside its enumeration, or a contradiction); on an
 * error nothing changes. */
STET_API stet_status stet_profile_apply(const stet_profile *profile, stet_conv_options *options);

typedef enum stet_layer {
    STET_LAYER_DEPTHWISE = 1,
    STET_LAYER_LINEAR = 2,
    STET_LAYER_NORM = 3
} stet_layer;

/* Returns the mode that a profile gives a layer: EXTENDED if level is not STET_LEVEL_NATIVE;
 * DEPTHWISE: EXTENDED with ep_depthwise; DEPTHWISE and LINEAR: STRICT with strict_kernels; NORM:
 * STRICT with layer_norm_strict; else FUSED. profile NULL stands for the defaults. Returns
 * STET_LAYER_NO_MODE if layer or level is not in its enumeration. */
STET_API stet_layer_mode stet_layer_mode_of(const stet_profile *profile, stet_layer layer,
                                            stet_level level);

/* ------------------------------------------------------------------------------------ drift -- */

/* A run applies a step to a state, an array of numbers, again and again. Every few steps it
 * compares the state with a reference, and on request it sets the state to the reference, rounded
 * (periodic rebase). Callbacks run in the caller's thread and in the floating-point environment of
 * the caller.
 *
 * ULP. The error of a number is |state - reference|. Its unit in the last place is that of the
 * state's precision, p bits, at the reference: 2^(floor(log2 |reference|) - p + 1), and at least
 * the smallest subnormal number. Signs do not matter: the numbers next to zero on both sides are
 * two units apart. Where a reference is far smaller than the others, an error of the same size
 * counts as many of its own units; so errors are also given in units of the state's scale, the ulp
 * of the reference's root mean square. */

/* The result of a comparison. Infinities of the same sign, and two NaNs, have no error; any other
 * pair with a number that is not finite has an infinite error. */
typedef struct stet_drift_record {
    int64_t step;       /* steps taken */
    double max_ulp;     /* largest error, each in its own unit */
    double rms_ulp;     /* root of the mean of the squares of these */
    double max_scale;   /* largest error, in ulp of the scale */
    double rms_scale;   /* root mean square error, in ulp of the scale */
    double norm;        /* 2-norm of the finite numbers of the reference */
    int64_t same;       /* numbers equal to the reference rounded to the state's precision */
    int64_t not_finite; /* numbers whose error is infinite */
    int rebased;        /* 1: the state was set to the reference after this comparison */
} stet_drift_record;

/* Compares count numbers of the precision, F32 or F64, with a reference in double. record->step and
 * rebased become 0. count may be 0. Returns STET_OK, STET_E_NULL (a pointer; state and reference
 * may be NULL if count is 0), STET_E_PRECISION, STET_E_LENGTH (count < 0), STET_E_OVERFLOW. */
STET_API stet_status stet_drift_compare(stet_precision precision, ptrdiff_t count,
                                        const void *state, const double *reference,
                                        stet_drift_record *record);

/* Does step number `step`, counted from 0, in place. Returns 0 to go on; any other value ends the
 * run. */
typedef int stet_drift_step(void *context, int64_t step, void *state);

/* Writes the whole reference after `step` steps, counted from 1, in double. Returns 0 to go on. */
typedef int stet_drift_at(void *context, int64_t step, double *reference);

/* visit gets each comparison when it is made. progress gets the number of steps that are done, at
 * every comparison and sometimes in between. Both return 0 to go on. */
typedef int stet_drift_visit(void *context, const stet_drift_record *record);
typedef int stet_drift_progress(void *context, int64_t done, int64_t steps);

/* CYCLES. If the steps depend on the state alone and the state (with that of reference_step) equals
 * an earlier one bit for bit, then everything after it repeats. `cycles` says what to do:
 *   IGNORE  nothing is checked
 *   STOP    the run ends there: the last state is that of `steps` steps, for which the steps beyond
 *           whole cycles are still taken; comparisons that would repeat are not made
 *   VERIFY  the run goes on to its end, and checks once around the cycle whether the state is the
 *           same as before
 * A cycle of one state is a fixed point. It is seen at once; a longer cycle is seen after at most
 * three times the sum of its beginning and its length in steps (R. P. Brent, "An improved Monte
 * Carlo factorization algorithm", BIT 20, 1980, section 2). STOP and VERIFY are not possible with
 * reference_at or rebase, which change what a step does. */
typedef enum stet_drift_cycles {
    STET_DRIFT_IGNORE = 0,
    STET_DRIFT_STOP = 1,
    STET_DRIFT_VERIFY = 2
} stet_drift_cycles;

/* The options of a run. Fill it with stet_drift_options_init(), then set the fields that have no
 * default. */
typedef struct stet_drift_options {
    size_t size;              /* [sizeof(stet_drift_options)] as of stet_options */
    stet_precision precision; /* [STET_F64] of the state: or STET_F32 */
    ptrdiff_t count;          /* [0] numbers of the state, at least 1; a complex one counts two */
    int64_t steps;            /* [0] at least 1 */
    int64_t every;            /* [0] steps between comparisons; 0: at steps 1, 2, 3, ... 10, */
                              /* 20, ... 100, 200, ... and at the last step */
    int64_t rebase;           /* [0] steps between rebases; each compares the state and then */
                              /* sets it to the reference; 0: never */
    stet_drift_step *step;    /* [NULL] */
    void *step_context;       /* [NULL] passed to step; the other contexts likewise */
    /* The reference is one of three: the steps of another function on a state of its own, which
     * begins with the same numbers (reference_step); a function that knows it (reference_at); or,
     * if both are NULL, the initial state, for steps that should change nothing. */
    stet_drift_step *reference_step;    /* [NULL] */
    void *reference_context;            /* [NULL] passed to either */
    stet_precision reference_precision; /* [STET_F64] precision of reference_step's state */
    stet_drift_at *reference_at;        /* [NULL] */
    stet_drift_visit *visit;            /* [NULL] */
    void *visit_context;                /* [NULL] */
    stet_drift_progress *progress;      /* [NULL] */
    void *progress_context;             /* [NULL] */
    stet_drift_record *records;         /* [NULL] gets the first `room` comparisons */
    ptrdiff_t room;                     /* [0] */
    stet_drift_cycles cycles;           /* [STET_DRIFT_IGNORE] */
} stet_drift_options;

/* Sets every field to its default, as stet_options_init() does. */
STET_API void stet_drift_options_init_size(stet_drift_options *options, size_t size);
static inline void stet_drift_options_init(stet_drift_options *options)
{
    stet_drift_options_init_size(options, sizeof(stet_drift_options));
}

/* The result of a run. Set size before the call of stet_drift(). */
typedef struct stet_drift_result {
    size_t size;             /* sizeof(stet_drift_result); an older header has a smaller one */
    int64_t steps;           /* calls of step; fewer than requested if a cycle ended the run */
    int64_t comparisons;     /* including those that records has no space for */
    int64_t rebases;         /* */
    int64_t cycle_seen;      /* step after which a cycle was seen; its state equals the one */
    int64_t cycle_length;    /* cycle_length steps earlier; 0: no cycle */
    int64_t cycle_broken;    /* VERIFY: how often the state differed from the cycle */
    stet_drift_record first; /* the first comparison */
    stet_drift_record last;  /* the last comparison */
    stet_drift_record worst; /* the one with the largest rms_scale */
    int code;                /* return value of the callback that ended it */
} stet_drift_result;

/* Runs the steps. state has count numbers of the precision; it is stepped in place and holds the
 * result of the last step whatever the status: for STET_E_ABORTED, the state as the callback left
 * it. result may be NULL. Memory: up to two more states, and one in double.
 *
 * Returns STET_OK or
 *   STET_E_NULL          options, step or state; records, if room is not 0
 *   STET_E_OPTIONS_SIZE  options->size;  STET_E_STATS_SIZE  result->size
 *   STET_E_PRECISION     precision or reference_precision is neither F32 nor F64
 *   STET_E_LENGTH        count or steps < 1, every, rebase or room < 0
 *   STET_E_REFERENCE     both reference_step and reference_at; cycles with reference_at or rebase;
 *                        cycles is not in its enumeration
 *   STET_E_OVERFLOW, STET_E_MEMORY
 *   STET_E_ABORTED       a callback returned a value other than 0: see result->code */
STET_API stet_status stet_drift(const stet_drift_options *options, void *state,
                                stet_drift_result *result);

/* ---------------------------------------------- an article's sine and cosine -- */

/* The flavors of stet.h, and the two of M. Suiche, "Porting CUDA FFT to Mojo: Achieving Bit-Exact
 * Precision" (2025). The latter serve only to explain the article's numbers. ARTICLE computes in
 * float, with decimals that are not CUDA's. ARTICLE_F64 computes in double with polynomials made
 * for float, and is rounded here to float at the end. These two have no sinpif and cospif. */
typedef enum stet_experiment_flavor {
    STET_EXPERIMENT_CORRECT = STET_TRIG_CORRECT,
    STET_EXPERIMENT_CUDA13 = STET_TRIG_CUDA13,
    STET_EXPERIMENT_ARTICLE = 101,
    STET_EXPERIMENT_ARTICLE_F64 = 102
} stet_experiment_flavor;

/* Computes as stet_trig() does, with these flavors. Returns the statuses of stet_trig(), and
 * STET_E_FUNCTION for a function that the article does not have. */
STET_API stet_status stet_experiment_trig(stet_trig_function function,
                                          stet_experiment_flavor flavor, ptrdiff_t n,
                                          const float *x, float *y);

/* Computes the sine and cosine of ARTICLE_F64 before the rounding to float. Their error is about
 * 5.7e-9. */
STET_API void stet_article_sincos_f64(double x, double *sine, double *cosine);

/* Reports how far a flavor is from the exact function on many inputs. Set all fields to 0 before
 * the first call of stet_trig_check(). */
typedef struct stet_trig_report {
    uint64_t inputs;     /* inputs compared */
    uint64_t nans;       /* inputs where both results are NaN */
    uint64_t correct;    /* inputs where both have the same bits, and are not NaN */
    uint64_t max_steps;  /* largest distance from correct, in floats */
    double max_ulp;      /* largest error; an ulp is 2^-149 below 2^-126 */
    float worst;         /* the first input that has max_ulp */
    float worst_result;  /* the flavor's result there */
    float worst_correct; /* the correct result there */
} stet_trig_report;

/* Compares the flavor with CORRECT on the floats with the bits first, first + 1 ... first + count -
 * 1 and adds to the report. All 2^32 take minutes. Returns STET_OK, STET_E_FLAVOR, STET_E_FUNCTION,
 * STET_E_NULL, STET_E_LENGTH (first + count is above 2^32). */
STET_API stet_status stet_trig_check(stet_trig_function function, stet_experiment_flavor flavor,
                                     uint32_t first, uint64_t count, stet_trig_report *report);

/* ------------------------------------------------------ strategies of butterflies -- */

/* Says how a butterfly multiplies by the twiddle W = exp(-2 pi i k/n) = wr + i wi. These strategies
 * are there to measure the claims of M. A. Bergach, "Dual-Select FMA Butterfly for FFT",
 * arXiv:2604.00567 (2026). The number after the colon counts operations. */
typedef enum stet_butterfly {
    STET_BUTTERFLY_STANDARD = 1,        /* four products, each sum rounded: 10 */
    STET_BUTTERFLY_STANDARD_FMA = 2,    /* one product of each part fused: 8 */
    STET_BUTTERFLY_LF_CLAMP = 3,        /* Linzer, Feig: factor wi >= 1e-7, t = wr/wi: 6 */
    STET_BUTTERFLY_LF = 4,              /* LF without a product for W = 1 */
    STET_BUTTERFLY_COSINE = 5,          /* factor wr, t = wi/wr; cos(pi/2) is 6.1e-17: 6 */
    STET_BUTTERFLY_COSINE_PLAIN = 6,    /* COSINE without a product for W = -i */
    STET_BUTTERFLY_DUAL = 7,            /* factor is the larger of wr and wi: 6 */
    STET_BUTTERFLY_DUAL_COMPENSATED = 8 /* DUAL where t is divided by the rounded larger one: 6 */
} stet_butterfly;

/* Computes the forward transform of n = radix^m complex numbers, not scaled. Every operation, every
 * constant and the input are rounded to the precision; the arrays are of double for each precision.
 * Radix 2 is the butterfly itself. Other radices, 3 to 64, multiply by the twiddles in the
 * strategy's way, with the outer product rounded separately, and then by the matrix of the DFT of
 * length radix, row by row from left to right. There, products by 1, -1, i and -i are not computed,
 * and other products are standard with fma. Slow: a reference. in may be out, and otherwise may not
 * overlap it. Returns STET_OK, STET_E_METHOD, STET_E_PRECISION, STET_E_LENGTH (the radix, or n is
 * no power of it, or n is above 2^24), STET_E_NULL, STET_E_MEMORY. */
STET_API stet_status stet_butterfly_transform(stet_butterfly strategy, stet_precision precision,
                                              int radix, ptrdiff_t n, const double *in,
                                              double *out);

/* ------------------------------------------------- the LeetGPU challenge -- */

/* "Fast Fourier Transform" of leetgpu.com: signal and spectrum are N complex numbers, interleaved;
 * X[k] = sum_n x[n] e^(-2 pi i k n / N), not scaled, for any 1 <= N <= STET_LEETGPU_MAX. The
 * challenge accepts results within 1e-3 + 1e-3 |reference|.
 *
 * All functions return STET_OK, STET_E_NULL, STET_E_LENGTH, STET_E_MEMORY, and the statuses that
 * each names in addition; nothing is written unless the status is STET_OK. spectrum may be signal
 * unless a function says otherwise. */
#define STET_LEETGPU_MAX 262144

/* Solve the challenge: stet_leetgpu_solve(), its entry point, at level native, the other one at any
 * level that the library has. They also return STET_E_LEVEL, and STET_E_OVERLAP if the arrays share
 * memory and are not the same. */
STET_API stet_status stet_leetgpu_solve(const float *signal, float *spectrum, int N);
STET_API stet_status stet_leetgpu_solve_level(stet_level level, const float *signal,
                                              float *spectrum, int N);

/* Runs the direct kernel of the article named above: N terms for each output, with the article's
 * double sine and cosine of the angle -2 pi k n / N, compensated sums in double, rounded once.
 * Computes outputs first .. first + count - 1 into spectrum[0 .. 2 count - 1]. Also returns
 * STET_E_LENGTH unless 0 <= first, 0 <= count, first + count <= N, and STET_E_OVERLAP if the arrays
 * share memory. */
STET_API stet_status stet_leetgpu_direct(const float *signal, float *spectrum, int N, int first,
                                         int count);

/* Selects the source of the twiddles of a radix-2 transform. F64 arithmetic uses doubles where the
 * table says so, and otherwise the same floats. */
typedef enum stet_leetgpu_twiddle {
    STET_TWIDDLE_ARTICLE = 1,   /* ARTICLE of -2 pi j/m; F64: ARTICLE_F64 */
    STET_TWIDDLE_CUDA13 = 2,    /* CUDA's sinf and cosf of -2 pi j/m */
    STET_TWIDDLE_CUDA13_PI = 3, /* CUDA's sinpif and cospif of -2 j/m, which is exact */
    STET_TWIDDLE_CORRECT = 4    /* correctly rounded; F64: to double */
} stet_leetgpu_twiddle;

typedef enum stet_leetgpu_arithmetic {
    STET_ARITHMETIC_F32 = 1,     /* float, products rounded */
    STET_ARITHMETIC_F32_FMA = 2, /* float, one of the two products of each part fused */
    STET_ARITHMETIC_F64 = 3      /* double, the outputs rounded to float at the end */
} stet_leetgpu_arithmetic;

/* Computes the radix-2 transform with bit reversal. Also returns STET_E_LENGTH if N is no power of
 * two, and STET_E_METHOD. */
STET_API stet_status stet_leetgpu_radix2(stet_leetgpu_twiddle twiddle,
                                         stet_leetgpu_arithmetic arithmetic, const float *signal,
                                         float *spectrum, int N);

/* Computes the reference in double-double and rounds it once. *uncertain becomes the number of the
 * 2 N real numbers for which the error bound does not prove that they are correctly rounded (zeros
 * are among these, and for ordinary signals nothing else). Also returns STET_E_LENGTH if N is no
 * power of two. */
STET_API stet_status stet_leetgpu_exact(const float *signal, float *spectrum, int N,
                                        int64_t *uncertain);

#ifdef __cplusplus
}
#endif

#endif /* STET_LAB_H */
