/* SPDX-License-Identifier: Apache-2.0 */
#define KERNEL stet_trig_fma128
#include "cudatrig/vec/fma128.h"

#include "cudatrig/kernel.h"
