/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the error model: float sums, measured, beside N u and sqrt(N) u. */
#include "files/svg.h"
#include "tables/guide.h"

#include <math.h>

enum { LAST = 14 }; /* half decades from 10 on: to 10^7.5 */

static const char *const names[] = {"same sign", "random sign", "Kahan", "N u", "sqrt(N) u"};
enum { SERIES = sizeof names / sizeof *names };

void guide_draw(FILE *out)
{
    const struct chart chart = {out,
                                {1, 7.5, false, "log10 of N, the number of terms"},
                                {-11, 1, false, "log10 of error / sum of magnitudes"},
                                "Errors of a float sum of N numbers",
                                "measured: plain sums and Kahan's; N u and sqrt(N) u, u = 2^-24"};
    double y[SERIES][LAST];
    for (int i = 0; i < LAST; i++) {
        const double n = floor(pow(10, 1 + 0.5 * i));
        const struct guide_sum same = guide_sum_of((uint64_t)n, false);
        const struct guide_sum random = guide_sum_of((uint64_t)n, true);
        const double values[SERIES] = {same.plain, random.plain, fmax(same.kahan, random.kahan),
                                       n * 0x1p-24, sqrt(n) * 0x1p-24};
        for (int k = 0; k < SERIES; k++)
            y[k][i] = fmax(-11, log10(fmax(values[k], 1e-30)));
    }
    chart_begin(&chart);
    struct legend entries[SERIES];
    for (int k = 0; k < SERIES; k++) {
        entries[k] = (struct legend){chart_stroke(k, "mean"), names[k]};
        chart_curve_begin(&chart, &entries[k].stroke);
        for (int i = 0; i < LAST; i++)
            chart_point(&chart, chart_x(&chart, 1 + 0.5 * i), chart_y(&chart, y[k][i]), i == 0);
        chart_curve_end(&chart);
    }
    chart_legend(&chart, entries, SERIES);
    chart_end(&chart);
}
