/* SPDX-License-Identifier: Apache-2.0 */
/* The third executor of a list of launches: the kernels as C, a block's threads one after the
 * other. */
#ifndef STET_GPU_EMULATE_EMULATE_H
#define STET_GPU_EMULATE_EMULATE_H

#include "plan/launch.h"

/* What runs where: IN, OUT, WORK and TABLES. backwards: the threads of a block take their turns in
 * the opposite order, which may change no bit: a barrier that is missing shows. */
typedef struct stet_gpu_arrays {
    const void *in;
    void *out, *work;
    int backwards;
} stet_gpu_arrays;

/* Any number of threads may emulate at once. Returns STET_OK or STET_E_MEMORY. */
stet_status stet_gpu_emulate(const stet_gpu_lowering *lowering, const stet_gpu_arrays *arrays);

/* One launch; place[] has the arrays, by the slots' places. */
stet_status stet_gpu_emulate_launch(const stet_gpu_launch *launch, char *const place[],
                                    int backwards);

/* What a kernel knows of its block. The environment of base/fpenv.h. */
typedef struct stet_gpu_block {
    const stet_gpu_definitions *definitions;
    int threads, backwards;
    uint32_t block;
    char *shared; /* of the launch's size, */
    size_t shared_size, shared_used;
    char *kept; /* what threads keep between phases, and its size for each */
} stet_gpu_block;

enum { STET_GPU_KEPT = 32 * 64 }; /* bytes of a thread */

typedef void stet_gpu_run(stet_gpu_block *block, char *const slot[], const stet_gpu_launch *launch);
stet_gpu_run stet_gpu_run_16, stet_gpu_run_32, stet_gpu_run_33, stet_gpu_run_64, stet_gpu_run_65;

#endif
