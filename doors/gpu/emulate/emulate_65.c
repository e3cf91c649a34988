/* SPDX-License-Identifier: Apache-2.0 */
#define EMULATED 65
#define RUN stet_gpu_run_65
#include "emulate/kernels.h"
