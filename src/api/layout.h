/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the addresses of the elements of a plan's two arrays, and tests them for overflow,
 * equality and overlap. Nothing here depends on transforms. */
#ifndef STET_API_LAYOUT_H
#define STET_API_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "stet.h"

/* One dimension of one array; stride counts bytes. */
typedef struct stet_axis {
    ptrdiff_t n, stride;
} stet_axis;

/* An array covers the bytes [low, high) relative to the address of index 0. */
typedef struct stet_extent {
    ptrdiff_t low, high;
} stet_extent;

/* Computes the extent. Returns 0 if the total size or the extent does not fit in a ptrdiff_t. */
int stet_layout_extent(int rank, const stet_axis *axes, ptrdiff_t element, stet_extent *extent);

/* Reports whether no two elements have the same address. The test is sufficient, not necessary: by
 * size, each stride must be larger than the extent of the dimensions with smaller strides. Sorts
 * axes. */
int stet_layout_is_disjoint(int rank, stet_axis *axes, ptrdiff_t element);

/* Returns the greatest common divisor of start and the strides of the axes longer than 1. */
ptrdiff_t stet_layout_gcd(int rank, const stet_axis *axes, ptrdiff_t start);

#endif
