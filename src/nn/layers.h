/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the loops of the layers. */
#ifndef STET_NN_LAYERS_H
#define STET_NN_LAYERS_H

#include "base/isa.h"
#include "stet_nn.h"

/* The number that a layer computes with, and the number of its arrays. */
typedef enum stet_number {
    STET_NUMBER_F32,        /* float */
    STET_NUMBER_F64,        /* double */
    STET_NUMBER_F32_IN_F64, /* computes in double, arrays of float */
    STET_NUMBER_F64_IN_DD,  /* double-double, arrays of double */
    STET_NUMBERS
} stet_number;

/* The loops take checked arguments. fused: chains of fma. first is a of stet_alignment. For filter,
 * work has space for (features + 2 order) numbers of 16 bytes. */
typedef struct stet_layer_loops {
    void (*depthwise)(int fused, ptrdiff_t first, ptrdiff_t rows, ptrdiff_t channels,
                      ptrdiff_t length, const void *x, const void *w, const void *b, void *y);
    void (*linear)(int fused, ptrdiff_t rows, ptrdiff_t in, ptrdiff_t out, const void *x,
                   const void *w, const void *b, void *y);
    void (*norm)(int fused, ptrdiff_t rows, ptrdiff_t n, double eps, const void *x,
                 const void *gamma, const void *beta, void *y);
    void (*filter)(int fused, const stet_hyena_filter_options *o, void *k, void *work);
} stet_layer_loops;

/* The kernels of an instruction set are made from isa/layers.c.in. */
struct stet_layers_kernels {
    stet_layer_loops of[STET_NUMBERS];
};

/* Returns the kernels of the process's instruction set, or of the next lower one that has some:
 * kernels.c. */
const struct stet_layers_kernels *stet_layers_in_use(void);

#endif
