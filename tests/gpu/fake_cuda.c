/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of libcuda and of NVRTC that doors/gpu/host/cuda_api.h names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/cuda_graph.h"
#include "gpu/fake.h"
#include "host/cuda_api.h"
#include "plan/launch.h"

/* All declared as the table has them, so that the linker and the compiler see that both agree. */
#define DECLARE(field, name, arguments) int fake_##field arguments __asm__(name);
STET_CU_FUNCTIONS(DECLARE)
#undef DECLARE
#define DECLARE(field, name, arguments) int fake_nvrtc_##field arguments __asm__(name);
STET_NVRTC_FUNCTIONS(DECLARE)
#undef DECLARE
#define DECLARE(field, name, arguments) int fake_##field arguments __asm__(name);
CUDA_GRAPH_FUNCTIONS(DECLARE)
#undef DECLARE

#define STEP(name)                                                                                 \
    do                                                                                             \
        if (fake_step(name))                                                                       \
            return fake.cuda_code;                                                                 \
    while (0)

static stet_cu_object object(struct fake_object *o) { return (stet_cu_object)(void *)o; }
static struct fake_object *of(stet_cu_object o) { return (struct fake_object *)(void *)o; }

/* One context, current or not, as often as it was pushed. */
static int context;
static _Thread_local int depth;
#define CONTEXT ((stet_cu_object)(void *)&context)

int fake_Init(unsigned flags)
{
    STEP("cuInit");
    return flags == 0 ? 0 : 1;
}

int fake_DriverGetVersion(int *version)
{
    *version = 12040;
    return 0;
}

int fake_GetErrorName(int code, const char **name)
{
    (void)code;
    *name = "CUDA_ERROR_MADE_UP";
    return 0;
}

int fake_DeviceGetCount(int *count)
{
    STEP("cuDeviceGetCount");
    *count = 1;
    return 0;
}

int fake_DeviceGet(int *device, int index)
{
    STEP("cuDeviceGet");
    *device = index;
    return 0;
}

int fake_DeviceGetName(char *name, int size, int device)
{
    (void)device;
    snprintf(name, (size_t)size, "made-up device");
    return 0;
}

int fake_DeviceGetAttribute(int *value, int which, int device)
{
    const int capability = fake.capability != 0 ? fake.capability : 90;
    (void)device;
    switch (which) {
    case STET_CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = 1024; break;
    case STET_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = capability / 10; break;
    case STET_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = capability % 10; break;
    case STET_CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 227 << 10; break;
    default: return 1;
    }
    return 0;
}

int fake_DevicePrimaryCtxRetain(stet_cu_object *result, int device)
{
    (void)device;
    STEP("cuDevicePrimaryCtxRetain");
    fake_retained++;
    *result = CONTEXT;
    return 0;
}

int fake_DevicePrimaryCtxRelease(int device)
{
    (void)device;
    fake_retained--;
    return 0;
}

int fake_CtxGetCurrent(stet_cu_object *result)
{
    STEP("cuCtxGetCurrent");
    *result = depth > 0 ? CONTEXT : NULL;
    return 0;
}

int fake_CtxPushCurrent(stet_cu_object pushed)
{
    STEP("cuCtxPushCurrent");
    if (pushed != CONTEXT)
        return STET_CU_ERROR_INVALID_CONTEXT;
    depth++;
    return 0;
}

int fake_CtxPopCurrent(stet_cu_object *result)
{
    if (depth == 0)
        return STET_CU_ERROR_INVALID_CONTEXT;
    depth--;
    *result = CONTEXT;
    return 0;
}

int fake_CtxGetDevice(int *device)
{
    STEP("cuCtxGetDevice");
    *device = 0;
    return depth > 0 ? 0 : STET_CU_ERROR_INVALID_CONTEXT;
}

/* What works in the context fails where none is current. */
#define IN_CONTEXT(name)                                                                           \
    STEP(name);                                                                                    \
    if (depth == 0)                                                                                \
    return STET_CU_ERROR_INVALID_CONTEXT

