/* SPDX-License-Identifier: Apache-2.0 */
/* Joins the convolution of graph/convolution.h with the transform that runs it. Internal. */
#ifndef STET_LINES_CONVOLUTION_H
#define STET_LINES_CONVOLUTION_H

#include <stdint.h>

#include "graph/convolution.h"
#include "lines/fft1d.h"

struct stet_convolution {
    ptrdiff_t n, m;
    stet_fft1d *fft; /* complex, length m */
    uint32_t *order; /* Rader: g^q mod n, q < m; otherwise NULL */
    void *chirp;     /* Bluestein: b[k], k < n, interleaved; otherwise NULL */
    void *filter;    /* transform of w^(g^-s) or of conj(b), divided by m */
};

/* Makes the convolution of a rough prime n for f; schedule is that of z->fft, or NULL. Returns NULL
 * if memory is short. */
stet_convolution *stet_convolution_create(const stet_fft1d *f, ptrdiff_t n,
                                          const stet_schedule *schedule);
void stet_convolution_destroy(stet_convolution *z);

/* Rader: returns where output r of the convolution belongs. */
static inline ptrdiff_t stet_rader_output(const stet_convolution *z, ptrdiff_t r)
{
    return stet_rader_place(z->order, z->m, r);
}

#endif
