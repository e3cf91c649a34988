/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are memory: what tools/files/source.h opens here. */
#ifndef STET_WEB_FILES_H
#define STET_WEB_FILES_H

#include <stddef.h>

/* Both stay the caller's until file_forget(). 0: there are as many as there can be. */
int file_add(const char *name, const void *bytes, size_t size);
void file_forget(void);

#endif
