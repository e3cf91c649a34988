/* SPDX-License-Identifier: Apache-2.0 */
/* Lists the results that algebra cannot distinguish from a given one.
 *
 * Let K be the field of the roots of unity of order lcm(4, N'), where N' is the order of the index
 * k. An automorphism that takes each root to its c-th power, with c = 1 mod 4 and prime to the
 * order, keeps i, and takes Re X[k] to Re X[ck], Im X[k] to Im X[ck], if the input is rational. (c
 * = 3 mod 4 gives Re X[-ck], which is nothing new.) So these are all the conjugates of a part of a
 * result. */
#ifndef STET_VERIFY_ORBIT_H
#define STET_VERIFY_ORBIT_H

#include "verify/problem.h"

struct orbit {
    const struct problem *problem;
    size_t k[RANK_MAX];
    int part; /* 0: real, 1: imaginary */
    size_t order, c;
    size_t at;   /* point of the member in the stored row */
    double sign; /* -1 where X[-k] = conj X[k] is stored, else 1 */
};

/* Starts the orbit of a part of the stored point k. Returns false if the orbit is too large. */
bool orbit_start(struct orbit *o, const struct problem *p, size_t k, int part);
/* Moves to the next member; the first one is k itself. Returns false at the end. */
bool orbit_next(struct orbit *o);

#endif
