/* stet_lab: what reproduces a guide to precision, an article, a paper and a challenge, and how far
 * a repeated computation drifts.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * None of this is needed to use stet: libstet_lab is a library of its own on top of libstet. What
 * stet.h says of threads, errors, structs and the floating-point environment holds here too, and so
 * do its statuses; of the experiments STET_E_METHOD stands for an argument that is not in its
 * enumeration. Until stet 1.0 every minor release may change this header.
 *
 *   profiles     stet_profile_...      how a convolution and the layers around it are computed, as
 * JSON drift        stet_drift...         how far a computation that is repeated has drifted
 *   experiments  stet_experiment_..., stet_article_..., stet_trig_check(), stet_leetgpu_...,
 *                stet_butterfly_...
 */
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
 * Comprehensive Guide" and of the loader that it describes, all optional, in any order; the
 * default is in brackets:
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
 *   layer_norm_strict  true | false      [false]   the same of layer norm
 *   name               a string          [see stet_profile_load()]
 *   description        a string          [""]
 *
 * strict_kernels is about what no ep_ key takes: with ep_depthwise the depthwise filter is
 * extended, with ep_freqmul the convolution goes through the FFT with an extended product, whatever
 * strict_kernels says. (The guide's own extended variant has all three.)
 *
 * An error, with file, line and column: a key that is none, with the nearest one that is; a value
 * of another type, or that a key does not have; a key that comes twice; strings that are not
 * printable ASCII without escapes, names above 63 and descriptions above 255 characters; what is no
 * JSON; and two pairs that contradict each other:
 *   strict_kernels with ep_fft: no transform can be both the strict reference and extended;
 *   strict_kernels with bidir_space "freq", without ep_freqmul: the strict reference has no
 *   spectra that could be added.
 */

/* Fill it with stet_profile_init(), then with one of the functions below, or by hand. */
typedef struct stet_profile {
    size_t size; /* sizeof(stet_profile), or what it was in an older header */
    stet_conv_space bidir_space;
    stet_conv_combine bidir_combine;
    stet_norm fft_norm;       /* STET_NORM_FORWARD or STET_NORM_BACKWARD */
    stet_conv_gelu gelu_mode; /* STET_CONV_GELU_ERF or STET_CONV_GELU_TANH */
    int ep_freqmul, ep_depthwise, ep_fft;
    int strict_kernels, layer_norm_strict;
    char name[64], description[256]; /* ended by a 0; printable ASCII without " and \ */
} stet_profile;

/* The defaults; the name is "default". */
STET_API void stet_profile_init_size(stet_profile *profile, size_t size);
static inline void stet_profile_init(stet_profile *profile)
{
    stet_profile_init_size(profile, sizeof(stet_profile));
}

/* Take size bytes of text; keys that it does not have get their defaults. reason, of room bytes,
 * gets why not, one line without a newline, "" on success, and is cut off to fit; NULL and 0 are
 * allowed. origin stands before line and column in it; NULL is "text".
 * Returns STET_OK, STET_E_NULL, STET_E_OPTIONS_SIZE (profile->size), STET_E_PROFILE, STET_E_MEMORY;
 * on an error the profile stays as it was. */
STET_API stet_status stet_profile_read(stet_profile *profile, const char *origin, const char *text,
                                       size_t size, char *reason, size_t room);

/* Reads a shipped profile by its name, or else a file by its path; a file of such a name is reached
 * with a folder before it (./torch_like). path NULL: reads what the environment variable
 * STET_PROFILE names, or, if that is not set or empty, the defaults. Without the key "name" the
 * name is that of the profile or file, without folders and .json.
 * Returns the same, and STET_E_FILE. */
STET_API stet_status stet_profile_load(stet_profile *profile, const char *path, char *reason,
                                       size_t room);

/* All keys as JSON, which stet_profile_read() takes again. Writes at most room bytes, a 0 at the
 * end included, and returns the length of the whole text, as snprintf() does; 0 and "" if profile
 * is NULL or has values that are none. */
STET_API size_t stet_profile_write(const stet_profile *profile, char *text, size_t room);

/* The shipped profiles, index from 0; NULL past the last. */
STET_API const char *stet_profile_name(int index);

/* Have a convolution computed as the profile says: sets space, combine, norm, method and extended,
 * and gelu if there is one. method becomes STET_CONV_STRICT with strict_kernels, STET_CONV_FFT
 * with ep_freqmul or ep_fft, and stays otherwise. A level above NATIVE is more than any key asks
 * for: there method and extended stay as they are.
 * Returns STET_OK, STET_E_NULL, STET_E_OPTIONS_SIZE, STET_E_PROFILE (a value that is none, or a
 * contradiction); on an error nothing changes. */
STET_API stet_status stet_profile_apply(const stet_profile *profile, stet_conv_options *options);

typedef enum stet_layer {
    STET_LAYER_DEPTHWISE = 1,
    STET_LAYER_LINEAR = 2,
    STET_LAYER_NORM = 3
} stet_layer;

/* The mode of a layer by a profile: EXTENDED if level is not STET_LEVEL_NATIVE; DEPTHWISE: EXTENDED
 * with ep_depthwise; DEPTHWISE and LINEAR: STRICT with strict_kernels, NORM: with
 * layer_norm_strict; else FUSED. profile NULL: the defaults. STET_LAYER_NO_MODE: layer or level is
 * none. */
STET_API stet_layer_mode stet_layer_mode_of(const stet_profile *profile, stet_layer layer,
                                            stet_level level);

/* ------------------------------------------------------------------------------------ drift -- */

/* Callbacks run in the caller's thread and in the floating-point environment of the caller.
 *
 * A run applies a step to a state, an array of numbers, again and again; every so many steps it
 * compares the state with a reference, and on request it puts the state back to the reference,
 * rounded (periodic rebase).
 *
 * ULP. The error of a number is |state - reference|. Its unit in the last place is that of the
 * state's precision, p bits, beside the reference: 2^(floor(log2 |reference|) - p + 1), and not
 * below the smallest subnormal number; signs do not matter, the numbers beside zero on both sides
 * being two of these apart. Where a reference is far smaller than the others, an error that all
 * share is many of its own units; so errors are also given in units of the state's scale, the ulp
 * of the reference's root mean square. */

/* The result of a comparison. Infinities of the same sign, and a NaN beside a NaN, have no error;
 * other numbers of which one is not finite have an infinite one. */
typedef struct stet_drift_record {
    int64_t step;       /* steps taken */
    double max_ulp;     /* errors in their own units: the largest, */
    double rms_ulp;     /* and the root of the mean of the squares */
    double max_scale;   /* errors in units of the state's scale */
    double rms_scale;   /* */
    double norm;        /* 2-norm of the reference, of its finite numbers */
    int64_t same;       /* numbers that are the reference, rounded to the state's precision */
    int64_t not_finite; /* numbers whose error is infinite */
    int rebased;        /* the state was put back after this comparison */
} stet_drift_record;

/* Compare count numbers of the precision, F32 or F64, with a reference in double. record->step and
 * rebased become 0. count may be 0.
 * Returns STET_OK, STET_E_NULL (a pointer; state and reference may be NULL if count is 0),
 * STET_E_PRECISION, STET_E_LENGTH (count < 0), STET_E_OVERFLOW. */
STET_API stet_status stet_drift_compare(stet_precision precision, ptrdiff_t count,
                                        const void *state, const double *reference,
                                        stet_drift_record *record);

/* Step number `step`, counted from 0, in place. 0: go on; anything else ends the run. */
typedef int stet_drift_step(void *context, int64_t step, void *state);

/* The reference after `step` steps, from 1 on, in double: all of it is written. 0: go on. */
typedef int stet_drift_at(void *context, int64_t step, double *reference);

/* A comparison as it is made; and now and then, at least at every comparison, how many steps are
 * done. 0: go on. */
typedef int stet_drift_visit(void *context, const stet_drift_record *record);
typedef int stet_drift_progress(void *context, int64_t done, int64_t steps);

/* CYCLES. If the state (with that of reference_step) is what it was before, bit for bit, all that
 * follows repeats, if the steps depend on the state alone. Asked for by `cycles`:
 *   IGNORE  nobody looks
 *   STOP    the run ends there: the last state is that of `steps` steps, for which those that are
 *           left over from whole cycles are taken; comparisons that would repeat are not made
 *   VERIFY  the run goes on to its end, and looks once around the cycle whether the state is what
 *           it was
 * A cycle of one state is a fixed point. That is seen at once; longer ones after at most three
 * times as many steps as their beginning and length have together (R. P. Brent, "An improved Monte
 * Carlo factorization algorithm", BIT 20, 1980, section 2). Not with reference_at or rebase, which
 * change what a step does. */
typedef enum stet_drift_cycles {
    STET_DRIFT_IGNORE = 0,
    STET_DRIFT_STOP = 1,
    STET_DRIFT_VERIFY = 2
} stet_drift_cycles;

/* The run that is asked for. Fill it with stet_drift_options_init(), then set the fields that have
 * no default. */
typedef struct stet_drift_options {
    size_t size;              /* [sizeof(stet_drift_options)] as of stet_options */
    stet_precision precision; /* [STET_F64] of the state: or STET_F32 */
    ptrdiff_t count;          /* [0] numbers of the state, at least 1; a complex one is two */
    int64_t steps;            /* [0] at least 1 */
    int64_t every;            /* [0] steps between comparisons; 0: at steps 1, 2, 3, ... 10, */
                              /* 20, ... 100, 200, ... and at the last */
    int64_t rebase;           /* [0] every so many steps the state is compared and put back; */
                              /* 0: never */
    stet_drift_step *step;    /* [NULL] */
    void *step_context;       /* [NULL] handed to step, and so on */
    /* The reference: the steps of another function on a state of its own, which begins with the
     * same numbers; or a function that knows it; or, if both are NULL, the state of the beginning:
     * for steps that should change nothing. */
    stet_drift_step *reference_step;    /* [NULL] */
    void *reference_context;            /* [NULL] of either */
    stet_precision reference_precision; /* [STET_F64] of reference_step's state: or STET_F32 */
    stet_drift_at *reference_at;        /* [NULL] */
    stet_drift_visit *visit;            /* [NULL] */
    void *visit_context;                /* [NULL] */
    stet_drift_progress *progress;      /* [NULL] */
    void *progress_context;             /* [NULL] */
    stet_drift_record *records;         /* [NULL] room for `room` of them: the first ones */
    ptrdiff_t room;                     /* [0] */
    stet_drift_cycles cycles;           /* [STET_DRIFT_IGNORE] */
} stet_drift_options;

/* Set every field to its default, as stet_options_init() does. */
STET_API void stet_drift_options_init_size(stet_drift_options *options, size_t size);
static inline void stet_drift_options_init(stet_drift_options *options)
{
    stet_drift_options_init_size(options, sizeof(stet_drift_options));
}

/* The result of a run. Set size before the call. */
typedef struct stet_drift_result {
    size_t size;             /* sizeof(stet_drift_result), or what it was in an older header */
    int64_t steps;           /* calls of step; fewer than asked for if a cycle ended the run */
    int64_t comparisons;     /* also those that records has no room for */
    int64_t rebases;         /* */
    int64_t cycle_seen;      /* the step after which a cycle was seen: the state after it is that */
    int64_t cycle_length;    /* after so many steps less; 0: none */
    int64_t cycle_broken;    /* VERIFY: how often the state was not what it was */
    stet_drift_record first; /* the first comparison, */
    stet_drift_record last;  /* the last one, */
    stet_drift_record worst; /* and that with the largest rms_scale */
    int code;                /* what the callback that ended the run returned */
} stet_drift_result;

/* Run. state has count numbers of the precision; it is stepped in place, and is what it is then
 * whatever the status: of STET_E_ABORTED the state as the callback left it. result may be NULL.
 * Memory: up to two more states, and one in double.
 *
 * Returns STET_OK or
 *   STET_E_NULL          options, step or state; records, if room is not 0
 *   STET_E_OPTIONS_SIZE  options->size;  STET_E_STATS_SIZE  result->size
 *   STET_E_PRECISION     precision or reference_precision is neither F32 nor F64
 *   STET_E_LENGTH        count or steps < 1, every, rebase or room < 0
 *   STET_E_REFERENCE     both reference_step and reference_at; cycles with reference_at or rebase;
 *                        cycles is none of the three
 *   STET_E_OVERFLOW, STET_E_MEMORY
 *   STET_E_ABORTED       a callback returned something else than 0: result says what */
STET_API stet_status stet_drift(const stet_drift_options *options, void *state,
                                stet_drift_result *result);

/* ---------------------------------------------- an article's sine and cosine -- */

/* The flavors of stet.h, and the two of M. Suiche, "Porting CUDA FFT to Mojo: Achieving Bit-Exact
 * Precision" (2025), to explain its numbers and for nothing else: ARTICLE in float, with decimals
 * that are not CUDA's, and ARTICLE_F64 in double (rounded here to float at the end) with
 * polynomials made for float. These two have no sinpif and cospif. */
typedef enum stet_experiment_flavor {
    STET_EXPERIMENT_CORRECT = STET_TRIG_CORRECT,
    STET_EXPERIMENT_CUDA13 = STET_TRIG_CUDA13,
    STET_EXPERIMENT_ARTICLE = 101,
    STET_EXPERIMENT_ARTICLE_F64 = 102
} stet_experiment_flavor;

/* stet_trig() with these flavors.
 * Returns the same, and STET_E_FUNCTION for a function that the article does not have. */
STET_API stet_status stet_experiment_trig(stet_trig_function function,
                                          stet_experiment_flavor flavor, ptrdiff_t n,
                                          const float *x, float *y);

/* The sine and cosine of ARTICLE_F64 before the rounding to float: good for about 5.7e-9. */
STET_API void stet_article_sincos_f64(double x, double *sine, double *cosine);

/* How far a flavor is from the exact function on many inputs. All zero before the first. */
typedef struct stet_trig_report {
    uint64_t inputs;    /* compared */
    uint64_t nans;      /* of these, where both results are NaN */
    uint64_t correct;   /* where both have the same bits, and are not NaN */
    uint64_t max_steps; /* largest distance from the correct result, in steps between floats */
    double max_ulp; /* largest distance from the exact value, in its ulp (2^-149 below 2^-126) */
    float worst;    /* the input that has max_ulp; the first of them */
    float worst_result;  /* the flavor's result there */
    float worst_correct; /* the correct result there */
} stet_trig_report;

/* Compare the flavor with CORRECT on the floats with the bits first, first + 1 ... first + count -
 * 1 and add to the report. All 2^32 take minutes. Returns STET_OK, STET_E_FLAVOR, STET_E_FUNCTION,
 * STET_E_NULL, STET_E_LENGTH (first + count is above 2^32). */
STET_API stet_status stet_trig_check(stet_trig_function function, stet_experiment_flavor flavor,
                                     uint32_t first, uint64_t count, stet_trig_report *report);

/* ------------------------------------------------------ strategies of butterflies -- */

/* How a product by the twiddle W = exp(-2 pi i k/n) = wr + i wi enters a butterfly; to measure what
 * is said of them in M. A. Bergach, "Dual-Select FMA Butterfly for FFT", arXiv:2604.00567 (2026).
 * */
typedef enum stet_butterfly {
    STET_BUTTERFLY_STANDARD = 1,     /* four products, each sum rounded: 10 operations */
    STET_BUTTERFLY_STANDARD_FMA = 2, /* one product of each part fused: 8 */
    STET_BUTTERFLY_LF_CLAMP = 3, /* Linzer and Feig: wi taken out, t = wr/wi, wi at least 1e-7: 6 */
    STET_BUTTERFLY_LF = 4,       /* the same, W = 1 without a product */
    STET_BUTTERFLY_COSINE = 5,   /* wr taken out, t = wi/wr, in double as it comes: 6 */
    STET_BUTTERFLY_COSINE_PLAIN = 6,    /* the same, W = -i without a product */
    STET_BUTTERFLY_DUAL = 7,            /* the larger of the two taken out: 6 */
    STET_BUTTERFLY_DUAL_COMPENSATED = 8 /* the same, t = the smaller over the rounded larger: 6 */
} stet_butterfly;

/* The forward transform of n = radix^m complex numbers, not scaled, every operation and every
 * constant rounded to the precision, as is the input; arrays are of double whatever it is.
 * Radix 2 is the butterfly itself. Others, 3 to 64, multiply by the twiddles, in the strategy's way
 * with the outer product rounded by itself, and then by the matrix of the DFT of length radix, row
 * by row from left to right, products by 1, -1, i and -i being none and others standard with fma.
 * Slow: a reference. in may be out, and otherwise may not overlap it. Returns STET_OK,
 * STET_E_METHOD, STET_E_PRECISION, STET_E_LENGTH (the radix, or n is no power of it, or n is above
 * 2^24), STET_E_NULL, STET_E_MEMORY. */
STET_API stet_status stet_butterfly_transform(stet_butterfly strategy, stet_precision precision,
                                              int radix, ptrdiff_t n, const double *in,
                                              double *out);

/* ------------------------------------------------- the LeetGPU challenge -- */

/* "Fast Fourier Transform" of leetgpu.com: signal and spectrum are N complex numbers, interleaved;
 * X[k] = sum_n x[n] e^(-2 pi i k n / N), not scaled, for any 1 <= N <= STET_LEETGPU_MAX. The
 * challenge accepts what is within 1e-3 + 1e-3 |reference|.
 *
 * All functions return STET_OK, STET_E_NULL, STET_E_LENGTH and STET_E_MEMORY, and what is named
 * besides; nothing is written unless it is STET_OK. spectrum may be signal where not said
 * otherwise. */
#define STET_LEETGPU_MAX 262144

/* The challenge's entry point, at level native, and at any level that the library has; also
 * STET_E_LEVEL, and STET_E_OVERLAP if the arrays share memory and are not the same. */
STET_API stet_status stet_leetgpu_solve(const float *signal, float *spectrum, int N);
STET_API stet_status stet_leetgpu_solve_level(stet_level level, const float *signal,
                                              float *spectrum, int N);

/* The direct kernel of the article named above: N terms for each output, its double
 * sine and cosine of the angle -2 pi k n / N, compensated sums in double, rounded once. Computes
 * outputs first .. first + count - 1 into spectrum[0 .. 2 count - 1]; STET_E_LENGTH also unless
 * 0 <= first, 0 <= count, first + count <= N. STET_E_OVERLAP if the arrays share memory. */
STET_API stet_status stet_leetgpu_direct(const float *signal, float *spectrum, int N, int first,
                                         int count);

/* Where the twiddles of a radix-2 transform come from, in float / where the arithmetic is F64. */
typedef enum stet_leetgpu_twiddle {
    STET_TWIDDLE_ARTICLE = 1,   /* ARTICLE of the angle -2 pi j/m in float / the double functions */
    STET_TWIDDLE_CUDA13 = 2,    /* CUDA's sinf and cosf of the same / these floats */
    STET_TWIDDLE_CUDA13_PI = 3, /* CUDA's sinpif and cospif of -2 j/m, which is exact / these */
    STET_TWIDDLE_CORRECT = 4    /* correctly rounded / correctly rounded doubles */
} stet_leetgpu_twiddle;

typedef enum stet_leetgpu_arithmetic {
    STET_ARITHMETIC_F32 = 1,     /* float, products rounded */
    STET_ARITHMETIC_F32_FMA = 2, /* float, one of the two products of each part fused */
    STET_ARITHMETIC_F64 = 3      /* double, the outputs rounded to float at the end */
} stet_leetgpu_arithmetic;

/* The radix-2 transform with bit reversal. Also STET_E_LENGTH if N is no power of two, and
 * STET_E_METHOD. */
STET_API stet_status stet_leetgpu_radix2(stet_leetgpu_twiddle twiddle,
                                         stet_leetgpu_arithmetic arithmetic, const float *signal,
                                         float *spectrum, int N);

/* The reference: computed in double-double and rounded once. *uncertain is the number of the 2 N
 * real numbers for which the error bound does not prove that they are correctly rounded (zeros are
 * among these, and for ordinary signals nothing else). Also STET_E_LENGTH if N is no power of two.
 * */
STET_API stet_status stet_leetgpu_exact(const float *signal, float *spectrum, int N,
                                        int64_t *uncertain);

#ifdef __cplusplus
}
#endif

#endif /* STET_LAB_H */
