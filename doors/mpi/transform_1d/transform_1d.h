/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of one dimension share (one.c). Private to them. */
#ifndef STET_MPI_ONE_H
#define STET_MPI_ONE_H

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
    ptrdiff_t many;                 /* howmany */
    int is_half;                    /* numbers of 16 bits are widened before all else */
    float load;                     /* and are multiplied by this then */
    double rest;                    /* 1 + rest is a factor of the result, of STET_DD */
    int natural[2], is_real, converts;
    int mirrors; /* R2C of rows 0 .. A/2 */
    int folds;   /* C2R */
    ptrdiff_t n, A, B, column_mod, row_mod;
    ptrdiff_t rows;                /* that there are, the rest being mirrored: A, or A/2 + 1 */
    const ptrdiff_t *column, *row; /* ranks' blocks of column_mod, and of row_mod or rows */
    const ptrdiff_t *low;          /* C2R: of the residues up to B/2; else column */
    ptrdiff_t *own;
    ptrdiff_t columns, width, height; /* this rank's; rows without a gap, and how often */
    int keeps[2];                     /* exchanges 1 and 3: what stays here takes no message */
    void *lines[2];                   /* of a group of columns, and of the last, smaller one */
    stet_fft1d *line_fft, *fold;      /* C2R: lines of A points; the pairs */
    stet_range *range;
    stet_mpi_move move;
    int *counts[2]; /* of the exchanges 1 and 3: sent, received, and where they begin */
    MPI_Datatype type[2];
    ptrdiff_t *offset[2];          /* of what comes from each rank, in what that rank sends */
    ptrdiff_t *begin[2];           /* where that is in own columns; and in those that mirror them */
    ptrdiff_t column_group, group; /* columns, and rows, that go together */
    stet_executor executor;
    size_t array, scratch, line, range_work; /* bytes */
    size_t room[2];                          /* of the arrays that are not shared */
    double scale;
    int swap;
} stet_one;

/* Bytes of an element before the lines or after them. */
static inline size_t line_element(const stet_one *t, int side)
{
    if (side == 0 && t->folds)
        return t->element[1];
    return t->element[side] * (side == 0 && t->is_real && !t->mirrors ? 2 : 1);
}

/* Bytes of a group of columns; of C2R one more number, and the columns that mirror them. */
static inline size_t columns_size(const stet_one *t, int side)
{
    const ptrdiff_t rows = side && t->mirrors ? t->rows : t->A;
    return round_up((size_t)(rows * t->column_group + t->folds) * line_element(t, side));
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
static inline residues columns_of(const stet_one *t, int from, int to, int mirror)
{
    const ptrdiff_t begin = t->low[from], end = t->low[to];
    if (mirror)
        return t->folds ? mirrored(t->B, begin, end) : (residues){0, 0};
    return (residues){begin, end};
}

static inline residues mirrored_rows(const stet_one *t, ptrdiff_t begin, ptrdiff_t end)
{
    return t->mirrors ? mirrored(t->A, begin, end) : (residues){0, 0};
}

/* ---------------------------------------------- blocks.c: exchanges 1 and 3 - */

/* How many inputs [from, to) are in columns of ranks [first, last). */
ptrdiff_t stet_one_inputs(const stet_one *t, ptrdiff_t from, ptrdiff_t to, int first, int last,
                          int mirror);

/* Exchange 1, from a block to columns, and 3, from rows to a block. */
stet_status stet_one_make_messages(stet_mpi_plan *plan, stet_one *t, int which);

/* Own columns as arrays of rows: what a rank sends for them is an interval of each. */
stet_status stet_one_make_intervals(const stet_mpi_plan *plan, stet_one *t);

void stet_one_pack_block(const stet_mpi_plan *plan, const stet_one *t, const char *in, char *send);

/* Real input: for each rank the outputs that own rows have, then those that they mirror. Without
 * mirrors what a rank gets is contiguous as it is. */
void stet_one_pack_rows(const stet_mpi_plan *plan, const stet_one *t, const char *rows, char *send);

/* Bytes of an element of the output. */
size_t stet_one_out_element(const stet_mpi_plan *plan);

/* Numbers into the output, without -0 where the input was real. Returns whether all are finite, of
 * 16 bits. */
int stet_one_put_numbers(const stet_one *t, const void *from, ptrdiff_t count, char *to,
                         int wide_out);

void stet_one_put_elements(stet_mpi_plan *plan, const void *from, ptrdiff_t count, char *to);

/* `half` of the memory that a rank shares. */
const char *stet_one_shared_half(const stet_mpi_plan *plan, int rank, int half);

/* Exchange 1 or 3: what came from rank i then begins at the piece. */
stet_status stet_one_exchange_block(stet_mpi_plan *plan, const stet_one *t, int which,
                                    const char *send, char *recv);

const char *stet_one_piece_of(const stet_mpi_plan *plan, const stet_one *t, int which, int i,
                              const char *recv);

void stet_one_unpack_block(stet_mpi_plan *plan, const stet_one *t, const char *recv, char *out);

/* ------------------------------------------------------------ one.c: columns - */

typedef struct {
    const stet_mpi_plan *plan;
    const stet_one *t;
    const char *in, *recv; /* the input, and what exchange 1 has brought; or both the input */
    char *to, *scratch;
} columns_job;

/* `count` neighbours of own columns into scratch memory. */
void stet_one_copy_row(const columns_job *job, int mirror, ptrdiff_t at, ptrdiff_t count, char *to);

/* Rows of `count` columns, from own column `begin` on, out of scratch memory in the order of
 * exchange 2, residues slowest. */
void stet_one_columns_out(const columns_job *job, const char *from, ptrdiff_t begin,
                          ptrdiff_t count);

/* ---------------------------------------------------------------- fold.c: C2R - */

/* The lines of C2R: what is folded is in numbers that are inside. */
stet_status stet_one_make_folded_lines(const stet_mpi_plan *plan, stet_one *t);

void stet_one_run_folded(const columns_job *job, ptrdiff_t begin, char *scratch);

#endif
