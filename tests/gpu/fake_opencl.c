/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of OpenCL that doors/gpu/host/opencl_api.h names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/fake.h"
#include "host/opencl_api.h"
#include "plan/launch.h"

#define DECLARE(result, name, arguments) result fake_##name arguments __asm__("cl" #name);
STET_CL_FUNCTIONS(DECLARE)
#undef DECLARE

typedef stet_cl_object object;
static object as(void *o) { return (object)o; }
static struct fake_object *of(object o) { return (struct fake_object *)(void *)o; }

static int platform, device;
#define PLATFORM as(&platform)
#define DEVICE as(&device)

#define STEP(name)                                                                                 \
    do                                                                                             \
        if (fake_step(name))                                                                       \
            return fake.opencl_code;                                                               \
    while (0)

#define MAKE(name)                                                                                 \
    do                                                                                             \
        if (fake_step(name)) {                                                                     \
            *code = fake.opencl_code;                                                              \
            return NULL;                                                                           \
        } else {                                                                                   \
            *code = 0;                                                                             \
        }                                                                                          \
    while (0)

static int32_t give(const void *from, size_t size, size_t room, void *to, size_t *length)
{
    if (to != NULL && room < size)
        return -30;
    if (to != NULL)
        memcpy(to, from, size);
    if (length != NULL)
        *length = size;
    return 0;
}

#define GIVE(value) return give(&(value), sizeof(value), room, to, length)
#define GIVE_TEXT(text) return give(text, strlen(text) + 1, room, to, length)

int32_t fake_GetPlatformIDs(uint32_t room, object *to, uint32_t *count)
{
    STEP("clGetPlatformIDs");
    if (room > 0)
        to[0] = PLATFORM;
    *count = 1;
    return 0;
}

int32_t fake_GetPlatformInfo(object id, uint32_t what, size_t room, void *to, size_t *length)
{
    (void)id;
    (void)what;
    GIVE_TEXT("made-up platform");
}

int32_t fake_GetDeviceIDs(object id, uint64_t type, uint32_t room, object *to, uint32_t *count)
{
    (void)id;
    STEP("clGetDeviceIDs");
    if (type != 0xFFFFFFFF || room == 0)
        return -31;
    to[0] = DEVICE;
    *count = 1;
    return 0;
}

int32_t fake_GetDeviceInfo(object id, uint32_t what, size_t room, void *to, size_t *length)
{
    const uint64_t whole = STET_CL_FP_DENORM | STET_CL_FP_INF_NAN | STET_CL_FP_ROUND_TO_NEAREST;
    const uint64_t single = fake.lacks_fma ? whole : whole | STET_CL_FP_FMA;
    const uint64_t twice = fake.has_no_f64 ? 0 : whole | STET_CL_FP_FMA;
    const uint64_t local = 48 << 10, threads = 1024;
    const uint32_t yes = 1;
    (void)id;
    switch (what) {
    case STET_CL_DEVICE_SINGLE_FP_CONFIG: GIVE(single);
    case STET_CL_DEVICE_DOUBLE_FP_CONFIG: GIVE(twice);
    case STET_CL_DEVICE_LOCAL_MEM_SIZE: GIVE(local);
    case STET_CL_DEVICE_MAX_WORK_GROUP_SIZE: GIVE(threads);
    case STET_CL_DEVICE_AVAILABLE:
    case STET_CL_DEVICE_ENDIAN_LITTLE:
    case STET_CL_DEVICE_COMPILER_AVAILABLE: GIVE(yes);
    case STET_CL_DEVICE_PLATFORM: {
        const object p = PLATFORM;
        GIVE(p);
    }
    default: GIVE_TEXT("made-up device");
    }
}

object fake_CreateContext(const intptr_t *properties, uint32_t devices, const object *id,
                          void *notify, void *data, int32_t *code)
{
    (void)properties;
    (void)devices;
    (void)id;
    (void)notify;
    (void)data;
    MAKE("clCreateContext");
    return as(fake_make("context"));
}

int32_t fake_GetContextInfo(object context, uint32_t what, size_t room, void *to, size_t *length)
{
    (void)what;
    STEP("clGetContextInfo");
    if (strcmp(of(context)->what, "context") != 0)
        return STET_CL_INVALID_CONTEXT;
    const object d = DEVICE;
    GIVE(d);
}

