/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_GPU_PLAN_H
#define STET_GPU_PLAN_H

#include "backend.h"
#include "shape.h"

/* What does not change after it was made, but for counts and `broken`, which are accessed
 * atomically. */
struct stet_gpu_plan {
    stet_gpu *gpu;
    stet_gpu_lowering *lowering;
    stet_gpu_shape *shape;
    stet_gpu_kernel *kernel; /* of each launch but those of rounds; the device's */
    stet_gpu_memory tables;
    size_t workspace, copy; /* copy: where in it the input is saved, of level CORRECT in place */
    stet_plan *one;         /* level CORRECT: one transform, on the CPU */
    int compiled;
    int broken;
    int64_t executions, cpu_transforms;
};

#endif
