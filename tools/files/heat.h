/* SPDX-License-Identifier: Apache-2.0 */
/* A heat map as SVG: coloured cells, two axes, and a colour bar. It knows nothing of spectra. */
#ifndef STET_FILES_HEAT_H
#define STET_FILES_HEAT_H

#include <stdio.h>

#define HEAT_CELLS_MAX 240 /* along each axis: two pixels each */

struct heat_axis {
    double low, high; /* values at the first and the last edge */
    const char *title;
};

struct heat {
    const char *title, *subtitle;
    struct heat_axis x, y; /* y grows downwards, as the rows of an image do */
    const char *bar_title;
    double low, high;   /* get the first and the last colour */
    int columns, rows;  /* at most HEAT_CELLS_MAX */
    const float *cells; /* row by row; NaN: left white */
};

/* Writes the picture to out. A value beyond low or high has the colour of that end. */
void heat_draw(const struct heat *h, FILE *out);

#endif
