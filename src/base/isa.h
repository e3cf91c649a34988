/* SPDX-License-Identifier: Apache-2.0 */
/* The instruction sets are rows: one for each, with its kernels of every family. */
#ifndef STET_BASE_ISA_H
#define STET_BASE_ISA_H

#include "base/private.h"

/* A family has one struct of kernels for each instruction set that has kernels of it. Rooms
 * complete the structs: lines/dispatch.h (f16 is binary16 in floats, own16 in 16 bits; dd and ff
 * are pairs), r2r.h; half/convert.h, half.h; extended/fused.h; correct/kernels.h, fused.h;
 * cudatrig/cudatrig.h; conv/kernels.h; func/func.h. */
typedef const struct stet_fft_kernels stet_family_f32, stet_family_f64, stet_family_f16,
    stet_family_own16, stet_family_dd, stet_family_ff;
typedef const struct stet_r2r_kernels stet_family_r2r32, stet_family_r2r64, stet_family_r2rdd,
    stet_family_r2rff;
typedef const struct stet_convert_kernels stet_family_convert;
typedef const struct stet_direct_kernel stet_family_direct_f16, stet_family_direct_bf16,
    stet_family_direct_own16;
typedef const struct stet_correct_kernels stet_family_correct;
typedef const struct stet_fused_kernels stet_family_fused;
typedef const struct stet_extended_kernels stet_family_extended;
typedef const struct stet_trig_kernels stet_family_trig;
typedef const struct stet_exact_kernels stet_family_exact;
typedef const struct stet_conv32_kernels stet_family_conv32;
typedef const struct stet_conv64_kernels stet_family_conv64;
typedef const struct stet_func_kernels stet_family_func;

/* A row. `needs` includes what the rows below need of the same machine, so a CPU that can run a row
 * can run those too. The kernels of a family are made from <room>/isa/<family>.c.in, for the rows
 * that src/CMakeLists.txt gives the family. Another row points to those of the next row down that
 * has some, or to NULL if none has: then other code does the work. */
typedef struct stet_isa {
    const char *name;
    unsigned needs; /* bits of stet_cpu_features() */
    int built;      /* this build has kernels of its own for it */
    stet_family_f32 *f32;
    stet_family_f64 *f64;
    stet_family_f16 *f16;
    stet_family_own16 *own16;
    stet_family_dd *dd;
    stet_family_ff *ff;
    stet_family_r2r32 *r2r32;
    stet_family_r2r64 *r2r64;
    stet_family_r2rdd *r2rdd;
    stet_family_r2rff *r2rff;
    stet_family_convert *convert;
    stet_family_direct_f16 *direct_f16;
    stet_family_direct_bf16 *direct_bf16;
    stet_family_direct_own16 *direct_own16;
    stet_family_correct *correct;
    stet_family_fused *fused;
    stet_family_extended *extended;
    stet_family_trig *trig;
    stet_family_exact *exact;
    stet_family_conv32 *conv32;
    stet_family_conv64 *conv64;
    stet_family_func *func;
} stet_isa;

/* Returns the row for new plans: the one that stet_isa_select() chose, or the best one that is
 * built, that this CPU and operating system can run, and that is not above STET_ISA. */
STET_PRIVATE const stet_isa *stet_isa_in_use(void);

/* Reports whether a row has that name, built or not. */
int stet_isa_is_name(const char *name);

/* Returns the next row down that is built; NULL below the first. */
STET_PRIVATE const stet_isa *stet_isa_below(const stet_isa *isa);

/* Returns row `index` of those that are built, from 0, the lowest, upwards; NULL past the last. */
const stet_isa *stet_isa_at(int index);

/* Reports whether this CPU and operating system can run it. */
int stet_isa_can_run(const stet_isa *isa);

#endif
