/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of any precision on numbers that are stored as doubles. Internal. */
#ifndef STET_EXPERIMENTS_BUTTERFLIES_NUMBER_H
#define STET_EXPERIMENTS_BUTTERFLIES_NUMBER_H

#include "stet_lab.h"

/* Each function returns the exact result rounded once to the format, with its subnormals and its
 * infinity. Operands are numbers of the format. */
typedef struct stet_number {
    double (*round)(double x); /* rounds any double */
    double (*add)(double a, double b);
    double (*mul)(double a, double b);
    double (*fma)(double a, double b, double c);
} stet_number;

/* Returns NULL if there is no such precision. */
const stet_number *stet_number_of(stet_precision precision);

#endif
