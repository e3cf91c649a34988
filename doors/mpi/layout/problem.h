/* SPDX-License-Identifier: Apache-2.0 */
/* What a plan is of, before anything is made: options checked, grid, blocks and cut chosen. Local,
 * and the same on every rank. */
#ifndef STET_MPI_LAYOUT_PROBLEM_H
#define STET_MPI_LAYOUT_PROBLEM_H

#include "stet_mpi.h"

typedef struct stet_mpi_problem {
    stet_options transform; /* the transform in one process, its dims contiguous */
    stet_dim dims[STET_MPI_MAX_RANK];
    stet_mpi_options options; /* scalars alone are good */
    int ranks;
    int grid_rank, grid[2]; /* grid[1] is 1 if grid_rank is */
    stet_mpi_layout layout[2];
    /* [side][dimension of the grid]: where the block of each coordinate begins, and the end. */
    ptrdiff_t *start[2][2];
    /* Of one dimension. A B = stet_mpi_complex_length() are the parts of the graph (range/range.h),
     * 0 if it has not two: the plan then gathers. modulus[side]: of the residues, 0 for NATURAL. Of
     * more, CYCLIC: those of the axis that is cut. */
    ptrdiff_t A, B, modulus[2];
    int axis;
    int wide_out; /* inside the library: the output is complex, of the numbers that are inside */
    void *block;
} stet_mpi_problem;

stet_status stet_mpi_problem_create(const stet_mpi_options *o, int ranks,
                                    stet_mpi_problem *problem);
void stet_mpi_problem_destroy(stet_mpi_problem *problem);

/* Of one dimension: the points of the complex transform that its steps are: n/2 of C2R of even n.
 */
ptrdiff_t stet_mpi_complex_length(const stet_mpi_problem *s);

/* Length of an axis on one side: that of half a spectrum is n/2 + 1. */
ptrdiff_t stet_mpi_side_length(const stet_mpi_problem *s, stet_mpi_side side, int axis);
int stet_mpi_side_is_complex(const stet_mpi_problem *s, stet_mpi_side side);

void stet_mpi_problem_box(const stet_mpi_problem *s, stet_mpi_side side, int rank,
                          stet_mpi_box *box);

/* n in `parts` blocks that differ by one at most, long ones first: parts + 1 numbers. */
void stet_mpi_balanced_blocks(ptrdiff_t n, int parts, ptrdiff_t *start);

#endif
