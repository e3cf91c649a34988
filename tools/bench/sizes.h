/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of lengths on the command line. */
#ifndef STET_BENCH_SIZES_H
#define STET_BENCH_SIZES_H

#include "bench/work.h"
#include "files/error.h"

#define SIZES_MAX 256

struct sizes {
    struct size {
        struct shape shape;
        ptrdiff_t batch; /* 0 if the item has none; the number of a list of batches */
    } items[SIZES_MAX];
    int count;
};

/* Items are separated by commas: N, or FIRST..LAST for all doublings. Each number may be 2^K, each
 * item may have xBATCH. "default" stands for the usual lengths. */
bool sizes_parse(struct sizes *s, const char *text, struct error *e);
/* Parses arrays of 1 to SHAPE_AXES axes: N, NxN, NxNxN. */
bool shapes_parse(struct sizes *s, const char *text, struct error *e);
/* Parses integers from 1 on, into batch. */
bool batches_parse(struct sizes *s, const char *text, struct error *e);

#endif
