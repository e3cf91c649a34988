/* SPDX-License-Identifier: Apache-2.0 */
/* The prime field F_p with roots of unity. A payload is a residue in [0, p); its highest bit
 * is the taint "undefined" (a division by zero went into it) and travels along.
 *
 * In memory a payload is BOXED in the bits of a float or double (field_box() says how), small
 * integers are the numbers themselves, and any other pattern is a literal whose value is
 * recognised: see field_value.c. */
#ifndef FPSAN_RUNTIME_FIELD_H
#define FPSAN_RUNTIME_FIELD_H

#include "kinds.h"

#define FPSAN_TAINT UINT32_C(0x80000000)

/* Magnitudes of boxed floats are 0x7fffff + v, 1 <= v <= (p-1)/2, those of doubles
 * 2023 * 2^52 + v; v = 0 stands for "undefined". 16-bit formats: v itself, and no more than
 * FPSAN_BOX16 of them, above which v = FPSAN_BOX16 + 1 stands for "undefined". */
#define FPSAN_BOX32 UINT32_C(0x007fffff)
#define FPSAN_BOX64 (UINT64_C(2023) << 52)
#define FPSAN_BOX16 6144u
/* Residues in [-FPSAN_ORDERED, FPSAN_ORDERED) count as integers, whose order is that of numbers: no
 * other meaning changes it. One that is so by chance, 6e-6 of all, may show a difference where
 * there is none; so what `fpsan check` finds by these it looks at modulo another prime too. */
#define FPSAN_ORDERED 4096u
/* Integers up to this magnitude are not boxed. */
#define FPSAN_SMALL 2048u
/* The largest prime: 2^22 * 315 + 1; above, boxes would reach numbers of ordinary size. */
#define FPSAN_LARGEST_PRIME UINT32_C(1321205761)

/* Read by instrumented code: p; Barrett's constant floor(2^(2n) / p), n being the number of
 * bits of p; the shifts n - 1 and n + 1; floor(2^64 / p). */
struct fpsan_field_state {
    uint64_t barrett, low_shift, high_shift, inverse;
    uint32_t p, half; /* (p - 1) / 2 */
    /* With other boxes (meaning.h) the bit of the sign, or 0; and the shift to it of the bit that
     * leaves the sign as it is where it is 1. */
    uint64_t flip64, shift64;
    uint32_t flip32, shift32;
};
extern struct fpsan_field_state fpsan_field;

/* Choose the prime, the seed of hashes, and the orders N whose cos(2 pi k/N) are recognised.
 * Returns NULL or what is wrong. */
const char *fpsan_field_setup(uint32_t p, uint64_t seed, const uint32_t *orders, int count);
void fpsan_field_close(void);

/* The index-th largest prime for these orders, or 0: 4 N divides p - 1 for each of them, and so
 * do as many small numbers as fit. */
uint32_t fpsan_field_prime(int index, const uint32_t *orders, int count);

int fpsan_is_prime(uint32_t n);

/* Arithmetic on residues without taint. */
uint32_t fpsan_add(uint32_t a, uint32_t b);
uint32_t fpsan_subtract(uint32_t a, uint32_t b);
uint32_t fpsan_multiply(uint32_t a, uint32_t b);
uint32_t fpsan_power(uint32_t a, uint64_t n);
uint32_t fpsan_invert(uint32_t a); /* a != 0 */
uint32_t fpsan_from_integer(int64_t n);
int64_t fpsan_centered(uint32_t a); /* in [-(p-1)/2, (p-1)/2] */
uint32_t fpsan_hash(uint64_t a, uint64_t b);

/* exp(2 pi i k/n); n must divide p - 1. The square root of n, or 0 if there is none. */
uint32_t fpsan_root(int64_t k, uint32_t n);
uint32_t fpsan_cosine(int64_t k, uint32_t n); /* lcm(n, 4) must divide p - 1 */
uint32_t fpsan_sine(int64_t k, uint32_t n);
uint32_t fpsan_square_root(uint32_t n);
uint32_t fpsan_pi(void);

/* a = numerator / denominator with both at most limit in magnitude, denominator > 0: returns 1
 * and the fraction, which is unique if 2 limit^2 < p, or 0. */
int fpsan_rational(uint32_t a, uint32_t limit, int64_t *numerator, int64_t *denominator);

/* Raised by each setup, so that answers to the one before are no longer used; 0 before the first.
 */
extern uint32_t fpsan_field_generation;

/* The payload of a bit pattern, and the bits of a payload. */
uint32_t fpsan_field_embed(uint64_t bits, uint32_t kind);
uint64_t fpsan_field_unembed(uint32_t payload, uint32_t kind);
/* Payloads that did not fit a 16-bit format, so far. */
extern uint64_t fpsan_field_overflowed;

/* Value of an enum fpsan_operation. The second operand of ldexp is an integer. */
uint32_t fpsan_field_call(uint32_t operation, uint32_t kind, uint32_t a, uint32_t b);

/* A name for a payload: "3/4", "cos(2 pi 3/64)", "undefined", or its residue. */
void fpsan_field_name(uint32_t payload, char *text, unsigned size);

/* The table of recognised values (field_table.c). */
struct fpsan_entry {
    double value; /* in (0, 1) */
    uint32_t element, n;
    int32_t k, other; /* other: of a ratio of sines */
    char function;    /* c: cos, t: tan, r: sin(2 pi k/n) / sin(2 pi other/n) */
};
const char *fpsan_table_build(const uint32_t *orders, int count);
void fpsan_table_free(void);
const struct fpsan_entry *fpsan_table_nearest(double value, double tolerance);
const struct fpsan_entry *fpsan_table_element(uint32_t element);

#endif
