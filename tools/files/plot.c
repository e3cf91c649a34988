/* SPDX-License-Identifier: Apache-2.0 */
#include "files/plot.h"
#include "files/svg.h"

#include <math.h>
#include <string.h>

#define SERIES_MAX 4

/* The libm functions here decide where a pixel goes and no bit of any result. */

struct view {
    const struct plot *plot;
    const struct array *array;
    struct box box;
    struct chart chart;
    double largest; /* magnitude: 0 dB */
};

static double magnitude(const struct view *v, size_t row, size_t bin)
{
    const struct dtype *t = v->array->layout.dtype;
    size_t outer = row / v->box.inner, inner = row % v->box.inner;
    const unsigned char *at = (const unsigned char *)v->array->data +
                              ((outer * v->box.n + bin) * v->box.inner + inner) * t->size;
    return hypot(component_get(at, t->component),
                 component_get(at + component_size(t->component), t->component));
}

static double decibels(const struct view *v, size_t row, size_t bin)
{
    return 20 * log10(magnitude(v, row, bin) / v->largest);
}

static double frequency(const struct plot *p, size_t bin)
{
    return p->rate > 0 ? (double)bin * p->rate / (double)p->n : (double)bin;
}

/* A logarithmic axis has no place for bin 0. */
static size_t first_bin(const struct plot *p) { return p->logarithmic ? 1 : 0; }

static double find_largest(const struct view *v, size_t rows)
{
    double largest = 0;
    for (size_t row = 0; row < rows; row++)
        for (size_t bin = first_bin(v->plot); bin < v->plot->bins; bin++) {
            double m = magnitude(v, row, bin);
            if (isfinite(m) && m > largest)
                largest = m;
        }
    return largest;
}

/* What falls on one column of pixels. */
struct column {
    int x;
    size_t bins;
    double low, high;   /* dB */
    double power;       /* sum over its bins; the largest is 1 */
    double exact_pixel; /* of its first bin */
};

/* Collects the bins of a row into columns; calls emit for each, from left to right. */
static void each_column(const struct view *v, size_t row,
                        void (*emit)(const struct column *, void *context), void *context)
{
    struct column c = {0};
    for (size_t bin = first_bin(v->plot); bin < v->plot->bins; bin++) {
        double db = decibels(v, row, bin), pixel = chart_x(&v->chart, frequency(v->plot, bin));
        if (isnan(db) || db > 1)
            continue; /* NaN and infinities have no place */
        double power = pow(10, db / 10);
        if (c.bins > 0 && (int)pixel == c.x) {
            c.bins++;
            c.power += power;
            c.low = fmin(c.low, db);
            c.high = fmax(c.high, db);
            continue;
        }
        if (c.bins > 0)
            emit(&c, context);
        c = (struct column){(int)pixel, 1, db, db, power, pixel};
    }
    if (c.bins > 0)
        emit(&c, context);
}

struct depths {
    size_t count[401]; /* columns whose lowest value is i dB down */
    size_t total;
};

static void count_depth(const struct column *c, void *context)
{
    struct depths *d = context;
    d->count[c->low > -400 ? (size_t)-fmin(c->low, 0) : 400]++;
    d->total++;
}

/* Returns a depth, in steps of 20 dB, that is below all but a hundredth of the columns: a single
 * zero among the bins must not squeeze everything else into the top of the frame. */
static double find_floor(const struct view *v, size_t rows)
{
    struct depths d;
    size_t above = 0, depth = 0;
    memset(&d, 0, sizeof d);
    for (size_t row = 0; row < rows; row++)
        each_column(v, row, count_depth, &d);
    while (depth < 399 && (above += d.count[depth]) < d.total - d.total / 100)
        depth++;
    return -20.0 * ceil(((double)depth + 1) / 20);
}

struct pen {
    const struct chart *chart;
    bool down;
    double y;
};

static void pen_to(struct pen *pen, double x, double db)
{
    double below = FRAME_BOTTOM + 20; /* where zeros, minus infinity dB, are drawn: clipped */
    pen->y = fmin(chart_y(pen->chart, db), below);
    chart_point(pen->chart, x, pen->y, !pen->down);
    pen->down = true;
}

/* A column with one bin is a point at its own place; one with many is a vertical stroke from
 * the lowest to the highest, begun at the end that is nearer to the pen. */
