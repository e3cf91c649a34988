/* SPDX-License-Identifier: Apache-2.0 */
/* Every heap block of the library comes from here. Tests inject failures: they wrap aligned_alloc()
 * at link time. */
#ifndef STET_BASE_ALLOC_H
#define STET_BASE_ALLOC_H

#include <stddef.h>

#include "base/private.h"

/* A cache line has this many bytes, and so has the widest SIMD register. */
#define STET_ALIGN 64

/* Returns a block of `size` bytes aligned to STET_ALIGN, or NULL. If size is 0 the block has one
 * line. stet_free() frees it. */
STET_PRIVATE void *stet_alloc(size_t size);

/* Returns a block for `count` objects of `size` bytes; NULL also if the product overflows. */
STET_PRIVATE void *stet_alloc_array(size_t count, size_t size);

STET_PRIVATE void stet_free(void *block);

#endif
