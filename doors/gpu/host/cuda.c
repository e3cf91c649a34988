/* SPDX-License-Identifier: Apache-2.0 */
/* Uses CUDA through its driver alone: libcuda.so.1. Every call that needs the context pushes it and
 * pops it, so that the thread's current context stays the same. */
#include "backend.h"
#include "cuda_api.h"
#include "library.h"
#include "nvrtc.h"

#include <stdio.h>
#include <stdlib.h>

static struct {
#define FIELD(field, name, arguments) int(*field) arguments;
    STET_CU_FUNCTIONS(FIELD)
#undef FIELD
} cu;

static const stet_gpu_function functions[] = {
#define ROW(field, name, arguments) {name, offsetof(__typeof__(cu), field)},
    STET_CU_FUNCTIONS(ROW)
#undef ROW
};

static int status_of(int code)
{
    switch (code) {
    case STET_CU_ERROR_OUT_OF_MEMORY:
    case STET_CU_ERROR_LAUNCH_OUT_OF_RESOURCES: return STET_GPU_E_MEMORY;
    case STET_CU_ERROR_NO_DEVICE:
    case STET_CU_ERROR_INVALID_DEVICE: return STET_GPU_E_DEVICE;
    case STET_CU_ERROR_NOT_INITIALIZED:
    case STET_CU_ERROR_INVALID_CONTEXT:
    case STET_CU_ERROR_INVALID_HANDLE: return STET_GPU_E_CONTEXT;
    case STET_CU_ERROR_NO_BINARY_FOR_GPU:
    case STET_CU_ERROR_INVALID_PTX: return STET_GPU_E_BUILD;
    case STET_CU_ERROR_DEINITIALIZED:
    case STET_CU_ERROR_DEVICE_UNAVAILABLE:
    case STET_CU_ERROR_ECC_UNCORRECTABLE:
    case STET_CU_ERROR_CONTEXT_IS_DESTROYED:
    case STET_CU_ERROR_ILLEGAL_ADDRESS:
    case STET_CU_ERROR_LAUNCH_TIMEOUT:
    case STET_CU_ERROR_ASSERT:
    case STET_CU_ERROR_HARDWARE_STACK_ERROR:
    case STET_CU_ERROR_ILLEGAL_INSTRUCTION:
    case STET_CU_ERROR_MISALIGNED_ADDRESS:
    case STET_CU_ERROR_INVALID_ADDRESS_SPACE:
    case STET_CU_ERROR_INVALID_PC:
    case STET_CU_ERROR_LAUNCH_FAILED:
    case STET_CU_ERROR_UNKNOWN: return STET_GPU_E_LOST;
    default: return STET_GPU_E_CALL;
    }
}

static int check(const char *call, int code)
{
    const char *name = NULL;
    if (code == 0)
        return STET_OK;
    if (cu.GetErrorName(code, &name) != 0 || !name)
        name = "an error";
    return stet_gpu_fail(status_of(code), "%s: %s (%d)", call, name, code);
}

/* Opens the library, and initialises it once. A driver without a GPU reports that there. */
static int need(void)
{
    static stet_gpu_library library = {.names = {"libcuda.so.1", "libcuda.so"},
                                       .advice = "install NVIDIA's driver"};
    const int status =
        stet_gpu_library_need(&library, &cu, sizeof functions / sizeof functions[0], functions);
    return status ? status : check("cuInit", cu.Init(0));
}

static int enter(const stet_gpu *gpu)
{
    return check("cuCtxPushCurrent", cu.CtxPushCurrent(gpu->context));
}

static int leave(int status)
{
    stet_cu_object context;
    cu.CtxPopCurrent(&context);
    return status;
}

/* --------------------------------------------------------------- devices -- */

static int count(int *n)
{
    *n = 0;
    int status = need();
    if (status == STET_GPU_E_DEVICE) /* cuInit found no device */
        return STET_OK;
    return status ? status : check("cuDeviceGetCount", cu.DeviceGetCount(n));
}

