/* stet: what reproduces an article, a paper and a challenge.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * None of this is needed to use stet. It is a static library of its own
 * (stet_experiments), which the stet command and the tests link; neither it nor this header is
 * installed, and both may change at any time. The rules of stet.h on threads, errors and the
 * floating-point environment hold here too, and so do its statuses: STET_E_METHOD stands for an
 * argument that is not in its enumeration.
 */
#ifndef STET_EXPERIMENTS_H
#define STET_EXPERIMENTS_H

#include "stet.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#endif /* STET_EXPERIMENTS_H */
