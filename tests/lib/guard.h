/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers that notice every byte written where nothing should be.
 *
 * The whole block, canaries on both sides and gaps between strided elements
 * included, is filled with a pattern that depends on the place, so that a byte
 * moved from elsewhere in the block is noticed too. */
#ifndef STET_TESTS_LIB_GUARD_H
#define STET_TESTS_LIB_GUARD_H

#include <stdbool.h>

#include "lib/layout.h"

struct guard {
    unsigned char *block, *copy; /* the memory, and what it held at guard_remember() */
    size_t size;
    unsigned char *origin; /* where index 0 of the layout is */
};

/* Room for the layout, its origin misalign bytes above a multiple of 64. Never
 * returns without memory. */
void guard_open(struct guard *guard, const struct layout *layout, size_t misalign);
void guard_close(struct guard *guard);

/* From here on, changes count. guard_open() has remembered the pattern. */
void guard_remember(struct guard *guard);

/* Has no byte changed? Outside the elements of the layout, if there is one. */
bool guard_intact(const struct guard *guard, const struct layout *but);

#endif
