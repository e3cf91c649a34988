/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_GPU_PLAN_H
#define STET_GPU_PLAN_H

#include "backend.h"
#include "shape.h"

/* A plan. Except the counts and `broken`, which are accessed atomically, nothing changes after
 * creation. */
struct stet_gpu_plan {
    stet_gpu *gpu;
    stet_gpu_lowering *lowering;
    stet_gpu_shape *shape;
    stet_gpu_kernel *kernel; /* of each launch outside rounds; the device owns them */
    stet_gpu_memory tables;
    size_t workspace, copy; /* copy: offset of the saved input (CORRECT in place) */
    stet_plan *one;         /* level CORRECT: one transform on the CPU */
    int compiled;
    int broken;
    int64_t executions, cpu_transforms;
};

#endif
