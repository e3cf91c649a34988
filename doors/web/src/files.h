/* SPDX-License-Identifier: Apache-2.0 */
/* Files in memory, which tools/files/source.h opens in this build. */
#ifndef STET_WEB_FILES_H
#define STET_WEB_FILES_H

#include <stddef.h>

/* The caller keeps name and bytes until file_forget(). Returns 0 if there is no free descriptor. */
int file_add(const char *name, const void *bytes, size_t size);
void file_forget(void);

#endif
