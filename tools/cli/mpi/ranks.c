/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

int rank, ranks;

bool ranks_agree(bool ok, struct error *e)
{
    int first = ok ? ranks : rank;
    MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == ranks)
        return true;
    MPI_Bcast(e->text, sizeof e->text, MPI_CHAR, first, MPI_COMM_WORLD);
    return error_false(e);
}

bool ranks_memory(const void *block, struct error *e)
{
    return ranks_agree(
        block != NULL || error_set(e, "not enough memory on rank %d: use more ranks", rank), e);
}

bool ranks_status(stet_status status, const char *what, struct error *e)
{
    return status == STET_OK || error_set(e, "%s: %s", what, stet_strerror(status));
}

bool parse_lengths(const char *option, const char *value, int most, ptrdiff_t *n, int *count,
                   struct error *e)
{
    const char *at = value;
    for (*count = 0; *count < most;) {
        long long length;
        if (!take_whole(&at, &length) || length < 1 || (*at != 0 && *at != 'x'))
            break;
        n[(*count)++] = (ptrdiff_t)length;
        if (*at++ == 0)
            return true;
    }
    return error_set(e, "%s%s%s: not 1 to %d whole numbers such as %s", option, *option ? " " : "",
                     value, most, most == 2 ? "4x2" : "64x64x48");
}

double ranks_slowest(double seconds)
{
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return seconds;
}

double ranks_processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    double seconds = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return seconds;
}

const struct choice layout_choices[] = {{"natural", STET_MPI_NATURAL},
                                        {"transposed", STET_MPI_TRANSPOSED},
                                        {"cyclic", STET_MPI_CYCLIC},
                                        {NULL, 0}};
const struct choice exchange_choices[] = {{"auto", STET_MPI_AUTO},
                                          {"alltoallv", STET_MPI_ALLTOALLV},
                                          {"alltoallw", STET_MPI_ALLTOALLW},
                                          {"shared", STET_MPI_SHARED},
                                          {NULL, 0}};
