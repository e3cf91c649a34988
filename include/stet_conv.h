/* stet_conv: long convolution, by its definition or through the FFT, with an error bound.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * This header is the contract, as stet.h is for transforms; what that one says of threads, errors,
 * the floating-point environment and structs holds here too.
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
 * Four operators are called "bidirectional" in the literature and in code; only TIME and CONJ are,
 * and they differ by one sample: r[0] acts on the next input, or on the same. FREQ and FOLDED are
 * causal convolutions with the sum of two filters. docs/conv.md has their history.
 * Each is a filter of two sides: y[t] = sum_d g[d] u[t - d], -F <= d <= B. Any M and R from 1 on
 * are good, but for M > L of CIRCULAR; what a filter has at lags that no input of a sequence of
 * length L can meet is not read into g.
 *
 * THE RULE OF THE BITS. Convolution by FFT is overlap-save by transforms of P points: with T = F +
 * B + 1 lags, block j is the outputs [jS, (j + 1)S), S = P - (T - 1), and is computed from the
 * inputs [jS - B, (j + 1)S + F), zero outside the sequence, by real transforms of P points. Every
 * bit of an output is a function of P, the filters, these inputs and the options of the operation
 * (operator, combine, space, norm, precision, level, extended, gelu and whether there is a bias and
 * a gate). P follows from L, M, R, operator, precision and level, or is fft_length. So the whole,
 * a stream in pieces of any size, any number of threads, any batch and any instruction set have the
 * same bits. CIRCULAR is one block, with the inputs of a periodic sequence in place of zeros, P = L
 * or P >= L + M - 1, and has no streams. The direct methods have no P: an output is a function
 * of the T inputs that it meets.
 */
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

/* c of the equations, exactly: of an operator with two filters the result of AVG is half that of
 * SUM, bit for bit unless it underflows. */
typedef enum stet_conv_combine { STET_CONV_SUM = 1, STET_CONV_AVG = 2 } stet_conv_combine;

/* Where the two filters of an operator come together: in one filter g, which is transformed, or as
 * two spectra, which are added, that of the reverse filter being conjugate where it runs the other
 * way (TIME, with r one sample late, and CONJ). It is the same operator either way; the last bits
 * differ. */
typedef enum stet_conv_space { STET_CONV_SPACE_TIME = 1, STET_CONV_SPACE_FREQ = 2 } stet_conv_space;

/* What computes. AUTO is FFT or DIRECT: of those whose bound meets `accuracy` the faster one, as a
 * rule measured once has it; a function of the options, never of data or of the machine.
 *   DIRECT  y[t] = one chain of fma in the order of ascending lags, from +0
 *   FFT     overlap-save, see above; a product of two numbers of the spectra a and k is
 *           re = fma(-a.im, k.im, RN(a.re k.re)), im = fma(a.im, k.re, RN(a.re k.im))
 *   STRICT  the definition as DIRECT has it, each product and each sum rounded: the reference of
 *           other implementations; level NATIVE alone */
typedef enum stet_conv_method {
    STET_CONV_AUTO = 0,
    STET_CONV_DIRECT = 1,
    STET_CONV_FFT = 2,
    STET_CONV_STRICT = 3
} stet_conv_method;

/* Parts of a convolution through the FFT at level NATIVE that are computed in the next precision
 * (f32: double; f64: double-double): the transforms, their spectra being rounded, and the product,
 * rounded. With both nothing is rounded between the input and y. (bits of `extended`) */
enum { STET_CONV_EP_FFT = 1, STET_CONV_EP_FREQMUL = 2 };

/* y times the normal distribution's function: GELU by erf, or by its approximation with tanh. */
typedef enum stet_conv_gelu {
    STET_CONV_GELU_NONE = 0,
    STET_CONV_GELU_ERF = 1,
    STET_CONV_GELU_TANH = 2
} stet_conv_gelu;

