/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of one row of the benchmark: every contender reads and writes the same arrays. */
#ifndef STET_BENCH_ARRAYS_H
#define STET_BENCH_ARRAYS_H

#include "bench/work.h"
#include "files/error.h"

struct arrays {
    const struct work *work;
    void *source;        /* the input, never written after arrays_fill() */
    unsigned char *in;   /* copies of it, step bytes apart: a run may destroy its own */
    unsigned char *out;  /* in place: in; behind either is space for one number more */
    unsigned char *want; /* what the first contender made of it */
    size_t in_bytes, out_bytes, step;
    int copies;
    int lives; /* how often a run may feed on what the last one left before it overflows */
};

bool arrays_new(struct arrays *a, const struct work *w, struct error *e);
void arrays_free(struct arrays *a);

/* Memory at the start of a cache line, for free(); NULL if there is none. */
void *aligned_bytes(size_t bytes);

/* Uniform random numbers, the same in every run; then arrays_refill(). */
void arrays_fill(struct arrays *a);
void arrays_refill(struct arrays *a);
/* NaN in every number of the output. In place it is the input that is made whole. */
void arrays_poison(struct arrays *a);

void arrays_keep(struct arrays *a); /* want = out */
/* The norm of factor out - want over the norm of want: NaN if there is one in either. */
double arrays_distance(const struct arrays *a, double factor);

#endif
