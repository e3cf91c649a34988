/* SPDX-License-Identifier: Apache-2.0 */
/* Where the elements of a strided array lie, in bytes from its origin (index 0). */
#ifndef STET_TESTS_LIB_LAYOUT_H
#define STET_TESTS_LIB_LAYOUT_H

#include <stddef.h>

#define LAYOUT_RANK 8

struct layout {
    size_t element;                /* bytes of one element */
    int rank;                      /* 0: one element */
    ptrdiff_t n[LAYOUT_RANK];      /* lengths, all at least 1; the last varies fastest */
    ptrdiff_t stride[LAYOUT_RANK]; /* bytes between neighbours */
};

/* The number of elements. */
size_t layout_count(const struct layout *layout);

/* The offset of element number index in row-major order. */
ptrdiff_t layout_offset(const struct layout *layout, size_t index);

/* Every element lies in bytes low <= offset < high. */
void layout_range(const struct layout *layout, ptrdiff_t *low, ptrdiff_t *high);

/* Copy between the strided array at origin and a packed row-major one. */
void layout_scatter(const struct layout *layout, const void *packed, void *origin);
void layout_gather(const struct layout *layout, const void *origin, void *packed);

#endif
