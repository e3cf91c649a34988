/* SPDX-License-Identifier: Apache-2.0 */
/* A line chart as SVG: frame, ticks, grid, titles, series. It has no knowledge of spectra. */
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
#define FRAME_TOP 74
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

/* Return the pixel of a value, unrounded; y grows downwards. Values outside stay outside. */
double chart_x(const struct chart *c, double x);
double chart_y(const struct chart *c, double y);

void chart_begin(const struct chart *c);
/* Draw a curve: begin, any number of points in pixels, end. style is "range" (pale) or "mean". */
void chart_curve_begin(const struct chart *c, int series, const char *style);
void chart_point(const struct chart *c, double pixel_x, double pixel_y, bool first);
void chart_curve_end(const struct chart *c);
/* Writes a name of a series, in its colour, above the frame on the right. */
void chart_legend(const struct chart *c, int series, int of, const char *name);
/* Writes a sentence in the middle of an empty frame. */
void chart_note(const struct chart *c, const char *text);
void chart_end(const struct chart *c);

#endif
