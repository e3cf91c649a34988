/* SPDX-License-Identifier: Apache-2.0 */
/* The graph in parts, for ranks that run some of it each.
 *
 * CUTS. Let A be a product of the first factors of the graph of n, in their order (lines.h), and
 * B = n/A. After the steps up to A, element (j, c) with j < A and c < B is output j of the
 * transform of length A of x[c], x[c + B], x[c + 2 B], ...: columns are lines of length A, whose
 * graph is the beginning of that of n. The steps after A take every row j by itself: its B numbers
 * become outputs j + A q, q < B. No operation reads from two columns before a cut or from two rows
 * after it, so who has which of them changes no bit. */
#ifndef STET_MPI_RANGE_H
#define STET_MPI_RANGE_H

#include <stddef.h>

#include "lines/lines.h"

/* Whether A is a product of the first factors of n. */
int stet_graph_cuts(ptrdiff_t n, ptrdiff_t A);

/* The steps from one cut to a later one, of complex transforms. */
typedef struct stet_range stet_range;

/* precision: f32, f64 or STET_DD. The steps of `from` = 1 have to be without a rough part: those
 * are lines of length `to`. NULL if memory is short, or if it is no such range. */
stet_range *stet_range_create(ptrdiff_t n, ptrdiff_t from, ptrdiff_t to, stet_precision precision,
                              const stet_isa *isa);
void stet_range_destroy(stet_range *r); /* NULL is allowed */

/* A line in pieces of `length` elements: element i is at (i/length) piece + (i mod length) step. */
typedef struct stet_pieces {
    ptrdiff_t length, piece, step;
} stet_pieces;

/* A part of rows: its elements of row number i begin at in + i id. */
typedef struct stet_run {
    const void *in;
    ptrdiff_t length, id;
} stet_run;

/* Rows row .. row + count - 1 of the `from` there are. Row number i of them starts at in + i id and
 * out + i od, in complex elements, and has B = n/from numbers. In the result, with C = n/to, number
 * q C + c is that of row (row + from q) of the `to` there are then, column c. */
typedef struct stet_rows {
    const void *in;
    void *out;
    stet_pieces is, os;
    ptrdiff_t id, od;
    ptrdiff_t row, count;
    int same; /* not rows row, row + 1, ..: that one row of `count` transforms, each in and out */
    /* If there are runs, the input is in these in place of in and id, one behind the other, their
     * elements is.step apart. */
    ptrdiff_t runs;
    const stet_run *run;
} stet_rows;

/* swap and scale as those of a stet_line_kernel: of a forward transform in parts, every part has
 * swap 0, of an inverse one 1, and only the last has the factor. in and out may be the same row by
 * row. work has stet_range_work() bytes, of rows with that `same`, aligned to STET_ALIGN. The
 * environment of fpenv.h. */
void stet_range_run(const stet_range *r, const stet_rows *rows, int swap, double scale, void *work);
size_t stet_range_work(const stet_range *r, int same);

/* y[k] = x[k] z[k], of complex numbers: the product of the convolution of a rough part
 * (convolution.h). y may be x. */
void stet_multiply(stet_precision precision, const stet_isa *isa, ptrdiff_t count, const void *x,
                   const void *z, void *y);

/* The first step of lines C2R, X[0] .. X[n/2] to what is transformed then. The pairs k .. k + count
 * - 1: of even n, h = n/2, X[k] and X[h-k] become Z[k] and Z[h-k], 2 k <= h, and of k = 0 X[h] is
 * read alone; of odd n Y[k] and Y[n-k] come of X[k], 0 < k, 2 k < n. The numbers k go up from x,
 * the others down from y, step complex numbers apart. f: C2R; or, of odd n, any of its length. */
void stet_hermitian_pairs(const stet_fft1d *f, ptrdiff_t k, ptrdiff_t count, ptrdiff_t step,
                          void *x, void *y);

#endif
