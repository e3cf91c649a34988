/* SPDX-License-Identifier: Apache-2.0 */
/* The circumstances of a measurement. */
#ifndef STET_BENCH_MACHINE_H
#define STET_BENCH_MACHINE_H

#include "bench/contender.h"

#include <jansson.h>

/* Keep this process on as many CPUs as threads, the last ones that it may use: the first have
 * more interrupts. Before any peer is loaded, for threads inherit it. Returns how many CPUs
 * they are; 0 if the system cannot pin. */
int machine_pin(int threads);

/* "cpu", "cpus", "flags", "caches", "system", "load", "pinned_to", "stet", "bits_version", "isa",
 * "compiler". */
json_t *machine_json(void);

#endif
