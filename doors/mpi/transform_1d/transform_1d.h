/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of one dimension share (one.c). Private to them. */
#ifndef STET_MPI_TRANSFORM_1D_H
#define STET_MPI_TRANSFORM_1D_H

#include "base/alloc.h"
#include "base/executor.h"
#include "range/range.h"
#include "exchange/alltoall.h"
#include "plan.h"
#include "layout/size.h"

/* An element is howmany numbers, neighbours, each of a transform of its own: lines and rows are
 * those of the single numbers. */
typedef struct {
    stet_precision inside, outside; /* numbers of lines and rows; of the caller's arrays */
    size_t number;                  /* bytes of a real one inside */
    size_t element[2];              /* bytes of one of exchange 1, and of the others */
    ptrdiff_t howmany;              /* howmany */
    int is_half;                    /* numbers of 16 bits are widened before all else */
    float load;                     /* and are multiplied by this then */
    double rest;                    /* 1 + rest is a factor of the result, of STET_DD */
    int natural[2], is_real, converts;
    int mirrors; /* R2C of rows 0 .. A/2 */
    int is_c2r;  /* C2R */
    ptrdiff_t n, A, B, column_mod, row_mod;
    ptrdiff_t rows;                /* that there are, the rest being mirrored: A, or A/2 + 1 */
    const ptrdiff_t *column, *row; /* ranks' blocks of column_mod, and of row_mod or rows */
    const ptrdiff_t *residue;      /* C2R: of the residues up to B/2; else column */
    ptrdiff_t *block_memory;
    ptrdiff_t columns, width, height; /* this rank's; rows without a gap, and how often */
    int keeps_own[2];                 /* exchanges 1 and 3: what stays here takes no message */
    void *lines[2];                   /* of a group of columns, and of the last, smaller one */
    stet_fft1d *line_fft, *c2r_fft;   /* C2R: lines of A points; the pairs */
    stet_range *range;
    stet_mpi_alltoall alltoall;
    int *counts[2]; /* of the exchanges 1 and 3: sent, received, and where they begin */
    MPI_Datatype type[2];
    ptrdiff_t *offset[2];   /* of what comes from each rank, in what that rank sends */
    ptrdiff_t *interval[2]; /* where that is in own columns; and in those that mirror them */
    ptrdiff_t column_group, row_group; /* columns, and rows, that go together */
    stet_executor executor;
    size_t array, scratch, line, range_work; /* bytes */
    size_t buffer_size[2];                   /* of the arrays that are not shared */
    double scale;
    int swap;
} stet_1d;

/* Bytes of an element before the lines or after them. */
static inline size_t line_element(const stet_1d *t, int side)
{
    if (side == 0 && t->is_c2r)
        return t->element[1];
    return t->element[side] * (side == 0 && t->is_real && !t->mirrors ? 2 : 1);
}

/* Bytes of a group of columns; of C2R one more number, and the columns that mirror them. */
static inline size_t columns_size(const stet_1d *t, int side)
{
    const ptrdiff_t rows = side && t->mirrors ? t->rows : t->A;
    return round_up((size_t)(rows * t->column_group + t->is_c2r) * line_element(t, side));
}

typedef struct {
    ptrdiff_t begin, end;
} residues;

/* Those of m - j for j in [begin, end), where that is another one. */
static inline residues mirrored(ptrdiff_t m, ptrdiff_t begin, ptrdiff_t end)
{
    const ptrdiff_t first = larger(begin, 1), last = smaller(end, (m + 1) / 2);
    return first < last ? (residues){m - last + 1, m - first + 1} : (residues){0, 0};
}

/* The columns that ranks [from, to) have; and, of C2R, those that mirror them. */
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

/* ---------------------------------------------- blocks.c: exchanges 1 and 3 - */

/* How many inputs [from, to) are in columns of ranks [first, last). */
ptrdiff_t stet_1d_count_inputs(const stet_1d *t, ptrdiff_t from, ptrdiff_t to, int first, int last,
                               int mirror);

/* Exchange 1, from a block to columns, and 3, from rows to a block. */
stet_status stet_1d_make_exchange(stet_mpi_plan *plan, stet_1d *t, int which);

/* Own columns as arrays of rows: what a rank sends for them is an interval of each. */
stet_status stet_1d_make_intervals(const stet_mpi_plan *plan, stet_1d *t);

void stet_1d_pack_input(const stet_mpi_plan *plan, const stet_1d *t, const char *in, char *send);

/* Real input: for each rank the outputs that own rows have, then those that they mirror. Without
 * mirrors what a rank gets is contiguous as it is. */
void stet_1d_pack_output(const stet_mpi_plan *plan, const stet_1d *t, const char *rows, char *send);

/* Bytes of an element of the output. */
size_t stet_1d_output_element_size(const stet_mpi_plan *plan);

/* Numbers into the output, without -0 where the input was real. Returns whether all are finite, of
 * 16 bits. */
int stet_1d_store_numbers(const stet_1d *t, const void *from, ptrdiff_t count, char *to,
                          int wide_out);

void stet_1d_store_elements(stet_mpi_plan *plan, const void *from, ptrdiff_t count, char *to);

/* `half` of the memory that a rank shares. */
const char *stet_1d_shared_buffer(const stet_mpi_plan *plan, int rank, int which);

/* Exchange 1 or 3: what came from rank i then begins at the piece. */
stet_status stet_1d_exchange(stet_mpi_plan *plan, const stet_1d *t, int which, const char *send,
                             char *recv);

const char *stet_1d_received_from(const stet_mpi_plan *plan, const stet_1d *t, int which, int i,
                                  const char *recv);

void stet_1d_unpack_output(stet_mpi_plan *plan, const stet_1d *t, const char *recv, char *out);

/* ------------------------------------------------------------ one.c: columns - */

typedef struct {
    const stet_mpi_plan *plan;
    const stet_1d *t;
    const char *in, *recv; /* the input, and what exchange 1 has brought; or both the input */
    char *to, *scratch;
} columns_job;

/* `count` neighbours of own columns into scratch memory. */
void stet_1d_load_columns(const columns_job *job, int mirror, ptrdiff_t at, ptrdiff_t count,
                          char *to);

/* Rows of `count` columns, from own column `begin` on, out of scratch memory in the order of
 * exchange 2, residues slowest. */
void stet_1d_store_columns(const columns_job *job, const char *from, ptrdiff_t begin,
                           ptrdiff_t count);

/* ---------------------------------------------------------------- fold.c: C2R - */

/* The lines of C2R: what is folded is in numbers that are inside. */
stet_status stet_1d_make_c2r_lines(const stet_mpi_plan *plan, stet_1d *t);

void stet_1d_run_c2r_columns(const columns_job *job, ptrdiff_t begin, char *scratch);

#endif
