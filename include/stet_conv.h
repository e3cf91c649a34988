/* stet_conv computes long convolutions, by definition or through the FFT, with an error bound.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * This header is the contract, as stet.h is for transforms. The rules of stet.h for threads,
 * errors, the floating-point environment and structs hold here too.
 *
 * THE OPERATORS. u has length L, k (the filter) length M, r (the reverse filter) length R; all are
 * zero outside their ranges. c is 1 (STET_CONV_SUM) or 1/2 (STET_CONV_AVG). For 0 <= t < L
 *
 *   CAUSAL    y[t] =    sum_{i <= t} u[i] k[t - i]
 *   CIRCULAR  y[t] =    sum_i u[i] k[(t - i) mod L]                                      M <= L
 *   TIME      y[t] = c (sum_{i <= t} u[i] k[t - i] + sum_{i > t}  u[i] r[i - t - 1])
 *   CONJ      y[t] = c (sum_{i <= t} u[i] k[t - i] + sum_{i >= t} u[i] r[i - t])
 *   FREQ      y[t] = c  sum_{i <= t} u[i] (k[t - i] + r[t - i])
 *   FOLDED    y[t] = c  sum_{i <= t} u[i] (k[t - i] + r[L - 1 - (t - i)])
 *
 * The literature and code call the last four "bidirectional"; only TIME and CONJ are. These two
 * differ by one sample: r[0] acts on the next input in TIME, on the same input in CONJ. FREQ and
 * FOLDED are causal convolutions with the sum of two filters. docs/conv.md has their history. Each
 * operator is a two-sided filter: y[t] = sum_d g[d] u[t - d], -F <= d <= B. Any M >= 1 and R >= 1
 * are valid, except M > L for CIRCULAR. Filter taps at lags that no input of a sequence of length L
 * can meet are not copied into g.
 *
 * THE RULE OF THE BITS. Convolution by FFT is overlap-save by transforms of P points. With T = F +
 * B + 1 lags, block j is the outputs [jS, (j + 1)S), S = P - (T - 1). It is computed from the
 * inputs [jS - B, (j + 1)S + F), zero outside the sequence, by real transforms of P points. Every
 * bit of an output is a function of P, the filters, these inputs and the options of the operation
 * (operator, combine, space, norm, precision, level, extended, gelu and whether there is a bias and
 * a gate). P follows from L, M, R, operator, precision and level, or is fft_length. Therefore the
 * whole sequence, a stream in pieces of any size, any number of threads, any batch and any
 * instruction set have the same bits. CIRCULAR is one block, with the inputs of a periodic sequence
 * in place of zeros and P = L or P >= L + M - 1; it has no streams. The direct methods have no P:
 * an output is a function of the T inputs at its lags. */
#ifndef STET_CONV_H
#define STET_CONV_H

#include "stet.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum stet_conv_operator {
    STET_CONV_CAUSAL = 1,
    STET_CONV_CIRCULAR = 2,
    STET_CONV_TIME = 3,
    STET_CONV_CONJ = 4,
    STET_CONV_FREQ = 5,
    STET_CONV_FOLDED = 6
} stet_conv_operator;

/* The factor c of the equations. For an operator with two filters the result of AVG is exactly half
 * that of SUM, bit for bit, unless it underflows. */
typedef enum stet_conv_combine { STET_CONV_SUM = 1, STET_CONV_AVG = 2 } stet_conv_combine;

/* SPACE_TIME adds the two filters of an operator into one filter g, which is transformed.
 * SPACE_FREQ adds their two spectra; the spectrum of the reverse filter is conjugated in TIME (with
 * r one sample late) and CONJ. Both define the same operator; the last bits differ. */
typedef enum stet_conv_space { STET_CONV_SPACE_TIME = 1, STET_CONV_SPACE_FREQ = 2 } stet_conv_space;

/* The algorithm. AUTO is FFT or DIRECT: of the methods whose bound meets `accuracy`, the faster one
 * by a rule that was measured once. The choice is a function of the options, never of data or of
 * the machine.
 *   DIRECT  y[t] = one chain of fma in the order of ascending lags, from +0
 *   FFT     overlap-save, see above; a product of two numbers of the spectra a and k is
 *           re = fma(-a.im, k.im, RN(a.re k.re)), im = fma(a.im, k.re, RN(a.re k.im))
 *   STRICT  the sum of DIRECT, each product and each sum rounded: the reference of other
 *           implementations; level NATIVE only */
