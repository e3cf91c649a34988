/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled kernels on disk: a file each, named after a hash of its key, with the whole key inside.
 */
#ifndef STET_GPU_CACHE_H
#define STET_GPU_CACHE_H

#include <stddef.h>

typedef enum stet_gpu_found {
    STET_GPU_NOT_KEPT,
    STET_GPU_KEPT,
    STET_GPU_DAMAGED /* or not the user's own: not to be trusted */
} stet_gpu_found;

/* *block, of malloc(), is what was kept under the key. If memory is short it was not kept. */
stet_gpu_found stet_gpu_cache_find(const char *key, void **block, size_t *size);

/* Keep it, whole or not at all; what cannot be written is not kept. */
void stet_gpu_cache_keep(const char *key, const void *block, size_t size);

/* The folder, 0 if none is to be used: its name in text. */
int stet_gpu_cache_folder(char *text, size_t size);

/* FNV-1a of 64 bits: for names and against damage, not against malice. */
unsigned long long stet_gpu_hash(const void *block, size_t size);

#endif
