/* SPDX-License-Identifier: Apache-2.0 */
/* The library itself as a contender. */
#include "bench/arrays.h"
#include "bench/contender.h"

#include <stdlib.h>
#include <string.h>

struct ours {
    stet_plan *plan;
    void *work;
    size_t work_size;
};

static void run(void *plan, void *in, void *out)
{
    const struct ours *p = plan;
    (void)stet_execute_with(p->plan, in, out, p->work, p->work_size);
}

static void release(void *plan)
{
    struct ours *p = plan;
    stet_plan_destroy(p->plan);
    free(p->work);
    free(p);
}

/* Makes a plan without a factor in either direction, like the other libraries. */
static stet_status make_plan(const struct work *w, stet_plan **plan)
{
    stet_dim dims[SHAPE_AXES], batch;
    stet_options o;
    stet_options_init(&o);
    const stet_r2r_kind r2r = work_r2r(w), kinds[SHAPE_AXES] = {r2r, r2r, r2r};
    work_dims(w, dims, &batch);
    o.kind = r2r != 0 ? STET_R2R : w->kind;
    o.r2r = kinds;
    o.precision = w->precision;
    o.direction = w->kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    o.norm = w->kind == STET_C2R ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
    o.rank = w->shape.rank;
    o.dims = dims;
    o.batch_rank = w->batch > 1;
    o.batch = &batch;
    o.threads = w->threads;
    o.effort = w->effort;
    o.level = w->level;
    if (work_is_half(w))
        o.half_mode = w->half_mode;
    return stet_plan_create(plan, &o);
}

bool contend_stet(struct contender *c, const struct work *w, struct error *e)
{
    struct ours *p = calloc(1, sizeof *p);
    *c = (struct contender){.name = "stet", .run = run, .release = release, .plan = p};
    c->destroys = w->in_place;
    c->factor = 1;
    if (p == NULL)
        return error_set(e, "not enough memory for a plan");
    double start = work_clock(w);
    stet_status status = make_plan(w, &p->plan);
    c->plan_seconds = work_clock(w) - start;
    if (status == STET_OK) {
        p->work_size = stet_plan_workspace(p->plan);
        p->work = aligned_bytes(p->work_size);
        status = p->work != NULL ? STET_OK : STET_E_MEMORY;
    }
    if (status == STET_OK)
        return true;
    release(p);
    char shape[SHAPE_TEXT];
    return error_set(e, "stet has no plan for length %s: %s", shape_text(&w->shape, shape),
                     stet_strerror(status));
}
