/* SPDX-License-Identifier: Apache-2.0 */
/* The methods: how one line goes across the lanes of vectors, or several go side by side. Each is a
 * pair of files: its kernels, a template (small.h); its schedule and tables (small.c). Internal. */
#ifndef STET_LINES_METHOD_H
#define STET_LINES_METHOD_H

#include <stdint.h>

#include "lines/fft1d.h"

enum {
    STET_LANE,         /* one line in one lane: transform.h */
    STET_CODELET,      /* a short one, codelet.h */
    STET_SIDE_BY_SIDE, /* as many lines as there are lanes */
    STET_SMALL,
    STET_WIDE,
    STET_COLUMNS,
    STET_ROWS,
    STET_TILES,
    STET_LARGE,
    STET_HERMITIAN,
    STET_R2R_METHOD,
    STET_METHODS
};

typedef struct stet_method {
    const char *name;
    int number; /* in the table of an instance: dispatch.h */
    /* The default choice for s->lanes lanes: fills in the passes across, and what belongs to them.
     * 0: the length does not suit. */
    int (*choose)(const stet_fft1d *f, stet_schedule *s);
    /* *s, which the method can run, becomes number index of those that differ from it in one
     * respect and are worth timing (measure.c); 0: there are no more. Where choose() returned 0, *s
     * has no passes. Some may be wrong(); none has other passes of a lane, nor others beside. NULL:
     * choose() is all there is. */
    int (*candidate)(const stet_fft1d *f, int index, stet_schedule *s);
    /* What the kernels cannot run of a schedule whose passes are those of the length; or NULL. */
    const char *(*wrong)(const stet_fft1d *f, const stet_schedule *s, const stet_step *across);
    /* From f->schedule, f->made and f->table; inner: the schedule of what is inside. 0 if memory is
     * short. May be NULL. */
    int (*create)(stet_fft1d *f, const stet_schedule *inner);
    size_t (*work)(const stet_fft1d *f, int lanes); /* bytes; NULL: none */
    /* Of a line that is shared out: the phases, for so many parts, 0 if it does not divide; bytes
     * that each part but the first adds. May be NULL. */
    int (*phases)(const stet_fft1d *f, int parts);
    size_t (*part_work)(const stet_fft1d *f);
} stet_method;

extern const stet_method stet_method_lane, stet_method_codelet, stet_method_side_by_side,
    stet_method_small, stet_method_wide, stet_method_columns, stet_method_rows, stet_method_tiles,
    stet_method_large, stet_method_hermitian, stet_method_r2r;

/* That of one line with this name; NULL: there is none. */
const stet_method *stet_method_named(const char *name, size_t size);

/* ------------------------------------------------- what the methods make -- */

/* Rows that the last part of a transform across `lanes` lanes takes at a time. */
static inline int stet_rows_of(int lanes) { return lanes > 8 ? lanes / 2 : lanes; }

/* Numbers between things that would lie a power of two apart, and so fall into one set of the
 * cache. */
enum { STET_CACHE_GAP = 32 };

/* The lengths of codelet.h, and the radices of their two passes. */
#define STET_CODELETS(X)                                                                           \
    X(1, 1, 1)                                                                                     \
    X(2, 2, 1)                                                                                     \
    X(3, 3, 1)                                                                                     \
    X(4, 4, 1)                                                                                     \
    X(5, 5, 1)                                                                                     \
    X(6, 3, 2)                                                                                     \
    X(7, 7, 1)                                                                                     \
    X(8, 8, 1)                                                                                     \
    X(9, 3, 3)                                                                                     \
    X(10, 5, 2)                                                                                    \
    X(12, 3, 4)                                                                                    \
    X(14, 7, 2)                                                                                    \
    X(15, 5, 3)

/* small.h: 2^log2_vectors vectors of `lanes` lanes in registers. The table has, for each exchange
 * and each level after it, stet_small_level_size() numbers: lane by lane what small.h multiplies
 * by. */
