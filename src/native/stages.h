/* SPDX-License-Identifier: Apache-2.0 */
/* An n-dimensional transform of level native is a list of stages; each has all lines along one
 * axis. */
#ifndef STET_NATIVE_STAGES_H
#define STET_NATIVE_STAGES_H

#include "base/executor.h"
#include "extended/lines.h"
#include "half/lines.h"
#include "native/native.h"

/* A loop only moves the two pointers; strides are in elements of their array. */
typedef struct stet_loop {
    ptrdiff_t n, in_stride, out_stride;
    ptrdiff_t below; /* turns of the loops inside, in one turn of this one */
} stet_loop;

typedef enum stet_place { STET_PLACE_IN, STET_PLACE_OUT, STET_PLACE_WORK } stet_place;

/* A stage has all lines along one axis. */
typedef struct stet_stage {
    int axis;
    stet_line_plan line;
    int converts;    /* the line plan is of stet_extended_plan() */
    stet_half *half; /* runs the lines if not NULL; line.fft is then NULL */
    stet_place from, to;
    int swap;
    double scale;
    ptrdiff_t in_element, out_element; /* bytes */
    ptrdiff_t is, os;                  /* along the line */
    int loop_count;                    /* the last loop is the innermost */
    stet_loop *loops;
    ptrdiff_t lines; /* turns of all loops */
    int parts;       /* at once: of the lines, or if `inside` of each line */
    int inside;
    int in_slab;      /* the loops are those of one slab */
    ptrdiff_t grain;  /* lines that a part takes together; 1 if no parts */
    size_t work_step; /* bytes from one workspace to the next */
} stet_stage;

typedef struct stet_stages {
    int stage_count, loop_count;
    stet_stage *stages;
    stet_loop *loops; /* the batch around all stages, if rank > 1 */
    ptrdiff_t in_element, out_element;
    ptrdiff_t turns; /* turns of these loops */
    /* All stages but that of dimension 0 run on one slab after the other: a slab is the array at
     * one index of dimension 0. slabs.n is 0 if each stage goes through the whole array. */
    stet_loop slabs;
    stet_executor executor;
    ptrdiff_t least_points; /* points that are worth a thread */
    int parts;              /* turns that run at once; 1: each stage is divided */
    int is_lone;            /* 1: nothing is divided, and there is only */
    stet_lone lone;         /* one set of lines, not of 16-bit numbers */
    /* The workspace has `parts` slots; each has an array of STET_PLACE_WORK and then the lines. */
    size_t array_work, line_work, slot;
    double factor;     /* of the norm */
    double unit;       /* unit roundoff of the result: stet_error_bound */
    int half_exponent; /* of the result: stet_plan_half_exponent() */
    void *block;       /* memory of stages and loops */
} stet_stages;

/* Returns turns begin .. end - 1 of the innermost loop as one set of lines. */
static inline stet_lines stet_stage_lines(const stet_stage *s, const void *in, void *out,
                                          ptrdiff_t begin, ptrdiff_t end)
{
    stet_lines lines = {in, out, s->is, s->os, 0, 0, end - begin};
    if (s->loop_count > 0) {
        const stet_loop *inner = &s->loops[s->loop_count - 1];
        lines.id = inner->in_stride;
        lines.od = inner->out_stride;
    }
    if (begin > 0) {
        lines.in = (const char *)in + begin * lines.id * s->in_element;
        lines.out = (char *)out + begin * lines.od * s->out_element;
    }
    return lines;
}

/* Decides what runs at once, and how large the workspace is: divide.c. */
void stet_stages_divide(stet_stages *t);

/* This is run() of the engine, in the floating-point environment of fpenv.h: run.c. Returns STET_OK
 * or STET_E_HALF_RANGE. */
stet_status stet_stages_run(const void *state, const void *in, void *out, char *work,
                            stet_correct_stats *stats);

/* This is describe() of the engine: describe.c. */
void stet_stages_describe(stet_text *to, const void *state);

/* This is bound() of the engine: describe.c. */
void stet_stages_bound(const void *state, stet_error_bound *bound);

/* For tests: calls stet_lines_limit_radix() for all stages. */
int stet_stages_limit_radix(stet_stages *t, int max_radix);

#endif
