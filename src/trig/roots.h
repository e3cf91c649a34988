/* SPDX-License-Identifier: Apache-2.0 */
/* Computes all roots of unity of one order fast: with two small tables and one product per root.
 *
 * Every result is correctly rounded and has the bits of stet_root_f32() and its kin: the tables
 * only make it quicker. A stet_roots is immutable; any number of threads may read it. */
#ifndef STET_TRIG_ROOTS_H
#define STET_TRIG_ROOTS_H

#include <stdint.h>

#include "base/private.h"

typedef struct stet_roots stet_roots;

/* Makes the roots of order n, 1 <= n <= 2^40, in about sqrt(n/8) entries of 48 bytes, twice.
 * Returns NULL if memory is short. stet_roots_destroy() also takes NULL. */
STET_PRIVATE stet_roots *stet_roots_create(uint64_t n);
STET_PRIVATE void stet_roots_destroy(stet_roots *roots);

/* Each function stores cos(2 pi k/n) and sin(2 pi k/n), k < n. _dd stores each as RN(x), RN(x -
 * RN(x)). */
STET_PRIVATE void stet_roots_f32(const stet_roots *roots, uint64_t k, float *c, float *s);
STET_PRIVATE void stet_roots_f64(const stet_roots *roots, uint64_t k, double *c, double *s);
STET_PRIVATE void stet_roots_dd(const stet_roots *roots, uint64_t k, double c[2], double s[2]);

/* The level that makes transforms of 2L from those of L has, for butterfly j < L, the twiddle
 *   exp(-i pi j/L) = (-i)^rho m (1 - i t),  rho = stet_twiddle_rho(L, j),
 * where rho is 0 in [0, 45), 1 in [45, 135) and 2 in [135, 180) degrees. With phi = pi j/L - rho
 * pi/2, in [-pi/4, pi/4):
 *   m = RN(cos phi)          in [0.7, 1]
 *   t = RN(sin phi / m)      in [-1, 1), the quotient by the rounded m,
 * but for phi = -pi/4 (45 and 135 degrees), where t = -1 by definition: the two components of the
 * root then have the same size, and the butterfly needs no product by t. */
static inline int stet_twiddle_rho(uint64_t L, uint64_t j) { return (int)((4 * j / L + 1) / 2); }

/* Each function stores one twiddle. 2L divides n. */
STET_PRIVATE void stet_roots_twiddle_f32(const stet_roots *roots, uint64_t L, uint64_t j, float *m,
                                         float *t);
STET_PRIVATE void stet_roots_twiddle_f64(const stet_roots *roots, uint64_t L, uint64_t j, double *m,
                                         double *t);

/* Each function stores the first count <= L twiddles, j = 0 .. count - 1. Values are mirrored, not
 * computed, past 45 degrees, or 90 if L is odd: a whole level costs a quarter, or half. The
 * twiddles of level L/2 are every second one of level L. */
void stet_roots_twiddles_f32(const stet_roots *roots, uint64_t L, uint64_t count, float *m,
                             float *t);
void stet_roots_twiddles_f64(const stet_roots *roots, uint64_t L, uint64_t count, double *m,
                             double *t);

#endif
