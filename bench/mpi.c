/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms over ranks beside FFTW's: processor time of all ranks together, and by the clock,
 * medians of interleaved rounds. bench_mpi ROUNDS N0 [N1 N2]: double, complex; every exchange and
 * layout. Built by hand: bench/README.md. */
#include <fftw3-mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "stet_mpi.h"

enum { MOST = 16, ROUNDS = 201 };

typedef struct {
    char name[64];
    stet_mpi_plan *plan;
    fftw_plan fftw;
    double cpu[ROUNDS], wall[ROUNDS];
} runner;

static int rank, ranks;
static runner runners[MOST];
static int count;
static void *in, *out;
static size_t bytes;

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add_stet(const char *name, int r, const ptrdiff_t *n, stet_mpi_layout a,
                     stet_mpi_layout b, stet_mpi_exchange exchange)
{
    stet_mpi_options o;
    stet_mpi_options_init(&o);
    o.rank = r;
    o.n = n;
    o.in = a;
    o.out = b;
    o.exchange = exchange;
    runner *t = &runners[count];
    snprintf(t->name, sizeof t->name, "%s", name);
    const stet_status status = stet_mpi_plan_create(&t->plan, MPI_COMM_WORLD, &o);
    if (status && rank == 0)
        printf("%s: %s\n", name, stet_strerror(status));
    count += !status;
}

static void add_fftw(const char *name, int r, const ptrdiff_t *n, unsigned flags)
{
    runner *t = &runners[count];
    snprintf(t->name, sizeof t->name, "%s", name);
    t->fftw = fftw_mpi_plan_dft(r, n, in, out, MPI_COMM_WORLD, FFTW_FORWARD, flags);
    count += t->fftw != NULL;
}

static void fill(void)
{
    for (size_t i = 0; i < bytes / 8; i++)
        ((double *)in)[i] = (double)((i * 2654435761u + (size_t)rank) % 1000003) / 1000003 - 0.5;
}

static void run(runner *t, int round)
{
    double time[2], all[2];
    memset(out, 0x5a, bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    time[0] = -seconds(CLOCK_PROCESS_CPUTIME_ID);
    time[1] = -seconds(CLOCK_MONOTONIC);
    if (t->plan)
        stet_mpi_execute(t->plan, in, out);
    else
        fftw_execute(t->fftw);
    time[0] += seconds(CLOCK_PROCESS_CPUTIME_ID);
    time[1] += seconds(CLOCK_MONOTONIC);
    MPI_Reduce(time, all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(time + 1, all + 1, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    t->cpu[round] = all[0];
    t->wall[round] = all[1];
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, by_size);
    return x[n / 2];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    fftw_mpi_init();
    const int rounds = argc > 1 && atoi(argv[1]) < ROUNDS ? atoi(argv[1]) : 11,
              r = argc > 3 ? argc - 2 : 1;
    ptrdiff_t n[3] = {1 << 20, 1, 1}, a, b, c, d;
    size_t points = 1;
    for (int i = 0; i < r && i + 2 < argc; i++)
        points *= (size_t)(n[i] = atol(argv[i + 2]));
    size_t room =
        r == 1
            ? (size_t)fftw_mpi_local_size_1d(n[0], MPI_COMM_WORLD, FFTW_FORWARD, 0, &a, &b, &c, &d)
            : (size_t)fftw_mpi_local_size_transposed(r, n, MPI_COMM_WORLD, &a, &b, &c, &d);
    if (room < points / (size_t)ranks * 2)
        room = points / (size_t)ranks * 2;
    bytes = 16 * room;
    in = fftw_malloc(bytes);
    out = fftw_malloc(bytes);
    add_fftw("fftw natural", r, n, FFTW_ESTIMATE);
    add_fftw(r > 1 ? "fftw transposed" : "fftw scrambled", r, n,
             FFTW_ESTIMATE | (r > 1 ? FFTW_MPI_TRANSPOSED_OUT : FFTW_MPI_SCRAMBLED_OUT));
    static const char *const ways[] = {"", "alltoallv", "alltoallw", "shared"};
    static const char *const layouts[] = {"", "natural", "transposed", "cyclic"};
    char name[64];
    for (int layout = 1; layout <= (r > 1 ? 2 : 3); layout++)
        for (int way = 1; way <= 3; way++) {
            snprintf(name, sizeof name, "stet %s %s", layouts[layout], ways[way]);
            if (r == 1 && way == 2)
                continue;
            add_stet(name, r, n, layout == 3 ? STET_MPI_CYCLIC : STET_MPI_NATURAL,
                     (stet_mpi_layout)layout, (stet_mpi_exchange)way);
        }
    fill();
    for (int round = -1; round < rounds; round++)
        for (int i = 0; i < count; i++)
            run(&runners[i], round < 0 ? 0 : round);
    double base = 0;
    for (int i = 0; rank == 0 && i < count; i++) {
        const double cpu = median(runners[i].cpu, rounds);
        base = i == 0 ? cpu : base;
        printf("%-28s cpu %9.3f ms  wall %9.3f ms  %5.2f x fftw natural\n", runners[i].name,
               1e3 * cpu, 1e3 * median(runners[i].wall, rounds), base / cpu);
    }
    MPI_Finalize();
    return 0;
}
