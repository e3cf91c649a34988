/* SPDX-License-Identifier: Apache-2.0 */
/* Behind a stet_plan: what the levels have made of its options. */
#ifndef STET_TESTS_LIB_INSIDE_H
#define STET_TESTS_LIB_INSIDE_H

#include "api/plan.h"
#include "base/alloc.h"
#include "correct/engine.h"
#include "native/stages.h"

/* NULL: the plan is of another level. */
static inline stet_stages *inside_stages(const stet_plan *plan)
{
    return plan->engine == &stet_native_engine ? (stet_stages *)plan->state : NULL;
}

static inline struct stet_correct *inside_correct(const stet_plan *plan)
{
    return plan->engine == &stet_correct_engine ? (struct stet_correct *)plan->state : NULL;
}

/* The lines of its first stage. */
static inline const stet_fft1d *inside_fft(const stet_plan *plan)
{
    return inside_stages(plan)->stages[0].line.fft;
}

/* To be called after something was changed behind the plan. */
static inline void inside_measure(stet_plan *plan)
{
    plan->workspace = STET_ALIGN + plan->engine->workspace(plan->state);
}

/* Group levels into passes of radix at most max_radix. Bits stay. 0 if memory is short. */
static inline int inside_limit_radix(stet_plan *plan, int max_radix)
{
    return !inside_stages(plan) || stet_stages_limit_radix(inside_stages(plan), max_radix);
}

/* Divide from that many points per thread on. Bits stay, the workspace does not. Level correct is
 * divided where it was made. */
static inline void inside_least_points(stet_plan *plan, ptrdiff_t least_points)
{
    stet_stages *stages = inside_stages(plan);
    if (!stages)
        return;
    stages->least_points = least_points;
    stet_stages_divide(stages);
    inside_measure(plan);
}

/* Run a level's state without its plan. */
static inline stet_status inside_run(const stet_engine *engine, const void *state, const void *in,
                                     void *out)
{
    char *work = (char *)stet_alloc(engine->workspace(state));
    const stet_status status = work ? engine->run(state, in, out, work, NULL) : STET_E_MEMORY;
    stet_free(work);
    return status;
}

#endif
