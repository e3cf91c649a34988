/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of either precision with random numbers: the same values in both if they are floats. */
#ifndef STET_TESTS_NN_WEIGHTS_H
#define STET_TESTS_NN_WEIGHTS_H

#include <stdlib.h>

#include "lib/generate.h"
#include "stet_nn.h"

/* count numbers in [-scale, scale], floats even if the precision is double. Give back with free().
 */
static inline void *weights(stet_precision precision, ptrdiff_t count, double scale, uint64_t seed)
{
    float *x = (float *)malloc((size_t)count * sizeof *x);
    double *y = (double *)malloc((size_t)count * sizeof *y);
    generate_reals(x, STET_F32, (size_t)count, GENERATE_UNIFORM, seed);
    for (ptrdiff_t i = 0; i < count; i++) {
        x[i] = (float)((double)x[i] * scale);
        y[i] = (double)x[i];
    }
    free(precision == STET_F32 ? (void *)y : (void *)x);
    return precision == STET_F32 ? (void *)x : (void *)y;
}

static inline double at(stet_precision precision, const void *x, ptrdiff_t i)
{
    return precision == STET_F32 ? (double)((const float *)x)[i] : ((const double *)x)[i];
}

/* The filter of Hyena as the reference makes it, but for random weights. Arrays are in `kept`, to
 * be given back by filter_close(). */
typedef struct filter {
    stet_hyena_filter_options o;
    void *kept[7];
} filter;

static inline filter filter_open(stet_precision precision, stet_layer_mode mode, ptrdiff_t length,
                                 ptrdiff_t order, ptrdiff_t channels, uint64_t seed)
{
    enum { FEATURES = 5, INNER = 2 };
    const double from_order = __builtin_sqrt(1.0 / (double)order); /* torch.nn.Linear's */
    filter f = {.o = {.size = sizeof f.o,
                      .precision = precision,
                      .mode = mode,
                      .length = length,
                      .features = FEATURES,
                      .order = order,
                      .inner = INNER,
                      .channels = channels}};
    f.o.w_in = f.kept[0] = weights(precision, order * FEATURES, 0.5, seed);
    f.o.b_in = f.kept[1] = weights(precision, order, 0.5, seed + 1);
    f.o.w_inner = f.kept[2] = weights(precision, INNER * order * order, from_order, seed + 2);
    f.o.b_inner = f.kept[3] = weights(precision, INNER * order, from_order, seed + 3);
    f.o.w_out = f.kept[4] = weights(precision, channels * order, from_order, seed + 4);
    f.o.frequency = f.kept[5] = weights(precision, order, 1, seed + 5);
    f.o.delta = f.kept[6] = weights(precision, channels, 12, seed + 6);
    return f;
}

static inline void filter_close(filter *f)
{
    for (int i = 0; i < 7; i++)
        free(f->kept[i]);
}

/* channels rows of length numbers. Give back with free(). */
static inline void *filter_make(const filter *f)
{
    void *k = malloc((size_t)(f->o.channels * f->o.length) * 8);
    return stet_hyena_filter(&f->o, k) == STET_OK ? k : NULL;
}

#endif
