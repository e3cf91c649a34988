/* SPDX-License-Identifier: Apache-2.0 */
/* What the caller asks for: options and arrays, checked before anything is built. */
#ifndef STET_API_OPTIONS_H
#define STET_API_OPTIONS_H

#include "api/plan.h"
#include "base/private.h"

/* Dimension i of the transform and then of the batch. */
static inline stet_dim stet_options_dim(const stet_options *o, int i)
{
    return i < o->rank ? o->dims[i] : o->batch[i - o->rank];
}

/* *o = the options of this version of the header, checked, lengths and strides apart. A caller
 * compiled with an older one has fewer, and means the defaults of the others. */
STET_PRIVATE stet_status stet_options_take(const stet_options *given, stet_options *o);

/* Lengths and strides. Fills in what the plan knows of its arrays, but for the size of an element,
 * which is there; in and out have capacity for all axes. */
stet_status stet_options_layout(const stet_options *o, stet_plan *plan, stet_axis *in,
                                stet_axis *out);

#endif
