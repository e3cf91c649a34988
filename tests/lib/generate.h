/* SPDX-License-Identifier: Apache-2.0 */
/* Test inputs that are the same bits on every machine.
 *
 * Every number is assembled from integers: no libm, no rounding, no dependence
 * on the caller's floating-point environment. */
#ifndef STET_TESTS_LIB_GENERATE_H
#define STET_TESTS_LIB_GENERATE_H

#include <stddef.h>
#include <stdint.h>

#include "stet.h"

/* The families of inputs; golden files name them by generate_name(). */
enum generate_family {
    GENERATE_UNIFORM,    /* multiples of one half ulp of 1 in [-1, 1) */
    GENERATE_INTEGER,    /* integers from -128 to 127 */
    GENERATE_IMPULSE,    /* one 1 among +0, at index seed modulo count */
    GENERATE_CONSTANT,   /* one uniform number everywhere */
    GENERATE_MIXED,      /* biased: every exponent, zeros of both signs, powers of two */
    GENERATE_SUBNORMAL,  /* subnormal numbers and zeros */
    GENERATE_HUGE,       /* within a factor of two of overflow */
    GENERATE_LARGE,      /* large, but no sum of 2^20 of them overflows */
    GENERATE_NEGZERO,    /* -0 everywhere but in one place */
    GENERATE_ALLNEGZERO, /* -0 everywhere */
    GENERATE_INFINITY,   /* uniform, with one infinity */
    GENERATE_INFINITIES, /* uniform, with an infinity in every eighth place or so */
    GENERATE_NAN,        /* uniform, with one NaN */
    GENERATE_ZEROS,      /* zeros of both signs */
    GENERATE_FAMILIES
};

const char *generate_name(enum generate_family family);

/* The family of that name, or GENERATE_FAMILIES. */
enum generate_family generate_find(const char *name);

/* splitmix64 (Steele, Lea and Flood 2014): the next number of the sequence. */
uint64_t generate_next(uint64_t *state);

/* A number below bound, which is at least 1. */
size_t generate_below(uint64_t *state, size_t bound);

/* count numbers of the precision at x, which needs no alignment. */
void generate_reals(void *x, stet_precision precision, size_t count, enum generate_family family,
                    uint64_t seed);

/* Bytes of one real number. */
static inline size_t generate_size(stet_precision precision)
{
    return precision == STET_F64 ? sizeof(double) : precision == STET_F32 ? sizeof(float) : 2;
}

#endif