typedef enum stet_conv_method {
    STET_CONV_AUTO = 0,
    STET_CONV_DIRECT = 1,
    STET_CONV_FFT = 2,
    STET_CONV_STRICT = 3
} stet_conv_method;

/* Bits of `extended`: parts of a convolution through the FFT at level NATIVE that are computed in
 * the next precision (f32: double; f64: double-double). EP_FFT computes the transforms there and
 * rounds their spectra; EP_FREQMUL computes the product there and rounds it. With both, nothing is
 * rounded between the input and y. */
enum { STET_CONV_EP_FFT = 1, STET_CONV_EP_FREQMUL = 2 };

/* GELU is y times the distribution function of the normal distribution, by erf or by its
 * approximation with tanh. */
typedef enum stet_conv_gelu {
    STET_CONV_GELU_NONE = 0,
    STET_CONV_GELU_ERF = 1,
    STET_CONV_GELU_TANH = 2
} stet_conv_gelu;

/* The options of a convolution. Fill them with stet_conv_options_init(), then set length,
 * filter_length, and every field that differs from its default in brackets.
 *
 * Level NATIVE rounds every operation to the precision. EXTENDED computes everything, bias, GELU
 * and gate included, in the next precision and rounds once. CORRECT rounds the exact sum of the
 * convolution with its bias and c once, to nearest even; GELU and gate are computed as at NATIVE.
 * In level CORRECT an exact zero is +0, overflow and subnormal numbers follow IEEE 754, and an
 * output is the quiet NaN if one of the T inputs at its lags, a number of the filters or the bias
 * is not finite. Its result is a property of the values: method must be AUTO, extended and
 * fft_length 0. */
typedef struct stet_conv_options {
    size_t size;                  /* [sizeof(stet_conv_options)] as of stet_options */
    stet_conv_operator operation; /* [STET_CONV_CAUSAL] */
    stet_conv_combine combine;    /* [STET_CONV_SUM] CAUSAL and CIRCULAR ignore it */
    stet_conv_space space;        /* [STET_CONV_SPACE_TIME] CAUSAL and CIRCULAR ignore it */
    stet_norm norm;              /* [STET_NORM_FORWARD] FORWARD multiplies the filter's transform */
                                 /* by 1/P, BACKWARD the inverse; ORTHO is invalid */
    stet_precision precision;    /* [STET_F32] or STET_F64, of all arrays */
    stet_level level;            /* [STET_LEVEL_NATIVE] */
    stet_conv_method method;     /* [STET_CONV_AUTO] */
    unsigned extended;           /* [0] STET_CONV_EP_FFT | STET_CONV_EP_FREQMUL */
    ptrdiff_t length;            /* [0] L, at least 1; in streams a maximum */
    ptrdiff_t filter_length;     /* [0] M, at least 1 */
    ptrdiff_t reverse_length;    /* [0] R, at least 1; 0 for one filter */
    ptrdiff_t channels;          /* [1] */
    ptrdiff_t batch;             /* [1] */
    ptrdiff_t filter_channels;   /* [1] 1: one filter for all channels; or channels: one each */
    int exact_zeros;             /* [0] 1: an output is +0 if each of its products has a zero */
                                 /* factor: rounding errors do not leak backwards in time. */
                                 /* The direct methods and finite filters always have this */
    stet_conv_gelu gelu;         /* [STET_CONV_GELU_NONE] */
    int has_bias;                /* [0] y += bias[channel] u, one fma */
    int has_gate;                /* [0] y *= gate */
    double accuracy;             /* [0] exclude methods whose bound exceeds this times */
                                 /* |u|_2 |g|_2; 0: any */
    ptrdiff_t fft_length;        /* [0] P; 0: the library chooses */
    int threads;                 /* [0] as in stet_options */
    stet_parallel_for *parallel; /* [NULL] */
    void *parallel_context;      /* [NULL] */
    stet_effort effort;          /* [STET_EFFORT_ESTIMATE] of the transforms */
} stet_conv_options;

/* Sets every field to its default, as stet_options_init() does. */
STET_API void stet_conv_options_init_size(stet_conv_options *options, size_t size);
static inline void stet_conv_options_init(stet_conv_options *options)
{
    stet_conv_options_init_size(options, sizeof(stet_conv_options));
}

typedef struct stet_conv stet_conv;

