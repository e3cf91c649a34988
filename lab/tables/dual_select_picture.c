/* SPDX-License-Identifier: Apache-2.0 */
/* Draws two charts, one above the other: error against length, and against the size of the input.
 */
#include "files/svg.h"
#include "tables/dual_select.h"

#include <math.h>

static const struct series {
    const char *name;
    stet_butterfly butterfly;
} series[] = {
    {"standard", STET_BUTTERFLY_STANDARD},
    {"LF clamp", STET_BUTTERFLY_LF_CLAMP},
    {"Linzer-Feig", STET_BUTTERFLY_LF},
    {"dual-select", STET_BUTTERFLY_DUAL},
};
#define SERIES (int)(sizeof series / sizeof *series)

/* Draws a curve, which ends at a number that is not finite. */
static void curve(const struct chart *c, int s, int first, int last, int step, bool is_scale)
{
    bool started = false;
    const struct stroke stroke = chart_stroke(s, "mean");
    chart_curve_begin(c, &stroke);
    for (int i = first; i <= last; i += step) {
        const double error =
            is_scale ? dual_select_error(series[s].butterfly, STET_F16, 2, 14, ldexp(1, i))
                     : dual_select_error(series[s].butterfly, STET_F16, 2, i, 1);
        if (isnan(error))
            break;
        chart_point(c, chart_x(c, i), chart_y(c, log10(error)), !started);
        started = true;
    }
    if (!started) /* a path must begin somewhere: outside the frame */
        chart_point(c, 0, 0, true);
    chart_curve_end(c);
}

static void draw(const struct chart *c, int first, int last, int step, bool is_scale)
{
    struct legend entries[SERIES];
    chart_begin(c);
    for (int s = 0; s < SERIES; s++) {
        entries[s] = (struct legend){chart_stroke(s, "mean"), series[s].name};
        curve(c, s, first, last, step, is_scale);
    }
    chart_legend(c, entries, SERIES);
    chart_end(c);
}

void dual_select_draw(FILE *out)
{
    const struct chart length = {out,
                                 {2, 16, false, "log2 of N, the number of points"},
                                 {-3.6, -2.8, false, "log10 of the relative L2 error"},
                                 "f16: error against length",
                                 "uniform input in (-1, 1); a curve ends where the result is not "
                                 "finite, at once for the clamp"};
    const struct chart scale = {out,
                                {-24, 12, false, "log2 of the input's size"},
                                {-3.5, 0, false, "log10 of the relative L2 error"},
                                "f16: error against the size of the input, N = 16384",
                                "flat between subnormal numbers and overflow, where a curve ends"};
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\">\n<g>\n",
            CHART_WIDTH, 2 * CHART_HEIGHT, CHART_WIDTH, 2 * CHART_HEIGHT);
    draw(&length, 2, 16, 1, false);
    fprintf(out, "</g>\n<g transform=\"translate(0 %d)\">\n", CHART_HEIGHT);
    draw(&scale, -24, 12, 1, true);
    fputs("</g>\n</svg>\n", out);
}
