/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of roots of unity that a graph needs. Internal. */
#ifndef STET_FFT_TABLES_H
#define STET_FFT_TABLES_H

#include "fft/fft1d.h"

/* f->tables, f->level and f->odd_tables; 0 if memory is short. */
int stet_tables_create(stet_fft1d *f);

/* The same where f->half has the others: level n/2 alone. */
int stet_half_tables_create(stet_fft1d *f);

#endif
