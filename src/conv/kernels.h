/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the loops over all numbers of a convolution. There is one instance per instruction set
 * and precision (isa/conv32.c.in, conv64.c.in). All instances give the same bits, because each
 * output is a fixed sequence of operations, and vectors go across outputs. The exception is dot(),
 * whose callers prove an error bound. */
#ifndef STET_CONV_KERNELS_H
#define STET_CONV_KERNELS_H

#include <stddef.h>

#include "base/isa.h"

/* The loops over numbers of type T. */
#define STET_CONV_KERNELS_OF(T)                                                                    \
    /* Sets a[i] = a[i] k[i], complex numbers as pairs: stet_conv.h has the formula. */            \
    void (*multiply)(T * a, const T *k, ptrdiff_t count);                                          \
    /* Compute the chain y[t] of h[i] w[t + taps - 1 - i], i < taps ascending, t < count: */       \
    /* fused, or with products and sums rounded. */                                                \
    void (*direct)(const T *h, ptrdiff_t taps, const T *w, ptrdiff_t count, T *y);                 \
    void (*strict)(const T *h, ptrdiff_t taps, const T *w, ptrdiff_t count, T *y);                 \
    /* y[t] = fma(bias, u[t], x[t]), u not NULL; y[t] = x[t] gate[t]. y may be any of them. */     \
    void (*add_bias)(const T *x, T bias, const T *u, ptrdiff_t count, T *y);                       \
    void (*times)(const T *x, const T *gate, ptrdiff_t count, T *y)

struct stet_conv32_kernels {
    STET_CONV_KERNELS_OF(float);
};

struct stet_conv64_kernels {
    STET_CONV_KERNELS_OF(double);
    /* Convert exactly, and with one rounding. */
    void (*widen)(const float *x, ptrdiff_t count, double *y);
    void (*narrow)(const double *x, ptrdiff_t count, float *y);

    /* These functions take numbers of two words, hi = RN(hi + lo), as pairs: double-double
     * (arith/dd.h). */
    void (*multiply_pairs)(double *a, const double *k, ptrdiff_t count);
    void (*widen_pairs)(const double *x, ptrdiff_t count, double *y);  /* exactly */
    void (*narrow_pairs)(const double *x, ptrdiff_t count, double *y); /* to the nearest */
    /* Does the chain of direct() with pairs h, compensated (Ogita, Rump and Oishi 2005, Dot2). */
    void (*direct_pairs)(const double *h, ptrdiff_t taps, const double *w, ptrdiff_t count,
                         double *y);
    /* Compute in place: x += bias u; x *= gate; x *= factor, a pair. */
    void (*add_bias_pairs)(double *x, double bias, const double *u, ptrdiff_t count);
    void (*times_pairs)(double *x, const double *gate, ptrdiff_t count);
    void (*scale_pairs)(double *x, const double *factor, ptrdiff_t count);
    /* Adds the sum of a[i] b[i], i < count, to hi + *lo. The products must be exact. The sum is
     * compensated, in an order that depends on the instance. */
    void (*dot)(const double *a, const double *b, ptrdiff_t count, double *hi, double *lo);
};

#endif
