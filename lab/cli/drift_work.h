/* SPDX-License-Identifier: Apache-2.0 */
/* The steps that stet-lab drift iterates. */
#ifndef STET_LAB_DRIFT_WORK_H
#define STET_LAB_DRIFT_WORK_H

#include "files/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stet_conv.h"
#include "stet_lab.h"

enum { WORK_ROUNDTRIP, WORK_CONV };

struct drift_work {
    int kind;
    stet_precision precision;
    stet_level level;
    ptrdiff_t n;
    ptrdiff_t count; /* numbers of the state */
    double *start;   /* of the state: the same for all levels */
    void *state, *between;
    stet_plan *forward, *inverse; /* of the round trip */
    stet_conv *conv;
};

/* Make the plans and the state of the seed. STET_E_PRECISION: there is no such level of that
 * precision. Give back with drift_work_free() in any case. */
stet_status drift_work_create(struct drift_work *w, int kind, stet_precision precision,
                              stet_level level, ptrdiff_t n, uint64_t seed);
void drift_work_free(struct drift_work *w);

/* The step, for stet_drift(): its context is the struct. Returns a stet_status. */
int drift_work_step(void *context, int64_t step, void *state);

/* The exact state after some steps, in double: of f64 rounded, but for whole fours of them, by
 * about an ulp. NULL: that of the beginning. */
stet_drift_at *drift_work_reference(const struct drift_work *w);

/* One line that says what a step is. */
const char *drift_step_name(int kind);

#endif
