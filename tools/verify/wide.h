/* SPDX-License-Identifier: Apache-2.0 */
/* The transform of one row in fixed point, as wide as needed, for numbers so far below the others
 * of their row that double-double has no bits left for them. The algorithms are those of
 * spectrum.c, the arithmetic and the roots of unity are not. */
#ifndef STET_VERIFY_WIDE_H
#define STET_VERIFY_WIDE_H

#include "verify/slices.h"
#include "verify/truth.h"

#include <stdint.h>

/* The widths that are tried one after the other, in limbs of 64 bits. */
#define WIDE_LEAST 4
#define WIDE_MOST 16 /* below 2^-900 a double-double has too few bits */

struct wide_row {
    const struct problem *problem;
    int limbs;
    uint64_t *row; /* re, im, re, im ...; each of so many limbs */
    double bound;  /* of the error of each part, scaled by 2^-exponent, without the norm's factor */
    int lowest;    /* the input is whole multiples of 2^lowest */
};

/* Transform x, in.points pairs. bound is infinite where the values would not fit: that decides
 * nothing. False, with e set, if memory is short. */
bool wide_new(struct wide_row *w, const struct problem *p, const double *x, int limbs,
              struct error *e);
void wide_free(struct wide_row *w);

/* Works as decide(), for part (0 re, 1 im) of result k; NEAR_BOUNDARY if there are too few limbs.
 * *exact: the value is a tie or zero itself, proved as in slices.h. */
enum decision wide_decide(struct wide_row *w, const struct truth *t, const struct format *f,
                          double v, size_t k, int part, bool *exact);

#endif
