/* SPDX-License-Identifier: Apache-2.0 */
/* A spectrum beside the truth: how many numbers are correctly rounded, and how large the errors
 * are. */
#ifndef STET_VERIFY_MEASURE_H
#define STET_VERIFY_MEASURE_H

#include "verify/outliers.h"
#include "verify/rounding.h"
#include "verify/truth.h"

/* Parts (real numbers) of a result, told apart. */
struct counts {
    size_t parts, right, wrong, zero_signs, undecided, not_finite;
    size_t by_library; /* of right and wrong: decided by the library's level correct */
    size_t by_fixed;   /* of right and wrong: decided by fixed point, wider than double-double */
    size_t proved;     /* of right: ties and zeros that were shown to be exact */
};

struct place_in {
    size_t row, k;
    int part;
};

struct row_measure {
    struct counts counts;
    double error2, size2;           /* squares of the 2-norms of v - y and y, scaled */
    double peak2;                   /* the largest |y|^2 */
    double easy_error2, easy_size2; /* the same over results whose twiddles are 1 and -1 */
    size_t easy;                    /* how many these are */
    struct outliers outliers;
    bool zero; /* every exact result is 0: no error is rounding */
};

struct measure {
    const struct format *format;
    struct row_measure *rows;
    struct counts counts; /* of all rows */
    double max_ulp;       /* over parts not below the root mean square of their row */
    struct place_in max_ulp_at, first_wrong, first_not_finite;
    double bound; /* the largest bound of the truth over its row's rms part */
    double *y;    /* the truth rounded to double: as out.data, but scaled */
};

/* Measures p->out.data; counts are for the format. A number that double-double does not decide is
 * decided by fixed point if independent, else by the library's level correct. */
bool measure_run(struct measure *m, const struct problem *p, const struct format *f,
                 bool independent, struct error *e);
void measure_free(struct measure *m);

/* ||v - y|| / ||y|| of a row; 0 if both are 0, or of numbers so small that their squares are. */
double row_relative(const struct row_measure *r);
/* As row_relative(), of all rows together. */
double measure_relative(const struct measure *m, size_t rows);

#endif
