/* SPDX-License-Identifier: Apache-2.0 */
/* One-dimensional transforms: the graph, its schedule and its tables. Internal. */
#ifndef STET_FFT_FFT1D_H
#define STET_FFT_FFT1D_H

#include <stddef.h>

#include "stet.h"

/* The graph is decimation in time. A transform of length n is built from its
 * factors in this order, L being the length reached so far:
 *     the rough part (product of the primes > 13)   one convolution (convolution.h), L = 1
 *     13, 11, 7, 5, 3, each as often as it divides n
 *     the levels L -> 2 L                           dual-select radix-2 butterflies
 * It is a function of n alone. Grouping levels into passes of radix 4 or 8 is
 * scheduling: no choice of it can change a bit. */
enum { STET_MAX_STEPS = 64, STET_MAX_LOG2_RADIX = 5 };

/* Lines of up to this length are transformed side by side, one to a lane. */
#define STET_MAX_SIDE_BY_SIDE ((ptrdiff_t)4096)

/* The longest transform: roots of unity are exact for orders up to 2^40. */
#define STET_MAX_LENGTH ((ptrdiff_t)1 << 39)

/* An instance of the kernels: dispatch.h. */
typedef struct stet_isa stet_isa;

typedef struct stet_graph {
    ptrdiff_t rough;
    int odd_count;
    int odd[STET_MAX_STEPS];
    int levels;
} stet_graph;

stet_graph stet_graph_of(ptrdiff_t n);

typedef enum stet_step_kind { STET_STEP_ROUGH, STET_STEP_ODD, STET_STEP_LEVELS } stet_step_kind;

/* One pass over the data, from transforms of length L to length radix L. Row j of
 * the input holds, in column c, output j of the transform of x[c], x[c + C], ... */
typedef struct stet_step {
    stet_step_kind kind;
    ptrdiff_t radix;
    ptrdiff_t L;       /* rows before */
    ptrdiff_t columns; /* after: n / (L radix) */
    /* STET_STEP_ODD: cos and sin of 2 pi i j/(radix L), i = 1..radix-1, for row
     * j = 0..L/2, each row cos[radix-1] then sin[radix-1]; absent for L = 1.
     * STET_STEP_LEVELS: m and t of its levels, see stet_level_size(). */
    const void *table[STET_MAX_LOG2_RADIX];
} stet_step;

/* Level L has twiddles exp(-i pi j/L), 0 <= j < L. For even L those of j and
 * j + L/2 differ by the factor -i alone, that is by rho: one half is stored. */
static inline ptrdiff_t stet_level_size(ptrdiff_t L) { return L % 2 == 0 ? L / 2 : L; }

/* Numbers in the table of an odd step: see stet_step. */
static inline ptrdiff_t stet_odd_table_size(ptrdiff_t L, int radix)
{
    return L > 1 ? (L / 2 + 1) * 2 * (radix - 1) : 0;
}

/* The rough part through a cyclic convolution: convolution.h. */
typedef struct stet_convolution stet_convolution;

typedef struct stet_fft1d stet_fft1d;

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
 * every output. work is aligned to STET_ALIGN; it has f->work bytes, or f->lone_work for one contiguous
 * line; divided, (parts - 1) f->part_work more, all parts of all phases having the same. */
typedef void stet_line_kernel(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                              void *work, const stet_share *share);

/* Passes, by their radices in order. */
typedef struct stet_passes {
    int count;
    ptrdiff_t radix[STET_MAX_STEPS];
} stet_passes;

/* How lines are run: all that can be chosen, and nothing else. No choice changes a bit. schedule.h
 * has it as text. Of a transform that another one is inside of (inner of stet_fft1d) it is a list,
 * the outermost first, ended by one without a method. */
enum { STET_SCHEDULES = 4 };

typedef struct stet_schedule {
    const struct stet_method *method; /* of one contiguous line; NULL: the default choice */
    int lanes;                        /* that the line goes across */
    int beside;       /* lines side by side go first, in this many lanes or more; 0: in none */
    stet_passes lane; /* of lines side by side, and of one line in one lane */
    stet_passes across;
    int part[2];     /* numbers of the passes across that begin its second and its third part */
    int grouped;     /* wide.h: the bank has groups of columns, not rows; */
    ptrdiff_t block; /* rows that go on together from there; */
    int in_output;   /* the bank is the output, where that is not the input */
} stet_schedule;

/* One entry of a list of what runs a set of lines: it takes the largest multiple of `lines` of those
 * that are left, and the next entry the rest. The last one has lines = 1. */
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
    stet_precision precision;
    const stet_isa *isa; /* the instance that it is made for */
    int widest_lanes;    /* of it */
    stet_graph graph;
    const void *level[STET_MAX_STEPS]; /* table of level number i: m[size], t[size] */
    const void *odd_tables;            /* those of the odd steps, one after another */
    void *tables;                      /* the block that all tables live in */
    stet_convolution *convolution;     /* of the rough part, or NULL */
    stet_fft1d *half;                  /* C2R of even n: the complex transform of h = n/2; */
                                       /* level[0] is then the table of level h */
    stet_fft1d *as_complex;            /* of a method: the complex transform of n points */
    stet_schedule schedule;
    int step_count; /* of its passes in lanes */
    stet_step step[STET_MAX_STEPS];
    void *made;  /* by the method, for its kernels: method.h */
    void *table; /* the same, of numbers; or NULL */
    stet_entries contiguous, strided;
    stet_line_kernel *line;  /* the last of the contiguous entries: takes one line */
    size_t work, lone_work;  /* bytes of workspace of any lines, and of one contiguous line */
    int divides;             /* whether one contiguous line can be shared out: see stet_share */
    size_t part_work;        /* bytes that each part but the first adds to lone_work */
    int users;               /* cache.c: plans, and other transforms */
    struct stet_fft1d *next; /* cache.c: the list of all */
};

/* The kernel for so many lines: nothing is chosen any more when it runs. method.c. */
stet_line_kernel *stet_fft1d_kernel(const stet_fft1d *f, int contiguous, ptrdiff_t count);

/* One line, contiguous on both sides, or a share of it; workspace f->lone_work. */
static inline void stet_fft1d_line(const stet_fft1d *f, const void *in, void *out, int swap,
                                   double scale, void *work, const stet_share *share)
{
    const stet_lines line = {in, out, 1, 1, 0, 0, 1};
    f->line(f, &line, swap, scale, work, share);
}

/* The phases of a line, for so many parts; 0: it does not divide. */
int stet_fft1d_phases(const stet_fft1d *f, int parts);

/* Lines that one thread should take together. */
ptrdiff_t stet_fft1d_grain(const stet_fft1d *f, int contiguous);

/* The complex transform inside, or NULL. */
const stet_fft1d *stet_fft1d_inner(const stet_fft1d *f);

/* NULL if memory is short, or if a schedule is not one of this transform (stet_schedule_wrong()). The
 * caller owns the result, which never changes again. schedule: a list, or NULL for the default
 * choice. Plans take theirs from cache.h. */
stet_fft1d *stet_fft1d_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                              const stet_isa *isa, const stet_schedule *schedule);
void stet_fft1d_destroy(stet_fft1d *f);

#endif