/* Makes a plan, which keeps the spectra of the filters. filter has filter_channels rows of M
 * numbers, reverse filter_channels rows of R (NULL for operators with one filter), bias one number
 * per channel (NULL without has_bias). All are contiguous, and only this call reads them.
 *
 * On success *plan belongs to the caller, who frees it with stet_conv_destroy(); on failure *plan
 * is NULL. A plan is immutable: any number of threads may execute it at once. It takes
 * filter_channels (P + 2) numbers, of the next precision if the product is computed in it.
 *
 * Returns STET_OK or
 *   STET_E_NULL          plan, options or filter; reverse or bias, where it is required
 *   STET_E_OPTIONS_SIZE  options.size
 *   STET_E_OPERATOR      operation, combine or space is not in its enumeration
 *   STET_E_NORM          norm is neither FORWARD nor BACKWARD
 *   STET_E_PRECISION     precision is neither F32 nor F64
 *   STET_E_LEVEL         not a level, or not one of convolutions
 *   STET_E_METHOD        not a method, or not one of this level
 *   STET_E_EXTENDED      extended has other bits, or the method has no transforms
 *   STET_E_LENGTH        length or filter_length < 1; reverse_length < 1 or, for an operator with
 *                        one filter, not 0; fft_length < 0; above 2^39
 *   STET_E_FILTER_LENGTH CIRCULAR, and filter_length > length
 *   STET_E_CHANNELS      channels or batch < 1, or filter_channels is neither 1 nor channels
 *   STET_E_GELU          not a stet_conv_gelu
 *   STET_E_FLAG          exact_zeros, has_bias or has_gate is neither 0 nor 1
 *   STET_E_FFT_LENGTH    fft_length has a prime factor above 13 or is too short: P >= T; for
 *                        CIRCULAR P = L or P >= L + M - 1
 *   STET_E_ACCURACY      accuracy is negative or NaN, or no allowed method has a bound that small
 *   STET_E_THREADS, STET_E_EFFORT, STET_E_OVERFLOW, STET_E_MEMORY */
STET_API stet_status stet_conv_create(stet_conv **plan, const stet_conv_options *options,
                                      const void *filter, const void *reverse, const void *bias);

/* Frees a plan. NULL is allowed. No execution and no stream of it may exist. */
STET_API void stet_conv_destroy(stet_conv *plan);

/* Level CORRECT: the number of outputs that each of its stages decided (docs/conv.md). Outputs that
 * are NaN are counted in these stages too, as if numbers that are not finite were 0. */
typedef struct stet_conv_counts {
    int64_t outputs;
    int64_t not_finite; /* NaN */
    int64_t by_double;  /* by the bound of transforms in double */
    int64_t by_dd;      /* by the bound of double-double transforms */
    int64_t by_grid;    /* because all inputs and taps are multiples of powers of two */
    int64_t by_zeros;   /* because every product is zero */
    int64_t by_pairs;   /* by the sum itself, in two doubles */
    int64_t by_exact;   /* by the sum itself, in a superaccumulator */
} stet_conv_counts;

/* Information about an execution. Set size, and line_bound if you want it. The bounds are rigorous
 * as long as nothing overflows and all inputs are finite; else they are infinite or NaN. */
typedef struct stet_conv_result {
    size_t size;             /* sizeof(stet_conv_result); an older header has a smaller one */
    double bound;            /* |y - exact value| <= bound for all outputs of the call; y is the */
                             /* convolution with its bias, before GELU and gate. It is proved */
                             /* weights times |u|_2 |g|_2, the largest of all blocks */
    double *line_bound;      /* NULL, or gets the bound of each of the batch channels sequences */
    int64_t blocks;          /* blocks computed */
    int64_t zeros;           /* outputs that exact_zeros made +0; at level CORRECT by_zeros */
    stet_conv_counts stages; /* at level CORRECT; else 0 */
} stet_conv_result;

/* Executes a plan: y = the convolution of u; y += bias u; y = GELU(y); y *= gate. u, gate and y are
 * contiguous arrays (batch, channels, length) of the precision; gate is NULL without has_gate. y
 * may be u, or gate, or both; otherwise it may not share an element with them. result may be NULL.
 * The workspace comes from the heap, and one is left in the plan for the next execution.
 *
 * A number of u that is an infinity or a NaN reaches the outputs of the blocks that read it (FFT),
 * or of its T lags (DIRECT, STRICT), and no others.
 *
 * Returns STET_OK, STET_E_NULL (gate too, if has_gate), STET_E_FLAG (a gate without has_gate),
 * STET_E_OVERLAP, STET_E_STATS_SIZE (result->size), STET_E_MEMORY. */
