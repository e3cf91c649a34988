/* SPDX-License-Identifier: Apache-2.0 */
/* Levels native and extended: n-dimensional transforms as stages of lines. The outside of this
 * room. */
#ifndef STET_NATIVE_NATIVE_H
#define STET_NATIVE_NATIVE_H

#include "base/engine.h"
#include "base/private.h"
#include "lines/lines.h"

STET_PRIVATE extern const stet_engine stet_native_engine;
extern const stet_engine stet_extended_engine, stet_extended_ff_engine;

/* Points that are worth a thread; twice as many if threads exchange them (divide.c). */
enum { STET_LEAST_POINTS = 1 << 14 };

/* The lone() of the engine. 16-bit numbers have none. */
const stet_lone *stet_native_lone(const void *state);

/* One stage of a transform by itself, for those that have its array in parts, on other processors:
 * stage number 0 of o->rank is the first to run; o->dims has lengths alone. Its lines and the loops
 * around them are the caller's; between stages numbers are those of stet_norm_inside(), on either
 * side of the transform o's. wide_out: of f32 and f64, the last stage too leaves them as they are
 * inside; there the norm's factor is to be 1, for it would be a double. Engine and functions are
 * those of a plan: the workspace is stet_native_engine.workspace(), and destroy() takes it back. */
typedef struct stet_part {
    int stage;
    ptrdiff_t is, os; /* along the lines, in elements */
    int loop_count;
    const stet_dim *loops;
    int wide_out;
} stet_part;

STET_PRIVATE stet_status stet_native_part(void **state, const stet_options *o,
                                          const stet_part *part);

/* Runs it, and returns what its numbers have met: of 16-bit ones the flags of half/lines.h. Those
 * of all parts together tell whether the transform has overflowed. */
STET_PRIVATE int stet_native_part_run(const void *state, const void *in, void *out, char *work);
STET_PRIVATE int stet_native_overflowed(int flags);

/* The lines along that axis. */
STET_PRIVATE const stet_fft1d *stet_native_axis(const void *state, int axis);

#endif
