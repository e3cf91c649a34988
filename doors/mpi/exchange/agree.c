/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange/agree.h"

stet_status stet_mpi_worst_status(MPI_Comm comm, stet_status mine)
{
    int worst = mine;
    if (MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_INT, MPI_MIN, comm) != MPI_SUCCESS)
        return STET_E_MPI;
    return (stet_status)worst;
}