STET_API stet_status stet_conv_execute(const stet_conv *plan, const void *u, const void *gate,
                                       void *y, stet_conv_result *result);

/* Returns P of the plan; 0 for a direct method and for NULL. */
STET_API ptrdiff_t stet_conv_fft_length(const stet_conv *plan);

/* Returns the method that the plan uses, never AUTO; 0 for NULL. */
STET_API stet_conv_method stet_conv_method_of(const stet_conv *plan);

/* Returns the factor C of the plan's bound C |u|_2 |g|_2, without the bias; 0 for NULL. */
STET_API double stet_conv_relative_bound(const stet_conv *plan);

/* Describes for people what the plan chose; writes as stet_plan_describe() does. */
STET_API size_t stet_conv_describe(const stet_conv *plan, char *text, size_t size);

/* --------------------------------------------------------------- streams - */

/* A stream convolves sequences that arrive in pieces, batch channels of them side by side. Its
 * outputs are those of stet_conv_execute() on the whole, bit for bit. For a sequence that ends
 * before `length` they are those of the sequence with zeros after it. Method FFT gives outputs in
 * blocks of S; a direct method gives all outputs that no later input can change.
 * stet_conv_stream_finish() gives the rest. Only one thread at a time may use a stream. */
typedef struct stet_conv_stream stet_conv_stream;

/* Makes a stream of a plan, which must outlive it. Returns STET_OK, STET_E_NULL, STET_E_STREAM
 * (CIRCULAR has none), STET_E_OVERFLOW, STET_E_MEMORY; on failure *stream is NULL. */
STET_API stet_status stet_conv_stream_create(stet_conv_stream **stream, const stet_conv *plan);

/* Returns the number of outputs per sequence that a push of count inputs gives, or for count < 0
 * the number that finish() gives; 0 for NULL. */
STET_API ptrdiff_t stet_conv_stream_ready(const stet_conv_stream *stream, ptrdiff_t count);

/* Takes count more inputs of each sequence: u, and gate if there is one, are (batch, channels,
 * count) arrays; the pointers may be NULL if count is 0. The outputs go to y, a (batch, channels,
 * capacity) array; each row gets *written numbers at its beginning. y may share no element with u
 * and gate, and may be NULL if capacity is 0.
 *
 * Returns STET_OK, STET_E_NULL, STET_E_FLAG (gate), STET_E_LENGTH (count or capacity < 0, or more
 * than `length` inputs in all), STET_E_STREAM (the stream is finished), STET_E_OVERLAP; STET_E_ROOM
 * if capacity is less than *written, which is then the number needed. On an error no input has been
 * taken. */
STET_API stet_status stet_conv_stream_push(stet_conv_stream *stream, ptrdiff_t count, const void *u,
                                           const void *gate, void *y, ptrdiff_t capacity,
                                           ptrdiff_t *written);

/* Writes the remaining outputs, so that there are as many as inputs; the stream is finished then.
 * Returns the statuses of stet_conv_stream_push(). */
STET_API stet_status stet_conv_stream_finish(stet_conv_stream *stream, void *y, ptrdiff_t capacity,
                                             ptrdiff_t *written);

/* Frees a stream. NULL is allowed. */
STET_API void stet_conv_stream_destroy(stet_conv_stream *stream);

/* -------------------------------------------------------------- reference - */

/* Computes the discrete Fourier transform of n complex numbers by its definition, every operation
 * rounded separately. out[k] is the sum of the products of in[j] and the root number j k mod n, for
 * j ascending from +0. A product is RN(RN(a c) - RN(b s)), RN(RN(a s) + RN(b c)) with correctly
 * rounded roots c + i s; each part of the sum is rounded after each product; no factor is applied.
 * O(n^2): the reference of other implementations. in and out may not share an element. Returns
 * STET_OK, STET_E_NULL, STET_E_PRECISION (F32, F64), STET_E_DIRECTION, STET_E_LENGTH (n < 1 or >
 * 2^39), STET_E_OVERFLOW, STET_E_OVERLAP, STET_E_MEMORY. */
STET_API stet_status stet_strict_dft(stet_precision precision, stet_direction direction,
                                     ptrdiff_t n, const void *in, void *out);

#ifdef __cplusplus
}
#endif

#endif /* STET_CONV_H */
