/* SPDX-License-Identifier: Apache-2.0 */
/* stet bench --device times transforms on arrays of a device, beside other libraries there. */
#ifndef STET_BENCH_ON_DEVICE_H
#define STET_BENCH_ON_DEVICE_H

#include "bench/session.h"

/* *agree: the bits are the CPU's, and other libraries compute the same transform. */
bool bench_device(const struct request *r, bool *agree, struct error *e);

#endif
