/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL 1.2 through the loader libOpenCL.so.1. */
#include "backend.h"
#include "library.h"
#include "opencl_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
#define FIELD(result, name, arguments) result(*name) arguments;
    STET_CL_FUNCTIONS(FIELD)
#undef FIELD
} cl;

static const stet_gpu_function functions[] = {
#define ROW(result, name, arguments) {"cl" #name, offsetof(__typeof__(cl), name)},
    STET_CL_FUNCTIONS(ROW)
#undef ROW
};

static int need(void)
{
    static stet_gpu_library library = {.names = {"libOpenCL.so.1", "libOpenCL.so"},
                                       .advice = "install an OpenCL loader and a platform"};
    return stet_gpu_library_need(&library, &cl, sizeof functions / sizeof functions[0], functions);
}

static int status_of(int32_t code)
{
    switch (code) {
    case STET_CL_DEVICE_NOT_FOUND: return STET_GPU_E_DEVICE;
    case STET_CL_COMPILER_NOT_AVAILABLE: return STET_GPU_E_COMPILER;
    case STET_CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case STET_CL_INVALID_BUFFER_SIZE:
    case STET_CL_OUT_OF_RESOURCES: return STET_GPU_E_MEMORY;
    case STET_CL_OUT_OF_HOST_MEMORY: return STET_E_MEMORY;
    case STET_CL_BUILD_PROGRAM_FAILURE: return STET_GPU_E_BUILD;
    case STET_CL_DEVICE_NOT_AVAILABLE:
    case STET_CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: return STET_GPU_E_LOST;
    case STET_CL_INVALID_CONTEXT:
    case STET_CL_INVALID_COMMAND_QUEUE:
    case STET_CL_INVALID_EVENT: return STET_GPU_E_CONTEXT;
    case STET_CL_INVALID_MEM_OBJECT: return STET_GPU_E_POINTER;
    default: return STET_GPU_E_CALL;
    }
}

static int check(const char *call, int32_t code)
{
    return code == 0 ? STET_OK : stet_gpu_fail(status_of(code), "%s: error %d", call, (int)code);
}

/* --------------------------------------------------------------- devices -- */

enum { PLATFORMS = 16, DEVICES = 64 };

/* Lists all devices of all platforms, at most DEVICES. */
static int devices_of(stet_cl_object *device, int *count)
{
    stet_cl_object platform[PLATFORMS];
    uint32_t platforms = 0;
    *count = 0;
    const int status = need();
    if (status)
        return status;
    /* A loader without a platform returns an error code; that means no device. */
    if (cl.GetPlatformIDs(PLATFORMS, platform, &platforms) != 0)
        return STET_OK;
    for (uint32_t p = 0; p < platforms && p < PLATFORMS; p++) {
        uint32_t more = 0;
        const uint32_t capacity = (uint32_t)(DEVICES - *count);
        if (capacity > 0 &&
            cl.GetDeviceIDs(platform[p], 0xFFFFFFFF, capacity, device + *count, &more) == 0)
            *count += (int)(more < capacity ? more : capacity);
    }
    return STET_OK;
}

static int count(int *n)
{
    stet_cl_object device[DEVICES];
    return devices_of(device, n);
}

static void text_of(stet_cl_object device, uint32_t what, char *text, size_t size)
{
    memset(text, 0, size);
    if (cl.GetDeviceInfo(device, what, size - 1, text, NULL) != 0)
        snprintf(text, size, "unknown");
}

static uint64_t number_of(stet_cl_object device, uint32_t what)
{
    /* cl_bool and cl_uint have 32 bits; size_t, cl_ulong and bit fields have 64. The host is
     * little endian. */
    uint64_t number = 0;
    return cl.GetDeviceInfo(device, what, sizeof number, &number, NULL) == 0 ? number : 0;
}

