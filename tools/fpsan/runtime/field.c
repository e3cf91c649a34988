/* SPDX-License-Identifier: Apache-2.0 */
/* This file computes in F_p, with its roots of unity and square roots.
 *
 * Equal over the complex numbers implies equal here: if L divides p - 1, then p splits in
 * Q(zeta_L), and zeta_L -> g^((p-1)/L) is a ring homomorphism from Z[1/2, zeta_L] to F_p, where g
 * is any primitive root. Every dyadic number, cosine and sine of 2 pi k/L, and every quotient whose
 * denominator does not vanish modulo p, has its image. */
#include "field.h"
#include "meaning.h"

#include <stddef.h>

struct fpsan_field_state fpsan_field;
static uint32_t generator;
static uint64_t hash_seed;

uint32_t fpsan_add(uint32_t a, uint32_t b) { return (uint32_t)(((uint64_t)a + b) % fpsan_field.p); }

uint32_t fpsan_subtract(uint32_t a, uint32_t b)
{
    return (uint32_t)(((uint64_t)a + fpsan_field.p - b) % fpsan_field.p);
}

/* Returns x mod p. The quotient is at most 1 too small, as in instr/field.c. A division takes far
 * longer. */
static uint32_t modulo(uint64_t x)
{
    __extension__ typedef unsigned __int128 wide;
    const uint64_t q = (uint64_t)((wide)x * fpsan_field.inverse >> 64);
    const uint64_t r = x - q * fpsan_field.p;
    return (uint32_t)(r < fpsan_field.p ? r : r - fpsan_field.p);
}

uint32_t fpsan_multiply(uint32_t a, uint32_t b) { return modulo((uint64_t)a * b); }

static uint32_t power_modulo(uint32_t a, uint64_t n, uint32_t p)
{
    uint64_t y = 1, x = a % p;
    for (; n; n >>= 1, x = x * x % p)
        if (n & 1)
            y = y * x % p;
    return (uint32_t)y;
}

uint32_t fpsan_power(uint32_t a, uint64_t n)
{
    uint32_t y = 1, x = a;
    for (; n; n >>= 1, x = fpsan_multiply(x, x))
        if (n & 1)
            y = fpsan_multiply(y, x);
    return y;
}
uint32_t fpsan_invert(uint32_t a) { return fpsan_power(a, fpsan_field.p - 2); }

uint32_t fpsan_from_integer(int64_t n)
{
    const int64_t r = n % (int64_t)fpsan_field.p;
    return (uint32_t)(r < 0 ? r + fpsan_field.p : r);
}

int64_t fpsan_centered(uint32_t a)
{
    return a > fpsan_field.half ? (int64_t)a - fpsan_field.p : (int64_t)a;
}

uint32_t fpsan_hash(uint64_t a, uint64_t b)
{
    uint64_t h = hash_seed ^ (a * UINT64_C(0x9e3779b97f4a7c15));
    for (int i = 0; i < 2; i++) { /* murmur3's finaliser, once per word */
        h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
        h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
        h = (h ^ h >> 33) + (i == 0 ? b * UINT64_C(0xd6e8feb86659fd93) : 0);
    }
    return (uint32_t)(h % fpsan_field.p);
}

int fpsan_is_prime(uint32_t n)
{
    if (n < 2 || (n % 2 == 0 && n > 2))
        return 0;
    for (uint64_t d = 3; d * d <= n; d += 2)
        if (n % d == 0)
            return 0;
    return 1;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t r = a % b;
        a = b, b = r;
    }
    return a;
}

uint32_t fpsan_field_prime(int index, const uint32_t *orders, int count)
{
    static const uint32_t wanted[] = {16, 3, 5, 9, 7, 64, 256, 1024, 4096, 16384};
    const uint64_t limit = 1 << 24;
    uint64_t m = 16;
    for (int i = 0; i < count; i++) {
        m = m / gcd(m, 4 * (uint64_t)orders[i]) * 4 * orders[i];
        if (m >= FPSAN_LARGEST_PRIME)
            return 0;
    }
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const uint64_t larger = m / gcd(m, wanted[i]) * wanted[i];
        if (larger <= limit)
            m = larger;
    }
    for (uint64_t k = (FPSAN_LARGEST_PRIME - 1) / m; k > 0; k--)
        if (fpsan_is_prime((uint32_t)(k * m + 1)) && index-- == 0)
            return (uint32_t)(k * m + 1);
    return 0;
}

/* Reports whether g generates F_p^*: g^((p-1)/q) != 1 for every prime q that divides p - 1. */
static int generates(uint32_t g, uint32_t p)
{
    uint32_t rest = p - 1;
    for (uint32_t q = 2; (uint64_t)q * q <= rest; q++) {
        if (rest % q)
            continue;
        if (power_modulo(g, (p - 1) / q, p) == 1)
            return 0;
        while (rest % q == 0)
            rest /= q;
    }
    return rest == 1 || power_modulo(g, (p - 1) / rest, p) != 1;
}

/* Sets the bits that flip the signs of boxes. Bit 55 of a double's box and bit 30 of a float's are
 * 0 for every residue, so they flip all signs. */
static void set_boxes(void)
{
    const uint64_t bit = fpsan_meaning.box_bit;
    fpsan_field.flip64 = fpsan_meaning.bits ? UINT64_C(1) << 63 : 0;
    fpsan_field.flip32 = fpsan_meaning.bits ? UINT32_C(1) << 31 : 0;
    fpsan_field.shift64 = 63 - (bit ? bit : 55);
    fpsan_field.shift32 = 31 - (uint32_t)(bit ? bit : 30);
}