typedef struct stet_small {
    int log2_vectors, lanes;
    ptrdiff_t prefetch; /* of the schedule */
    stet_step first;    /* the levels before the exchanges */
    const void *table;
} stet_small;

/* Exchange e puts this lane bit between vectors: the output is interleaved within 16 bytes, so the
 * bit beyond a run of as many complex numbers as these hold comes last ... */
static inline int stet_small_lane_bit(stet_precision precision, int log2_lanes, int e)
{
    const int inner = precision == STET_F64 ? 0 : precision == STET_OWN_F16 ? 2 : 1;
    return e < inner ? e : e < log2_lanes - 1 ? e + 1 : inner;
}

/* ... for this bit of the vector's number, which then holds row bit e + s. The bits before
 * the exchanges are those of e < 0. */
static inline int stet_small_vector_bit(int s, int e) { return s - 1 - (e + 2 * s) % s; }

static inline ptrdiff_t stet_small_level_size(int s, int lanes)
{
    return (ptrdiff_t)lanes * (s == 1 ? 4 : s == 2 ? 3 : 1 << (s - 1));
}

/* Numbers of cells, the row steps of wide.h being their digits: digit t has log2[t] bits, and moves
 * the cell by stride[t] cells. */
enum { STET_MAX_ROW_STEPS = 16 };

typedef struct stet_places {
    int steps;
    int log2[STET_MAX_ROW_STEPS];
    ptrdiff_t stride[STET_MAX_ROW_STEPS];
} stet_places;

/* wide.h and wide_real.h */
typedef struct stet_wide {
    ptrdiff_t n;
    int real; /* numbers in; then the rows of the bank are 0 .. tall/2 */
    int lanes;
    int tall_steps, row_steps; /* of step; the last one comes after them */
    stet_step step[STET_MAX_STEPS];
    ptrdiff_t tall;  /* the length after the tall steps */
    ptrdiff_t cells; /* of a row between them and the last: n / (tall lanes) */
    stet_places natural, reversed;
    /* Of the schedule: */
    int grouped, in_output, stream_bank, stream_output;
    ptrdiff_t block, prefetch;
    const void *packed; /* the twiddles of the last step: see stet_packed_per_row() */
    ptrdiff_t place[];  /* of cell d in a bank of rows after the row steps */
} stet_wide;

/* Rows of the bank; and those that the last part takes of each cell. */
static inline ptrdiff_t stet_wide_rows(const stet_wide *w)
{
    return w->real ? w->tall / 2 + 1 : w->tall;
}

static inline ptrdiff_t stet_wide_last_rows(const stet_wide *w)
{
    return w->real ? w->tall / 2 : w->tall;
}

/* wide_real.h: how far the rows that the last part takes of cell d are shifted. */
static inline int stet_wide_shift(const stet_wide *w, ptrdiff_t d)
{
    return w->real && 2 * d >= w->cells;
}

/* Numbers per row in a packed table: the twiddles of a last step of radix `lanes`, for one
 * block of rows after another, in the order of use (last.h). */
static inline ptrdiff_t stet_packed_per_row(int lanes)
{
    const int rows = stet_rows_of(lanes);
    return rows < lanes ? 2 * rows : rows;
}

/* Where of two times `rows` numbers in it that of this row is, of either half: what LOAD_PACKED and
 * PACK_ROWS of the vector types have (vec/README.md). */
static inline int stet_packed_place(stet_precision precision, int lanes, int half, int row)
{
    if (stet_rows_of(lanes) < lanes)
        return 2 * row + half;
    if (precision == STET_F64 && lanes == 8)
        return lanes * half + 2 * (row % 4) + row / 4;
    return lanes * half + row;
}

/* Those of the block from row j0 on, as numbers `at` and on of f->table. Returns the next. */
ptrdiff_t stet_pack_block(stet_fft1d *f, const stet_step *last, ptrdiff_t j0, ptrdiff_t at);

