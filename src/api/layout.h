/* SPDX-License-Identifier: Apache-2.0 */
/* Where the elements of the two arrays of a plan lie: overflow, disjointness,
 * overlap. Nothing here knows transforms. */
#ifndef STET_API_LAYOUT_H
#define STET_API_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "stet.h"

/* One dimension of one array, in bytes. */
typedef struct stet_axis {
    ptrdiff_t n, stride;
} stet_axis;

/* The bytes an array covers, relative to the address of index 0: [low, high). */
typedef struct stet_extent {
    ptrdiff_t low, high;
} stet_extent;

/* 0 if the total size or the extent does not fit in a ptrdiff_t. */
int stet_layout_extent(int rank, const stet_axis *axes, ptrdiff_t element, stet_extent *extent);

/* Whether no two elements share an address. Sufficient, not necessary: by size, each
 * stride must be larger than the reach of the dimensions below it. Sorts axes. */
int stet_layout_is_disjoint(int rank, stet_axis *axes, ptrdiff_t element);

/* The greatest common divisor of the strides of the axes longer than 1, and of start. */
ptrdiff_t stet_layout_gcd(int rank, const stet_axis *axes, ptrdiff_t start);

#endif
