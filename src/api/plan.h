/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: the part that is common to all levels. Internal. */
#ifndef STET_API_PLAN_H
#define STET_API_PLAN_H

#include <stdatomic.h>

#include "api/layout.h"
#include "base/engine.h"
#include "lines/lines.h"

struct stet_plan {
    const stet_engine *engine;         /* engine of the level */
    void *state;                       /* the engine's state, made from the options */
    const stet_lone *lone;             /* direct path past the engine */
    size_t workspace;                  /* bytes per execution, with alignment */
    ptrdiff_t in_element, out_element; /* bytes of one element */
    stet_extent in_extent, out_extent;
    ptrdiff_t gcd; /* gcd of all strides, in bytes; 0 if there are none */
    int in_place;  /* in == out is allowed */
    /* A workspace that an execution has left for the next one, or NULL. New memory costs as much as
     * a transform of 2^22 points. `self` allows the change, because the plan is const elsewhere. */
    struct stet_plan *self;
    _Atomic(void *) left;
};

#endif
