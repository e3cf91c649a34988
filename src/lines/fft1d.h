/* SPDX-License-Identifier: Apache-2.0 */
/* This header has the schedules and tables of one-dimensional transforms. It is private to this
 * room and to the element policies of README.md. */
#ifndef STET_LINES_FFT1D_H
#define STET_LINES_FFT1D_H

#include "graph/tables.h"
#include "lines/lines.h"

/* Computes the step of a rough prime by a cyclic convolution: convolution.h. */
typedef struct stet_convolution stet_convolution;

/* The radices of passes, in order. */
typedef struct stet_passes {
    int count;
    ptrdiff_t radix[STET_MAX_STEPS];
} stet_passes;

/* A schedule has all choices about how lines are run, and nothing else. No choice changes a bit.
 * schedule.h has it as text. A transform with another one inside (stet_fft1d_inner()) has a list of
 * schedules, the outermost first; an entry without a method ends it. */
enum { STET_SCHEDULES = 5 };

typedef struct stet_schedule {
    const struct stet_method *method; /* the method of one contiguous line; NULL: default */
    int lanes;                        /* lanes that one line goes across */
    int beside;       /* least lanes for lines side by side, which go first; 0: none */
    int together;     /* vectors of these that go together if the lines are neighbours */
    stet_passes lane; /* for lines side by side, and one line in one lane */
    stet_passes across;
    int part[2];                    /* first passes across of its second and third part */
    int grouped;                    /* wide.h: the bank has groups of columns, not rows */
    ptrdiff_t block;                /* wide.h: rows that leave the bank together */
    int in_output;                  /* wide.h: the bank is the output, if that is not the input */
    int stream_bank, stream_output; /* wide.h: stores bypass caches (output: if aligned) */
    /* Says how far ahead kernels prefetch. wide.h: groups of columns, and cells of twiddles;
     * small.h: lines; 0: nothing. */
    ptrdiff_t prefetch;
} stet_schedule;

/* An entry takes the largest multiple of `lines` of the lines that remain, and leaves the rest to
 * the next entry. The last entry has lines = 1. */
typedef struct stet_entry {
    const struct stet_method *method;
    stet_line_kernel *run;
    const char *instance; /* of the kernels: dispatch.h */
    ptrdiff_t lines;      /* a power of two */
} stet_entry;

enum { STET_MAX_ENTRIES = 8 };

typedef struct stet_entries {
    int count;
    stet_entry entry[STET_MAX_ENTRIES];
} stet_entries;

struct stet_fft1d {
    ptrdiff_t n;
    stet_kind kind;
    stet_precision precision; /* STET_F16: floats that hold binary16 */
    const stet_isa *isa;      /* the instruction set that it is made for */
    int widest_lanes;         /* lanes of its widest vectors */
    stet_graph graph;
    stet_tables tables;
    /* Each rough prime has one, in the order of the graph; equal primes share theirs. */
    stet_convolution *convolution[STET_MAX_ROUGH];
    /* C2R: the complex transform of h = n/2 points, and level[0] of the tables is then level h; for
     * odd n that of n points. Real-to-real lines: the transform inside (graph/r2r.h). */
    stet_fft1d *half;
    stet_schedule schedule;
    int step_count; /* steps of the passes schedule.lane */
    stet_step step[STET_MAX_STEPS];
    void *made;  /* data of the method's kernels: method.h */
    void *table; /* numbers of the method's kernels, or NULL */
    stet_entries contiguous, strided;
    stet_line_kernel *line; /* runs one line: the last contiguous entry */
    size_t lone_work;       /* bytes for one contiguous line */
    int divides;            /* whether threads can share a contiguous line */
    size_t part_work;       /* bytes that each part but the first adds to lone_work */
    int choice;             /* a stet_choice: where the schedule comes from */
    int borrows;            /* a variant: borrows tables and inside */
    int users;              /* cache.c: plans, and other transforms */
    /* cache.c: the tuning generation in which the schedule is known to be the default choice, and
     * the one in which it is known not to be. */
    unsigned made_in, outdated;
    struct stet_fft1d *next; /* cache.c: the list of all */
};

/* Runs one line, contiguous on both sides, or a share of it; work has f->lone_work bytes. */
static inline void stet_fft1d_line(const stet_fft1d *f, const void *in, void *out, int swap,
                                   double scale, void *work, const stet_share *share)
{
    const stet_lines line = {in, out, 1, 1, 0, 0, 1};
    f->line(f, &line, swap, scale, work, share);
}

/* Returns the transform inside f, or NULL. */
const stet_fft1d *stet_fft1d_inner(const stet_fft1d *f);

/* Creates a transform; schedule is a list, or NULL for the default choice. Returns NULL if memory
 * is short or the schedule does not fit this transform (stet_schedule_wrong()). The caller owns the
 * result, which never changes again. Plans take theirs from cache.h. */
stet_fft1d *stet_fft1d_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                              const stet_isa *isa, const stet_schedule *schedule);
void stet_fft1d_destroy(stet_fft1d *f);

/* Returns the same transform with another schedule, for timing. It owns only the data of the
 * method; f must outlive it. */
stet_fft1d *stet_fft1d_variant(const stet_fft1d *f, const stet_schedule *schedule);

#endif
