/* SPDX-License-Identifier: Apache-2.0 */
/* This describes the machine and its state during a measurement. */
#ifndef STET_BENCH_MACHINE_H
#define STET_BENCH_MACHINE_H

#include "bench/contender.h"

#include <jansson.h>

/* Keeps this process on `threads` CPUs, the last ones that it may use, because the first have more
 * interrupts. Call it before a peer is loaded, since threads inherit it. Returns the number of
 * CPUs, or 0 if the system cannot pin. */
int machine_pin(int threads);

/* Returns "cpu", "cpus", "flags", "caches", "system", "load", "pinned_to", "stet", "bits_version",
 * "isa" and "compiler". */
json_t *machine_json(void);

#endif
