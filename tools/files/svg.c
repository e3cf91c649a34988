/* SPDX-License-Identifier: Apache-2.0 */
#include "files/svg.h"
#include "files/text.h"

#include <math.h>
#include <string.h>

/* Paul Tol's bright scheme: colour-blind readers can tell them apart, and they are dark enough on
 * white. */
static const char *const colours[] = {"#4477aa", "#ee6677", "#228833",
                                      "#aa3377", "#66ccee", "#ccbb44"};
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

void svg_text(FILE *out, double x, double y, const char *attributes, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    put_text(out, text);
    fputs("</text>\n", out);
}

void svg_text_upwards(FILE *out, int x, int y, const char *text)
{
    char attributes[64];
    snprintf(attributes, sizeof attributes,
             "text-anchor=\"middle\" transform=\"rotate(-90 %d %d)\"", x, y);
    svg_text(out, x, y, attributes, text);
}

double svg_tick_step(double range, int most)
{
    double step = pow(10, floor(log10(range / most)));
    static const double factors[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++)
        if (range / (step * factors[i]) <= most)
            return step * factors[i];
    return step * 10;
}

void svg_number(char *text, size_t size, double v)
{
    double distance = fabs(v);
    if (distance > 0 && distance < 1e-3) {
        const int e = (int)floor(log10(distance) + 1e-9);
        snprintf(text, size, "%.10ge%d", v / pow(10, e), e);
    } else if (distance >= 1e6)
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
    svg_number(text, sizeof text, v);
    if (named)
        svg_text(c->out, x, FRAME_BOTTOM + 20, "text-anchor=\"middle\"", text);
}

static void ticks_x_linear(const struct chart *c)
{
    double step = svg_tick_step(c->x.high - c->x.low, 12);
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

/* Draws a line at each decade; at every fourth if there are more than 12. */
static void ticks_y_logarithmic(const struct chart *c)
{
    const int first = (int)ceil(log10(c->y.low) - 1e-9), last = (int)floor(log10(c->y.high) + 1e-9);
    for (int e = first; e <= last; e++) {
        char text[32];
        const double y = chart_y(c, pow(10, e));
        if (last - first > 12 && e % 4 != 0)
            continue;
        fprintf(c->out, "<path class=\"grid\" d=\"M%d,%.1fH%d\"/>\n", FRAME_LEFT, y, FRAME_RIGHT);
        svg_number(text, sizeof text, pow(10, e));
        svg_text(c->out, FRAME_LEFT - 8, y + 4.5, "text-anchor=\"end\"", text);
    }
}

static void ticks_y_linear(const struct chart *c)
{
    const double step = svg_tick_step(c->y.high - c->y.low, 8);
    const long last = (long)floor(c->y.high / step + 1e-9);
    for (long i = (long)ceil(c->y.low / step - 1e-9); i <= last; i++) {
        char text[32];
        const double v = (double)i * step, y = chart_y(c, v);
        fprintf(c->out, "<path class=\"grid\" d=\"M%d,%.1fH%d\"/>\n", FRAME_LEFT, y, FRAME_RIGHT);
        snprintf(text, sizeof text, "%.10g", v);
        svg_text(c->out, FRAME_LEFT - 8, y + 4.5, "text-anchor=\"end\"", text);
    }
}

/* Returns the width of text of 13 pixels, generously: no font is at hand to measure it. */
static double text_width(const char *text)
{
    double width = 0;
    for (const char *s = text; *s != 0; s++)
        width += ((unsigned char)*s & 0xc0) != 0x80 ? 7.2 : 0; /* not the later bytes of UTF-8 */
    return width;
}

/* Writes text of that size in pixels, or smaller, so that it ends before the right edge. */
static void put_title(FILE *out, double x, double y, double right, double size, const char *style,
                      const char *text)
{
    char attributes[80];
    const double width = 1.15 * text_width(text) * size / 13; /* titles are bold */
    const double fits = width > right - x ? size * (right - x) / width : size;
    snprintf(attributes, sizeof attributes, "class=\"%s\" style=\"font-size:%.1fpx\"", style, fits);
    svg_text(out, x, y, attributes, text);
}

void svg_titles(FILE *out, double x, double width, const char *title, const char *subtitle)
{
    put_title(out, x, 30, width - 8, 18, "title", title);
    put_title(out, x, 52, width - 8, 13, "soft", subtitle);
}

static void put_titles(const struct chart *c)
{
    svg_titles(c->out, FRAME_LEFT, CHART_WIDTH, c->title, c->subtitle);
    svg_text(c->out, FRAME_LEFT + FRAME_WIDTH / 2.0, CHART_HEIGHT - 16, "text-anchor=\"middle\"",
             c->x.title);
    svg_text_upwards(c->out, 22, FRAME_TOP + FRAME_HEIGHT / 2, c->y.title);
}

void svg_begin(FILE *out, int width, int height, const char *title)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\" role=\"img\">\n<title>",
            width, height, width, height);
    put_text(out, title);
    fprintf(out,
            "</title>\n<style>text{font:13px sans-serif;fill:#333}.title{font-size:18px;"
            "font-weight:bold}.soft{fill:#666}.grid{stroke:#dcdcdc}.minor{stroke:#f0f0f0}"
            ".curve{fill:none;stroke-linejoin:round;stroke-linecap:round}.sample{stroke-linecap:"
            "round}.range{opacity:.35}"
            ".frame{fill:none;stroke:#888}</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
            width, height);
}

