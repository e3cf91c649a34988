/* SPDX-License-Identifier: Apache-2.0 */
#include "files/svg.h"
#include "files/text.h"

#include <math.h>

/* Paul Tol's bright scheme: colour-blind readers can tell its colours apart, and they are dark
 * enough on white. */
static const char *const colours[] = {"#4477aa", "#ee6677", "#228833", "#aa3377", "#66ccee"};
#define COLOURS (int)(sizeof colours / sizeof colours[0])

#define FRAME_WIDTH (FRAME_RIGHT - FRAME_LEFT)
#define FRAME_HEIGHT (FRAME_BOTTOM - FRAME_TOP)

static double fraction(const struct axis *a, double v)
{
    if (a->logarithmic)
        return log(v / a->low) / log(a->high / a->low);
    return (v - a->low) / (a->high - a->low);
}

double chart_x(const struct chart *c, double x)
{
    return FRAME_LEFT + FRAME_WIDTH * fraction(&c->x, x);
}

double chart_y(const struct chart *c, double y)
{
    return FRAME_BOTTOM - FRAME_HEIGHT * fraction(&c->y, y);
}

/* Writes text from outside as valid XML. */
static void put_text(FILE *out, const char *text)
{
    char clean[600];
    text_clean(clean, sizeof clean, text);
    for (const char *s = clean; *s != 0; s++)
        switch (*s) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: fputc(*s, out);
        }
}

static void label(FILE *out, double x, double y, const char *attributes, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    put_text(out, text);
    fputs("</text>\n", out);
}

/* Returns the smallest of 1, 2, 5 times a power of ten that gives no more than `most` steps. */
static double tick_step(double range, int most)
{
    double step = pow(10, floor(log10(range / most)));
    static const double factors[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++)
        if (range / (step * factors[i]) <= most)
            return step * factors[i];
    return step * 10;
}

/* Writes 500 as "500", 1500 as "1.5k", 3000000 as "3M", without rounding. */
static void tick_text(char *text, size_t size, double v)
{
    double distance = fabs(v);
    if (distance >= 1e6)
        snprintf(text, size, "%.10gM", v / 1e6);
    else if (distance >= 1e3)
        snprintf(text, size, "%.10gk", v / 1e3);
    else
        snprintf(text, size, "%.10g", v);
}

static void tick_x(const struct chart *c, double v, bool named)
{
    char text[32];
    double x = chart_x(c, v);
    fprintf(c->out, "<path class=\"%s\" d=\"M%.1f,%dV%d\"/>\n", named ? "grid" : "minor", x,
            FRAME_TOP, FRAME_BOTTOM);
    tick_text(text, sizeof text, v);
    if (named)
        label(c->out, x, FRAME_BOTTOM + 20, "text-anchor=\"middle\"", text);
}

static void ticks_x_linear(const struct chart *c)
{
    double step = tick_step(c->x.high - c->x.low, 12);
    if (step < 1)
        step = 1; /* bins are integers */
    for (double v = ceil(c->x.low / step) * step; v <= c->x.high * (1 + 1e-12); v += step)
        tick_x(c, v, true);
}

/* Draws every decade and its multiples. If there are few decades, 2 and 5 have names too. */
static void ticks_x_logarithmic(const struct chart *c)
{
    bool few = log10(c->x.high / c->x.low) < 5;
    for (double decade = pow(10, floor(log10(c->x.low))); decade <= c->x.high; decade *= 10)
        for (int m = 1; m < 10; m++) {
            double v = m * decade;
            if (v >= c->x.low * (1 - 1e-12) && v <= c->x.high * (1 + 1e-12))
                tick_x(c, v, m == 1 || (few && (m == 2 || m == 5)));
        }
}

/* Draws decades only. */
static void ticks_y_logarithmic(const struct chart *c)
{
    for (int e = (int)ceil(log10(c->y.low) - 1e-9); e <= log10(c->y.high) + 1e-9; e++) {
        char text[32];
        const double y = chart_y(c, pow(10, e));
        fprintf(c->out, "<path class=\"grid\" d=\"M%d,%.1fH%d\"/>\n", FRAME_LEFT, y, FRAME_RIGHT);
        tick_text(text, sizeof text, pow(10, e));
        label(c->out, FRAME_LEFT - 8, y + 4.5, "text-anchor=\"end\"", text);
    }
}

