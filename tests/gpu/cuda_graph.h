/* SPDX-License-Identifier: Apache-2.0 */
/* What tests use of CUDA's driver beside doors/gpu/host/cuda_api.h: capture and graphs (11.4 or
 * later).
 */
#ifndef STET_TESTS_GPU_CUDA_GRAPH_H
#define STET_TESTS_GPU_CUDA_GRAPH_H

#include "host/cuda_api.h"

enum { CUDA_CAPTURE_MODE_GLOBAL = 0, CUDA_CAPTURE_UNSUPPORTED = 900, CUDA_CAPTURE_INVALID = 901 };

/* As STET_CU_FUNCTIONS. */
/* clang-format off */
#define CUDA_GRAPH_FUNCTIONS(X) \
    X(StreamBeginCapture, "cuStreamBeginCapture_v2", (stet_cu_object, int)) \
    X(StreamEndCapture, "cuStreamEndCapture", (stet_cu_object, stet_cu_object *)) \
    X(GraphInstantiate, "cuGraphInstantiateWithFlags", (stet_cu_object *, stet_cu_object, unsigned long long)) \
    X(GraphLaunch, "cuGraphLaunch", (stet_cu_object, stet_cu_object)) \
    X(GraphExecDestroy, "cuGraphExecDestroy", (stet_cu_object)) \
    X(GraphDestroy, "cuGraphDestroy", (stet_cu_object))
/* clang-format on */

#endif
