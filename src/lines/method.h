/* SPDX-License-Identifier: Apache-2.0 */
/* Each method decides how one line goes across the lanes of vectors, or how several lines go side
 * by side. A method is a pair of files: a template with its kernels (small.h), and its schedule and
 * tables (small.c). Internal. */
#ifndef STET_LINES_METHOD_H
#define STET_LINES_METHOD_H

#include <stdint.h>

#include "lines/fft1d.h"

enum {
    STET_LANE,         /* one line in one lane: transform.h */
    STET_CODELET,      /* one short line: codelet.h */
    STET_SIDE_BY_SIDE, /* one line in each lane */
    STET_SMALL,
    STET_FOURS,
    STET_WIDE,
    STET_COLUMNS,
    STET_ROWS,
    STET_TILES,
    STET_LARGE,
    STET_HERMITIAN,
    STET_R2R_METHOD,
    STET_GATHERED, /* lines of any strides: gathered.c */
    STET_METHODS
};

typedef struct stet_method {
    const char *name;
    int number; /* index in the table of an instance: dispatch.h */
    /* Stores the default passes across s->lanes lanes, and the fields that belong to them. Returns
     * 0 if the length does not suit the method. */
    int (*choose)(const stet_fft1d *f, stet_schedule *s);
    /* Replaces *s, which the method can run, by variant `index`, which differs from it in one
     * respect and is worth timing (measure.c). Returns 0 if there are no more. If choose() returned
     * 0, *s has no passes. A variant may be wrong(); none changes the passes of a lane or `beside`.
     * NULL: the method has only the choice of choose(). */
    int (*candidate)(const stet_fft1d *f, int index, stet_schedule *s);
    /* Returns what the kernels cannot run of a schedule whose passes match the length, or NULL. */
    const char *(*wrong)(const stet_fft1d *f, const stet_schedule *s, const stet_step *across);
    /* Makes f->made and f->table from f->schedule; `inner` is the schedule of the transform inside.
     * Returns 0 if memory is short. May be NULL. */
    int (*create)(stet_fft1d *f, const stet_schedule *inner);
    size_t (*work)(const stet_fft1d *f, int lanes); /* bytes of workspace; NULL: none */
    /* For a line that threads share: phases() returns the number of phases for `parts` parts, 0 if
     * the line does not divide; part_work() returns the bytes that each part but the first adds.
     * Both may be NULL. */
    int (*phases)(const stet_fft1d *f, int parts);
    size_t (*part_work)(const stet_fft1d *f);
} stet_method;

extern const stet_method stet_method_lane, stet_method_codelet, stet_method_side_by_side,
    stet_method_small, stet_method_fours, stet_method_wide, stet_method_columns, stet_method_rows,
    stet_method_tiles, stet_method_large, stet_method_hermitian, stet_method_r2r,
    stet_method_gathered;

/* Reports whether a method takes complex powers of two: wide, or fours where wide has no complex
 * kernels. Element policies run both by power_elements(). */
static inline int stet_takes_powers(const stet_method *method)
{
    return method == &stet_method_wide || method == &stet_method_fours;
}

/* Returns the method of one line whose name is these `size` characters, or NULL. */
const stet_method *stet_method_named(const char *name, size_t size);

/* ------------------------------------------------- what the methods make -- */

/* Returns how many rows the last part of a transform across `lanes` lanes takes at a time. */
static inline int stet_rows_of(int lanes) { return lanes > 8 ? lanes / 2 : lanes; }

/* Returns the shortest length that columns.h takes. */
static inline ptrdiff_t stet_least_of_columns(int lanes)
{
    return (ptrdiff_t)4 * stet_rows_of(lanes) * lanes;
}

/* Numbers of padding between blocks: without it they lie a power of two apart and fall into one set
 * of the cache. */
enum { STET_CACHE_GAP = 32 };

/* Lists the lengths of codelet.h with the radices of their two passes: X(length, r1, r2). */
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
    X(11, 11, 1)                                                                                   \
    X(12, 3, 4)                                                                                    \
    X(13, 13, 1)                                                                                   \
    X(14, 7, 2)                                                                                    \
    X(15, 5, 3)

/* small.h: the line is in registers, as 2^log2_vectors vectors of `lanes` lanes. For each exchange
 * and each level after it, the table has stet_small_level_size() numbers: the factors of small.h,
 * lane by lane. */
typedef struct stet_small {
    int log2_vectors, lanes;
    ptrdiff_t prefetch; /* from the schedule */
    stet_step first;    /* the levels before the exchanges */
    const void *table;
} stet_small;

