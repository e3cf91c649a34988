/* SPDX-License-Identifier: Apache-2.0 */
/* One instance of kernels.h. A template: a wrapper file sets the vector type and includes this. */
#include <string.h>

#include "arith/fma.h"
#include "correct/kernels.h"

#include "correct/certify.h"

#include "correct/dd_steps.h"

const stet_correct_kernels KERNELS = {ISA_NAME, widen,  energies, bounds,
                                      certify,  split4, split2,   leaf64};
