/* SPDX-License-Identifier: Apache-2.0 */
/* A stet_range and its kernels. Private to this folder. */
#ifndef STET_MPI_RANGE_STEPS_H
#define STET_MPI_RANGE_STEPS_H

#include "range/range.h"

/* The kernels of an instruction set: isa/<isa>_range32.c, range64, and rangedd. */
typedef struct stet_range_kernels {
    /* Rows begin .. end - 1 of those, a multiple of lanes; or rows->same. */
    void (*run)(const stet_range *r, const stet_rows *rows, ptrdiff_t begin, ptrdiff_t end,
                int swap, double scale, void *work);
    int lanes;
    /* y = x z, of so many complex numbers, a multiple of lanes. */
    void (*multiply)(ptrdiff_t count, const void *x, const void *z, void *y);
    /* Pairs of C2R, a multiple of lanes; those of one zone of even n, m and t being those of the
     * first; rho 0: of odd n. step: of one lane alone, otherwise 1. */
    void (*pairs)(int rho, const void *m, const void *t, ptrdiff_t count, ptrdiff_t step, void *x,
                  void *y);
    /* The one pair of even n whose numbers are 0 and h; y NULL: h/2, twice. Of one lane. */
    void (*end_pair)(void *x, const void *y);
} stet_range_kernels;

struct stet_range {
    ptrdiff_t n, from;
    stet_fft1d *fft; /* of length n: the tables */
    /* Those for most rows, those of one lane for the rest, and those for the same row. */
    const stet_range_kernels *wide, *narrow, *same;
    int steps;
    stet_step step[STET_MAX_STEPS]; /* from `from` on */
};

/* Whether `lanes` rows from a multiple of it on can go side by side: no multiple of a quarter of
 * any L, where rho changes and where the tables wrap, is inside them, and no step is odd. */
static inline int stet_range_suits(const stet_range *r, int lanes)
{
    return r->from % (4 * (ptrdiff_t)lanes) == 0;
}

#endif
