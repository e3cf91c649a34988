/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the graph of a transform, for ranks that run one part each.
 *
 * CUTS. Let A be a product of the first factors of the graph of n, in their order (graph.h), and B
 * = n/A. After the steps up to A, element (j, c) with j < A and c < B is output j of the transform
 * of length A of x[c], x[c + B], x[c + 2 B], ...: columns are lines of length A, whose graph is
 * the beginning of that of n. The steps after A work on each row j separately: its B numbers
 * become outputs j + A q, q < B. No operation reads from two columns before a cut or from two rows
 * after it, so the distribution of columns and rows over ranks changes no bit. */
#ifndef STET_MPI_RANGE_H
#define STET_MPI_RANGE_H

#include <stddef.h>

#include "lines/lines.h"

/* Returns 1 if A is a product of the first factors of n, all its primes above 127 among them: a
 * range has no convolution. */
int stet_graph_cuts(ptrdiff_t n, ptrdiff_t A);

/* A range is the steps of a complex transform from one cut to a later one. */
typedef struct stet_range stet_range;

/* Makes a range. The precision is f32, f64 or STET_DD. With `from` = 1 the steps are lines of
 * length `to`. Returns NULL if memory is short or there is no such range. */
stet_range *stet_range_create(ptrdiff_t n, ptrdiff_t from, ptrdiff_t to, stet_precision precision,
                              const stet_isa *isa);
void stet_range_destroy(stet_range *r); /* NULL does nothing */

/* A line in pieces of `length` elements: element i is at (i/length) piece + (i mod length) step. */
typedef struct stet_pieces {
    ptrdiff_t length, piece, step;
} stet_pieces;

/* A part of each row: the elements of this part in row number i begin at in + i id. */
typedef struct stet_run {
    const void *in;
    ptrdiff_t length, id;
} stet_run;

/* The rows row .. row + count - 1 of `from` rows. Number i of them starts at in + i id and out + i
 * od, in complex elements, and has B = n/from numbers. In the result, with C = n/to, number q C +
 * c belongs to row (row + from q) of the `to` rows, column c. */
typedef struct stet_rows {
    const void *in;
    void *out;
    stet_pieces is, os;
    ptrdiff_t id, od;
    ptrdiff_t row, count;
    int same; /* 1: row number `row` of `count` transforms, each with its own in and out */
    /* If runs > 0, the input is in these runs, one after the other, with elements is.step apart;
     * in and id are not used. */
    ptrdiff_t runs;
    const stet_run *run;
} stet_rows;

/* Runs the range on the rows. swap and scale are those of a stet_line_kernel: every part of a
 * forward transform has swap 0, of an inverse one swap 1, and only the last part has the factor.
 * in and out may be the same, row by row. work has stet_range_work() bytes for the `same` of the
 * rows, aligned to STET_ALIGN. The caller has entered the environment of fpenv.h. */
void stet_range_run(const stet_range *r, const stet_rows *rows, int swap, double scale, void *work);
size_t stet_range_work(const stet_range *r, int same);

/* y[k] = x[k] z[k] for complex numbers: the product of a Rader or Bluestein convolution
 * (graph/convolution.h). y may be x. */
void stet_multiply(stet_precision precision, const stet_isa *isa, ptrdiff_t count, const void *x,
                   const void *z, void *y);

/* Runs the first step of C2R lines, which converts X[0] .. X[n/2] to the numbers that are
 * transformed next. It runs the pairs k .. k + count - 1. For even n and h = n/2, X[k] and X[h-k]
 * become Z[k] and Z[h-k], 2 k <= h; for k = 0 X[h] is only read. For odd n, X[k] becomes Y[k] and
 * Y[n-k], 0 < k, 2 k < n. The numbers k go up from x, the others down from y, step complex numbers
 * apart. f is a C2R transform, or for odd n any transform of its length. */
void stet_hermitian_pairs(const stet_fft1d *f, ptrdiff_t k, ptrdiff_t count, ptrdiff_t step,
                          void *x, void *y);

#endif
