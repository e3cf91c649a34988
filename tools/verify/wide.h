/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the transform of one row in fixed point of any width. It decides numbers that are so far
 * below the others of their row that double-double has no bits for them. The algorithms are those
 * of spectrum.c; the arithmetic and the roots of unity are not. */
#ifndef STET_VERIFY_WIDE_H
#define STET_VERIFY_WIDE_H

#include "verify/slices.h"
#include "verify/truth.h"

#include <stdint.h>

/* The widths that are tried in turn, in limbs of 64 bits. */
#define WIDE_LEAST 4
#define WIDE_MOST 16 /* double-double fails below 2^-900 */

struct wide_row {
    const struct problem *problem;
    int limbs;
    uint64_t *row; /* re, im, re, im ..., of limbs words each */
    double bound;  /* error per part, as row, without factor */
    int lowest;    /* the inputs are multiples of 2^lowest */
};

/* Transforms x, in.points pairs. If the values would not fit, bound is infinite, which decides
 * nothing. Returns false, with e set, if memory runs out. */
bool wide_new(struct wide_row *w, const struct problem *p, const double *x, int limbs,
              struct error *e);
void wide_free(struct wide_row *w);

/* Decides like decide(), for a part (0: re, 1: im) of result k. NEAR_BOUNDARY: there are too few
 * limbs. *exact: the value is a tie or zero itself, proved as in slices.h. */
enum decision wide_decide(struct wide_row *w, const struct truth *t, const struct format *f,
                          double v, size_t k, int part, bool *exact);

#endif
