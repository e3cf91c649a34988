/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/picture.h"
#include "files/number.h"
#include "files/svg.h"
#include "files/words.h"

#include <math.h>

struct drawing {
    struct chart chart;
    const struct bench_row *rows;
    int count;
    int series; /* the library that is drawn: its colour */
};

static double speed_of(const struct bench_row *r, const char *name)
{
    const struct speed *s = row_speed(r, name);
    return s != NULL && s->timing.agrees ? s->gflops : (double)NAN;
}

static ptrdiff_t points(const struct bench_row *r) { return shape_points(&r->work.shape); }

static double pixel_x(const struct drawing *d, const struct bench_row *r)
{
    return chart_x(&d->chart, log2((double)points(r)));
}

static double pixel_y(const struct drawing *d, const struct bench_row *r, const char *name)
{
    return chart_y(&d->chart, speed_of(r, name));
}

static const stet_precision precisions[] = {STET_F32, STET_F64, STET_F16, STET_BF16};
static const char *const dashes[] = {NULL, "9 12", "3 9", "14 9 2 9"};
enum { PRECISIONS = sizeof precisions / sizeof *precisions };

/* Returns the stroke of a library and a precision. Libraries that are drawn earlier have wider
 * lines, so that a later one of the same speed leaves their edges visible. Precisions differ in
 * dashes. */
static struct stroke stroke_of(int series, int precision)
{
    return (struct stroke){series, "mean", 1.6 + 0.9 * series, dashes[precision]};
}

/* A point is drawn as a dot. */
static void draw_dots(const struct drawing *d, const char *name)
{
    const struct stroke stroke = {d->series, "dot", 5 + 1.2 * d->series, NULL};
    fputs("<g>\n", d->chart.out);
    for (int i = 0; i < d->count; i++) {
        const struct bench_row *r = &d->rows[i];
        if (isnan(speed_of(r, name)))
            continue;
        chart_curve_begin(&d->chart, &stroke);
        chart_point(&d->chart, pixel_x(d, r), pixel_y(d, r, name), true);
        chart_curve_end(&d->chart);
    }
    fputs("</g>\n", d->chart.out);
}

/* Draws curves. The rows of a curve have growing N; a smaller N begins the next curve. */
static void draw_lines(const struct drawing *d, const char *name, int precision)
{
    ptrdiff_t last = 0;
    const struct stroke stroke = stroke_of(d->series, precision);
    fputs("<g>\n", d->chart.out);
    chart_curve_begin(&d->chart, &stroke);
    for (int i = 0; i < d->count; i++) {
        const struct bench_row *r = &d->rows[i];
        if (r->work.precision != precisions[precision] || !is_power_of_two(points(r)) ||
            isnan(speed_of(r, name)))
            continue;
        bool same = last != 0 && points(r) > last && r->work.batch == d->rows[i - 1].work.batch;
        chart_point(&d->chart, pixel_x(d, r), pixel_y(d, r, name), !same);
        last = points(r);
    }
    chart_curve_end(&d->chart);
    fputs("</g>\n", d->chart.out);
}

/* True if a row has the precision and the speed of a library; name NULL: of any. */
static bool has(const struct drawing *d, const char *name, int precision)
{
    for (int i = 0; i < d->count; i++)
        if (d->rows[i].work.precision == precisions[precision] &&
            (name == NULL || !isnan(speed_of(&d->rows[i], name))))
            return true;
    return false;
}

/* Returns how many precisions has() is true for. */
static int count_precisions(const struct drawing *d, const char *name)
{
    int count = 0;
    for (int p = 0; p < PRECISIONS; p++)
        count += has(d, name, p);
    return count;
}

static void draw_library(const struct drawing *d, const char *name)
{
    for (int p = 0; p < PRECISIONS; p++)
        if (has(d, name, p))
            draw_lines(d, name, p);
    draw_dots(d, name);
}

/* Sets the range: from 0 to a little above the fastest; the lengths have a margin for the dots. */
static void set_range(struct drawing *d)
{
    double low = HUGE_VAL, high = 0, top = 0;
    for (int i = 0; i < d->count; i++) {
        const struct bench_row *r = &d->rows[i];
        low = fmin(low, log2((double)points(r)));
        high = fmax(high, log2((double)points(r)));
        for (int j = 0; j < r->count; j++)
            top = fmax(top, r->speeds[j].gflops);
    }
    d->chart.x = (struct axis){low - 0.2, high + 0.2, false, "log2 of N, the number of points"};
    d->chart.y = (struct axis){0, top > 0 ? top * 1.06 : 1, false, "speed (GFLOPS)"};
}

static const char *const names[] = {"stet", "mkl", "fftw", "fftw-estimate", "fftw512", "pocketfft"};
enum { LIBRARIES = sizeof names / sizeof *names };

/* Draws stet last, on top of the others. */
static void draw_libraries(struct drawing *d)
{
    for (d->series = LIBRARIES - 1; d->series >= 0; d->series--)
        if (count_precisions(d, names[d->series]) > 0)
            draw_library(d, names[d->series]);
}

/* Names the libraries and, if there are several, the precisions. */
static void draw_legend(const struct drawing *d)
{
    struct legend entries[LIBRARIES + PRECISIONS];
    int count = 0;
    for (int i = 0; i < LIBRARIES; i++)
        if (count_precisions(d, names[i]) > 0)
            entries[count++] = (struct legend){stroke_of(i, 0), names[i]};
    for (int p = 0; p < PRECISIONS; p++)
        if (count_precisions(d, NULL) > 1 && has(d, NULL, p)) {
            struct stroke grey = stroke_of(0, p);
            grey.colour = SVG_GREY;
            entries[count++] =
                (struct legend){grey, choice_name(precision_choices, (int)precisions[p])};
        }
    chart_legend(&d->chart, entries, count);
}

void picture_rows(const struct bench_row *rows, int count, const char *cpu, FILE *out)
{
    char title[340], subtitle[100] = "", name[60];
    struct drawing d = {.rows = rows, .count = count};
    work_name(&rows[0].work, name, sizeof name);
    snprintf(title, sizeof title, "Speed of %s transforms, %.200s", name, cpu);
    snprintf(subtitle, sizeof subtitle, "%s%sdots: measured; lines join powers of two",
             count_precisions(&d, NULL) > 1
                 ? ""
                 : choice_name(precision_choices, (int)rows[0].work.precision),
             count_precisions(&d, NULL) > 1 ? "" : "; ");
    d.chart = (struct chart){.out = out, .title = title, .subtitle = subtitle};
    set_range(&d);
    chart_begin(&d.chart);
    draw_libraries(&d);
    draw_legend(&d);
    chart_end(&d.chart);
}
