/* SPDX-License-Identifier: Apache-2.0 */
/* The internal interface of this folder. */
#ifndef STET_DRIFT_DRIFT_H
#define STET_DRIFT_DRIFT_H

#include "arith/bits.h"
#include "stet_lab.h"

/* Does stet_drift_compare() without its checks, in the environment of base/fpenv.h. */
void stet_drift_measure(stet_precision p, ptrdiff_t count, const void *state,
                        const double *reference, stet_drift_record *record);

#endif
