/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the counts of the libraries of the FFTW interface. The file of stet run has a record for
 * each process and library. */
#ifndef STET_CLI_REPORT_FILE_H
#define STET_CLI_REPORT_FILE_H

#include "files/error.h"

#include <jansson.h>
#include <stddef.h>

/* Makes an empty file in TMPDIR and stores its name in path[size]. */
bool report_create(char *path, size_t size, struct error *e);

/* Returns the sum of its records: processes, isa (null if none was used), served and refused, with
 * one row for each precision, kind and level, or precision and reason. NULL with e set if it cannot
 * be read. */
json_t *report_read(const char *path, struct error *e);

#endif
