/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the errors of four sines over [0, 100]. */
#include "files/svg.h"
#include "tables/mojo.h"

#include <math.h>

#include "stet_lab.h"

#define HIGH 100.0
#define COLUMNS (FRAME_RIGHT - FRAME_LEFT)
#define SAMPLES 64 /* per column of pixels; the largest error is drawn */

static const struct series {
    const char *name;
    stet_experiment_flavor flavor;
} series[] = {
    {"article", STET_EXPERIMENT_ARTICLE},
    {"CUDA 13", STET_EXPERIMENT_CUDA13},
    {"article f64", STET_EXPERIMENT_ARTICLE_F64},
};
#define SERIES (int)(sizeof series / sizeof *series)

/* libm decides where a pixel is drawn and no bit of any result. The double version is taken before
 * its rounding to float. */
static double error_at(const struct series *s, double place)
{
    const float x = (float)place;
    float y = 0;
    double sine, cosine;
    stet_article_sincos_f64((double)x, &sine, &cosine);
    stet_experiment_trig(STET_TRIG_SIN, s->flavor, 1, &x, &y);
    const double got = s->flavor == STET_EXPERIMENT_ARTICLE_F64 ? sine : (double)y;
    return fabs(got - sin((double)x));
}

static double largest_in(const struct series *s, int column)
{
    double largest = 1e-12;
    for (int i = 0; i < SAMPLES; i++)
        largest = fmax(largest, error_at(s, (column + (i + 0.5) / SAMPLES) * (HIGH / COLUMNS)));
    return largest;
}

void mojo_draw(FILE *out)
{
    const struct chart chart = {
        out,
        {0, HIGH, false, "x (radians)"},
        {-12, -4, false, "log10 of the absolute error"},
        "Errors of sin x: the article's functions and CUDA's",
        "largest error in each column of pixels; article f64: before its rounding to float"};
    chart_begin(&chart);
    struct legend entries[SERIES];
    for (int k = 0; k < SERIES; k++) {
        entries[k] = (struct legend){chart_stroke(k, "mean"), series[k].name};
        chart_curve_begin(&chart, &entries[k].stroke);
        for (int column = 0; column < COLUMNS; column++)
            chart_point(&chart, FRAME_LEFT + column + 0.5,
                        chart_y(&chart, log10(largest_in(&series[k], column))), column == 0);
        chart_curve_end(&chart);
    }
    chart_legend(&chart, entries, SERIES);
    chart_end(&chart);
}
