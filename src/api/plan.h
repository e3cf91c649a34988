/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: what every level has. Internal. */
#ifndef STET_API_PLAN_H
#define STET_API_PLAN_H

#include <stdatomic.h>

#include "api/layout.h"
#include "base/engine.h"
#include "lines/lines.h"

struct stet_plan {
    const stet_engine *engine;         /* of the level, */
    void *state;                       /* and what it has made of the options */
    const stet_lone *lone;             /* the short way past the engine */
    size_t workspace;                  /* of one execution, with what aligning it may take */
    ptrdiff_t in_element, out_element; /* bytes */
    stet_extent in_extent, out_extent;
    ptrdiff_t gcd; /* of all strides, in bytes; 0 if there are none */
    int in_place;  /* whether in == out is allowed */
    /* A workspace that an execution has left for the next one, or NULL: new memory costs as much as
     * a transform of 2^22 points. By `self`, for the others have this const. */
    struct stet_plan *self;
    _Atomic(void *) left;
};

#endif
