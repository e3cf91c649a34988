/* SPDX-License-Identifier: Apache-2.0 */
/* What is done to a module, for the command and the fuzzer. The functions return NULL, or what is
 * wrong: a text that lives as long as s does. */
#ifndef FPSAN_INSTR_MODULE_H
#define FPSAN_INSTR_MODULE_H

#include "instr.h"

/* Bitcode or text into s->module, verified; takes the buffer. */
const char *module_read(struct instr *s, LLVMMemoryBufferRef buffer);

/* All functions rewritten, and verified again. If that fails s->internal_error is set. */
const char *module_instrument(struct instr *s);

/* Optimised: what is left to do is the generation of code. */
const char *module_optimise(struct instr *s);

void module_free(struct instr *s);

#endif