static int32_t drop(object o)
{
    fake_drop(of(o));
    return 0;
}

int32_t fake_ReleaseContext(object o) { return drop(o); }
int32_t fake_ReleaseCommandQueue(object o) { return drop(o); }
int32_t fake_ReleaseProgram(object o) { return drop(o); }
int32_t fake_ReleaseKernel(object o) { return drop(o); }

int32_t fake_ReleaseEvent(object o) __asm__("clReleaseEvent");
int32_t fake_ReleaseEvent(object o) { return drop(o); }

object fake_CreateCommandQueue(object context, object id, uint64_t properties, int32_t *code)
{
    (void)id;
    (void)properties;
    MAKE("clCreateCommandQueue");
    struct fake_object *queue = fake_make("queue");
    queue->of = of(context);
    return as(queue);
}

int32_t fake_GetCommandQueueInfo(object queue, uint32_t what, size_t room, void *to, size_t *length)
{
    const uint64_t properties = (uint64_t)fake.out_of_order;
    const object d = DEVICE;
    if (strcmp(of(queue)->what, "queue") != 0)
        return STET_CL_INVALID_COMMAND_QUEUE;
    switch (what) {
    case STET_CL_QUEUE_CONTEXT: GIVE(of(queue)->of);
    case STET_CL_QUEUE_DEVICE: GIVE(d);
    default: GIVE(properties);
    }
}

/* Of a cl_mem: a block, with its context in front of what tests ask for. */
struct buffer {
    struct fake_block *block;
    object context;
};

static struct buffer *buffer_of(object o) { return (struct buffer *)(void *)o; }

object fake_CreateBuffer(object context, uint64_t flags, size_t size, void *host, int32_t *code)
{
    MAKE("clCreateBuffer");
    if (flags != STET_CL_MEM_READ_WRITE || host != NULL || size == 0 || !fake_has_room(size)) {
        *code = STET_CL_INVALID_BUFFER_SIZE;
        return NULL;
    }
    struct buffer *b = malloc(sizeof *b);
    *b = (struct buffer){fake_allocate(size), context};
    return as(b);
}

int32_t fake_ReleaseMemObject(object o)
{
    fake_release(buffer_of(o)->block);
    free(buffer_of(o));
    return 0;
}

int32_t fake_GetMemObjectInfo(object o, uint32_t what, size_t room, void *to, size_t *length)
{
    if (what == STET_CL_MEM_CONTEXT)
        GIVE(buffer_of(o)->context);
    GIVE(buffer_of(o)->block->size);
}

/* --------------------------------------------------------------- programs -- */

object fake_CreateProgramWithSource(object context, uint32_t count, const char **text,
                                    const size_t *size, int32_t *code)
{
    (void)context;
    (void)text;
    (void)size;
    MAKE("clCreateProgramWithSource");
    fake_count_compile();
    return as(fake_make(count == 1 ? "source" : "too many"));
}

object fake_CreateProgramWithBinary(object context, uint32_t count, const object *id,
                                    const size_t *size, const unsigned char **block,
                                    int32_t *inside, int32_t *code)
{
    (void)context;
    (void)count;
    (void)id;
    MAKE("clCreateProgramWithBinary");
    if (size[0] < 8 || memcmp(block[0], "made up", 8) != 0) {
        *inside = STET_CL_INVALID_BINARY;
        *code = STET_CL_INVALID_BINARY;
        return NULL;
    }
    *inside = 0;
    return as(fake_make("binary"));
}

int32_t fake_BuildProgram(object program, uint32_t count, const object *id, const char *options,
                          void *notify, void *data)
{
    (void)count;
    (void)id;
    (void)notify;
    (void)data;
    STEP("clBuildProgram");
    snprintf(of(program)->options, sizeof of(program)->options, "%s", options);
    return strstr(options, "fast") == NULL ? 0 : -43;
}

int32_t fake_GetProgramInfo(object program, uint32_t what, size_t room, void *to, size_t *length)
{
    const size_t size = 8;
    (void)program;
    STEP("clGetProgramInfo");
    if (what == STET_CL_PROGRAM_BINARY_SIZES)
        GIVE(size);
    if (room < sizeof(void *))
        return -30;
    memcpy(*(void **)to, "made up", 8);
    return 0;
}

