/* SPDX-License-Identifier: Apache-2.0 */
/* One instance of kernels.h. A template: a wrapper file sets the vector type and includes this. */
#include <string.h>

#include "arith/bits.h"
#include "arith/fma.h"
#include "correct/kernels.h"
#include "correct/number.h"

#include "correct/certify16.h"

#include "correct/certify.h"

#include "correct/classes.h"

#include "correct/dd_steps.h"

const stet_correct_kernels KERNELS = {ISA_NAME,
                                      {widen_f32, certify_f32, certify_short_f32},
                                      {widen_f16, certify_f16, certify_short_f16},
                                      {widen_bf16, certify_bf16, certify_short_bf16},
                                      energies,
                                      bounds,
                                      on_grid,
                                      split4,
                                      split2,
                                      leaf64,
                                      largest,
                                      split_classes,
                                      fold_classes,
                                      test_classes};
