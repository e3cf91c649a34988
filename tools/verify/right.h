/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the results of wrong rows that are right all the same. p->out.data is scaled. */
#ifndef STET_VERIFY_RIGHT_H
#define STET_VERIFY_RIGHT_H

#include "verify/measure.h"

/* The residual of a hypothesis has the errors of two transforms. */
#define SLACK 3.0

struct right {
    size_t count, of; /* of: results of the wrong rows; 0: nobody has asked */
    char where[160];  /* "0 to 7, 12"; "": none, or all */
};

/* The index of result k of a row, as text. */
void right_place(const struct problem *p, size_t row, size_t k, char *text, size_t size);
/* Result k of a row is off by more than rounding in the file's format. */
bool right_is_off(const struct problem *p, const struct measure *m, size_t row, size_t k);
/* Arithmetic coarser than the file's would have rounded all results: so many are right in the
 * file's format, and no zeros, that it did not take place. */
bool right_mostly(const struct problem *p, const struct measure *m);
void right_find(struct right *right, const struct problem *p, const struct measure *m);

#endif
