/* SPDX-License-Identifier: Apache-2.0 */
/* This header compares counts and sizes, rounds them, and finds whether memory overlaps. */
#ifndef STET_BASE_SIZE_H
#define STET_BASE_SIZE_H

#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"

/* These functions compare counts, strides or indices. */
static inline ptrdiff_t stet_larger(ptrdiff_t a, ptrdiff_t b) { return a > b ? a : b; }

static inline ptrdiff_t stet_smaller(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

/* These functions compare sizes in bytes. */
static inline size_t stet_larger_size(size_t a, size_t b) { return a > b ? a : b; }

static inline size_t stet_smaller_size(size_t a, size_t b) { return a < b ? a : b; }

/* Returns |a|; a is not PTRDIFF_MIN. */
static inline ptrdiff_t stet_magnitude(ptrdiff_t a) { return a < 0 ? -a : a; }

/* Reports whether n is 1, 2, 4, 8 and so on. 0 and negative numbers are not. */
static inline int stet_is_power_of_two(ptrdiff_t n) { return n > 0 && (n & (n - 1)) == 0; }

/* Returns the least k with 2^k >= n; n >= 1. */
static inline int stet_log2_up(uint64_t n) { return n > 1 ? 64 - __builtin_clzll(n - 1) : 0; }

/* Returns size rounded up to a multiple of STET_ALIGN, a cache line. It must not overflow. */
static inline size_t stet_round_to_line(size_t size)
{
    return (size + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
}

/* Returns the first address from p on that is a multiple of STET_ALIGN. */
static inline char *stet_align_to_line(char *p) { return p + (-(uintptr_t)p & (STET_ALIGN - 1)); }

/* Reports whether x_size bytes at x and y_size bytes at y have a byte in common; NULL has none. */
static inline int stet_overlap(const void *x, size_t x_size, const void *y, size_t y_size)
{
    const uintptr_t a = (uintptr_t)x, b = (uintptr_t)y;
    return x && y && a < b + y_size && b < a + x_size;
}

#endif
