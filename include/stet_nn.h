/* stet_nn provides layers of neural networks, as reference operators. The library is libstet_nn,
 * beside libstet.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * The rules of stet.h for threads, errors, structs and the floating-point environment hold here.
 *
 * ARRAYS are contiguous, row by row, the last index varying fastest: (batch, channels, length) is
 * batch rows of channels rows of length numbers. Counts are numbers, not bytes. All arrays of a
 * call, the weights included, have its precision, STET_F32 or STET_F64, and belong to the caller.
 * An output may not share an element with an input, unless its function says otherwise; inputs may
 * share memory with each other.
 *
 * BITS. RN is rounding to the precision, to nearest even. The bits of a result depend on the
 * arguments alone: not on the instruction set, the compiler, the alignment or the thread. NaNs
 * follow stet.h. Each function states its operations and their order. Its mode says how they round:
 *   FUSED     sums of products are chains of fma, each rounded to the precision
 *   STRICT    every product and every sum is rounded separately, in the order of the equation
 *   EXTENDED  everything from the input to the output is computed as in FUSED in the next precision
 *             (f32: double; f64: double-double, a product and a sum in place of fma), rounded once
 *
 * THREADS. A layer is computed in the thread that calls. Any number of threads may call at once.
 * The kernels are those of the process's instruction set (stet_isa_select()). */
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

/* The positions of the three taps of a depthwise filter: y[t] = w[0] x[t + a] + w[1] x[t + a + 1] +
 * w[2] x[t + a + 2] + b. x is 0 outside its range. */
typedef enum stet_alignment {
    STET_ALIGN_CAUSAL = 1,    /* a = -2 */
    STET_ALIGN_CENTRED = 2,   /* a = -1 */
    STET_ALIGN_ANTICAUSAL = 3 /* a = 0 */
} stet_alignment;

/* Computes a depthwise filter of 3 taps, one filter for each channel: the short convolution of
 * Hyena (Poli et al., "Hyena Hierarchy: Towards Larger Convolutional Language Models", ICML 2023).
 * x and y: (batch, channels, length); w: (channels, 3); b: (channels), or NULL, and then nothing is
 * added. x0, x1, x2 are the numbers of x that w0, w1, w2 multiply; outside x they are +0, and their
 * products are computed like the others.
 *   FUSED   fma(x2, w2, fma(x1, w1, RN(x0 w0))), then RN(that + b)
 *   STRICT  RN(RN(RN(x0 w0) + RN(x1 w1)) + RN(x2 w2)), then RN(that + b)
 *
 * Returns STET_OK, STET_E_PRECISION, STET_E_METHOD (mode or alignment is not in its enumeration),
 * STET_E_LENGTH (a count < 1), STET_E_OVERFLOW (an array would not fit in the address space),
 * STET_E_NULL (x, w or y), STET_E_OVERLAP (y with x, w or b). */
STET_API stet_status stet_depthwise3(stet_precision precision, stet_layer_mode mode,
                                     stet_alignment alignment, ptrdiff_t batch, ptrdiff_t channels,
                                     ptrdiff_t length, const void *x, const void *w, const void *b,
                                     void *y);

/* Computes a linear layer: y[r][o] = sum_i x[r][i] w[o][i] + b[o]. x: (rows, in); w: (out, in); b:
 * (out), or NULL, and then nothing is added; y: (rows, out).
 *   FUSED   s = fma(x[i], w[i], s) for i ascending from s = +0, then RN(s + b)
 *   STRICT  s = RN(s + RN(x[i] w[i])), then RN(s + b)
 * Returns the statuses of stet_depthwise3(), for the same reasons. */
STET_API stet_status stet_linear(stet_precision precision, stet_layer_mode mode, ptrdiff_t rows,
                                 ptrdiff_t in, ptrdiff_t out, const void *x, const void *w,
                                 const void *b, void *y);

/* Computes the layer norm of rows of n numbers (Ba, Kiros and Hinton, "Layer Normalization",
 * arXiv:1607.06450, 2016): y = (x - mean)/sqrt(variance + eps) gamma + beta. The variance is
 * divided by n. x, y: (rows, n); gamma, beta: (n); eps >= 0 has the unit of x squared.
 *   both    mean = RN(s/n), s = RN(s + x[i]) for i ascending from +0; d = RN(x[i] - mean);
 *           v = RN(q/n); g = RN(1/RN(sqrt(RN(v + RN(eps)))))
 *   FUSED   q = fma(d, d, q) from +0;         y = fma(RN(d g), gamma, beta)
 *   STRICT  q = RN(q + RN(d d)) from +0;      y = RN(RN(RN(d g) gamma) + beta)
 * These operations give NaNs or infinities in a row whose variance + eps is 0. y may be x; it may
 * share memory with x in no other way, nor with gamma and beta.
 *
 * Returns STET_OK, STET_E_PRECISION, STET_E_METHOD (not a mode), STET_E_LENGTH (a count < 1),
 * STET_E_OVERFLOW, STET_E_NULL, STET_E_OVERLAP, STET_E_ACCURACY (eps is negative, infinite or NaN).
 */
STET_API stet_status stet_layer_norm(stet_precision precision, stet_layer_mode mode, ptrdiff_t rows,
                                     ptrdiff_t n, double eps, const void *x, const void *gamma,
                                     const void *beta, void *y);

