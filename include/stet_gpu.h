/* stet on a GPU: the transforms of stet.h, on CUDA and OpenCL devices, with the bits of the CPU.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * A library of its own, libstet_gpu: link it beside libstet (pkg-config stet-gpu, CMake
 * stet::gpu). It finds everything of a device at run time: libOpenCL.so.1 for OpenCL, libcuda.so.1
 * and NVRTC for CUDA. Without them it opens no device and says so.
 *
 * THE PROMISE is that of stet.h. The device, its driver, its compiler, the number of transforms and
 * the queue are among what changes no bit. No GPU has run this library yet: it is tested on OpenCL
 * devices that are CPUs, and with its kernels compiled as C.
 *
 * WHICH TRANSFORMS. A plan takes the very stet_options of stet.h; threads, parallel, effort and
 * policy are ignored. What no kernel does, the CPU does: real-to-real transforms and level CORRECT
 * of f64 wholly, of the other precisions' what the device leaves. stet_gpu_stats counts it.
 *
 * THREADS. Every function may be called from any thread. A device, and a plan, may be used by any
 * number of threads at once, each execution with a workspace of its own.
 *
 * ERRORS. Functions that can fail return 0, a negative stet_status, or one of stet_gpu_status.
 * stet_gpu_strerror() has the text of all of them, stet_gpu_reason() what the driver said. Nothing
 * is printed. A plan on which an execution failed for the device's sake may have a broken queue
 * behind it: from then on it returns STET_GPU_E_UNUSABLE, and can only be destroyed.
 */
#ifndef STET_GPU_H
#define STET_GPU_H

#include "stet.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define STET_GPU_API __attribute__((visibility("default")))
#else
#define STET_GPU_API
#endif

/* ---------------------------------------------------------------- status -- */

typedef enum stet_gpu_status {
    STET_GPU_E_API = -101,        /* not a stet_gpu_api */
    STET_GPU_E_DRIVER = -102,     /* the driver's library is not there, or too old */
    STET_GPU_E_COMPILER = -103,   /* there is no compiler for kernels (CUDA: no NVRTC) */
    STET_GPU_E_DEVICE = -104,     /* there is no device of that number */
    STET_GPU_E_ARITHMETIC = -105, /* the device lacks fma, subnormals, infinities or rounding */
    STET_GPU_E_SELF_TEST = -106,  /* the device gave other bits than the CPU: it is not used */
    STET_GPU_E_BUILD = -107,      /* the compiler refused a kernel */
    STET_GPU_E_MEMORY = -108,     /* not enough memory of the device */
    STET_GPU_E_LOST = -109,       /* the device, or work on it, has failed: its context is lost */
    STET_GPU_E_CONTEXT = -110,    /* the context, stream or queue is not one of this device */
    STET_GPU_E_POINTER = -111,    /* not memory of this device, or too little of it */
    STET_GPU_E_CALL = -112,       /* a call of the driver failed in another way */
    STET_GPU_E_UNUSABLE = -113,   /* an earlier execution failed: destroy the plan */
    STET_GPU_E_TRANSFORM =
        -114,                 /* this device cannot do it, having no double: use stet_execute() */
    STET_GPU_E_CAPTURE = -115 /* the plan waits for its stream, which is being captured */
} stet_gpu_status;

/* The meaning of a status in English, those of stet.h included: one line, static, never NULL. */
STET_GPU_API const char *stet_gpu_strerror(int status);

/* What stood behind the last status that was not 0 in this thread, for people: the call of the
 * driver and its number, the compiler's words, the file. Several lines are possible. Writes at most
 * size bytes, a 0 at the end included, and returns the length of the whole text, as snprintf()
 * does; NULL and 0 ask for the length. "" if there is nothing to say. */
STET_GPU_API size_t stet_gpu_reason(char *text, size_t size);

/* --------------------------------------------------------------- devices -- */

typedef enum stet_gpu_api { STET_GPU_CUDA = 1, STET_GPU_OPENCL = 2 } stet_gpu_api;

typedef struct stet_gpu stet_gpu;

/* The number of devices of an API: of OpenCL all platforms' together, in the loader's order.
 * Returns STET_OK, STET_E_NULL, STET_GPU_E_API, _DRIVER, _CALL; *count is 0 then. */
STET_GPU_API int stet_gpu_count(stet_gpu_api api, int *count);

