/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the sections of the table dual-select and their measurements. */
#ifndef STET_LAB_TABLES_DUAL_SELECT_H
#define STET_LAB_TABLES_DUAL_SELECT_H

#include "tables/table.h"

#include "stet_lab.h"

struct strategy {
    stet_butterfly butterfly;
    const char *name;
    int operations;
};

#define STRATEGIES 8
extern const struct strategy strategies[STRATEGIES];

/* Returns the largest |ratio| among exp(-2 pi i k/n), k < n/2; 0 if the strategy has none. */
double dual_select_ratio(stet_butterfly b, ptrdiff_t n);

/* Returns the relative L2 error of a transform of uniform input, at most `scale` in absolute value,
 * equal for all strategies; NaN if it overflows. The reference is a transform in long double; the
 * result is NaN too if that is no longer than the precision. */
double dual_select_error(stet_butterfly b, stet_precision p, int radix, int log2n, double scale);

/* Returns the largest s for which uniform input up to 2^s does not overflow in f16. */
int dual_select_range(stet_butterfly b, int log2n);

bool dual_select_ratios(struct tables *t, struct error *e);
bool dual_select_errors(struct tables *t, struct error *e);
void dual_select_draw(FILE *out);

#endif
