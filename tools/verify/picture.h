/* SPDX-License-Identifier: Apache-2.0 */
/* The errors of a spectrum as a picture. */
#ifndef STET_VERIFY_PICTURE_H
#define STET_VERIFY_PICTURE_H

#include "verify/measure.h"

#include <stdio.h>

/* Error against bin: of each column of pixels the largest, over the root mean square of the row;
 * beside it the size of the results. The row with the largest relative error. p->out.data is
 * scaled. path: the spectrum's, for the title. */
void picture_draw(const struct problem *p, const struct measure *m, const char *path, FILE *out);

#endif
