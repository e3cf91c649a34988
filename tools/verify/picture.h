/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the errors of a spectrum. */
#ifndef STET_VERIFY_PICTURE_H
#define STET_VERIFY_PICTURE_H

#include "verify/measure.h"

#include <stdio.h>

/* Draws the error against the bin for the row with the largest relative error: for each column of
 * pixels the largest error over the root mean square of the row, and beside it the size of the
 * results. p->out.data is scaled. path names the spectrum in the title. */
void picture_draw(const struct problem *p, const struct measure *m, const char *path, FILE *out);

#endif
