/* SPDX-License-Identifier: Apache-2.0 */
/* Input files, and standard input, which "-" names. Readers may seek: data from a pipe go to a
 * temporary file without a name first. */
#ifndef STET_FILES_SOURCE_H
#define STET_FILES_SOURCE_H

#include "files/error.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Opens a regular file and notes it as an input. Returns -1 with e set, which names the file. */
int source_open(const char *path, uint64_t *size, struct error *e);

/* Makes the next "-" read the pipe or file that is standard input at that time. For tests. */
void source_forget_stdin(void);

/* Returns the name of the file for messages: path, or "standard input". */
const char *source_name(const char *path);

/* Reads size bytes at an offset. A short count means the end of the file; -1 sets errno. */
ssize_t source_read(int fd, void *to, size_t size, uint64_t at);

#endif
