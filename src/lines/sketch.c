/* SPDX-License-Identifier: Apache-2.0 */
#include "lines/sketch.h"

#include <string.h>

#include "base/alloc.h"
#include "lines/dispatch.h"
#include "lines/method.h"
#include "lines/tuning.h"

static void add(stet_sketch *k, ptrdiff_t n, stet_kind kind, stet_precision precision,
                const stet_isa *isa)
{
    stet_fft1d *f = &k->f[k->count];
    stet_convolution *z = &k->z[k->count++];
    f->n = n;
    f->kind = kind;
    f->precision = precision;
    f->isa = isa;
    f->widest_lanes = stet_fft_kernels_of(isa, precision)->lanes;
    f->graph = stet_graph_of(n);
    if (kind == STET_C2R) {
        f->half = f + 1;
        add(k, stet_c2r_inside(n), STET_C2C, precision, isa);
    } else if (f->graph.rough_count > 0) {
        *z =
            (stet_convolution){.n = f->graph.odd[0], .m = stet_convolution_length(f->graph.odd[0])};
        z->fft = f + 1;
        f->convolution[0] = z;
        add(k, z->m, STET_C2C, precision, isa);
    }
}

/* Chooses schedules from the innermost transform out: the rules of some methods look at the
 * transform inside. */
static void choose(stet_sketch *k)
{
    for (int i = k->count - 1; i >= 0; i--)
        stet_schedule_default(&k->f[i], &k->f[i].schedule);
}

stet_sketch *stet_sketch_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                                const stet_isa *isa)
{
    stet_sketch *k = (stet_sketch *)stet_alloc(sizeof *k);
    if (!k)
        return NULL;
    memset(k, 0, sizeof *k);
    add(k, n, kind, precision, isa);
    choose(k);
    return k;
}

int stet_fft1d_has_schedule(ptrdiff_t n, stet_kind kind, stet_precision precision,
                            const stet_isa *isa)
{
    if (!stet_fft_kernels_of(isa, precision))
        return 0;
    stet_sketch *k = stet_sketch_create(n, kind, precision, isa);
    int has = k ? 1 : -1;
    for (int i = 0; k && i < k->count; i++)
        if (stet_schedule_wrong(&k->f[i], &k->f[i].schedule))
            has = 0;
    stet_free(k);
    return has;
}

static const char *wrong(const stet_fft1d *f, const stet_schedule *list)
{
    stet_schedule s = *list;
    const stet_fft1d *inner = stet_fft1d_inner(f);
    if (s.lane.count == 0)
        stet_schedule_lane(f, &s);
    const char *why = stet_schedule_wrong(f, &s);
    if (why || !list[1].method)
        return why;
    if (!inner)
        return "\"of\" is not possible here: this transform has no inner transform";
    return wrong(inner, list + 1);
}

const char *stet_sketch_wrong(const stet_sketch *k, const stet_schedule *list)
{
    return wrong(&k->f[0], list);
}
