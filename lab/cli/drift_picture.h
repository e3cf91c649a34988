/* SPDX-License-Identifier: Apache-2.0 */
/* The growth of errors, a curve for each level, beside the square root of the number of steps and
 * beside that number. */
#ifndef STET_LAB_DRIFT_PICTURE_H
#define STET_LAB_DRIFT_PICTURE_H

#include <stdio.h>

#include "stet_lab.h"

struct curve {
    const char *name;
    int colour; /* of the level */
    const stet_drift_record *records;
    ptrdiff_t count;
};

void drift_picture(const struct curve *curves, int count, const char *title, const char *subtitle,
                   FILE *out);

#endif
