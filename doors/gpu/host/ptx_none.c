/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx.h"

const stet_gpu_ptx stet_gpu_ptx_table[] = {{NULL, NULL, 0}};
const int stet_gpu_ptx_count = 0;
