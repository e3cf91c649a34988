/* SPDX-License-Identifier: Apache-2.0 */
#include "base/isa.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "stet.h"

/* src/CMakeLists.txt makes this file. For each instruction set it defines STET_ROW_<isa>, the
 * kernels as initializers of a row. */
#include "isa_rows.h"

enum {
    FMA = STET_CPU_FMA,
    AVX2 = FMA | STET_CPU_AVX2 | STET_CPU_F16C,
    AVX512 = AVX2 | STET_CPU_AVX512,
    NEON = FMA | STET_CPU_NEON
};

#define ROW(isa, cpu) {.name = #isa, .needs = (cpu), STET_ROW_##isa}

/* These are all rows, from the lowest to the highest. Every CPU can run the first. */
static const stet_isa rows[] = {
    ROW(soft, 0),                           /* software fma, one lane */
    ROW(sse2, 0),                           /* 128 bits, fma of other operations */
    ROW(simd128, 0),                        /* 128 bits, WebAssembly, fma of other operations */
    ROW(scalar, FMA),                       /* one lane */
    ROW(relaxed, FMA),                      /* 128 bits, WebAssembly */
    ROW(fma128, FMA),                       /* 128 bits */
    ROW(neon, NEON),                        /* 128 bits */
    ROW(neonfp16, NEON | STET_CPU_FP16),    /* neon with arithmetic of binary16 */
    ROW(avx2, AVX2),                        /* 256 bits */
    ROW(avx512, AVX512),                    /* 512 bits */
    ROW(avx512fp16, AVX512 | STET_CPU_FP16) /* avx512 with arithmetic of binary16 */
};

enum { ROWS = sizeof rows / sizeof *rows };

/* Returns the row of that name, or ROWS if there is none. */
static int rank_of(const char *name)
{
    int i = 0;
    while (i < ROWS && strcmp(rows[i].name, name) != 0)
        i++;
    return i;
}

int stet_isa_is_name(const char *name) { return rank_of(name) < ROWS; }

int stet_isa_can_run(const stet_isa *isa) { return (isa->needs & ~stet_cpu_features()) == 0; }

const stet_isa *stet_isa_below(const stet_isa *isa)
{
    while (isa > rows)
        if ((--isa)->built)
            return isa;
    return NULL;
}

/* Returns the best row up to the one named; an unknown name is no limit. */
static const stet_isa *best_up_to(const char *name)
{
    const int rank = rank_of(name);
    const stet_isa *best = &rows[rank < ROWS ? rank : ROWS - 1];
    while (best > rows && !(best->built && stet_isa_can_run(best)))
        best--;
    return best;
}

/* NULL: no row is chosen yet. */
static _Atomic(const stet_isa *) in_use;

const stet_isa *stet_isa_in_use(void)
{
    /* Every thread that comes here first finds the same answer. A row that was selected in the
     * meantime stays. */
    const stet_isa *isa = atomic_load_explicit(&in_use, memory_order_acquire);
    if (!isa) {
        const char *limit = getenv("STET_ISA");
        const stet_isa *best = best_up_to(limit ? limit : "");
        if (atomic_compare_exchange_strong(&in_use, &isa, best))
            isa = best;
    }
    return isa;
}

stet_status stet_isa_select(const char *name)
{
    const stet_isa *row = NULL;
    if (name) {
        const int rank = rank_of(name);
        if (rank == ROWS)
            return STET_E_ISA_NAME;
        row = &rows[rank];
        if (!row->built)
            return STET_E_ISA_BUILD;
        if (!stet_isa_can_run(row))
            return STET_E_ISA_CPU;
    }
    atomic_store_explicit(&in_use, row, memory_order_release);
    return STET_OK;
}

const char *stet_isa_name(void) { return stet_isa_in_use()->name; }

const stet_isa *stet_isa_at(int index)
{
    for (int i = 0; i < ROWS && index >= 0; i++)
        if (rows[i].built && index-- == 0)
            return &rows[i];
    return NULL;
}

const char *stet_isa_built(int index, int *can_run)
{
    const stet_isa *row = stet_isa_at(index);
    if (can_run)
        *can_run = row && stet_isa_can_run(row);
    return row ? row->name : NULL;
}
