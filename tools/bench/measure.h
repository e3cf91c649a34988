/* SPDX-License-Identifier: Apache-2.0 */
/* Times contenders. */
#ifndef STET_BENCH_MEASURE_H
#define STET_BENCH_MEASURE_H

#include "bench/arrays.h"
#include "bench/contender.h"

#define ROUND_SECONDS 300e-6 /* least time of a contender in a round */
#define CONTENDERS_MAX 6

struct timing {
    double seconds; /* per run: the median of the rounds */
    double spread;  /* quartile distance over median */
    double error;   /* largest relative L2 error, to the first */
    bool agrees;    /* the error was small in every round */
    long bytes;     /* memory that a first call takes; 0 in other measurements */
};

/* Times count contenders on the filled arrays a. In each round each has its turn, and the first one
 * changes, so that other work on the machine affects all equally. The output is filled with NaN
 * before a turn and compared after it. Calls progress_at() after each round. */
bool measure(const struct contender *c, int count, struct arrays *a, int rounds, struct timing *t,
             struct error *e);

/* These run a contender once on fresh data, into an array of NaN. The first keeps the output; the
 * second compares it with the kept one, and stores the relative L2 distance. */
void measure_keep(const struct contender *c, struct arrays *a);
bool measure_agrees(const struct contender *c, struct arrays *a, double *error);

/* Sorts x[0..n-1] and returns its median; *spread is (quartile 3 - quartile 1) / median. */
double median_and_spread(double *x, int n, double *spread);

#endif
