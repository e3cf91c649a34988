/* SPDX-License-Identifier: Apache-2.0 */
/* Times transforms over ranks beside FFTW's: processor time of all ranks together, and wall-clock
 * time, as medians of interleaved rounds.
 *
 *   bench_mpi ROUNDS N0 [N1 N2]   double, complex: every exchange and layout, chunks, one process;
 *                                 level correct for random and for structured floats
 *   bench_mpi ROUNDS sum          exact sums of 10^7 doubles, beside MPI_SUM
 *   bench_mpi bits N0 [N1 N2]     the digest of both results, to compare for numbers of ranks
 *
 * With STET_BENCH_MKL it also times oneMKL's cluster transforms. It is built by hand, as
 * tools/bench/README.md shows. */
#include <fftw3-mpi.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef STET_BENCH_MKL
#include <mkl_cdft.h>
#endif

#include "stet_mpi.h"

enum { MOST = 24, ROUNDS = 201, TERMS = 10000000 };

typedef struct {
    char name[64];
    stet_mpi_plan *plan;
    stet_plan *single; /* on rank 0 only; the others wait */
    fftw_plan fftw;
#ifdef STET_BENCH_MKL
    DFTI_DESCRIPTOR_DM_HANDLE mkl; /* has its own input, which it overwrites */
#endif
    const void *from;
    double cpu[ROUNDS], wall[ROUNDS];
} runner;

static int rank, ranks;
static runner runners[MOST];
static int count;
static void *in, *out;
static size_t bytes, points_here;

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static stet_mpi_options options_of(int r, const ptrdiff_t *n, int is_correct)
{
    stet_mpi_options o;
    stet_mpi_options_init(&o);
    o.rank = r;
    o.n = n;
    o.precision = is_correct ? STET_F32 : STET_F64;
    o.level = is_correct ? STET_LEVEL_CORRECT : STET_LEVEL_NATIVE;
    return o;
}

static void add_stet(const char *name, int r, const ptrdiff_t *n, stet_mpi_layout a,
                     stet_mpi_layout b, stet_mpi_exchange exchange, int chunks, const void *floats,
                     size_t gather_limit)
{
    stet_mpi_options o = options_of(r, n, floats != NULL);
    o.in = a;
    o.out = b;
    o.exchange = exchange;
    o.chunks = chunks;
    o.gather_limit = gather_limit;
    runner *t = &runners[count];
    snprintf(t->name, sizeof t->name, "%s", name);
    const stet_status status = stet_mpi_plan_create(&t->plan, MPI_COMM_WORLD, &o);
    if (status && rank == 0)
        printf("%s: %s\n", name, stet_strerror(status));
    t->from = floats;
    count += !status;
}

static void add_single(const char *name, int r, const ptrdiff_t *n, int correct, const void *floats)
{
    stet_options o;
    stet_dim dims[3];
    stet_options_init(&o);
    stet_dims_contiguous(STET_C2C, r, n, dims);
    o.rank = r;
    o.dims = dims;
    o.precision = correct ? STET_F32 : STET_F64;
    o.level = correct ? STET_LEVEL_CORRECT : STET_LEVEL_NATIVE;
    runner *t = &runners[count];
    snprintf(t->name, sizeof t->name, "%s", name);
    t->from = floats;
    count += !stet_plan_create(&t->single, &o);
}

static void add_fftw(const char *name, int r, const ptrdiff_t *n, unsigned flags)
{
    runner *t = &runners[count];
    snprintf(t->name, sizeof t->name, "%s", name);
    t->fftw = fftw_mpi_plan_dft(r, n, in, out, MPI_COMM_WORLD, FFTW_FORWARD, flags);
    count += t->fftw != NULL;
}

#ifdef STET_BENCH_MKL
static void *mkl_in, *mkl_out;

/* Adds MKL with the output as before the last exchange, or as after it. Both need arrays of one
 * size. */
