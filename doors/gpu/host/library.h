/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries that are opened at run time, and stay open. */
#ifndef STET_GPU_LIBRARY_H
#define STET_GPU_LIBRARY_H

#include <stddef.h>

typedef struct stet_gpu_function { /* where its address goes in the table */
    const char *name;
    size_t at;
} stet_gpu_function;

enum { STET_GPU_NAMES = 6 };

typedef struct stet_gpu_library {
    const char *variable; /* of the environment, naming the file in place of those below; or NULL */
    const char *names[STET_GPU_NAMES]; /* in this order */
    const char *advice;                /* what brings it */
    int missing;                       /* the status if it is not there [STET_GPU_E_DRIVER] */
    void *handle;
} stet_gpu_library;

/* Open the first of the names that is there and fill the table, once for the process; a library
 * that was not there is looked for again. Returns STET_OK, library->missing. */
int stet_gpu_library_need(stet_gpu_library *library, void *table, size_t count,
                          const stet_gpu_function *function);

#endif
