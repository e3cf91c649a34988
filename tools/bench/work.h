/* SPDX-License-Identifier: Apache-2.0 */
/* Describes the computation of one row of the benchmark, and the layout of its numbers. */
#ifndef STET_BENCH_WORK_H
#define STET_BENCH_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "stet.h"

/* At most this many complex points per row, because FFTW counts in int. */
#define POINTS_MAX ((ptrdiff_t)1 << 28)

/* The lengths of the axes, all of which are transformed; the last one is contiguous. */
#define SHAPE_AXES 3
struct shape {
    int rank;
    ptrdiff_t n[SHAPE_AXES];
};
static inline struct shape shape_line(ptrdiff_t n) { return (struct shape){1, {n}}; }
ptrdiff_t shape_points(const struct shape *s);
/* Stores "1024" or "64x64x64" and returns it. */
#define SHAPE_TEXT (21 * SHAPE_AXES)
const char *shape_text(const struct shape *s, char text[SHAPE_TEXT]);

struct work {
    stet_kind kind; /* r2c forward, c2r inverse; unscaled */
    stet_precision precision;
    struct shape shape;
    ptrdiff_t batch;
    ptrdiff_t stride; /* 0: transform after transform; else element i of transform b is at
                         i stride + b: columns of an array of `stride` columns */
    bool in_place;
    int threads;
    stet_half_mode half_mode; /* for f16 and bf16 */
    stet_effort effort;       /* for stet's plans */
    stet_level level;         /* for stet; peers have no levels */
};

/* One of the two arrays of a work. Sizes count its own elements. */
struct side {
    int parts; /* numbers in an element: 1: real, 2: complex */
    ptrdiff_t lengths[SHAPE_AXES], strides[SHAPE_AXES], distance;
    ptrdiff_t rows, row, pitch; /* in memory: rows of `row` elements that count, `pitch` apart */
};

/* Returns the kind of a real-to-real transform, which comes after STET_R2R; 0 for the others. */
static inline stet_r2r_kind work_r2r(const struct work *w)
{
    return w->kind > STET_R2R ? (stet_r2r_kind)((int)w->kind - STET_R2R) : (stet_r2r_kind)0;
}

enum { SIDE_IN, SIDE_OUT };
struct side work_side(const struct work *w, int which);
/* Stores the layout of both sides; dims has one for each axis. */
void work_dims(const struct work *w, stet_dim dims[SHAPE_AXES], stet_dim *batch);
/* Returns the size of the array; in place, of the larger of both. */
size_t work_bytes(const struct work *w, int which);
size_t work_number_bytes(const struct work *w);
bool work_is_half(const struct work *w); /* f16 or bf16 */

/* Returns 5 N log2 N batch 1e-9, half of it for real data. This is the usual convention, not a
 * count. */
double work_gflop(const struct work *w);

/* Returns seconds. With one thread it is CPU time of this process, all its threads together, so
 * that the CPU time of other processes does not count. With more threads it is wall-clock time. */
double work_clock(const struct work *w);
const char *work_clock_name(int threads);

/* Stores "c2c", "r2c in place", "c2c columns", "c2c stride 64". */
void work_name(const struct work *w, char *text, size_t size);
const char *work_kind(const struct work *w);
/* Returns "f32"; "f16 store"; "f32 extended". */
const char *work_precision(const struct work *w);

#endif
