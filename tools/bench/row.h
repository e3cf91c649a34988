/* SPDX-License-Identifier: Apache-2.0 */
/* The results: one row per work, as numbers and as JSON. */
#ifndef STET_BENCH_ROW_H
#define STET_BENCH_ROW_H

#include "bench/measure.h"

#include <jansson.h>

/* stet beside MKL in a child process that tells both which instructions to use. */
struct mode {
    const char *name;   /* title of its column, and its key */
    const char *branch; /* MKL_CBWR */
    const char *isa;    /* STET_ISA, or NULL for the default */
};
enum { MODES = 3 };
extern const struct mode modes[MODES];

struct beside {
    bool measured;
    double gflops, mkl, ratio, noise;
};

struct bench_row {
    struct work work;
    int count; /* count of contenders; 0 is stet */
    struct speed {
        const char *name;
        double gflops, plan_seconds;
        struct timing timing;
    } speeds[CONTENDERS_MAX];
    int best;     /* the fastest other contender, or -1 */
    double ratio; /* stet's speed over the best; NaN if there is none */
    double noise; /* the larger spread of both */
    struct beside over[MODES];
};

/* Fills the row from the timings of r->count contenders. A result that does not agree is never the
 * best. */
void row_finish(struct bench_row *r, const struct contender *c, const struct timing *t);
/* Returns NULL if the row has no such column. */
const struct speed *row_speed(const struct bench_row *r, const char *name);
/* Reports whether every output was the transform of its input. */
bool row_agrees(const struct bench_row *r);
/* is_first: the row has first calls. */
json_t *row_json(const struct bench_row *r, bool is_first);

/* Returns the geometric mean of get() over all rows without NaN, or NaN if there are none. */
double geometric_mean(const struct bench_row *rows, int count,
                      double (*get)(const struct bench_row *, int), int which);
double row_ratio(const struct bench_row *r, int ignored);
double row_over(const struct bench_row *r, int mode);

#endif