/* Open device number index, from 0, with a context of its own (CUDA: the primary context, which the
 * runtime API uses too), and compare a transform of it with the CPU's. *gpu belongs to the caller,
 * who gives it back with stet_gpu_close(); on failure it is NULL.
 * Returns STET_OK, STET_E_NULL, STET_E_MEMORY, STET_GPU_E_API, _DRIVER, _COMPILER, _DEVICE,
 * _ARITHMETIC, _SELF_TEST, _BUILD, _MEMORY, _LOST, _CALL. */
STET_GPU_API int stet_gpu_open(stet_gpu **gpu, stet_gpu_api api, int index);

/* The same in a context of the caller, which has to outlive *gpu. CUDA: a CUcontext, NULL for the
 * one that is current in this thread. OpenCL: a cl_context and one of its cl_device_id.
 * Returns the same, and STET_GPU_E_CONTEXT. */
STET_GPU_API int stet_gpu_adopt_cuda(stet_gpu **gpu, void *context);
STET_GPU_API int stet_gpu_adopt_opencl(stet_gpu **gpu, void *context, void *device);

/* Give a device back, when all its plans are destroyed. NULL is allowed. */
STET_GPU_API void stet_gpu_close(stet_gpu *gpu);

/* Lines "key: value" for people: API, device, driver, compiler, local memory, and where compiled
 * kernels are kept. As stet_gpu_reason() writes; of NULL the text is empty. */
STET_GPU_API size_t stet_gpu_describe(const stet_gpu *gpu, char *text, size_t size);

/* The name of device number index on one line, and on a second one, "lacks: ...", why it could not
 * be opened, if that is known without trying. Nothing is opened or compiled. Writes and returns as
 * above; "" if there is no such device. */
STET_GPU_API size_t stet_gpu_device_describe(stet_gpu_api api, int index, char *text, size_t size);

/* KEPT KERNELS. Kernels are compiled when the first plan that needs them is made (some of level
 * CORRECT, for tones of more than 2048 points, by its first execution that does), and the result is
 * kept in the folder that the environment variable STET_GPU_CACHE names, or else in stet/gpu of
 * XDG_CACHE_HOME, or of .cache in HOME; STET_GPU_CACHE=off keeps none. A file holds for one source,
 * options, device and compiler. One that is damaged, or belongs to someone else, is not used: the
 * kernel is compiled again, and stet_gpu_describe() says so ("cache: 1 damaged file"). A folder
 * that cannot be written is no error. */

/* ----------------------------------------------------------------- plans -- */

typedef struct stet_gpu_plan stet_gpu_plan;

/* Make a plan: kernels and tables on the device. *plan belongs to the caller, on failure it is
 * NULL. Returns STET_OK, any status of stet_plan_create(), STET_E_NULL, STET_GPU_E_TRANSFORM,
 * _COMPILER, _BUILD, _MEMORY, _LOST, _CALL. */
STET_GPU_API int stet_gpu_plan_create(stet_gpu_plan **plan, stet_gpu *gpu,
                                      const stet_options *options);

/* Give a plan back, when no execution of it is running. NULL is allowed. */
STET_GPU_API void stet_gpu_plan_destroy(stet_gpu_plan *plan);

/* Bytes of device memory that an execution needs beside its arrays; 0 for NULL. */
STET_GPU_API size_t stet_gpu_plan_workspace(const stet_gpu_plan *plan);

/* Run a plan on CUDA: in, out and work are device pointers (CUdeviceptr), work of at least
 * stet_gpu_plan_workspace() bytes, NULL if that is 0; stream is a CUstream of the device's context,
 * NULL for its default stream. Layout and aliasing of in and out are those of stet_execute(), and
 * they begin at a multiple of the size of their numbers, complex ones being twice as large. Work
 * is enqueued, and the call returns; it allocates nothing and may be captured in a graph. But level
 * CORRECT, and what the CPU does, waits for the stream and cannot be captured: it has to see
 * whether numbers are left. What the device leaves of such a plan the CPU does, before the call
 * returns. Returns STET_OK, STET_E_NULL, STET_E_OVERLAP, STET_E_WORKSPACE (work is NULL),
 * STET_E_MEMORY, STET_GPU_E_API (the plan is one of OpenCL), _POINTER, _CONTEXT, _LOST, _CALL,
 * _UNUSABLE, _CAPTURE. */
STET_GPU_API int stet_gpu_execute(stet_gpu_plan *plan, const void *in, void *out, void *work,
                                  void *stream);

/* The same on OpenCL: queue is a cl_command_queue, in order; in, out and work are cl_mem of the
 * device's context; offsets count bytes, multiples of the size of a number, and lead to element 0.
 * It starts when the waits events of wait_list (cl_event) have come; *event, if event is not NULL,
 * is one for the caller to release. in and out may be one cl_mem. */
