/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries that are opened at run time and stay open. */
#ifndef STET_GPU_LIBRARY_H
#define STET_GPU_LIBRARY_H

#include <stddef.h>

typedef struct stet_gpu_function { /* where its address is stored in the table */
    const char *name;
    size_t at;
} stet_gpu_function;

enum { STET_GPU_NAMES = 6 };

typedef struct stet_gpu_library {
    const char *variable;              /* names a file and replaces `names`; or NULL */
    const char *names[STET_GPU_NAMES]; /* tried in this order */
    const char *advice;                /* how to install it */
    int missing;                       /* the status without it [STET_GPU_E_DRIVER] */
    void *handle;
} stet_gpu_library;

/* Opens the first of the names that exists and fills the table, once in a process. A library that
 * was not found is searched again. Returns STET_OK or library->missing. */
int stet_gpu_library_need(stet_gpu_library *library, void *table, size_t count,
                          const stet_gpu_function *function);

#endif