/* Returns the lane bit that exchange e swaps with stet_small_vector_bit(s, e). The output is
 * interleaved within 16 bytes, so the first lane bit above the complex numbers of 16 bytes comes
 * last. */
static inline int stet_small_lane_bit(stet_precision precision, int log2_lanes, int e)
{
    const int inner = precision == STET_F64 ? 0 : precision == STET_OWN_F16 ? 2 : 1;
    return e < inner ? e : e < log2_lanes - 1 ? e + 1 : inner;
}

/* Returns the bit of the vector's number that exchange e swaps with a lane bit; it holds row bit e
 * + s afterwards. e < 0 is for the bits before the exchanges. */
static inline int stet_small_vector_bit(int s, int e) { return s - 1 - (e + 2 * s) % s; }

static inline ptrdiff_t stet_small_level_size(int s, int lanes)
{
    return (ptrdiff_t)lanes * (s == 1 ? 4 : s == 2 ? 3 : 1 << (s - 1));
}

/* The data of fours.h and fours_real.h. Of the middle passes, the first `deep` run on one row at a
 * time, and the rows that come from it go on before the next row. */
typedef struct stet_fours {
    ptrdiff_t n;
    int real; /* real input: the first pass makes rows 0 .. radix/2 */
    int passes, deep;
    int second; /* radix of the first middle pass; the others have 4 */
    int levels; /* before middle pass k > 0 are levels + 2 k */
    stet_step first;
    const void
        *twiddles[STET_MAX_STEPS]; /* of each middle pass: m and t of the levels, row by row */
    const void *packed;            /* numbers of the last part, in order of use */
    uint32_t place[];              /* of row j of the last part, in numbers */
} stet_fours;

/* Returns where output q of the first pass, of s levels, goes: row p is in zone p % 4. */
static inline int stet_fours_first_row(int s, int q) { return s == 2 ? q : q / 2 + q % 2 * 4; }

/* Returns the numbers from a row of the first pass to the next. */
static inline ptrdiff_t stet_fours_row(const stet_fours *w)
{
    enum { CLOSE = 4096 };
    return 2 * w->first.columns + (w->real && w->n >= CLOSE ? STET_CACHE_GAP : 0);
}

/* Returns the passes of the last part. */
static inline int stet_fours_ends(int lanes) { return lanes == 8 ? 2 : 1; }

/* The row steps of wide.h are the digits of a cell's number: digit t has log2[t] bits and moves the
 * cell by stride[t] cells. */
enum { STET_MAX_ROW_STEPS = 16 };

typedef struct stet_places {
    int steps;
    int log2[STET_MAX_ROW_STEPS];
    ptrdiff_t stride[STET_MAX_ROW_STEPS];
} stet_places;

/* The data of wide.h and wide_real.h. */
typedef struct stet_wide {
    ptrdiff_t n;
    int real; /* real input: the bank has rows 0 .. tall/2 */
    int lanes;
    int tall_steps, row_steps; /* entries of step[]; the last step follows */
    stet_step step[STET_MAX_STEPS];
    ptrdiff_t tall;  /* length after the tall steps */
    ptrdiff_t cells; /* counts cells of a row before the last step: n / (tall lanes) */
    stet_places natural, reversed;
    /* Copies of fields of the schedule. */
    int grouped, in_output, stream_bank, stream_output;
    ptrdiff_t block, prefetch;
    const void *packed; /* twiddles of the last step: stet_packed_per_row() */
    ptrdiff_t place[];  /* place of cell d in a row of the bank after the row steps */
} stet_wide;

/* stet_wide_rows() returns the rows of the bank, stet_wide_last_rows() those that the last part
 * takes of each cell. */
static inline ptrdiff_t stet_wide_rows(const stet_wide *w)
{
    return w->real ? w->tall / 2 + 1 : w->tall;
}

static inline ptrdiff_t stet_wide_last_rows(const stet_wide *w)
{
    return w->real ? w->tall / 2 : w->tall;
}

/* wide_real.h: returns by how many rows the rows of the last part are shifted in cell d. */
static inline int stet_wide_shift(const stet_wide *w, ptrdiff_t d)
{
    return w->real && 2 * d >= w->cells;
}

/* Returns the numbers per row of a packed table. It has the twiddles of a last step of radix
 * `lanes` for one block of rows after another, in the order of use (last.h). */
static inline ptrdiff_t stet_packed_per_row(int lanes)
{
    const int rows = stet_rows_of(lanes);
    return rows < lanes ? 2 * rows : rows;
}

/* Returns the index of this row of this half among two times `rows` packed numbers: the layout of
 * LOAD_PACKED and PACK_ROWS of the vector types (vec/README.md). */