int32_t fake_GetProgramBuildInfo(object program, object id, uint32_t what, size_t room, void *to,
                                 size_t *length)
{
    (void)program;
    (void)id;
    (void)what;
    GIVE_TEXT("made-up complaint");
}

object fake_CreateKernel(object program, const char *name, int32_t *code)
{
    MAKE("clCreateKernel");
    struct fake_object *kernel = fake_make("kernel");
    kernel->of = of(program);
    snprintf(kernel->entry, sizeof kernel->entry, "%s", name);
    return as(kernel);
}

int32_t fake_SetKernelArg(object kernel, uint32_t index, size_t size, const void *value)
{
    STEP("clSetKernelArg");
    if (index >= FAKE_ARGUMENTS || size != 8)
        return -49;
    memcpy(&of(kernel)->argument[index].value, value, size);
    return 0;
}

int32_t fake_EnqueueNDRangeKernel(object queue, object kernel, uint32_t dimensions,
                                  const size_t *offset, const size_t *global, const size_t *local,
                                  uint32_t waits, const object *wait_list, object *event)
{
    struct fake_object now = *of(kernel);
    (void)queue;
    (void)wait_list;
    STEP("clEnqueueNDRangeKernel");
    if (dimensions != 1 || offset != NULL || waits > 0 || event != NULL || *global % *local != 0)
        return -54;
    /* The first arguments are cl_mem. */
    for (int i = 0; i < STET_GPU_SLOTS; i++)
        now.argument[i].value =
            (uintptr_t)buffer_of(as((void *)(uintptr_t)now.argument[i].value))->block->at;
    fake_run(&now, (int64_t)(*global / *local), (int)*local, (size_t)48 << 10);
    return 0;
}

/* ----------------------------------------------------------------- memory -- */

static int inside(object buffer, size_t offset, size_t size)
{
    return offset <= buffer_of(buffer)->block->size &&
           size <= buffer_of(buffer)->block->size - offset;
}

int32_t fake_EnqueueWriteBuffer(object queue, object buffer, uint32_t blocking, size_t offset,
                                size_t size, const void *from, uint32_t waits,
                                const object *wait_list, object *event)
{
    (void)queue;
    (void)wait_list;
    STEP("clEnqueueWriteBuffer");
    if (!blocking || waits > 0 || event != NULL || !inside(buffer, offset, size))
        return -30;
    memcpy(buffer_of(buffer)->block->at + offset, from, size);
    return 0;
}

int32_t fake_EnqueueReadBuffer(object queue, object buffer, uint32_t blocking, size_t offset,
                               size_t size, void *to, uint32_t waits, const object *wait_list,
                               object *event)
{
    (void)queue;
    (void)wait_list;
    STEP("clEnqueueReadBuffer");
    if (!blocking || waits > 0 || event != NULL || !inside(buffer, offset, size))
        return -30;
    memcpy(to, buffer_of(buffer)->block->at + offset, size);
    return 0;
}

int32_t fake_EnqueueCopyBuffer(object queue, object from, object to, size_t from_offset,
                               size_t to_offset, size_t size, uint32_t waits,
                               const object *wait_list, object *event)
{
    (void)queue;
    (void)wait_list;
    STEP("clEnqueueCopyBuffer");
    if (waits > 0 || event != NULL || !inside(from, from_offset, size) ||
        !inside(to, to_offset, size))
        return -30;
    memcpy(buffer_of(to)->block->at + to_offset, buffer_of(from)->block->at + from_offset, size);
    return 0;
}

int32_t fake_EnqueueBarrierWithWaitList(object queue, uint32_t waits, const object *wait_list,
                                        object *event)
{
    (void)queue;
    STEP("clEnqueueBarrierWithWaitList");
    for (uint32_t i = 0; i < waits; i++)
        if (strcmp(of(wait_list[i])->what, "event") != 0)
            return STET_CL_INVALID_EVENT;
    if (event != NULL)
        *event = as(fake_make("event"));
    return 0;
}

int32_t fake_Flush(object queue)
{
    (void)queue;
    return 0;
}

int32_t fake_Finish(object queue)
{
    (void)queue;
    STEP("clFinish");
    return 0;
}
