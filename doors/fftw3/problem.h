/* SPDX-License-Identifier: Apache-2.0 */
/* What a planner was asked for, whichever of FFTW's planners that was: one form for all of them,
 * strides counted in real numbers as in FFTW's guru split interface. */
#ifndef STET_FFTW3_PROBLEM_H
#define STET_FFTW3_PROBLEM_H

#include "names.h"

/* in_im, out_im: the imaginary parts, with the strides of the real ones; NULL of a real array.
 * Interleaved: one behind the real parts. */
typedef struct arrays {
    const real *in, *in_im;
    real *out, *out_im;
} arrays;

typedef enum problem_kind { C2C, R2C, C2R, R2R, PROBLEM_KINDS } problem_kind;

typedef struct problem {
    problem_kind kind;
    int backward;   /* of C2C */
    int rank;       /* transformed dimensions, */
    int loops;      /* and those that repeat: they come first in dims */
    int idle;       /* nothing to do: a loop of no turns */
    iodim64 *dims;  /* loops + rank of them */
    const int *r2r; /* rank of fftw_r2r_kind, of R2R alone; the planner's, not kept */
    arrays at;
    unsigned flags;
} problem;

/* Why a planner returns NULL; the text of each stands in problem.c. */
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

/* What FFTW refuses is refused here, in its order: REFUSALS if all is well. */
refusal stet_fftw_check(const problem *p);

/* An axis of one of the arrays: its length there, and its stride in reals. */
typedef struct axis {
    ptrdiff_t n, stride;
} axis;
/* The axes of the input or the output, loops first; real numbers in *reals, 0 if too many. */
void stet_fftw_axes(const problem *p, int is_output, axis *axes, ptrdiff_t *reals);
/* How many real numbers one element of that array has. */
int stet_fftw_parts(const problem *p, int is_output);
int stet_fftw_dims(const problem *p); /* loops + rank */
int stet_fftw_is_in_place(const problem *p);

#endif
