/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/picture.h"
#include "files/svg.h"
#include "verify/account.h"

#include <math.h>
#include <string.h>

#define COLUMNS (FRAME_RIGHT - FRAME_LEFT)
#define SMALLEST 1e-20 /* what is smaller, and 0, lies on the lower edge */
#define LARGEST 1e4

/* The libm functions of this file decide only where a pixel is. */

struct view {
    const double *v, *y;
    size_t points;
    double rms;
};

/* Returns the largest error, or exact value, of points first to last - 1, over the root mean square
 * of the exact values. */
static double largest(const struct view *w, bool error, size_t first, size_t last)
{
    double most = 0;
    for (size_t i = 2 * first; i < 2 * last; i += 2) {
        double re = w->y[i] - (error ? w->v[i] : 0), im = w->y[i + 1] - (error ? w->v[i + 1] : 0);
        double size = hypot(re, im);
        most = size > most || isnan(size) ? size : most;
    }
    return isfinite(most) ? fmin(fmax(SMALLEST, most / w->rms), LARGEST) : LARGEST;
}

/* Describes a column of pixels: its first point, and the largest value there. */
struct column {
    double place, value;
};

static size_t count_columns(const struct view *w)
{
    return w->points < COLUMNS ? w->points : COLUMNS;
}

static struct column column(const struct view *w, bool error, size_t i)
{
    const size_t columns = count_columns(w);
    const size_t first = i * w->points / columns, last = (i + 1) * w->points / columns;
    return (struct column){(double)first, largest(w, error, first, last)};
}

/* Sets the axis to the decades that hold all that is drawn. */
static void set_range(struct axis *y, const struct view *w)
{
    double low = 1, high = 1;
    for (size_t i = 0; i < count_columns(w); i++)
        for (int error = 0; error < 2; error++) {
            const double value = column(w, error, i).value;
            low = fmin(low, value);
            high = fmax(high, value);
        }
    y->low = fmax(SMALLEST, pow(10, floor(log10(low) - 0.5)));
    y->high = pow(10, ceil(log10(high) + 0.5));
}

static void draw(const struct chart *c, const struct view *w, bool error)
{
    const struct stroke stroke = chart_stroke(error, "mean");
    chart_curve_begin(c, &stroke);
    for (size_t i = 0; i < count_columns(w); i++) {
        const struct column at = column(w, error, i);
        chart_point(c, chart_x(c, at.place), chart_y(c, at.value), i == 0);
    }
    chart_curve_end(c);
}

static void draw_both(const struct chart *c, const struct view *w)
{
    const bool ranges = w->points > COLUMNS;
    const struct legend entries[] = {
        {chart_stroke(0, "mean"), ranges ? "exact value, largest of each pixel" : "exact value"},
        {chart_stroke(1, "mean"), ranges ? "error, largest of each pixel" : "error"}};
    draw(c, w, false);
    draw(c, w, true);
    chart_legend(c, entries, 2);
}

/* Returns the row with the largest relative error. */
static size_t worst_row(const struct problem *p, const struct measure *m)
{
    size_t row = 0;
    for (size_t i = 1; i < p->rows; i++)
        if (row_relative(&m->rows[i]) > row_relative(&m->rows[row]))
            row = i;
    return row;
}

void picture_draw(const struct judgement *j, const char *path, FILE *out)
{
    char title[200], verdict[700], subtitle[140];
    const struct problem *p = &j->problem;
    const struct measure *m = &j->measure;
    const size_t row = worst_row(p, m);
    const char *slash = strrchr(path, '/');
    struct view w = {p->out.data + 2 * row * p->out.points, m->y + 2 * row * p->out.points,
                     p->out.points, sqrt(m->rows[row].size2 / (double)p->out.points)};
    snprintf(title, sizeof title, "Errors of %.60s, row %zu of %zu", slash ? slash + 1 : path, row,
             p->rows);
    judgement_verdict(j, verdict, sizeof verdict);
    snprintf(subtitle, sizeof subtitle, "verdict: %.120s%s", verdict,
             strlen(verdict) > 120 ? "..." : "");
    struct chart c = {out,
                      {0, w.points > 1 ? (double)(w.points - 1) : 1, false, "index in the row"},
                      {0.1, 10, true, "magnitude / rms of the exact values"},
                      title,
                      subtitle};
    if (w.rms > 0)
        set_range(&c.y, &w);
    chart_begin(&c);
    if (w.rms > 0)
        draw_both(&c, &w);
    else
        chart_note(&c, "all exact values are zero");
    chart_end(&c);
}
