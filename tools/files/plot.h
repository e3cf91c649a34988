/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of a spectrum. */
#ifndef STET_FILES_PLOT_H
#define STET_FILES_PLOT_H

#include "files/array.h"

#include <stdio.h>

struct plot {
    const char *title, *subtitle;
    const char *row_name; /* "channel" or "row": what the other dimensions are */
    int axis;
    size_t n;         /* the length of the transform */
    size_t bins;      /* how many of the axis to draw, from bin 0 */
    double rate;      /* samples per second, or 0: then the axis counts bins */
    bool logarithmic; /* the frequency axis */
};

/* Write the magnitude of the complex array a along axis to out, in dB below the largest value
 * drawn, as SVG. Rows beyond the first four are left out, and the picture says so. */
void plot_spectrum(const struct plot *p, const struct array *a, FILE *out);

#endif
