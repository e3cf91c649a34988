/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes small files as a whole. errno stays as the caller has it. */
#ifndef STET_BASE_FILE_H
#define STET_BASE_FILE_H

#include <stddef.h>

#include "base/private.h"
#include "stet.h"

/* Reads a file. *text becomes the file with a 0 after it, as a block of stet_alloc(). Returns
 * STET_OK; or STET_E_FILE or STET_E_MEMORY: then *text is NULL, and *wrong says why. */
STET_PRIVATE stet_status stet_file_read(const char *path, size_t most, char **text, size_t *size,
                                        const char **wrong);

/* Writes beside the file and then renames: another process reads the old file or the new one, and
 * on failure the old one stays. Returns NULL, or what is wrong. */
const char *stet_file_write(const char *path, const char *text, size_t size);

#endif
