/* SPDX-License-Identifier: Apache-2.0 */
/* The memory for one row of the benchmark. All contenders read and write the same arrays. */
#ifndef STET_BENCH_ARRAYS_H
#define STET_BENCH_ARRAYS_H

#include "bench/work.h"
#include "files/error.h"

struct arrays {
    const struct work *work;
    void *source;        /* input, constant after arrays_fill() */
    unsigned char *in;   /* copies of it, step bytes apart, for runs that destroy them */
    unsigned char *out;  /* in place: in; both have space for one more number */
    unsigned char *want; /* output of the first contender */
    size_t in_bytes, out_bytes, step;
    int copies;
    int lives; /* runs that may read the output of the previous one without overflow */
};

bool arrays_new(struct arrays *a, const struct work *w, struct error *e);
void arrays_free(struct arrays *a);

/* Returns memory at the start of a cache line, for free(), or NULL. */
void *aligned_bytes(size_t bytes);

/* Fills source with uniform random numbers, the same in every run; then calls arrays_refill(). */
void arrays_fill(struct arrays *a);
void arrays_refill(struct arrays *a);
/* Stores NaN in every number of the output. In place it restores the input instead. */
void arrays_poison(struct arrays *a);

void arrays_keep(struct arrays *a); /* stores out in want */
/* Returns the norm of factor out - want over the norm of want; NaN if either has a NaN. */
double arrays_distance(const struct arrays *a, double factor);

#endif
