/* SPDX-License-Identifier: Apache-2.0 */
/* Gives memory and the queue of a device to programs that use no other device library. */
#include "backend.h"

/* Converts the caller's value: an address in CUDA, an object in OpenCL. */
static stet_gpu_memory memory_of(const stet_gpu *gpu, const void *given)
{
    stet_gpu_memory memory = {0};
    if (gpu->backend->api == STET_GPU_CUDA)
        memory.address = (uintptr_t)given;
    else
        memory.object = (void *)(uintptr_t)given;
    return memory;
}

int stet_gpu_alloc(stet_gpu *gpu, size_t bytes, void **result)
{
    stet_gpu_memory memory = {0};
    stet_gpu_no_reason();
    if (!result)
        return STET_E_NULL;
    *result = NULL;
    if (!gpu)
        return STET_E_NULL;
    if (bytes == 0)
        return STET_E_LENGTH;
    const int status = gpu->backend->allocate(gpu, bytes, &memory);
    if (!status)
        *result =
            gpu->backend->api == STET_GPU_CUDA ? (void *)(uintptr_t)memory.address : memory.object;
    return status;
}

void stet_gpu_free(stet_gpu *gpu, void *memory)
{
    if (gpu && memory)
        gpu->backend->release(gpu, memory_of(gpu, memory));
}

static int check(const stet_gpu *gpu, const void *to, const void *from, size_t bytes)
{
    stet_gpu_no_reason();
    if (!gpu || !to || !from)
        return STET_E_NULL;
    return bytes == 0 ? STET_E_LENGTH : STET_OK;
}

int stet_gpu_write(stet_gpu *gpu, void *to, const void *from, size_t bytes)
{
    const int status = check(gpu, to, from, bytes);
    return status ? status
                  : gpu->backend->write(gpu, gpu->queue, memory_of(gpu, to), 0, from, bytes);
}

int stet_gpu_read(stet_gpu *gpu, void *to, const void *from, size_t bytes)
{
    const int status = check(gpu, to, from, bytes);
    return status ? status
                  : gpu->backend->read(gpu, gpu->queue, to, memory_of(gpu, from), 0, bytes);
}

int stet_gpu_copy(stet_gpu *gpu, void *to, const void *from, size_t bytes)
{
    const int status = check(gpu, to, from, bytes);
    return status ? status
                  : gpu->backend->copy(gpu, gpu->queue, memory_of(gpu, to), 0, memory_of(gpu, from),
                                       0, bytes);
}

int stet_gpu_wait(stet_gpu *gpu)
{
    stet_gpu_no_reason();
    return gpu ? gpu->backend->finish(gpu, gpu->queue) : STET_E_NULL;
}

void *stet_gpu_context(const stet_gpu *gpu) { return gpu ? gpu->context : NULL; }
void *stet_gpu_device(const stet_gpu *gpu) { return gpu ? gpu->device : NULL; }
void *stet_gpu_queue(const stet_gpu *gpu) { return gpu ? gpu->queue : NULL; }