static inline int stet_packed_place(stet_precision precision, int lanes, int half, int row)
{
    if (stet_rows_of(lanes) < lanes)
        return 2 * row + half;
    if (precision == STET_F64 && lanes == 8)
        return lanes * half + 2 * (row % 4) + row / 4;
    return lanes * half + row;
}

/* Stores the packed twiddles of the block of rows from j0 on in f->table, from number `at` on.
 * Returns the next free number. */
ptrdiff_t stet_pack_block(stet_fft1d *f, const stet_step *last, ptrdiff_t j0, ptrdiff_t at);

/* Each function returns a count of numbers: of a group of columns, of a row, of the bank, and of a
 * tile, which holds a group of columns or a block of rows. */
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

/* columns.h: the last step has radix `lanes`. It takes the rows of each zone in blocks of
 * stet_rows_of() rows; the last block of a zone may overlap the one before it. */
typedef struct stet_columns {
    ptrdiff_t n;
    int lanes, step_count;
    stet_step step[STET_MAX_STEPS];
    const void *packed; /* twiddles of the blocks, in order */
} stet_columns;

/* stet_columns_rows() returns how many rows go in blocks: for real input those below L/2.
 * stet_columns_zone() returns the first row of a zone, which is a quarter of L. */
static inline ptrdiff_t stet_columns_rows(ptrdiff_t L, int real) { return real ? (L + 1) / 2 : L; }

static inline ptrdiff_t stet_columns_zone(ptrdiff_t L, int zone, int real)
{
    const ptrdiff_t row = (zone * L + 3) / 4, rows = stet_columns_rows(L, real);
    return row < rows ? row : rows;
}

/* Returns how many of the steps form the first phase: at least 1, and never the last step. */
int stet_columns_tall(const stet_columns *c, int parts);

/* rows.h: from step number `turn` on, lanes are rows, and each odd step has stet_row_table_size()
 * numbers in `tables`. */
typedef struct stet_row_passes {
    int turn, step_count;
    stet_step step[STET_MAX_STEPS];
    const void *tables;
    int single; /* columns of the first step go one by one */
} stet_row_passes;

/* Returns the size of the table of a step: for i = 1 .. radix - 1 it has the cosines of all rows,
 * then the sines, as odd_row() of passes.h uses them. */
static inline ptrdiff_t stet_row_table_size(const stet_step *p)
{
    return p->kind == STET_STEP_ODD ? 2 * (p->radix - 1) * p->L : 0;
}

/* tiles.h: from step number `turn` on, lanes are rows. Floats may have half as many
 * columns as STET_TILES_FEW lanes, in which real input of up to STET_TILES_REAL points runs too. */
enum { STET_TILES_FEW = 4, STET_TILES_REAL = 128 };

typedef struct stet_tiles {
    ptrdiff_t n;
    int real; /* real input: the complex transform is run */
    int lanes, turn, step_count;
    stet_step step[STET_MAX_STEPS];
    ptrdiff_t tall, columns;               /* rows and columns at step `turn` */
    ptrdiff_t groups, blocks;              /* of columns, of rows */
    ptrdiff_t rest[STET_MAX_STEPS];        /* by step: cells of a row of the tile after it */
    const uint32_t *place[STET_MAX_STEPS]; /* by step: places in the tile of its rows */
    ptrdiff_t per_block;                   /* numbers of a block of rows in `packed` */
    const void *packed;                    /* vectors of twiddles, in order of use */
} stet_tiles;

/* Returns the zone of `lanes` rows from j on; 4 and more if they are in several zones. */
static inline int stet_tiles_zone(ptrdiff_t L, ptrdiff_t j, int lanes)
{
    const ptrdiff_t second = (L + 3) / 4, third = (2 * L + 3) / 4, fourth = (3 * L + 3) / 4;
    const ptrdiff_t e = j + lanes - 1;
    const int zone = (j >= second) + (j >= third) + (j >= fourth);
    return zone + 4 * ((e >= second) + (e >= third) + (e >= fourth) - zone);
}

/* Each function returns a count of numbers: of a group of columns in the bank, and of a tile. */
static inline ptrdiff_t stet_tiles_group(const stet_tiles *c)
{
    return 2 * c->lanes * c->tall + STET_CACHE_GAP;
}

static inline ptrdiff_t stet_tiles_tile(const stet_tiles *c)
{
    const ptrdiff_t cells = c->columns > c->lanes ? c->columns : c->lanes;
    return 2 * c->lanes * (c->tall > cells ? c->tall : cells) + STET_CACHE_GAP;
}

