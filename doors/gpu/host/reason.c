/* SPDX-License-Identifier: Apache-2.0 */
/* Returns statuses as text, and the details of the last error. */
#include "backend.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char reason[2048];

const char *stet_gpu_strerror(int status)
{
    switch (status) {
    case STET_GPU_E_API: return "unknown API, or the plan belongs to the other API";
    case STET_GPU_E_DRIVER: return "the driver library was not found, or is too old";
    case STET_GPU_E_COMPILER: return "no kernel compiler was found";
    case STET_GPU_E_DEVICE: return "no device has this number";
    case STET_GPU_E_ARITHMETIC:
        return "the device lacks fused multiply-add, subnormals, infinities or rounding to nearest";
    case STET_GPU_E_SELF_TEST:
        return "the device computed other bits than the CPU: stet does not use it";
    case STET_GPU_E_BUILD: return "the device's compiler could not compile a kernel";
    case STET_GPU_E_MEMORY: return "not enough memory on the device";
    case STET_GPU_E_LOST: return "the device is lost, or a kernel or copy on it failed";
    case STET_GPU_E_CONTEXT: return "the context, stream or queue does not belong to this device";
    case STET_GPU_E_POINTER:
        return "the array is not in memory of this device, or the memory is too small";
    case STET_GPU_E_CALL: return "a driver call failed";
    case STET_GPU_E_UNUSABLE: return "an earlier execution of this plan failed: destroy the plan";
    case STET_GPU_E_TRANSFORM:
        return "this device has no kernel for this transform: use stet_execute()";
    case STET_GPU_E_CAPTURE: return "level correct waits for its stream, which cannot be captured";
    default: return stet_strerror(status);
    }
}

size_t stet_gpu_give(char *text, size_t size, const char *from)
{
    const size_t length = strlen(from);
    if (text && size > 0) {
        const size_t n = length < size - 1 ? length : size - 1;
        memcpy(text, from, n);
        text[n] = 0;
    }
    return length;
}

size_t stet_gpu_reason(char *text, size_t size) { return stet_gpu_give(text, size, reason); }

void stet_gpu_no_reason(void) { reason[0] = 0; }

int stet_gpu_no_device(const char *api, int count)
{
    return count == 0 ? stet_gpu_fail(STET_GPU_E_DEVICE, "%s has no device", api)
           : count == 1
               ? stet_gpu_fail(STET_GPU_E_DEVICE, "%s has one device, number 0", api)
               : stet_gpu_fail(STET_GPU_E_DEVICE, "%s has %d devices, numbered from 0", api, count);
}

int stet_gpu_fail(int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(reason, sizeof reason, format, list);
    va_end(list);
    return status;
}
