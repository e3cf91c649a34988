/* stet_gpu runs the transforms of stet.h on CUDA and OpenCL devices, with the bits of the CPU.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * The library is libstet_gpu: link it beside libstet (pkg-config stet-gpu, CMake stet::gpu). It
 * loads the driver of a device at run time: libOpenCL.so.1 for OpenCL, libcuda.so.1 and NVRTC for
 * CUDA. Without them it opens no device and returns a status that says so.
 *
 * THE PROMISE is that of stet.h. The device, its driver, its compiler, the number of transforms and
 * the queue change no bit. No GPU has run this library yet: it is tested on OpenCL devices that are
 * CPUs, and with its kernels compiled as C.
 *
 * WHICH TRANSFORMS. A plan takes the same stet_options as stet.h; threads, parallel, effort and
 * policy are ignored. The CPU does the work for which there is no kernel: real-to-real transforms
 * and level CORRECT of f64 completely; level CORRECT of the other precisions for transforms that
 * the device does not finish. stet_gpu_stats counts it.
 *
 * THREADS. Every function may be called from any thread. Any number of threads may use a device,
 * and a plan, at once; each execution needs a workspace of its own.
 *
 * ERRORS. Functions that can fail return 0, a negative stet_status, or a stet_gpu_status.
 * stet_gpu_strerror() has the text of all of them, stet_gpu_reason() the message of the driver.
 * Nothing is printed. After an execution failed because of the device, the plan's queue may be
 * broken: from then on the plan returns STET_GPU_E_UNUSABLE, and can only be destroyed. */
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
    STET_GPU_E_DRIVER = -102,     /* the driver's library is missing or too old */
    STET_GPU_E_COMPILER = -103,   /* the compiler for kernels is missing (CUDA: NVRTC) */
    STET_GPU_E_DEVICE = -104,     /* no device has that number */
    STET_GPU_E_ARITHMETIC = -105, /* the device lacks fma, subnormals, infinities or rounding */
    STET_GPU_E_SELF_TEST = -106,  /* the device gave other bits than the CPU and is not used */
    STET_GPU_E_BUILD = -107,      /* the compiler refused a kernel */
    STET_GPU_E_MEMORY = -108,     /* the device has not enough memory */
    STET_GPU_E_LOST = -109,       /* the device, or work on it, failed: its context is lost */
    STET_GPU_E_CONTEXT = -110,    /* the context, stream or queue does not belong to this device */
    STET_GPU_E_POINTER = -111,    /* the memory is not the device's, or too small */
    STET_GPU_E_CALL = -112,       /* a driver call failed in another way */
    STET_GPU_E_UNUSABLE = -113,   /* an execution failed: destroy the plan */
    STET_GPU_E_TRANSFORM = -114,  /* this device lacks double: use stet_execute() */
    STET_GPU_E_CAPTURE = -115     /* the plan waits for a stream that is being captured */
} stet_gpu_status;

/* Returns the meaning of a status in English, those of stet.h included: one line, static, never
 * NULL. */
STET_GPU_API const char *stet_gpu_strerror(int status);

/* Describes for people the cause of the last status that was not 0 in this thread: the call of the
 * driver and its number, the compiler's messages, the file. Several lines are possible. Writes at
 * most size bytes, a 0 at the end included, and returns the length of the whole text, as snprintf()
 * does; NULL and 0 ask for the length. "" if there is no description. */
STET_GPU_API size_t stet_gpu_reason(char *text, size_t size);

/* --------------------------------------------------------------- devices -- */

typedef enum stet_gpu_api { STET_GPU_CUDA = 1, STET_GPU_OPENCL = 2 } stet_gpu_api;

typedef struct stet_gpu stet_gpu;

/* Counts the devices of an API: for OpenCL those of all platforms together, in the loader's order.
 * Returns STET_OK, STET_E_NULL, STET_GPU_E_API, _DRIVER, _CALL; *count is 0 on an error. */
STET_GPU_API int stet_gpu_count(stet_gpu_api api, int *count);

/* Opens device number index, counted from 0, with a context of its own (CUDA: the primary context,
 * which the runtime API uses too), and compares a transform of it with the CPU's. *gpu belongs to
 * the caller, who frees it with stet_gpu_close(); on failure it is NULL. Returns STET_OK,
 * STET_E_NULL, STET_E_MEMORY, STET_GPU_E_API, _DRIVER, _COMPILER, _DEVICE, _ARITHMETIC, _SELF_TEST,
 * _BUILD, _MEMORY, _LOST, _CALL. */