STET_GPU_API int stet_gpu_execute_cl(stet_gpu_plan *plan, void *queue, void *in, size_t in_offset,
                                     void *out, size_t out_offset, void *work, unsigned waits,
                                     void *const *wait_list, void **event);

/* The same on arrays of the host, which are copied there and back; returns when out is written.
 * Only what the transform writes is written. Returns the same, and STET_GPU_E_MEMORY. */
STET_GPU_API int stet_gpu_execute_host(stet_gpu_plan *plan, const void *in, void *out);

/* What a plan has done in all its executions. Set size, and clear the rest. */
typedef struct stet_gpu_stats {
    size_t size;        /* sizeof(stet_gpu_stats) */
    int launches;       /* kernels of one execution */
    int compiled;       /* kernels that were compiled for the plan; the others were kept */
    size_t table_bytes; /* memory of the device that the plan holds */
    int64_t executions;
    int64_t cpu_transforms; /* what the device left, the CPU did */
} stet_gpu_stats;

/* Returns STET_OK, STET_E_NULL, STET_E_STATS_SIZE. */
STET_GPU_API int stet_gpu_plan_stats(const stet_gpu_plan *plan, stet_gpu_stats *stats);

/* ---------------------------------------------------------------- memory -- */

/* For programs that use no other library of devices: memory (CUDA: a CUdeviceptr, OpenCL: a
 * cl_mem), and a queue that the device has for itself, a CUstream or cl_command_queue that work may
 * be enqueued on; it belongs to *gpu. Write and read wait until they are done, copy is enqueued,
 * wait returns when all that is enqueued on the queue is done. Return STET_OK, STET_E_NULL,
 * STET_E_LENGTH (bytes is 0), STET_GPU_E_MEMORY, _LOST, _CALL. */
STET_GPU_API int stet_gpu_alloc(stet_gpu *gpu, size_t bytes, void **memory);
STET_GPU_API void stet_gpu_free(stet_gpu *gpu, void *memory); /* NULL is allowed */
STET_GPU_API int stet_gpu_write(stet_gpu *gpu, void *to, const void *from, size_t bytes);
STET_GPU_API int stet_gpu_read(stet_gpu *gpu, void *to, const void *from, size_t bytes);
STET_GPU_API int stet_gpu_copy(stet_gpu *gpu, void *to, const void *from, size_t bytes);
STET_GPU_API int stet_gpu_wait(stet_gpu *gpu);

/* What stands behind a device: CUcontext or cl_context; cl_device_id (CUDA: NULL); the queue. NULL
 * for NULL. */
STET_GPU_API void *stet_gpu_context(const stet_gpu *gpu);
STET_GPU_API void *stet_gpu_device(const stet_gpu *gpu);
STET_GPU_API void *stet_gpu_queue(const stet_gpu *gpu);

/* ----------------------------------------------------------- experiments -- */

/* Plans that are no transforms of stet.h, for comparisons; they are executed as others are. */
typedef enum stet_gpu_experiment {
    /* y[i] = f(x[i]) of n floats with the bits of CUDA 13.0 (STET_TRIG_CUDA13), on every device */
    STET_GPU_SIN = 1,
    STET_GPU_COS = 2,
    STET_GPU_SINPI = 3,
    STET_GPU_COSPI = 4,
    /* the same by the device's own function, whose bits nobody promises */
    STET_GPU_OWN_SIN = 5,
    STET_GPU_OWN_COS = 6,
    STET_GPU_OWN_SINPI = 7,
    STET_GPU_OWN_COSPI = 8,
    /* an article's kernels, forward, without a factor, of n complex numbers: bit reversal and a
     * launch for each level, n a power of two, with the bits of level native; the definition as a
     * sum, n <= 2^20. in is not out. */
    STET_GPU_STAGES = 9,
    STET_GPU_DEFINITION = 10
} stet_gpu_experiment;

/* precision: f32, of the last two f64 too. Returns what stet_gpu_plan_create() does, and
 * STET_E_FUNCTION, STET_E_PRECISION, STET_E_LENGTH. */
STET_GPU_API int stet_gpu_plan_experiment(stet_gpu_plan **plan, stet_gpu *gpu,
                                          stet_gpu_experiment what, stet_precision precision,
                                          ptrdiff_t n);

#ifdef __cplusplus
}
#endif

#endif /* STET_GPU_H */