static void set_prime(uint32_t p)
{
    int bits = 0;
    while (p >> bits)
        bits++;
    const uint64_t square = UINT64_C(1) << (2 * bits); /* bits <= 31 */
    fpsan_field = (struct fpsan_field_state){.barrett = square / p,
                                             .low_shift = (uint64_t)bits - 1,
                                             .high_shift = (uint64_t)bits + 1,
                                             .inverse = UINT64_MAX / p, /* p is no power of 2 */
                                             .p = p,
                                             .half = (p - 1) / 2};
    set_boxes();
    generator = 2;
    while (!generates(generator, p))
        generator++;
}

const char *fpsan_field_setup(uint32_t p, uint64_t seed, const uint32_t *orders, int count)
{
    if (p > FPSAN_LARGEST_PRIME)
        return "the prime is larger than 1321205761";
    if (p < 5 || !fpsan_is_prime(p))
        return "not a prime above 3";
    if ((p - 1) % 4)
        return "p - 1 must be a multiple of 4, for there is no square root of -1 otherwise";
    set_prime(p);
    fpsan_field_generation++;
    hash_seed = seed * UINT64_C(0xa0761d6478bd642f) + 1;
    return fpsan_table_build(orders, count);
}

void fpsan_field_close(void) { fpsan_table_free(); }

uint32_t fpsan_root(int64_t k, uint32_t n)
{
    const int64_t r = k % (int64_t)n;
    const uint64_t step = (fpsan_field.p - 1) / n;
    return fpsan_power(generator, step * (uint64_t)(r < 0 ? r + n : r));
}

static uint32_t halved(uint32_t a) { return a & 1 ? (a >> 1) + fpsan_field.half + 1 : a >> 1; }

uint32_t fpsan_cosine(int64_t k, uint32_t n)
{
    return halved(fpsan_add(fpsan_root(k, n), fpsan_root(-k, n)));
}

uint32_t fpsan_sine(int64_t k, uint32_t n)
{
    const uint32_t difference = fpsan_subtract(fpsan_root(k, n), fpsan_root(-k, n));
    return halved(fpsan_multiply(difference, fpsan_root(-1, 4)));
}

/* Returns a square root of a prime, or 0. If its roots of unity are in the field, this is Gauss's
 * sum, so that the sign is that of the real square root under the homomorphism above. If not,
 * either root of x^2 = q extends the homomorphism. */
static uint32_t root_of_prime(uint32_t q)
{
    const uint32_t p = fpsan_field.p;
    if (q == 2 && (p - 1) % 8 == 0)
        return fpsan_add(fpsan_root(1, 8), fpsan_root(-1, 8));
    if (q != 2 && q < 4096 && (p - 1) % q == 0) {
        uint32_t sum = 1; /* sum over x of exp(2 pi i x^2/q) = sqrt(q) or i sqrt(q) */
        for (uint32_t x = 1; x < q; x++)
            sum = fpsan_add(sum, fpsan_root((int64_t)((uint64_t)x * x % q), q));
        return q % 4 == 1 ? sum : fpsan_multiply(sum, fpsan_root(-1, 4));
    }
    if (q % p == 0 || fpsan_power(q, (p - 1) / 2) != 1)
        return 0;
    /* Tonelli and Shanks, with the generator: finds the even e with q = g^e bit by bit. */
    uint32_t odd = p - 1, s = 0;
    while (odd % 2 == 0)
        odd /= 2, s++;
    uint64_t e = 0;
    const uint32_t base = fpsan_power(q, odd), g = fpsan_power(generator, odd);
    for (uint32_t i = 1; i < s; i++) {
        const uint32_t rest = fpsan_multiply(base, fpsan_invert(fpsan_power(g, e)));
        if (fpsan_power(rest, UINT64_C(1) << (s - 1 - i)) != 1)
            e |= UINT64_C(1) << i;
    }
    /* q^odd = g^e, so the square of q^((odd+1)/2) g^(-e/2) is q. */
    return fpsan_multiply(fpsan_power(q, (odd + 1) / 2), fpsan_invert(fpsan_power(g, e / 2)));
}

uint32_t fpsan_square_root(uint32_t n)
{
    uint32_t result = 1;
    for (uint32_t q = 2; n > 1; q++) {
        if ((uint64_t)q * q > n)
            q = n;
        unsigned exponent = 0;
        while (n % q == 0)
            n /= q, exponent++;
        result = fpsan_multiply(result, fpsan_power(q, exponent / 2));
        if (exponent % 2)
            result = fpsan_multiply(result, root_of_prime(q));
    }
    return result;
}

/* pi is transcendental, so any element except zero is correct. */
uint32_t fpsan_pi(void)
{
    const uint32_t h = fpsan_hash(314159265, 358979323);
    return h ? h : 2;
}

int fpsan_rational(uint32_t a, uint32_t limit, int64_t *numerator, int64_t *denominator)
{
    /* These are the remainders of Euclid's algorithm on (p, a) with their cofactors (Wang 1981). */
    int64_t r0 = fpsan_field.p, r1 = a, t0 = 0, t1 = 1;
    while (r1 > (int64_t)limit) {
        const int64_t q = r0 / r1, r2 = r0 - q * r1, t2 = t0 - q * t1;
        r0 = r1, r1 = r2, t0 = t1, t1 = t2;
    }
    if (t1 == 0 || t1 > (int64_t)limit || -t1 > (int64_t)limit)
        return 0;
    *numerator = t1 < 0 ? -r1 : r1;
    *denominator = t1 < 0 ? -t1 : t1;
    return gcd((uint64_t)r1, (uint64_t)*denominator) == 1 || r1 == 0;
}
