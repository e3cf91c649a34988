/* SPDX-License-Identifier: Apache-2.0 */
/* Levels native and extended: floating point of the precision, of the next one, or of both. */
#ifndef STET_CONV_FLOATING_H
#define STET_CONV_FLOATING_H

#include "conv/conv.h"
#include "conv/transform.h"
#include "conv/zeros.h"

extern const stet_conv_engine stet_conv_native, stet_conv_extended;

typedef struct stet_conv_floating {
    stet_conv_inside in;
    stet_conv_transform *forward, *inverse; /* NULL for a direct method */
    ptrdiff_t stride;                       /* numbers from one row to the next */
    void *rows;                             /* spectra, as the product reads them. A direct */
    /* method has g from lag -after on, in that of its chains */
    stet_conv_zeros *zeros;    /* or NULL */
    size_t buffer, transforms; /* bytes: one of two buffers; plan's work */
} stet_conv_floating;

/* Makes the spectra or the rows of g: filter.c. */
stet_status stet_conv_floating_filters(stet_conv *plan, stet_conv_floating *s,
                                       const stet_conv_filters *f);

/* Convert numbers between precisions 0 and 1 of the plan, which differ. */
void stet_conv_widen(const stet_conv *plan, const void *from, ptrdiff_t count, void *to);
void stet_conv_narrow(const stet_conv *plan, const void *from, ptrdiff_t count, void *to);

/* Returns the bytes of a number of precision 0, or 1. */
size_t stet_conv_number(const stet_conv *plan, int wider);

/* Computes y = GELU and gate of x + bias u, with x of precision in.last or in.transform. scratch
 * has capacity for b->count numbers; x is overwritten: finish.c. */
void stet_conv_finish(const stet_conv *plan, const stet_conv_block *b, int wider, void *x,
                      void *scratch);

/* Does the same for a sum that includes its bias. */
void stet_conv_finish_sum(const stet_conv *plan, const stet_conv_block *b, void *x, void *scratch);

#endif
