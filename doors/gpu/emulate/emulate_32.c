/* SPDX-License-Identifier: Apache-2.0 */
#define EMULATED 32
#define RUN stet_gpu_run_32
#include "emulate/kernels.h"
