/* SPDX-License-Identifier: Apache-2.0 */
/* Ties and zeros: finds which results are rational, from approximate spectra with a proved error.
 *
 * No interval around a result, however narrow, decides whether the result is exactly a tie or
 * exactly zero. But ties and zeros are rational numbers, and a rational result can be recognised:
 * all of its conjugates, which are results of the same transform, are near one integer.
 *
 * Theorem (discreteness). Let the real and imaginary parts of all inputs be multiples of 2^q, let g
 * = 2^(q-1), and let X_k be an output without the factor of the norm. Then a = Re X_k/g is an
 * algebraic integer, and so is Im X_k/g. Let the approximations t_j of all conjugates of Re X_k
 * (orbits.h) be known to within less than g/2. Then Re X_k is rational if and only if all t_j round
 * to the same multiple of g, and this multiple is Re X_k.
 *
 * Proof. a = 2^(-q) (X_k + conj X_k) is a sum of integers times roots of unity; for Im divide by i,
 * which is a unit. (If) Let all t_j round to r g, r an integer. Each conjugate a_j of a has |a_j -
 * r| <= |a_j - t_j/g| + |t_j/g - r| < 1/2 + 1/2. The product of all a_j - r is the norm of the
 * algebraic integer a - r, an integer of magnitude below 1, so it is 0: one factor is 0, and as
 * they are conjugate, all are. (Only if) A rational algebraic integer is an integer r and its own
 * only conjugate, so every t_j is within less than g/2 of r g. []
 *
 * With the norm 1/(s sqrt f), f > 1, the same is true of sqrt(f) Re X_k where sqrt(f) is in the
 * field; t_j are then approximations of its conjugates chi sqrt(f) Re X_j. Otherwise a result is
 * rational if and only if it is zero, which the theorem decides without sqrt(f).
 *
 * The approximations come from the native transform in double. Its error, of any output times
 * sqrt(f), is at most E = u (W + 4) sqrt(f N) |x|_2, where W is the sum of all weights of bound.h
 * and 4 covers the product by sqrt(f) and a subtraction. The inputs are cut into slices from the
 * top. The first slice has the multiples of 2^q nearest to the inputs, with the least q for which E
 * < 2^(q-2); the second is made in this way from the remainder, and so on, until the remainder is
 * zero. Each slice gains about 50 - log2(W N sqrt f) bits. Often the first slice is the whole input
 * (integers, audio, images, a few numbers that are not zero), and its spectrum is that of stage
 * double. Otherwise the remainder is transformed, and the spectrum of the slice is the previous
 * spectrum minus that of the remainder.
 *
 * Slices give three results for an output. If all of them are rational, the result is their exact
 * sum, rounded once. If the first ones are rational and the next one is not, the result is the
 * exact sum of the first ones plus a number whose error is small beside that: this settles near
 * ties. Otherwise they decide nothing, since irrational numbers may have a rational sum: stage
 * pairs must decide, or in the end stage_exact.h, which applies the theorem in its own precision.
 */
#ifndef STET_CORRECT_SLICES_H
#define STET_CORRECT_SLICES_H

#include "correct/correct.h"

/* The largest number of slices: enough for the range of float up to 2^20 points. */
enum { STET_MOST_SLICES = 12 };

struct stet_slice {
    double *y;          /* its transform, in the native layout */
    double grid, magic; /* g; 1.5 2^52 g: adding and subtracting it rounds to multiples of g */
    double error;       /* error bound of an output */
};

struct stet_slices {
    stet_correct_job *job;
    int count;
    int complete; /* the slices cover the inputs completely */
    double left;  /* bound of what the remainder adds to an output */
    struct stet_slice slice[STET_MOST_SLICES];
    double power[2]; /* results are these times those of the slices; 1 except for double */
    /* used while slices are made: */
    double norm;                        /* bound of the remainder's 2-norm */
    double *rest;                       /* remainder, in the native layout */
    double *spectrum;                   /* transform of the remainder */
    char *at, *end;                     /* memory lent by the job */
    void *blocks[STET_MOST_SLICES + 3]; /* blocks from the heap */
    int block_count;
};

/* Makes the first slice, if possible: count is 0 if the error of the native transform is unknown.
 * If more slices may follow, the job's y is overwritten, and its list too if that is long. Returns
 * STET_OK or STET_E_MEMORY; call close() in either case. */
stet_status stet_slices_open(struct stet_slices *s, stet_correct_job *job);
/* Makes the other slices, while there is a remainder and space for them. */
stet_status stet_slices_cut_all(struct stet_slices *s);
void stet_slices_close(struct stet_slices *s);

/* Returns which of the parts in a set are rational in slice number i, for the members of orbit
 * number o. Stores the values of the first member, times sqrt(f) if that is in the field: multiples
 * of the slice's grid. */
unsigned stet_slices_agree(const struct stet_slices *s, int i, uint32_t o, unsigned parts,
                           double *values);

/* Returns (sum of the terms, one of each slice)/divisor times the power of two of the slices,
 * rounded once to the bits of the precision. */
uint64_t stet_slices_round(const struct stet_slices *s, const double *terms, uint64_t divisor);

#endif
