/* SPDX-License-Identifier: Apache-2.0 */
/* Implements kernels.h for one vector type. isa/correct.c.in includes the type and this file. */
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

#include "correct/cut.h"

#include "correct/words.h"

#include "correct/arith_dd.h"

#define A(name) dd_##name
#include "correct/steps.h"

#include "correct/arith_grid.h"

#define A(name) grid_##name
#include "correct/steps.h"

#include "correct/direct_steps.h"

#if STET_HARD_FMA && !defined STET_COMPACT
#include "correct/limb_steps.h"
#define LIMB_INSTANCES limb_kernels
#else
#define LIMB_INSTANCES NULL
#endif

#define NARROW_KERNELS(name)                                                                       \
    {.widen = widen_##name,                                                                        \
     .widen_lines = widen_lines_##name,                                                            \
     .certify_lines = certify_lines_##name,                                                        \
     .certify_summing = certify_summing_##name,                                                    \
     .energies = energies_##name,                                                                  \
     .refine = refine_##name}

#define STEPS(arithmetic)                                                                          \
    {.step4 = arithmetic##_step4,                                                                  \
     .step2 = arithmetic##_step2,                                                                  \
     .step_any = arithmetic##_step_any,                                                            \
     .leaf64 = arithmetic##_leaf64,                                                                \
     .short_leaf = arithmetic##_short_leaf,                                                        \
     .enter = arithmetic##_enter_all,                                                              \
     .multiply = arithmetic##_multiply}

const stet_correct_kernels KERNELS = {.f32 = NARROW_KERNELS(f32),
                                      .f16 = NARROW_KERNELS(f16),
                                      .bf16 = NARROW_KERNELS(bf16),
                                      .limbs = LIMB_INSTANCES,
                                      .squares = squares,
                                      .energies = energies,
                                      .bounds = bounds,
                                      .on_grid = on_grid,
                                      .on_grid_f32 = on_grid_f32,
                                      .dd = STEPS(dd),
                                      .grid = STEPS(grid),
                                      .conjugate = conjugate,
                                      .fold = fold_inputs,
                                      .weights = make_weights,
                                      .sum = sum_lanes,
#ifndef STET_FEW_DIRECT_SUMS
                                      .add_rows = add_rows,
#endif
                                      .largest = largest,
                                      .largest_f32 = largest_f32,
                                      .cut = cut,
                                      .subtract = subtract,
                                      .differ = differ};
