/* SPDX-License-Identifier: Apache-2.0 */
/* The report of "stet compare" on two arrays. */
#ifndef STET_FILES_COMPARISON_H
#define STET_FILES_COMPARISON_H

#include "files/report.h"

/* Rows and keys; the names are what the arrays are called. True if they hold the same bits. */
bool comparison_report(const char *a_name, const struct array *a, const char *b_name,
                       const struct array *b, struct report *r);

#endif
