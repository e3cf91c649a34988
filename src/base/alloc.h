/* SPDX-License-Identifier: Apache-2.0 */
/* Allocation: every heap block of the library comes from here.
 *
 * Tests inject failures by wrapping aligned_alloc() at link time. */
#ifndef STET_BASE_ALLOC_H
#define STET_BASE_ALLOC_H

#include <stddef.h>

#include "base/private.h"

/* One cache line, and the widest SIMD register. */
#define STET_ALIGN 64

/* size bytes aligned to STET_ALIGN, or NULL. size may be 0 (the block then has
 * one line). Free with stet_free(). */
STET_PRIVATE void *stet_alloc(size_t size);

/* The same for count objects of size bytes, NULL too if the product overflows. */
STET_PRIVATE void *stet_alloc_array(size_t count, size_t size);

STET_PRIVATE void stet_free(void *block);

#endif
