/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/picture.h"
#include "files/number.h"
#include "files/svg.h"

#include <math.h>
#include <string.h>

struct drawing {
    struct chart chart;
    const struct bench_row *rows;
    int count;
    int series; /* its colour */
};

static double speed_of(const struct bench_row *r, const char *name)
{
    const struct speed *s = row_speed(r, name);
    return s != NULL && s->timing.agrees ? s->gflops : (double)NAN;
}

static double pixel_x(const struct drawing *d, const struct bench_row *r)
{
    return chart_x(&d->chart, log2((double)r->work.n));
}

static double pixel_y(const struct drawing *d, const struct bench_row *r, const char *name)
{
    return chart_y(&d->chart, speed_of(r, name));
}

/* Draws dots: a path of no length with round ends is a dot. */
static void draw_dots(const struct drawing *d, const char *name)
{
    fputs("<g stroke-width=\"5\" stroke-linecap=\"round\">\n", d->chart.out);
    for (int i = 0; i < d->count; i++) {
        const struct bench_row *r = &d->rows[i];
        if (isnan(speed_of(r, name)))
            continue;
        chart_curve_begin(&d->chart, d->series, "dot");
        chart_point(&d->chart, pixel_x(d, r), pixel_y(d, r, name), true);
        chart_point(&d->chart, pixel_x(d, r), pixel_y(d, r, name), false);
        chart_curve_end(&d->chart);
    }
    fputs("</g>\n", d->chart.out);
}

/* Draws curves. The rows of a curve have growing N; a smaller N begins the next curve. */
static void draw_lines(const struct drawing *d, const char *name, stet_precision precision)
{
    ptrdiff_t last = 0;
    fprintf(d->chart.out, "<g%s>\n", precision == STET_F64 ? " stroke-dasharray=\"7 4\"" : "");
    chart_curve_begin(&d->chart, d->series, "mean");
    for (int i = 0; i < d->count; i++) {
        const struct bench_row *r = &d->rows[i];
        if (r->work.precision != precision || !is_power_of_two(r->work.n) ||
            isnan(speed_of(r, name)))
            continue;
        bool same = last != 0 && r->work.n > last && r->work.batch == d->rows[i - 1].work.batch;
        chart_point(&d->chart, pixel_x(d, r), pixel_y(d, r, name), !same);
        last = r->work.n;
    }
    chart_curve_end(&d->chart);
    fputs("</g>\n", d->chart.out);
}

static bool has(const struct drawing *d, const char *name, stet_precision precision)
{
    for (int i = 0; i < d->count; i++)
        if (d->rows[i].work.precision == precision && !isnan(speed_of(&d->rows[i], name)))
            return true;
    return false;
}

static void draw_library(const struct drawing *d, const char *name)
{
    for (int p = STET_F32; p <= STET_F64; p++)
        if (has(d, name, (stet_precision)p))
            draw_lines(d, name, (stet_precision)p);
    draw_dots(d, name);
}

/* Sets the range: from 0 to a little above the fastest; the lengths have a margin for the dots. */
static void set_range(struct drawing *d)
{
    double low = HUGE_VAL, high = 0, top = 0;
    for (int i = 0; i < d->count; i++) {
        const struct bench_row *r = &d->rows[i];
        low = fmin(low, log2((double)r->work.n));
        high = fmax(high, log2((double)r->work.n));
        for (int j = 0; j < r->count; j++)
            top = fmax(top, r->speeds[j].gflops);
    }
    d->chart.x = (struct axis){low - 0.2, high + 0.2, false, "log2 N"};
    d->chart.y = (struct axis){0, top > 0 ? top * 1.06 : 1, false, "GFLOPS"};
}

static const char *subtitle(const struct drawing *d)
{
    bool f32 = has(d, "stet", STET_F32), f64 = has(d, "stet", STET_F64);
    return f32 && f64 ? "lines f32, broken lines f64; single dots: not a power of two"
           : f32      ? "f32; single dots: not a power of two"
                      : "f64; single dots: not a power of two";
}

/* Draws stet last, on top of the others. The legend counts places from the right, and the longest
 * name needs two of them. */
static void draw_libraries(struct drawing *d)
{
    static const char *const names[] = {"stet", "mkl", "fftw", "fftw-estimate", "fftw512"};
    int place = 0;
    for (d->series = 4; d->series >= 0; d->series--) {
        const char *name = names[d->series];
        if (!has(d, name, STET_F32) && !has(d, name, STET_F64))
            continue;
        draw_library(d, name);
        chart_legend(&d->chart, d->series, d->series + 1 + place, name);
        place += strlen(name) > 10 ? 2 : 1;
    }
}

void picture_rows(const struct bench_row *rows, int count, const char *cpu, FILE *out)
{
    char title[300], name[40];
    struct drawing d = {.rows = rows, .count = count};
    work_name(&rows[0].work, name, sizeof name);
    snprintf(title, sizeof title, "%s, %.200s", name, cpu);
    d.chart = (struct chart){.out = out, .title = title, .subtitle = subtitle(&d)};
    set_range(&d);
    chart_begin(&d.chart);
    draw_libraries(&d);
    chart_end(&d.chart);
}
