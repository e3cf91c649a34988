/* SPDX-License-Identifier: Apache-2.0 */
#define KERNEL stet_trig_avx512
#include "cudatrig/vec/avx512.h"

#include "cudatrig/kernel.h"
