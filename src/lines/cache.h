/* SPDX-License-Identifier: Apache-2.0 */
/* The one-dimensional transforms in use: each is made once and shared by all plans that need it. A
 * part of the outside header lines.h. */
#ifndef STET_LINES_CACHE_H
#define STET_LINES_CACHE_H

#include <stddef.h>

#include "base/private.h"
#include "stet.h"

/* An instruction set: base/isa.h. */
typedef struct stet_isa stet_isa;

/* A one-dimensional transform: fft1d.h. */
typedef struct stet_fft1d stet_fft1d;

/* Says how its lines are run: fft1d.h. */
typedef struct stet_schedule stet_schedule;

/* Returns the transform with these properties: one that is in use, or a new one; with a schedule,
 * always a new one. Returns NULL if memory is short or the schedule is wrong (schedule.h). Any
 * thread may call it at any time. stet_fft1d_release() gives the transform back. */
STET_PRIVATE stet_fft1d *stet_fft1d_acquire(ptrdiff_t n, stet_kind kind, stet_precision precision,
                                            const stet_isa *isa, const stet_schedule *schedule);

/* Gives a transform back; the last user frees it, so nothing stays when the last plan goes. NULL is
 * allowed. */
STET_PRIVATE void stet_fft1d_release(stet_fft1d *f);

#endif
