/* SPDX-License-Identifier: Apache-2.0 */
/* This reads a .npy file on all ranks together. */
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

/* Reads the header; all ranks have the same result. Collective. */
bool file_open(struct distributed_file *f, const char *path, struct error *e);

/* Reads the numbers of the box. Real numbers become complex if the box is complex. Collective. */
bool file_read(const struct distributed_file *f, const stet_mpi_box *box, void *array,
               struct error *e);

#endif
