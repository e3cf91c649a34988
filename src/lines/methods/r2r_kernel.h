/* SPDX-License-Identifier: Apache-2.0 */
/* Has the passes of r2r.h for one vector type. isa/r2r32.c.in and r2r64.c.in define KERNELS and
 * include the vector type and this file. */
#include "lines/methods/r2r.h"

#include "graph/r2r_passes.h"

#define ENTRY(how, name, pass, variant)                                                            \
    static void run_##how##_##name(const stet_r2r *r, const void *x, void *y, ptrdiff_t step,      \
                                   double scale, ptrdiff_t begin, ptrdiff_t end)                   \
    {                                                                                              \
        how##_##pass(r, (const T *)x, (T *)y, step, OF_DOUBLE(scale), begin, end, variant);        \
    }

#define ENTRIES(how)                                                                               \
    ENTRY(how, unpack, unpack, 0)                                                                  \
    ENTRY(how, pack, pack, 0)                                                                      \
    ENTRY(how, hartley, pack, 1)                                                                   \
    ENTRY(how, split, split, 0)                                                                    \
    ENTRY(how, split_signs, split, 1)                                                              \
    ENTRY(how, merge, merge, 0)                                                                    \
    ENTRY(how, merge_signs, merge, 1)                                                              \
    ENTRY(how, turn_out, turn_out, 0)                                                              \
    ENTRY(how, turn_out_opposite, turn_out, 1)                                                     \
    ENTRY(how, turn_in, turn_in, 0)                                                                \
    ENTRY(how, turn_in_opposite, turn_in, 1)                                                       \
    ENTRY(how, fold, fold, 0)                                                                      \
    ENTRY(how, fold_opposite, fold, 1)                                                             \
    ENTRY(how, unfold, unfold, 0)                                                                  \
    ENTRY(how, unfold_signs, unfold, 1)                                                            \
    ENTRY(how, scatter, scatter, 0)                                                                \
    ENTRY(how, scatter_opposite, scatter, 1)                                                       \
    ENTRY(how, gather, gather, 0)                                                                  \
    ENTRY(how, gather_signs, gather, 1)                                                            \
    ENTRY(how, even, even, 0)                                                                      \
    ENTRY(how, odd, odd, 0)                                                                        \
    ENTRY(how, reals, parts, 0)                                                                    \
    ENTRY(how, imaginary, parts, 1)

/* `in` and `out` are the passes that only move numbers, for kinds without a computation there. */
#define PASSES(how, in, out)                                                                       \
    {                                                                                              \
        .before = {[STET_R2HC] = (in),                                                             \
                   [STET_HC2R] = run_##how##_unpack,                                               \
                   [STET_DHT] = (in),                                                              \
                   [STET_DCT1] = run_##how##_even,                                                 \
                   [STET_DCT2] = run_##how##_split,                                                \
                   [STET_DCT3] = run_##how##_turn_in,                                              \
                   [STET_DCT4] = run_##how##_fold,                                                 \
                   [STET_DST1] = run_##how##_odd,                                                  \
                   [STET_DST2] = run_##how##_split_signs,                                          \
                   [STET_DST3] = run_##how##_turn_in_opposite,                                     \
                   [STET_DST4] = run_##how##_fold_opposite,                                        \
                   [STET_DCT4_ODD] = run_##how##_scatter,                                          \
                   [STET_DST4_ODD] = run_##how##_scatter_opposite},                                \
        .after = {[STET_R2HC] = run_##how##_pack,                                                  \
                  [STET_HC2R] = (out),                                                             \
                  [STET_DHT] = run_##how##_hartley,                                                \
                  [STET_DCT1] = run_##how##_reals,                                                 \
                  [STET_DCT2] = run_##how##_turn_out,                                              \
                  [STET_DCT3] = run_##how##_merge,                                                 \
                  [STET_DCT4] = run_##how##_unfold,                                                \
                  [STET_DST1] = run_##how##_imaginary,                                             \
                  [STET_DST2] = run_##how##_turn_out_opposite,                                     \
                  [STET_DST3] = run_##how##_merge_signs,                                           \
                  [STET_DST4] = run_##how##_unfold_signs,                                          \
                  [STET_DCT4_ODD] = run_##how##_gather,                                            \
                  [STET_DST4_ODD] = run_##how##_gather_signs},                                     \
    }

ENTRIES(alone)
ENTRY(alone, copy_in, copy_in, 0)
ENTRY(alone, copy_out, copy_out, 0)
#if VL > 1
ENTRIES(across)
ENTRIES(beside)
ENTRY(beside, copy_in, copy_in, 0)
ENTRY(beside, copy_out, copy_out, 0)
#endif

const stet_r2r_kernels KERNELS = {
    .lanes = VL,
    .alone = PASSES(alone, run_alone_copy_in, run_alone_copy_out),
#if VL > 1
    .across = PASSES(across, NULL, NULL),
    .beside = PASSES(beside, run_beside_copy_in, run_beside_copy_out),
#else
    .across = PASSES(alone, NULL, NULL),
#endif
};
