/* SPDX-License-Identifier: Apache-2.0 */
/* Where the numbers of a transform lie in its two arrays, in bytes. */
#ifndef STET_GPU_SHAPE_H
#define STET_GPU_SHAPE_H

#include <stddef.h>

#include "stet.h"

typedef struct stet_gpu_axis {
    ptrdiff_t n, stride; /* bytes */
} stet_gpu_axis;

typedef struct stet_gpu_extent { /* an array, or the part of it that is one transform's */
    ptrdiff_t element;           /* bytes of a number, real or complex */
    ptrdiff_t low, high;         /* it covers [low, high) about its element 0 */
    int rank;
    stet_gpu_axis *axis;
} stet_gpu_extent;

typedef struct stet_gpu_shape {
    stet_gpu_extent in, out;         /* all transforms: the batch's axes first */
    stet_gpu_extent one_in, one_out; /* one of them */
    int batch_rank, in_place;        /* whether in and out may be one array */
    ptrdiff_t gcd; /* of all strides of both: elements are multiples of it apart */
    stet_gpu_axis axes[];
} stet_gpu_shape;

/* Of options that a plan could be made of; NULL if memory is short. Given back with free(). */
stet_gpu_shape *stet_gpu_shape_create(const stet_options *options);

/* Bytes from element 0 of a side to element 0 of transform number i, the last dimension of the
 * batch being the fastest. */
ptrdiff_t stet_gpu_shape_transform(const stet_gpu_shape *shape, const stet_gpu_extent *side,
                                   ptrdiff_t i);

/* Copy the numbers of a side, and no byte between them. Both point at the lowest one. */
void stet_gpu_extent_copy(const stet_gpu_extent *side, void *to, const void *from);

/* Whether two arrays, whose first elements are `apart` bytes from one another, share none. */
int stet_gpu_shape_disjoint(const stet_gpu_shape *shape, ptrdiff_t apart);

#endif
