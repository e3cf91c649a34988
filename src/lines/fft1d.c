/* SPDX-License-Identifier: Apache-2.0 */
/* Creates one-dimensional transforms. */
#include "lines/fft1d.h"

#include <string.h>

#include "base/alloc.h"
#include "lines/cache.h"
#include "lines/convolution.h"
#include "lines/dispatch.h"
#include "lines/method.h"
#include "lines/methods/r2r.h"
#include "lines/schedule.h"
#include "graph/tables.h"
#include "lines/tuned.h"

/* `inner` is the schedule of the first convolution; the others take the default choice. */
static int create_convolutions(stet_fft1d *f, const stet_schedule *inner)
{
    for (int i = 0; i < f->graph.rough_count; i++) {
        f->convolution[i] = i > 0 && f->graph.odd[i] == f->graph.odd[i - 1]
                                ? f->convolution[i - 1]
                                : stet_convolution_create(f, f->graph.odd[i], i > 0 ? NULL : inner);
        if (!f->convolution[i])
            return 0;
    }
    return 1;
}

/* Makes the tables of the graph, and the transform or convolutions inside. C2R of even length needs
 * only the table of its pairs, that of odd length none. */
static int create_graph(stet_fft1d *f, const stet_schedule *inner)
{
    if (stet_is_r2r(f->kind)) {
        ptrdiff_t n;
        const stet_kind kind = stet_r2r_inside(f->kind, f->n, &n);
        f->half = stet_fft1d_acquire(n, kind, f->precision, f->isa, inner);
        return f->half != NULL;
    }
    if (f->kind == STET_C2R) {
        f->half = stet_fft1d_acquire(stet_c2r_inside(f->n), STET_C2C, f->precision, f->isa, inner);
        return f->half &&
               (f->n % 2 == 1 || stet_half_tables_create(&f->tables, f->precision, f->n));
    }
    if (!stet_tables_create(&f->tables, f->precision, f->n))
        return 0;
    return create_convolutions(f, inner);
}

/* Takes the rule's choice or the given schedule, which may leave out the passes of a lane. Returns
 * 0 if it is wrong. */
static int take_schedule(stet_fft1d *f, const stet_schedule *schedule)
{
    if (!schedule) {
        stet_schedule_default(f, &f->schedule);
        return !stet_schedule_wrong(f, &f->schedule); /* STET_OWN_F16 has none for some lengths */
    }
    f->schedule = *schedule;
    if (f->schedule.lane.count == 0)
        stet_schedule_lane(f, &f->schedule);
    return !stet_schedule_wrong(f, &f->schedule);
}

/* Makes all that the schedule needs; `inner` is the schedule of the transform inside. */
static int make(stet_fft1d *f, const stet_schedule *inner)
{
    const stet_method *method = f->schedule.method;
    if (method->create && !method->create(f, inner))
        return 0;
    stet_steps_of(f, &f->schedule.lane, f->step);
    f->step_count = f->schedule.lane.count;
    stet_fft1d_list(f);
    return 1;
}

static stet_fft1d *create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                          const stet_isa *isa, const stet_schedule *schedule, stet_choice choice)
{
    const stet_fft_kernels *widest = stet_fft_kernels_of(isa, precision);
    stet_fft1d *f = widest ? (stet_fft1d *)stet_alloc(sizeof *f) : NULL;
    if (!f)
        return NULL;
    memset(f, 0, sizeof *f);
    f->n = n;
    f->kind = kind;
    f->precision = precision;
    f->isa = isa;
    f->widest_lanes = widest->lanes;
    f->choice = (int)choice;
    f->graph = stet_graph_of(n);
    const stet_schedule *inner = schedule ? schedule + 1 : NULL;
    if (create_graph(f, inner) && take_schedule(f, schedule) && make(f, inner))
        return f;
    stet_fft1d_destroy(f);
    return NULL;
}

/* A list of schedules is too large for the stack: transforms inside have lists too. */
stet_fft1d *stet_fft1d_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                              const stet_isa *isa, const stet_schedule *schedule)
{
    if (schedule && schedule->method) /* not the end of a list */
        return create(n, kind, precision, isa, schedule, STET_LOADED);
    stet_schedule *tuned = (stet_schedule *)stet_alloc_array(STET_SCHEDULES, sizeof *tuned);
    if (!tuned)
        return NULL;
    const stet_choice choice = stet_tuned_find(n, kind, precision, isa, tuned);
    stet_fft1d *f = create(n, kind, precision, isa, choice == STET_BY_RULE ? NULL : tuned, choice);
    stet_free(tuned);
    return f;
}

stet_fft1d *stet_fft1d_variant(const stet_fft1d *f, const stet_schedule *schedule)
{
    stet_fft1d *v = (stet_fft1d *)stet_alloc(sizeof *v);
    if (!v)
        return NULL;
    memset(v, 0, sizeof *v);
    memcpy(v, f, offsetof(stet_fft1d, users)); /* the rest changes under the lock of cache.c */
    v->borrows = 1;
    v->made = v->table = NULL;
    if (take_schedule(v, schedule) && make(v, NULL))
        return v;
    stet_fft1d_destroy(v);
    return NULL;
}

void stet_fft1d_destroy(stet_fft1d *f)
{
    if (!f)
        return;
    if (!f->borrows) {
        for (int i = 0; i < STET_MAX_ROUGH; i++)
            if (i == 0 || f->convolution[i] != f->convolution[i - 1])
                stet_convolution_destroy(f->convolution[i]);
        stet_fft1d_release(f->half);
        stet_free(f->tables.block);
    }
    stet_free(f->made);
    stet_free(f->table);
    stet_free(f);
}
