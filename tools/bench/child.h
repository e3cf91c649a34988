/* SPDX-License-Identifier: Apache-2.0 */
/* MKL reads MKL_CBWR once, when it starts, and stet reads STET_ISA once: so each such mode has a
 * process of its own, in which the two run side by side. */
#ifndef STET_BENCH_CHILD_H
#define STET_BENCH_CHILD_H

#include "bench/row.h"

/* Run this program again, with the environment of the mode, for one work. False if it fails, or
 * if MKL or stet did not take the mode. */
bool child_measure(const struct mode *m, const struct work *w, const char *mkl, int rounds,
                   struct beside *result, struct error *e);

#endif
