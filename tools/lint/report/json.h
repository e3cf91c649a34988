/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_LINT_JSON_H
#define STET_LINT_JSON_H

#include <jansson.h>

/* Returns a JSON string; bytes that are not UTF-8 become '?'. */
json_t *lint_json_text(const char *s);

#endif
