/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/picture.h"
#include "files/svg.h"

#include <math.h>
#include <string.h>

#define COLUMNS (FRAME_RIGHT - FRAME_LEFT)
#define LOWEST (-20.0)

/* The libm functions of this file decide only where a pixel is. */

struct view {
    const double *v, *y;
    size_t points;
    double rms;
};

/* Returns log10 of the largest error, or of the largest result, of points first to last - 1. */
static double largest(const struct view *w, bool error, size_t first, size_t last)
{
    double most = 0;
    for (size_t i = 2 * first; i < 2 * last; i += 2) {
        double re = w->y[i] - (error ? w->v[i] : 0), im = w->y[i + 1] - (error ? w->v[i + 1] : 0);
        double size = hypot(re, im);
        most = size > most || isnan(size) ? size : most;
    }
    return isfinite(most) ? fmax(LOWEST, log10(most / w->rms)) : 2;
}

static void draw(const struct chart *c, const struct view *w, bool error)
{
    size_t columns = w->points < COLUMNS ? w->points : COLUMNS;
    chart_curve_begin(c, error ? 1 : 0, "mean");
    for (size_t i = 0; i < columns; i++) {
        size_t first = i * w->points / columns, last = (i + 1) * w->points / columns;
        chart_point(c, chart_x(c, (double)first), chart_y(c, largest(w, error, first, last)),
                    i == 0);
    }
    chart_curve_end(c);
    chart_legend(c, error ? 1 : 0, 2, error ? "error" : "exact value");
}

void picture_draw(const struct problem *p, const struct measure *m, const char *path, FILE *out)
{
    size_t row = 0;
    char title[200];
    const char *slash = strrchr(path, '/');
    for (size_t i = 1; i < p->rows; i++)
        if (row_relative(&m->rows[i]) > row_relative(&m->rows[row]))
            row = i;
    struct view w = {p->out.data + 2 * row * p->out.points, m->y + 2 * row * p->out.points,
                     p->out.points, sqrt(m->rows[row].size2 / (double)p->out.points)};
    snprintf(title, sizeof title, "Errors of %.60s, row %zu of %zu", slash ? slash + 1 : path, row,
             p->rows);
    struct chart c = {out,
                      {0, w.points > 1 ? (double)(w.points - 1) : 1, false, "result"},
                      {LOWEST, 4, false, "log10, root mean square of the exact values = 0"},
                      title,
                      "the largest of each pixel"};
    chart_begin(&c);
    if (w.rms > 0) {
        draw(&c, &w, false);
        draw(&c, &w, true);
    } else {
        chart_note(&c, "all exact values are zero");
    }
    chart_end(&c);
}