/* What to convolve. Fill it with stet_conv_options_init(), then set length, filter_length, and what
 * differs from the defaults in brackets.
 *
 * level NATIVE rounds every operation to the precision. EXTENDED computes everything, bias, GELU
 * and gate included, in the next precision and rounds once. CORRECT: the convolution with its bias,
 * and c, is the exact sum, rounded once to nearest even; GELU and gate are then as NATIVE has them.
 * An exact zero is +0; overflow and subnormal numbers are IEEE 754's; an output is the quiet NaN if
 * one of the T inputs at its lags is not finite, or a number of the filters or the bias. The result
 * is a property of the values: method has to be AUTO, extended and fft_length 0. */
typedef struct stet_conv_options {
    size_t size;                  /* [sizeof(stet_conv_options)] as of stet_options */
    stet_conv_operator operation; /* [STET_CONV_CAUSAL] */
    stet_conv_combine combine;    /* [STET_CONV_SUM] CAUSAL and CIRCULAR ignore it */
    stet_conv_space space;        /* [STET_CONV_SPACE_TIME] the same */
    stet_norm norm;               /* [STET_NORM_FORWARD] which transform has the one factor 1/P: */
                                  /* FORWARD that of the filter, BACKWARD the inverse; not ORTHO */
    stet_precision precision;     /* [STET_F32] or STET_F64, of all arrays */
    stet_level level;             /* [STET_LEVEL_NATIVE] */
    stet_conv_method method;      /* [STET_CONV_AUTO] */
    unsigned extended;            /* [0] STET_CONV_EP_FFT | STET_CONV_EP_FREQMUL */
    ptrdiff_t length;             /* [0] L, at least 1; of a stream: the most it may have */
    ptrdiff_t filter_length;      /* [0] M, at least 1 */
    ptrdiff_t reverse_length;     /* [0] R, at least 1 for operators with two filters, else 0 */
    ptrdiff_t channels;           /* [1] */
    ptrdiff_t batch;              /* [1] */
    ptrdiff_t filter_channels;    /* [1] 1: one filter for all channels; or channels */
    int exact_zeros;              /* [0] 1: an output is +0 if all its products have a zero */
                                  /* factor: no leakage of rounding errors backwards in time. */
                                  /* The direct methods and finite filters always have it */
    stet_conv_gelu gelu;          /* [STET_CONV_GELU_NONE] */
    int has_bias;                 /* [0] y += bias[channel] u, one fma */
    int has_gate;                 /* [0] y *= gate */
    double accuracy;              /* [0] the largest bound, over |u|_2 |g|_2, that a method may */
                                  /* have; 0: any */
    ptrdiff_t fft_length;         /* [0] P; 0: chosen */
    int threads;                  /* [0] as in stet_options */
    stet_parallel_for *parallel;  /* [NULL] */
    void *parallel_context;       /* [NULL] */
    stet_effort effort;           /* [STET_EFFORT_ESTIMATE] of the transforms */
} stet_conv_options;

/* Set every field to its default, as stet_options_init() does. */
STET_API void stet_conv_options_init_size(stet_conv_options *options, size_t size);
static inline void stet_conv_options_init(stet_conv_options *options)
{
    stet_conv_options_init_size(options, sizeof(stet_conv_options));
}

typedef struct stet_conv stet_conv;

