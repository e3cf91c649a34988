/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of roots of unity of order L in a basis of their field over Q: equal numbers have equal
 * coordinates, so a sum is rational if all coordinates but that of 1 are zero.
 *
 * Basis. zeta^j, 0 <= j < L, with zeta = exp(2 pi i/L), are more than a basis: for each prime p | L, p^e || L,
 * the p powers {zeta^(j + t L/p)} have the sum 0. Call floor((j mod p^e) / p^(e-1)) the top digit of
 * j at p; t moves it through 0..p-1 and leaves the digits at other primes as they are. The
 * zeta^j with no top digit p - 1 are a basis: for a prime power they are phi(p^e) conjugates of
 * 1, zeta, ..., zeta^(phi - 1), and the field of L is the tensor product of those of its prime powers
 * (their degrees are multiplicative). Coordinates are had by subtracting, prime by prime, the
 * coefficient with top digit p - 1 from the other p - 1 of its coset: O(L) additions a prime. Each
 * coordinate is a sum of distinct coefficients with signs.
 *
 * Parts. For X = sum_n z_n zeta^-n, z = a + i b:
 *   4 | L      i = zeta^(sigma L/4); 2 Re X = X + conj X has the coefficients
 *              c_m = a_m + a_-m + b_-d - b_d, d = m - sigma L/4
 *   otherwise  1 and i are a basis of Q(zeta, i) over Q(zeta): 2 Re X = A + i B with
 *              A_m = a_m + a_-m, B_m = b_-m - b_m, and B has coordinates of its own
 *   2 Im X     the same of -i z: (b, -a) for (a, b).
 * A coordinate has a magnitude of 4 N or less when the inputs' is 1: each input is in at most 2
 * coefficients as a and 2 as b.
 *
 * Multiples of sqrt(f), f free of squares. For a prime p, sum_t (t/p) zeta_p^t is sqrt(p) or, for
 * p = 3 mod 4, i sqrt(p) (Gauss); zeta_8 + zeta_8^-1 is sqrt(2). The product of these over the
 * primes of f, r of them 3 mod 4, is i^r sqrt(f). So sqrt(f) is in the field if f's odd primes divide
 * L and, for even f, 8 does (and only then: its conductor divides lcm(4, L) only then). With G the
 * coordinates of sqrt(f) and G_0 one of the smallest that is not 0, at j_0, a number with coordinates u is a
 * rational multiple of sqrt(f) if and only if u_j G_0 = u_(j_0) G_j for all j; it is then
 * (u_(j_0) / G_0) sqrt(f). |G_j| <= 2^(primes of f): each Gauss sum has coordinates 0, +-1, +-2. */
#ifndef STET_CORRECT_RING_H
#define STET_CORRECT_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "correct/digits.h"
#include "correct/integers.h"

struct stet_ring {
    int64_t L;
    int count; /* primes of L */
    int64_t p[STET_PRIMES], power[STET_PRIMES];
    bool has_i;
    ptrdiff_t length; /* of a vector of coordinates: L, or 2 L for A and B */
    bool in_field;    /* sqrt(f) is in the field; else 0 is its only rational multiple there */
    int64_t *g;       /* G, NULL for f = 1 */
    ptrdiff_t j0;     /* and its place */
    int64_t g0;       /* G_0; 1 for f = 1 */
};

/* primes: those of a multiple of L. STET_OK or STET_E_MEMORY. */
stet_status stet_ring_open(struct stet_ring *ring, int64_t L, const struct stet_primes *primes,
                           int64_t f);
void stet_ring_close(struct stet_ring *ring);

/* u = the coordinates of 2 Re X (part 0) or 2 Im X (part 1). b may be NULL: zeros. */
void stet_ring_part(const struct stet_ring *ring, const int64_t *a, const int64_t *b, int part,
                    int sigma, int64_t *u);

/* One plane of coordinates (digits.h): carry[length] is what the planes below carry, NULL if there is one plane. False if the number is
 * no rational multiple of sqrt(f). */
bool stet_ring_test(const struct stet_ring *ring, const int64_t *u, int64_t *carry, uint64_t mask,
                    int bits);

/* Is zeta^j in the basis? And its coordinate in terms of coefficients: visit() is told each of
 * them, with its sign. */
bool stet_ring_in_basis(const struct stet_ring *ring, int64_t j);
typedef void stet_ring_visit(void *data, int64_t index, int sign);
void stet_ring_coordinate(const struct stet_ring *ring, int64_t j, stet_ring_visit *visit,
                          void *data);

#endif
