/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of roots of unity that a graph needs. Internal. */
#ifndef STET_GRAPH_TABLES_H
#define STET_GRAPH_TABLES_H

#include "lines/fft1d.h"
#include "trig/roots.h"

/* f->tables, f->level and f->odd_tables; 0 if memory is short. */
int stet_tables_create(stet_fft1d *f);

/* The same where f->half has the others: level n/2 alone. */
int stet_half_tables_create(stet_fft1d *f);

/* cos and sin of 2 pi k/n, n the order of the roots, in the precision of f: numbers re and im of a
 * table. */
void stet_tables_set_root(const stet_fft1d *f, const stet_roots *roots, ptrdiff_t k, void *table,
                          ptrdiff_t re, ptrdiff_t im);

#endif