/* Numbers that a group of columns takes, or a row; that all of them take; and that a tile
 * takes, which holds a group of columns or a block of rows. */
static inline ptrdiff_t stet_wide_group(const stet_wide *w)
{
    return 2 * w->lanes * stet_wide_rows(w) + STET_CACHE_GAP;
}

static inline ptrdiff_t stet_wide_row(const stet_wide *w)
{
    return 2 * w->cells * w->lanes + STET_CACHE_GAP;
}

static inline ptrdiff_t stet_wide_bank(const stet_wide *w)
{
    return w->grouped ? w->cells * stet_wide_group(w) : stet_wide_rows(w) * stet_wide_row(w);
}

static inline ptrdiff_t stet_wide_tile(const stet_wide *w)
{
    const ptrdiff_t columns = 2 * w->lanes * w->tall;
    const ptrdiff_t rows = w->grouped ? w->block * stet_wide_row(w) : 0;
    return columns > rows ? columns : rows;
}

/* columns.h: the last of the steps has radix `lanes`. Its rows go in blocks of stet_rows_of() from
 * the beginning of each zone on, the last of which reaches back. */
typedef struct stet_columns {
    ptrdiff_t n;
    int lanes, step_count;
    stet_step step[STET_MAX_STEPS];
    const void *packed; /* twiddles of the blocks, in order */
} stet_columns;

/* Rows that go in blocks: of real input those below L/2; and the first of a zone, a quarter. */
static inline ptrdiff_t stet_columns_rows(ptrdiff_t L, int real) { return real ? (L + 1) / 2 : L; }

static inline ptrdiff_t stet_columns_zone(ptrdiff_t L, int zone, int real)
{
    const ptrdiff_t row = (zone * L + 3) / 4, rows = stet_columns_rows(L, real);
    return row < rows ? row : rows;
}

/* Those of its steps that are one phase. At least 1, and never the last. */
int stet_columns_tall(const stet_columns *c, int parts);

/* rows.h: from step number `turn` on, lanes are rows, and each odd step has stet_row_table_size()
 * numbers in tables. */
typedef struct stet_row_passes {
    int turn, step_count;
    stet_step step[STET_MAX_STEPS];
    const void *tables;
} stet_row_passes;

/* For i = 1 .. radix - 1 the cosines of all rows, then the sines, as odd_row() of passes.h uses
 * them. */
static inline ptrdiff_t stet_row_table_size(const stet_step *p)
{
    return p->kind == STET_STEP_ODD ? 2 * (p->radix - 1) * p->L : 0;
}

/* tiles.h: from step number `turn` on, lanes are rows. */
typedef struct stet_tiles {
    ptrdiff_t n;
    int lanes, turn, step_count;
    stet_step step[STET_MAX_STEPS];
    ptrdiff_t tall, columns;               /* rows and columns at the turn */
    const uint32_t *place[STET_MAX_STEPS]; /* of the rows that a step begins with, in the tile */
    ptrdiff_t per_block;                   /* numbers of a block of rows in the table of */
    const void *packed;                    /* vectors of twiddles in order of use */
} stet_tiles;

static inline ptrdiff_t stet_tiles_groups(const stet_tiles *c)
{
    return (c->columns + c->lanes - 1) / c->lanes;
}

static inline ptrdiff_t stet_tiles_blocks(const stet_tiles *c)
{
    return (c->tall + c->lanes - 1) / c->lanes;
}

/* Numbers of a group of columns in the bank, and of a tile. */
static inline ptrdiff_t stet_tiles_group(const stet_tiles *c)
{
    return 2 * c->lanes * c->tall + STET_CACHE_GAP;
}

static inline ptrdiff_t stet_tiles_tile(const stet_tiles *c)
{
    return 2 * c->lanes * (c->tall > c->columns ? c->tall : c->columns) + STET_CACHE_GAP;
}