static int is_of_platform(stet_cl_object device, const char *words)
{
    stet_cl_object platform = NULL;
    char name[STET_GPU_TEXT] = "";
    cl.GetDeviceInfo(device, STET_CL_DEVICE_PLATFORM, sizeof(stet_cl_object), &platform, NULL);
    cl.GetPlatformInfo(platform, STET_CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    return strstr(name, words) != NULL;
}

static void add(char *text, size_t size, const char *what)
{
    const size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", what);
}

/* Lists the features that a device lacks. Oclgrind, an interpreter of kernels, computes fma as C
 * does and does not report it; opening any device compares it with the CPU. */
static void lacks_of(stet_cl_object device, char *text, size_t size)
{
    static const struct {
        uint64_t bit;
        const char *name;
    } needed[] = {{STET_CL_FP_FMA, "fma"},
                  {STET_CL_FP_DENORM, "subnormals"},
                  {STET_CL_FP_INF_NAN, "infinities and NaN"},
                  {STET_CL_FP_ROUND_TO_NEAREST, "rounding to nearest"}};
    const uint64_t has = number_of(device, STET_CL_DEVICE_SINGLE_FP_CONFIG);
    const char *method = getenv("POCL_WORK_GROUP_METHOD");
    text[0] = 0;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (!(has & needed[i].bit) && !(i == 0 && is_of_platform(device, "Oclgrind")))
            add(text, size, needed[i].name);
    if (!number_of(device, STET_CL_DEVICE_AVAILABLE))
        add(text, size, "availability");
    if (!number_of(device, STET_CL_DEVICE_COMPILER_AVAILABLE))
        add(text, size, "a compiler");
    if (!number_of(device, STET_CL_DEVICE_ENDIAN_LITTLE))
        add(text, size, "little-endian numbers");
    /* PoCL's default method, loopvec, miscompiles loops that contain barriers: docs/gpu.md. */
    if (is_of_platform(device, "Portable Computing Language") &&
        (!method || strcmp(method, "loops") != 0))
        add(text, size,
            "POCL_WORK_GROUP_METHOD=loops in the environment, without which this PoCL "
            "miscompiles kernels");
}

static int look(int index, char *name, size_t name_size, char *lacks, size_t lacks_size)
{
    stet_cl_object device[DEVICES];
    int n;
    const int status = devices_of(device, &n);
    if (status)
        return status;
    if (index < 0 || index >= n)
        return stet_gpu_no_device("OpenCL", n);
    text_of(device[index], STET_CL_DEVICE_NAME, name, name_size);
    lacks_of(device[index], lacks, lacks_size);
    if (lacks[0] == 0 && !number_of(device[index], STET_CL_DEVICE_DOUBLE_FP_CONFIG))
        snprintf(lacks, lacks_size, "double: only STET_F32 at level native works");
    return STET_OK;
}

/* Returns STET_OK if the device belongs to the caller's context. */
static int in_context(stet_cl_object context, stet_cl_object device)
{
    stet_cl_object has[DEVICES];
    size_t size = 0;
    const int status = check("clGetContextInfo", cl.GetContextInfo(context, STET_CL_CONTEXT_DEVICES,
                                                                   sizeof has, has, &size));
    if (status)
        return status;
    for (size_t i = 0; i < size / sizeof has[0]; i++)
        if (has[i] == device)
            return STET_OK;
    return stet_gpu_fail(STET_GPU_E_CONTEXT, "the cl_device_id does not belong to the cl_context");
}

static int take_device(stet_gpu *gpu, int index, void *context, void *wanted)
{
    stet_cl_object device[DEVICES];
    int n;
    if (context) {
        gpu->device = wanted;
        gpu->context = context;
        return in_context(context, wanted);
    }
    const int status = devices_of(device, &n);
    if (status)
        return status;
    if (index < 0 || index >= n)
        return stet_gpu_no_device("OpenCL", n);
    gpu->device = device[index];
    return STET_OK;
}

static void close(stet_gpu *gpu)
{
    if (gpu->queue)
        cl.ReleaseCommandQueue(gpu->queue);
    if (gpu->context && !gpu->adopted)
        cl.ReleaseContext(gpu->context);
    gpu->queue = gpu->context = NULL;
}

static int open(stet_gpu *gpu, int index, void *context, void *device)
{
    char lacks[STET_GPU_TEXT];
    int32_t code = 0;
    int status = need();
    if (!status)
        status = take_device(gpu, index, context, device);
    if (status)
        return status;
    stet_cl_object id = gpu->device;
    lacks_of(id, lacks, sizeof lacks);
    text_of(id, STET_CL_DEVICE_NAME, gpu->device_name, sizeof gpu->device_name);
    if (lacks[0])
        return stet_gpu_fail(STET_GPU_E_ARITHMETIC, "%s lacks: %s", gpu->device_name, lacks);
    text_of(id, STET_CL_DRIVER_VERSION, gpu->driver, sizeof gpu->driver);
    text_of(id, STET_CL_DEVICE_VERSION, gpu->compiler, sizeof gpu->compiler);
    const uint64_t shared = number_of(id, STET_CL_DEVICE_LOCAL_MEM_SIZE);
    const uint64_t threads = number_of(id, STET_CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const uint64_t whole =
        STET_CL_FP_FMA | STET_CL_FP_DENORM | STET_CL_FP_INF_NAN | STET_CL_FP_ROUND_TO_NEAREST;
    gpu->has_f64 = (number_of(id, STET_CL_DEVICE_DOUBLE_FP_CONFIG) & whole) == whole;
    /* Local memory of CPUs is ordinary memory, so CPUs get the size that GPUs have. */
    gpu->limits.shared = shared < 64 * 1024 ? (size_t)shared : 64 * 1024;
    gpu->limits.threads = threads < 1024 ? (int)threads : 1024;
    if (!gpu->context) {
        gpu->context = cl.CreateContext(NULL, 1, &id, NULL, NULL, &code);
        if (!gpu->context)
            return check("clCreateContext", code != 0 ? code : STET_CL_OUT_OF_RESOURCES);
    }
    gpu->queue = cl.CreateCommandQueue(gpu->context, id, 0, &code);
    if (!gpu->queue)
        status = check("clCreateCommandQueue", code != 0 ? code : STET_CL_OUT_OF_RESOURCES);
    if (status)
        close(gpu);
    return status;
}

/* --------------------------------------------------------------- kernels -- */

static void unload(stet_gpu *gpu, stet_gpu_kernel *kernel)
{
    (void)gpu;
    if (kernel->function)
        cl.ReleaseKernel(kernel->function);
    if (kernel->module)
        cl.ReleaseProgram(kernel->module);
    *kernel = (stet_gpu_kernel){NULL, NULL};
}

/* Builds kernel->module and gets its entry. */
static int finish_kernel(stet_gpu *gpu, const stet_gpu_build *build, stet_gpu_kernel *kernel)
{
    char options[1024], log[1600] = "";
    stet_cl_object device = gpu->device;
    if (snprintf(options, sizeof options, "-cl-std=CL1.2 -w %s", build->options) >=
        (int)sizeof options) {
        unload(gpu, kernel);
        return stet_gpu_fail(STET_GPU_E_BUILD, "the options are too long: %s", build->options);
    }
    int32_t code = cl.BuildProgram(kernel->module, 1, &device, options, NULL, NULL);
    if (code != 0) {
        cl.GetProgramBuildInfo(kernel->module, device, STET_CL_PROGRAM_BUILD_LOG, sizeof log - 1,
                               log, NULL);
        unload(gpu, kernel);
        return stet_gpu_fail(status_of(code), "clBuildProgram: error %d\n%s\n%s", (int)code,
                             options, log);
    }
    kernel->function = cl.CreateKernel(kernel->module, build->entry, &code);
    if (!kernel->function) {
        unload(gpu, kernel);
        return check("clCreateKernel", code != 0 ? code : STET_CL_OUT_OF_RESOURCES);
    }
    return STET_OK;
}

/* Gets the machine code if the platform provides it; otherwise nothing is kept. */
static void take_binary(stet_gpu_kernel kernel, void **binary, size_t *size)
{
    /* The context may have several devices, and the program was built for one. The sizes of the
     * others are 0, and their pointers may be NULL. */
    size_t sizes[DEVICES] = {0}, written = 0;
    unsigned char *blocks[DEVICES] = {NULL};
    if (cl.GetProgramInfo(kernel.module, STET_CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes,
                          &written) != 0)
        return;
    for (size_t i = 0; i < written / sizeof sizes[0]; i++)
        if (sizes[i] > 0 && !*binary) {
            blocks[i] = *binary = malloc(sizes[i]);
            *size = sizes[i];
        } else if (sizes[i] > 0) {
            *size = 0;
        }
    if (!*binary || *size == 0 ||
        cl.GetProgramInfo(kernel.module, STET_CL_PROGRAM_BINARIES, sizeof blocks, blocks, NULL)) {
        free(*binary);
        *binary = NULL;
        *size = 0;
    }
}

static int compile(stet_gpu *gpu, const stet_gpu_build *build, stet_gpu_kernel *kernel,
                   void **binary, size_t *size)
{
    int32_t code = 0;
    const char *text = build->source;
    *kernel = (stet_gpu_kernel){NULL, NULL};
    *binary = NULL;
    *size = 0;
    kernel->module = cl.CreateProgramWithSource(gpu->context, 1, &text, NULL, &code);
    if (!kernel->module)
        return check("clCreateProgramWithSource", code != 0 ? code : STET_CL_OUT_OF_RESOURCES);
    const int status = finish_kernel(gpu, build, kernel);
    if (!status)
        take_binary(*kernel, binary, size);
    return status;
}

static int load(stet_gpu *gpu, const stet_gpu_build *build, const void *binary, size_t size,
                stet_gpu_kernel *kernel)
{
    int32_t code = 0, inside = 0;
    const unsigned char *block = binary;
    stet_cl_object device = gpu->device;
    *kernel = (stet_gpu_kernel){NULL, NULL};
    kernel->module =
        cl.CreateProgramWithBinary(gpu->context, 1, &device, &size, &block, &inside, &code);
    if (!kernel->module || inside != 0) {
        unload(gpu, kernel);
        if (code == 0)
            code = inside != 0 ? inside : STET_CL_INVALID_BINARY;
        return check("clCreateProgramWithBinary", code);
    }
    return finish_kernel(gpu, build, kernel);
}

/* ---------------------------------------------------------------- memory -- */

static int allocate(stet_gpu *gpu, size_t bytes, stet_gpu_memory *memory)
{
    int32_t code = 0;
    memory->object = cl.CreateBuffer(gpu->context, STET_CL_MEM_READ_WRITE, bytes, NULL, &code);
    return memory->object
               ? STET_OK
               : check("clCreateBuffer", code != 0 ? code : STET_CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

static void release(stet_gpu *gpu, stet_gpu_memory memory)
{
    (void)gpu;
    if (memory.object)
        cl.ReleaseMemObject(memory.object);
}

static int write(stet_gpu *gpu, void *queue, stet_gpu_memory to, size_t offset, const void *from,
                 size_t bytes)
{
    (void)gpu;
    return check("clEnqueueWriteBuffer",
                 cl.EnqueueWriteBuffer(queue, to.object, 1, offset, bytes, from, 0, NULL, NULL));
}

static int read(stet_gpu *gpu, void *queue, void *to, stet_gpu_memory from, size_t offset,
                size_t bytes)
{
    (void)gpu;
    return check("clEnqueueReadBuffer",
                 cl.EnqueueReadBuffer(queue, from.object, 1, offset, bytes, to, 0, NULL, NULL));
}

static int copy(stet_gpu *gpu, void *queue, stet_gpu_memory to, size_t to_offset,
                stet_gpu_memory from, size_t from_offset, size_t bytes)
{
    (void)gpu;
    return check("clEnqueueCopyBuffer",
                 cl.EnqueueCopyBuffer(queue, from.object, to.object, from_offset, to_offset, bytes,
                                      0, NULL, NULL));
}

static int set_arguments(stet_cl_object function, const stet_gpu_launch *launch,
                         const stet_gpu_places *arrays)
{
    int32_t code = 0;
    uint32_t n = 0;
    for (int i = 0; i < launch->slots && code == 0; i++)
        code = cl.SetKernelArg(function, n++, sizeof(void *),
                               &arrays->memory[launch->slot[i].place].object);
    for (int i = 0; i < launch->slots && code == 0; i++) {
        const int64_t offset =
            launch->slot[i].offset + (int64_t)arrays->offset[launch->slot[i].place];
        code = cl.SetKernelArg(function, n++, sizeof offset, &offset);
    }
    for (int i = 0; i < launch->ints && code == 0; i++)
        code = cl.SetKernelArg(function, n++, sizeof launch->number[i], &launch->number[i]);
    return check("clSetKernelArg", code);
}

static int launch(stet_gpu *gpu, void *queue, stet_gpu_kernel kernel, const stet_gpu_launch *l,
                  const stet_gpu_places *arrays)
{
    const size_t local = (size_t)l->block, global = (size_t)l->grid * local;
    pthread_mutex_lock(&gpu->lock);
    int status = set_arguments(kernel.function, l, arrays);
    if (!status)
        status = check("clEnqueueNDRangeKernel",
                       cl.EnqueueNDRangeKernel(queue, kernel.function, 1, NULL, &global, &local, 0,
                                               NULL, NULL));
    pthread_mutex_unlock(&gpu->lock);
    return status;
}

static int finish(stet_gpu *gpu, void *queue)
{
    (void)gpu;
    return check("clFinish", cl.Finish(queue));
}

static int check_memory(stet_gpu *gpu, stet_gpu_memory memory, size_t offset, size_t bytes)
{
    stet_cl_object context = NULL;
    size_t size = 0;
    int status =
        check("clGetMemObjectInfo", cl.GetMemObjectInfo(memory.object, STET_CL_MEM_CONTEXT,
                                                        sizeof(stet_cl_object), &context, NULL));
    if (!status)
        status = check("clGetMemObjectInfo", cl.GetMemObjectInfo(memory.object, STET_CL_MEM_SIZE,
                                                                 sizeof size, &size, NULL));
    if (status)
        return status;
    if (context != gpu->context)
        return stet_gpu_fail(STET_GPU_E_POINTER, "the cl_mem belongs to another cl_context");
    if (offset > size || bytes > size - offset)
        return stet_gpu_fail(STET_GPU_E_POINTER,
                             "the cl_mem has %zu bytes, but %zu after offset %zu are needed", size,
                             bytes, offset);
    return STET_OK;
}

static int check_queue(stet_gpu *gpu, void *queue, int waits)
{
    stet_cl_object context = NULL, device = NULL;
    uint64_t properties = 0;
    (void)waits;
    int32_t code = cl.GetCommandQueueInfo(queue, STET_CL_QUEUE_CONTEXT, sizeof(stet_cl_object),
                                          &context, NULL);
    if (code == 0)
        code = cl.GetCommandQueueInfo(queue, STET_CL_QUEUE_DEVICE, sizeof(stet_cl_object), &device,
                                      NULL);
    if (code == 0)
        code = cl.GetCommandQueueInfo(queue, STET_CL_QUEUE_PROPERTIES, sizeof properties,
                                      &properties, NULL);
    if (code != 0)
        return check("clGetCommandQueueInfo", code);
    if (context != gpu->context || device != gpu->device)
        return stet_gpu_fail(STET_GPU_E_CONTEXT, "the queue belongs to another context or device");
    if (properties & STET_CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        return stet_gpu_fail(STET_GPU_E_CONTEXT,
                             "the queue executes out of order: pass an in-order queue");
    return STET_OK;
}

static int await(stet_gpu *gpu, void *queue, unsigned waits, void *const *wait_list, void **event)
{
    (void)gpu;
    stet_cl_object made = NULL;
    const int32_t code = cl.EnqueueBarrierWithWaitList(
        queue, waits, waits > 0 ? (const stet_cl_object *)wait_list : NULL, event ? &made : NULL);
    if (event)
        *event = made;
    return check("clEnqueueBarrierWithWaitList", code);
}

const stet_gpu_backend stet_gpu_opencl = {
    .api = STET_GPU_OPENCL,
    .name = "OpenCL",
    .count = count,
    .look = look,
    .open = open,
    .close = close,
    .compile = compile,
    .load = load,
    .unload = unload,
    .allocate = allocate,
    .release = release,
    .write = write,
    .read = read,
    .copy = copy,
    .launch = launch,
    .finish = finish,
    .await = await,
    .check_memory = check_memory,
    .check_queue = check_queue,
};
