/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/drift_picture.h"
#include "files/svg.h"

#include <math.h>

/* Errors below this are drawn on the lower edge: a logarithmic axis has no zero. */
#define LEAST 0.01

enum { SQRT_COLOUR = 3, LINEAR_COLOUR = 4, CURVES_MAX = 8 };

static double shown(double error) { return fmin(fmax(error, LEAST), 1e12); }

/* Returns the stroke of curve i. Earlier curves have wider lines, and later ones have dashes, so
 * that all are visible where they have the same values. */
static struct stroke stroke_of(const struct curve *curves, int count, int i)
{
    static const char *const dashes[] = {NULL, "12 9", "3 7"};
    return (struct stroke){curves[i].colour, "mean", 1.6 + 1.5 * (count - 1 - i), dashes[i % 3]};
}

/* Draws a curve: pale for the largest error, strong for the root mean square. */
static void draw(const struct chart *c, const struct curve *curve, struct stroke stroke,
                 bool largest)
{
    if (largest)
        stroke.style = "range";
    chart_curve_begin(c, &stroke);
    for (ptrdiff_t i = 0; i < curve->count; i++) {
        const stet_drift_record *r = &curve->records[i];
        chart_point(c, chart_x(c, (double)r->step),
                    chart_y(c, shown(largest ? r->max_scale : r->rms_scale)), i == 0);
    }
    chart_curve_end(c);
}

/* Returns a dotted stroke, which tells a law from a measurement. */
static struct stroke law_stroke(int colour) { return (struct stroke){colour, "mean", 2, "1 6"}; }

/* Draws first n^power. */
static void draw_law(const struct chart *c, double first, double power, int colour)
{
    const struct stroke stroke = law_stroke(colour);
    chart_curve_begin(c, &stroke);
    for (int i = 0; i <= 100; i++) {
        const double n = pow(c->x.high, i / 100.0);
        chart_point(c, chart_x(c, n), chart_y(c, first * pow(n, power)), i == 0);
    }
    chart_curve_end(c);
}

static void set_range(struct chart *c, const struct curve *curves, int count)
{
    double steps = 10, most = 10;
    for (int i = 0; i < count; i++)
        for (ptrdiff_t k = 0; k < curves[i].count; k++) {
            steps = fmax(steps, (double)curves[i].records[k].step);
            most = fmax(most, shown(curves[i].records[k].max_scale));
        }
    c->x = (struct axis){1, steps, true, "number of steps n"};
    c->y = (struct axis){LEAST, pow(10, ceil(log10(most))), true,
                         "error (ulp of the signal's root mean square)"};
}

static void draw_legend(const struct chart *c, const struct curve *curves, int count)
{
    struct legend entries[CURVES_MAX + 4];
    int used = 0;
    for (int i = 0; i < count; i++)
        entries[used++] = (struct legend){stroke_of(curves, count, i), curves[i].name};
    entries[used++] = (struct legend){{SVG_GREY, "mean", 3, NULL}, "rms"};
    entries[used++] = (struct legend){{SVG_GREY, "range", 3, NULL}, "largest"};
    entries[used++] = (struct legend){law_stroke(SQRT_COLOUR), "as sqrt(n)"};
    entries[used++] = (struct legend){law_stroke(LINEAR_COLOUR), "as n"};
    chart_legend(c, entries, used);
}

void drift_picture(const struct curve *curves, int count, const char *title, const char *subtitle,
                   FILE *out)
{
    struct chart c = {.out = out, .title = title, .subtitle = subtitle};
    count = count < CURVES_MAX ? count : CURVES_MAX;
    set_range(&c, curves, count);
    chart_begin(&c);
    const double first =
        shown(count > 0 && curves[0].count > 0 ? curves[0].records[0].rms_scale : 1);
    draw_law(&c, first, 0.5, SQRT_COLOUR);
    draw_law(&c, first, 1, LINEAR_COLOUR);
    for (int largest = 1; largest >= 0; largest--)
        for (int i = 0; i < count; i++)
            draw(&c, &curves[i], stroke_of(curves, count, i), largest);
    draw_legend(&c, curves, count);
    chart_end(&c);
}
