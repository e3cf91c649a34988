/* SPDX-License-Identifier: Apache-2.0 */
/* Measures a spectrum against the truth: how many numbers are correctly rounded, and how large the
 * errors are. */
#ifndef STET_VERIFY_MEASURE_H
#define STET_VERIFY_MEASURE_H

#include "verify/outliers.h"
#include "verify/rounding.h"
#include "verify/truth.h"

/* Counts parts (real numbers) of results by verdict. */
struct counts {
    size_t parts, right, wrong, zero_signs, undecided, not_finite;
    size_t by_library; /* decided by the library's level correct */
    size_t by_fixed;   /* decided by fixed point */
    size_t proved;     /* right: ties and zeros, proved to be exact */
};

struct place_in {
    size_t row, k;
    int part;
};

struct row_measure {
    struct counts counts;
    double error2, size2;           /* ||v - y||^2 and ||y||^2, scaled */
    double peak2;                   /* the largest |y|^2 */
    double easy_error2, easy_size2; /* both sums over results with twiddles 1, -1 */
    size_t easy;                    /* count of those results */
    struct outliers outliers;
    bool zero; /* all exact results are 0: no error is rounding */
};

struct measure {
    const struct format *format;
    struct row_measure *rows;
    struct counts counts; /* sums over all rows */
    double max_ulp;       /* over parts not below their row's rms */
    struct place_in max_ulp_at, first_wrong, first_not_finite;
    double bound; /* largest bound of the truth over rms */
    double *y;    /* the truth rounded to double, like out.data, but scaled */
};

/* Measures p->out.data and counts for the format. If double-double does not decide a number, fixed
 * point does with `independent`, else the library's level correct. */
bool measure_run(struct measure *m, const struct problem *p, const struct format *f,
                 bool independent, struct error *e);
void measure_free(struct measure *m);

/* Returns ||v - y|| / ||y|| of a row; 0 if both are 0, or if the squares underflow. */
double row_relative(const struct row_measure *r);
/* Returns row_relative() of all rows together. */
double measure_relative(const struct measure *m, size_t rows);

#endif
