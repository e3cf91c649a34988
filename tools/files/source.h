/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are read, and standard input, which "-" names. Whoever reads may seek: what comes
 * through a pipe is put in a temporary file without a name first. */
#ifndef STET_FILES_SOURCE_H
#define STET_FILES_SOURCE_H

#include "files/error.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A regular file, at its first byte; -1 with e set, which names it. It is noted as an input. */
int source_open(const char *path, uint64_t *size, struct error *e);

/* The next "-" is read from the pipe or file that is standard input by then: for tests. */
void source_forget_stdin(void);

/* The name of the file in messages: path, or "standard input". */
const char *source_name(const char *path);

/* Read size bytes at an offset. A short count means the end of the file; -1 sets errno. */
ssize_t source_read(int fd, void *to, size_t size, uint64_t at);

#endif
