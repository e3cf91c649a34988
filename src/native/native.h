/* SPDX-License-Identifier: Apache-2.0 */
/* Levels native and extended: n-dimensional transforms as stages of lines. The outside of this
 * room. */
#ifndef STET_NATIVE_NATIVE_H
#define STET_NATIVE_NATIVE_H

#include "base/engine.h"
#include "fft/lines.h"

extern const stet_engine stet_native_engine, stet_extended_engine, stet_extended_ff_engine;

/* Points that are worth a thread; twice as many if threads exchange them (divide.c). */
enum { STET_LEAST_POINTS = 1 << 14 };

/* The lone() of the engine. 16-bit numbers have none. */
const stet_lone *stet_native_lone(const void *state);

/* The lines along that axis. */
const stet_fft1d *stet_native_axis(const void *state, int axis);

#endif
