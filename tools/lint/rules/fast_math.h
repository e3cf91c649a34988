/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_LINT_FAST_MATH_H
#define STET_LINT_FAST_MATH_H

#include "../rule.h"

/* Returns the length of an option at the start of the text that lets the compiler change the
 * arithmetic, or 0. */
uint32_t lint_fast_math_option(struct slice text);
/* Reports the option, with a fix that removes it. */
struct lint_finding *lint_report_fast_math(struct lint_context *c, uint32_t start, uint32_t length);
/* Reports whether the text is for people: two consecutive words are neither options nor files. */
bool lint_is_sentence(struct slice text);

#endif
