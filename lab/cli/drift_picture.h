/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the growth of errors: a curve for each level, beside the number of steps and its square
 * root. */
#ifndef STET_LAB_DRIFT_PICTURE_H
#define STET_LAB_DRIFT_PICTURE_H

#include <stdio.h>

#include "stet_lab.h"

struct curve {
    const char *name;
    int colour; /* colour of the level */
    const stet_drift_record *records;
    ptrdiff_t count;
};

void drift_picture(const struct curve *curves, int count, const char *title, const char *subtitle,
                   FILE *out);

#endif
