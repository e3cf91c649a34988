/* SPDX-License-Identifier: Apache-2.0 */
/* NVIDIA's run-time compiler for kernels. It needs no GPU. */
#ifndef STET_GPU_NVRTC_H
#define STET_GPU_NVRTC_H

#include "backend.h"

/* Stores the compiler's name. Returns STET_OK, or STET_GPU_E_COMPILER without a compiler. */
int stet_gpu_nvrtc_name(char *text, size_t size);

/* Compiles to machine code for the architecture (90 is sm_90). If this NVRTC does not know it,
 * makes PTX of the highest lower one, for the driver to compile. The result is a block of
 * malloc(). Returns STET_OK, STET_E_MEMORY, STET_GPU_E_COMPILER, _BUILD. */
int stet_gpu_nvrtc_compile(const stet_gpu_build *build, int architecture, void **binary,
                           size_t *size);

#endif
