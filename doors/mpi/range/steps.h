/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the structures of a stet_range and its kernels. Private to this folder. */
#ifndef STET_MPI_RANGE_STEPS_H
#define STET_MPI_RANGE_STEPS_H

#include "range/range.h"

/* The kernels of an instruction set are made from isa/range32.c.in, range64.c.in, rangedd.c.in. */
typedef struct stet_range_kernels {
    /* Runs the rows begin .. end - 1, a multiple of lanes; or one row of as many transforms. */
    void (*run)(const stet_range *r, const stet_rows *rows, ptrdiff_t begin, ptrdiff_t end,
                int swap, double scale, void *work);
    int lanes;
    /* y = x z for `count` complex numbers, a multiple of lanes. */
    void (*multiply)(ptrdiff_t count, const void *x, const void *z, void *y);
    /* Runs C2R pairs, a multiple of lanes. For even n all are in one zone, and m and t belong to
     * the first; rho is 0 for odd n. With more than one lane, step is 1. */
    void (*pairs)(int rho, const void *m, const void *t, ptrdiff_t count, ptrdiff_t step, void *x,
                  void *y);
    /* Runs the pair of even n whose numbers are 0 and h. With y NULL, runs the pair h/2, which is
     * one number twice. One lane. */
    void (*end_pair)(void *x, const void *y);
} stet_range_kernels;

struct stet_range {
    ptrdiff_t n, from;
    stet_fft1d *fft; /* has the tables for length n */
    /* kernels for most rows; of one lane for the other rows; for rows->same */
    const stet_range_kernels *wide, *narrow, *same;
    int steps;
    stet_step step[STET_MAX_STEPS]; /* the steps after `from` */
};

/* Returns 1 if `lanes` rows from a multiple of lanes on can run side by side: no step is odd, and
 * no multiple of a quarter of any L is between them, because rho changes and the tables wrap
 * there. */
static inline int stet_range_suits(const stet_range *r, int lanes)
{
    return r->from % (4 * (ptrdiff_t)lanes) == 0;
}

#endif
