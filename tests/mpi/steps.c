/* SPDX-License-Identifier: Apache-2.0 */
/* steps.c FOLDER STEPS [RANK STEP]: a simulation with checkpoints. Each step goes to the spectrum
 * and back and adds a source; every second one is saved. It goes on from the last checkpoint in the
 * folder. In the middle of step STEP, rank RANK is killed. Rank 0 prints the digest of the end. */
#include "ranks.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "stet_mpi.h"

static stet_mpi_plan *make(stet_direction direction)
{
    const ptrdiff_t n[3] = {12, 10, 14};
    stet_mpi_options o;
    stet_mpi_plan *plan;
    stet_mpi_options_init(&o);
    o.direction = direction;
    o.norm = STET_NORM_ORTHO;
    o.rank = 3;
    o.n = n;
    o.in = direction == STET_INVERSE ? STET_MPI_TRANSPOSED : STET_MPI_NATURAL;
    o.out = direction == STET_FORWARD ? STET_MPI_TRANSPOSED : STET_MPI_NATURAL;
    if (stet_mpi_plan_create(&plan, MPI_COMM_WORLD, &o) != STET_OK)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return plan;
}

/* Adds to each number a function of its place and of the step, whichever rank has it. */
static void add_source(const stet_mpi_plan *plan, double *x, int step)
{
    stet_mpi_box box = {.size = sizeof box};
    stet_mpi_plan_box(plan, STET_MPI_IN, rank, &box);
    const stet_mpi_axis *a = box.axis;
    for (ptrdiff_t i = 0; i < a[0].count; i++)
        for (ptrdiff_t j = 0; j < a[1].count; j++)
            for (ptrdiff_t k = 0; k < a[2].count; k++) {
                uint64_t state =
                    (uint64_t)(((a[0].start + i) * a[1].n + a[1].start + j) * a[2].n + k) * 64 +
                    (uint64_t)step;
                double *at = x + 2 * (i * a[0].stride + j * a[1].stride + k * a[2].stride);
                at[0] = at[0] * 0.75 + (double)(next_random(&state) >> 11) * 0x1p-53;
                at[1] = at[1] * 0.75 - (double)(next_random(&state) >> 11) * 0x1p-53;
            }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int steps = atoi(argv[2]), victim = argc > 3 ? atoi(argv[3]) : -1,
              when = argc > 4 ? atoi(argv[4]) : -1;
    stet_mpi_plan *there = make(STET_FORWARD), *back = make(STET_INVERSE);
    double *x = calloc(2 * (size_t)stet_mpi_plan_local(there) + 2, sizeof *x);
    char path[300];
    uint64_t digest[2];
    int step = steps;
    for (; step > 0; step--) {
        snprintf(path, sizeof path, "%s/%d.npy", argv[1], step);
        if (stet_mpi_load(there, STET_MPI_IN, x, path) == STET_OK)
            break;
    }
    if (rank == 0 && step > 0)
        printf("%d ranks go on from step %d\n", ranks, step);
    fflush(stdout);
    while (step++ < steps) {
        stet_status status;
        add_source(there, x, step);
        if (rank == victim && step == when)
            raise(SIGKILL); /* the others are in an exchange, or will be */
        if ((status = stet_mpi_execute(there, x, x)) != STET_OK ||
            (status = stet_mpi_execute(back, x, x)) != STET_OK) {
            fprintf(stderr, "rank %d: %s\n", rank, stet_strerror(status));
            MPI_Abort(MPI_COMM_WORLD, 4);
        }
        snprintf(path, sizeof path, "%s/%d.npy", argv[1], step);
        if (step % 2 == 0 && stet_mpi_save(there, STET_MPI_IN, x, path) != STET_OK)
            MPI_Abort(MPI_COMM_WORLD, 5);
    }
    CHECK(stet_mpi_digest(there, STET_MPI_IN, x, digest) == STET_OK, "digest");
    if (rank == 0)
        printf("digest %016" PRIx64 "%016" PRIx64 "\n", digest[0], digest[1]);
    stet_mpi_plan_destroy(there);
    stet_mpi_plan_destroy(back);
    free(x);
    return end("steps");
}