/* What is captured: from a stream into a graph, and what may not be called meanwhile. */
static struct {
    stet_cu_object stream; /* NULL: none is captured */
    int is_invalid;
    struct fake_node *first, **end;
} capture;

static struct fake_node *captured(void)
{
    struct fake_node *node = calloc(1, sizeof *node);
    if (node == NULL)
        abort();
    *capture.end = node;
    capture.end = &node->next;
    return node;
}

/* Of calls that wait for the stream that is captured, or that no graph holds (cuda.h,
 * cuThreadExchangeStreamCaptureMode: what is unsafe in mode GLOBAL). */
#define NOT_CAPTURED(condition)                                                                    \
    do                                                                                             \
        if (capture.stream != NULL && (condition)) {                                               \
            capture.is_invalid = 1;                                                                \
            return CUDA_CAPTURE_UNSUPPORTED;                                                       \
        }                                                                                          \
    while (0)

int fake_StreamBeginCapture(stet_cu_object stream, int mode)
{
    IN_CONTEXT("cuStreamBeginCapture");
    if (capture.stream != NULL || (uintptr_t)stream <= 2 || mode != CUDA_CAPTURE_MODE_GLOBAL)
        return 1;
    capture.stream = stream;
    capture.is_invalid = 0;
    capture.first = NULL;
    capture.end = &capture.first;
    return 0;
}

int fake_StreamEndCapture(stet_cu_object stream, stet_cu_object *graph)
{
    IN_CONTEXT("cuStreamEndCapture");
    *graph = NULL;
    if (capture.stream != stream)
        return 1;
    struct fake_object *made = fake_make("graph");
    made->nodes = capture.first;
    capture.stream = NULL;
    if (capture.is_invalid) {
        fake_drop(made);
        return CUDA_CAPTURE_INVALID;
    }
    *graph = object(made);
    return 0;
}

/* Once of each graph: the nodes go over. */
int fake_GraphInstantiate(stet_cu_object *made, stet_cu_object graph, unsigned long long flags)
{
    IN_CONTEXT("cuGraphInstantiate");
    *made = object(fake_make("executable graph"));
    of(*made)->nodes = of(graph)->nodes;
    of(graph)->nodes = NULL;
    return flags == 0 ? 0 : 1;
}

int fake_GraphDestroy(stet_cu_object graph)
{
    fake_drop(of(graph));
    return 0;
}

int fake_GraphExecDestroy(stet_cu_object graph)
{
    fake_drop(of(graph));
    return 0;
}

int fake_GraphLaunch(stet_cu_object graph, stet_cu_object stream)
{
    IN_CONTEXT("cuGraphLaunch");
    NOT_CAPTURED(stream == capture.stream);
    for (const struct fake_node *n = of(graph)->nodes; n != NULL; n = n->next)
        if (n->size > 0)
            memmove((void *)(uintptr_t)n->to, (const void *)(uintptr_t)n->from, n->size);
        else
            fake_run(&n->kernel, n->grid, n->block, n->shared);
    return 0;
}

int fake_StreamCreate(stet_cu_object *stream, unsigned flags)
{
    (void)flags;
    IN_CONTEXT("cuStreamCreate");
    *stream = object(fake_make("stream"));
    return 0;
}

int fake_StreamDestroy(stet_cu_object stream)
{
    fake_drop(of(stream));
    return depth > 0 ? 0 : STET_CU_ERROR_INVALID_CONTEXT;
}

int fake_StreamSynchronize(stet_cu_object stream)
{
    IN_CONTEXT("cuStreamSynchronize");
    NOT_CAPTURED(stream == capture.stream);
    return 0;
}

int fake_StreamIsCapturing(stet_cu_object stream, int *capturing)
{
    IN_CONTEXT("cuStreamIsCapturing");
    *capturing = fake.capturing || (capture.stream != NULL && stream == capture.stream);
    return 0;
}

int fake_StreamGetCtx(stet_cu_object stream, stet_cu_object *result)
{
    IN_CONTEXT("cuStreamGetCtx");
    /* 1 and 2 are default streams: the legacy one, and that of the thread. */
    const int is_default = (uintptr_t)stream <= 2;
    *result = is_default || strcmp(of(stream)->what, "stream") == 0 ? CONTEXT : NULL;
    return 0;
}

