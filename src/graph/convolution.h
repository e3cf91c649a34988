/* SPDX-License-Identifier: Apache-2.0 */
/* The step of a rough prime n goes through a cyclic convolution of length m for each column. A part
 * of the outside of this room.
 *
 * RADER (C. M. Rader, 1968): n = p < 2^31, and m = p - 1 has no rough prime. With the least
 * generator g of the residues, which may be at most 1000, and w = exp(-2 pi i/p),
 *     X[g^-r] = x[0] + sum_q x[g^q] w^(g^(q-r)),   X[0] = x[0] + sum_q x[g^q].
 * The second sum is output 0 of the first transform. x[0] is added to output 0 of the product by
 * the filter, and so the second transform adds it to every X[g^-r].
 *
 * BLUESTEIN (L. I. Bluestein, 1970): any other n. With b[k] = exp(-i pi k^2/n),
 *     X[k] = b[k] sum_j (x[j] b[j]) conj(b[k-j]),   m >= 2 n - 1. */
#ifndef STET_GRAPH_CONVOLUTION_H
#define STET_GRAPH_CONVOLUTION_H

#include "graph/numbers.h"

/* Each function returns the length m of the convolution of a rough prime n. *generator becomes
 * Rader's generator, or 0 for Bluestein's method. */
STET_PRIVATE ptrdiff_t stet_convolution_of(ptrdiff_t n, ptrdiff_t *generator);
ptrdiff_t stet_convolution_length(ptrdiff_t n);

/* The filter is the transform of a source, m complex numbers, divided by m. Returns the precision
 * of source and transform: double, or double-double for pairs. The filter is rounded once. */
STET_PRIVATE stet_precision stet_source_precision(stet_precision p);

/* Rader: stores order[q] = g^q mod n, q < m, and the source w^(g^-s), s < m. Returns 0 if memory is
 * short. */
STET_PRIVATE int stet_fill_rader(stet_precision p, ptrdiff_t n, ptrdiff_t generator,
                                 uint32_t *order, void *source);

/* Bluestein: stores the chirp b[k], k < n, interleaved, in precision p, and the source: conj(b[k]),
 * k = -(n-1) .. n-1 mod m, the others 0. Returns 0 if memory is short. */
STET_PRIVATE int stet_fill_bluestein(stet_precision p, ptrdiff_t n, ptrdiff_t m, void *chirp,
                                     void *source);

/* stet_filter_scale() returns the factor by which the transform of the source multiplies its
 * outputs; stet_fill_filter() makes the filter from these outputs, also in place if the precisions
 * are the same. */
STET_PRIVATE double stet_filter_scale(stet_precision p, ptrdiff_t m);
STET_PRIVATE void stet_fill_filter(stet_precision p, ptrdiff_t m, const void *transform,
                                   void *filter);

/* Rader: returns where output r of the convolution belongs. */
static inline ptrdiff_t stet_rader_place(const uint32_t *order, ptrdiff_t m, ptrdiff_t r)
{
    return (ptrdiff_t)order[r == 0 ? 0 : m - r];
}

#endif
