/* SPDX-License-Identifier: Apache-2.0 */
/* One-dimensional transforms: their schedules and tables. Private to this room and to the element
 * policies of README.md. */
#ifndef STET_LINES_FFT1D_H
#define STET_LINES_FFT1D_H

#include "graph/tables.h"
#include "lines/lines.h"

/* The large part through a cyclic convolution: convolution.h. */
typedef struct stet_convolution stet_convolution;

/* Passes, by their radices in order. */
typedef struct stet_passes {
    int count;
    ptrdiff_t radix[STET_MAX_STEPS];
} stet_passes;

/* How lines are run: all that can be chosen, and nothing else. No choice changes a bit. schedule.h
 * has it as text. Of a transform that another one is inside of (inner of stet_fft1d) it is a list,
 * the outermost first, ended by one without a method. */
enum { STET_SCHEDULES = 5 };

typedef struct stet_schedule {
    const struct stet_method *method; /* of one contiguous line; NULL: the default choice */
    int lanes;                        /* that the line goes across */
    int beside;       /* lines side by side go first, in this many lanes or more; 0: in none */
    int together;     /* of these so many vectors, where they are neighbours; 0: none */
    stet_passes lane; /* of lines side by side, and of one line in one lane */
    stet_passes across;
    int part[2];     /* numbers of the passes across that begin its second and its third part */
    int grouped;     /* wide.h: the bank has groups of columns, not rows; */
    ptrdiff_t block; /* rows that go on together from there; */
    int in_output;   /* the bank is the output, where that is not the input; */
    int stream_bank, stream_output; /* stored past the caches, the output where it is aligned; */
    ptrdiff_t prefetch; /* so many groups of columns ahead, and cells of twiddles; small.h: */
                        /* lines; 0: none */
} stet_schedule;

/* One entry of a list of what runs a set of lines: it takes the largest multiple of `lines` of
 * those that are left, and the next entry the rest. The last one has lines = 1. */
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
    int widest_lanes;         /* of its vectors */
    stet_graph graph;
    stet_tables tables;
    stet_convolution *convolution; /* of the large part, or NULL */
    stet_fft1d *half; /* C2R of even n: the complex transform of h = n/2; level[0] of */
                      /* the tables is then level h. Real-to-real lines: the */
                      /* transform inside (graph/r2r.h) */
    stet_schedule schedule;
    int step_count; /* of its passes in lanes */
    stet_step step[STET_MAX_STEPS];
    void *made;  /* by the method, for its kernels: method.h */
    void *table; /* the same, of numbers; or NULL */
    stet_entries contiguous, strided;
    stet_line_kernel *line;     /* the last of the contiguous entries: takes one line */
    size_t work, lone_work;     /* bytes of workspace of any lines, and of one contiguous line */
    int divides;                /* whether one contiguous line can be shared out: see stet_share */
    size_t part_work;           /* bytes that each part but the first adds to lone_work */
    int choice;                 /* a stet_choice: where its schedule comes from */
    int borrows;                /* a variant: its tables, and what is inside, belong to another */
    int users;                  /* cache.c: plans, and other transforms */
    unsigned made_in, outdated; /* cache.c: when its schedule was the default choice, or was not */
    struct stet_fft1d *next;    /* cache.c: the list of all */
};

/* One line, contiguous on both sides, or a share of it; workspace f->lone_work. */
static inline void stet_fft1d_line(const stet_fft1d *f, const void *in, void *out, int swap,
                                   double scale, void *work, const stet_share *share)
{
    const stet_lines line = {in, out, 1, 1, 0, 0, 1};
    f->line(f, &line, swap, scale, work, share);
}

/* The transform inside, or NULL. */
const stet_fft1d *stet_fft1d_inner(const stet_fft1d *f);

/* NULL if memory is short, or if a schedule is not one of this transform (stet_schedule_wrong()).
 * The caller owns the result, which never changes again. schedule: a list, or NULL for the default
 * choice. Plans take theirs from cache.h. */
stet_fft1d *stet_fft1d_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                              const stet_isa *isa, const stet_schedule *schedule);
void stet_fft1d_destroy(stet_fft1d *f);

/* The same transform by another schedule, alone of what the method makes; f must outlive it. For
 * measuring. */
stet_fft1d *stet_fft1d_variant(const stet_fft1d *f, const stet_schedule *schedule);

#endif