static void add_mkl(const char *name, int r, const ptrdiff_t *n, int is_direct)
{
    runner *t = &runners[count];
    MKL_LONG lengths[3] = {n[0], n[1], n[2]}, size;
    snprintf(t->name, sizeof t->name, "%s", name);
    MKL_LONG error = r == 1 ? DftiCreateDescriptorDM(MPI_COMM_WORLD, &t->mkl, DFTI_DOUBLE,
                                                     DFTI_COMPLEX, 1, lengths[0])
                            : DftiCreateDescriptorDM(MPI_COMM_WORLD, &t->mkl, DFTI_DOUBLE,
                                                     DFTI_COMPLEX, (MKL_LONG)r, lengths);
    if (!error)
        error = DftiSetValueDM(t->mkl, DFTI_PLACEMENT, DFTI_NOT_INPLACE);
    if (!error && !is_direct)
        error = r == 1 ? DftiSetValueDM(t->mkl, DFTI_ORDERING, DFTI_BACKWARD_SCRAMBLED)
                       : DftiSetValueDM(t->mkl, DFTI_TRANSPOSE, DFTI_ALLOW);
    if (!error)
        error = DftiCommitDescriptorDM(t->mkl);
    if (!error)
        error = DftiGetValueDM(t->mkl, CDFT_LOCAL_SIZE, &size);
    if (error) {
        if (rank == 0)
            printf("%s: status %ld\n", name, (long)error);
        t->mkl = NULL;
        return;
    }
    free(mkl_in);
    free(mkl_out);
    mkl_in = malloc(16 * (size_t)size);
    mkl_out = malloc(16 * (size_t)size);
    count++;
}
#endif

