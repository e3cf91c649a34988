/* SPDX-License-Identifier: Apache-2.0 */
/* The ring Z/2^w of a format of w bits, as in Triton's FPSan: the embedding phi of bit patterns and
 * the operations on payloads. A payload is in the low w bits of a uint64_t. */
#ifndef FPSAN_RUNTIME_RING_H
#define FPSAN_RUNTIME_RING_H

#include "kinds.h"

/* The constants of a format. first and second are the odd multipliers of phi. */
struct fpsan_ring_format {
    unsigned width, mantissa;
    uint64_t first, second, first_inverse, second_inverse;
};

extern const struct fpsan_ring_format fpsan_ring_formats[FPSAN_KINDS];

/* These are phi and its inverse. phi(0) = 0, phi(1) = 1, phi(-x) = -phi(x) for x != 0. */
uint64_t fpsan_ring_embed(uint64_t bits, int kind);
uint64_t fpsan_ring_unembed(uint64_t payload, int kind);

/* Returns the payload of a literal: phi of it, except for -0.0, which is 0, and for other
 * meanings. */
uint64_t fpsan_ring_literal(uint64_t bits, int kind);

/* Returns the value of an enum fpsan_operation. The second operand of ldexp is an integer. */
uint64_t fpsan_ring_call(uint32_t operation, uint32_t kind, uint64_t a, uint64_t b);

/* 3511 if narrowing casts fold the discarded bits in, 0 if they are homomorphisms. Instrumented
 * code reads it too. */
extern uint64_t fpsan_ring_fold;
uint64_t fpsan_ring_cast(uint64_t payload, int from, int to);

/* Sets exponential to "2026", 1 + 2^(w/4), or "article", the base 0xa343836d, and casts to
 * "homomorphic" or "fold". NULL is the default, 2026 and homomorphic. Returns NULL or an error
 * message. */
const char *fpsan_ring_configure(const char *exponential, const char *casts);

#endif
