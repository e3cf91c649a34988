/* SPDX-License-Identifier: Apache-2.0 */
/* One source makes three libraries: STET_FFTW_BITS is 32 (libfftw3f), 64 (libfftw3) or 80
 * (libfftw3l). This file states only facts of FFTW's interface: names, numbers, struct members. */
#ifndef STET_FFTW3_NAMES_H
#define STET_FFTW3_NAMES_H

#include <stddef.h>

#if STET_FFTW_BITS == 32
typedef float real;
#define X(name) fftwf_##name
#define F(name) sfftw_##name
#define STET_FFTW_NAME "f32"
#elif STET_FFTW_BITS == 64
typedef double real;
#define X(name) fftw_##name
#define F(name) dfftw_##name
#define STET_FFTW_NAME "f64"
#elif STET_FFTW_BITS == 80
typedef long double real;
#define X(name) fftwl_##name
#define F(name) lfftw_##name
#define STET_FFTW_NAME "long double"
#else
#error "STET_FFTW_BITS is 32, 64 or 80"
#endif

#define FFTW_FORWARD (-1)

/* The flags that have a meaning here; other flags are accepted and ignored. */
#define FFTW_EXHAUSTIVE (1U << 3)
#define FFTW_PRESERVE_INPUT (1U << 4)
#define FFTW_PATIENT (1U << 5)
#define FFTW_ESTIMATE (1U << 6)
#define FFTW_WISDOM_ONLY (1U << 21)

/* A howmany_rank of this value requests no transform. */
#define FFTW_RANK_NONE 0x7fffffff

typedef struct iodim {
    int n, is, os;
} iodim;
typedef struct iodim64 {
    ptrdiff_t n, is, os;
} iodim64;

#endif
