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
enum { STET_MAX_STEPS = 64, STET_MAX_LOG2_RADIX = 5, STET_MAX_ROW_STEPS = 16 };

/* Lines of up to this length are transformed side by side, one to a lane. */
#define STET_MAX_SIDE_BY_SIDE ((ptrdiff_t)4096)

/* Numbers between things that would lie a power of two apart, and so fall into one set of the
 * cache. */
enum { STET_CACHE_GAP = 32 };

/* The longest transform: roots of unity are exact for orders up to 2^40. */
#define STET_MAX_LENGTH ((ptrdiff_t)1 << 39)

/* An instruction set and its kernels: base/isa.h. */
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

/* Numbers in the table of a step whose lanes are rows (rows.h): for i = 1 .. radix - 1 the cosines
 * of all rows, then the sines, as odd_row() of passes.h uses them. */
static inline ptrdiff_t stet_row_table_size(const stet_step *p)
{
    return p->kind == STET_STEP_ODD ? 2 * (p->radix - 1) * p->L : 0;
}

/* Rows that the last part of a transform across `lanes` lanes takes at a time. */
static inline int stet_rows_of(int lanes) { return lanes > 8 ? lanes / 2 : lanes; }

/* Numbers per row in the packed table of wide_step: the twiddles of its last step, for one
 * block of rows after another, in the order of use (last.h). */
static inline ptrdiff_t stet_packed_per_row(int lanes)
{
    const int rows = stet_rows_of(lanes);
    return rows < lanes ? 2 * rows : rows;
}

/* The rough part through a cyclic convolution: convolution.h. */
typedef struct stet_convolution stet_convolution;

/* A transform of 2^log2_vectors vectors of `lanes` lanes in registers: small.h. Its table
 * has, for each exchange and each level after it, stet_small_level_size() numbers: lane by
 * lane what small.h multiplies by. */
typedef struct stet_small {
    int log2_vectors, lanes; /* 0: the length does not suit */
    stet_step first;         /* the levels before the exchanges */
    void *table;
} stet_small;

/* Exchange e puts this lane bit between vectors (of complex numbers in 16 bytes, half of
 * the log2 comes first and last: the output is interleaved within 16 bytes) ... */
static inline int stet_small_lane_bit(stet_precision precision, int log2_lanes, int e)
{
    const int inner = precision == STET_F64 ? 0 : 1;
    return e < inner ? e : e < log2_lanes - 1 ? e + 1 : inner;
}

/* ... for this bit of the vector's number, which then holds row bit e + s. The bits before
 * the exchanges are those of e < 0. */
static inline int stet_small_vector_bit(int s, int e) { return s - 1 - (e + 2 * s) % s; }

static inline ptrdiff_t stet_small_level_size(int s, int lanes)
{
    return (ptrdiff_t)lanes * (s == 2 ? 3 : 1 << (s - 1));
}

/* Numbers of cells, the row steps of wide.h being their digits: digit t has log2[t] bits, and moves
 * the cell by stride[t] cells. */
typedef struct stet_places {
    int steps;
    int log2[STET_MAX_ROW_STEPS];
    ptrdiff_t stride[STET_MAX_ROW_STEPS];
} stet_places;

typedef struct stet_fft1d {
    ptrdiff_t n;
    stet_kind kind;
    stet_precision precision; /* STET_F16: floats that hold binary16 */
    const stet_isa *isa;      /* the instance that it is made for */
    int max_radix;            /* of a pass: 8, or less in tests */
    stet_graph graph;
    int step_count;
    stet_step step[STET_MAX_STEPS];
    /* The same levels as passes across lanes, of `lanes` columns each: see columns.h and
     * wide.h. The last step has radix `lanes`. No steps: the length does not suit them. */
    int widest_lanes, lanes; /* of the instance; of the schedules below */
    int column_step_count, wide_step_count;
    stet_step column_step[STET_MAX_STEPS], wide_step[STET_MAX_STEPS];
    void *packed; /* see stet_packed_per_row() */
    /* The first of `step` whose lanes are rows, see rows.h; 0: the length does not suit. From it
     * on, each odd step has stet_row_table_size() numbers in row_tables. */
    int turn;
    void *row_tables;
    int tall_steps, row_steps; /* of wide_step */
    ptrdiff_t cells;           /* of a row between them: n / (tall lanes) */
    stet_places natural, reversed;
    ptrdiff_t tall;  /* the length after the tall steps */
    int grouped;     /* the data exceed the second-level cache: see wide.h, as */
    ptrdiff_t block; /* for this, the rows that go on together from there */
    stet_small small;
    const void *level[STET_MAX_STEPS]; /* table of level number i: m[size], t[size] */
    const void *odd_tables;            /* those of the odd steps, one after another */
    void *tables;                      /* the block that all tables live in */
    stet_convolution *convolution;     /* of the rough part, or NULL */
    struct stet_fft1d *half;           /* C2R of even n: the complex transform of h = n/2; */
                                       /* level[0] is then the table of level h */
    struct stet_fft1d *as_complex; /* R2C: the complex transform of n points, if small.h takes */
                                   /* it; or NULL */
    size_t line_work;              /* bytes of workspace of transform.h, of one line */
    size_t work;                   /* and of the largest need there is */
    int divides;             /* whether one contiguous line can be shared out: see stet_share */
    size_t part_work;        /* bytes that each part but the first adds to `work` */
    int users;               /* cache.c: plans, and other transforms */
    struct stet_fft1d *next; /* cache.c: the list of all */
} stet_fft1d;

/* wide.h: numbers that a group of columns takes, or a row; that all of them take; and that a tile
 * takes, which holds a group of columns or a block of rows. */
static inline ptrdiff_t stet_wide_group(const stet_fft1d *f)
{
    return 2 * f->lanes * f->tall + STET_CACHE_GAP;
}

static inline ptrdiff_t stet_wide_row(const stet_fft1d *f)
{
    return 2 * f->cells * f->lanes + STET_CACHE_GAP;
}

static inline ptrdiff_t stet_wide_bank(const stet_fft1d *f)
{
    return f->grouped ? f->cells * stet_wide_group(f) : f->tall * stet_wide_row(f);
}

static inline ptrdiff_t stet_wide_tile(const stet_fft1d *f)
{
    const ptrdiff_t columns = 2 * f->lanes * f->tall;
    const ptrdiff_t rows = f->grouped ? f->block * stet_wide_row(f) : 0;
    return columns > rows ? columns : rows;
}

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
 * every output. work has f->work bytes, aligned to STET_ALIGN; divided, (parts - 1) f->part_work
 * more, all parts of all phases having the same. */
typedef void stet_line_kernel(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                              void *work, const stet_share *share);

/* The phases of a line that divides, for so many parts. */
int stet_fft1d_phases(const stet_fft1d *f, int parts);

/* Those of its column steps that are one phase: columns.h. At least 1, and never the last. */
int stet_tall_passes(const stet_fft1d *f, int parts);

/* Bytes of workspace that a kernel needs for one contiguous line: less than for any set of lines,
 * which may go side by side. tables.c. */
size_t stet_fft1d_lone_work(const stet_fft1d *f);

/* NULL if memory is short. The caller owns the result, which never changes again. Levels are
 * grouped into passes of radix at most max_radix (2, 4 or 8). Plans take theirs from cache.h. */
stet_fft1d *stet_fft1d_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                              const stet_isa *isa, int max_radix);
void stet_fft1d_destroy(stet_fft1d *f);

/* The passes of each sort, their tables being there: a step of stet_fft1d_create(). */
void stet_fft1d_schedule(stet_fft1d *f);

#endif
