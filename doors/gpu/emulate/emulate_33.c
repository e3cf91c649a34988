/* SPDX-License-Identifier: Apache-2.0 */
#define EMULATED 33
#define RUN stet_gpu_run_33
#include "emulate/kernels.h"
