/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of a device: each is loaded from the cache or compiled once, and kept until the
 * device is closed. */
#ifndef STET_GPU_KERNELS_H
#define STET_GPU_KERNELS_H

#include "backend.h"

/* Stores the kernel of a launch. *compiled grows by 1 if it was compiled. Returns STET_OK,
 * STET_E_MEMORY, STET_GPU_E_COMPILER, _BUILD, _MEMORY, _LOST, _CALL. */
int stet_gpu_kernels_get(stet_gpu *gpu, const stet_gpu_launch *launch, stet_gpu_kernel *kernel,
                         int *compiled);

void stet_gpu_kernels_unload(stet_gpu *gpu);

#endif
