/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms without their tables: enough for choose() and wrong() of the methods, at the cost of
 * nothing. Internal. */
#ifndef STET_LINES_SKETCH_H
#define STET_LINES_SKETCH_H

#include "lines/convolution.h"
#include "lines/schedule.h"

/* f[0], what is inside of it, and so on, each with the schedule of the rule. No tuning table is
 * looked at: they are checked by this. */
typedef struct stet_sketch {
    stet_fft1d f[STET_SCHEDULES];
    stet_convolution z[STET_SCHEDULES];
    int count;
} stet_sketch;

/* NULL if memory is short. For stet_free(). */
stet_sketch *stet_sketch_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                                const stet_isa *isa);

/* What is wrong with a list of schedules of the transform, each with the passes of a lane or
 * without; or NULL. */
const char *stet_sketch_wrong(const stet_sketch *k, const stet_schedule *list);

#endif
