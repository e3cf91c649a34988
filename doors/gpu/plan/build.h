/* SPDX-License-Identifier: Apache-2.0 */
/* A lowering in the making. Internal. */
#ifndef STET_GPU_PLAN_BUILD_H
#define STET_GPU_PLAN_BUILD_H

#include "graph/norm.h"
#include "kernels/codes.h"
#include "native/native.h"
#include "plan/launch.h"

enum {
    STET_GPU_DIMS = 24,    /* loops around a line, at most */
    STET_GPU_FACTORS = 64, /* of a length */
    STET_GPU_SIDE = 2, /* region of the workspace for Rader's method; passes go between 0 and 1; */
    STET_GPU_RECORDS = 3, /* what level correct knows of transforms */
    STET_GPU_WIDENED = 4, /* of a round: the inputs as double, and their spectra as pairs */
    STET_GPU_SPECTRA = 5,
    STET_GPU_REGIONS = 6,
    STET_GPU_EXTRA = EXTRA_SIZE, /* numbers behind the strides of a layout */
    STET_GPU_LONGEST = 1 << 30   /* of a line */
};

/* The graph of a length, that of stet_graph_of(), as one list. */
typedef struct {
    int64_t n, rough;
    int count;
    int radix[STET_GPU_FACTORS]; /* after the rough part: odd ones, then as many 2 as there are
                                    levels */
} stet_gpu_graph;

typedef struct {
    int real;
    int64_t n, a, b;
    int64_t at;
} stet_gpu_known;

typedef struct {
    stet_gpu_lowering *result;
    stet_gpu_limits limits;
    size_t
        region[STET_GPU_REGIONS]; /* bytes; slots of WORK have the number of theirs as an offset */
    size_t launch_capacity, table_capacity;
    stet_gpu_known known[64]; /* tables that are there */
    int known_count;
    stet_status status; /* of the first thing that failed */
} stet_gpu_builder;

/* One side of a line: number k is at base + k step, in what the form counts. */
typedef struct {
    stet_gpu_place place;
    int64_t offset; /* WORK: the region */
    int format, form;
    int64_t step;
    int dims;
    int64_t dim[2 * STET_GPU_DIMS]; /* (count, stride) of the loops around it, outermost first */
    size_t size;                    /* WORK: bytes; the region is chosen when it is written */
} stet_gpu_side;

/* All lines of n numbers along a dimension. */
typedef struct {
    int real;
    int64_t n, lines;
    stet_gpu_side in, out;
    int swap; /* whether parts change places on both sides: inverse */
    int scaled;
    int64_t scale, rest, load; /* NUMBER_SCALE and so on */
    int64_t twist, parts; /* MAP_TWIST: the length whose roots it takes, and its rows; else 0 */
    int in_chunks;        /* whether some of its lines may be written before others are read */
} stet_gpu_line;

stet_gpu_graph stet_gpu_graph_of(int64_t n);

/* Bytes of a complex number T2. */
size_t stet_gpu_size(int real);

/* Append the launches of the lines; returns the output, with its region. What fails is in
 * b->status. */
stet_gpu_side stet_gpu_add_line(stet_gpu_builder *b, const stet_gpu_line *line);

/* A launch with its definitions (options is made from them at the end), all else zero; NULL if
 * something failed. It stays where it is until the next call. */
stet_gpu_launch *stet_gpu_add_launch(stet_gpu_builder *b);

/* Adds a zeroed table at a multiple of 256 bytes; returns its place, or -1. */
int64_t stet_gpu_add_table(stet_gpu_builder *b, size_t size);
static inline char *stet_gpu_table(const stet_gpu_builder *b, int64_t at)
{
    return (char *)b->result->tables + at;
}
/* One that was asked for before with the same four numbers; -1 if not. remember() makes it known.
 */
int64_t stet_gpu_find_table(const stet_gpu_builder *b, int real, int64_t n, int64_t x, int64_t y);
void stet_gpu_remember(stet_gpu_builder *b, int real, int64_t n, int64_t x, int64_t y, int64_t at);

/* A complete lowering of what was added; 0 and b->status if something failed. */
int stet_gpu_finish(stet_gpu_builder *b);
stet_status stet_gpu_begin(stet_gpu_builder *b, const stet_gpu_limits *limits);

/* ---------------------------------------------------------------- correct.c -- */

/* Level correct: what comes before the passes, and what after them. */
void stet_gpu_begin_correct(stet_gpu_builder *b, const stet_options *o);
void stet_gpu_end_correct(stet_gpu_builder *b, const stet_options *o);

/* All lines of all dimensions. */
void stet_gpu_add_axes(stet_gpu_builder *b, const stet_options *o);

/* The format of the caller's numbers where `real` are computed with. */
int stet_gpu_format(const stet_options *o, int real);
/* What the passes multiply by. */
stet_factor stet_gpu_factor(const stet_options *o);
/* Numbers along dimension i: those of a half spectrum are fewer. */
int64_t stet_gpu_length_across(const stet_options *o, int i);
/* How many transforms there are. */
int64_t stet_gpu_batch(const stet_options *o);

/* ---------------------------------------------------------------- tables.c -- */

/* Constants, odd steps and levels of a graph. Their places, for a pass that begins at length
 * `from`: numbers of NUMBER_ODD_AT and NUMBER_LEVEL_AT; the table is at what is returned, or -1. */
int64_t stet_gpu_graph_table(stet_gpu_builder *b, int real, const stet_gpu_graph *g, int64_t from,
                             int64_t *odd_at, int64_t *level_at);
/* Rows k, 2 k < h, of level h. */
int64_t stet_gpu_half_table(stet_gpu_builder *b, int real, int64_t h);

/* A convolution: its length; whether it is Rader's; its tables, the order or chirp on the way in,
 * the order on the way out, and the filter. 0 if memory is short. */
typedef struct {
    int64_t m;
    int is_rader;
    int64_t in_at, out_at, filter_at;
} stet_gpu_convolution;
int stet_gpu_convolve(stet_gpu_builder *b, int real, int64_t n, stet_gpu_convolution *z);

/* exp(-2 pi i k/n), k < n, as T2. */
int64_t stet_gpu_root_table(stet_gpu_builder *b, int real, int64_t n);

#endif
