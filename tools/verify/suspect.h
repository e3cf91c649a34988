/* SPDX-License-Identifier: Apache-2.0 */
/* One row whose error is too large for rounding, and the tools to explain it. All numbers are
 * doubles, scaled as the input is. */
#ifndef STET_VERIFY_SUSPECT_H
#define STET_VERIFY_SUSPECT_H

#include "verify/problem.h"

#include <math.h>

struct suspect {
    const struct problem *problem;
    const double *x, *v, *y; /* input, claimed result, right result: pairs */
    size_t number;
    stet_plan *plan; /* the same transform, in double */
    double *packed_in, *packed_out;
    double *c, *other;   /* out.points pairs: candidate, scratch */
    double *input;       /* in.points pairs: a changed input */
    double *correlation; /* points pairs */
    double v_size;       /* ||v|| */
};

bool suspect_new(struct suspect *r, const struct problem *p, struct error *e);
void suspect_free(struct suspect *r);
void suspect_set(struct suspect *r, const double *x, const double *v, const double *y,
                 size_t number);

/* Transforms in.points pairs to out.points pairs, in double. */
bool suspect_transform(struct suspect *r, const double *in, double *out, struct error *e);

/* Transforms an array of rank lengths in place: complex, without a factor. */
bool transform_box(double *data, int rank, const size_t *shape, stet_direction direction,
                   struct error *e);

/* Returns ||v - s c|| / ||v||, s = (re, im). */
double suspect_residual(const struct suspect *r, const double *c, double re, double im);
/* Stores the s that minimises the residual. */
void suspect_fit(const struct suspect *r, const double *c, double *re, double *im);

/* The nearest of several candidates, which r->other has. */
struct nearest {
    double residual;
    int which; /* -1: none */
};
#define NEAREST_NONE ((struct nearest){(double)INFINITY, -1})
/* Keeps the candidate r->c if it is nearer than those before. */
void suspect_keep(struct suspect *r, struct nearest *best, int which);
/* Restores the nearest candidate to r->c. Returns false if there is none. */
bool suspect_kept(struct suspect *r, const struct nearest *best);

/* Convert point k of a box to its multi-index, and back. */
void unravel(size_t k, int rank, const size_t *shape, size_t *index);
size_t ravel(const size_t *index, int rank, const size_t *shape);

#endif
