/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds the error of a convolution a priori: C |w|_2 |g|_2, where w is the inputs of a block. */
#ifndef STET_CONV_BOUND_H
#define STET_CONV_BOUND_H

#include "conv/conv.h"

/* Returns C of a convolution through transforms. With u = |w|_2 |g|_2 for short, W and K the
 * spectra, |W|_2 = sqrt(P) |w|_2 and so on, an error e of the product W K, or of a factor of it,
 * makes an error of at most (1/P) sum_k |e_k| in each output, and (1/P) sum_k |W_k| |K_k| <= u
 * (Cauchy-Schwarz). Hence, in units of the roundoff of the precision of each part,
 *   W and K each with a relative error in the 2-norm of A2 (stet_bound_l2())         2 A2
 *   K the sum of two spectra, or of the transform of sums                               1 each
 *   K or the inverse times RN(1/P)                                                      2
 *   the product, |error| <= 2 |a b| (Jeannerod, Kornerup, Louvet, Muller 2017)          2
 *   the inverse transform                                                              A1
 * A1: the error of each butterfly is bounded by the sum of its inputs, and reaches an output with a
 * factor of modulus 1. The inputs X of the transform do so too, so that the error of every output
 * is at most A1 sum |X_k|/P. Per step: 1 + (1 + 1/sqrt 2) for a level and r + 3 + (2 + 1/sqrt 2)
 * for an odd radix, as src/graph/bound.h and bound.c derive them; P has no prime above 13. C2R of
 * even length is a complex transform of half of it, of numbers Z_k and Z_(h-k) that are made of a =
 * X_k and b = X_(h-k): |Z_k| + |Z_(h-k)| <= 2 sqrt 2 (|a| + |b|), so that the sum over all of Z is
 * at most sqrt 2 times that over X; and the error of each is at most (2 + (1 + 1/sqrt 2) + 2) (|a|
 * + |b|).
 *
 * Second-order terms: the total is at most 2^-12 (stet_conv_fft_weight() is infinite beyond), so
 * that a factor of 1 + 2^-8 covers them. Hypothesis: nothing overflows. stet_conv_underflow()
 * bounds the underflow. */
double stet_conv_fft_weight(const stet_conv *plan, ptrdiff_t points);

/* Returns C of chains of products: n links of fma have at most n u/(1 - n u); products and sums
 * that are rounded separately, one more; compensated ones u + 2 (n u)^2 (Ogita, Rump and Oishi
 * 2005, Proposition 5.5). Infinite from n u = 1/2 on. */
double stet_conv_chain_weight(const stet_conv *plan);

/* Returns an upper bound of the underflow error of an output. With P points the error of each
 * number of W and of K is at most 4 P eta, of each product 4 eta, of each output of the inverse 4 P
 * eta, where eta is the smallest subnormal number; the same bound covers a chain. */
double stet_conv_underflow(const stet_conv *plan, double window_norm, double filter_norm);

/* Returns the total error bound of an output, its bias included. */
double stet_conv_bound(const stet_conv *plan, ptrdiff_t channel, double window_norm);

/* Return upper bounds of 2-norms: of a window, and of n numbers of g, of the plan's precision or
 * double. */
double stet_conv_norm(const stet_conv *plan, const stet_conv_window *w);
double stet_conv_norm_f64(const double *g, ptrdiff_t n);

#endif
