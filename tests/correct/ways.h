/* SPDX-License-Identifier: Apache-2.0 */
/* The algorithms of level `correct`: whichever is used first, the bits are the same. Inside the library, by
 * taking levels away from a plan. */
#ifndef STET_TESTS_CORRECT_WAYS_H
#define STET_TESTS_CORRECT_WAYS_H

#include "correct/correct.h"

enum correct_way {
    WAY_PLAIN,   /* as everybody gets it */
    WAY_RADIX_2, /* another schedule of the native passes */
    WAY_STEADY,  /* double and double-double for everything */
    WAY_DD,      /* no native transform: double-double is the first level */
    WAY_WIDE,    /* the first level's bound says nothing: exact classes, then the rest */
    CORRECT_WAYS
};

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
    struct stet_correct *c = plan->correct;
    if (way == WAY_RADIX_2 && c->native && !stet_plan_limit_radix(c->native, 2))
        status = STET_E_MEMORY;
    if (way == WAY_DD) {
        stet_plan_destroy(c->native);
        c->native = NULL;
    }
    if (way == WAY_WIDE) {
        c->bound.all *= 0x1p200;
        c->bound.weight[0] += 0x1p200;
        c->dd_error *= 0x1p200;
    }
    if (!status)
        status = stet_execute_stats(plan, in, out, stats);
    stet_plan_destroy(plan);
    return status;
}

#endif
