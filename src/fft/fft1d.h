/* SPDX-License-Identifier: Apache-2.0 */
/* One-dimensional transforms: the schedules of the graph (lines.h) and their tables. Private to this
 * room and to the element policies of README.md. */
#ifndef STET_FFT_FFT1D_H
#define STET_FFT_FFT1D_H

#include "fft/lines.h"

enum { STET_MAX_ROW_STEPS = 16 };

/* Numbers between things that would lie a power of two apart, and so fall into one set of the
 * cache. */
enum { STET_CACHE_GAP = 32 };

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

struct stet_fft1d {
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
};

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

/* Those of its column steps that are one phase: columns.h. At least 1, and never the last. */
int stet_tall_passes(const stet_fft1d *f, int parts);

/* Bytes of workspace that a kernel needs for one contiguous line: less than for any set of lines,
 * which may go side by side. tables.c. */
size_t stet_fft1d_lone_work(const stet_fft1d *f);

/* As stet_fft1d_acquire() of cache.h, for that: the caller owns the result, which never changes
 * again. */
stet_fft1d *stet_fft1d_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                              const stet_isa *isa, int max_radix);
void stet_fft1d_destroy(stet_fft1d *f);

/* The passes of each sort, their tables being there: a step of stet_fft1d_create(). */
void stet_fft1d_schedule(stet_fft1d *f);

#endif
