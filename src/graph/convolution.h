/* SPDX-License-Identifier: Apache-2.0 */
/* The rough part n of a length, its primes above 13, through a cyclic convolution of length m.
 * Internal.
 *
 * RADER (C. M. Rader, 1968): n is a prime p < 2^31, and m = p - 1 has no prime above 13. With the
 * least generator g of the residues and w = exp(-2 pi i/p),
 *     X[g^-r] = x[0] + sum_q x[g^q] w^(g^(q-r)),   X[0] = x[0] + sum_q x[g^q].
 * The second sum is output 0 of the first transform; and x[0], added to output 0 of the product
 * by the filter, is added by the second transform to every X[g^-r].
 *
 * BLUESTEIN (L. I. Bluestein, 1970): any other n. With b[k] = exp(-i pi k^2/n),
 *     X[k] = b[k] sum_j (x[j] b[j]) conj(b[k-j]),   m >= 2 n - 1. */
#ifndef STET_GRAPH_CONVOLUTION_H
#define STET_GRAPH_CONVOLUTION_H

#include <stdint.h>

#include "lines/fft1d.h"

struct stet_convolution {
    ptrdiff_t n, m;
    stet_fft1d *fft; /* complex, length m */
    uint32_t *order; /* Rader: g^q mod n, q < m; otherwise NULL */
    void *chirp;     /* Bluestein: b[k], k < n, interleaved; otherwise NULL */
    void *filter;    /* the transform of w^(g^-s), or of conj(b), divided by m */
};

/* The m of a rough part n. */
ptrdiff_t stet_convolution_length(ptrdiff_t n);

/* For f->graph.rough > 1; the schedule is that of z->fft, or NULL. NULL if memory is short. */
stet_convolution *stet_convolution_create(const stet_fft1d *f, const stet_schedule *schedule);
void stet_convolution_destroy(stet_convolution *z);

/* Rader: where output r of the convolution belongs. */
static inline ptrdiff_t stet_rader_output(const stet_convolution *z, ptrdiff_t r)
{
    return (ptrdiff_t)z->order[r == 0 ? 0 : z->m - r];
}

#endif
