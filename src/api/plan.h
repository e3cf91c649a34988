/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: an n-dimensional transform as a list of one-dimensional ones. Internal. */
#ifndef STET_FFT_PLAN_H
#define STET_FFT_PLAN_H

#include "base/executor.h"
#include "base/text.h"
#include "fft/fft1d.h"
#include "half/lines.h"
#include "api/layout.h"

/* A loop that only moves the two pointers, strides in elements of either array. */
typedef struct stet_loop {
    ptrdiff_t n, in_stride, out_stride;
    ptrdiff_t below; /* turns of the loops inside it per turn of its own */
} stet_loop;

typedef enum stet_place { STET_PLACE_IN, STET_PLACE_OUT, STET_PLACE_WORK } stet_place;

/* Points that are worth a thread; twice as many if threads exchange them (divide.c). */
enum { STET_LEAST_POINTS = 1 << 14 };

/* All lines along one dimension. */
typedef struct stet_stage {
    stet_fft1d *fft; /* of cache.h */
    stet_line_kernel *kernel;
    stet_half *half; /* does the lines instead, if not NULL; fft is then NULL */
    stet_place from, to;
    int swap;
    double scale;
    ptrdiff_t in_element, out_element; /* bytes */
    ptrdiff_t is, os;                  /* along the line */
    int loop_count;                    /* the last loop is the innermost */
    stet_loop *loops;
    ptrdiff_t lines; /* turns of all loops */
    ptrdiff_t grain; /* lines that one thread should take together: see divide.c */
    int parts;       /* that run at once: of the lines, or if `inside` of each line */
    int inside;
    size_t work_step; /* bytes from the workspace of one part of the lines to the next */
} stet_stage;

struct stet_plan {
    int stage_count, loop_count;
    stet_stage *stages;
    stet_loop *loops; /* around all stages: the batch of a transform of rank > 1 */
    ptrdiff_t in_element, out_element;
    ptrdiff_t turns; /* of them */
    stet_executor executor;
    ptrdiff_t least_points; /* that are worth a thread */
    int parts;              /* of the turns that run at once; if 1, each stage is divided */
    int lone;               /* nothing is divided, and one set of lines is all there is */
    /* The workspace: `parts` slots of an array of STET_PLACE_WORK and then lines each. */
    size_t array_work, line_work, slot;
    size_t workspace; /* of one execution, with what aligning it may take */
    stet_extent in_extent, out_extent;
    ptrdiff_t gcd;                /* of all strides, in bytes; 0 if there are none */
    int in_place;                 /* whether in == out is allowed */
    int half_exponent;            /* of the result: stet_plan_half_exponent() */
    void *block;                  /* stages and loops live here */
    struct stet_correct *correct; /* level CORRECT: all but the arrays' layout; otherwise NULL */
};

/* What the room correct/ does for plans of its level. After stet_correct_create() has failed *correct,
 * if not NULL, is to be destroyed all the same. work is aligned; stats may be NULL. */
stet_status stet_correct_create(struct stet_correct **correct, const stet_options *o);
void stet_correct_destroy(struct stet_correct *correct); /* NULL is allowed */
size_t stet_correct_workspace(const struct stet_correct *correct);
stet_status stet_correct_run(const struct stet_correct *correct, const void *in, void *out,
                             char *work, stet_correct_stats *stats);
void stet_correct_describe(stet_text *to, const struct stet_correct *correct);

/* The text of stet_plan_describe(). */
void stet_plan_put(stet_text *to, const stet_plan *plan);

/* For tests: group levels into passes of radix at most max_radix. Bits stay. 0 if memory is
 * short. */
int stet_plan_limit_radix(stet_plan *plan, int max_radix);

/* For tests: divide from that many points per thread on. Bits stay, the workspace does not. */
void stet_plan_least_points(stet_plan *plan, ptrdiff_t least_points);

/* Decide what runs at once, and how large the workspace is: divide.c. */
void stet_plan_divide(stet_plan *plan);

/* Run the plan, in the floating-point environment of fpenv.h: run.c. work is aligned. Returns
 * STET_OK or STET_E_HALF_RANGE. */
stet_status stet_plan_run(const stet_plan *plan, const void *in, void *out, char *work);

#endif
