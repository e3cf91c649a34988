/* SPDX-License-Identifier: Apache-2.0 */
/* On which side of a number is a result, or is it that number exactly? Where double-double does not
 * tell, algebra may: proofs of ties, of zeros, and of the side of near ties.
 *
 * The input is cut into slices of SLICE_BITS bits: x = x0 + x1 + ..., x[i] whole multiples of
 * 2^q[i] and below 2^(q[i] + SLICE_BITS). Each slice is transformed by itself, without the factor
 * of the norm. Of a slice the number a = 2^(1 - q) (Re X[k] - r), r a multiple of 2^(q - 1), is an
 * algebraic integer, and its conjugates are the same of the other members of the orbit. Their
 * product is a whole number; if each of them is below 1 in magnitude it is 0, and Re X[k] = r
 * exactly. Double-double is enough to see that: its error is far below 2^(q - 1).
 * The slices whose result is rational are then known exactly; the first that is not leaves an error
 * that is small beside that slice and not beside the whole. */
#ifndef STET_VERIFY_SLICES_H
#define STET_VERIFY_SLICES_H

#include "verify/orbit.h"
#include "verify/rounding.h"
#include "verify/truth.h"

#define SLICE_BITS 40

struct slice {
    int q;
    double bound;
    struct ddc *y;        /* out.points results, times 2^-q */
    unsigned char *state; /* of each part: 0 unknown, 1 rational, 2 not */
};

struct slices {
    struct problem problem; /* the same without the factor */
    double divisor;         /* 1 over the factor if whole, else 0 */
    struct slice *slices;
    int count;
};

/* The side of b on which a result of a transform without the factor lies. b belongs to the result
 * with the factor. EQUAL is proved. */
enum which { BELOW = -1, EQUAL = 0, ABOVE = 1, UNKNOWN = 2 };
typedef enum which side_function(void *context, size_t k, int part, struct dd b);

/* Works as decide(), for part (0 re, 1 im) of result k; NEAR_BOUNDARY if this does not tell
 * either. *exact: the value is a tie or zero itself. */
enum decision decide_by_sides(const struct format *f, double v, int exponent, side_function *side,
                              void *context, size_t k, int part, bool *exact);

/* 1 over the factor of the norm if it is whole; -1 if it is irrational. */
double whole_divisor(const struct problem *p);

/* For the row with the input x. p->exact must be true. */
bool slices_new(struct slices *s, const struct problem *p, const double *x, struct error *e);
void slices_free(struct slices *s);

enum decision slices_decide(struct slices *s, const struct format *f, double v, size_t k, int part,
                            bool *exact);

#endif
