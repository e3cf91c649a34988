/* SPDX-License-Identifier: Apache-2.0 */
/* Measures transforms on arrays of a device, beside other libraries there, for stet bench
 * --device. */
#ifndef STET_BENCH_ON_DEVICE_H
#define STET_BENCH_ON_DEVICE_H

#include "bench/session.h"

/* *agree: the bits are the CPU's, and other libraries compute the same transform. */
bool bench_device(const struct request *r, bool *agree, struct error *e);

#endif