/* Make a plan, which keeps the spectra of the filters. filter has filter_channels rows of M
 * numbers, reverse filter_channels rows of R (NULL for operators with one filter), bias one number
 * a channel (NULL without has_bias); all contiguous, and read here alone.
 *
 * On success *plan belongs to the caller, who gives it back with stet_conv_destroy(); on failure
 * *plan is NULL. A plan is immutable: any number of threads may execute it at once. It takes
 * filter_channels (P + 2) numbers, of the next precision if that is what the product is computed
 * in.
 *
 * Returns STET_OK or
 *   STET_E_NULL          plan, options or filter; reverse or bias, where there must be one
 *   STET_E_OPTIONS_SIZE  options.size
 *   STET_E_OPERATOR      operation, combine or space is none
 *   STET_E_NORM          norm is neither FORWARD nor BACKWARD
 *   STET_E_PRECISION     precision is neither F32 nor F64
 *   STET_E_LEVEL         level is none, or not one of convolutions
 *   STET_E_METHOD        method is none, or not one of this level
 *   STET_E_EXTENDED      extended has other bits, or the method has no transforms
 *   STET_E_LENGTH        length or filter_length < 1; reverse_length < 1 or, of an operator with
 *                        one filter, not 0; fft_length < 0; above 2^39
 *   STET_E_FILTER_LENGTH CIRCULAR, and filter_length > length
 *   STET_E_CHANNELS      channels or batch < 1, or filter_channels is neither 1 nor channels
 *   STET_E_GELU          gelu is none
 *   STET_E_FLAG          exact_zeros, has_bias or has_gate is neither 0 nor 1
 *   STET_E_FFT_LENGTH    fft_length has a prime factor above 13 or is too short: P >= T; of
 *                        CIRCULAR P = L or P >= L + M - 1
 *   STET_E_ACCURACY      accuracy is negative or NaN, or no method that is allowed has such a bound
 *   STET_E_THREADS, STET_E_EFFORT, STET_E_OVERFLOW, STET_E_MEMORY */
STET_API stet_status stet_conv_create(stet_conv **plan, const stet_conv_options *options,
                                      const void *filter, const void *reverse, const void *bias);

/* Give a plan back. NULL is allowed. No execution and no stream of it may be left. */
STET_API void stet_conv_destroy(stet_conv *plan);

/* Level CORRECT: how many outputs each of its stages decided (docs/conv.md); those that are NaN
 * too, as if what is not finite were 0. */
typedef struct stet_conv_counts {
    int64_t outputs;
    int64_t not_finite; /* NaN */
    int64_t by_double;  /* transforms in double, their bound */
    int64_t by_dd;      /* the same in double-double */
    int64_t by_grid;    /* all inputs and taps are multiples of some powers of two */
    int64_t by_zeros;   /* no product that is not zero */
    int64_t by_pairs;   /* the sum itself, in two doubles */
    int64_t by_exact;   /* the sum itself, in a superaccumulator */
} stet_conv_counts;

/* What an execution can tell. Set size, and line_bound if wanted. The bounds are rigorous as long
 * as nothing overflows and all inputs are finite; else they are infinite or NaN. */
typedef struct stet_conv_result {
    size_t size;        /* sizeof(stet_conv_result), or what it was in an older header */
    double bound;       /* |y - exact value| <= bound for all outputs of the call, y being the */
                        /* convolution with its bias, before GELU and gate: proved weights times */
                        /* |u|_2 |g|_2, the largest of all blocks */
    double *line_bound; /* NULL, or an array of batch channels: the same of each sequence */
    int64_t blocks;     /* blocks computed */
    int64_t zeros;      /* outputs that exact_zeros made +0; of level CORRECT those by_zeros */
    stet_conv_counts stages; /* of level CORRECT; else 0 */
} stet_conv_result;

/* y = the convolution of u; y += bias u; y = GELU(y); y *= gate. u, gate and y are contiguous
 * arrays (batch, channels, length) of the precision; gate is NULL without has_gate. y may be u, or
 * gate, or both; otherwise it may not share an element with them. result may be NULL. The workspace
 * comes from the heap, and one is left in the plan for the next execution.
 *
 * A number of u that is an infinity or a NaN reaches the outputs of the blocks that read it (FFT),
 * or of its T lags (DIRECT, STRICT), and no others.
 *
 * Returns STET_OK, STET_E_NULL (gate too, if has_gate; and a gate that is not NULL without it is
 * STET_E_FLAG), STET_E_OVERLAP, STET_E_STATS_SIZE (result->size), STET_E_MEMORY. */
STET_API stet_status stet_conv_execute(const stet_conv *plan, const void *u, const void *gate,
                                       void *y, stet_conv_result *result);

