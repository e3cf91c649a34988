/* SPDX-License-Identifier: Apache-2.0 */
/* One row whose error is too large to be rounding, and the tools to find out what happened to
 * it: everything in double, scaled as the input is. */
#ifndef STET_VERIFY_SUSPECT_H
#define STET_VERIFY_SUSPECT_H

#include "verify/problem.h"

#include <math.h>

struct suspect {
    const struct problem *problem;
    const double *x, *v, *y; /* input, claimed result, right result: pairs */
    size_t number;
    stet_plan *plan; /* the transform itself, in double */
    double *packed_in, *packed_out;
    double *c, *other;   /* out.points pairs: a candidate; something to make it from */
    double *input;       /* in.points pairs: a changed input */
    double *correlation; /* points pairs */
    double v_size;       /* ||v|| */
};

bool suspect_new(struct suspect *r, const struct problem *p, struct error *e);
void suspect_free(struct suspect *r);
void suspect_set(struct suspect *r, const double *x, const double *v, const double *y,
                 size_t number);

/* The transform of in.points pairs to out.points pairs, in double. */
bool suspect_transform(struct suspect *r, const double *in, double *out, struct error *e);

/* A complex transform in place of an array of rank lengths, without a factor. */
bool transform_box(double *data, int rank, const size_t *shape, stet_direction direction,
                   struct error *e);

/* ||v - s c|| / ||v||, s = (re, im). */
double suspect_residual(const struct suspect *r, const double *c, double re, double im);
/* The s that makes it smallest. */
void suspect_fit(const struct suspect *r, const double *c, double *re, double *im);

/* The nearest of several candidates, which is in r->other. */
struct nearest {
    double residual;
    int which; /* -1: none */
};
#define NEAREST_NONE ((struct nearest){(double)INFINITY, -1})
/* r->c is one of them: is it nearer than those before? */
void suspect_keep(struct suspect *r, struct nearest *best, int which);
/* r->c is the nearest again. False if there is none. */
bool suspect_kept(struct suspect *r, const struct nearest *best);

/* The multi-index of point k of a box, and back. */
void unravel(size_t k, int rank, const size_t *shape, size_t *index);
size_t ravel(const size_t *index, int rank, const size_t *shape);

#endif