/* Computes GELU of n numbers (Hendrycks and Gimpel, "Gaussian Error Linear Units",
 * arXiv:1606.08415, 2016):
 *   STET_CONV_GELU_ERF   y = x (1 + erf(x/sqrt(2)))/2
 *   STET_CONV_GELU_TANH  y = x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))/2
 * The constants are exact, and x < 0 uses a form without cancellation, so that small results have
 * all their digits. f32 is computed in double, f64 in double-double, and rounded once. y is within
 * 0.5 + 2^-26 ulp (f32) or 0.5 + 2^-41 ulp (f64) of the function. These bounds are measured, with a
 * margin (src/func); in f64 an error of 2^-1072 may be added below 2^-960. +inf gives +inf, -inf
 * gives -0, a zero gives itself. There is no mode. GELU has these bits also in a stet_conv of level
 * CORRECT, or of level NATIVE without stet_conv_options.extended. x, y: (n); n may be 0, and then x
 * and y may be NULL. y may be x; it may share memory with x in no other way. Returns STET_OK,
 * STET_E_PRECISION, STET_E_GELU (not one of the two), STET_E_LENGTH (n < 0), STET_E_OVERFLOW,
 * STET_E_NULL, STET_E_OVERLAP. */
STET_API stet_status stet_gelu(stet_precision precision, stet_conv_gelu gelu, ptrdiff_t n,
                               const void *x, void *y);

/* The implicit filter of Hyena (Poli et al., see stet_depthwise3()). The names are those of
 * hyena_utils.py in the repository HazyResearch/m2. For n = 0 .. length - 1 and channel c
 *
 *   t = n/(length - 1), 0 if length is 1;  f_j = 1e-4 + j (B - 1 - 1e-4)/(B - 1), j = 0 .. B - 1,
 *   B = (features - 1)/2, f_0 = 1e-4 alone if B is 1;  a_j = f_j 2 pi n/length
 *   z = (t, cos a_0, ..., cos a_(B-1), -sin a_0, ..., -sin a_(B-1))
 *   h = sin(frequency (W_in z + b_in));   inner times  h = sin(frequency (W_i h + b_i))
 *   k[c][n] = (W_out h)[c] (exp(-t |delta[c]|) + shift)
 *
 * z, and the argument of exp, are computed in double-double and rounded once (EXTENDED: to the next
 * precision); W z + b is stet_linear(); products, sums, sin and exp are rounded one by one. Angles
 * are in radians, and frequency and delta are pure numbers. All arrays are of `precision`. */
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

/* Computes k: (channels, length), in the layout of filters of stet_conv_create(). k may not share
 * memory with an array of the options; this is not checked. Allocates features + 2 order numbers of
 * 16 bytes, and frees them.
 *
 * Returns STET_OK, STET_E_NULL (options, k, or an array that is needed), STET_E_OPTIONS_SIZE,
 * STET_E_PRECISION, STET_E_METHOD (not a mode), STET_E_LENGTH (length, order or channels < 1, inner
 * < 0, features even or < 3), STET_E_OVERFLOW, STET_E_ACCURACY (shift is not finite),
 * STET_E_MEMORY. */
STET_API stet_status stet_hyena_filter(const stet_hyena_filter_options *options, void *k);

/* The sequence path of the Monarch mixer, which applies long convolutions (Fu et al., "Monarch
 * Mixer: A Simple Sub-Quadratic GEMM-Based Architecture", NeurIPS 2023). u, y: (batch, length,
 * channels).
 *
 *   x1, x2, v = the channels of  depthwise3(transpose(linear(u)))  in three parts
 *   v = RN(v x1);  c = conv(v) + bias v;  c = RN(c x2)
 *   with a second filter: c = RN(c + (conv_2(transpose(u)) + bias_2 transpose(u)))
 *   y = linear_out(transpose(c))
 *
 * conv(v) + bias v and the product with x2, its gate, are one stet_conv, which rounds as
 * stet_conv.h says; conv_2 is another one. `conv` gives their operation, combine, space, norm,
 * method, level and so on, as in stet_conv_options; stet_monarch() sets its fields of shapes, bias,
 * gate and precision. linear and depthwise are the modes of the layers. transpose moves numbers
 * from (batch, length, channels) to (batch, channels, length) and back. */
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
    const void *filter_2, *reverse_2, *bias_2; /* of the residual; filter_2 NULL: none */
    const void *w_out, *b_out;                 /* (channels, channels), (channels) or NULL */
} stet_monarch_options;

/* Computes y. bounds, which may be NULL, gets the bounds of the two convolutions
 * (stet_conv_result.bound); the second is 0 if there is none. bounds is written on success only. y
 * may share no memory with u, nor with an array of the options. Allocates 7 batch length channels
 * numbers and the memory of the convolutions, and frees them.
 *
 * Returns the statuses of stet_conv_create() and stet_conv_execute() for the convolutions, and
 * STET_E_NULL (options, u, y, conv, or an array that is needed), STET_E_OPTIONS_SIZE (of the
 * options or of conv), STET_E_PRECISION, STET_E_METHOD (linear, depthwise or alignment is not in
 * its enumeration), STET_E_LENGTH (a count < 1), STET_E_OVERFLOW, STET_E_OVERLAP, STET_E_MEMORY. */
STET_API stet_status stet_monarch(const stet_monarch_options *options, const void *u, void *y,
                                  double bounds[2]);

#ifdef __cplusplus
}
#endif

#endif /* STET_NN_H */
