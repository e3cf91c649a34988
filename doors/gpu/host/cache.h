/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled kernels on disk: each file is named after a hash of its key and contains the whole
 * key. */
#ifndef STET_GPU_CACHE_H
#define STET_GPU_CACHE_H

#include <stddef.h>

typedef enum stet_gpu_found {
    STET_GPU_NOT_KEPT,
    STET_GPU_KEPT,
    STET_GPU_DAMAGED /* or not owned by the user: not used */
} stet_gpu_found;

/* Looks for the key; *block is a copy of the kept block, from malloc(). Without memory the block
 * counts as missing. */
stet_gpu_found stet_gpu_cache_find(const char *key, void **block, size_t *size);

/* Keeps a block under a key, whole or not at all. If it cannot be written, it is not kept. */
void stet_gpu_cache_keep(const char *key, const void *block, size_t size);

/* Stores the folder's name in text; returns 0 if no folder is to be used. */
int stet_gpu_cache_folder(char *text, size_t size);

/* Returns the 64-bit FNV-1a hash, which makes names and detects damage; it does not protect
 * against malice. */
unsigned long long stet_gpu_hash(const void *block, size_t size);

#endif
