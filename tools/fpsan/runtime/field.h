/* SPDX-License-Identifier: Apache-2.0 */
/* The prime field F_p with roots of unity. A payload is a residue in [0, p). Its highest bit is the
 * taint "undefined" (after a division by zero), which results inherit.
 *
 * In memory a payload is BOXED in the bits of a float or double (see fpsan_field_unembed()). Small
 * integers are the numbers themselves, and any other pattern is a literal whose value is
 * recognised: see field_value.c. */
#ifndef FPSAN_RUNTIME_FIELD_H
#define FPSAN_RUNTIME_FIELD_H

#include "kinds.h"

#define FPSAN_TAINT UINT32_C(0x80000000)

/* Magnitudes of boxed floats are 0x7fffff + v with 1 <= v <= (p-1)/2, those of doubles 2023 * 2^52
 * + v; v = 0 stands for "undefined". 16-bit formats store v itself, at most FPSAN_BOX16; v =
 * FPSAN_BOX16 + 1 stands for "undefined". */
#define FPSAN_BOX32 UINT32_C(0x007fffff)
#define FPSAN_BOX64 (UINT64_C(2023) << 52)
#define FPSAN_BOX16 6144u
/* Residues in [-FPSAN_ORDERED, FPSAN_ORDERED) count as integers: they have the order of numbers,
 * and no other meaning changes it. A residue that is small by chance, 6e-6 of all, may cause a
 * false difference. So `fpsan check` checks differences that depend on the order modulo another
 * prime too. */
#define FPSAN_ORDERED 4096u
/* Integers up to this magnitude are not boxed. */
#define FPSAN_SMALL 2048u
/* The largest prime is 2^22 * 315 + 1. With larger ones, boxes would reach numbers of ordinary
 * size. */
#define FPSAN_LARGEST_PRIME UINT32_C(1321205761)

/* Instrumented code reads this: p; Barrett's constant floor(2^(2n) / p), where n is the number of
 * bits of p; the shifts n - 1 and n + 1; floor(2^64 / p). */
struct fpsan_field_state {
    uint64_t barrett, low_shift, high_shift, inverse;
    uint32_t p, half; /* (p - 1) / 2 */
    /* With other boxes (meaning.h) flip is the bit of the sign, else 0. A box keeps its sign if the
     * bit that shift moves to the sign is 1. */
    uint64_t flip64, shift64;
    uint32_t flip32, shift32;
};
extern struct fpsan_field_state fpsan_field;

/* Sets the prime, the seed of hashes, and the orders N whose cos(2 pi k/N) are recognised. Returns
 * NULL or an error message. */
const char *fpsan_field_setup(uint32_t p, uint64_t seed, const uint32_t *orders, int count);
void fpsan_field_close(void);

/* Returns the index-th largest prime for these orders, or 0: 4 N divides p - 1 for each order, and
 * so do as many small numbers as possible. */
uint32_t fpsan_field_prime(int index, const uint32_t *orders, int count);

int fpsan_is_prime(uint32_t n);

/* These compute with residues without taint. */
uint32_t fpsan_add(uint32_t a, uint32_t b);
uint32_t fpsan_subtract(uint32_t a, uint32_t b);
uint32_t fpsan_multiply(uint32_t a, uint32_t b);
uint32_t fpsan_power(uint32_t a, uint64_t n);
uint32_t fpsan_invert(uint32_t a); /* a != 0 */
uint32_t fpsan_from_integer(int64_t n);
int64_t fpsan_centered(uint32_t a); /* returns a in [-(p-1)/2, (p-1)/2] */
uint32_t fpsan_hash(uint64_t a, uint64_t b);

/* fpsan_root() returns exp(2 pi i k/n); n must divide p - 1. fpsan_square_root() returns the square
 * root of n, or 0 if there is none. */
uint32_t fpsan_root(int64_t k, uint32_t n);
uint32_t fpsan_cosine(int64_t k, uint32_t n); /* lcm(n, 4) must divide p - 1 */
uint32_t fpsan_sine(int64_t k, uint32_t n);
uint32_t fpsan_square_root(uint32_t n);
uint32_t fpsan_pi(void);

/* Finds a = numerator / denominator with both at most limit in magnitude and denominator > 0.
 * Returns 1 and the fraction, which is unique if 2 limit^2 < p, or 0. */
int fpsan_rational(uint32_t a, uint32_t limit, int64_t *numerator, int64_t *denominator);

/* Each setup increases it, which invalidates cached answers; it is 0 before the first setup. */
extern uint32_t fpsan_field_generation;

/* Return the payload of a bit pattern, and the bits of a payload. */
uint32_t fpsan_field_embed(uint64_t bits, uint32_t kind);
uint64_t fpsan_field_unembed(uint32_t payload, uint32_t kind);
/* Counts payloads that did not fit a 16-bit format. */
extern uint64_t fpsan_field_overflowed;

/* Returns the value of an enum fpsan_operation. The second operand of ldexp is an integer. */
uint32_t fpsan_field_call(uint32_t operation, uint32_t kind, uint32_t a, uint32_t b);

/* Stores a name for a payload: "3/4", "cos(2 pi 3/64)", "undefined", or its residue. */
void fpsan_field_name(uint32_t payload, char *text, unsigned size);

/* This is an entry of the table of recognised values (field_table.c). */
struct fpsan_entry {
    double value; /* in (0, 1) */
    uint32_t element, n;
    int32_t k, other; /* other: for a ratio of sines */
    char function;    /* c: cos, t: tan, r: a ratio of sines */
};
const char *fpsan_table_build(const uint32_t *orders, int count);
void fpsan_table_free(void);
const struct fpsan_entry *fpsan_table_nearest(double value, double tolerance);
const struct fpsan_entry *fpsan_table_element(uint32_t element);

#endif
