/* SPDX-License-Identifier: Apache-2.0 */
/* Runs transforms in several dimensions in the arithmetics of dd_fft.h: one dimension after the
 * other, the last one first. Lines that no wanted output depends on are skipped. */
#ifndef STET_CORRECT_DD_AXES_H
#define STET_CORRECT_DD_AXES_H

#include "correct/dd_fft.h"

/* Outputs are counted row-major; n is the product of the lengths. */
typedef struct stet_dd_axes {
    int rank;
    const ptrdiff_t *lengths;
    stet_dd_fft *const *fft; /* one transform for each length */
    ptrdiff_t n;
} stet_dd_axes;

/* Returns the factor of the bound |error of an output| <= stet_dd_axes_error() |x|_2, like
 * stet_dd_fft_error(). */
double stet_dd_axes_error(const stet_dd_axes *a);

/* Returns the bound on a grid. Theorem: let L be the product of the lengths done so far. All
 * numbers together have the 2-norm sqrt(L) |x|_2, and each has modulus at most V = min(sqrt(L)
 * |x|_2, L most). For a line of the next dimension, of length m, they are rounded to the grid of
 * that V; this leaves low words of the 2-norm 0.71 g sqrt(m) and an error of u g in each number.
 * Each output of the line gets m u g and stet_dd_fft_grid_error(). An error e of all numbers
 * becomes at most n/(L m) e in a final output. Returns infinity for lengths or sizes that the
 * theorem does not cover. */
double stet_dd_axes_grid_error(const stet_dd_axes *a, stet_dd_size size);

/* Returns the bytes of workspace. */
size_t stet_dd_axes_work(const stet_dd_axes *a);

/* Computes the wanted outputs (NULL: all), once each, and possibly others. x: n numbers of any
 * source; size: NULL in double-double. */
void stet_dd_axes_run(const stet_dd_axes *a, const void *x, int source, const stet_dd_size *size,
                      const uint8_t *wanted, stet_dd_put *put, void *data, void *work);

#endif
