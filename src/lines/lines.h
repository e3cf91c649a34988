/* SPDX-License-Identifier: Apache-2.0 */
/* The outside of this room: transforms of lines, for the rooms that make plans of them. What is
 * inside a stet_fft1d is for the kernels and for the element policies of README.md. */
#ifndef STET_LINES_LINES_H
#define STET_LINES_LINES_H

#include <stddef.h>

#include "base/private.h"
#include "base/text.h"
#include "graph/bound.h"
#include "graph/graph.h"
#include "graph/r2r.h"
#include "lines/cache.h"
#include "stet.h"

/* Lines of up to this length are transformed side by side, one to a lane. */
#define STET_MAX_SIDE_BY_SIDE ((ptrdiff_t)4096)

/* ---------------------------------------------------------------- passes -- */

enum { STET_MAX_LOG2_RADIX = 5 };

typedef enum stet_step_kind { STET_STEP_LARGE, STET_STEP_ODD, STET_STEP_LEVELS } stet_step_kind;

/* One pass over the data, from transforms of length L to length radix L. Row j of
 * the input holds, in column c, output j of the transform of x[c], x[c + C], ... */
typedef struct stet_step {
    stet_step_kind kind;
    ptrdiff_t radix;
    ptrdiff_t L;       /* rows before */
    ptrdiff_t columns; /* after: n / (L radix) */
    /* STET_STEP_ODD: that of stet_fill_odd_table() of graph/tables.h; absent for L = 1.
     * STET_STEP_LEVELS: m and t of its levels, see stet_level_size(). */
    const void *table[STET_MAX_LOG2_RADIX];
} stet_step;

/* The table of level number i of a complex transform: m[size] and t[size] of stet_level_size(). Not
 * that of an odd length. */
const void *stet_fft1d_level(const stet_fft1d *f, int i);

/* Length, kind and precision of a transform. */
STET_PRIVATE size_t stet_lines_number_size(stet_precision p); /* bytes; and: */
STET_PRIVATE ptrdiff_t stet_fft1d_length(const stet_fft1d *f);
stet_kind stet_fft1d_kind(const stet_fft1d *f);
stet_precision stet_fft1d_precision(const stet_fft1d *f);

/* bound.h of transforms: stet_bound_create() with those of the dimensions, rank of them, in double,
 * of lengths n; and stet_bound_prior(). */
STET_PRIVATE int stet_lines_bound(stet_bound *bound, int rank, const ptrdiff_t *n, stet_kind kind,
                                  const stet_fft1d *const *transforms);
stet_prior stet_lines_prior(const stet_fft1d *f);

/* ----------------------------------------------------------------- lines -- */

/* A set of lines to transform: line i starts at in + i id and out + i od. All
 * distances count elements of the array they belong to. */
typedef struct stet_lines {
    const void *in;
    void *out;
    ptrdiff_t is, os;
    ptrdiff_t id, od;
    ptrdiff_t count;
} stet_lines;

/* One long line may be divided: it is a sequence of phases, and what a phase does falls into
 * parts that may run in any order and at once. Part number `part` of `parts` of a phase is
 * [stet_share_begin(), stet_share_end()) of what it counts. NULL is all of all phases. */
typedef struct stet_share {
    int phase, part, parts;
} stet_share;

static inline int stet_share_has(const stet_share *s, int phase) { return !s || s->phase == phase; }

/* floor(count part/parts) */
static inline ptrdiff_t stet_cut(ptrdiff_t count, ptrdiff_t part, ptrdiff_t parts)
{
    return count / parts * part + count % parts * part / parts;
}

static inline ptrdiff_t stet_share_begin(const stet_share *s, ptrdiff_t count)
{
    return s ? stet_cut(count, s->part, s->parts) : 0;
}

static inline ptrdiff_t stet_share_end(const stet_share *s, ptrdiff_t count)
{
    return s ? stet_cut(count, s->part + 1, s->parts) : count;
}

/* Run every line, or a share of the one contiguous line there is. swap exchanges the real and
 * imaginary parts of complex input and output, which turns forward into inverse; scale multiplies
 * every output. work is aligned to STET_ALIGN; its size is in the stet_line_plan. */
typedef void stet_line_kernel(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                              void *work, const stet_share *share);

/* One set of lines that the calling thread runs, if that is all there is to an execution; if not,
 * kernel is NULL. */
typedef struct stet_lone {
    stet_line_kernel *kernel;
    const stet_fft1d *fft;
    stet_lines lines; /* but in and out, which an execution has */
    int swap;
    double scale;
} stet_lone;

/* Each number is copied by itself: in a vector register it would wait behind the arithmetic of the
 * call before, 6 ns (128 points, Zen 5). */
static inline void stet_lone_run(const stet_lone *lone, const void *in, void *out, void *work)
{
    const stet_lines *l = &lone->lines;
    const stet_lines lines = {in, out, l->is, l->os, l->id, l->od, l->count};
    lone->kernel(lone->fft, &lines, lone->swap, lone->scale, work, NULL);
}

/* How lines of one shape are run, decided when a plan is made. */
typedef struct stet_line_plan {
    stet_fft1d *fft; /* of stet_fft1d_acquire() */
    stet_line_kernel *kernel;
    ptrdiff_t n;
    ptrdiff_t grain; /* lines that one thread should take together */
    size_t work;     /* bytes that it needs */
    /* Whether a line can be shared out. It then needs divided_work bytes, and part_work more for
     * each part but the first; all parts of all phases have the same. */
    int divides;
    size_t divided_work, part_work;
} stet_line_plan;

/* For `count` lines; contiguous: the strides along them are 1 on both sides. */
STET_PRIVATE stet_line_plan stet_lines_plan(stet_fft1d *f, int contiguous, ptrdiff_t count);

/* Runs lines of any number, as the kernel of a plan for many of them does. work has f->work bytes:
 * those of stet_lines_plan() of several lines with strides and of several without. */
STET_PRIVATE void stet_lines_run(const stet_fft1d *f, const stet_lines *lines, int swap,
                                 double scale, void *work);

/* The phases of a line, for so many parts; 0: it does not divide. */
int stet_fft1d_phases(const stet_fft1d *f, int parts);

/* For stet_plan_describe(): the schedule, and what runs `count` lines. */
void stet_lines_describe(stet_text *to, const stet_fft1d *f, int contiguous, ptrdiff_t count);

/* For tests: group levels into passes of radix at most max_radix. Bits stay. 0 if memory is
 * short. */
int stet_lines_limit_radix(stet_line_plan *plan, int max_radix);

#endif
