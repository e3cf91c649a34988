/* SPDX-License-Identifier: Apache-2.0 */
/* Child processes for modes. MKL reads MKL_CBWR once, when it starts, and stet reads STET_ISA once.
 * So each mode that sets them has its own process, in which both libraries run. */
#ifndef STET_BENCH_CHILD_H
#define STET_BENCH_CHILD_H

#include "bench/row.h"

/* Runs this program again, with the environment of the mode, for one work. Returns false if that
 * fails, or if MKL or stet did not take the mode. */
bool child_measure(const struct mode *m, const struct work *w, const char *mkl, int rounds,
                   struct beside *result, struct error *e);

#endif
