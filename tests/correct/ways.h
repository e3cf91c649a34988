/* SPDX-License-Identifier: Apache-2.0 */
/* The algorithms of level `correct`: whichever is used first, the bits are the same. Inside the
 * library, by taking stages away from a plan. */
#ifndef STET_TESTS_CORRECT_WAYS_H
#define STET_TESTS_CORRECT_WAYS_H

#include "base/alloc.h"
#include "correct/correct.h"
#include "lib/inside.h"

enum correct_way {
    WAY_PLAIN,   /* as everybody gets it, stage double in one go */
    WAY_RADIX_2, /* another schedule of the native passes */
    WAY_STEADY,  /* double and double-double for everything */
    WAY_DD,      /* no native transform: double-double is the first level */
    WAY_DIRECT,  /* the first level decides nothing: direct sums for all, then the rest */
    WAY_SLICES,  /* neither the first level nor double-double: slices of the input, then the rest */
    WAY_WIDE,    /* fixed point for everything */
    CORRECT_WAYS
};

/* Direct sums whatever the length, in a place of their own at the end of the workspace. */
static inline stet_status take_direct(stet_plan *plan)
{
    struct stet_correct *c = inside_correct(plan);
    if (!c->narrow || c->rank != 1 || !c->native)
        return STET_OK;
    stet_direct_sum_destroy(c->direct);
    c->direct = stet_direct_sum_create(c->n, c->kernels);
    if (!c->direct)
        return STET_E_MEMORY;
    c->most_direct = 2 * c->n;
    const size_t direct = stet_direct_sum_work(c->direct);
    const size_t work = direct > c->work_size ? direct : c->work_size;
    c->pieces.work = c->slot;
    c->slot += (work + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
    inside_measure(plan);
    return STET_OK;
}

/* Run a plan made from options that way. */
static inline stet_status correct_run(enum correct_way way, stet_options options, const void *in,
                                      void *out, stet_correct_stats *stats)
{
    stet_plan *plan;
    options.level = STET_LEVEL_CORRECT;
    options.policy = way == WAY_STEADY ? STET_CORRECT_STEADY : STET_CORRECT_ADAPTIVE;
    stet_status status = stet_plan_create(&plan, &options);
    if (status)
        return status;
    struct stet_correct *c = inside_correct(plan);
    if (way != WAY_PLAIN)
        c->fused =
            NULL; /* its passes are those of the plan; the others are in sweeps of their own */
    if (way == WAY_RADIX_2 && c->native) {
        if (!stet_stages_limit_radix((stet_stages *)c->transform, 2))
            status = STET_E_MEMORY;
        c->lone = *stet_native_lone(c->transform);
    }
    if (way == WAY_DD)
        c->native = NULL;
    if (way == WAY_DIRECT && !status)
        status = take_direct(plan);
    if (way == WAY_DIRECT || way == WAY_SLICES || way == WAY_WIDE) {
        c->bound.all *= 0x1p200;
        c->bound.weight[0] += 0x1p200;
    }
    if (way == WAY_SLICES || way == WAY_WIDE)
        c->dd_error *= 0x1p200;
    if (way == WAY_WIDE)
        c->slice_unit *= 0x1p200;
    if (!status)
        status = stet_execute_stats(plan, in, out, stats);
    stet_plan_destroy(plan);
    return status;
}

#endif
