/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>

void *stet_alloc(size_t size)
{
    if (size > SIZE_MAX - STET_ALIGN)
        return NULL;
    size_t lines = size / STET_ALIGN + (size % STET_ALIGN != 0 || size == 0);
    return aligned_alloc(STET_ALIGN, lines * STET_ALIGN);
}

void *stet_alloc_array(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return stet_alloc(count * size);
}

void stet_free(void *block) { free(block); }
