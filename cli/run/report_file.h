/* SPDX-License-Identifier: Apache-2.0 */
/* What the libraries of the FFTW interface wrote of their work: a line of JSON for each process and
 * library. */
#ifndef STET_CLI_REPORT_FILE_H
#define STET_CLI_REPORT_FILE_H

#include "error.h"

#include <jansson.h>
#include <stddef.h>

/* An empty file in TMPDIR, its name in path[size]. */
bool report_create(char *path, size_t size, struct error *e);

/* The sum of its lines: processes, isa (null if none was used), served and refused, one row for
 * each precision, kind and level, or precision and reason. NULL with e set if it cannot be read; a
 * line that is none of ours is left out. */
json_t *report_read(const char *path, struct error *e);

#endif
