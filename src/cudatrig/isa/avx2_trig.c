/* SPDX-License-Identifier: Apache-2.0 */
#define KERNEL stet_trig_avx2
#include "cudatrig/vec/avx2.h"

#include "cudatrig/kernel.h"
