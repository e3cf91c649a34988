/* SPDX-License-Identifier: Apache-2.0 */
/* Executes a list of launches on the CPU: the kernels run as C, the threads of a block one after
 * the other. */
#ifndef STET_GPU_EMULATE_EMULATE_H
#define STET_GPU_EMULATE_EMULATE_H

#include "plan/launch.h"

/* Holds the arrays IN, OUT, WORK and TABLES of an execution. `backwards` runs blocks, and the
 * threads of a block, in the opposite order. This changes no bit unless a barrier is missing. */
typedef struct stet_gpu_arrays {
    const void *in;
    void *out, *work;
    int backwards;
} stet_gpu_arrays;

/* Emulates all launches. Any number of threads may call it at once. Returns STET_OK or
 * STET_E_MEMORY. */
stet_status stet_gpu_emulate(const stet_gpu_lowering *lowering, const stet_gpu_arrays *arrays);

/* Emulates one launch; place[] has the arrays in the order of stet_gpu_place. */
stet_status stet_gpu_emulate_launch(const stet_gpu_launch *launch, char *const place[],
                                    int backwards);

/* The state that a kernel has of its block, with the environment of base/fpenv.h. */
typedef struct stet_gpu_block {
    const stet_gpu_definitions *definitions;
    int threads, backwards;
    uint32_t block;
    char *shared; /* as large as the launch says */
    size_t shared_size, shared_used;
    char *kept; /* state between phases; bytes per thread */
} stet_gpu_block;

enum { STET_GPU_KEPT = 32 * 64 }; /* bytes of a thread */

typedef void stet_gpu_run(stet_gpu_block *block, char *const slot[], const stet_gpu_launch *launch);
stet_gpu_run stet_gpu_run_16, stet_gpu_run_32, stet_gpu_run_33, stet_gpu_run_64, stet_gpu_run_65;

#endif