/* Returns a number of splitmix64 (Steele, Lea, Flood 2014). */
static double number(uint64_t index)
{
    uint64_t z = (index + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (double)(int64_t)(z ^ (z >> 31)) * 0x1p-63;
}

static void fill(void)
{
    for (size_t i = 0; i < bytes / 8; i++)
        ((double *)in)[i] = number(i + ((uint64_t)rank << 40));
}

/* Fills in random floats that differ in each round, because the time of level correct depends on
 * them. */
static void fill_floats(float *random, int round)
{
    for (size_t i = 0; random && i < bytes / 8; i++)
        random[i] = (float)number(i + ((uint64_t)rank << 40) + ((uint64_t)(round + 1) << 48));
}

static void run(runner *t, int round)
{
    double time[2], all[2];
#ifdef STET_BENCH_MKL
    if (t->mkl)
        memcpy(mkl_in, in, points_here * 16);
#endif
    MPI_Barrier(MPI_COMM_WORLD);
    time[0] = -seconds(CLOCK_PROCESS_CPUTIME_ID);
    time[1] = -seconds(CLOCK_MONOTONIC);
#ifdef STET_BENCH_MKL
    if (t->mkl) {
        if (DftiComputeForwardDM(t->mkl, mkl_in, mkl_out) != DFTI_NO_ERROR)
            MPI_Abort(MPI_COMM_WORLD, 1); /* a time would be meaningless */
    } else
#endif
        if (t->plan)
        stet_mpi_execute(t->plan, t->from ? t->from : in, out);
    else if (t->fftw)
        fftw_execute(t->fftw);
    else if (rank == 0)
        stet_execute(t->single, t->from ? t->from : in, out);
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

/* Prints the seconds of the slowest rank, as medians. */
static void time_sums(int rounds)
{
    double *x = malloc(TERMS * sizeof *x), plain[ROUNDS], exact[ROUNDS], sum, all;
    const int n = TERMS / ranks;
    for (int i = 0; i < n; i++)
        x[i] = (double)((i * 2654435761u + (unsigned)rank) % 1000003) / 1000003 - 0.5;
    for (int round = 0; round < rounds; round++) {
        MPI_Barrier(MPI_COMM_WORLD);
        plain[round] = -seconds(CLOCK_MONOTONIC);
        double part[4] = {0, 0, 0, 0};
        for (int i = 0; i < n; i++)
            part[i % 4] += x[i];
        part[0] += part[1] + part[2] + part[3];
        MPI_Allreduce(part, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        plain[round] += seconds(CLOCK_MONOTONIC);
        MPI_Barrier(MPI_COMM_WORLD);
        exact[round] = -seconds(CLOCK_MONOTONIC);
        stet_mpi_sum_f64(MPI_COMM_WORLD, n, x, 1, &sum);
        exact[round] += seconds(CLOCK_MONOTONIC);
    }
    if (rank == 0)
        printf("%d doubles: MPI_SUM %.3f ms, exact %.3f ms (%.17g, %.17g)\n", TERMS,
               1e3 * median(plain, rounds), 1e3 * median(exact, rounds), all, sum);
    free(x);
}

/* Prints the digest of one transform: the numbers are the same for any number of ranks, in the
 * blocks that FFTW needs. */
static void show_bits(int r, const ptrdiff_t *n)
{
    ptrdiff_t own[4] = {0}, row = 1, capacity; /* length and start, of input and output */
    if (r == 1) {
        capacity = fftw_mpi_local_size_1d(n[0], MPI_COMM_WORLD, FFTW_FORWARD, FFTW_ESTIMATE,
                                          &own[0], &own[1], &own[2], &own[3]);
    } else {
        capacity = fftw_mpi_local_size(r, n, MPI_COMM_WORLD, &own[0], &own[1]);
        own[2] = own[0];
        row = n[1] * (r > 2 ? n[2] : 1);
    }
    ptrdiff_t *blocks = malloc(2 * (size_t)ranks * sizeof *blocks);
    MPI_Allgather(&own[0], sizeof *own, MPI_BYTE, blocks, sizeof *own, MPI_BYTE, MPI_COMM_WORLD);
    MPI_Allgather(&own[2], sizeof *own, MPI_BYTE, blocks + ranks, sizeof *own, MPI_BYTE,
                  MPI_COMM_WORLD);
    double *x = fftw_malloc(16 * (size_t)capacity + 16),
           *y = fftw_malloc(16 * (size_t)capacity + 16);
    fftw_plan theirs = fftw_mpi_plan_dft(r, n, (fftw_complex *)x, (fftw_complex *)y, MPI_COMM_WORLD,
                                         FFTW_FORWARD, FFTW_ESTIMATE);
    stet_mpi_options o = options_of(r, n, 0);
    stet_mpi_plan *ours;
    uint64_t bits[2][2] = {{0}};
    o.in_blocks = blocks;
    o.out_blocks = blocks + ranks;
    const stet_status status = stet_mpi_plan_create(&ours, MPI_COMM_WORLD, &o);
    if (status || !x || !y || !theirs) {
        printf("no plan: %s\n", stet_strerror(status));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int which = 0; which < 2; which++) {
        for (ptrdiff_t i = 0; i < 2 * own[0] * row; i++)
            x[i] = number((uint64_t)(2 * own[1] * row + i));
        if (which)
            stet_mpi_execute(ours, x, y);
        else
            fftw_execute(theirs);
        stet_mpi_digest(ours, STET_MPI_OUT, y, bits[which]);
    }
    if (rank == 0)
        printf("%d ranks: fftw %016" PRIx64 ", stet %016" PRIx64 "\n", ranks, bits[0][0],
               bits[1][0]);
    stet_mpi_plan_destroy(ours);
    fftw_destroy_plan(theirs);
    fftw_free(x);
    fftw_free(y);
    free(blocks);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 2 && strcmp(argv[2], "sum") == 0) {
        time_sums(atoi(argv[1]));
        MPI_Finalize();
        return 0;
    }
    fftw_mpi_init();
    if (argc > 5) {
        printf("one to three lengths\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const int rounds = argc > 1 && atoi(argv[1]) < ROUNDS ? atoi(argv[1]) : 11,
              r = argc > 3 ? argc - 2 : 1;
    ptrdiff_t n[3] = {1 << 20, 1, 1}, a, b, c, d;
    size_t points = 1;
    if (argc > 1 && strcmp(argv[1], "bits") == 0) {
        for (int i = 0; i < r && i + 2 < argc; i++)
            n[i] = atol(argv[i + 2]);
        show_bits(r, n);
        MPI_Finalize();
        return 0;
    }
    for (int i = 0; i < r && i + 2 < argc; i++)
        points *= (size_t)(n[i] = atol(argv[i + 2]));
    size_t capacity =
        r == 1
            ? (size_t)fftw_mpi_local_size_1d(n[0], MPI_COMM_WORLD, FFTW_FORWARD, 0, &a, &b, &c, &d)
            : (size_t)fftw_mpi_local_size_transposed(r, n, MPI_COMM_WORLD, &a, &b, &c, &d);
    if (capacity < points / (size_t)ranks * 2)
        capacity = points / (size_t)ranks * 2;
    bytes = 16 * capacity;
    if (bytes < 16 * points) /* one process holds the whole array */
        bytes = 16 * points;
    in = fftw_malloc(bytes);
    out = fftw_malloc(bytes);
    float *random = fftw_malloc(bytes / 2), *integers = fftw_malloc(bytes / 2);
    add_fftw("fftw natural", r, n, FFTW_ESTIMATE);
    add_fftw(r > 1 ? "fftw transposed" : "fftw scrambled", r, n,
             FFTW_ESTIMATE | (r > 1 ? FFTW_MPI_TRANSPOSED_OUT : FFTW_MPI_SCRAMBLED_OUT));
#ifdef STET_BENCH_MKL
    points_here = points / (size_t)ranks;
    add_mkl("mkl natural", r, n, 1);
    add_mkl(r > 1 ? "mkl transposed" : "mkl scrambled", r, n, 0);
#endif
    static const char *const ways[] = {"", "alltoallv", "alltoallw", "shared"};
    static const char *const layouts[] = {"", "natural", "transposed", "cyclic"};
    char name[64];
    for (int layout = 1; layout <= 3; layout++)
        for (int way = 1; way <= 3; way++) {
            snprintf(name, sizeof name, "stet %s %s", layouts[layout], ways[way]);
            if (r == 1 && way == 2)
                continue;
            add_stet(name, r, n, layout == 3 ? STET_MPI_CYCLIC : STET_MPI_NATURAL,
                     (stet_mpi_layout)layout, (stet_mpi_exchange)way, 0, NULL, 0);
        }
    fill();
    for (size_t i = 0; i < bytes / 8; i++)
        integers[i] = (float)(i / 2 % 16 == 0);
    add_single("stet, one process", r, n, 0, in);
    if (r > 1) {
        add_stet("stet natural, 2 chunks", r, n, STET_MPI_NATURAL, STET_MPI_NATURAL,
                 STET_MPI_ALLTOALLV, 2, NULL, 0);
        add_stet("stet natural, 4 chunks", r, n, STET_MPI_NATURAL, STET_MPI_NATURAL,
                 STET_MPI_ALLTOALLV, 4, NULL, 0);
    }
    for (int which = 0; points <= 1 << 18 && which < 2; which++) {
        const float *x = which ? integers : random;
        snprintf(name, sizeof name, "correct f32, %s", which ? "structured" : "random");
        add_stet(name, r, n, STET_MPI_NATURAL, STET_MPI_NATURAL, STET_MPI_AUTO, 0, x, 0);
        if (which == 0) /* structured numbers may stay undecided in parts */
            add_stet("the same in parts", r, n, STET_MPI_NATURAL, STET_MPI_NATURAL, STET_MPI_AUTO,
                     0, x, 1);
        snprintf(name, sizeof name, "the same in one process");
        add_single(name, r, n, 1, x);
    }
    for (int round = -1; round < rounds; round++) {
        fill_floats(random, round);
        for (int i = 0; i < count; i++)
            run(&runners[i], round < 0 ? 0 : round);
    }
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
