/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of this room: levels native and extended run n-dimensional transforms as stages of
 * lines. */
#ifndef STET_NATIVE_NATIVE_H
#define STET_NATIVE_NATIVE_H

#include "base/engine.h"
#include "base/private.h"
#include "lines/lines.h"

STET_PRIVATE extern const stet_engine stet_native_engine;
extern const stet_engine stet_extended_engine, stet_extended_ff_engine;

/* A thread is worth this many points, or twice as many if threads exchange them (divide.c). */
enum { STET_LEAST_POINTS = 1 << 14 };

/* This is lone() of the engine. 16-bit numbers have none. */
const stet_lone *stet_native_lone(const void *state);

/* A part is one stage of a transform by itself, for callers that have its array in parts, on other
 * processors. Stage 0 of o->rank runs first; o->dims has only lengths. The caller gives the stride
 * of the lines and the loops around them. Between stages numbers have the precision of
 * stet_norm_inside(); before the first and after the last stage they have that of o. With wide_out,
 * f32 and f64 keep the inner precision after the last stage too; the norm's factor must then be 1,
 * because it would be a double. A part has the engine and functions of a plan:
 * stet_native_engine.workspace() returns the workspace, and destroy() frees the part. */
typedef struct stet_part {
    int stage;
    ptrdiff_t is, os; /* along the lines, in elements */
    int loop_count;
    const stet_dim *loops;
    int wide_out;
} stet_part;

STET_PRIVATE stet_status stet_native_part(void **state, const stet_options *o,
                                          const stet_part *part);

/* Runs a part, and returns the flags of half/lines.h for 16-bit numbers. The flags of all parts
 * together tell stet_native_overflowed() whether the transform has overflowed. */
STET_PRIVATE int stet_native_part_run(const void *state, const void *in, void *out, char *work);
STET_PRIVATE int stet_native_overflowed(int flags);

/* Returns the lines along that axis, or NULL if it has one point and the plan leaves it out;
 * stet_lines_bound() takes NULL for such lines. */
STET_PRIVATE const stet_fft1d *stet_native_axis(const void *state, int axis);

#endif
