/* SPDX-License-Identifier: Apache-2.0 */
/* FFTW's blocks define the part of each rank: all have one length, except the last ones. */
#ifndef STET_FFTW3_MPI_BLOCKS_H
#define STET_FFTW3_MPI_BLOCKS_H

#include "names.h"
#include "stet_mpi.h"

/* An axis of n in blocks of one length; 0 chooses the smallest length that suffices for the
 * ranks. */
typedef struct cut {
    ptrdiff_t n, block;
    int ranks;
} cut;
cut stet_fftw_mpi_cut(ptrdiff_t n, ptrdiff_t block, int ranks);
/* Returns 1 if there are at least as many ranks as blocks. */
int stet_fftw_mpi_is_enough(cut c);
ptrdiff_t stet_fftw_mpi_start(cut c, int rank); /* n for ranks beyond the last block */
ptrdiff_t stet_fftw_mpi_count(cut c, int rank);

/* Returns the layout of a side of one dimension for the SCRAMBLED flags. */
stet_mpi_layout stet_fftw_mpi_layout_1d(ptrdiff_t n, int ranks, int backward, unsigned flags,
                                        int is_output);

#endif