STET_GPU_API int stet_gpu_open(stet_gpu **gpu, stet_gpu_api api, int index);

/* Open a device in a context of the caller, which has to outlive *gpu. CUDA: a CUcontext, or NULL
 * for the context that is current in this thread. OpenCL: a cl_context and one of its cl_device_id.
 * Return the statuses of stet_gpu_open(), and STET_GPU_E_CONTEXT. */
STET_GPU_API int stet_gpu_adopt_cuda(stet_gpu **gpu, void *context);
STET_GPU_API int stet_gpu_adopt_opencl(stet_gpu **gpu, void *context, void *device);

/* Closes a device. All its plans must have been destroyed. NULL is allowed. */
STET_GPU_API void stet_gpu_close(stet_gpu *gpu);

/* Describes a device for people, in lines "key: value": API, device, driver, compiler, local
 * memory, and where compiled kernels are kept. Writes as stet_gpu_reason() does; for NULL the text
 * is empty. */
STET_GPU_API size_t stet_gpu_describe(const stet_gpu *gpu, char *text, size_t size);

/* Writes the name of device number index on one line. A second line, "lacks: ...", tells why it
 * could not be opened, if that is known without trying. Nothing is opened or compiled. Writes and
 * returns as stet_gpu_reason() does; "" if there is no device of that number. */
STET_GPU_API size_t stet_gpu_device_describe(stet_gpu_api api, int index, char *text, size_t size);

/* KEPT KERNELS. Kernels are compiled when the first plan that needs them is made; some of level
 * CORRECT, for tones of more than 2048 points, are compiled by the first execution that needs them.
 * The result is kept in the folder that the environment variable STET_GPU_CACHE names, or else in
 * stet/gpu of XDG_CACHE_HOME, or of .cache in HOME; STET_GPU_CACHE=off keeps none. A file is valid
 * for one source, options, device and compiler. A file that is damaged, or belongs to another user,
 * is not used: the kernel is compiled again, and stet_gpu_describe() says so ("cache: 1 damaged
 * file"). It is no error if the folder cannot be written. */

/* ----------------------------------------------------------------- plans -- */

typedef struct stet_gpu_plan stet_gpu_plan;

/* Makes a plan: kernels and tables on the device. *plan belongs to the caller; on failure it is
 * NULL. Returns STET_OK, any status of stet_plan_create(), STET_E_NULL, STET_GPU_E_TRANSFORM,
 * _COMPILER, _BUILD, _MEMORY, _LOST, _CALL. */
STET_GPU_API int stet_gpu_plan_create(stet_gpu_plan **plan, stet_gpu *gpu,
                                      const stet_options *options);

/* Frees a plan. No execution of it may be running. NULL is allowed. */
STET_GPU_API void stet_gpu_plan_destroy(stet_gpu_plan *plan);

/* Returns the bytes of device memory that an execution needs beside its arrays; 0 for NULL. */
STET_GPU_API size_t stet_gpu_plan_workspace(const stet_gpu_plan *plan);

/* Runs a plan on CUDA. in, out and work are device pointers (CUdeviceptr). work has at least
 * stet_gpu_plan_workspace() bytes and is NULL if that is 0. stream is a CUstream of the device's
 * context, or NULL for its default stream. Layout and aliasing of in and out are those of
 * stet_execute(). Both begin at a multiple of the size of their numbers, complex ones being twice
 * as large.
 *
 * The call enqueues its work and returns; it allocates nothing and may be captured in a graph. Two
 * kinds of plans wait for the stream and cannot be captured: those of level CORRECT, which must see
 * whether numbers are undecided, and those whose work the CPU does. The CPU finishes their work
 * before the call returns. Returns STET_OK, STET_E_NULL, STET_E_OVERLAP, STET_E_WORKSPACE (work is
 * NULL), STET_E_MEMORY, STET_GPU_E_API (the plan is one of OpenCL), _POINTER, _CONTEXT, _LOST,
 * _CALL, _UNUSABLE, _CAPTURE. */
STET_GPU_API int stet_gpu_execute(stet_gpu_plan *plan, const void *in, void *out, void *work,
                                  void *stream);

/* Runs a plan on OpenCL. queue is a cl_command_queue, in order; in, out and work are cl_mem of the
 * device's context. Offsets count bytes; each is a multiple of the size of a number, and leads to
 * element 0. The work starts when the `waits` events of wait_list (cl_event) have completed. If
 * event is not NULL, *event becomes an event that the caller releases. in and out may be one
 * cl_mem. The rest is as for stet_gpu_execute(). */
