/* SPDX-License-Identifier: Apache-2.0 */
#include "drift/work.h"

#include <stdlib.h>
#include <string.h>

static size_t size_of(stet_precision p) { return p == STET_F32 ? sizeof(float) : sizeof(double); }

/* splitmix64 (Steele, Lea and Flood 2014), as a multiple of 2^-23 in [-1, 1): a number of both
 * precisions. */
static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return (double)(int64_t)(z >> 40) * 0x1p-23 - 1;
}

static stet_status create_plan(struct drift_work *w, stet_direction direction, stet_plan **plan)
{
    const stet_dim dim = {w->n, 1, 1};
    stet_options o;
    stet_options_init(&o);
    o.precision = w->precision;
    o.level = w->level;
    o.direction = direction;
    o.rank = 1;
    o.dims = &dim;
    return stet_plan_create(plan, &o);
}

static void fill(struct drift_work *w, uint64_t seed)
{
    for (ptrdiff_t i = 0; i < w->count; i++) {
        w->start[i] = uniform(&seed);
        if (w->precision == STET_F32)
            ((float *)w->state)[i] = (float)w->start[i];
        else
            ((double *)w->state)[i] = w->start[i];
    }
}

stet_status drift_work_create(struct drift_work *w, int kind, stet_precision precision,
                              stet_level level, ptrdiff_t n, uint64_t seed)
{
    *w = (struct drift_work){
        .kind = kind, .precision = precision, .level = level, .n = n, .count = 2 * n};
    w->start = calloc((size_t)w->count, sizeof *w->start);
    w->state = calloc((size_t)w->count, size_of(precision));
    w->between = calloc((size_t)w->count, size_of(precision));
    if (w->start == NULL || w->state == NULL || w->between == NULL)
        return STET_E_MEMORY;
    fill(w, seed);
    stet_status status = create_plan(w, STET_FORWARD, &w->forward);
    return status == STET_OK ? create_plan(w, STET_INVERSE, &w->inverse) : status;
}

void drift_work_free(struct drift_work *w)
{
    stet_plan_destroy(w->forward);
    stet_plan_destroy(w->inverse);
    free(w->start);
    free(w->state);
    free(w->between);
}

int drift_work_step(void *context, int64_t step, void *state)
{
    struct drift_work *w = context;
    (void)step;
    const stet_status status = stet_execute(w->forward, state, w->between);
    return status == STET_OK ? stet_execute(w->inverse, w->between, state) : status;
}

stet_drift_at *drift_work_reference(const struct drift_work *w)
{
    (void)w;
    return NULL;
}

const char *drift_step_name(int kind)
{
    (void)kind;
    return "complex transform forward, then inverse with 1/N";
}
