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
    double *start;   /* initial state, equal for all levels */
    void *state, *between;
    stet_plan *forward, *inverse; /* plans of the round trip */
    stet_conv *conv;
};

/* Makes the plans and the state of the seed. Returns STET_E_PRECISION if the level does not exist
 * in that precision. Call drift_work_free() in any case. */
stet_status drift_work_create(struct drift_work *w, int kind, stet_precision precision,
                              stet_level level, ptrdiff_t n, uint64_t seed);
void drift_work_free(struct drift_work *w);

/* The step for stet_drift(): its context is the struct. Returns a stet_status. */
int drift_work_step(void *context, int64_t step, void *state);

/* Returns a function that computes the exact state after some steps, in double. For f64 the state
 * is rounded, with an error of about an ulp, unless the steps are a multiple of four. NULL: the
 * state is the initial one. */
stet_drift_at *drift_work_reference(const struct drift_work *w);

/* Returns one line that says what a step is. */
const char *drift_step_name(int kind);

#endif
