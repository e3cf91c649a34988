/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the caller's options and arrays before anything is built. */
#ifndef STET_API_OPTIONS_H
#define STET_API_OPTIONS_H

#include "api/plan.h"
#include "base/private.h"

/* Returns dimension i of the transform, or after these of the batch. */
static inline stet_dim stet_options_dim(const stet_options *o, int i)
{
    return i < o->rank ? o->dims[i] : o->batch[i - o->rank];
}

/* Copies and checks the options, except lengths and strides, to o, a struct of this version of the
 * header. A caller compiled with an older header has fewer fields; the missing ones get their
 * defaults. */
STET_PRIVATE stet_status stet_options_take(const stet_options *given, stet_options *o);

/* Checks lengths and strides. Fills in the plan's fields about its arrays, except the size of an
 * element, which is already set; in and out have capacity for all axes. */
stet_status stet_options_layout(const stet_options *o, stet_plan *plan, stet_axis *in,
                                stet_axis *out);

#endif
