/* SPDX-License-Identifier: Apache-2.0 */
/* What was served and refused, for stet run. */
#ifndef STET_FFTW3_REPORT_H
#define STET_FFTW3_REPORT_H

#include "plan.h"

/* Counts it and says what settings.h has to say. Returns NULL, so that a planner can end with it.
 */
plan *stet_fftw_refuse(refusal why);
/* If STET_RUN_REPORT names a file, executions of the plan are counted and timed from now on. */
void stet_fftw_count(plan *p);

#endif
