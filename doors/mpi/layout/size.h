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

#endif
