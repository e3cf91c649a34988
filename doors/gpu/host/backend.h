/* SPDX-License-Identifier: Apache-2.0 */
/* What this library asks of a driver. Two rows of it: cuda.c and opencl.c. */
#ifndef STET_GPU_BACKEND_H
#define STET_GPU_BACKEND_H

#include <pthread.h>

#include "plan/launch.h"
#include "stet_gpu.h"

enum { STET_GPU_TEXT = 256, STET_GPU_PLACES = STET_GPU_TABLES + 1 };

/* Memory of a device: CUDA has an address, OpenCL an object. */
typedef union stet_gpu_memory {
    uint64_t address;
    void *object;
} stet_gpu_memory;

typedef struct stet_gpu_kernel { /* one entry of one module */
    void *module, *function;
} stet_gpu_kernel;

/* How a kernel is to be built: all that its machine code follows from, but the device. */
typedef struct stet_gpu_build {
    const char *source, *options, *entry;
    size_t shared; /* CUDA: bytes that a launch asks for */
} stet_gpu_build;

/* One launch with the arrays of an execution: what stands for each place of launch.h, and the bytes
 * before the first element there. */
typedef struct stet_gpu_places {
    stet_gpu_memory memory[STET_GPU_PLACES];
    size_t offset[STET_GPU_PLACES];
} stet_gpu_places;

typedef struct stet_gpu_backend {
    stet_gpu_api api;
    const char *name;

    /* Devices: how many; name and what is missing, as text; the context. open() gets the caller's
     * context and device, or NULL and an index; when it fails nothing is left open. */
    int (*count)(int *count);
    int (*look)(int index, char *name, size_t name_size, char *lacks, size_t lacks_size);
    int (*open)(stet_gpu *gpu, int index, void *context, void *device);
    void (*close)(stet_gpu *gpu);

    /* Kernels. compile() also gives the machine code, if it can be had, as a block of malloc();
     * load() takes it back. Both leave *kernel empty on failure. */
    int (*compile)(stet_gpu *gpu, const stet_gpu_build *build, stet_gpu_kernel *kernel,
                   void **binary, size_t *size);
    int (*load)(stet_gpu *gpu, const stet_gpu_build *build, const void *binary, size_t size,
                stet_gpu_kernel *kernel);
    void (*unload)(stet_gpu *gpu, stet_gpu_kernel *kernel);

    /* Memory. Writes and reads of the host's arrays wait until they are done. */
    int (*allocate)(stet_gpu *gpu, size_t bytes, stet_gpu_memory *memory);
    void (*release)(stet_gpu *gpu, stet_gpu_memory memory);
    int (*write)(stet_gpu *gpu, void *queue, stet_gpu_memory to, size_t offset, const void *from,
                 size_t bytes);
    int (*read)(stet_gpu *gpu, void *queue, void *to, stet_gpu_memory from, size_t offset,
                size_t bytes);

    int (*copy)(stet_gpu *gpu, void *queue, stet_gpu_memory to, size_t to_offset,
                stet_gpu_memory from, size_t from_offset, size_t bytes);

    /* Enqueued alone, as copy() is. */
    int (*launch)(stet_gpu *gpu, void *queue, stet_gpu_kernel kernel, const stet_gpu_launch *launch,
                  const stet_gpu_places *arrays);
    int (*finish)(stet_gpu *gpu, void *queue);
    /* OpenCL: what comes waits for the events; *event, if there is one, comes when all before it is
     * done. CUDA: NULL. */
    int (*await)(stet_gpu *gpu, void *queue, unsigned waits, void *const *wait_list, void **event);

    /* Is this memory of the context, with at least so many bytes behind offset? Is the queue, and
     * can the host wait for it, if it is to? */
    int (*check_memory)(stet_gpu *gpu, stet_gpu_memory memory, size_t offset, size_t bytes);
    int (*check_queue)(stet_gpu *gpu, void *queue, int waits);
} stet_gpu_backend;

extern const stet_gpu_backend stet_gpu_cuda, stet_gpu_opencl;

/* NULL if there is no such API. */
const stet_gpu_backend *stet_gpu_backend_of(stet_gpu_api api);

typedef struct stet_gpu_made stet_gpu_made; /* kernels.c */

struct stet_gpu {
    const stet_gpu_backend *backend;
    stet_gpu_limits limits;
    int has_f64;
    void *context, *device, *queue; /* queue: the library's own, for what the host waits for */
    int adopted, ordinal;
    int architecture;     /* CUDA: 10 major + minor */
    pthread_mutex_t lock; /* OpenCL: from the arguments of a kernel to its launch */
    pthread_mutex_t kernels_lock;
    stet_gpu_made *kernels; /* a list */
    char device_name[STET_GPU_TEXT], driver[STET_GPU_TEXT], compiler[STET_GPU_TEXT];
    int damaged; /* files of the cache; atomic access */
};

/* reason.c: what stet_gpu_reason() tells in this thread. Returns status. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int stet_gpu_fail(int status, const char *format, ...);
/* That an API has count devices, and not the one that was asked for. */
int stet_gpu_no_device(const char *api, int count);
void stet_gpu_no_reason(void);
size_t stet_gpu_give(char *text, size_t size, const char *from);

#endif
