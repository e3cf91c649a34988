/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the report of "stet compare" about two arrays. */
#ifndef STET_FILES_COMPARISON_H
#define STET_FILES_COMPARISON_H

#include "files/report.h"

/* Adds rows and keys; the names are those of the arrays. Returns true if both have the same
 * bits. */
bool comparison_report(const char *a_name, const struct array *a, const char *b_name,
                       const struct array *b, struct report *r);

#endif
