/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of FFTW's MPI interface that make no plan, and the functions that are no transforms: one
 * line each, for FFTW and for stet. A line says where the two differ. */
#include <fftw3-mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define IN FFTW_MPI_TRANSPOSED_IN
#define OUT FFTW_MPI_TRANSPOSED_OUT
#define SIN FFTW_MPI_SCRAMBLED_IN
#define SOUT FFTW_MPI_SCRAMBLED_OUT
#define E FFTW_ESTIMATE
#define W MPI_COMM_WORLD

static int rank, ranks, failures;
static bool ours;

static void check(const char *what, fftw_plan plan, bool by_fftw, bool by_stet)
{
    if ((plan != NULL) != (ours ? by_stet : by_fftw)) {
        fprintf(stderr, "rank %d of %d: %s: %s\n", rank, ranks, what,
                plan != NULL ? "a plan" : "NULL");
        failures++;
    }
    fftw_destroy_plan(plan);
}
#define PLAN(call) check(#call, call, true, true)
#define NONE(call) check(#call, call, false, false)
#define OURS(call) check(#call, call, false, true) /* stet's alone */

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &rank);
    MPI_Comm_size(W, &ranks);
    fftw_mpi_init();
    ours = strstr(fftw_version, "stet") != NULL;
    fftw_complex *c = fftw_alloc_complex(20000), *d = fftw_alloc_complex(20000);
    double *a = (double *)c, *b = (double *)d;
    const ptrdiff_t n[3] = {12, 10, 6}, zero[2] = {12, 0};
    const fftw_r2r_kind k[3] = {FFTW_REDFT10, FFTW_RODFT00, FFTW_HC2R};

    NONE(fftw_mpi_plan_many_dft(2, n, -1, 0, 0, c, d, W, -1, E));
    NONE(fftw_mpi_plan_many_dft(0, n, 1, 0, 0, c, d, W, -1, E));
    NONE(fftw_mpi_plan_many_dft(2, zero, 1, 0, 0, c, d, W, -1, E));
    NONE(fftw_mpi_plan_many_dft(2, n, 1, -1, 0, c, d, W, -1, E));
    NONE(fftw_mpi_plan_many_dft(2, n, 1, 1, 0, c, d, W, -1, E)); /* more blocks than ranks */
    NONE(fftw_mpi_plan_dft_2d(12, 10, c, d, W, -1, FFTW_WISDOM_ONLY));
    PLAN(fftw_mpi_plan_many_dft(2, n, 1, 12, 0, c, d, W, -1, E));
    PLAN(fftw_mpi_plan_many_dft(2, n, 0, 0, 0, c, d, W, -1, E));
    PLAN(fftw_mpi_plan_dft_2d(12, 10, c, c, W, -1, E | IN | OUT));
    PLAN(fftw_mpi_plan_dft_2d(12, 10, c, d, W, -1, FFTW_MEASURE | FFTW_DESTROY_INPUT));

    NONE(fftw_mpi_plan_dft_r2c_3d(12, 10, 6, a, d, W, E | IN));
    NONE(fftw_mpi_plan_dft_c2r_3d(12, 10, 6, c, b, W, E | OUT));
    NONE(fftw_mpi_plan_dft_r2c_2d(12, 10, a, d, W, E | IN | OUT));
    PLAN(fftw_mpi_plan_dft_r2c_3d(12, 10, 6, a, c, W, E | OUT));
    PLAN(fftw_mpi_plan_dft_c2r_3d(12, 10, 6, c, b, W, E | IN));
    OURS(fftw_mpi_plan_many_dft_r2c(1, n, 1, 0, 0, a, d, W, E)); /* one dimension of real numbers */
    OURS(fftw_mpi_plan_many_dft_c2r(1, n, 1, 0, 0, c, b, W, E));

    NONE(fftw_mpi_plan_dft_1d(64, c, d, W, -1, E | IN));
    NONE(fftw_mpi_plan_dft_1d(64, c, d, W, -1, E | OUT));
    NONE(fftw_mpi_plan_dft_2d(12, 10, c, c, W, -1, E | SIN));
    OURS(fftw_mpi_plan_dft_1d(64, c, d, W, -1, E | SIN | SOUT));
    check("scrambled on several ranks", fftw_mpi_plan_dft_1d(64, c, d, W, -1, E | SOUT), ranks > 1,
          true);

    NONE(fftw_mpi_plan_many_r2r(1, n, 8, 0, 0, a, b, W, k, E | IN));
    NONE(fftw_mpi_plan_many_r2r(1, n, 8, 0, 0, a, b, W, k, E | SIN));
    PLAN(fftw_mpi_plan_many_r2r(1, n, 8, 0, 0, a, b, W, k, E));
    PLAN(fftw_mpi_plan_many_r2r(1, n, 1, 0, 0, a, b, W, k, E));
    PLAN(fftw_mpi_plan_many_r2r(3, n, 1, 0, 0, a, b, W, k, E | IN | OUT));
    NONE(fftw_mpi_plan_many_transpose(5, 7, -2, 0, 0, a, b, W, E));
    NONE(fftw_mpi_plan_many_transpose(0, 7, 2, 0, 0, a, a, W, E));
    PLAN(fftw_mpi_plan_many_transpose(5, 7, 2, 0, 0, a, a, W, E | IN));

    /* Blocks: 100 over 3 ranks is 34 34 32. */
    ptrdiff_t count, start;
    /* stet: ignore-next-line[FFT606] the rows alone are looked at */
    fftw_mpi_local_size_2d(100, 7, W, &count, &start);
    const ptrdiff_t block = (100 + ranks - 1) / ranks,
                    first = rank * block < 100 ? rank * block : 0;
    const ptrdiff_t left = 100 - rank * block, want = left < 0 ? 0 : left < block ? left : block;
    if (count != want || (want > 0 && start != first)) {
        fprintf(stderr, "rank %d of %d: rows %td from %td\n", rank, ranks, count, start);
        failures++;
    }

    /* The rest of the interface: the serial one runs and shows a plan. */
    fftw_plan plan = fftw_mpi_plan_dft_2d(12, 10, c, d, W, -1, E);
    double add, mul, fma;
    fftw_mpi_gather_wisdom(W);
    fftw_mpi_broadcast_wisdom(W);
    memset(c, 0, 20000 * sizeof *c);
    memset(d, 0xff, 20000 * sizeof *d);
    fftw_mpi_execute_dft(plan, c, d);
    if (want > 0 && rank == 0 && d[0][0] != 0)
        failures++;
    char *text = fftw_sprint_plan(plan);
    fftw_flops(plan, &add, &mul, &fma);
    if (text == NULL || add + mul + fma <= 0)
        failures++;
    fftw_free(text);
    fftw_destroy_plan(plan);
    fftw_free(c);
    fftw_free(d);
    fftw_mpi_cleanup();
    MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, W);
    if (rank == 0)
        printf("%s, %d ranks: %d failures\n", fftw_version, ranks, failures);
    MPI_Finalize();
    return failures != 0;
}
