/* SPDX-License-Identifier: Apache-2.0 */
/* What was measured: one row per work, as numbers and as JSON. */
#ifndef STET_BENCH_ROW_H
#define STET_BENCH_ROW_H

#include "bench/measure.h"

#include <jansson.h>

/* stet beside MKL in a child process, where both were told which instructions to use. */
struct mode {
    const char *name;   /* heads its column, and is its key */
    const char *branch; /* MKL_CBWR */
    const char *isa;    /* STET_ISA, or NULL to leave it */
};
enum { MODES = 3 };
extern const struct mode modes[MODES];

struct beside {
    bool measured;
    double gflops, mkl, ratio, noise;
};

struct bench_row {
    struct work work;
    int count; /* contenders; 0 is stet */
    struct speed {
        const char *name;
        double gflops, plan_seconds;
        struct timing timing;
    } speeds[CONTENDERS_MAX];
    int best;     /* the fastest other one, or -1 */
    double ratio; /* stet over the best; NaN if there is none */
    double noise; /* the larger spread of the two */
    struct beside over[MODES];
};

/* From the timings of r->count contenders. What does not agree is no best. */
void row_finish(struct bench_row *r, const struct contender *c, const struct timing *t);
/* NULL if the row has no such column. */
const struct speed *row_speed(const struct bench_row *r, const char *name);
/* Every output was the transform of its input. */
bool row_agrees(const struct bench_row *r);
json_t *row_json(const struct bench_row *r);

/* The geometric mean of what get gives for each row but NaN; NaN if there is nothing else. */
double geometric_mean(const struct bench_row *rows, int count,
                      double (*get)(const struct bench_row *, int), int which);
double row_ratio(const struct bench_row *r, int ignored);
double row_over(const struct bench_row *r, int mode);

#endif
