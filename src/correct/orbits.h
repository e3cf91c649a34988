/* SPDX-License-Identifier: Apache-2.0 */
/* Finds which outputs of a Fourier transform are conjugate to each other as algebraic numbers.
 *
 * Let x have rational parts, let output k take roots of unity of order L (the least common multiple
 * of n_i/gcd(k_i, n_i) over the dimensions), and let M = lcm(4, L), so that the field Q(zeta_M)
 * contains i and X_k. Its automorphisms are zeta -> zeta^c, c prime to M. One with c = 1 mod 4
 * leaves i and the inputs unchanged and takes X_k to X_ck (every component times c, modulo its
 * length), hence Re X_k to Re X_ck and Im X_k to Im X_ck. One with c = 3 mod 4 is one of the former
 * after complex conjugation, which leaves real numbers unchanged. So the conjugates of Re X_k are
 * the Re X_ck with c = 1 mod 4 and no others, and the same holds for Im. The outputs ck are the
 * ORBIT of k. (If 4 does not divide L, c mod L is any unit: the condition modulo 4 is independent
 * of it.) The direction of the transform does not matter: it exchanges k and -k for all k.
 *
 * With the norm 1/sqrt(N), N = s^2 f, f free of squares and f > 1, a result Re X_k/(s sqrt f) is
 * rational if and only if sqrt(f) Re X_k is. For c = 1 mod 4 the automorphism takes sqrt(f) to
 * chi(c) sqrt(f): chi(c) = (c/f) for odd f, the Jacobi symbol, because the Gauss sum of a prime p
 * is sqrt(p) or i sqrt(p) and is multiplied by (c/p); and sqrt(2) = zeta_8 + 1/zeta_8 changes its
 * sign for c = 5 mod 8. If sqrt(f) lies in Q(zeta_M) (the odd part of f divides L, and 8 does if f
 * is even), the conjugates of sqrt(f) Re X_k are chi(c) sqrt(f) Re X_ck. If it does not, some
 * automorphism changes the sign of sqrt(f) alone, so the result is irrational unless it is zero. */
#ifndef STET_CORRECT_ORBITS_H
#define STET_CORRECT_ORBITS_H

#include <stddef.h>
#include <stdint.h>

#include "stet.h"

/* Flag of a member: its chi(c) is -1, relative to the first member. */
#define STET_ORBIT_MINUS 0x80000000u

/* Holds the orbits of all n outputs, which are counted row-major. Members of an orbit are in
 * ascending order. */
struct stet_orbits {
    ptrdiff_t n, count;
    uint32_t *of;     /* n: the orbit of each output */
    uint32_t *start;  /* count + 1: first index in member of each orbit */
    uint32_t *member; /* n: outputs, and STET_ORBIT_MINUS */
    uint8_t *rooted;  /* count: f > 1 and sqrt(f) is in the field; NULL if f is 1 */
};

/* Finds the orbits for the root sqrt(f) of the norm, f free of squares. Returns STET_OK, or
 * STET_E_MEMORY, also if there are more outputs than 2^31 - 1. Call destroy in either case. */
stet_status stet_orbits_create(struct stet_orbits *orbits, int rank, const ptrdiff_t *lengths,
                               int64_t f);
void stet_orbits_destroy(struct stet_orbits *orbits);

#endif
