/* SPDX-License-Identifier: Apache-2.0 */
/* Finds right results in wrong rows. p->out.data is scaled. */
#ifndef STET_VERIFY_RIGHT_H
#define STET_VERIFY_RIGHT_H

#include "verify/measure.h"

/* The residual of a hypothesis includes the errors of two transforms. */
#define SLACK 3.0

struct right {
    size_t count, of; /* of: results of the wrong rows; 0: not counted */
    char where[160];  /* "0 to 7, 12"; "": none or all */
};

/* Stores the index of result k of a row as text. */
void right_place(const struct problem *p, size_t row, size_t k, char *text, size_t size);
/* Reports whether result k of a row has an error larger than rounding in the file's format. */
bool right_is_off(const struct problem *p, const struct measure *m, size_t row, size_t k);
/* Reports whether enough results, except zeros, are right in the file's format to exclude a coarser
 * arithmetic, which would have rounded all. */
bool right_mostly(const struct problem *p, const struct measure *m);
void right_find(struct right *right, const struct problem *p, const struct measure *m);

#endif
