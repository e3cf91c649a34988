/* SPDX-License-Identifier: Apache-2.0 */
/* VkFFT as four functions, for stet bench --device, because VkFFT is only a header. VKFFT_BACKEND
 * is 1 (CUDA) or 3 (OpenCL). It transforms complex numbers in rows, forward, out of place. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "vkFFT.h"

#define EXPORTED __attribute__((visibility("default")))

struct plan {
    VkFFTApplication application;
    uint64_t bytes;
#if VKFFT_BACKEND == 1
    CUdevice device;
    cudaStream_t queue;
#else
    cl_context context;
    cl_device_id device;
    cl_command_queue queue;
#endif
};

EXPORTED void *stet_vkfft_create(void *context, void *device, void *queue, int is_double, long n,
                                 long batch, void *in, void *out, int *code);
EXPORTED int stet_vkfft_run(void *plan, void *in, void *out);
EXPORTED void stet_vkfft_release(void *plan);
EXPORTED int stet_vkfft_version(void);

void *stet_vkfft_create(void *context, void *device, void *queue, int is_double, long n, long batch,
                        void *in, void *out, int *code)
{
    VkFFTConfiguration c;
    struct plan *p = calloc(1, sizeof *p);
    (void)in;
    (void)out;
    if (!p)
        return NULL;
    memset(&c, 0, sizeof c);
    c.FFTdim = 1;
    c.size[0] = (uint64_t)n;
    c.numberBatches = (uint64_t)batch;
    c.doublePrecision = (uint64_t)is_double;
    c.isInputFormatted = 1;
    c.inverseReturnToInputBuffer = 0;
    c.inputBufferStride[0] = (uint64_t)n;
    p->bytes = (uint64_t)n * (uint64_t)batch * (is_double ? 16 : 8);
    c.bufferSize = &p->bytes;
    c.inputBufferSize = &p->bytes;
#if VKFFT_BACKEND == 1
    (void)context;
    (void)device;
    if (cuCtxGetDevice(&p->device) != CUDA_SUCCESS) {
        free(p);
        return NULL;
    }
    p->queue = (cudaStream_t)queue;
    c.device = &p->device;
    c.stream = &p->queue;
    c.num_streams = 1;
#else
    p->context = (cl_context)context;
    p->device = (cl_device_id)device;
    p->queue = (cl_command_queue)queue;
    c.context = &p->context;
    c.device = &p->device;
#endif
    *code = (int)initializeVkFFT(&p->application, c);
    if (*code == 0)
        return p;
    free(p);
    return NULL;
}

int stet_vkfft_run(void *plan, void *in, void *out)
{
    struct plan *p = plan;
    VkFFTLaunchParams launch;
    memset(&launch, 0, sizeof launch);
#if VKFFT_BACKEND == 1
    launch.inputBuffer = &in;
    launch.buffer = &out;
#else
    cl_mem input = (cl_mem)in, output = (cl_mem)out;
    launch.inputBuffer = &input;
    launch.buffer = &output;
    launch.commandQueue = &p->queue;
#endif
    return (int)VkFFTAppend(&p->application, -1, &launch);
}

void stet_vkfft_release(void *plan)
{
    struct plan *p = plan;
    deleteVkFFT(&p->application);
    free(p);
}

int stet_vkfft_version(void) { return VkFFTGetVersion(); }
