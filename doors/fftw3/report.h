/* SPDX-License-Identifier: Apache-2.0 */
/* Counts served and refused requests for stet run. */
#ifndef STET_FFTW3_REPORT_H
#define STET_FFTW3_REPORT_H

#include "plan.h"

/* Counts the refusal and prints the message of settings.h. Returns NULL, so that a planner can
 * return it. */
plan *stet_fftw_refuse(refusal why);
/* If STET_RUN_REPORT names a file, later executions of the plan are counted and timed. */
void stet_fftw_count(plan *p);

#endif
