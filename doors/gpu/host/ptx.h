/* SPDX-License-Identifier: Apache-2.0 */
/* PTX that was compiled together with the library: doors/gpu/ptx. */
#ifndef STET_GPU_PTX_H
#define STET_GPU_PTX_H

#include <stddef.h>

typedef struct stet_gpu_ptx {
    const char *options, *text; /* of stet_gpu_launch; size counts text's final 0 */
    size_t size;
} stet_gpu_ptx;

extern const stet_gpu_ptx stet_gpu_ptx_table[];
extern const int stet_gpu_ptx_count;

#endif
