/* SPDX-License-Identifier: Apache-2.0 */
/* Describes the request of any of FFTW's planners in one form. Strides count real numbers, as in
 * FFTW's guru split interface. */
#ifndef STET_FFTW3_PROBLEM_H
#define STET_FFTW3_PROBLEM_H

#include "names.h"

/* in_im, out_im: the imaginary parts, with the strides of the real ones; NULL for a real array. In
 * interleaved arrays they are one number after the real parts. */
typedef struct arrays {
    const real *in, *in_im;
    real *out, *out_im;
} arrays;

typedef enum problem_kind { C2C, R2C, C2R, R2R, PROBLEM_KINDS } problem_kind;

typedef struct problem {
    problem_kind kind;
    int backward;   /* for C2C */
    int rank;       /* transformed dimensions */
    int loops;      /* repeated dimensions, first in dims */
    int idle;       /* a loop has length 0: nothing to do */
    iodim64 *dims;  /* loops + rank dimensions */
    const int *r2r; /* `rank` fftw_r2r_kind, for R2R; not copied */
    arrays at;
    unsigned flags;
} problem;

/* The reasons why a planner returns NULL; problem.c has their texts. */
typedef enum refusal {
    REFUSED_ARGUMENT,
    REFUSED_IN_PLACE,
    REFUSED_PRESERVE,
    REFUSED_WISDOM,
    REFUSED_LEVEL,
    REFUSED_AXES,
    REFUSED_LIMIT,
    REFUSED_MEMORY,
    REFUSED_EXECUTE,
    REFUSALS
} refusal;
const char *stet_fftw_refusal(refusal why);
const char *stet_fftw_kind(problem_kind kind);

/* Refuses what FFTW refuses, with the checks in FFTW's order. Returns REFUSALS if all is well. */
refusal stet_fftw_check(const problem *p);

/* Describes an axis of one array: its length and its stride in reals. */
typedef struct axis {
    ptrdiff_t n, stride;
} axis;
/* Stores the axes of the input or the output, loops first, and the count of real numbers in
 * *reals; 0 means overflow. */
void stet_fftw_axes(const problem *p, int is_output, axis *axes, ptrdiff_t *reals);
/* Returns the number of real numbers of one element of that array. */
int stet_fftw_parts(const problem *p, int is_output);
int stet_fftw_dims(const problem *p); /* loops + rank */
int stet_fftw_is_in_place(const problem *p);

#endif
