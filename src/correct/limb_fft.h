/* SPDX-License-Identifier: Apache-2.0 */
/* Computes Fourier transforms in fixed point of 4 to 8 limbs of 45 bits in doubles, one number per
 * lane of a vector. The last stage tries these widths first. Transforms are complex, forward, of a
 * power of two, and need an instruction set with fma.
 *
 * Numbers are integers of the unit 2^unit. Let the sum of the magnitudes of all inputs be below
 * 2^top and unit = top + 2 - 45 w: then no intermediate number exceeds B^w/4 units, B = 2^45.
 *
 * Error: let e bound that of each input, 1 unit or 0. The error of a product by a root is below 4.3
 * w + 0.3 units, or 7.1 w + 0.3 in the first step (limb_steps.h: h = 4 and 8; the table's numbers
 * are within 0.71 B^-w of the roots, which is less than 0.2 units of the product). A sum of r
 * numbers has r times their error. The first step gives VL e + 3 of these errors: one for the last
 * product and, if VL = 8, two for the four terms of an odd output that are multiplied by sqrt(1/2).
 * A step of radix 4 gives 4 e + one; the last, of radix 4 or 2, has no products.
 *
 * limb_steps.h says why a limb has no more than 45 bits. */
#ifndef STET_CORRECT_LIMB_FFT_H
#define STET_CORRECT_LIMB_FFT_H

#include <stdint.h>

#include "correct/kernels.h"
#include "stet.h"

typedef struct stet_limb_fft stet_limb_fft;

/* The transforms of one length that have been needed so far, by width. A table is made only when it
 * is needed, because few inputs need one and it takes as long as two executions. Any number of
 * threads may ask for one at a time. create returns NULL if memory is short; destroy takes NULL. */
typedef struct stet_limb_tables stet_limb_tables;
stet_limb_tables *stet_limb_tables_create(const stet_correct_kernels *kernels);
void stet_limb_tables_destroy(stet_limb_tables *tables);

/* Returns the first width, counted from 0, that has at least `bits` bits; -1 if there is none, or
 * if n is not a power of two or too short. */
int stet_limb_fft_width(const stet_limb_tables *tables, ptrdiff_t n, int bits);

/* Stores in *result a transform that is made when it is first needed; tables owns it. Returns
 * STET_OK or STET_E_MEMORY. */
stet_status stet_limb_fft_get(const stet_limb_fft **result, stet_limb_tables *tables, ptrdiff_t n,
                              int width);

int stet_limb_fft_limbs(const stet_limb_fft *f); /* w */
int stet_limb_fft_lanes(const stet_limb_fft *f);
double stet_limb_fft_error(const stet_limb_fft *f, double e);

/* Numbers of the unit 2^unit in the array z, with everything needed to read it. */
typedef struct stet_limb_array {
    const stet_limb_fft *f;
    double *z; /* 2 w n doubles, aligned */
    int unit;
    double grid[2 * STET_MOST_LIMBS]; /* B^(w-1-i) units, and the inverse */
} stet_limb_array;

/* Transforms n complex doubles. -900 <= unit, unit + 45 w <= 900. */
void stet_limb_fft_run(stet_limb_array *a, const stet_limb_fft *f, const double *x, int unit,
                       double *z);

/* Returns the address of the complex vector whose lane q, q < lanes, is output lanes k + q. */
const double *stet_limb_fft_at(const stet_limb_array *a, ptrdiff_t k);

/* Stores for real and imaginary parts of a complex vector hi, lo and rest, a vector each. The
 * number is within 2^-40 |rest| of hi + lo, hi = RN(hi + lo), all times 2^unit. */
void stet_limb_fft_sums(const stet_limb_array *a, const double *at, double *sums);

/* Stores one part of lane q as a two's-complement integer in `words` limbs of 64 bits, which must
 * hold 45 w bits. */
void stet_limb_fft_integer(const stet_limb_array *a, const double *at, int q, int part,
                           uint64_t *to, int words);

#endif
