/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of this room: it runs lines of 16-bit numbers, in the modes of stet_half_mode.
 *
 * A set of lines is widened into floats in the workspace, some lines at a time, transformed there
 * by a line kernel, and narrowed. IO and STORE use the kernels of STET_F32, NATIVE those of
 * STET_F16, whose floats hold binary16. */
#ifndef STET_HALF_LINES_H
#define STET_HALF_LINES_H

#include "lines/lines.h"

typedef struct stet_half stet_half;

/* Describes lines. */
typedef struct stet_half_shape {
    ptrdiff_t n;
    stet_kind kind;
    stet_precision precision; /* STET_F16 or STET_BF16 */
    stet_half_mode mode;
    stet_effort effort;
    int wide_in, wide_out; /* that side is floats: mode IO, rank above 1 */
    int contiguous;        /* both strides along a line are 1 */
    float load;            /* 2^e, for all inputs */
    double scale;          /* for all outputs */
} stet_half_shape;

stet_status stet_half_create(stet_half **half, const stet_half_shape *shape, const stet_isa *isa);
void stet_half_destroy(stet_half *h); /* NULL is allowed */

/* Returns the fields n, grain and work that a plan needs. fft and kernel are NULL, because
 * stet_half_lines() runs the lines. */
stet_line_plan stet_half_plan(const stet_half *h);

/* Flags of lines: finite numbers became infinite or NaN within a line; and, if a line has floats on
 * its other side, its 16-bit numbers on this side were not all finite. */
enum { STET_HALF_OVERFLOW = 1, STET_HALF_IN_NOT_FINITE = 2, STET_HALF_OUT_NOT_FINITE = 4 };

/* Runs lines as a stet_line_kernel does. Returns the flags above. */
int stet_half_lines(const stet_half *h, const stet_lines *lines, int swap, void *work);

/* Returns n1 of n = n1 n2 into which mode STORE splits a complex line, or 1 if the line stays
 * whole. */
STET_PRIVATE ptrdiff_t stet_half_split_of(ptrdiff_t n);

/* Returns the transform of floats of mode IO; NULL in other modes. */
const stet_fft1d *stet_half_inside(const stet_half *h);

/* Writes the lines as stet_lines_describe() does. */
void stet_half_describe(stet_text *to, const stet_half *h);

/* For tests: calls stet_lines_limit_radix() for the transforms of whole lines. */
int stet_half_limit_radix(stet_half *h, int max_radix);

#endif
