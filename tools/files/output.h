/* SPDX-License-Identifier: Apache-2.0 */
/* Files that appear whole or not at all. Each is written under a temporary name in the folder
 * where it will stand, synchronised, and renamed; a failure, or a signal that ends the process,
 * removes the temporary name and leaves what stood there before. "-" is standard output; what is
 * printed goes to stderr then.
 *
 * Here alone it is known what a command reads and writes, so here it is checked that no output
 * takes the place of an input or of another output, whatever their names: two names are one file if
 * device and inode agree, or, of files that are not there yet, the resolved paths. */
#ifndef STET_FILES_OUTPUT_H
#define STET_FILES_OUTPUT_H

#include "files/error.h"

#include <stdio.h>

struct output;

enum output_format {
    OUTPUT_NPY, /* what the command makes of its input, and may replace it by; binary */
    OUTPUT_SVG, /* a picture; it and the next replace no input */
    OUTPUT_JSON /* a certificate, results, a tuning file */
};

/* False if the name of path ends in that of another format, such as .wav for a .npy: whoever wrote
 * it expects that. Any other ending, and none, is allowed. option ("-o") named it. */
bool output_suits(const char *path, const char *option, enum output_format format, struct error *e);

/* Notes that this command reads the file open as fd. Files that were read before are not known
 * here. */
bool output_note_input(int fd, struct error *e);

/* Open a temporary file beside path, which option ("-o") named. It belongs to this module:
 * output_commit_all() or output_abandon_all() closes it. NULL on failure. */
struct output *output_begin(const char *path, const char *option, enum output_format format,
                            struct error *e);
FILE *output_stream(struct output *out);
/* The name of the temporary file, for what writes it by other means than the stream. */
const char *output_temporary(const struct output *out);

/* Standard output is for what option says: false if it is for something else already. */
bool output_take_stdout(const char *option, struct error *e);

/* False if what is printed would be written into an input. */
bool output_check_stdout(struct error *e);

/* Check, and write everything to the disk under its temporary name: what then is left to do cannot
 * fail because the disk is full. */
bool output_finish_all(struct error *e);
/* Does output_finish_all() if it was not done, then renames every file to its own name. */
bool output_commit_all(struct error *e);
/* Close and remove what is not renamed yet, and forget the inputs. */
void output_abandon_all(void);

#endif
