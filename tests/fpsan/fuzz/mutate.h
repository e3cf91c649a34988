/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPSAN_FUZZ_MUTATE_H
#define FPSAN_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

#include "instr.h"

/* A few random changes to the module's instructions, and its bitcode. Returns the size, or 0 if it
 * does not fit or is no longer valid. */
size_t mutate_module(struct instr *s, uint8_t *data, size_t most, uint64_t seed);

#endif