STET_GPU_API int stet_gpu_execute_cl(stet_gpu_plan *plan, void *queue, void *in, size_t in_offset,
                                     void *out, size_t out_offset, void *work, unsigned waits,
                                     void *const *wait_list, void **event);

/* Runs a plan on arrays of the host, which are copied to the device and back; returns when out is
 * written. Only the elements of the transform's output are written. Returns the statuses of
 * stet_gpu_execute(), and STET_GPU_E_MEMORY. */
STET_GPU_API int stet_gpu_execute_host(stet_gpu_plan *plan, const void *in, void *out);

/* Counts what a plan has done in all its executions. Set size, and clear the other fields. */
typedef struct stet_gpu_stats {
    size_t size;        /* sizeof(stet_gpu_stats) */
    int launches;       /* kernels of one execution */
    int compiled;       /* kernels that were not in the cache */
    size_t table_bytes; /* memory of the device that the plan holds */
    int64_t executions;
    int64_t cpu_transforms; /* transforms that the CPU did or finished */
} stet_gpu_stats;

/* Stores the counts of a plan in *stats. Returns STET_OK, STET_E_NULL, STET_E_STATS_SIZE. */
STET_GPU_API int stet_gpu_plan_stats(const stet_gpu_plan *plan, stet_gpu_stats *stats);

/* ---------------------------------------------------------------- memory -- */

/* Device memory (CUDA: a CUdeviceptr, OpenCL: a cl_mem) for programs that use no other device
 * library, and operations on the device's own queue (stet_gpu_queue()). write and read wait until
 * they are done; copy is enqueued; wait returns when all work on the queue is done. Return STET_OK,
 * STET_E_NULL, STET_E_LENGTH (bytes is 0), STET_GPU_E_MEMORY, _LOST, _CALL. */
STET_GPU_API int stet_gpu_alloc(stet_gpu *gpu, size_t bytes, void **memory);
STET_GPU_API void stet_gpu_free(stet_gpu *gpu, void *memory); /* NULL is allowed */
STET_GPU_API int stet_gpu_write(stet_gpu *gpu, void *to, const void *from, size_t bytes);
STET_GPU_API int stet_gpu_read(stet_gpu *gpu, void *to, const void *from, size_t bytes);
STET_GPU_API int stet_gpu_copy(stet_gpu *gpu, void *to, const void *from, size_t bytes);
STET_GPU_API int stet_gpu_wait(stet_gpu *gpu);

/* Return the CUcontext or cl_context of a device, its cl_device_id (CUDA: NULL), and its own queue,
 * a CUstream or cl_command_queue on which work may be enqueued and which belongs to *gpu. NULL for
 * NULL. */
STET_GPU_API void *stet_gpu_context(const stet_gpu *gpu);
STET_GPU_API void *stet_gpu_device(const stet_gpu *gpu);
STET_GPU_API void *stet_gpu_queue(const stet_gpu *gpu);

/* ----------------------------------------------------------- experiments -- */

/* Plans for comparisons that are not transforms of stet.h; they are executed like other plans. */
typedef enum stet_gpu_experiment {
    /* y[i] = f(x[i]) for n floats, with the bits of CUDA 13.0 (STET_TRIG_CUDA13) on every device */
    STET_GPU_SIN = 1,
    STET_GPU_COS = 2,
    STET_GPU_SINPI = 3,
    STET_GPU_COSPI = 4,
    /* y[i] = f(x[i]) by the device's own function, whose bits nobody promises */
    STET_GPU_OWN_SIN = 5,
    STET_GPU_OWN_COS = 6,
    STET_GPU_OWN_SINPI = 7,
    STET_GPU_OWN_COSPI = 8,
    /* An article's kernels compute forward transforms of n complex numbers, without a factor.
     * STAGES does a bit reversal and one launch per level; n is a power of two, and the bits are
     * those of level native. DEFINITION computes the sum of the definition; n <= 2^20. in may not
     * be out. */
    STET_GPU_STAGES = 9,
    STET_GPU_DEFINITION = 10
} stet_gpu_experiment;

/* Makes the plan of an experiment. precision is f32; STAGES and DEFINITION take f64 too. Returns
 * the statuses of stet_gpu_plan_create(), and STET_E_FUNCTION, STET_E_PRECISION, STET_E_LENGTH. */
STET_GPU_API int stet_gpu_plan_experiment(stet_gpu_plan **plan, stet_gpu *gpu,
                                          stet_gpu_experiment what, stet_precision precision,
                                          ptrdiff_t n);

#ifdef __cplusplus
}
#endif

#endif /* STET_GPU_H */
