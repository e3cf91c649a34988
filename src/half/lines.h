/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of 16-bit numbers, in the modes of stet_half_mode: the outside of this room.
 *
 * A set of lines is widened into floats in the workspace, some lines at a time, transformed there
 * by a line kernel, and narrowed. IO and STORE use the kernels of STET_F32, NATIVE those of
 * STET_F16, whose floats hold binary16. */
#ifndef STET_HALF_LINES_H
#define STET_HALF_LINES_H

#include "lines/lines.h"

typedef struct stet_half stet_half;

/* Which lines. */
typedef struct stet_half_shape {
    ptrdiff_t n;
    stet_kind kind;
    stet_precision precision; /* STET_F16 or STET_BF16 */
    stet_half_mode mode;
    stet_effort effort;
    int wide_in, wide_out; /* that side is floats: a stage of mode IO, rank above 1 */
    int contiguous;        /* both strides along a line are 1 */
    float load;            /* 2^e, for all that is read */
    double scale;          /* for all that is written */
} stet_half_shape;

stet_status stet_half_create(stet_half **half, const stet_half_shape *shape, const stet_isa *isa);
void stet_half_destroy(stet_half *h); /* NULL is allowed */

/* What a plan has to know of them: n, grain and work; fft and kernel are NULL, for
 * stet_half_lines() runs them. */
stet_line_plan stet_half_plan(const stet_half *h);

/* What lines have met: finite numbers have become others, within a line; and, where a line has
 * floats on its other side, that its 16-bit numbers were not all finite. */
enum { STET_HALF_OVERFLOW = 1, STET_HALF_IN_NOT_FINITE = 2, STET_HALF_OUT_NOT_FINITE = 4 };

/* Like a stet_line_kernel. Returns flags of those above. */
int stet_half_lines(const stet_half *h, const stet_lines *lines, int swap, void *work);

/* Mode STORE, complex lines: the n1 of the n1 n2 = n that a line is split into, or 1: it is whole.
 */
STET_PRIVATE ptrdiff_t stet_half_split_of(ptrdiff_t n);

/* The transform of floats of mode IO; NULL in other modes. */
const stet_fft1d *stet_half_inside(const stet_half *h);

/* As stet_lines_describe(). */
void stet_half_describe(stet_text *to, const stet_half *h);

/* For tests: stet_lines_limit_radix() of its transforms of whole lines. */
int stet_half_limit_radix(stet_half *h, int max_radix);

#endif
