/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: an n-dimensional transform as a list of one-dimensional ones. Internal. */
#ifndef STET_FFT_PLAN_H
#define STET_FFT_PLAN_H

#include "fft/fft1d.h"
#include "fft/layout.h"

/* A loop that only moves the two pointers, strides in elements of either array. */
typedef struct stet_loop {
    ptrdiff_t n, in_stride, out_stride;
} stet_loop;

typedef enum stet_place { STET_PLACE_IN, STET_PLACE_OUT, STET_PLACE_WORK } stet_place;

/* All lines along one dimension. */
typedef struct stet_stage {
    stet_fft1d *fft; /* of cache.h */
    stet_line_kernel *kernel;
    stet_place from, to;
    int swap;
    double scale;
    ptrdiff_t in_element, out_element; /* bytes */
    ptrdiff_t is, os;                  /* along the line */
    int loop_count;                    /* the last loop is the innermost */
    stet_loop *loops;
} stet_stage;

struct stet_plan {
    int stage_count, loop_count;
    stet_stage *stages;
    stet_loop *loops; /* around all stages: the batch of a transform of rank > 1 */
    ptrdiff_t in_element, out_element;
    size_t array_work; /* bytes of the array of STET_PLACE_WORK, first in the workspace */
    size_t line_work;  /* bytes of the largest fft->work, second */
    stet_extent in_extent, out_extent;
    ptrdiff_t gcd; /* of all strides, in bytes; 0 if there are none */
    int in_place;  /* whether in == out is allowed */
    void *block;   /* stages and loops live here */
};

/* For tests: group levels into passes of radix at most max_radix. Bits stay. 0 if memory is
 * short. */
int stet_plan_limit_radix(stet_plan *plan, int max_radix);

#endif
