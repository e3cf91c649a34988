/* SPDX-License-Identifier: Apache-2.0 */
/* This template compiles the kernels of one REAL as C. The definitions are macros on a device and
 * variables here, so one compilation serves all programs of a REAL. */
#include <stdlib.h>
#include <string.h>

#include "arith/bits.h"
#include "arith/fma.h"
#include "arith/round16.h"
#include "emulate/emulate.h"
#include "stet.h"

static _Thread_local stet_gpu_block *now;
static _Thread_local int thread_now;

#define REAL EMULATED
#define IN_FORMAT (now->definitions->IN_FORMAT)
#define OUT_FORMAT (now->definitions->OUT_FORMAT)
#define IN_FORM (now->definitions->IN_FORM)
#define OUT_FORM (now->definitions->OUT_FORM)
#define IN_MAP (now->definitions->IN_MAP)
#define OUT_MAP (now->definitions->OUT_MAP)
#define SWAP_IN (now->definitions->SWAP_IN)
#define SWAP_OUT (now->definitions->SWAP_OUT)
#define STEPS (now->definitions->STEPS)
#define R0 (now->definitions->R0)
#define R1 (now->definitions->R1)
#define R2 (now->definitions->R2)
#define R3 (now->definitions->R3)
#define R4 (now->definitions->R4)
#define R5 (now->definitions->R5)
#define R6 (now->definitions->R6)
#define R7 (now->definitions->R7)
#define FIRST (now->definitions->FIRST)
#define G (now->definitions->G)
#define LANES (now->definitions->LANES)
#define DEPTH (now->definitions->DEPTH)
#define GROUP_IN (now->definitions->GROUP_IN)
#define GROUP_OUT (now->definitions->GROUP_OUT)
#define DIMS_IN (now->definitions->DIMS_IN)
#define DIMS_OUT (now->definitions->DIMS_OUT)
#define SCALED (now->definitions->SCALED)
#define FUSED (now->definitions->FUSED)
#define CORRECT (now->definitions->CORRECT)

#define THREADS (now->threads)
#define THREAD_AT(i) (now->backwards ? now->threads - 1 - (i) : (i))
#define THREAD thread_now
#define BLOCK (now->block)
#define KEPT_MEMORY(size) kept_memory(size)
#define SHARED_MEMORY(size) shared_memory(size)

/* Aborts if a kernel takes more shared memory than its launch has: the plan would be wrong. */
static void *shared_memory(size_t size)
{
    char *const at = now->shared + now->shared_used;
    if (size > now->shared_size - now->shared_used)
        abort();
    now->shared_used += size;
    return at;
}

/* Returns the last bytes of the memory, so that AddressSanitizer reports a thread that stores more
 * than `size`. */
static void *kept_memory(size_t size)
{
    if (size > STET_GPU_KEPT)
        abort();
    return now->kept + (size_t)now->threads * (STET_GPU_KEPT - size);
}

#include "kernels/codes.h"
#include "kernels/language.h"
#include "kernels/numbers.h"
#include "kernels/butterfly.h"
#include "kernels/elements.h"
#include "kernels/pass.h"

#include "kernels/correct.h"

#include "kernels/sums.h"

#include "kernels/trig.h"

#include "kernels/article.h"

typedef void kernel(ARGUMENTS);

static const struct {
    const char *name;
    kernel *run;
} kernels[] = {
    {"stet_pass", stet_pass},
#if EMULATED == 32
    {"stet_trig_map", stet_trig_map},
#endif
#if EMULATED == 32 || EMULATED == 64
    {"stet_bit_reversal", stet_bit_reversal},
    {"stet_stage", stet_stage},
    {"stet_sum_of_definition", stet_sum_of_definition},
#endif
#if EMULATED == 64
    {"stet_energy", stet_energy},
    {"stet_direct", stet_direct},
    {"stet_rest", stet_rest},
    {"stet_widen", stet_widen},
    {"stet_settle", stet_settle},
#endif
};

void RUN(stet_gpu_block *block, char *const slot[], const stet_gpu_launch *launch)
{
    const stet_gpu_slot *o = launch->slot;
    const int64_t *a = launch->number;
    now = block;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (strcmp(kernels[i].name, launch->kernel) == 0)
            kernels[i].run(slot[0], slot[1], slot[2], slot[3], slot[4], slot[5], o[0].offset,
                           o[1].offset, o[2].offset, o[3].offset, o[4].offset, o[5].offset, a[0],
                           a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11],
                           a[12], a[13], a[14], a[15]);
}
