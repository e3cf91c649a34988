/* SPDX-License-Identifier: Apache-2.0 */
/* One-dimensional transforms in use, each made once and shared by all plans that need it. */
#ifndef STET_FFT_CACHE_H
#define STET_FFT_CACHE_H

#include "fft/fft1d.h"

/* The transform with these properties: one that somebody holds, or a new one; always a new one if
 * schedule, as in stet_fft1d_create(), is not NULL. NULL if memory is
 * short. Any thread, any time. Give it back with stet_fft1d_release(). */
stet_fft1d *stet_fft1d_acquire(ptrdiff_t n, stet_kind kind, stet_precision precision,
                               const stet_isa *isa, const stet_schedule *schedule);

/* The last one to give it back frees it: nothing stays when the last plan goes. NULL is allowed. */
void stet_fft1d_release(stet_fft1d *f);

#endif
