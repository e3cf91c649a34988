/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of this room: it transforms lines, for the rooms that make plans of them. Only the
 * kernels and the element policies of README.md look into a stet_fft1d. */
#ifndef STET_LINES_LINES_H
#define STET_LINES_LINES_H

#include <stddef.h>
#include <stdint.h>

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

typedef enum stet_step_kind { STET_STEP_ROUGH, STET_STEP_ODD, STET_STEP_LEVELS } stet_step_kind;

/* A step is one pass over the data, from transforms of length L to length radix L. Row j of the
 * input holds, in column c, output j of the transform of x[c], x[c + C], ... */
typedef struct stet_step {
    stet_step_kind kind;
    ptrdiff_t radix;
    ptrdiff_t L;       /* rows before the pass */
    ptrdiff_t columns; /* columns after it: n / (L radix) */
    /* STET_STEP_ODD: the table of stet_fill_odd_table() of graph/tables.h; absent for L = 1.
     * STET_STEP_LEVELS: m and t of its levels, see stet_level_size(). */
    const void *table[STET_MAX_LOG2_RADIX];
} stet_step;

/* Returns the table of level i of a complex transform of even length: m[size] and t[size] of
 * stet_level_size(). */
const void *stet_fft1d_level(const stet_fft1d *f, int i);

/* stet_lines_number_size() returns the bytes of a number; the others return the length, kind and
 * precision of a transform. */
STET_PRIVATE size_t stet_lines_number_size(stet_precision p);
STET_PRIVATE ptrdiff_t stet_fft1d_length(const stet_fft1d *f);
stet_kind stet_fft1d_kind(const stet_fft1d *f);
stet_precision stet_fft1d_precision(const stet_fft1d *f);

/* graph/bound.h for transforms: stet_lines_bound() makes the bound of `rank` transforms
 * of lengths n, one for each dimension, in double; stet_lines_prior() calls stet_bound_prior(). */
STET_PRIVATE int stet_lines_bound(stet_bound *bound, int rank, const ptrdiff_t *n, stet_kind kind,
                                  const stet_fft1d *const *transforms);
stet_prior stet_lines_prior(const stet_fft1d *f);

/* ----------------------------------------------------------------- lines -- */

/* A set of lines to transform: line i starts at in + i id and out + i od. All distances count
 * elements of the array they belong to. */
typedef struct stet_lines {
    const void *in;
    void *out;
    ptrdiff_t is, os;
    ptrdiff_t id, od;
    ptrdiff_t count;
} stet_lines;

/* One long line may be divided into a sequence of phases. The work of a phase falls into parts,
 * which may run in any order and at once. Part `part` of `parts` takes items [stet_share_begin(),
 * stet_share_end()) of what the phase counts. A NULL share means all of all phases. */
typedef struct stet_share {
    int phase, part, parts;
} stet_share;

static inline int stet_share_has(const stet_share *s, int phase) { return !s || s->phase == phase; }

/* Returns floor(count part/parts). */
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

/* Runs all lines, or a share of the one contiguous line. swap exchanges the real and imaginary
 * parts of complex input and output, which turns forward into inverse; scale multiplies every
 * output. work is aligned to STET_ALIGN; stet_line_plan has its size. */
typedef void stet_line_kernel(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                              void *work, const stet_share *share);

/* The one set of lines of an execution that needs nothing else; the calling thread runs it. If the
 * execution needs more, kernel is NULL. */
typedef struct stet_lone {
    stet_line_kernel *kernel;
    const stet_fft1d *fft;
    stet_lines lines; /* without in and out, which change */
    int swap;
    double scale;
} stet_lone;

/* Copies each number by itself: a copy through a vector register would wait for the arithmetic of
 * the call before, 6 ns (128 points, Zen 5). */
static inline void stet_lone_run(const stet_lone *lone, const void *in, void *out, void *work)
{
    const stet_lines *l = &lone->lines;
    const stet_lines lines = {in, out, l->is, l->os, l->id, l->od, l->count};
    lone->kernel(lone->fft, &lines, lone->swap, lone->scale, work, NULL);
}

/* Says how lines of one shape are run; it is decided when a plan is made. */
typedef struct stet_line_plan {
    stet_fft1d *fft; /* from stet_fft1d_acquire() */
    stet_line_kernel *kernel;
    ptrdiff_t n;
    ptrdiff_t grain; /* lines that one thread should take together */
    size_t work;     /* bytes of workspace */
    /* divides: whether threads can share one line. It then needs divided_work bytes, and part_work
     * more for each part but the first; all phases use the same memory. */
    int divides;
    size_t divided_work, part_work;
} stet_line_plan;

/* A count of lines that stands for any number of them. */
#define STET_MANY_LINES PTRDIFF_MAX

/* Returns the plan of `count` lines; contiguous: the strides along them are 1 on both sides. */
STET_PRIVATE stet_line_plan stet_lines_plan(stet_fft1d *f, int contiguous, ptrdiff_t count);

/* Returns the bytes of workspace for up to `count` lines. */
STET_PRIVATE size_t stet_lines_work(const stet_fft1d *f, int contiguous, ptrdiff_t count);

/* Runs any number of lines as the kernel of a plan for many lines does. work has
 * stet_lines_work() bytes. */
STET_PRIVATE void stet_lines_run(const stet_fft1d *f, const stet_lines *lines, int swap,
                                 double scale, void *work);

/* Returns the phases of a line that `parts` parts share; 0: it does not divide. */
int stet_fft1d_phases(const stet_fft1d *f, int parts);

/* Writes the schedule and the kernels that run `count` lines, for stet_plan_describe(). */
void stet_lines_describe(stet_text *to, const stet_fft1d *f, int contiguous, ptrdiff_t count);

/* For tests: groups levels into passes of radix at most max_radix, which changes no bit. Returns 0
 * if memory is short. */
int stet_lines_limit_radix(stet_line_plan *plan, int max_radix);

#endif
