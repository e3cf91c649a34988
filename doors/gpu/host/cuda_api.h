/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the functions of CUDA's driver (11.0 or later) and of NVRTC that this library calls;
 * building needs no header of CUDA. The numbers are those of the CUDA Driver API and NVRTC
 * documentation; tests/gpu compares them with the headers, if those are installed. */
#ifndef STET_GPU_CUDA_API_H
#define STET_GPU_CUDA_API_H

#include <stddef.h>
#include <stdint.h>

typedef struct stet_cu_object_ *stet_cu_object; /* CUcontext, CUmodule, CUfunction, CUstream */

/* X(name, number) lists the errors, whose prefix is CUDA_ERROR_. */
/* clang-format off */
#define STET_CU_ERRORS(X) \
    X(OUT_OF_MEMORY, 2) X(NOT_INITIALIZED, 3) X(DEINITIALIZED, 4) X(DEVICE_UNAVAILABLE, 46) \
    X(NO_DEVICE, 100) X(INVALID_DEVICE, 101) X(INVALID_CONTEXT, 201) X(NO_BINARY_FOR_GPU, 209) \
    X(ECC_UNCORRECTABLE, 214) X(INVALID_PTX, 218) X(CONTEXT_IS_DESTROYED, 709) \
    X(INVALID_HANDLE, 400) X(ILLEGAL_ADDRESS, 700) X(LAUNCH_OUT_OF_RESOURCES, 701) \
    X(LAUNCH_TIMEOUT, 702) X(ASSERT, 710) X(HARDWARE_STACK_ERROR, 714) \
    X(ILLEGAL_INSTRUCTION, 715) X(MISALIGNED_ADDRESS, 716) X(INVALID_ADDRESS_SPACE, 717) \
    X(INVALID_PC, 718) X(LAUNCH_FAILED, 719) X(UNKNOWN, 999)
/* clang-format on */

/* X(name, number) lists the attributes, whose prefix is CU_. */
/* clang-format off */
#define STET_CU_ATTRIBUTES(X) \
    X(DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1) \
    X(DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 75) \
    X(DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 76) \
    X(DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97) \
    X(FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 8) X(POINTER_ATTRIBUTE_CONTEXT, 1) \
    X(POINTER_ATTRIBUTE_MEMORY_TYPE, 2) X(POINTER_ATTRIBUTE_DEVICE_ORDINAL, 9) \
    X(MEMORYTYPE_HOST, 1)
/* clang-format on */

enum {
#define STET_CU_ERROR(name, number) STET_CU_ERROR_##name = number,
    STET_CU_ERRORS(STET_CU_ERROR)
#undef STET_CU_ERROR
#define STET_CU_ATTRIBUTE(name, number) STET_CU_##name = number,
        STET_CU_ATTRIBUTES(STET_CU_ATTRIBUTE)
#undef STET_CU_ATTRIBUTE
};

/* X(field, exported name, arguments) lists the functions; all return a CUresult. */
/* clang-format off */
#define STET_CU_FUNCTIONS(X) \
    X(Init, "cuInit", (unsigned)) X(DriverGetVersion, "cuDriverGetVersion", (int *)) \
    X(GetErrorName, "cuGetErrorName", (int, const char **)) \
    X(DeviceGetCount, "cuDeviceGetCount", (int *)) X(DeviceGet, "cuDeviceGet", (int *, int)) \
    X(DeviceGetName, "cuDeviceGetName", (char *, int, int)) \
    X(DeviceGetAttribute, "cuDeviceGetAttribute", (int *, int, int)) \
    X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (stet_cu_object *, int)) \
    X(DevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (int)) \
    X(CtxGetCurrent, "cuCtxGetCurrent", (stet_cu_object *)) \
    X(CtxPushCurrent, "cuCtxPushCurrent_v2", (stet_cu_object)) \
    X(CtxPopCurrent, "cuCtxPopCurrent_v2", (stet_cu_object *)) \
    X(CtxGetDevice, "cuCtxGetDevice", (int *)) \
    X(StreamCreate, "cuStreamCreate", (stet_cu_object *, unsigned)) \
    X(StreamDestroy, "cuStreamDestroy_v2", (stet_cu_object)) \
    X(StreamSynchronize, "cuStreamSynchronize", (stet_cu_object)) \
    X(StreamIsCapturing, "cuStreamIsCapturing", (stet_cu_object, int *)) \
    X(StreamGetCtx, "cuStreamGetCtx", (stet_cu_object, stet_cu_object *)) \
    X(ModuleLoadData, "cuModuleLoadData", (stet_cu_object *, const void *)) \
    X(ModuleUnload, "cuModuleUnload", (stet_cu_object)) \
    X(ModuleGetFunction, "cuModuleGetFunction", (stet_cu_object *, stet_cu_object, const char *)) \
    X(FuncSetAttribute, "cuFuncSetAttribute", (stet_cu_object, int, int)) \
    X(LaunchKernel, "cuLaunchKernel", (stet_cu_object, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, stet_cu_object, void **, void **)) \
    X(MemAlloc, "cuMemAlloc_v2", (uint64_t *, size_t)) X(MemFree, "cuMemFree_v2", (uint64_t)) \
    X(MemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", (uint64_t, const void *, size_t, stet_cu_object)) \
    X(MemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", (void *, uint64_t, size_t, stet_cu_object)) \
    X(MemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", (uint64_t, uint64_t, size_t, stet_cu_object)) \
    X(PointerGetAttribute, "cuPointerGetAttribute", (void *, int, uint64_t)) \
    X(MemGetAddressRange, "cuMemGetAddressRange_v2", (uint64_t *, size_t *, uint64_t))
/* clang-format on */

/* NVRTC 11.2 or later. All functions return an nvrtcResult; 0 is success. */
/* clang-format off */
#define STET_NVRTC_FUNCTIONS(X) \
    X(Version, "nvrtcVersion", (int *, int *)) \
    X(GetNumSupportedArchs, "nvrtcGetNumSupportedArchs", (int *)) \
    X(GetSupportedArchs, "nvrtcGetSupportedArchs", (int *)) \
    X(CreateProgram, "nvrtcCreateProgram", (stet_cu_object *, const char *, const char *, int, const char *const *, const char *const *)) \
    X(DestroyProgram, "nvrtcDestroyProgram", (stet_cu_object *)) \
    X(CompileProgram, "nvrtcCompileProgram", (stet_cu_object, int, const char *const *)) \
    X(GetPTXSize, "nvrtcGetPTXSize", (stet_cu_object, size_t *)) \
    X(GetPTX, "nvrtcGetPTX", (stet_cu_object, char *)) \
    X(GetCUBINSize, "nvrtcGetCUBINSize", (stet_cu_object, size_t *)) \
    X(GetCUBIN, "nvrtcGetCUBIN", (stet_cu_object, char *)) \
    X(GetProgramLogSize, "nvrtcGetProgramLogSize", (stet_cu_object, size_t *)) \
    X(GetProgramLog, "nvrtcGetProgramLog", (stet_cu_object, char *))
/* clang-format on */

#endif