/* Vectors of twiddles that a step multiplies by, for one block of rows: cosines and sines, or m and
 * t, in turn. */
static inline ptrdiff_t stet_tiles_roots(const stet_step *p)
{
    return p->kind == STET_STEP_ODD ? 2 * (p->radix - 1) : p->radix;
}

/* ------------------------------------------------------------ for methods -- */

/* log2 of a power of two. */
static inline int stet_log2(ptrdiff_t n)
{
    int log2 = 0;
    for (; n > 1; n /= 2)
        log2++;
    return log2;
}

/* The passes of f as steps, with their tables; 0: they are not the graph of f, in order. steps.c */
int stet_steps_of(const stet_fft1d *f, const stet_passes *passes, stet_step *step);

/* One more pass; the large and the odd ones; so many levels, `widest` to a pass while they last. */
void stet_add_pass(stet_passes *passes, ptrdiff_t radix);
void stet_add_odd(const stet_fft1d *f, stet_passes *passes);
void stet_add_levels(stet_passes *passes, int levels, int widest);

/* Number index of the ways to take so many levels in passes of at most `widest` that are worth
 * timing: the fewest passes and up to `more` besides, the widest first or last. 0: past the last;
 * nothing is added then. */
int stet_split_levels(stet_passes *passes, int levels, int widest, int more, int index);

enum { STET_MOST_TOGETHER = 16 }; /* vectors of lines side by side */

/* Levels of a pass of passes.h or rows.h. Pairs have more operations to each number that is moved:
 * passes of radix 8, of three times the code, were no quicker than those of radix 4 (Zen 5, double
 * double of 64 to 16384 points: 0.95 to 1.18 times their time). */
enum { STET_WIDEST = 3, STET_WIDEST_OF_PAIRS = 2 };

static inline int stet_widest(stet_precision p)
{
    return stet_is_pair(p) ? STET_WIDEST_OF_PAIRS : STET_WIDEST;
}

/* Whether no step of levels has more than stet_widest(), that is what passes.h and rows.h have. */
int stet_are_narrow(stet_precision p, const stet_step *step, int count);

/* f->made of so many bytes, and f->table of so many numbers. 0 if memory is short. */
int stet_make(stet_fft1d *f, size_t size, ptrdiff_t numbers);

/* A line of what is inside, whose phases are number `first` and on of the whole. */
void stet_inner_line(const stet_fft1d *inner, const void *in, void *out, int swap, double scale,
                     void *work, const stet_share *share, int first);

/* part_work() of what leaves the sharing to the transform inside. */
size_t stet_inner_part_work(const stet_fft1d *f);

/* The lists, and what follows from them: the last step of stet_fft1d_create(). lines.c */
void stet_fft1d_list(stet_fft1d *f);

/* Bytes of workspace of transform.h for each of so many lines side by side. lane.c */
size_t stet_lane_work(const stet_fft1d *f, int lanes);

/* In other lanes than those of the transform inside: candidate() of what has no passes of its own.
 * 0: there are no more than that, or lanes would be fewer than `least`. */
int stet_other_lanes(const stet_fft1d *f, int index, int least, stet_schedule *s);

/* --------------------------------------------------- for element policies -- */

/* The method whose kernels a policy around doubles compiles for f (README.md): that of f, or, of
 * C2R by hermitian.h, that of the transform inside, which then goes in the same lanes and, by
 * small.h, in 8 vectors or more. NULL: f is not of doubles, or there is no such method. */
const stet_method *stet_policy_method(const stet_fft1d *f);

/* The first row from that of f down whose kernels have the lanes of its schedule: lanes_of() says
 * how many a row has, 0 for none in this one and below. NULL: there is no such row. */
const stet_isa *stet_policy_row(const stet_fft1d *f, int (*lanes_of)(const stet_isa *isa));

#endif
