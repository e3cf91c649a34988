/* SPDX-License-Identifier: Apache-2.0 */
/* Minimum and maximum of counts and bytes, and bytes rounded up to the alignment of stet_alloc().
 */
#ifndef STET_MPI_LAYOUT_SIZE_H
#define STET_MPI_LAYOUT_SIZE_H

#include <stddef.h>

#include "base/alloc.h"

static inline ptrdiff_t smaller(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

static inline ptrdiff_t larger(ptrdiff_t a, ptrdiff_t b) { return a > b ? a : b; }

static inline size_t smaller_size(size_t a, size_t b) { return a < b ? a : b; }

static inline size_t larger_size(size_t a, size_t b) { return a > b ? a : b; }

static inline size_t round_up(size_t size)
{
    return (size + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
}

/* Returns where part k of n begins, of `parts` parts whose lengths differ by at most one, long ones
 * first; k = parts gives n. */
static inline ptrdiff_t stet_mpi_chunk(ptrdiff_t n, int parts, int k)
{
    return n / parts * k + (k < n % parts ? k : n % parts);
}

#endif
