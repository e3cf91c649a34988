/* SPDX-License-Identifier: Apache-2.0 */
/* The stopwatch. */
#ifndef STET_BENCH_MEASURE_H
#define STET_BENCH_MEASURE_H

#include "bench/arrays.h"
#include "bench/contender.h"

#define ROUND_SECONDS 300e-6 /* of one contender in one round, at least */
#define CONTENDERS_MAX 5

struct timing {
    double seconds; /* of one run: the median of the rounds */
    double spread;  /* the distance of the quartiles of the rounds, as a part of the median */
    double error;   /* the largest relative L2 distance from the first contender's output */
    bool agrees;    /* it was small in every round */
};

/* Time count contenders on a, which is filled. In each round each has its turn, and each round
 * another is the first, so that what else the machine does falls on all alike. The output is
 * filled with NaN before a turn and compared after it. Calls progress_at() after each round. */
bool measure(const struct contender *c, int count, struct arrays *a, int rounds, struct timing *t,
             struct error *e);

/* The median of x[0..n-1], which is sorted, and in *spread (quartile 3 - quartile 1) / median. */
double median_and_spread(double *x, int n, double *spread);

#endif
