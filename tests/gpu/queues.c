/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu/queues.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/cuda_graph.h"
#include "host/opencl_api.h"

static struct {
#define FIELD(result, name, arguments) result(*name) arguments;
    STET_CL_FUNCTIONS(FIELD)
#undef FIELD
} cl;

static struct {
#define FIELD(field, name, arguments) int(*field) arguments;
    STET_CU_FUNCTIONS(FIELD)
    CUDA_GRAPH_FUNCTIONS(FIELD)
#undef FIELD
} cu;

static bool is_cuda;
static stet_cl_object context, device;
static stet_cu_object cuda_context;

/* Where a test began: cmocka's way out of it, longjmp(), leads there from no other thread. */
static pthread_t first;

static void refused(const char *who, int code)
{
    if (pthread_equal(first, pthread_self()))
        fail_msg("%s says %d", who, code);
    print_error("%s says %d in a thread\n", who, code);
    pthread_exit(&first);
}

static void cuda(int code)
{
    if (code != 0)
        refused("CUDA", code);
}

static void opencl(int32_t code)
{
    if (code != 0)
        refused("OpenCL", (int)code);
}

/* ----------------------------------------------------------------- devices -- */

static bool load(stet_gpu_api api)
{
    void *library = dlopen(api == STET_GPU_CUDA ? "libcuda.so.1" : "libOpenCL.so.1", RTLD_NOW);
    void *address;
    if (library == NULL)
        return false;
#define LOAD(result, name, arguments)                                                              \
    address = dlsym(library, "cl" #name);                                                          \
    memcpy(&cl.name, &address, sizeof address);
    STET_CL_FUNCTIONS(LOAD)
#undef LOAD
#define LOAD(field, name, arguments)                                                               \
    address = dlsym(library, name);                                                                \
    memcpy(&cu.field, &address, sizeof address);
    STET_CU_FUNCTIONS(LOAD)
    CUDA_GRAPH_FUNCTIONS(LOAD)
#undef LOAD
    return true;
}

static bool open_cuda(void)
{
    int count = 0, ordinal = 0;
    return cu.Init(0) == 0 && cu.DeviceGetCount(&count) == 0 && count > 0 &&
           cu.DeviceGet(&ordinal, 0) == 0 &&
           cu.DevicePrimaryCtxRetain(&cuda_context, ordinal) == 0 &&
           cu.CtxPushCurrent(cuda_context) == 0;
}

static bool open_opencl(void)
{
    stet_cl_object platform;
    uint32_t count = 0;
    int32_t code;
    if (cl.GetPlatformIDs(1, &platform, &count) != 0 || count == 0 ||
        cl.GetDeviceIDs(platform, 0xFFFFFFFF, 1, &device, &count) != 0 || count == 0)
        return false;
    context = cl.CreateContext(NULL, 1, &device, NULL, NULL, &code);
    return code == 0;
}

bool open_device(stet_gpu_api api, stet_gpu **gpu, char *why, size_t size)
{
    is_cuda = api == STET_GPU_CUDA;
    first = pthread_self();
    *gpu = NULL;
    snprintf(why, size, "no %s device", is_cuda ? "CUDA" : "OpenCL");
    if (!load(api) || !(is_cuda ? open_cuda() : open_opencl()))
        return false;
    const int status = is_cuda ? stet_gpu_adopt_cuda(gpu, cuda_context)
                               : stet_gpu_adopt_opencl(gpu, context, device);
    const int length =
        snprintf(why, size, "the device is not adopted: %s: ", stet_gpu_strerror(status));
    stet_gpu_reason(why + length, size - (size_t)length);
    return status == STET_OK;
}

void close_device(stet_gpu *gpu)
{
    stet_cu_object before;
    stet_gpu_close(gpu);
    if (!is_cuda) {
        cl.ReleaseContext(context);
        return;
    }
    cu.CtxPopCurrent(&before);
    cu.DevicePrimaryCtxRelease(0);
}

void *device_context(void) { return is_cuda ? (void *)cuda_context : (void *)context; }
void *device_id(void) { return is_cuda ? NULL : (void *)device; }

void enter_device(void)
{
    if (is_cuda)
        cuda(cu.CtxPushCurrent(cuda_context));
}

/* ------------------------------------------------------- queues and memory -- */

void *make_queue(void)
{
    int32_t code;
    stet_cu_object stream;
    if (is_cuda) {
        cuda(cu.StreamCreate(&stream, 0));
        return stream;
    }
    void *queue = cl.CreateCommandQueue(context, device, 0, &code);
    opencl(code);
    return queue;
}

void release_queue(void *queue)
{
    if (is_cuda)
        cuda(cu.StreamDestroy(queue));
    else
        opencl(cl.ReleaseCommandQueue(queue));
}

void *make_buffer(size_t bytes)
{
    int32_t code;
    uint64_t address;
    if (is_cuda) {
        cuda(cu.MemAlloc(&address, bytes));
        return (void *)(uintptr_t)address;
    }
    void *buffer = cl.CreateBuffer(context, STET_CL_MEM_READ_WRITE, bytes, NULL, &code);
    opencl(code);
    return buffer;
}

void release_buffer(void *buffer)
{
    if (is_cuda)
        cuda(cu.MemFree((uintptr_t)buffer));
    else
        opencl(cl.ReleaseMemObject(buffer));
}

void write_to(void *queue, void *buffer, size_t at, const void *from, size_t bytes)
{
    if (is_cuda) {
        cuda(cu.MemcpyHtoDAsync((uintptr_t)buffer + at, from, bytes, queue));
        cuda(cu.StreamSynchronize(queue));
    } else {
        opencl(cl.EnqueueWriteBuffer(queue, buffer, 1, at, bytes, from, 0, NULL, NULL));
    }
}

void read_from(void *queue, void *buffer, size_t at, void *to, size_t bytes)
{
    if (is_cuda) {
        cuda(cu.MemcpyDtoHAsync(to, (uintptr_t)buffer + at, bytes, queue));
        cuda(cu.StreamSynchronize(queue));
    } else {
        opencl(cl.EnqueueReadBuffer(queue, buffer, 1, at, bytes, to, 0, NULL, NULL));
    }
}

void finish_queue(void *queue)
{
    if (is_cuda)
        cuda(cu.StreamSynchronize(queue));
    else
        opencl(cl.Finish(queue));
}

int execute_at(stet_gpu_plan *plan, void *queue, void *in, size_t in_at, void *out, size_t out_at,
               void *work)
{
    return is_cuda ? stet_gpu_execute(plan, (char *)in + in_at, (char *)out + out_at, work, queue)
                   : stet_gpu_execute_cl(plan, queue, in, in_at, out, out_at, work, 0, NULL, NULL);
}

/* ------------------------------------------------------------------ graphs -- */

void begin_capture(void *queue) { cuda(cu.StreamBeginCapture(queue, CUDA_CAPTURE_MODE_GLOBAL)); }

void *end_capture(void *queue)
{
    stet_cu_object graph = NULL, made = NULL;
    const int code = cu.StreamEndCapture(queue, &graph);
    if (code == CUDA_CAPTURE_INVALID)
        return NULL;
    cuda(code);
    cuda(cu.GraphInstantiate(&made, graph, 0));
    cuda(cu.GraphDestroy(graph));
    return made;
}

void launch_graph(void *graph, void *queue) { cuda(cu.GraphLaunch(graph, queue)); }
void release_graph(void *graph) { cuda(cu.GraphExecDestroy(graph)); }
