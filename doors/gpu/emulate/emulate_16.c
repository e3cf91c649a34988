/* SPDX-License-Identifier: Apache-2.0 */
#define EMULATED 16
#define RUN stet_gpu_run_16
#include "emulate/kernels.h"
