/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the functions that this library needs of a driver. cuda.c and opencl.c each have a table
 * of them. */
#ifndef STET_GPU_BACKEND_H
#define STET_GPU_BACKEND_H

#include <pthread.h>

#include "plan/launch.h"
#include "stet_gpu.h"

enum { STET_GPU_TEXT = 256, STET_GPU_PLACES = STET_GPU_TABLES + 1 };

/* Memory of a device is an address in CUDA and an object in OpenCL. */
typedef union stet_gpu_memory {
    uint64_t address;
    void *object;
} stet_gpu_memory;

typedef struct stet_gpu_kernel { /* one entry of one module */
    void *module, *function;
} stet_gpu_kernel;

/* Describes how a kernel is built. Together with the device this determines the machine code. */
typedef struct stet_gpu_build {
    const char *source, *options, *entry;
    size_t shared; /* CUDA: bytes of shared memory per launch */
} stet_gpu_build;

/* The arrays of one execution: the memory of each place of launch.h, and the byte offset of its
 * first element. */
typedef struct stet_gpu_places {
    stet_gpu_memory memory[STET_GPU_PLACES];
    size_t offset[STET_GPU_PLACES];
} stet_gpu_places;

typedef struct stet_gpu_backend {
    stet_gpu_api api;
    const char *name;

    /* Devices. count() stores their number; look() stores a name and the missing features as text.
     * open() gets the caller's context and device, or NULL and an index; if it fails,
     * nothing stays open. */
    int (*count)(int *count);
    int (*look)(int index, char *name, size_t name_size, char *lacks, size_t lacks_size);
    int (*open)(stet_gpu *gpu, int index, void *context, void *device);
    void (*close)(stet_gpu *gpu);

    /* Kernels. compile() also returns the machine code, if available, as a block of malloc();
     * load() accepts that block. Both leave *kernel empty on failure. */
    int (*compile)(stet_gpu *gpu, const stet_gpu_build *build, stet_gpu_kernel *kernel,
                   void **binary, size_t *size);
    int (*load)(stet_gpu *gpu, const stet_gpu_build *build, const void *binary, size_t size,
                stet_gpu_kernel *kernel);
    void (*unload)(stet_gpu *gpu, stet_gpu_kernel *kernel);

    /* Memory. The functions that write from or read into host arrays wait until the transfer is
     * done. */
    int (*allocate)(stet_gpu *gpu, size_t bytes, stet_gpu_memory *memory);
    void (*release)(stet_gpu *gpu, stet_gpu_memory memory);
    int (*write)(stet_gpu *gpu, void *queue, stet_gpu_memory to, size_t offset, const void *from,
                 size_t bytes);
    int (*read)(stet_gpu *gpu, void *queue, void *to, stet_gpu_memory from, size_t offset,
                size_t bytes);

    int (*copy)(stet_gpu *gpu, void *queue, stet_gpu_memory to, size_t to_offset,
                stet_gpu_memory from, size_t from_offset, size_t bytes);

    /* Enqueues a launch and does not wait. copy() does the same. */
    int (*launch)(stet_gpu *gpu, void *queue, stet_gpu_kernel kernel, const stet_gpu_launch *launch,
                  const stet_gpu_places *arrays);
    int (*finish)(stet_gpu *gpu, void *queue);
    /* OpenCL: later work waits for the events of the list; *event, if wanted, is complete when all
     * earlier work is. CUDA: NULL. */
    int (*await)(stet_gpu *gpu, void *queue, unsigned waits, void *const *wait_list, void **event);

    /* The first function checks that the memory belongs to the context and has `bytes` bytes from
     * offset on. The second checks the queue, and whether the host can wait for it if it must. */
    int (*check_memory)(stet_gpu *gpu, stet_gpu_memory memory, size_t offset, size_t bytes);
    int (*check_queue)(stet_gpu *gpu, void *queue, int waits);
} stet_gpu_backend;

extern const stet_gpu_backend stet_gpu_cuda, stet_gpu_opencl;

/* Returns NULL if there is no such API. */
const stet_gpu_backend *stet_gpu_backend_of(stet_gpu_api api);

typedef struct stet_gpu_made stet_gpu_made; /* kernels.c */

struct stet_gpu {
    const stet_gpu_backend *backend;
    stet_gpu_limits limits;
    int has_f64;
    void *context, *device, *queue; /* queue: the library's own, for calls that wait */
    int adopted, ordinal;
    int architecture;     /* CUDA: 10 major + minor */
    pthread_mutex_t lock; /* OpenCL: held from setting a kernel's arguments to its launch */
    pthread_mutex_t kernels_lock;
    stet_gpu_made *kernels; /* linked list */
    char device_name[STET_GPU_TEXT], driver[STET_GPU_TEXT], compiler[STET_GPU_TEXT];
    int damaged; /* damaged cache files; atomic access */
};

/* Stores the text that stet_gpu_reason() returns in this thread (reason.c). Returns status. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int stet_gpu_fail(int status, const char *format, ...);
/* Reports that an API has `count` devices, and that the requested one is not among them. */
int stet_gpu_no_device(const char *api, int count);
void stet_gpu_no_reason(void);
size_t stet_gpu_give(char *text, size_t size, const char *from);

#endif
