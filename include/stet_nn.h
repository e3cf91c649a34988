/* stet_nn: the layers around a long convolution, as reference operators.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * What stet.h says of threads, errors, structs and the floating-point environment holds here too.
 * Arrays are contiguous, row by row, of the precision, STET_F32 or STET_F64; all weights are the
 * caller's. RN is rounding to the precision. The bits of a result depend on the arguments alone.
 *
 * How a layer computes is its mode; each function states the operations and their order:
 *   FUSED     sums of products are chains of fma, each rounded to the precision
 *   STRICT    every product and every sum is rounded by itself, in the order of the equation
 *   EXTENDED  everything from the input to the output as FUSED in the next precision (f32: double;
 *             f64: double-double, a product and a sum in place of fma), rounded once
 *
 * An output may not share an element with an input, unless said otherwise.
 */
#ifndef STET_NN_H
#define STET_NN_H

#include "stet_conv.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum stet_layer_mode {
    STET_LAYER_NO_MODE = 0, /* none of the three */
    STET_LAYER_FUSED = 1,
    STET_LAYER_STRICT = 2,
    STET_LAYER_EXTENDED = 3
} stet_layer_mode;

/* Where the three taps of a depthwise filter stand: y[t] = w[0] x[t + a] + w[1] x[t + a + 1] +
 * w[2] x[t + a + 2] + b, x being 0 outside its range. */
typedef enum stet_alignment {
    STET_ALIGN_CAUSAL = 1,    /* a = -2 */
    STET_ALIGN_CENTRED = 2,   /* a = -1 */
    STET_ALIGN_ANTICAUSAL = 3 /* a = 0 */
} stet_alignment;

/* Depthwise filter of 3 taps. x and y: (batch, channels, length); w: (channels, 3); b: (channels),
 * or NULL for none.
 *   FUSED   fma(x2, w2, fma(x1, w1, RN(x0 w0))), then RN(that + b)
 *   STRICT  RN(RN(RN(x0 w0) + RN(x1 w1)) + RN(x2 w2)), then RN(that + b)
 * Returns STET_OK, STET_E_NULL, STET_E_PRECISION, STET_E_METHOD (mode or alignment is none),
 * STET_E_LENGTH (a count < 1), STET_E_OVERFLOW, STET_E_OVERLAP. */
STET_API stet_status stet_depthwise3(stet_precision precision, stet_layer_mode mode,
                                     stet_alignment alignment, ptrdiff_t batch, ptrdiff_t channels,
                                     ptrdiff_t length, const void *x, const void *w, const void *b,
                                     void *y);

/* Linear layer: y[r][o] = sum_i x[r][i] w[o][i] + b[o]. x: (rows, in); w: (out, in); b: (out), or
 * NULL; y: (rows, out).
 *   FUSED   s = fma(x[i], w[i], s) for i ascending from s = +0, then RN(s + b)
 *   STRICT  s = RN(s + RN(x[i] w[i])), then RN(s + b)
 * Returns the same. */
STET_API stet_status stet_linear(stet_precision precision, stet_layer_mode mode, ptrdiff_t rows,
                                 ptrdiff_t in, ptrdiff_t out, const void *x, const void *w,
                                 const void *b, void *y);

/* Layer norm of rows of n numbers: y = (x - mean)/sqrt(variance + eps) gamma + beta, the variance
 * divided by n. x, y: (rows, n); gamma, beta: (n); eps >= 0.
 *   both    mean = RN(s/n), s = RN(s + x[i]) for i ascending from +0; d = RN(x[i] - mean);
 *           v = RN(q/n); g = RN(1/RN(sqrt(RN(v + RN(eps)))))
 *   FUSED   q = fma(d, d, q) from +0;         y = fma(RN(d g), gamma, beta)
 *   STRICT  q = RN(q + RN(d d)) from +0;      y = RN(RN(RN(d g) gamma) + beta)
 * y may be x. Returns the same; STET_E_ACCURACY if eps is negative, infinite or NaN. */
STET_API stet_status stet_layer_norm(stet_precision precision, stet_layer_mode mode, ptrdiff_t rows,
                                     ptrdiff_t n, double eps, const void *x, const void *gamma,
                                     const void *beta, void *y);

/* GELU of n numbers, correct to a little more than half an ulp: f32 by way of double, f64 by way of
 * double-double. n may be 0. y may be x.
 * Returns STET_OK, STET_E_NULL, STET_E_PRECISION, STET_E_GELU (NONE too), STET_E_LENGTH,
 * STET_E_OVERFLOW, STET_E_OVERLAP. */
