/* SPDX-License-Identifier: Apache-2.0 */
/* This header describes the places of a transform's numbers in its two arrays, in bytes. */
#ifndef STET_GPU_SHAPE_H
#define STET_GPU_SHAPE_H

#include <stddef.h>

#include "stet.h"

typedef struct stet_gpu_axis {
    ptrdiff_t n, stride; /* stride in bytes */
} stet_gpu_axis;

typedef struct stet_gpu_extent { /* an array, or one transform's part of it */
    ptrdiff_t element;           /* bytes of a real or complex number */
    ptrdiff_t low, high;         /* covers [low, high) relative to element 0 */
    int rank;
    stet_gpu_axis *axis;
} stet_gpu_extent;

typedef struct stet_gpu_shape {
    stet_gpu_extent in, out;         /* all transforms; axes of the batch first */
    stet_gpu_extent one_in, one_out; /* one transform */
    int batch_rank, in_place;        /* in_place: in and out may be one array */
    ptrdiff_t gcd;                   /* of all strides; elements are multiples of it apart */
    stet_gpu_axis axes[];
} stet_gpu_shape;

/* Makes the shape of valid options; NULL if memory is short. free() releases it. */
stet_gpu_shape *stet_gpu_shape_create(const stet_options *options);

/* Returns the bytes from element 0 of a side to element 0 of transform i. The last dimension of
 * the batch runs fastest. */
ptrdiff_t stet_gpu_shape_transform(const stet_gpu_shape *shape, const stet_gpu_extent *side,
                                   ptrdiff_t i);

/* Copies the numbers of a side and no byte between them. Both pointers point at the lowest
 * number. */
void stet_gpu_extent_copy(const stet_gpu_extent *side, void *to, const void *from);

/* Reports whether the two arrays share no byte; `apart` is the distance of their first elements. */
int stet_gpu_shape_disjoint(const stet_gpu_shape *shape, ptrdiff_t apart);

#endif
