/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the Python facts share. */
#ifndef STET_LINT_PYTHON_H
#define STET_LINT_PYTHON_H

#include "facts.h"

void python_definitions(struct facts *f);
/* "left.right"; left if that is not known. */
struct slice python_join(struct arena *arena, struct slice left, struct slice right);
/* The innermost scope around n that gives its name a meaning, 1 being the module; 0: none. */
uint32_t python_bound_in(const struct facts *f, uint32_t n);
/* Of a call whose callee ends in .NAME, the part before; 0 if there is none. */
uint32_t python_receiver(const struct facts *f, uint32_t call);

#endif
