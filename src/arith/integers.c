/* SPDX-License-Identifier: Apache-2.0 */
#include "arith/integers.h"

static void times_prime(struct stet_primes *primes, int64_t p)
{
    int i = 0;
    while (i < primes->count && primes->p[i] != p)
        i++;
    if (i == primes->count) {
        primes->p[i] = p;
        primes->exponent[i] = 0;
        primes->count++;
    }
    primes->exponent[i]++;
}

void stet_primes_times(struct stet_primes *primes, int64_t n)
{
    for (int64_t p = 2; p * p <= n; p += 1 + (p > 2))
        for (; n % p == 0; n /= p)
            times_prime(primes, p);
    if (n > 1)
        times_prime(primes, n);
}

int64_t stet_gcd(int64_t a, int64_t b)
{
    if (b > 0 && (b & (b - 1)) == 0) /* the lowest set bit of both */
        return (a | b) & -(a | b);
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Uses quadratic reciprocity, and (2/n) = -1 for n = 3, 5 mod 8. */
int stet_jacobi(int64_t a, int64_t n)
{
    int sign = 1;
    a %= n;
    while (a != 0) {
        int twos = __builtin_ctzll((uint64_t)a);
        a >>= twos;
        if (twos % 2 == 1 && (n % 8 == 3 || n % 8 == 5))
            sign = -sign;
        if (a % 4 == 3 && n % 4 == 3)
            sign = -sign;
        int64_t rest = n % a;
        n = a;
        a = rest;
    }
    return n == 1 ? sign : 0;
}
