/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: what every level has. Internal. */
#ifndef STET_API_PLAN_H
#define STET_API_PLAN_H

#include "api/layout.h"
#include "base/engine.h"
#include "fft/lines.h"

struct stet_plan {
    const stet_engine *engine;         /* of the level, */
    void *state;                       /* and what it has made of the options */
    const stet_lone *lone;             /* the short way past the engine */
    size_t workspace;                  /* of one execution, with what aligning it may take */
    ptrdiff_t in_element, out_element; /* bytes */
    stet_extent in_extent, out_extent;
    ptrdiff_t gcd; /* of all strides, in bytes; 0 if there are none */
    int in_place;  /* whether in == out is allowed */
};

#endif
