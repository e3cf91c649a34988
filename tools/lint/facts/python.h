/* SPDX-License-Identifier: Apache-2.0 */
/* This header declares what the files of the Python facts share. */
#ifndef STET_LINT_PYTHON_H
#define STET_LINT_PYTHON_H

#include "facts.h"

void python_definitions(struct facts *f);
/* Returns "left.right", or left if left is unknown. */
struct slice python_join(struct arena *arena, struct slice left, struct slice right);
/* Returns the innermost scope around n that defines its name (1: the module), or 0. */
uint32_t python_bound_in(const struct facts *f, uint32_t n);
/* Returns the part before .NAME of the call's callee, or 0. */
uint32_t python_receiver(const struct facts *f, uint32_t call);

#endif
