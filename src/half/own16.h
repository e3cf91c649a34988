/* SPDX-License-Identifier: Apache-2.0 */
/* Mode NATIVE on CPUs that compute in binary16: direct.h over vectors of binary16, which read and
 * write the arrays as they are. The passes between are those of lines/isa/<isa>_own16.c. A
 * template. */
#include "graph/odd_constants_f16.h"

#include "half/direct.h"

const stet_direct_kernel KERNELS = {direct_lines, all_finite, NULL, VL};
