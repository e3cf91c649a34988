/* SPDX-License-Identifier: Apache-2.0 */
#include "half/lines.h"

#include <string.h>

#include "base/alloc.h"
#include "fft/cache.h"
#include "fft/dispatch.h"

enum { GROUP_POINTS = 4096, MAX_GROUP = 64 };

static ptrdiff_t larger(ptrdiff_t a, ptrdiff_t b) { return a > b ? a : b; }

/* Lines that run across the lanes by themselves are best in small groups; others go one to a lane. A
 * group of lines with strides is what lines.c transposes. */
static ptrdiff_t group_of(const stet_half *h)
{
    const stet_fft1d *f = h->fft;
    const ptrdiff_t some = GROUP_POINTS / f->n < MAX_GROUP ? GROUP_POINTS / f->n : MAX_GROUP;
    if (f->n > STET_MAX_SIDE_BY_SIDE)
        return 1;
    if (!h->contiguous)
        return (larger(some, 1) + STET_TRANSPOSED - 1) / STET_TRANSPOSED * STET_TRANSPOSED;
    return larger(some, stet_fft1d_grain(f, 1));
}

/* Whole cache lines, and not a power of two of them. */
static ptrdiff_t row_of(ptrdiff_t reals)
{
    const ptrdiff_t line = STET_ALIGN / sizeof(float);
    return ((reals + line - 1) / line | 1) * line;
}

static int create_whole(stet_half *h, stet_precision precision, const stet_isa *isa)
{
    const stet_isa *used = h->mode == STET_HALF_NATIVE ? stet_isa_of_f16(isa) : isa;
    h->fft = stet_fft1d_acquire(h->n, h->kind, STET_F32, used, NULL);
    if (!h->fft)
        return 0;
    /* In the workspace lines are contiguous. */
    h->kernel = stet_fft1d_kernel(h->fft, h->contiguous || !(h->wide_in || h->wide_out), MAX_GROUP);
    if (h->mode != STET_HALF_NATIVE && !h->wide_in && !h->wide_out)
        h->direct = stet_direct_of(h->fft, precision, isa);
    h->group = group_of(h);
    h->row = row_of(larger(h->in_reals, h->out_reals));
    h->work = h->fft->work;
    if (!h->contiguous || !h->direct.lines)
        h->work += (size_t)(h->group * h->row) * (sizeof(float) + sizeof(uint16_t));
    if (h->mode != STET_HALF_NATIVE || h->kind != STET_C2C || h->load != 1 || h->factor != 1)
        return 1;
    if (!stet_native_create(&h->native, h->n, isa))
        return 0;
    if (h->native && h->native->work > h->work)
        h->work = h->native->work;
    return 1;
}

stet_status stet_half_create(stet_half **half, const stet_half *of, stet_precision precision,
                             const stet_isa *isa)
{
    *half = NULL;
    if (of->mode == STET_HALF_NATIVE && stet_graph_of(of->n).rough > 1)
        return STET_E_HALF_LENGTH;
    stet_half *h = (stet_half *)stet_alloc(sizeof *h);
    if (!h)
        return STET_E_MEMORY;
    *h = *of;
    h->convert = stet_half_convert_of(precision, stet_isa_of_f16(isa));
    h->factor = 1;
    if (h->mode == STET_HALF_NATIVE) {
        h->factor = (float)h->scale;
        h->scale = 1;
    }
    const ptrdiff_t complex_reals = h->kind == STET_C2C ? 2 * h->n : 2 * (h->n / 2 + 1);
    h->in_reals = h->kind == STET_R2C ? h->n : complex_reals;
    h->out_reals = h->kind == STET_C2R ? h->n : complex_reals;
    const int split =
        h->mode == STET_HALF_STORE && h->kind == STET_C2C && stet_half_split_of(h->n) > 1;
    if (split ? !stet_half_split_create(h, precision, isa) : !create_whole(h, precision, isa)) {
        stet_half_destroy(h);
        return STET_E_MEMORY;
    }
    *half = h;
    return STET_OK;
}

void stet_half_destroy(stet_half *h)
{
    if (!h)
        return;
    stet_fft1d_release(h->fft);
    stet_native_destroy(h->native);
    stet_half_split_destroy(&h->split);
    stet_free(h);
}
