/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the functions of OpenCL 1.2 that this library calls; building needs no header of
 * OpenCL. The numbers are those of the specification (Khronos, OpenCL 1.2, CL/cl.h); tests/gpu
 * compares them with that header, if it is installed. */
#ifndef STET_GPU_OPENCL_API_H
#define STET_GPU_OPENCL_API_H

#include <stddef.h>
#include <stdint.h>

typedef struct stet_cl_object_ *stet_cl_object; /* cl_platform_id, cl_context, cl_mem, ... */

/* X(name, number) lists the constants; the specification's prefix is CL_. */
/* clang-format off */
#define STET_CL_CONSTANTS(X) \
    X(DEVICE_NOT_FOUND, -1) X(DEVICE_NOT_AVAILABLE, -2) X(COMPILER_NOT_AVAILABLE, -3) \
    X(MEM_OBJECT_ALLOCATION_FAILURE, -4) X(OUT_OF_RESOURCES, -5) X(OUT_OF_HOST_MEMORY, -6) \
    X(BUILD_PROGRAM_FAILURE, -11) X(EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, -14) \
    X(INVALID_CONTEXT, -34) X(INVALID_COMMAND_QUEUE, -36) X(INVALID_MEM_OBJECT, -38) \
    X( INVALID_BINARY, -42) X(INVALID_EVENT, -58) X(INVALID_BUFFER_SIZE, -61) X(DEVICE_MAX_WORK_GROUP_SIZE, 0x1004) \
    X(DEVICE_SINGLE_FP_CONFIG, 0x101B) X(DEVICE_LOCAL_MEM_SIZE, 0x1023) \
    X(DEVICE_ENDIAN_LITTLE, 0x1026) X(DEVICE_AVAILABLE, 0x1027) \
    X(DEVICE_COMPILER_AVAILABLE, 0x1028) X(DEVICE_NAME, 0x102B) X(DRIVER_VERSION, 0x102D) \
    X(DEVICE_VERSION, 0x102F) X(DEVICE_PLATFORM, 0x1031) X(DEVICE_DOUBLE_FP_CONFIG, 0x1032) \
    X(PLATFORM_NAME, 0x0902) X(CONTEXT_DEVICES, 0x1081) X(QUEUE_CONTEXT, 0x1090) \
    X(QUEUE_DEVICE, 0x1091) X(QUEUE_PROPERTIES, 0x1093) X(MEM_SIZE, 0x1102) \
    X(MEM_CONTEXT, 0x1106) X(PROGRAM_BINARY_SIZES, 0x1165) X(PROGRAM_BINARIES, 0x1166) \
    X(PROGRAM_BUILD_LOG, 0x1183) X(FP_DENORM, 1) X(FP_INF_NAN, 2) X(FP_ROUND_TO_NEAREST, 4) \
    X(FP_FMA, 32) X(QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 1) X(MEM_READ_WRITE, 1)
/* clang-format on */

enum {
#define STET_CL_CONSTANT(name, number) STET_CL_##name = number,
    STET_CL_CONSTANTS(STET_CL_CONSTANT)
#undef STET_CL_CONSTANT
};

/* X(result, name, arguments) lists the functions; the specification's prefix is cl. */
/* clang-format off */
#define STET_CL_FUNCTIONS(X) \
    X(int32_t, GetPlatformIDs, (uint32_t, stet_cl_object *, uint32_t *)) \
    X(int32_t, GetPlatformInfo, (stet_cl_object, uint32_t, size_t, void *, size_t *)) \
    X(int32_t, GetDeviceIDs, (stet_cl_object, uint64_t, uint32_t, stet_cl_object *, uint32_t *)) \
    X(int32_t, GetDeviceInfo, (stet_cl_object, uint32_t, size_t, void *, size_t *)) \
    X(stet_cl_object, CreateContext, (const intptr_t *, uint32_t, const stet_cl_object *, void *, void *, int32_t *)) \
    X(int32_t, GetContextInfo, (stet_cl_object, uint32_t, size_t, void *, size_t *)) \
    X(int32_t, ReleaseContext, (stet_cl_object)) \
    X(stet_cl_object, CreateCommandQueue, (stet_cl_object, stet_cl_object, uint64_t, int32_t *)) \
    X(int32_t, GetCommandQueueInfo, (stet_cl_object, uint32_t, size_t, void *, size_t *)) \
    X(int32_t, ReleaseCommandQueue, (stet_cl_object)) \
    X(stet_cl_object, CreateBuffer, (stet_cl_object, uint64_t, size_t, void *, int32_t *)) \
    X(int32_t, GetMemObjectInfo, (stet_cl_object, uint32_t, size_t, void *, size_t *)) \
    X(int32_t, ReleaseMemObject, (stet_cl_object)) \
    X(stet_cl_object, CreateProgramWithSource, (stet_cl_object, uint32_t, const char **, const size_t *, int32_t *)) \
    X(stet_cl_object, CreateProgramWithBinary, (stet_cl_object, uint32_t, const stet_cl_object *, const size_t *, const unsigned char **, int32_t *, int32_t *)) \
    X(int32_t, BuildProgram, (stet_cl_object, uint32_t, const stet_cl_object *, const char *, void *, void *)) \
    X(int32_t, GetProgramInfo, (stet_cl_object, uint32_t, size_t, void *, size_t *)) \
    X(int32_t, GetProgramBuildInfo, (stet_cl_object, stet_cl_object, uint32_t, size_t, void *, size_t *)) \
    X(int32_t, ReleaseProgram, (stet_cl_object)) \
    X(stet_cl_object, CreateKernel, (stet_cl_object, const char *, int32_t *)) \
    X(int32_t, SetKernelArg, (stet_cl_object, uint32_t, size_t, const void *)) \
    X(int32_t, ReleaseKernel, (stet_cl_object)) \
    X(int32_t, EnqueueNDRangeKernel, (stet_cl_object, stet_cl_object, uint32_t, const size_t *, const size_t *, const size_t *, uint32_t, const stet_cl_object *, stet_cl_object *)) \
    X(int32_t, EnqueueWriteBuffer, (stet_cl_object, stet_cl_object, uint32_t, size_t, size_t, const void *, uint32_t, const stet_cl_object *, stet_cl_object *)) \
    X(int32_t, EnqueueReadBuffer, (stet_cl_object, stet_cl_object, uint32_t, size_t, size_t, void *, uint32_t, const stet_cl_object *, stet_cl_object *)) \
    X(int32_t, EnqueueCopyBuffer, (stet_cl_object, stet_cl_object, stet_cl_object, size_t, size_t, size_t, uint32_t, const stet_cl_object *, stet_cl_object *)) \
    X(int32_t, EnqueueBarrierWithWaitList, (stet_cl_object, uint32_t, const stet_cl_object *, stet_cl_object *)) \
    X(int32_t, Flush, (stet_cl_object)) X(int32_t, Finish, (stet_cl_object))
/* clang-format on */

#endif
