/* SPDX-License-Identifier: Apache-2.0 */
/* One transform apart from how it is run: what decides the output bits, and the
 * packed arrays (contiguous, row-major, unpadded) that tests compare. */
#ifndef STET_TESTS_LIB_TRANSFORM_H
#define STET_TESTS_LIB_TRANSFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/layout.h"
#include "stet.h"

#define TRANSFORM_RANK 6

struct transform {
    stet_kind kind;
    stet_precision precision;
    stet_direction direction;
    stet_norm norm;
    int rank;
    ptrdiff_t n[TRANSFORM_RANK];
    stet_level level;                  /* 0: native */
    stet_half_mode half_mode;          /* of f16 and bf16; 0: IO */
    stet_r2r_kind r2r[TRANSFORM_RANK]; /* of kind STET_R2R */
};

enum side { SIDE_IN, SIDE_OUT };

/* A one-dimensional transform with STET_NORM_BACKWARD, in its first direction. */
struct transform transform_1d(stet_kind kind, stet_precision precision, ptrdiff_t n);

/* The same of kind STET_R2R. */
struct transform transform_r2r_1d(stet_r2r_kind r2r, stet_precision precision, ptrdiff_t n);

/* The product of the logical lengths: N of the norms. */
double transform_logical(const struct transform *t);

/* Bytes of one real number. */
size_t transform_real(const struct transform *t);

bool transform_is_complex(const struct transform *t, enum side side);

/* The length of axis i as stored on that side: n/2 + 1 for the last one of a
 * half spectrum. */
ptrdiff_t transform_length(const struct transform *t, enum side side, int i);

/* The packed array of a side: its layout, its size in real numbers and in bytes. */
struct layout transform_layout(const struct transform *t, enum side side);
size_t transform_reals(const struct transform *t, enum side side);
size_t transform_bytes(const struct transform *t, enum side side);

/* Options for packed arrays. dims has room for the rank; it and *t must outlive them. */
stet_options transform_options(const struct transform *t, stet_dim *dims);

/* Real number i of a packed array. */
double transform_number(const struct transform *t, const void *x, size_t i);

/* Unit roundoff of the precision: 2^-24, 2^-53, 2^-11 (f16), 2^-8 (bf16). */
double transform_roundoff(const struct transform *t);

/* Zeroed memory for count packed arrays of a side; never NULL. Give back with free(). */
void *transform_alloc(const struct transform *t, enum side side, size_t count);

/* Run it on packed arrays, in and out different. STET_E_HALF_RANGE, after which the output is
 * there, counts as STET_OK. */
stet_status transform_run(const struct transform *t, const void *in, void *out);

/* One-dimensional transforms along an axis of a packed complex array, in place. */
void transform_along_axis(const struct transform *t, int axis, void *array);

/* Give every NaN among count numbers at x the same bits. */
void canonical_nan(void *x, stet_precision precision, size_t count);

/* SHA-256 in hexadecimal of count numbers at x, NaN canonical, little-endian. */
void canonical_digest(const void *x, stet_precision precision, size_t count, char hex[65]);

/* The first of count numbers that differ in bits, two NaN being the same; count
 * if there is none. */
size_t first_difference(const void *a, const void *b, stet_precision precision, size_t count);

/* The outputs of the transform, compared so. */
bool transform_same(const struct transform *t, const void *a, const void *b);

#endif
