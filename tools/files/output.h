/* SPDX-License-Identifier: Apache-2.0 */
/* Writes files that appear complete or not at all. Each is written under a temporary name in its
 * folder, synchronised, and renamed. A failure, or a signal that ends the process, removes the
 * temporary file and keeps the old one. "-" is standard output; printed text then goes to stderr.
 *
 * Only this module knows all files that a command reads and writes. So it checks that no output
 * replaces an input or another output, under any name: two names are one file if device and inode
 * agree or, for files that do not exist yet, the resolved paths. */
#ifndef STET_FILES_OUTPUT_H
#define STET_FILES_OUTPUT_H

#include "files/error.h"

#include <stdio.h>

struct output;

enum output_format {
    OUTPUT_NPY, /* a binary result, which may replace the input */
    OUTPUT_SVG, /* a picture; neither it nor JSON replaces an input */
    OUTPUT_JSON /* a certificate, results, a tuning file */
};

/* Returns false if the name of path ends like another format, such as .wav for a .npy, because the
 * user then expects that format. Any other ending is allowed, and none. option ("-o") named the
 * path. */
bool output_suits(const char *path, const char *option, enum output_format format, struct error *e);

/* Notes that this command reads the file open as fd. Files that were read before are unknown
 * here. */
bool output_note_input(int fd, struct error *e);

/* Opens a temporary file beside path, which option ("-o") named. This module owns it:
 * output_commit_all() or output_abandon_all() closes it. Returns NULL on failure. */
struct output *output_begin(const char *path, const char *option, enum output_format format,
                            struct error *e);
FILE *output_stream(struct output *out);
/* Returns the name of the temporary file, for code that writes it without the stream. */
const char *output_temporary(const struct output *out);

/* Reserves standard output for the option. Returns false if another option has it. */
bool output_take_stdout(const char *option, struct error *e);

/* Returns false if printed text would go into an input. */
bool output_check_stdout(struct error *e);

/* Checks and writes everything to the disk under its temporary name, so that the rest cannot fail
 * because the disk is full. */
bool output_finish_all(struct error *e);
/* Calls output_finish_all() if it was not called, then renames every file to its own name. */
bool output_commit_all(struct error *e);
/* Closes and removes files that are not renamed yet, and forgets the inputs. */
void output_abandon_all(void);

#endif
