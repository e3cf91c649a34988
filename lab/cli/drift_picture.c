/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/drift_picture.h"
#include "files/svg.h"

#include <math.h>

/* Errors below this are drawn on the lower edge: a logarithmic axis has no zero. */
#define LEAST 0.01

enum { SQRT_COLOUR = 3, LINEAR_COLOUR = 4, LEGENDS = 5 };

static double shown(double error) { return fmin(fmax(error, LEAST), 1e12); }

/* Draws a curve: pale for the largest error, strong for the root mean square. */
static void draw(const struct chart *c, const struct curve *curve, bool largest)
{
    chart_curve_begin(c, curve->colour, largest ? "range" : "mean");
    for (ptrdiff_t i = 0; i < curve->count; i++) {
        const stet_drift_record *r = &curve->records[i];
        chart_point(c, chart_x(c, (double)r->step),
                    chart_y(c, shown(largest ? r->max_scale : r->rms_scale)), i == 0);
    }
    chart_curve_end(c);
}

/* Draws first n^power as a broken line. */
static void draw_law(const struct chart *c, double first, double power, int colour)
{
    fputs("<g stroke-dasharray=\"6 5\">\n", c->out);
    chart_curve_begin(c, colour, "mean");
    for (int i = 0; i <= 100; i++) {
        const double n = pow(c->x.high, i / 100.0);
        chart_point(c, chart_x(c, n), chart_y(c, first * pow(n, power)), i == 0);
    }
    chart_curve_end(c);
    fputs("</g>\n", c->out);
}

static void set_range(struct chart *c, const struct curve *curves, int count)
{
    double steps = 10, most = 10;
    for (int i = 0; i < count; i++)
        for (ptrdiff_t k = 0; k < curves[i].count; k++) {
            steps = fmax(steps, (double)curves[i].records[k].step);
            most = fmax(most, shown(curves[i].records[k].max_scale));
        }
    c->x = (struct axis){1, steps, true, "steps"};
    c->y = (struct axis){LEAST, pow(10, ceil(log10(most))), true, "error in ulp of the rms"};
}

void drift_picture(const struct curve *curves, int count, const char *title, const char *subtitle,
                   FILE *out)
{
    struct chart c = {.out = out, .title = title, .subtitle = subtitle};
    set_range(&c, curves, count);
    chart_begin(&c);
    const double first = shown(curves[0].count > 0 ? curves[0].records[0].rms_scale : 1);
    draw_law(&c, first, 0.5, SQRT_COLOUR);
    draw_law(&c, first, 1, LINEAR_COLOUR);
    chart_legend(&c, SQRT_COLOUR, LEGENDS, "sqrt(n)");
    chart_legend(&c, LINEAR_COLOUR, LEGENDS, "n");
    for (int i = 0; i < count; i++) {
        draw(&c, &curves[i], true);
        draw(&c, &curves[i], false);
        chart_legend(&c, curves[i].colour, LEGENDS, curves[i].name);
    }
    chart_end(&c);
}
