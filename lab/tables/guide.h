/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the sections of stet-lab tables guide. The guide is "Numerical Precision
 * in GPU Computing: A Comprehensive Guide". */
#ifndef STET_LAB_TABLES_GUIDE_H
#define STET_LAB_TABLES_GUIDE_H

#include "stet_nn.h"
#include "tables/table.h"

/* Return the next number of a sequence (splitmix64), and a float in [-1, 1) from it. */
uint64_t guide_random(uint64_t *state);
float guide_uniform(uint64_t *state);

/* Results of the other sections, for the list of statements. */
struct guide_found {
    double extended_rel, extended_mse; /* worst errors of level extended */
    double native_rel;                 /* worst error of level native */
    double twice;                      /* y by two factors 1/P over y, largest row */
    double points;                     /* P of that row */
    double kahan;                      /* 1 + 2^30 + 1 - 2^30 by Kahan's algorithm */
    double ones;                       /* relative error of 2^26 ones in float */
};

bool guide_convolutions(struct tables *t, struct guide_found *found, struct error *e);
bool guide_depthwise(struct tables *t, struct error *e);
void guide_sums(struct tables *t, struct guide_found *found);
bool guide_statements(struct tables *t, const struct guide_found *found, struct error *e);
void guide_draw(FILE *out);

/* One sum of the error model adds n numbers x in [0, 1) or of random signs. Errors are relative to
 * the sum of |x|. */
struct guide_sum {
    double plain, kahan;
};
struct guide_sum guide_sum_of(uint64_t n, bool signs);

#endif
