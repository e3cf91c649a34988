/* SPDX-License-Identifier: Apache-2.0 */
/* Internal: builds a lowering. */
#ifndef STET_GPU_PLAN_BUILD_H
#define STET_GPU_PLAN_BUILD_H

#include "graph/norm.h"
#include "kernels/codes.h"
#include "native/native.h"
#include "plan/launch.h"

enum {
    STET_GPU_DIMS = 24,    /* most loops around a line */
    STET_GPU_FACTORS = 64, /* most factors of a length */
    STET_GPU_ROUGH = 8,    /* most rough primes */
    STET_GPU_SIDE = 2,     /* work region for Rader's method; passes use regions 0 and 1 */
    STET_GPU_RECORDS = 3,  /* level correct: records of transforms */
    STET_GPU_WIDENED = 4,  /* of a round: inputs as double */
    STET_GPU_SPECTRA = 5,
    STET_GPU_REGIONS = 6,
    STET_GPU_EXTRA = EXTRA_SIZE, /* numbers after the strides of a layout */
    STET_GPU_LONGEST = 1 << 30   /* longest line */
};

/* Holds the graph of a length, which stet_graph_of() makes. */
typedef struct {
    int64_t n, rough; /* rough: the product of the rough primes */
    int rough_count, count;
    int64_t prime[STET_GPU_ROUGH]; /* the rough primes */
    int radix[STET_GPU_FACTORS];   /* after them: the other odd ones, then a 2 for each level */
} stet_gpu_graph;

typedef struct {
    int real;
    int64_t n, a, b;
    int64_t at;
} stet_gpu_known;

typedef struct {
    stet_gpu_lowering *result;
    stet_gpu_limits limits;
    size_t region[STET_GPU_REGIONS]; /* bytes; a slot of WORK has its region's number as offset */
    size_t launch_capacity, table_capacity;
    stet_gpu_known known[64]; /* tables that exist */
    int known_count;
    stet_status status; /* the first error */
} stet_gpu_builder;

/* One side of a line: number k is at base + k step, in units of the form. */
typedef struct {
    stet_gpu_place place;
    int64_t offset; /* WORK: the region */
    int format, form;
    int64_t step;
    int dims;
    int64_t dim[2 * STET_GPU_DIMS]; /* (count, stride) of the loops around it, outermost first */
    size_t size;                    /* WORK: bytes; the region is chosen on writing */
} stet_gpu_side;

/* Describes all lines of n numbers along a dimension. */
typedef struct {
    int real;
    int64_t n, lines;
    stet_gpu_side in, out;
    int swap; /* inverse: swaps the parts on both sides */
    int scaled;
    int64_t scale, rest, load; /* values of NUMBER_SCALE, _REST, _LOAD */
    int64_t twist, parts;      /* MAP_TWIST: length of its roots, and its rows; else 0 */
    int in_chunks;             /* some lines may be written before others are read */
} stet_gpu_line;

stet_gpu_graph stet_gpu_graph_of(int64_t n);

/* Returns the bytes of a complex number T2. */
size_t stet_gpu_size(int real);

/* Appends the launches of the lines; returns the output with its region. Errors go to b->status. */
stet_gpu_side stet_gpu_add_line(stet_gpu_builder *b, const stet_gpu_line *line);

/* Appends a launch with all fields zero; NULL after an error. The caller sets the definitions;
 * stet_gpu_finish() makes `options` from them. The pointer is valid until the next call. */
stet_gpu_launch *stet_gpu_add_launch(stet_gpu_builder *b);

/* Adds a zeroed table at a multiple of 256 bytes; returns its place, or -1. */
int64_t stet_gpu_add_table(stet_gpu_builder *b, size_t size);
static inline char *stet_gpu_table(const stet_gpu_builder *b, int64_t at)
{
    return (char *)b->result->tables + at;
}
/* Returns the table that was remembered with the same four numbers, or -1.
 * stet_gpu_remember() adds one. */
int64_t stet_gpu_find_table(const stet_gpu_builder *b, int real, int64_t n, int64_t x, int64_t y);
void stet_gpu_remember(stet_gpu_builder *b, int real, int64_t n, int64_t x, int64_t y, int64_t at);

/* Completes the lowering; returns 0 if something failed, with the error in b->status. */
int stet_gpu_finish(stet_gpu_builder *b);
stet_status stet_gpu_begin(stet_gpu_builder *b, const stet_gpu_limits *limits);

/* ---------------------------------------------------------------- correct.c -- */

/* Level correct: adds the launches before the passes, and those after them. */
void stet_gpu_begin_correct(stet_gpu_builder *b, const stet_options *o);
void stet_gpu_end_correct(stet_gpu_builder *b, const stet_options *o);

/* Adds all lines of all dimensions. */
void stet_gpu_add_axes(stet_gpu_builder *b, const stet_options *o);

/* Returns the format of the caller's numbers if the passes compute in `real`. */
int stet_gpu_format(const stet_options *o, int real);
/* Returns the factor by which the passes multiply. */
stet_factor stet_gpu_factor(const stet_options *o);
/* Returns the numbers along dimension i; a half spectrum has fewer. */
int64_t stet_gpu_length_across(const stet_options *o, int i);
/* Returns the number of transforms. */
int64_t stet_gpu_batch(const stet_options *o);

/* ---------------------------------------------------------------- tables.c -- */

/* Adds the constants, odd steps and levels of a graph and returns their place, or -1. Stores
 * NUMBER_ODD_AT and NUMBER_LEVEL_AT of a pass that begins at length `from`. */
int64_t stet_gpu_graph_table(stet_gpu_builder *b, int real, const stet_gpu_graph *g, int64_t from,
                             int64_t *odd_at, int64_t *level_at);
/* Adds the twiddles of the step of a rough prime from length L > 1. */
int64_t stet_gpu_rough_table(stet_gpu_builder *b, int real, int64_t L, int64_t prime);
/* Adds rows k, 2 k < h, of level h. */
int64_t stet_gpu_half_table(stet_gpu_builder *b, int real, int64_t h);

/* A convolution: its length; whether it is Rader's; its tables: order or chirp of the input, order
 * of the output, and the filter. m is 0 if memory is short. */
typedef struct {
    int64_t m;
    int is_rader;
    int64_t in_at, out_at, filter_at;
} stet_gpu_convolution;
int stet_gpu_convolve(stet_gpu_builder *b, int real, int64_t n, stet_gpu_convolution *z);

/* Adds exp(-2 pi i k/n), k < n, as T2. */
int64_t stet_gpu_root_table(stet_gpu_builder *b, int real, int64_t n);

#endif