static void ticks_y_linear(const struct chart *c)
{
    double step = tick_step(c->y.high - c->y.low, 8);
    for (double v = ceil(c->y.low / step) * step; v <= c->y.high + 1e-9; v += step) {
        char text[32];
        double y = chart_y(c, v);
        fprintf(c->out, "<path class=\"grid\" d=\"M%d,%.1fH%d\"/>\n", FRAME_LEFT, y, FRAME_RIGHT);
        snprintf(text, sizeof text, "%.10g", v + 0.0); /* + 0.0: no "-0" */
        label(c->out, FRAME_LEFT - 8, y + 4.5, "text-anchor=\"end\"", text);
    }
}

static void put_titles(const struct chart *c)
{
    char turned[64];
    label(c->out, FRAME_LEFT, 30, "class=\"title\"", c->title);
    label(c->out, FRAME_LEFT, 52, "class=\"soft\"", c->subtitle);
    label(c->out, FRAME_LEFT + FRAME_WIDTH / 2.0, CHART_HEIGHT - 16, "text-anchor=\"middle\"",
          c->x.title);
    snprintf(turned, sizeof turned, "text-anchor=\"middle\" transform=\"rotate(-90 22 %d)\"",
             FRAME_TOP + FRAME_HEIGHT / 2);
    label(c->out, 22, FRAME_TOP + FRAME_HEIGHT / 2.0, turned, c->y.title);
}

void chart_begin(const struct chart *c)
{
    fprintf(c->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\" role=\"img\">\n<title>",
            CHART_WIDTH, CHART_HEIGHT, CHART_WIDTH, CHART_HEIGHT);
    put_text(c->out, c->title);
    fprintf(
        c->out,
        "</title>\n<style>text{font:13px sans-serif;fill:#333}.title{font-size:18px;"
        "font-weight:bold}.soft{fill:#666}.grid{stroke:#dcdcdc}.minor{stroke:#f0f0f0}"
        ".curve{fill:none;stroke-linejoin:round}.range{opacity:.35}.mean{stroke-width:1.4}"
        ".frame{fill:none;stroke:#888}</style>\n"
        "<clipPath id=\"frame\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
        FRAME_LEFT, FRAME_TOP, FRAME_WIDTH, FRAME_HEIGHT, CHART_WIDTH, CHART_HEIGHT);
    put_titles(c);
    if (c->x.logarithmic)
        ticks_x_logarithmic(c);
    else
        ticks_x_linear(c);
    if (c->y.logarithmic)
        ticks_y_logarithmic(c);
    else
        ticks_y_linear(c);
}

void chart_curve_begin(const struct chart *c, int series, const char *style)
{
    fprintf(c->out, "<path class=\"curve %s\" clip-path=\"url(#frame)\" stroke=\"%s\" d=\"", style,
            colours[series % COLOURS]);
}

void chart_point(const struct chart *c, double pixel_x, double pixel_y, bool first)
{
    fprintf(c->out, "%s%.1f,%.1f", first ? "M" : "L", pixel_x, pixel_y);
}

void chart_curve_end(const struct chart *c) { fputs("\"/>\n", c->out); }

void chart_legend(const struct chart *c, int series, int of, const char *name)
{
    char attributes[64];
    snprintf(attributes, sizeof attributes, "text-anchor=\"end\" style=\"fill:%s\"",
             colours[series % COLOURS]);
    label(c->out, FRAME_RIGHT - 90.0 * (of - 1 - series), FRAME_TOP - 6, attributes, name);
}

void chart_note(const struct chart *c, const char *text)
{
    label(c->out, FRAME_LEFT + FRAME_WIDTH / 2.0, FRAME_TOP + FRAME_HEIGHT / 2.0,
          "class=\"title\" text-anchor=\"middle\"", text);
}

void chart_end(const struct chart *c)
{
    fprintf(c->out,
            "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n</svg>\n",
            FRAME_LEFT, FRAME_TOP, FRAME_WIDTH, FRAME_HEIGHT);
}
