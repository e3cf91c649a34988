/* SPDX-License-Identifier: Apache-2.0 */
/* One instance of kernels.h. A template: a wrapper file sets the vector type and includes this. */
#include <string.h>

#include "arith/bits.h"
#include "arith/fma.h"
#include "correct/kernels.h"
#include "correct/number.h"

#ifndef NARROW_VECTORS
#include "vec/narrow_plain.h"
#endif

#include "correct/widen.h"

#include "correct/certify16.h"

#include "correct/certify.h"

#include "correct/classes.h"

#include "correct/dd_steps.h"

#include "correct/grid_steps.h"

#include "correct/direct_steps.h"

#if STET_HARD_FMA
#include "correct/limb_steps.h"
#define LIMB_INSTANCES limb_kernels
#else
#define LIMB_INSTANCES NULL
#endif

#define NARROW_KERNELS(name)                                                                       \
    {widen_##name,           widen_lines_##name, certify_lines_##name,                             \
     certify_summing_##name, energies_##name,    refine_##name}

const stet_correct_kernels KERNELS = {NARROW_KERNELS(f32),
                                      NARROW_KERNELS(f16),
                                      NARROW_KERNELS(bf16),
                                      LIMB_INSTANCES,
                                      squares,
                                      energies,
                                      bounds,
                                      on_grid,
                                      on_grid_f32,
                                      split4,
                                      split2,
                                      leaf64,
                                      split_any,
                                      short_leaf,
                                      multiply,
                                      conjugate,
                                      grid4,
                                      grid2,
                                      grid64,
                                      grid_any,
                                      grid_short_leaf,
                                      fold_inputs,
                                      make_weights,
                                      sum_lanes,
                                      largest,
                                      largest_f32,
                                      split_classes,
                                      fold_classes,
                                      test_classes,
                                      split_bins,
                                      test_bins};