static void draw_range(const struct column *c, void *context)
{
    struct pen *pen = context;
    double middle = chart_y(pen->chart, (c->low + c->high) / 2);
    bool up = pen->down && pen->y > middle;
    if (c->bins == 1) {
        pen_to(pen, c->exact_pixel, c->high);
    } else {
        pen_to(pen, c->x + 0.5, up ? c->low : c->high);
        pen_to(pen, c->x + 0.5, up ? c->high : c->low);
    }
}

static void draw_mean(const struct column *c, void *context)
{
    double x = c->bins == 1 ? c->exact_pixel : c->x + 0.5;
    pen_to(context, x, 10 * log10(c->power / (double)c->bins));
}

/* True if a column of pixels holds several bins somewhere: then it has a range and a mean. On a
 * logarithmic axis the last two of b bins are FRAME / (b log b) apart, nearly. */
static bool has_ranges(const struct plot *p)
{
    const double bins = (double)p->bins;
    return (p->logarithmic ? bins * log(bins) : bins) > FRAME_RIGHT - FRAME_LEFT;
}

static void draw_curve(const struct view *v, size_t row, const char *style,
                       void (*emit)(const struct column *, void *context))
{
    struct pen pen = {&v->chart, false, 0};
    struct stroke stroke = chart_stroke((int)row, style);
    if (emit == draw_range)
        stroke.dashes = NULL;
    chart_curve_begin(&v->chart, &stroke);
    each_column(v, row, emit, &pen);
    chart_curve_end(&v->chart);
}

/* Names the rows if there are several, and the two kinds of lines if there are both. */
static void draw_legend(const struct view *v, size_t rows)
{
    struct legend entries[SERIES_MAX + 2];
    char names[SERIES_MAX][40];
    int count = 0;
    for (size_t row = 0; rows > 1 && row < rows; row++) {
        snprintf(names[row], sizeof names[row], "%s %zu", v->plot->row_name, row);
        entries[count++] = (struct legend){chart_stroke((int)row, "mean"), names[row]};
    }
    if (has_ranges(v->plot)) {
        const int colour = rows > 1 ? SVG_GREY : 0;
        entries[count++] =
            (struct legend){{colour, "mean", 1.6, NULL}, "mean power of the bins of a pixel"};
        entries[count++] = (struct legend){{colour, "range", 6, NULL}, "their range"};
    }
    chart_legend(&v->chart, entries, count);
}

/* Draws the range of each column, pale, and its mean power on top of it. If every column has one
 * bin, both are one line. */
static void draw_rows(const struct view *v, size_t rows)
{
    for (size_t row = 0; row < rows && has_ranges(v->plot); row++)
        draw_curve(v, row, "range", draw_range);
    for (size_t row = 0; row < rows; row++)
        draw_curve(v, row, "mean", draw_mean);
    draw_legend(v, rows);
}

static struct chart make_chart(const struct plot *p, FILE *out, const char *title,
                               const char *x_title)
{
    struct axis x = {frequency(p, first_bin(p)), frequency(p, p->bins - 1), p->logarithmic,
                     x_title};
    struct axis y = {-20, 4, false, "magnitude (dB, largest = 0)"};
    if (x.high <= x.low)
        x.high = x.low + 1; /* a single bin */
    return (struct chart){out, x, y, title, p->subtitle};
}

void plot_spectrum(const struct plot *p, const struct array *a, FILE *out)
{
    char title[400], x_title[80] = "frequency (Hz)";
    struct view v = {p, a, layout_box(&a->layout, p->axis), {0}, 0};
    size_t all = v.box.outer * v.box.inner, rows = all < SERIES_MAX ? all : SERIES_MAX;
    int used = snprintf(title, sizeof title, "Spectrum of %s", p->name);
    if (rows < all)
        snprintf(title + used, sizeof title - (size_t)used, ", the first %zu of %zu %ss", rows, all,
                 p->row_name);
    if (p->rate <= 0)
        snprintf(x_title, sizeof x_title, "frequency bin (cycles in %zu samples)", p->n);
    v.chart = make_chart(p, out, title, x_title);
    v.largest = find_largest(&v, rows);
    if (v.largest > 0)
        v.chart.y.low = find_floor(&v, rows);
    chart_begin(&v.chart);
    if (v.largest > 0)
        draw_rows(&v, rows);
    else
        chart_note(&v.chart, "no value here is finite and not zero");
    chart_end(&v.chart);
}
