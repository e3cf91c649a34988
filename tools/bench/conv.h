/* SPDX-License-Identifier: Apache-2.0 */
/* stet bench --conv: causal convolutions with filters as long as the sequences. */
#ifndef STET_BENCH_CONV_H
#define STET_BENCH_CONV_H

#include "bench/session.h"

/* Of r the sizes, batches, rounds and MKL: float, one thread. *agree: MKL gives the same within
 * the bound of stet's. */
bool bench_conv(const struct request *r, bool *agree, struct error *e);

#endif
