/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of the layers, of one instruction set. */
#ifndef STET_NN_LAYERS_H
#define STET_NN_LAYERS_H

#include "base/isa.h"
#include "stet_nn.h"

/* What a layer computes in, and what its arrays are of. */
typedef enum stet_number {
    STET_NUMBER_F32,        /* float */
    STET_NUMBER_F64,        /* double */
    STET_NUMBER_F32_IN_F64, /* double, arrays of float */
    STET_NUMBER_F64_IN_DD,  /* double-double, arrays of double */
    STET_NUMBERS
} stet_number;

/* The arguments are good; fused: chains of fma. first is a of stet_alignment. Of filter, work has
 * room for (features + 2 order) numbers of 16 bytes. */
typedef struct stet_layer_loops {
    void (*depthwise)(int fused, ptrdiff_t first, ptrdiff_t rows, ptrdiff_t channels,
                      ptrdiff_t length, const void *x, const void *w, const void *b, void *y);
    void (*linear)(int fused, ptrdiff_t rows, ptrdiff_t in, ptrdiff_t out, const void *x,
                   const void *w, const void *b, void *y);
    void (*norm)(int fused, ptrdiff_t rows, ptrdiff_t n, double eps, const void *x,
                 const void *gamma, const void *beta, void *y);
    void (*filter)(int fused, const stet_hyena_filter_options *o, void *k, void *work);
} stet_layer_loops;

/* Of an instruction set: isa/<isa>_layers.c. */
struct stet_layers_kernels {
    stet_layer_loops of[STET_NUMBERS];
};

/* Those of the process's instruction set, or of the next one below that has some: kernels.c. */
const struct stet_layers_kernels *stet_layers_in_use(void);

#endif