/* Returns how many vectors of twiddles a step multiplies by in one block of rows: cosines and
 * sines, or m and t, in turn. */
static inline ptrdiff_t stet_tiles_roots(const stet_step *p)
{
    return p->kind == STET_STEP_ODD ? 2 * (p->radix - 1) : p->radix;
}

/* ------------------------------------------------------------ for methods -- */

/* Returns log2(n); n is a power of two. */
static inline int stet_log2(ptrdiff_t n)
{
    int log2 = 0;
    for (; n > 1; n /= 2)
        log2++;
    return log2;
}

/* Stores the passes of f as steps with their tables. Returns 0 if they are not the graph of f, in
 * order. steps.c */
int stet_steps_of(const stet_fft1d *f, const stet_passes *passes, stet_step *step);

/* stet_add_pass() appends one pass, stet_add_odd() the odd ones,
 * stet_add_levels() passes of `widest` levels and one of the rest, stet_add_ascending() as many
 * passes, none narrower than the one before: of widths as equal as they can be if `even`, else the
 * rest first. */
void stet_add_pass(stet_passes *passes, ptrdiff_t radix);
void stet_add_odd(const stet_fft1d *f, stet_passes *passes);
void stet_add_levels(stet_passes *passes, int levels, int widest);
void stet_add_ascending(stet_passes *passes, int levels, int widest, int even);

/* Appends way `index` to split `levels` levels into passes of at most `widest` levels. The ways
 * that are worth timing have the fewest passes or up to `more` additional ones, the widest pass
 * first or last. Returns 0, and appends nothing, if `index` is past the last way. */
int stet_split_levels(stet_passes *passes, int levels, int widest, int more, int index);

enum { STET_MOST_TOGETHER = 16 }; /* vectors of lines side by side */

/* The most levels of a pass of passes.h or rows.h. Pairs need more operations for each number that
 * moves: passes of radix 8, with three times the code, are no quicker than those of radix 4 (Zen 5,
 * double double of 64 to 16384 points: 0.95 to 1.18 times their time). */
enum { STET_WIDEST = 3, STET_WIDEST_OF_PAIRS = 2 };

static inline int stet_widest(stet_precision p)
{
    return stet_is_pair(p) ? STET_WIDEST_OF_PAIRS : STET_WIDEST;
}

/* Reports whether no step has more than stet_widest() levels, the most that passes.h and rows.h
 * have. */
int stet_are_narrow(stet_precision p, const stet_step *step, int count);

/* Allocates `size` bytes as f->made and `numbers` numbers as f->table. Returns 0 if memory is
 * short. */
int stet_make(stet_fft1d *f, size_t size, ptrdiff_t numbers);

/* Runs a line of the transform `inner`, whose first phase is phase `first` of the whole line. */
void stet_inner_line(const stet_fft1d *inner, const void *in, void *out, int swap, double scale,
                     void *work, const stet_share *share, int first);

/* This is part_work() of a method that leaves the sharing to the transform inside. */
size_t stet_inner_part_work(const stet_fft1d *f);

/* Stores the lists of f and the fields that follow from them: the last step of stet_fft1d_create().
 * lines.c */
void stet_fft1d_list(stet_fft1d *f);

/* Returns the bytes of workspace of transform.h for each of `lanes` lines side by side;
 * stet_rough_work() returns the part of it for the convolutions. lane.c */
size_t stet_lane_work(const stet_fft1d *f, int lanes);
size_t stet_rough_work(const stet_fft1d *f, int lanes);

/* Returns the bytes of direct_space() of passes.h for vectors of `lanes` lanes. lane.c */
size_t stet_direct_work(const stet_fft1d *f, int lanes);

/* This is candidate() of a method without passes of its own: it sets s->lanes to the widest lanes
 * halved `index` times. Returns 0 if these are fewer than `least`. */
int stet_other_lanes(const stet_fft1d *f, int index, int least, stet_schedule *s);

/* --------------------------------------------------- for element policies -- */

/* Returns the method whose kernels an element policy around doubles compiles for f (README.md). It
 * is the method of f; for C2R of even length by hermitian.h it is the method of the transform
 * inside, which must have the same lanes and, with small.h, 8 vectors or more. Returns NULL if f is
 * not of doubles or no method fits. */
const stet_method *stet_policy_method(const stet_fft1d *f);

/* Returns the first row of base/isa.c, from that of f down, whose kernels have the lanes of f's
 * schedule. lanes_of() returns the lanes of a row, or 0 to end the search. Returns NULL if no row
 * fits. */
const stet_isa *stet_policy_row(const stet_fft1d *f, int (*lanes_of)(const stet_isa *isa));

#endif
