/* SPDX-License-Identifier: Apache-2.0 */
/* One instance of kernels.h. A template: a wrapper file sets the vector type and includes this. */
#include <string.h>

#include "arith/bits.h"
#include "arith/fma.h"
#include "correct/kernels.h"

#include "correct/certify.h"

#include "correct/classes.h"

#include "correct/dd_steps.h"

const stet_correct_kernels KERNELS = {
    ISA_NAME, widen,  widen_lines, squares, bounds,  certify_lines, certify_summing, refine,
    on_grid,  split4, split2,      leaf64,  largest, split_classes, fold_classes,    test_classes};