void chart_begin(const struct chart *c)
{
    svg_begin(c->out, CHART_WIDTH, CHART_HEIGHT, c->title);
    fprintf(
        c->out,
        "<clipPath id=\"frame\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n",
        FRAME_LEFT, FRAME_TOP, FRAME_WIDTH, FRAME_HEIGHT);
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

struct stroke chart_stroke(int series, const char *style)
{
    static const char *const dashes[] = {NULL, "9 5", "3 5", "12 5 2 5", "6 10", "12 4 2 4 2 4"};
    return (struct stroke){series, style, 1.6, dashes[series % COLOURS]};
}

static void put_stroke(FILE *out, const struct stroke *s)
{
    fprintf(out, "stroke=\"%s\" stroke-width=\"%g\"",
            s->colour == SVG_GREY ? "#777777" : colours[s->colour % COLOURS], s->width);
    if (s->dashes != NULL)
        fprintf(out, " stroke-dasharray=\"%s\"", s->dashes);
}

void chart_curve_begin(const struct chart *c, const struct stroke *stroke)
{
    fprintf(c->out, "<path class=\"curve %s\" clip-path=\"url(#frame)\" ", stroke->style);
    put_stroke(c->out, stroke);
    fputs(" d=\"", c->out);
}

/* A path of no length is nothing without h0, and a dot with it. */
void chart_point(const struct chart *c, double pixel_x, double pixel_y, bool first)
{
    fprintf(c->out, "%s%.1f,%.1f%s", first ? "M" : "L", pixel_x, pixel_y, first ? "h0" : "");
}

void chart_curve_end(const struct chart *c) { fputs("\"/>\n", c->out); }

void chart_legend(const struct chart *c, const struct legend *entries, int count)
{
    enum { SAMPLE = 34, GAP = 8, BETWEEN = 18 };
    double x = FRAME_RIGHT;
    for (int i = count - 1; i >= 0; i--) {
        x -= text_width(entries[i].name);
        svg_text(c->out, x, FRAME_TOP - 9, "class=\"legend\"", entries[i].name);
        x -= GAP + SAMPLE;
        fprintf(c->out, "<path class=\"sample%s\" ",
                strcmp(entries[i].stroke.style, "range") == 0 ? " range" : "");
        put_stroke(c->out, &entries[i].stroke);
        fprintf(c->out, " d=\"M%.1f,%dh%d\"/>\n", x, FRAME_TOP - 13, SAMPLE);
        x -= BETWEEN;
    }
}

void chart_note(const struct chart *c, const char *text)
{
    svg_text(c->out, FRAME_LEFT + FRAME_WIDTH / 2.0, FRAME_TOP + FRAME_HEIGHT / 2.0,
             "class=\"title\" text-anchor=\"middle\"", text);
}

void chart_end(const struct chart *c)
{
    fprintf(c->out,
            "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n</svg>\n",
            FRAME_LEFT, FRAME_TOP, FRAME_WIDTH, FRAME_HEIGHT);
}
