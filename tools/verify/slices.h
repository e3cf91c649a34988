/* SPDX-License-Identifier: Apache-2.0 */
/* Decides on which side of a number a result lies, or whether it equals that number. If
 * double-double cannot decide, algebra may prove ties, zeros, and the side of near ties.
 *
 * The input is cut into slices of SLICE_BITS bits: x = x0 + x1 + ..., where x[i] are multiples of
 * 2^q[i] below 2^(q[i] + SLICE_BITS). Each slice is transformed separately, without the factor of
 * the norm. For a slice the number a = 2^(1 - q) (Re X[k] - r), where r is a multiple of 2^(q - 1),
 * is an algebraic integer, and its conjugates are the same numbers of the other members of the
 * orbit. Their product is an integer. If each of them is below 1 in magnitude, it is 0, and Re X[k]
 * = r exactly. Double-double suffices to see that: its error is far below 2^(q - 1). The slices
 * with a rational result are then known exactly. The first slice without one leaves an error that
 * is small compared with that slice, not with the whole. */
#ifndef STET_VERIFY_SLICES_H
#define STET_VERIFY_SLICES_H

#include "verify/orbit.h"
#include "verify/rounding.h"
#include "verify/truth.h"

#define SLICE_BITS 40

struct slice {
    int q;
    double bound;
    struct ddc *y;        /* out.points results times 2^-q */
    unsigned char *state; /* per part: 0 unknown, 1 rational, 2 not */
};

struct slices {
    struct problem problem; /* the problem without the factor */
    double divisor;         /* 1 / factor if it is an integer, else 0 */
    struct slice *slices;
    int count;
};

/* The side of b on which a result of a transform without the factor lies. b is for the result with
 * the factor. EQUAL is proved. */
enum which { BELOW = -1, EQUAL = 0, ABOVE = 1, UNKNOWN = 2 };
typedef enum which side_function(void *context, size_t k, int part, struct dd b);

/* Decides like decide(), for a part (0: re, 1: im) of result k. NEAR_BOUNDARY: this cannot decide
 * either. *exact: the value is a tie or zero itself. */
enum decision decide_by_sides(const struct format *f, double v, int exponent, side_function *side,
                              void *context, size_t k, int part, bool *exact);

/* Returns 1 over the factor of the norm if that is an integer, and -1 if it is irrational. */
double whole_divisor(const struct problem *p);

/* Cuts the row with the input x into slices. p->exact must be true. */
bool slices_new(struct slices *s, const struct problem *p, const double *x, struct error *e);
void slices_free(struct slices *s);

enum decision slices_decide(struct slices *s, const struct format *f, double v, size_t k, int part,
                            bool *exact);

#endif
