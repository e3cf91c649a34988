/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_LINT_FAST_MATH_H
#define STET_LINT_FAST_MATH_H

#include "../rule.h"

/* The length of an option at the start of the text that allows other arithmetic; 0 if there is
 * none. */
uint32_t lint_fast_math_option(struct slice text);
/* Reports it, with the fix that leaves it out. */
struct lint_finding *lint_report_fast_math(struct lint_context *c, uint32_t start, uint32_t length);
/* Two words one after the other that are neither options nor files: a text for people. */
bool lint_is_sentence(struct slice text);

#endif
