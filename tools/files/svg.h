/* SPDX-License-Identifier: Apache-2.0 */
/* Draws a line chart as SVG: frame, ticks, grid, titles, series. It has no knowledge of spectra. */
#ifndef STET_FILES_SVG_H
#define STET_FILES_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define CHART_WIDTH 960
#define CHART_HEIGHT 540
/* The inner frame, in pixels. */
#define FRAME_LEFT 76
#define FRAME_RIGHT (CHART_WIDTH - 28)
#define FRAME_TOP 84
#define FRAME_BOTTOM (CHART_HEIGHT - 62)

struct axis {
    double low, high; /* values at the ends of the frame */
    bool logarithmic; /* requires low > 0 */
    const char *title;
};

struct chart {
    FILE *out;
    struct axis x, y;
    const char *title, *subtitle;
};

/* Says how a curve and its sample in the legend are drawn. */
struct stroke {
    int colour;         /* its number; SVG_GREY: grey */
    const char *style;  /* "mean"; or "range", which is pale */
    double width;       /* in pixels */
    const char *dashes; /* as SVG writes them; NULL: a full line */
};
#define SVG_GREY (-1)

struct legend {
    struct stroke stroke;
    const char *name;
};

/* Returns the stroke of curve number series. Curves after the first have dashes of their own, so
 * that a curve with the same values as an earlier one leaves both visible. */
struct stroke chart_stroke(int series, const char *style);

/* Return the pixel of a value, unrounded; y grows downwards. Values outside stay outside. */
double chart_x(const struct chart *c, double x);
double chart_y(const struct chart *c, double y);

/* Draws the frame's background: titles, grid, ticks and their numbers. */
void chart_begin(const struct chart *c);
/* One curve: begin, any number of points in pixels, end. A curve with one point is a dot. */
void chart_curve_begin(const struct chart *c, const struct stroke *stroke);
void chart_point(const struct chart *c, double pixel_x, double pixel_y, bool first);
void chart_curve_end(const struct chart *c);
/* Draws the legend above the frame on the right: for each entry a sample of its line and its
 * name. */
void chart_legend(const struct chart *c, const struct legend *entries, int count);
/* Writes a sentence in the middle of an empty frame. */
void chart_note(const struct chart *c, const char *text);
void chart_end(const struct chart *c);

/* Parts of a chart, for other pictures. */

/* Opens an SVG of width x height with a title, the styles of text and lines, and a white ground. */
void svg_begin(FILE *out, int width, int height, const char *title);
/* Writes a title and a subtitle at the top, smaller than usual if they would not fit the width. */
void svg_titles(FILE *out, double x, double width, const char *title, const char *subtitle);
/* Writes text at (x, y); attributes are those of the SVG element. */
void svg_text(FILE *out, double x, double y, const char *attributes, const char *text);
/* Writes text upwards, with its middle at (x, y): the title of a vertical axis. */
void svg_text_upwards(FILE *out, int x, int y, const char *text);
/* Returns the smallest of 1, 2, 5 times a power of ten that divides range into at most most
 * steps. */
double svg_tick_step(double range, int most);
/* Stores v as text, without rounding: 1500 is "1.5k", 0.00001 is "1e-5". */
void svg_number(char *text, size_t size, double v);

#endif
