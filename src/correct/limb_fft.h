/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms in fixed point of 4 to 8 limbs of 45 bits in doubles, one lane of a vector
 * each: the first width that the last level tries. Complex, forward, of a power of two; where the
 * instruction set has fma.
 *
 * Numbers are integers of the unit 2^unit. Let the sum of the magnitudes of all inputs be below
 * 2^top and unit = top + 2 - 45 w: then no number on the way is above B^w/4 units in size, B =
 * 2^45.
 *
 * Error: let e bound that of each input, 1 unit or 0. A product by a root is off by less than 4.3 w
 * + 0.3 units, 7.1 w + 0.3 in the first step (limb_steps.h: h = 4 and 8; the table's numbers are
 * within 0.71 B^-w of the roots, which is less than 0.2 units of the product). A sum of r numbers
 * has r times their error: the first step makes VL e + 3 of these, one for the last product and, if
 * VL = 8, two of the four terms of an odd output that were multiplied by sqrt(1/2); a step of radix
 * 4 makes 4 e + one; the last, of radix 4 or 2, has no products.
 *
 * Why not more than 45 bits: limb_steps.h. */
#ifndef STET_CORRECT_LIMB_FFT_H
#define STET_CORRECT_LIMB_FFT_H

#include <stdint.h>

#include "correct/kernels.h"
#include "stet.h"

typedef struct stet_limb_fft stet_limb_fft;

/* The transforms of one length that were needed so far, by width: none to begin with, for few
 * inputs need one, and it takes as long as two executions; any number of threads may ask for one at
 * a time. NULL if memory is short; destroy takes NULL. */
typedef struct stet_limb_tables stet_limb_tables;
stet_limb_tables *stet_limb_tables_create(const stet_correct_kernels *kernels);
void stet_limb_tables_destroy(stet_limb_tables *tables);

/* The first width, counted from 0, that has so many bits. -1: there is none, or n is not a power of
 * two, or is too short. */
int stet_limb_fft_width(const stet_limb_tables *tables, ptrdiff_t n, int bits);

/* STET_OK or STET_E_MEMORY. Made when first needed; tables owns it. */
stet_status stet_limb_fft_get(const stet_limb_fft **result, stet_limb_tables *tables, ptrdiff_t n,
                              int width);

int stet_limb_fft_limbs(const stet_limb_fft *f); /* w */
int stet_limb_fft_lanes(const stet_limb_fft *f);
double stet_limb_fft_error(const stet_limb_fft *f, double e);

/* Numbers of the unit 2^unit, as the array z holds them: all that is needed to read it. */
typedef struct stet_limb_array {
    const stet_limb_fft *f;
    double *z; /* 2 w n doubles, aligned */
    int unit;
    double grid[2 * STET_MOST_LIMBS]; /* B^(w-1-i) units, and the inverse */
} stet_limb_array;

/* Transform n complex doubles. -900 <= unit, unit + 45 w <= 900. */
void stet_limb_fft_run(stet_limb_array *a, const stet_limb_fft *f, const double *x, int unit,
                       double *z);

/* Outputs lanes k + q, q < lanes, are lane q of one complex vector: where it begins. */
const double *stet_limb_fft_at(const stet_limb_array *a, ptrdiff_t k);

/* Of such a vector, for real and imaginary parts: hi, lo and rest, a vector each. The number is
 * within 2^-40 |rest| of hi + lo, hi = RN(hi + lo), all times 2^unit. */
void stet_limb_fft_sums(const stet_limb_array *a, const double *at, double *sums);

/* Lane q, one part, as an integer of two's complement in `words` limbs of 64 bits, enough of them
 * for 45 w bits. */
void stet_limb_fft_integer(const stet_limb_array *a, const double *at, int q, int part,
                           uint64_t *to, int words);

#endif
