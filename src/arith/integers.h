/* SPDX-License-Identifier: Apache-2.0 */
/* Small number theory: this header has factors and residue symbols. */
#ifndef STET_ARITH_INTEGERS_H
#define STET_ARITH_INTEGERS_H

#include <stdbool.h>
#include <stdint.h>

#include "arith/bits.h"
#include "base/private.h"

/* The first 15 primes have a product below 2^60, the first 16 have one above it. */
#define STET_PRIMES 16

struct stet_primes {
    int count;
    int64_t p[STET_PRIMES];
    int exponent[STET_PRIMES];
};

/* Multiplies the number that *primes stands for by n >= 1. count = 0 stands for 1. */
void stet_primes_times(struct stet_primes *primes, int64_t n);

STET_PRIVATE int64_t stet_gcd(int64_t a, int64_t b);

/* Returns a b mod n, 0 <= a, b < n. */
static inline int64_t stet_times_mod(int64_t a, int64_t b, int64_t n)
{
    if ((a | b) >> 31 == 0)
        return a * b % n;
    return (int64_t)((stet_u128)(uint64_t)a * (uint64_t)b % (uint64_t)n);
}

/* Returns the Jacobi symbol (a/n), n odd and positive, a >= 0. */
int stet_jacobi(int64_t a, int64_t n);

#endif
