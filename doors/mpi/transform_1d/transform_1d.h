/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the plan of one dimension, and the functions that the files of this folder share. */
#ifndef STET_MPI_TRANSFORM_1D_H
#define STET_MPI_TRANSFORM_1D_H

#include "base/alloc.h"
#include "base/executor.h"
#include "exchange/alltoall.h"
#include "layout/size.h"
#include "plan.h"
#include "range/range.h"

/* The plan of one dimension. An element is howmany neighbouring numbers, each of a separate
 * transform; the lengths of lines and rows count single numbers. */
typedef struct {
    stet_precision inside, outside; /* inside: of lines and rows; outside: of the caller's arrays */
    size_t number;                  /* bytes of a real number inside */
    size_t element[2];              /* bytes of an element; [0]: in exchange 1 */
    ptrdiff_t howmany;              /* transforms side by side */
    int is_half;                    /* 16-bit numbers are widened first */
    float load;                     /* factor of 16-bit input */
    double rest;                    /* STET_DD: the result is multiplied by 1 + rest */
    int natural[2], is_real, converts;
    int mirrors; /* R2C that computes only rows 0 .. A/2 */
    int is_c2r;  /* the kind is C2R */
    ptrdiff_t n, A, B, column_mod, row_mod;
    ptrdiff_t rows;                /* computed rows: A, or A/2 + 1 if the others are mirrored */
    const ptrdiff_t *column, *row; /* block beginnings in column_mod, and in row_mod or rows */
    const ptrdiff_t *residue;      /* C2R: block beginnings in 0 .. B/2; else column */
    ptrdiff_t *block_memory;
    ptrdiff_t columns, width, height; /* rows are `height` runs of `width` rows */
    int keeps_own[2];                 /* exchanges 1 and 3: own numbers are not sent */
    void *lines[2];                   /* of a group, and of the smaller last one */
    stet_fft1d *line_fft, *c2r_fft;   /* C2R: lines of A points, and the pairs */
    stet_range *range;
    stet_mpi_alltoall alltoall;
    int *counts[2]; /* exchanges 1, 3: sent, received, offsets */
    MPI_Datatype type[2];
    ptrdiff_t *offset[2];              /* where this rank's part begins in each rank's data */
    ptrdiff_t *interval[2];            /* per rank: own columns, their mirrors */
    ptrdiff_t column_group, row_group; /* sizes of groups */
    stet_executor executor;
    size_t array, scratch, line, range_work; /* bytes */
    size_t buffer_size[2];                   /* bytes of the arrays that are not shared */
    double scale;
    int swap;
} stet_1d;

/* Returns the bytes of an element before the lines (side 0) or after them. */
static inline size_t line_element(const stet_1d *t, int side)
{
    if (side == 0 && t->is_c2r)
        return t->element[1];
    return t->element[side] * (side == 0 && t->is_real && !t->mirrors ? 2 : 1);
}

/* Returns the bytes of a group of columns. C2R has one more number, and the mirroring columns. */
static inline size_t columns_size(const stet_1d *t, int side)
{
    const ptrdiff_t rows = side && t->mirrors ? t->rows : t->A;
    return stet_round_to_line((size_t)(rows * t->column_group + t->is_c2r) * line_element(t, side));
}

typedef struct {
    ptrdiff_t begin, end;
} residues;

/* Returns the residues m - j of those j in [begin, end) that are not their own mirror. */
static inline residues mirrored(ptrdiff_t m, ptrdiff_t begin, ptrdiff_t end)
{
    const ptrdiff_t first = stet_larger(begin, 1), last = stet_smaller(end, (m + 1) / 2);
    return first < last ? (residues){m - last + 1, m - first + 1} : (residues){0, 0};
}

/* Returns the columns of the ranks [from, to); with `mirror`, the columns that mirror them
 * (C2R). */
static inline residues columns_of(const stet_1d *t, int from, int to, int mirror)
{
    const ptrdiff_t begin = t->residue[from], end = t->residue[to];
    if (mirror)
        return t->is_c2r ? mirrored(t->B, begin, end) : (residues){0, 0};
    return (residues){begin, end};
}

static inline residues mirrored_rows(const stet_1d *t, ptrdiff_t begin, ptrdiff_t end)
{
    return t->mirrors ? mirrored(t->A, begin, end) : (residues){0, 0};
}

/* ---------------------------------------- redistribute.c: exchanges 1 and 3 - */

/* Returns how many of the inputs [from, to) are in columns of the ranks [first, last). */
ptrdiff_t stet_1d_count_inputs(const stet_1d *t, ptrdiff_t from, ptrdiff_t to, int first, int last,
                               int mirror);

/* Makes the messages of exchange 1 (which = 0: block to columns) or 3 (which = 1: rows to
 * block). */
stet_status stet_1d_make_exchange(stet_mpi_plan *plan, stet_1d *t, int which);

/* Finds the interval that each rank sends of own columns, taken as an array of rows. */
stet_status stet_1d_make_intervals(const stet_mpi_plan *plan, stet_1d *t);

void stet_1d_pack_input(const stet_mpi_plan *plan, const stet_1d *t, const char *in, char *send);

/* Packs the outputs of R2C: for each rank the outputs in own rows, then those that mirror them.
 * Without mirrors the outputs for a rank are contiguous already. */
void stet_1d_pack_output(const stet_mpi_plan *plan, const stet_1d *t, const char *rows, char *send);

/* Returns the bytes of an element of the output. */
size_t stet_1d_output_element_size(const stet_mpi_plan *plan);

/* Stores numbers into the output; -0 becomes +0 if the input was real. Returns 0 if a 16-bit number
 * is not finite, otherwise 1. */
int stet_1d_store_numbers(const stet_1d *t, const void *from, ptrdiff_t count, char *to,
                          int wide_out);

void stet_1d_store_elements(stet_mpi_plan *plan, const void *from, ptrdiff_t count, char *to);

/* Returns the beginning of half number `which` of a rank's shared memory. */
const char *stet_1d_shared_buffer(const stet_mpi_plan *plan, int rank, int which);

/* Performs exchange 1 or 3. stet_1d_received_from() then returns the beginning of rank i's data. */
stet_status stet_1d_exchange(stet_mpi_plan *plan, const stet_1d *t, int which, const char *send,
                             char *recv);

const char *stet_1d_received_from(const stet_mpi_plan *plan, const stet_1d *t, int which, int i,
                                  const char *recv);

void stet_1d_unpack_output(stet_mpi_plan *plan, const stet_1d *t, const char *recv, char *out);

/* --------------------------------------------------- transform_1d.c: columns - */

typedef struct {
    const stet_mpi_plan *plan;
    const stet_1d *t;
    const char *in, *recv; /* recv: buffer of exchange 1, or `in` */
    char *to, *scratch;
} columns_job;

/* Copies `count` neighbours of own columns into scratch memory. */
void stet_1d_load_columns(const columns_job *job, int mirror, ptrdiff_t at, ptrdiff_t count,
                          char *to);

/* Copies rows of `count` columns, from own column `begin` on, out of scratch memory in the order of
 * exchange 2, residues slowest. */
void stet_1d_store_columns(const columns_job *job, const char *from, ptrdiff_t begin,
                           ptrdiff_t count);

/* ----------------------------------------------------------------- c2r.c: C2R - */

/* Makes the lines of C2R; the pairs write numbers of the inner precision. */
stet_status stet_1d_make_c2r_lines(const stet_mpi_plan *plan, stet_1d *t);

void stet_1d_run_c2r_columns(const columns_job *job, ptrdiff_t begin, char *scratch);

#endif
