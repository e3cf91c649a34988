/* SPDX-License-Identifier: Apache-2.0 */
/* A .npy file that the ranks read together. */
#ifndef STET_CLI_MPI_FILE_H
#define STET_CLI_MPI_FILE_H

#include "ranks.h"

struct distributed_file {
    const char *path;
    int rank;
    ptrdiff_t n[STET_MPI_MAX_RANK];
    stet_precision precision;
    int is_complex;
};

/* Look at the header: the same on all ranks. Collective. */
bool file_open(struct distributed_file *f, const char *path, struct error *e);

/* The numbers of the box; real ones become complex where the box is. Collective. */
bool file_read(const struct distributed_file *f, const stet_mpi_box *box, void *array,
               struct error *e);

#endif
