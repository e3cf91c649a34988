/* SPDX-License-Identifier: Apache-2.0 */
/* Inside tower.c: the answers for all orbits of a one-dimensional transform.
 *
 * Orbits. k = g k', g = gcd(k, N), L = N/g. The outputs of order L fall into the orbits of k' = 1 and k' = 3
 * mod 4 if 4 | L, and are one orbit otherwise; with sqrt(f) in the field each of these has two
 * halves, with values of opposite sign. With eta = zeta_L^k',
 *   X_k = sum_n z_n eta^-n,   z_n = sum of the inputs at n, n + L, n + 2 L, ...
 * in which k' occurs no more, but for i = eta^(sigma L/4), sigma = 1 or -1 for k' = 1 or 3 mod 4. So there are
 * at most four questions for each divisor L of N, about one folded input: sigma, times two parts. */
#ifndef STET_CORRECT_TOWER_H
#define STET_CORRECT_TOWER_H

#include "correct/class.h"

/* Question 2 s + part of a divisor, s = 0 for sigma = 1 (and for odd L/2), 1 for sigma = -1. */
enum { STET_TOWER_QUESTIONS = 4, STET_TOWER_BINS = 7 };

/* One divisor. open[]: no coordinate that has to be zero has been found not to be. sum[]: planes digits of
 * the one that is left, times the mark of its question. */
struct stet_floor {
    int64_t L;
    bool open[STET_TOWER_QUESTIONS];
    int64_t *sum[STET_TOWER_QUESTIONS];
    double bin[STET_TOWER_QUESTIONS][STET_TOWER_BINS]; /* plain: the sum, of exact doubles */
    int64_t divisor; /* the output is the sum over this: its sign is for k' = 1 */
};

struct stet_tower {
    int count;
    struct stet_floor *floor; /* the divisors, largest first */
    int64_t *sums;
    bool plain; /* bin[], not sum[] */
    bool wide;  /* two bins are too few */
};

/* Answer all questions; STET_OK or STET_E_MEMORY. tower_two.c: N a power of two. tower_ring.c: any N.
 * tower_plain.c: N a power of two from 8 on, complex inputs, f = 1; if tower->plain is still false
 * afterwards the inputs do not fit in its doubles. */
stet_status stet_tower_fill_plain(struct stet_exact *exact, struct stet_tower *tower);
stet_status stet_tower_fill_two(struct stet_exact *exact, struct stet_tower *tower);
stet_status stet_tower_fill_ring(struct stet_exact *exact, struct stet_tower *tower);

/* True if a coordinate of a question about the folded input a, b (NULL: zeros) is not zero in this plane: a few
 * are looked at, and most questions end so. */
bool stet_tower_glance(const struct stet_ring *ring, const int64_t *a, const int64_t *b, int part,
                       int sigma, uint64_t mask);

#endif
