/* SPDX-License-Identifier: Apache-2.0 */
/* The pictures of a spectrum: curves along one axis, or a heat map over two. */
#ifndef STET_FILES_PLOT_H
#define STET_FILES_PLOT_H

#include "files/array.h"

#include <stdio.h>

struct plot {
    const char *name, *subtitle;
    const char *row_name; /* "channel" or "row": what the other dimensions are */
    int axis;
    size_t n;         /* the length of the transform */
    size_t bins;      /* how many of the axis to draw, from bin 0 */
    double rate;      /* samples per second, or 0: then the axis counts bins */
    bool logarithmic; /* the frequency axis */
};

/* Writes the magnitude of the complex array a along axis to out, in dB below the largest value
 * drawn, as SVG: a curve for each of the first four rows. The title has the name, and says how many
 * rows are left out. */
void plot_spectrum(const struct plot *p, const struct array *a, FILE *out);

struct plane {
    const char *title, *subtitle;
    int axis[2];    /* vertical, horizontal */
    size_t n[2];    /* the lengths of the transform along them */
    double rate[2]; /* samples per second, or 0: frequencies are in cycles per sample */
    int half;       /* 0 or 1: that axis of the array has the bins 0 to n / 2 alone, and the
                       magnitudes of the others are those of a real input's; -1: none */
};

/* Writes the magnitude of the complex array a over two axes to out as a heat map, in dB below the
 * largest value drawn, with frequency 0 in the middle. The index along every other axis is 0. Bins
 * that share a cell of the picture show the largest of them. */
bool plot_plane(const struct plane *p, const struct array *a, FILE *out, struct error *e);

#endif