/* A module is its options as text: what the NVRTC below makes. */
int fake_ModuleLoadData(stet_cu_object *module, const void *image)
{
    IN_CONTEXT("cuModuleLoadData");
    NOT_CAPTURED(1);
    /* What its compiler made, or PTX of the library, whose first line has the definitions. */
    const char *const text = image;
    const size_t head = strncmp(text, "made up", 7) == 0    ? 7
                        : strncmp(text, "// stet:", 8) == 0 ? 8
                                                            : 0;
    if (head == 0)
        return STET_CU_ERROR_NO_BINARY_FOR_GPU;
    struct fake_object *made = fake_make("module");
    snprintf(made->options, sizeof made->options, "%.*s",
             (int)(head == 8 ? strcspn(text, "\n") - head : strlen(text) - head), text + head);
    *module = object(made);
    return 0;
}

int fake_ModuleUnload(stet_cu_object module)
{
    fake_drop(of(module));
    return depth > 0 ? 0 : STET_CU_ERROR_INVALID_CONTEXT;
}

/* Functions go with their module: here one at a time is kept in it. */
int fake_ModuleGetFunction(stet_cu_object *function, stet_cu_object module, const char *name)
{
    IN_CONTEXT("cuModuleGetFunction");
    snprintf(of(module)->entry, sizeof of(module)->entry, "%s", name);
    *function = module;
    return 0;
}

int fake_FuncSetAttribute(stet_cu_object function, int which, int value)
{
    (void)function;
    IN_CONTEXT("cuFuncSetAttribute");
    return which == STET_CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES && value <= 227 << 10 ? 0
                                                                                               : 1;
}

int fake_LaunchKernel(stet_cu_object function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                      unsigned by, unsigned bz, unsigned shared, stet_cu_object stream,
                      void **argument, void **extra)
{
    (void)extra;
    IN_CONTEXT("cuLaunchKernel");
    if (gy * gz * by * bz != 1 || bx > 1024)
        return 1;
    struct fake_object kernel = *of(function);
    kernel.of = of(function);
    for (int i = 0; i < 2 * STET_GPU_SLOTS + STET_GPU_INTS; i++)
        memcpy(&kernel.argument[i].value, argument[i], sizeof kernel.argument[i].value);
    if (capture.stream != NULL && stream == capture.stream) {
        struct fake_node *node = captured();
        node->kernel = kernel;
        node->grid = gx;
        node->block = (int)bx;
        node->shared = shared;
        return 0;
    }
    fake_run(&kernel, gx, (int)bx, shared);
    return 0;
}

int fake_MemAlloc(uint64_t *address, size_t size)
{
    IN_CONTEXT("cuMemAlloc");
    NOT_CAPTURED(1);
    if (!fake_has_room(size))
        return STET_CU_ERROR_OUT_OF_MEMORY;
    *address = (uintptr_t)fake_allocate(size)->at;
    return 0;
}

int fake_MemFree(uint64_t address)
{
    NOT_CAPTURED(1);
    struct fake_block *block = fake_find(address);
    if (block == NULL || depth == 0)
        return 1;
    fake_release(block);
    return 0;
}

static int inside(uint64_t address, size_t size)
{
    const struct fake_block *block = fake_find(address);
    return block != NULL && address + size <= (uintptr_t)block->at + block->size;
}

int fake_MemcpyHtoDAsync(uint64_t to, const void *from, size_t size, stet_cu_object stream)
{
    IN_CONTEXT("cuMemcpyHtoDAsync");
    NOT_CAPTURED(stream == capture.stream); /* a graph would read the array anew */
    if (!inside(to, size))
        return 1;
    memcpy((void *)(uintptr_t)to, from, size);
    return 0;
}