/* P of the plan; 0 of a direct method and of NULL. */
STET_API ptrdiff_t stet_conv_fft_length(const stet_conv *plan);

/* The method that the plan uses, never AUTO; 0 of NULL. */
STET_API stet_conv_method stet_conv_method_of(const stet_conv *plan);

/* The factor C of its bound C |u|_2 |g|_2, without the bias; 0 of NULL. */
STET_API double stet_conv_relative_bound(const stet_conv *plan);

/* What the plan chose, for people, as stet_plan_describe() has it. */
STET_API size_t stet_conv_describe(const stet_conv *plan, char *text, size_t size);

/* --------------------------------------------------------------- streams - */

/* A stream convolves sequences that come in pieces, batch channels of them side by side. Its
 * outputs are those of stet_conv_execute() on the whole, bit for bit; of sequences that end before
 * `length`, those of the sequence with zeros after it. Method FFT gives outputs in blocks of S, a
 * direct one those that no later input can change; the rest comes with stet_conv_stream_finish().
 * One thread at a time may use a stream. */
typedef struct stet_conv_stream stet_conv_stream;

/* Returns STET_OK, STET_E_NULL, STET_E_STREAM (CIRCULAR has none), STET_E_OVERFLOW, STET_E_MEMORY;
 * on failure *stream is NULL. The plan must outlive the stream. */
STET_API stet_status stet_conv_stream_create(stet_conv_stream **stream, const stet_conv *plan);

/* The number of outputs per sequence that a push of so many inputs gives, or for count < 0 what
 * finish() gives; 0 of NULL. */
STET_API ptrdiff_t stet_conv_stream_ready(const stet_conv_stream *stream, ptrdiff_t count);

/* Take count more inputs of each sequence: u, and gate if there is one, are (batch, channels,
 * count) arrays; the pointers may be NULL if count is 0. The outputs go to y, a (batch, channels,
 * capacity) array of which each row gets *written numbers at its beginning; y may share no element
 * with u and gate, and may be NULL if capacity is 0.
 *
 * Returns STET_OK, STET_E_NULL, STET_E_FLAG (gate), STET_E_LENGTH (count or capacity < 0, or more
 * than `length` inputs in all), STET_E_STREAM (it is finished), STET_E_OVERLAP; STET_E_ROOM if
 * capacity is less than *written says then. On an error nothing has been taken. */
STET_API stet_status stet_conv_stream_push(stet_conv_stream *stream, ptrdiff_t count, const void *u,
                                           const void *gate, void *y, ptrdiff_t capacity,
                                           ptrdiff_t *written);

/* The outputs that are left, as many as inputs had come; the stream is finished then. Statuses as
 * above. */
STET_API stet_status stet_conv_stream_finish(stet_conv_stream *stream, void *y, ptrdiff_t capacity,
                                             ptrdiff_t *written);

/* NULL is allowed. */
STET_API void stet_conv_stream_destroy(stet_conv_stream *stream);

/* -------------------------------------------------------------- reference - */

/* The discrete Fourier transform of n complex numbers by its definition, every operation rounded
 * separately: out[k] is the sum of the products of in[j] and the root number j k mod n, for j
 * ascending from +0, a product being RN(RN(a c) - RN(b s)), RN(RN(a s) + RN(b c)) with correctly
 * rounded roots c + i s, and each part of the sum rounded after each product; no factor. O(n^2):
 * the reference of other implementations. in and out may not share an element.
 * Returns STET_OK, STET_E_NULL, STET_E_PRECISION (F32, F64), STET_E_DIRECTION, STET_E_LENGTH (n <
 * 1 or > 2^39), STET_E_OVERFLOW, STET_E_OVERLAP, STET_E_MEMORY. */
STET_API stet_status stet_strict_dft(stet_precision precision, stet_direction direction,
                                     ptrdiff_t n, const void *in, void *out);

#ifdef __cplusplus
}
#endif

#endif /* STET_CONV_H */