STET_API stet_status stet_gelu(stet_precision precision, stet_conv_gelu gelu, ptrdiff_t n,
                               const void *x, void *y);

/* The implicit filter of Hyena (HazyResearch, m2, hyena_utils.py; research names are kept). For
 * n = 0 .. length - 1 and channel c
 *
 *   t = n/(length - 1), 0 if length is 1;  f_j = 1e-4 + j (B - 1 - 1e-4)/(B - 1), j = 0 .. B - 1,
 *   B = (features - 1)/2, f_0 = 1e-4 alone if B is 1;  a_j = f_j 2 pi n/length
 *   z = (t, cos a_0, ..., cos a_(B-1), -sin a_0, ..., -sin a_(B-1))
 *   h = sin(frequency (W_in z + b_in));   inner times  h = sin(frequency (W_i h + b_i))
 *   k[c][n] = (W_out h)[c] (exp(-t |delta[c]|) + shift)
 *
 * z, and the argument of exp, are computed in double-double and rounded once (EXTENDED: to the next
 * precision); W z + b is stet_linear(); products, sums, sin and exp are rounded one by one. */
typedef struct stet_hyena_filter_options {
    size_t size;              /* sizeof(stet_hyena_filter_options) */
    stet_precision precision; /* of k and the weights */
    stet_layer_mode mode;
    ptrdiff_t length, features, order, inner, channels; /* features odd and >= 3; inner >= 0 */
    double shift;
    const void *w_in, *b_in;       /* (order, features), (order) */
    const void *w_inner, *b_inner; /* (inner, order, order), (inner, order); NULL if inner is 0 */
    const void *w_out;             /* (channels, order) */
    const void *frequency;         /* (order) */
    const void *delta;             /* (channels) */
} stet_hyena_filter_options;

/* k: (channels, length), as stet_conv_create() takes filters.
 * Returns STET_OK, STET_E_NULL, STET_E_OPTIONS_SIZE, STET_E_PRECISION, STET_E_METHOD, STET_E_LENGTH
 * (a count, or features), STET_E_ACCURACY (shift is not finite), STET_E_OVERFLOW, STET_E_MEMORY. */
STET_API stet_status stet_hyena_filter(const stet_hyena_filter_options *options, void *k);

/* The sequence path of the Monarch mixer. u: (batch, length, channels), as y.
 *
 *   x1, x2, v = the channels of  depthwise3(transpose(linear(u)))  in three parts
 *   v = RN(v x1);  c = conv(v) + bias v;  c = RN(c x2)
 *   with a second filter: c = RN(c + (conv_2(transpose(u)) + bias_2 transpose(u)))
 *   y = linear_out(transpose(c))
 *
 * conv says which convolution: operation, combine, space, norm, method, level ... as of
 * stet_conv_options; the fields of shapes, bias, gate and precision are set here. */
typedef struct stet_monarch_options {
    size_t size; /* sizeof(stet_monarch_options) */
    stet_precision precision;
    ptrdiff_t batch, length, channels;
    stet_alignment alignment;
    stet_layer_mode linear, depthwise; /* of the layers */
    const stet_conv_options *conv;
    ptrdiff_t filter_length, reverse_length;
    const void *w_in, *b_in;             /* (3 channels, channels), (3 channels) or NULL */
    const void *w_depth, *b_depth;       /* (3 channels, 3), (3 channels) or NULL */
    const void *filter, *reverse, *bias; /* (channels, filter_length), (channels, reverse_length) */
                                         /* or NULL, (channels) */
    const void *filter_2, *reverse_2, *bias_2; /* the same of the residual; filter_2 NULL: none */
    const void *w_out, *b_out;                 /* (channels, channels), (channels) or NULL */
} stet_monarch_options;

/* bounds, which may be NULL, gets the bounds of the two convolutions (stet_conv_result.bound); the
 * second is 0 if there is none.
 * Returns what stet_linear(), stet_depthwise3() and stet_conv_create() return,
 * STET_E_OPTIONS_SIZE, STET_E_MEMORY. */
STET_API stet_status stet_monarch(const stet_monarch_options *options, const void *u, void *y,
                                  double bounds[2]);

#ifdef __cplusplus
}
#endif

#endif /* STET_NN_H */
