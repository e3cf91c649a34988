/* SPDX-License-Identifier: Apache-2.0 */
/* What doors/gpu/host declares of OpenCL, beside the Khronos group's header: numbers, and types of
 * functions. Numbers of CUDA, where cuda.h is. */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdint.h>
#include <stdio.h>

#include "gpu/cuda_graph.h"
#include "host/cuda_api.h"
#include "host/opencl_api.h"

#if __has_include(<cuda.h>)
#include <cuda.h>
#define SAME_ERROR(name, number) _Static_assert((int64_t)(CUDA_ERROR_##name) == (number), #name);
STET_CU_ERRORS(SAME_ERROR)
#define SAME_ATTRIBUTE(name, number) _Static_assert((int64_t)(CU_##name) == (number), #name);
STET_CU_ATTRIBUTES(SAME_ATTRIBUTE)
_Static_assert((int)CU_STREAM_CAPTURE_MODE_GLOBAL == CUDA_CAPTURE_MODE_GLOBAL, "mode");
_Static_assert((int)CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED == CUDA_CAPTURE_UNSUPPORTED, "900");
_Static_assert((int)CUDA_ERROR_STREAM_CAPTURE_INVALIDATED == CUDA_CAPTURE_INVALID, "901");
#define CUDA_TEXT "those of CUDA as cuda.h has them"
#else
#define CUDA_TEXT "those of CUDA not compared: no cuda.h"
#endif

#define SAME(name, number) _Static_assert((int64_t)(CL_##name) == (number), #name);
STET_CL_CONSTANTS(SAME)

/* Objects are pointers there and here, numbers are as wide and as signed. */
_Static_assert(sizeof(cl_mem) == sizeof(stet_cl_object), "objects");
_Static_assert(sizeof(cl_int) == 4 && (cl_int)-1 < 0, "cl_int");
_Static_assert(sizeof(cl_uint) == 4 && (cl_uint)-1 > 0, "cl_uint");
_Static_assert(sizeof(cl_bool) == 4, "cl_bool");
_Static_assert(sizeof(cl_bitfield) == 8, "cl_bitfield");
_Static_assert(sizeof(cl_context_properties) == sizeof(intptr_t), "properties");

/* Calls that a compiler would refuse if the number of arguments, or one of them, were another. */
#define OBJECT (void *)0
static int calls(void)
{
    return (
        int)(sizeof(clGetPlatformIDs(0, OBJECT, OBJECT)) +
             sizeof(clGetPlatformInfo(OBJECT, 0, 0, OBJECT, OBJECT)) +
             sizeof(clGetDeviceIDs(OBJECT, 0, 0, OBJECT, OBJECT)) +
             sizeof(clGetDeviceInfo(OBJECT, 0, 0, OBJECT, OBJECT)) +
             sizeof(clCreateContext(OBJECT, 0, OBJECT, OBJECT, OBJECT, OBJECT)) +
             sizeof(clGetContextInfo(OBJECT, 0, 0, OBJECT, OBJECT)) +
             sizeof(clCreateCommandQueue(OBJECT, OBJECT, 0, OBJECT)) +
             sizeof(clGetCommandQueueInfo(OBJECT, 0, 0, OBJECT, OBJECT)) +
             sizeof(clCreateBuffer(OBJECT, 0, 0, OBJECT, OBJECT)) +
             sizeof(clGetMemObjectInfo(OBJECT, 0, 0, OBJECT, OBJECT)) +
             sizeof(clCreateProgramWithSource(OBJECT, 0, OBJECT, OBJECT, OBJECT)) +
             sizeof(clCreateProgramWithBinary(OBJECT, 0, OBJECT, OBJECT, OBJECT, OBJECT, OBJECT)) +
             sizeof(clBuildProgram(OBJECT, 0, OBJECT, OBJECT, OBJECT, OBJECT)) +
             sizeof(clGetProgramInfo(OBJECT, 0, 0, OBJECT, OBJECT)) +
             sizeof(clGetProgramBuildInfo(OBJECT, OBJECT, 0, 0, OBJECT, OBJECT)) +
             sizeof(clCreateKernel(OBJECT, OBJECT, OBJECT)) +
             sizeof(clSetKernelArg(OBJECT, 0, 0, OBJECT)) +
             sizeof(clEnqueueNDRangeKernel(OBJECT, OBJECT, 0, OBJECT, OBJECT, OBJECT, 0, OBJECT,
                                           OBJECT)) +
             sizeof(clEnqueueWriteBuffer(OBJECT, OBJECT, 0, 0, 0, OBJECT, 0, OBJECT, OBJECT)) +
             sizeof(clEnqueueReadBuffer(OBJECT, OBJECT, 0, 0, 0, OBJECT, 0, OBJECT, OBJECT)) +
             sizeof(clEnqueueCopyBuffer(OBJECT, OBJECT, OBJECT, 0, 0, 0, 0, OBJECT, OBJECT)) +
             sizeof(clEnqueueBarrierWithWaitList(OBJECT, 0, OBJECT, OBJECT)));
}

int main(void)
{
    int count = 0;
#define COUNT(name, number) count++;
    STET_CL_CONSTANTS(COUNT)
    printf("%d constants and %d bytes of results as CL/cl.h has them; %s\n", count, calls(),
           CUDA_TEXT);
    return 0;
}