static int attribute(int device, int which)
{
    int value = 0;
    return cu.DeviceGetAttribute(&value, which, device) == 0 ? value : 0;
}

static int take_device(int index, int *device)
{
    int n, status = count(&n);
    if (status)
        return status;
    if (index < 0 || index >= n)
        return stet_gpu_no_device("CUDA", n);
    return check("cuDeviceGet", cu.DeviceGet(device, index));
}

enum { LOWEST = 70 }; /* the first architecture whose threads can wait within a warp */

static int architecture_of(int device)
{
    return 10 * attribute(device, STET_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
           attribute(device, STET_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
}

static int look(int index, char *name, size_t name_size, char *lacks, size_t lacks_size)
{
    int device;
    const int status = take_device(index, &device);
    if (status)
        return status;
    name[0] = lacks[0] = 0;
    cu.DeviceGetName(name, (int)name_size, device);
    if (architecture_of(device) < LOWEST)
        snprintf(lacks, lacks_size, "compute capability %d.%d (it has %d.%d)", LOWEST / 10,
                 LOWEST % 10, architecture_of(device) / 10, architecture_of(device) % 10);
    else if (stet_gpu_nvrtc_name(lacks, lacks_size))
        snprintf(lacks, lacks_size, "a compiler: install NVRTC (libnvrtc.so)");
    else
        lacks[0] = 0;
    return STET_OK;
}

static void close(stet_gpu *gpu)
{
    if (gpu->queue && cu.CtxPushCurrent(gpu->context) == 0) {
        cu.StreamDestroy(gpu->queue);
        leave(STET_OK);
    }
    if (gpu->context && !gpu->adopted)
        cu.DevicePrimaryCtxRelease(gpu->ordinal);
    gpu->queue = gpu->context = NULL;
}

/* Takes over the caller's context and finds its device. */
static int adopt(stet_gpu *gpu, void *context)
{
    stet_cu_object current = context;
    int status = need();
    if (!status && !current)
        status = check("cuCtxGetCurrent", cu.CtxGetCurrent(&current));
    if (!status && !current)
        status = stet_gpu_fail(STET_GPU_E_CONTEXT, "no CUDA context is current in this thread");
    if (status)
        return status;
    gpu->context = current;
    status = enter(gpu);
    return status ? status : leave(check("cuCtxGetDevice", cu.CtxGetDevice(&gpu->ordinal)));
}

static int describe(stet_gpu *gpu)
{
    int version = 0;
    cu.DeviceGetName(gpu->device_name, sizeof gpu->device_name, gpu->ordinal);
    cu.DriverGetVersion(&version);
    snprintf(gpu->driver, sizeof gpu->driver, "CUDA %d.%d", version / 1000, version % 1000 / 10);
    gpu->architecture = architecture_of(gpu->ordinal);
    gpu->limits.shared =
        (size_t)attribute(gpu->ordinal, STET_CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    gpu->limits.threads = attribute(gpu->ordinal, STET_CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    gpu->has_f64 = 1;
    if (gpu->architecture < LOWEST)
        return stet_gpu_fail(STET_GPU_E_ARITHMETIC, "%s lacks compute capability %d.%d",
                             gpu->device_name, LOWEST / 10, LOWEST % 10);
    stet_gpu_nvrtc_name(gpu->compiler,
                        sizeof gpu->compiler); /* may fail: cached kernels need none */
    return STET_OK;
}

static int open(stet_gpu *gpu, int index, void *context, void *device)
{
    (void)device;
    stet_cu_object object = NULL;
    int status = gpu->adopted ? adopt(gpu, context) : take_device(index, &gpu->ordinal);
    if (!status)
        status = describe(gpu);
    if (!status && !gpu->adopted) {
        status =
            check("cuDevicePrimaryCtxRetain", cu.DevicePrimaryCtxRetain(&object, gpu->ordinal));
        gpu->context = status ? NULL : object;
    }
    if (status)
        return status;
    status = enter(gpu);
    if (!status)
        status = leave(check("cuStreamCreate", cu.StreamCreate(&object, 0)));
    if (status)
        close(gpu);
    else
        gpu->queue = object;
    return status;
}

/* --------------------------------------------------------------- kernels -- */

static void unload(stet_gpu *gpu, stet_gpu_kernel *kernel)
{
    if (kernel->module && cu.CtxPushCurrent(gpu->context) == 0) {
        cu.ModuleUnload(kernel->module);
        leave(STET_OK);
    }
    *kernel = (stet_gpu_kernel){NULL, NULL};
}

static int load(stet_gpu *gpu, const stet_gpu_build *build, const void *binary, size_t size,
                stet_gpu_kernel *kernel)
{
    stet_cu_object module = NULL, function = NULL;
    (void)size;
    *kernel = (stet_gpu_kernel){NULL, NULL};
    int status = enter(gpu);
    if (status)
        return status;
    status = check("cuModuleLoadData", cu.ModuleLoadData(&module, binary));
    if (!status) {
        kernel->module = module;
        status =
            check("cuModuleGetFunction", cu.ModuleGetFunction(&function, module, build->entry));
        kernel->function = function;
    }
    if (!status && build->shared > 48 * 1024)
        status = check("cuFuncSetAttribute",
                       cu.FuncSetAttribute(function,
                                           STET_CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                           (int)build->shared));
    leave(STET_OK);
    if (status)
        unload(gpu, kernel);
    return status;
}

static int compile(stet_gpu *gpu, const stet_gpu_build *build, stet_gpu_kernel *kernel,
                   void **binary, size_t *size)
{
    *kernel = (stet_gpu_kernel){NULL, NULL};
    int status = stet_gpu_nvrtc_compile(build, gpu->architecture, binary, size);
    if (!status)
        status = load(gpu, build, *binary, *size, kernel);
    if (status) {
        free(*binary);
        *binary = NULL;
        *size = 0;
    }
    return status;
}

/* ---------------------------------------------------------------- memory -- */

static int allocate(stet_gpu *gpu, size_t bytes, stet_gpu_memory *memory)
{
    const int status = enter(gpu);
    memory->address = 0;
    return status ? status : leave(check("cuMemAlloc", cu.MemAlloc(&memory->address, bytes)));
}

static void release(stet_gpu *gpu, stet_gpu_memory memory)
{
    if (memory.address && cu.CtxPushCurrent(gpu->context) == 0) {
        cu.MemFree(memory.address);
        leave(STET_OK);
    }
}

static int wait_for(stet_cu_object stream)
{
    return check("cuStreamSynchronize", cu.StreamSynchronize(stream));
}

static int write(stet_gpu *gpu, void *queue, stet_gpu_memory to, size_t offset, const void *from,
                 size_t bytes)
{
    int status = enter(gpu);
    if (status)
        return status;
    status =
        check("cuMemcpyHtoDAsync", cu.MemcpyHtoDAsync(to.address + offset, from, bytes, queue));
    return leave(status ? status : wait_for(queue));
}

static int read(stet_gpu *gpu, void *queue, void *to, stet_gpu_memory from, size_t offset,
                size_t bytes)
{
    int status = enter(gpu);
    if (status)
        return status;
    status =
        check("cuMemcpyDtoHAsync", cu.MemcpyDtoHAsync(to, from.address + offset, bytes, queue));
    return leave(status ? status : wait_for(queue));
}

static int copy(stet_gpu *gpu, void *queue, stet_gpu_memory to, size_t to_offset,
                stet_gpu_memory from, size_t from_offset, size_t bytes)
{
    const int status = enter(gpu);
    return status ? status
                  : leave(check("cuMemcpyDtoDAsync",
                                cu.MemcpyDtoDAsync(to.address + to_offset,
                                                   from.address + from_offset, bytes, queue)));
}

static int launch(stet_gpu *gpu, void *queue, stet_gpu_kernel kernel, const stet_gpu_launch *l,
                  const stet_gpu_places *arrays)
{
    uint64_t address[STET_GPU_SLOTS];
    int64_t offset[STET_GPU_SLOTS], number[STET_GPU_INTS];
    void *argument[2 * STET_GPU_SLOTS + STET_GPU_INTS];
    int n = 0;
    for (int i = 0; i < l->slots; i++) {
        address[i] = arrays->memory[l->slot[i].place].address;
        argument[n++] = &address[i];
    }
    for (int i = 0; i < l->slots; i++) {
        offset[i] = l->slot[i].offset + (int64_t)arrays->offset[l->slot[i].place];
        argument[n++] = &offset[i];
    }
    for (int i = 0; i < l->ints; i++) {
        number[i] = l->number[i];
        argument[n++] = &number[i];
    }
    const int status = enter(gpu);
    if (status)
        return status;
    return leave(check("cuLaunchKernel",
                       cu.LaunchKernel(kernel.function, (unsigned)l->grid, 1, 1, (unsigned)l->block,
                                       1, 1, (unsigned)l->shared, queue, argument, NULL)));
}

static int finish(stet_gpu *gpu, void *queue)
{
    const int status = enter(gpu);
    return status ? status : leave(wait_for(queue));
}

/* An array may begin before its lowest address, so only the pointer itself is checked, as far as
 * the driver knows it. */
static int check_memory(stet_gpu *gpu, stet_gpu_memory memory, size_t offset, size_t bytes)
{
    uint64_t base = 0;
    size_t size = 0;
    int type = 0, ordinal = -1;
    const uint64_t at = memory.address + offset;
    int status = enter(gpu);
    if (status)
        return status;
    if (cu.PointerGetAttribute(&type, STET_CU_POINTER_ATTRIBUTE_MEMORY_TYPE, at) != 0)
        status = stet_gpu_fail(STET_GPU_E_POINTER, "CUDA does not know the pointer 0x%llx",
                               (unsigned long long)at);
    else if (type != STET_CU_MEMORYTYPE_HOST && /* all devices reach host memory */
             cu.PointerGetAttribute(&ordinal, STET_CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, at) == 0 &&
             ordinal != gpu->ordinal)
        status = stet_gpu_fail(STET_GPU_E_POINTER, "0x%llx is memory of device %d, not %d",
                               (unsigned long long)at, ordinal, gpu->ordinal);
    else if (cu.MemGetAddressRange(&base, &size, at) == 0 && bytes > base + size - at)
        status =
            stet_gpu_fail(STET_GPU_E_POINTER, "0x%llx has %llu bytes, but %zu are needed",
                          (unsigned long long)at, (unsigned long long)(base + size - at), bytes);
    return leave(status);
}

static int check_queue(stet_gpu *gpu, void *queue, int waits)
{
    stet_cu_object context = NULL;
    int capturing = 0;
    int status = enter(gpu);
    if (status)
        return status;
    if (queue)
        status = check("cuStreamGetCtx", cu.StreamGetCtx(queue, &context));
    if (!status && queue && context != gpu->context)
        status = stet_gpu_fail(STET_GPU_E_CONTEXT, "the stream belongs to another context");
    if (!status && waits)
        status = check("cuStreamIsCapturing", cu.StreamIsCapturing(queue, &capturing));
    if (!status && capturing != 0)
        status = stet_gpu_fail(STET_GPU_E_CAPTURE, "the stream is being captured");
    return leave(status);
}

const stet_gpu_backend stet_gpu_cuda = {
    .api = STET_GPU_CUDA,
    .name = "CUDA",
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
    .check_memory = check_memory,
    .check_queue = check_queue,
};
