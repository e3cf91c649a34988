/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms without tables: they are enough for choose() and wrong() of the methods, and cost
 * nothing to make. Internal. */
#ifndef STET_LINES_SKETCH_H
#define STET_LINES_SKETCH_H

#include "lines/convolution.h"
#include "lines/schedule.h"

/* f[0] is the transform, f[1] the one inside it (that of the first convolution), and so on, each
 * with the schedule of the rule. They do not read the tuning tables, whose entries are checked with
 * them. */
typedef struct stet_sketch {
    stet_fft1d f[STET_SCHEDULES];
    stet_convolution z[STET_SCHEDULES];
    int count;
} stet_sketch;

/* Returns NULL if memory is short. stet_free() frees the sketch. */
stet_sketch *stet_sketch_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                                const stet_isa *isa);

/* Returns what is wrong with a list of schedules of the transform, or NULL. Each schedule may leave
 * out the passes of a lane. */
const char *stet_sketch_wrong(const stet_sketch *k, const stet_schedule *list);

#endif
