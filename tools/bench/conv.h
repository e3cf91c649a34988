/* SPDX-License-Identifier: Apache-2.0 */
/* Measures causal convolutions with filters as long as the sequences, for stet bench --conv. */
#ifndef STET_BENCH_CONV_H
#define STET_BENCH_CONV_H

#include "bench/session.h"

/* Uses the sizes, batches, rounds and MKL of r: float, one thread. *agree: MKL's result is within
 * stet's bound. */
bool bench_conv(const struct request *r, bool *agree, struct error *e);

#endif
