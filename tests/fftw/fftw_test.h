/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the FFTW interface share: Debian's fftw3.h in one of the precisions
 * (STET_FFTW_BITS), and stet.h as the reference. */
#ifndef STET_TESTS_FFTW_TEST_H
#define STET_TESTS_FFTW_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <fftw3.h>

#include "stet.h"

#if STET_FFTW_BITS == 32
typedef float real;
#define FFTW(name) fftwf_##name
#define FORTRAN(name) sfftw_##name
#define PRECISION STET_F32
#define UNIT 0x1p-24
#elif STET_FFTW_BITS == 64
typedef double real;
#define FFTW(name) fftw_##name
#define FORTRAN(name) dfftw_##name
#define PRECISION STET_F64
#define UNIT 0x1p-53
#endif

typedef FFTW(complex) pair;

/* The next of a sequence that is the same everywhere. */
uint64_t next_random(uint64_t *state);
ptrdiff_t random_from(uint64_t *state, ptrdiff_t least, ptrdiff_t most);
/* Numbers between -1 and 1 of many exponents. */
void fill_random(uint64_t *state, real *x, size_t count);

typedef enum kind { C2C, R2C, C2R } kind;

/* The transform by stet.h of contiguous arrays, unnormalised; level as of stet.h. */
void stet_reference(kind k, int backward, int rank, const ptrdiff_t *n, const real *in, real *out,
                    stet_level level);
/* The same of real-to-real transforms; kinds are FFTW's, up to 4 of them. */
enum { R2R_KINDS = 11 };
void stet_reference_r2r(int rank, const ptrdiff_t *n, const int *kinds, const real *in, real *out,
                        stet_level level);
/* How many reals the contiguous input or output of it has. */
size_t reals_of(kind k, int is_output, int rank, const ptrdiff_t *n);

#define assert_same_bits(a, b, count) assert_memory_equal(a, b, (count) * sizeof(real))

#endif
