/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries of the FFTW interface count their work. The file that stet run makes has a record
 * for each process and library. */
#ifndef STET_CLI_REPORT_FILE_H
#define STET_CLI_REPORT_FILE_H

#include "files/error.h"

#include <jansson.h>
#include <stddef.h>

/* An empty file in TMPDIR, its name in path[size]. */
bool report_create(char *path, size_t size, struct error *e);

/* The sum of its records: processes, isa (null if none was used), served and refused, one row for
 * each precision, kind and level, or precision and reason. NULL with e set if it cannot be read. */
json_t *report_read(const char *path, struct error *e);

#endif
