/* SPDX-License-Identifier: Apache-2.0 */
/* The sections of the table dual-select, and what they measure. */
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

/* The largest |ratio| among exp(-2 pi i k/n), k < n/2; 0 if the strategy has none. */
double dual_select_ratio(stet_butterfly b, ptrdiff_t n);

/* Relative L2 error of a transform of uniform input, at most `scale` in size, the same for all
 * strategies: NaN if it overflows. Against a transform in long double; NaN too if that is no
 * longer than the precision. */
double dual_select_error(stet_butterfly b, stet_precision p, int radix, int log2n, double scale);

/* The largest s for which uniform input up to 2^s does not overflow in f16. */
int dual_select_range(stet_butterfly b, int log2n);

bool dual_select_ratios(struct tables *t, struct error *e);
bool dual_select_errors(struct tables *t, struct error *e);
void dual_select_draw(FILE *out);

#endif
