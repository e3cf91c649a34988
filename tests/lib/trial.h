/* SPDX-License-Identifier: Apache-2.0 */
/* A transform with a batch, and where the elements of both sides are. */
#ifndef STET_TESTS_LIB_TRIAL_H
#define STET_TESTS_LIB_TRIAL_H

#include "lib/transform.h"

struct trial {
    struct transform t;
    int batch_rank;
    ptrdiff_t batch[2];
    struct layout in, out; /* the batch dimensions come first */
    bool in_place;         /* both arrays begin at one address */
};

/* The layout of a side, contiguous, the batch outermost. */
struct layout trial_packed(const struct trial *r, enum side side);

/* Dimensions nested in random order, with gaps and signs. On the input, which may
 * be read twice, some strides are 0. */
struct layout trial_scattered(const struct trial *r, enum side side, uint64_t *state);

/* Options for the two layouts. dims has room for all dimensions and must outlive them. */
stet_options trial_options(const struct trial *r, stet_dim *dims);

#endif
