/* SPDX-License-Identifier: Apache-2.0 */
#include "emulate/emulate.h"

#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"

static stet_gpu_run *run_of(int real)
{
    switch (real) {
    case 16: return stet_gpu_run_16;
    case 32: return stet_gpu_run_32;
    case 33: return stet_gpu_run_33;
    case 64: return stet_gpu_run_64;
    default: return stet_gpu_run_65;
    }
}

/* Fills shared memory with NaN before each block, so that a read before the first write shows.
 * Devices do not do this. */
stet_status stet_gpu_emulate_launch(const stet_gpu_launch *l, char *const place[], int backwards)
{
    char *slot[STET_GPU_SLOTS];
    for (int i = 0; i < STET_GPU_SLOTS; i++)
        slot[i] = place[l->slot[i].place];
    stet_gpu_block block = {.definitions = &l->definitions,
                            .threads = l->block,
                            .backwards = backwards,
                            .shared_size = l->shared,
                            .shared = (char *)stet_alloc(l->shared + 1),
                            .kept = (char *)stet_alloc((size_t)l->block * STET_GPU_KEPT)};
    if (block.shared && block.kept)
        for (int64_t i = 0; i < l->grid; i++) {
            block.block = (uint32_t)(backwards ? l->grid - 1 - i : i);
            block.shared_used = 0;
            memset(block.shared, 0xff, l->shared);
            run_of(l->definitions.REAL)(&block, slot, l);
        }
    const stet_status status = block.shared && block.kept ? STET_OK : STET_E_MEMORY;
    stet_free(block.shared);
    stet_free(block.kept);
    return status;
}

static stet_status emulate_rounds(const stet_gpu_lowering *l, char *const place[], int backwards)
{
    char *const open = place[STET_GPU_WORK] + l->open, *list = place[STET_GPU_WORK] + l->listed;
    stet_status status = STET_OK;
    for (int64_t t = 0; !status && stet_gpu_next_round(l, open, &t, list);)
        for (int i = l->at_once; i < l->count && !status; i++)
            status = stet_gpu_emulate_launch(&l->launch[i], place, backwards);
    return status;
}

stet_status stet_gpu_emulate(const stet_gpu_lowering *lowering, const stet_gpu_arrays *arrays)
{
    char *const place[] = {[STET_GPU_IN] = (char *)(uintptr_t)arrays->in,
                           [STET_GPU_OUT] = (char *)arrays->out,
                           [STET_GPU_WORK] = (char *)arrays->work,
                           [STET_GPU_TABLES] = (char *)lowering->tables};
    const uint64_t caller = stet_fpenv_enter();
    stet_status status = STET_OK;
    for (int i = 0; i < lowering->at_once && !status; i++)
        status = stet_gpu_emulate_launch(&lowering->launch[i], place, arrays->backwards);
    if (lowering->round > 0 && !status)
        status = emulate_rounds(lowering, place, arrays->backwards);
    stet_fpenv_leave(caller);
    return status;
}
