/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of roots of unity in binary16, held in floats: what fill_level() and fill_odd() of
 * tables.c are for the other precisions. Internal. */
#ifndef STET_FFT_HALF_TABLES_H
#define STET_FFT_HALF_TABLES_H

#include <stddef.h>

#include "trig/roots.h"

/* The twiddle of row j of level L. */
void stet_f16_twiddle(const stet_roots *roots, ptrdiff_t L, ptrdiff_t j, float *m, float *t);

void stet_f16_level(const stet_roots *roots, ptrdiff_t L, float *table);
void stet_f16_odd(const stet_roots *roots, ptrdiff_t n, ptrdiff_t L, int r, float *table);

#endif
