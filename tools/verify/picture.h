/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the errors of a spectrum. */
#ifndef STET_VERIFY_PICTURE_H
#define STET_VERIFY_PICTURE_H

#include "verify/judge.h"

#include <stdio.h>

/* Draws the row with the largest relative error: the magnitudes of its errors and of its exact
 * values, over the root mean square of the exact values. If points share a column of pixels, the
 * largest of them is drawn. path names the spectrum in the title; the verdict stands below it. */
void picture_draw(const struct judgement *j, const char *path, FILE *out);

#endif
