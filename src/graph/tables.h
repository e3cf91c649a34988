/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the tables of roots of unity that a graph needs. A part of the outside of this room.
 *
 * p is a precision of numbers.h. `roots` have some order, and angles are 2 pi k/order. Roots are
 * rounded once, for pairs to the nearest pair. */
#ifndef STET_GRAPH_TABLES_H
#define STET_GRAPH_TABLES_H

#include "graph/numbers.h"
#include "trig/roots.h"

/* Stores cos and sin of angle k as numbers re and im of a table. */
STET_PRIVATE void stet_set_root(stet_precision p, const stet_roots *roots, ptrdiff_t k, void *table,
                                ptrdiff_t re, ptrdiff_t im);

/* Stores the twiddle w = (-i)^rho m (1 - i t) of row j of level L, rho = stet_twiddle_rho(L, j) of
 * trig/roots.h: m and t become numbers at_m and at_t of a table. The order of the roots is n, a
 * multiple of 2 L. */
STET_PRIVATE void stet_set_twiddle(stet_precision p, const stet_roots *roots, ptrdiff_t n,
                                   ptrdiff_t L, ptrdiff_t j, void *table, ptrdiff_t at_m,
                                   ptrdiff_t at_t);

/* Fills the table of the odd step of radix r from length L > 1, stet_odd_table_size() numbers: for
 * rows j = 0 .. L/2 cos and sin of 2 pi i j/(r L), i = 1 .. r - 1, each row cos[r - 1], then sin[r
 * - 1]. The order of the roots is n, a multiple of r L. */
STET_PRIVATE void stet_fill_odd_table(stet_precision p, const stet_roots *roots, ptrdiff_t n,
                                      ptrdiff_t L, ptrdiff_t r, void *table);

/* Fills the constants of the direct step of radix r = 2 h + 1: for inputs i = 1 .. h cos of 2 pi i
 * k/r, k = 1 .. h, then sin of these. The order of the roots is n, a multiple of r. */
STET_PRIVATE void stet_fill_direct_table(stet_precision p, const stet_roots *roots, ptrdiff_t n,
                                         ptrdiff_t r, void *table);

typedef struct stet_tables {
    const void *level[STET_MAX_STEPS]; /* of level i: m[size], t[size], stet_level_size() */
    const void *odd[STET_MAX_ODD];     /* the twiddles of odd step i; empty if L = 1 */
    const void *direct[STET_MAX_ODD];  /* the constants of odd step i, or NULL */
    void *block;                       /* memory of all tables; NULL: none needed */
} stet_tables;

/* Makes the tables of the graph of n. Returns 0 if memory is short. The caller frees the block. */
int stet_tables_create(stet_tables *tables, stet_precision p, ptrdiff_t n);

/* Makes level n/2 alone, as level[0]: it joins the halves of a real transform of even length n. */
int stet_half_tables_create(stet_tables *tables, stet_precision p, ptrdiff_t n);

#endif
