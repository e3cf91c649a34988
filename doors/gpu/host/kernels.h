/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a device: made once, from the cache or by its compiler, and kept until it is closed.
 */
#ifndef STET_GPU_KERNELS_H
#define STET_GPU_KERNELS_H

#include "backend.h"

/* The kernel of a launch. *compiled grows if the compiler had to work. Returns STET_OK,
 * STET_E_MEMORY, STET_GPU_E_COMPILER, _BUILD, _MEMORY, _LOST, _CALL. */
int stet_gpu_kernels_get(stet_gpu *gpu, const stet_gpu_launch *launch, stet_gpu_kernel *kernel,
                         int *compiled);

void stet_gpu_kernels_unload(stet_gpu *gpu);

#endif
