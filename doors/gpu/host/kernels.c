/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels.h"

#include "cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stet_gpu_made {
    stet_gpu_made *next;
    stet_gpu_kernel kernel;
    char key[]; /* everything that determines the code */
};

/* Computes the hash of the source (70 KB) once: plans with chunks have thousands of launches. */
static unsigned long long source_hash(void)
{
    static unsigned long long known;
    unsigned long long hash = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (hash == 0)
        hash = stet_gpu_hash(stet_gpu_kernel_source, stet_gpu_kernel_source_size);
    __atomic_store_n(&known, hash, __ATOMIC_RELAXED);
    return hash;
}

/* Returns NULL if memory is short. The key contains the source as its hash. */
static stet_gpu_made *make_entry(const stet_gpu *gpu, const stet_gpu_launch *launch)
{
    const unsigned long long source = source_hash();
    const size_t size = strlen(launch->options) + strlen(launch->kernel) + 4 * STET_GPU_TEXT + 200;
    stet_gpu_made *entry = calloc(1, sizeof *entry + size);
    if (entry)
        snprintf(entry->key, size,
                 "stet %s\nsource %016llx\nkernel %s\noptions %s\nshared %zu\n"
                 "device %s %s %d\ndriver %s\ncompiler %s\n",
                 stet_version(), source, launch->kernel, launch->options, launch->shared,
                 gpu->backend->name, gpu->device_name, gpu->architecture, gpu->driver,
                 gpu->compiler);
    return entry;
}

static int compile(stet_gpu *gpu, const stet_gpu_build *build, stet_gpu_made *entry, int *compiled)
{
    void *binary = NULL;
    size_t size = 0;
    const int status = gpu->backend->compile(gpu, build, &entry->kernel, &binary, &size);
    if (!status)
        ++*compiled;
    if (!status && binary)
        stet_gpu_cache_keep(entry->key, binary, size);
    free(binary);
    return status;
}

/* Makes a kernel. A cached kernel that does not load counts as damaged: the driver may have
 * changed without a change of its version. */
static int make(stet_gpu *gpu, const stet_gpu_launch *launch, stet_gpu_made *entry, int *compiled)
{
    const stet_gpu_build build = {.source = stet_gpu_kernel_source,
                                  .options = launch->options,
                                  .entry = launch->kernel,
                                  .shared = launch->shared};
    void *binary;
    size_t size;
    int status = STET_GPU_E_BUILD;
    const stet_gpu_found found = stet_gpu_cache_find(entry->key, &binary, &size);
    if (found == STET_GPU_KEPT)
        status = gpu->backend->load(gpu, &build, binary, size, &entry->kernel);
    free(binary);
    if (status == STET_OK || status == STET_E_MEMORY || status == STET_GPU_E_MEMORY ||
        status == STET_GPU_E_LOST)
        return status;
    if (found != STET_GPU_NOT_KEPT)
        __atomic_add_fetch(&gpu->damaged, 1, __ATOMIC_RELAXED);
    return compile(gpu, &build, entry, compiled);
}

static int get(stet_gpu *gpu, const stet_gpu_launch *launch, stet_gpu_kernel *kernel, int *compiled)
{
    stet_gpu_made *entry = make_entry(gpu, launch);
    if (!entry)
        return STET_E_MEMORY;
    for (const stet_gpu_made *old = gpu->kernels; old; old = old->next)
        if (strcmp(old->key, entry->key) == 0) {
            *kernel = old->kernel;
            free(entry);
            return STET_OK;
        }
    const int status = make(gpu, launch, entry, compiled);
    if (status) {
        free(entry);
        return status;
    }
    entry->next = gpu->kernels;
    gpu->kernels = entry;
    *kernel = entry->kernel;
    return STET_OK;
}

int stet_gpu_kernels_get(stet_gpu *gpu, const stet_gpu_launch *launch, stet_gpu_kernel *kernel,
                         int *compiled)
{
    pthread_mutex_lock(&gpu->kernels_lock);
    const int status = get(gpu, launch, kernel, compiled);
    pthread_mutex_unlock(&gpu->kernels_lock);
    return status;
}

void stet_gpu_kernels_unload(stet_gpu *gpu)
{
    while (gpu->kernels) {
        stet_gpu_made *entry = gpu->kernels;
        gpu->kernels = entry->next;
        gpu->backend->unload(gpu, &entry->kernel);
        free(entry);
    }
}
