/* SPDX-License-Identifier: Apache-2.0 */
/* Runs mode NATIVE on CPUs that compute in binary16: direct.h over vectors of binary16, which read
 * and write the arrays without conversion. The passes between are those of lines/isa/own16.c.in.
 * isa/direct_own16.c.in includes this file. */
#include "graph/odd_constants_f16.h"

#include "half/direct.h"

const stet_direct_kernel KERNELS = {direct_lines, all_finite, NULL, VL};
