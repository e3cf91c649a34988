/* SPDX-License-Identifier: Apache-2.0 */
/* The results that algebra cannot tell from a given one.
 *
 * Let K be the field of the roots of unity of order lcm(4, N'), N' the order of the index k. An
 * automorphism that takes each root to its c-th power, c = 1 mod 4 and prime to the order, leaves
 * i as it is, and takes Re X[k] to Re X[ck], Im X[k] to Im X[ck], if the input is rational. (c = 3
 * mod 4 gives Re X[-ck]: nothing new.) So these are all the conjugates of a part of a result. */
#ifndef STET_VERIFY_ORBIT_H
#define STET_VERIFY_ORBIT_H

#include "verify/problem.h"

struct orbit {
    const struct problem *problem;
    size_t k[RANK_MAX];
    int part; /* 0 real, 1 imaginary */
    size_t order, c;
    size_t at;   /* the member: its point in the row as stored, */
    double sign; /* and 1 or -1: of a half spectrum the other half is X[-k] = conj X[k] */
};

/* The orbit of part of the stored point k. False if it is too large to go through. */
bool orbit_start(struct orbit *o, const struct problem *p, size_t k, int part);
/* The next member; the first time it is k itself. False at the end. */
bool orbit_next(struct orbit *o);

#endif
