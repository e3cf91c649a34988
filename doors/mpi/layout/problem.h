/* SPDX-License-Identifier: Apache-2.0 */
/* The problem that a plan solves: checked options, and the grid, blocks and cut that follow from
 * them. Every rank computes the same problem, without communication. */
#ifndef STET_MPI_LAYOUT_PROBLEM_H
#define STET_MPI_LAYOUT_PROBLEM_H

#include "graph/norm.h"
#include "stet_mpi.h"

typedef struct stet_mpi_problem {
    stet_options transform; /* the transform in one process; its dims are contiguous */
    stet_dim dims[STET_MPI_MAX_RANK];
    stet_mpi_options options; /* as passed; its pointers are not valid */
    int ranks;
    int grid_rank, grid[2]; /* grid[1] is 1 if grid_rank is 1 */
    stet_mpi_layout layout[2];
    /* start[side][dimension of the grid]: the beginning of each coordinate's block, then the
     * end. */
    ptrdiff_t *start[2][2];
    /* One dimension: A B = stet_mpi_complex_length(), where A and B are the lengths of the two
     * parts of the graph (range/range.h); A is 0 if the graph has no two parts. modulus[side] is
     * the modulus of the residues, 0 for NATURAL. More dimensions with CYCLIC: A, B and modulus
     * are those of `axis`, which is cut. */
    ptrdiff_t A, B, modulus[2];
    int axis;
    int wide_out; /* the output stays complex, in the precision inside */
    void *block;
} stet_mpi_problem;

stet_status stet_mpi_problem_create(const stet_mpi_options *o, int ranks, stet_mpi_problem *s);
void stet_mpi_problem_destroy(stet_mpi_problem *s);

/* Returns the length of the complex transform inside a transform of one dimension: n/2 for C2R of
 * even n, otherwise n. */
ptrdiff_t stet_mpi_complex_length(const stet_mpi_problem *s);

/* Returns the axis that stage number `stage` transforms: forward transforms begin with the last
 * axis, inverse ones with the first. */
static inline int stet_mpi_axis_of_stage(const stet_mpi_problem *s, int stage)
{
    return stet_axis_of_stage(s->transform.direction, s->transform.rank, stage);
}

/* Returns the length of an axis on one side: n/2 + 1 for the last axis of a half spectrum. */
ptrdiff_t stet_mpi_side_length(const stet_mpi_problem *s, stet_mpi_side side, int axis);
int stet_mpi_side_is_complex(const stet_mpi_problem *s, stet_mpi_side side);

/* Returns the bytes of a complex number between the stages. */
size_t stet_mpi_inner_element_size(const stet_mpi_problem *s);

void stet_mpi_problem_box(const stet_mpi_problem *s, stet_mpi_side side, int rank,
                          stet_mpi_box *box);

/* Cuts n into `parts` blocks whose lengths differ by at most one, long ones first. Writes parts +
 * 1 numbers: the beginning of each block, and n. */
void stet_mpi_balanced_blocks(ptrdiff_t n, int parts, ptrdiff_t *start);

#endif
