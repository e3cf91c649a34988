/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the checks. Each template defines one `check_<kernels>` for the source of kernels that
 * it is compiled in. */
#ifndef STET_TESTS_VEC_CHECK_H
#define STET_TESTS_VEC_CHECK_H

#include <stddef.h>
#include <stdint.h>

typedef void vec_check(void);

#define CHECK_OF(kernels) CHECK_OF_(kernels)
#define CHECK_OF_(kernels) check_##kernels

/* How often an operation is tried. */
enum { VEC_TRIALS = 300 };

/* Where vectors lie in their arrays: what the compiler does not know, and not aligned. */
extern ptrdiff_t vec_at;

uint64_t vec_random(void);

/* Bits of a number of 16, 32 or 64 bits with so many bits of fraction: any bits; zeros, infinities,
 * NaN, subnormal numbers and the ends of the range; ordinary ones, of few bits near 1, so that sums
 * cancel and products are midpoints. */
uint64_t vec_number(int bits, int fraction);

/* An operation did not do what it should. */
void vec_wrong(const char *operation, int lane);

/* Whether they are one array, byte for byte. */
void vec_same(const char *operation, const void *got, const void *want, size_t bytes);

#endif
