/* SPDX-License-Identifier: Apache-2.0 */
/* Files that appear whole or not at all. Each is written under a temporary name in the folder
 * where it will stand, synchronised, and renamed; a failure, SIGINT, SIGTERM or SIGHUP removes
 * the temporary name and leaves what stood there before. */
#ifndef STET_CLI_OUTPUT_H
#define STET_CLI_OUTPUT_H

#include "error.h"

#include <stdio.h>

struct output;

/* Open a temporary file beside path. It belongs to this module: output_commit_all() or
 * output_abandon_all() closes it. NULL on failure. */
struct output *output_begin(const char *path, struct error *e);
FILE *output_stream(struct output *out);
/* True if path names the same file as the output will. */
bool output_is(const struct output *out, const char *path);
/* Write everything to the disk, then rename every file to its own name. */
bool output_commit_all(struct error *e);
void output_abandon_all(void);

#endif
