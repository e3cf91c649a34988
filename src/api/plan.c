/* SPDX-License-Identifier: Apache-2.0 */
#include "api/plan.h"

#include <string.h>

#include "api/engines.h"
#include "api/options.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/precision.h"

/* Fills in the fields about the arrays. */
static stet_status lay_out(const stet_options *o, stet_plan *p)
{
    const size_t rank = (size_t)o->rank + (size_t)o->batch_rank;
    stet_axis *axes = (stet_axis *)stet_alloc_array(2 * rank, sizeof *axes);
    if (!axes)
        return STET_E_MEMORY;
    p->in_element = stet_in_element(o->kind, o->precision);
    p->out_element = stet_out_element(o->kind, o->precision);
    const stet_status status = stet_options_layout(o, p, axes, axes + rank);
    stet_free(axes);
    return status;
}

static stet_status create_state(const stet_options *o, stet_plan *p)
{
    const uint64_t caller = stet_fpenv_enter();
    static const stet_lone none = {.kernel = NULL};
    p->engine = stet_engine_of(o->level, o->kind);
    const stet_status status = p->engine->create(&p->state, o);
    stet_fpenv_leave(caller);
    if (!status) {
        p->workspace = STET_ALIGN + p->engine->workspace(p->state);
        p->lone = p->engine->lone ? p->engine->lone(p->state) : &none;
    }
    return status;
}

stet_status stet_plan_create(stet_plan **plan, const stet_options *options)
{
    if (!plan)
        return STET_E_NULL;
    *plan = NULL;
    if (!options)
        return STET_E_NULL;
    stet_options o;
    stet_status status = stet_options_take(options, &o);
    if (status)
        return status;
    stet_plan *p = (stet_plan *)stet_alloc(sizeof *p);
    if (!p)
        return STET_E_MEMORY;
    memset(p, 0, sizeof *p);
    p->self = p;
    status = lay_out(&o, p);
    if (!status)
        status = create_state(&o, p);
    if (status)
        stet_free(p);
    else
        *plan = p;
    return status;
}

void stet_plan_destroy(stet_plan *plan)
{
    if (!plan)
        return;
    plan->engine->destroy(plan->state);
    stet_free(atomic_load(&plan->left));
    stet_free(plan);
}

int stet_plan_half_exponent(const stet_plan *plan)
{
    return plan && plan->engine->half_exponent ? plan->engine->half_exponent(plan->state) : 0;
}

stet_status stet_plan_bound(const stet_plan *plan, stet_error_bound *bound)
{
    if (!plan || !bound)
        return STET_E_NULL;
    if (bound->size != sizeof *bound)
        return STET_E_STATS_SIZE;
    stet_error_bound result = {.size = sizeof result};
    const uint64_t caller = stet_fpenv_enter();
    plan->engine->bound(plan->state, &result);
    stet_fpenv_leave(caller);
    *bound = result;
    return STET_OK;
}

size_t stet_plan_describe(const stet_plan *plan, char *text, size_t size)
{
    stet_text to = {text, text ? size : 0, 0};
    if (to.size > 0)
        *text = 0;
    if (plan) {
        stet_put(&to, "level: %s\nworkspace: %zu\n", plan->engine->name, plan->workspace);
        if (plan->engine->describe)
            plan->engine->describe(&to, plan->state);
    }
    return to.used;
}
