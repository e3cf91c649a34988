/* SPDX-License-Identifier: Apache-2.0 */
/* NVIDIA's compiler for kernels at run time. It needs no GPU. */
#ifndef STET_GPU_NVRTC_H
#define STET_GPU_NVRTC_H

#include "backend.h"

/* What it calls itself: STET_OK, or STET_GPU_E_COMPILER if there is none. */
int stet_gpu_nvrtc_name(char *text, size_t size);

/* Machine code for the architecture (90 is sm_90), or PTX of the highest one below it that this
 * NVRTC knows, for the driver to compile: a block of malloc(). Returns STET_OK, STET_E_MEMORY,
 * STET_GPU_E_COMPILER, _BUILD. */
int stet_gpu_nvrtc_compile(const stet_gpu_build *build, int architecture, void **binary,
                           size_t *size);

#endif