int fake_MemcpyDtoHAsync(void *to, uint64_t from, size_t size, stet_cu_object stream)
{
    IN_CONTEXT("cuMemcpyDtoHAsync");
    NOT_CAPTURED(stream == capture.stream); /* a graph would read the array anew */
    if (!inside(from, size))
        return 1;
    memcpy(to, (const void *)(uintptr_t)from, size);
    return 0;
}

int fake_MemcpyDtoDAsync(uint64_t to, uint64_t from, size_t size, stet_cu_object stream)
{
    IN_CONTEXT("cuMemcpyDtoDAsync");
    if (!inside(to, size) || !inside(from, size))
        return 1;
    if (capture.stream != NULL && stream == capture.stream) {
        struct fake_node *node = captured();
        node->to = to;
        node->from = from;
        node->size = size;
        return 0;
    }
    memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, size);
    return 0;
}

int fake_PointerGetAttribute(void *value, int which, uint64_t address)
{
    if (fake_find(address) == NULL)
        return 1;
    *(int *)value = which == STET_CU_POINTER_ATTRIBUTE_MEMORY_TYPE ? 2 : 0;
    return 0;
}

int fake_MemGetAddressRange(uint64_t *base, size_t *size, uint64_t address)
{
    const struct fake_block *block = fake_find(address);
    if (block == NULL)
        return 1;
    *base = (uintptr_t)block->at;
    *size = block->size;
    return 0;
}

/* ------------------------------------------------------------------ NVRTC -- */

int fake_nvrtc_Version(int *major, int *minor)
{
    *major = 12;
    *minor = 4;
    return 0;
}

int fake_nvrtc_GetNumSupportedArchs(int *count)
{
    *count = 2;
    return 0;
}

int fake_nvrtc_GetSupportedArchs(int *known)
{
    known[0] = 70;
    known[1] = fake.best_of_compiler != 0 ? fake.best_of_compiler : 90;
    return 0;
}

int fake_nvrtc_CreateProgram(stet_cu_object *program, const char *source, const char *name,
                             int headers, const char *const *header, const char *const *include)
{
    (void)name;
    (void)header;
    (void)include;
    STEP("nvrtcCreateProgram");
    *program = object(fake_make("program"));
    return headers == 0 && source != NULL ? 0 : 1;
}

int fake_nvrtc_DestroyProgram(stet_cu_object *program)
{
    fake_drop(of(*program));
    *program = NULL;
    return 0;
}

int fake_nvrtc_CompileProgram(stet_cu_object program, int options, const char *const *option)
{
    char *to = of(program)->options;
    STEP("nvrtcCompileProgram");
    fake_count_compile();
    strcpy(to, "made up");
    for (int i = 0; i < options; i++) {
        const size_t length = strlen(to);
        snprintf(to + length, FAKE_TEXT - length, " %s", option[i]);
    }
    /* What bits hang on. */
    return strstr(to, "--fmad=false") != NULL && strstr(to, "--ftz=false") != NULL ? 0 : 5;
}

int fake_nvrtc_GetCUBINSize(stet_cu_object program, size_t *size)
{
    STEP("nvrtcGetCUBINSize");
    /* None if the architecture is a virtual one. */
    *size = strstr(of(program)->options, "=sm_") != NULL ? strlen(of(program)->options) + 1 : 0;
    return 0;
}

int fake_nvrtc_GetCUBIN(stet_cu_object program, char *code)
{
    STEP("nvrtcGetCUBIN");
    strcpy(code, of(program)->options);
    return 0;
}

int fake_nvrtc_GetPTXSize(stet_cu_object program, size_t *size)
{
    STEP("nvrtcGetPTXSize");
    *size = strlen(of(program)->options) + 1;
    return 0;
}

int fake_nvrtc_GetPTX(stet_cu_object program, char *code)
{
    STEP("nvrtcGetPTX");
    strcpy(code, of(program)->options);
    return 0;
}

int fake_nvrtc_GetProgramLogSize(stet_cu_object program, size_t *size)
{
    (void)program;
    *size = 20;
    return 0;
}

int fake_nvrtc_GetProgramLog(stet_cu_object program, char *log)
{
    (void)program;
    strcpy(log, "made-up complaint");
    return 0;
}
