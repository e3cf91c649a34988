/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers the whole array on rank 0 and transforms it there as in one process. This serves
 * problems that have no algorithm in parts, and numbers that such an algorithm leaves undecided. */
#ifndef STET_MPI_ROOT_ARRAY_H
#define STET_MPI_ROOT_ARRAY_H

#include "plan.h"

typedef struct stet_mpi_root_array {
    stet_plan *plan; /* on rank 0; made at its first use */
    size_t local;    /* bytes of workspace on every rank */
} stet_mpi_root_array;

/* Sets root->local, and plan->gather_size too. */
void stet_mpi_root_array_prepare(stet_mpi_plan *plan, stet_mpi_root_array *root);
void stet_mpi_root_array_destroy(stet_mpi_root_array *root);

/* Transforms `in` into `out` on rank 0. `work` has root->local bytes. Collective; all ranks return
 * the same status. */
stet_status stet_mpi_root_array_run(stet_mpi_plan *plan, stet_mpi_root_array *root, const void *in,
                                    void *out, char *work);

#endif
