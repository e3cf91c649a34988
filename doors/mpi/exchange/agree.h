/* SPDX-License-Identifier: Apache-2.0 */
/* Lets the ranks of a communicator agree on one status. */
#ifndef STET_MPI_EXCHANGE_AGREE_H
#define STET_MPI_EXCHANGE_AGREE_H

#include "stet_mpi.h"

/* Returns the worst status of all ranks, or STET_E_MPI if MPI fails. Collective. */
stet_status stet_mpi_worst_status(MPI_Comm comm, stet_status mine);

#endif
