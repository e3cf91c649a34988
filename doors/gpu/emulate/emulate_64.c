/* SPDX-License-Identifier: Apache-2.0 */
#define EMULATED 64
#define RUN stet_gpu_run_64
#include "emulate/kernels.h"
