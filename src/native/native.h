/* SPDX-License-Identifier: Apache-2.0 */
/* Level native: n-dimensional transforms as stages of lines. The outside of this room. */
#ifndef STET_NATIVE_NATIVE_H
#define STET_NATIVE_NATIVE_H

#include "base/engine.h"
#include "fft/lines.h"

extern const stet_engine stet_native_engine;

/* Points that are worth a thread; twice as many if threads exchange them (divide.c). */
enum { STET_LEAST_POINTS = 1 << 14 };

/* One set of lines that the calling thread runs, and nothing else. */
typedef struct stet_lone {
    const stet_fft1d *fft;
    stet_line_kernel *kernel;
    int swap;
    double scale;
} stet_lone;

/* Whether a state of the engine, of f32 or f64, is that; if so *lone tells how to do without it. */
int stet_native_lone(const void *state, stet_lone *lone);

/* The lines along that axis. */
const stet_fft1d *stet_native_axis(const void *state, int axis);

#endif
