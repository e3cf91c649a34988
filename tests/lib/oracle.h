/* SPDX-License-Identifier: Apache-2.0 */
/* The exact transform, by Arb (acb_dft, ball arithmetic), and errors against it. */
#ifndef STET_TESTS_LIB_ORACLE_H
#define STET_TESTS_LIB_ORACLE_H

#include "lib/transform.h"

struct oracle {
    size_t reals;    /* of the packed output */
    double *hi, *lo; /* real i is hi[i] + lo[i], to 100 bits */
};

/* The transform of a packed input. C2R is taken as the definition for its full
 * spectrum: index k with a last component beyond n/2 holds the conjugate of -k,
 * and the real part of the result is kept. Give back with oracle_close(). */
void oracle_open(struct oracle *oracle, const struct transform *t, const void *in);
void oracle_close(struct oracle *oracle);

/* Distance of a packed output from the oracle. */
struct oracle_error {
    double l2;  /* root of the sum of squares, relative to that of the exact values */
    double max; /* largest error of one real number, relative to their root mean square */
};

struct oracle_error oracle_compare(const struct oracle *oracle, const struct transform *t,
                                   const void *out);

#endif
