/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the steps for a module, which the command and the fuzzer use. The functions return NULL,
 * or an error message that lives as long as s. */
#ifndef FPSAN_INSTR_MODULE_H
#define FPSAN_INSTR_MODULE_H

#include "instr.h"

/* Reads bitcode or text into s->module and verifies it. Takes the buffer. */
const char *module_read(struct instr *s, LLVMMemoryBufferRef buffer);

/* Rewrites all functions and verifies the module again. Sets s->internal_error if that fails. */
const char *module_instrument(struct instr *s);

/* Optimises the module, so that only code generation remains. */
const char *module_optimise(struct instr *s);

void module_free(struct instr *s);

#endif
