/* SPDX-License-Identifier: Apache-2.0 */
/* A process that calls stet.h, stet_mpi.h and fftw3.h has one libstet: one pool of threads, one
 * choice of the instruction set, one tuning. Each check fails if libstet_mpi or libfftw3 has a copy
 * of its own inside. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fftw3.h>
#include <link.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "stet.h"
#include "stet_mpi.h"

enum { N = 512, THREADS = 4 };

static const ptrdiff_t lengths[] = {N, N};
static double data[2 * N * N], result[2 * N * N];
static int failures;

static void check(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "one_process: this is not so: %s\n", what);
        failures++;
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --------------------------------------------------------- the three doors -- */

static void transform_stet(void)
{
    stet_dim dims[2];
    stet_options o;
    stet_options_init(&o);
    check(stet_dims_contiguous(STET_C2C, 2, lengths, dims) == STET_OK, "lengths are dimensions");
    o.rank = 2;
    o.dims = dims;
    o.precision = STET_F64;
    o.threads = THREADS;
    check(stet_transform(&o, data, result) == STET_OK, "stet_transform() succeeds");
}

/* Returns the seconds of the fastest of some executions. */
static double transform_mpi(int threads)
{
    stet_mpi_options o;
    stet_mpi_options_init(&o);
    o.rank = 2;
    o.n = lengths;
    o.threads = threads;
    stet_mpi_plan *plan = NULL;
    check(stet_mpi_plan_create(&plan, MPI_COMM_WORLD, &o) == STET_OK, "an MPI plan is made");
    double fastest = 1e9;
    for (int i = 0; plan && i < 5; i++) {
        const double begin = now();
        check(stet_mpi_execute(plan, data, result) == STET_OK, "an MPI plan is executed");
        const double seconds = now() - begin;
        fastest = seconds < fastest ? seconds : fastest;
    }
    stet_mpi_plan_destroy(plan);
    return fastest;
}

/* Returns 1 if the description of the plan has that word. */
static int transform_fftw(unsigned effort, const char *word)
{
    fftw_plan plan =
        fftw_plan_dft_2d(N, N, (fftw_complex *)data, (fftw_complex *)result, FFTW_FORWARD, effort);
    check(plan != NULL, "an FFTW plan is made");
    if (!plan)
        return 0;
    fftw_execute(plan);
    char *text = fftw_sprint_plan(plan);
    const int found = text && strstr(text, word);
    fftw_free(text);
    fftw_destroy_plan(plan);
    return found;
}

/* ----------------------------------------------------------------- checks -- */

static int count_library(struct dl_phdr_info *info, size_t size, void *count)
{
    (void)size;
    const char *slash = strrchr(info->dlpi_name, '/');
    *(int *)count += slash && strncmp(slash, "/libstet.so", strlen("/libstet.so")) == 0;
    return 0;
}

static int count_threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    int count = 0;
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count - 2; /* . and .. */
}

static void check_pool(void)
{
    const int before = count_threads();
    transform_stet();
    const int with_pool = count_threads();
    check(with_pool > before && with_pool < before + THREADS, "a plan of stet.h starts the pool");
    transform_mpi(THREADS);
    check(count_threads() == with_pool, "a plan of stet_mpi.h uses that pool");
    fftw_plan_with_nthreads(THREADS);
    transform_fftw(FFTW_ESTIMATE, "");
    check(count_threads() == with_pool, "a plan of fftw3.h uses that pool");
    fftw_plan_with_nthreads(1);
    printf("one_process: threads: %d, with the pool %d\n", before, with_pool);
}

/* Software fma takes at least ten times as long as that of a processor. */
static void check_instructions(void)
{
    const int is_fast =
        strcmp(stet_isa_name(), "soft") != 0 && strcmp(stet_isa_name(), "sse2") != 0;
    const double best = transform_mpi(1);
    check(strcmp(stet_isa_name(), "soft") == 0 || !transform_fftw(FFTW_ESTIMATE, "of soft_f64"),
          "without a choice a plan of fftw3.h has the best instruction set");
    check(stet_isa_select("soft") == STET_OK, "soft is there");
    check(transform_fftw(FFTW_ESTIMATE, "of soft_f64"),
          "stet_isa_select() decides for a plan of fftw3.h");
    const double soft = transform_mpi(1);
    check(!is_fast || soft > 3 * best, "stet_isa_select() decides for a plan of stet_mpi.h");
    stet_isa_select(NULL);
    printf("one_process: MPI plans: %s %.2g s, soft %.2g s\n", stet_isa_name(), best, soft);
}

static void check_tuning(void)
{
    stet_tuning_clear();
    const size_t before = stet_tuning_write(NULL, 0);
    transform_fftw(FFTW_PATIENT, "");
    check(stet_tuning_write(NULL, 0) > before, "what fftw3.h measured is in the tuning of stet.h");
}

int main(int argc, char **argv)
{
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    check(level >= MPI_THREAD_FUNNELED, "MPI allows threads");
    for (int i = 0; i < 2 * N * N; i++)
        data[i] = (double)(i % 101) - 50;
    int libraries = 0;
    dl_iterate_phdr(count_library, &libraries);
    check(libraries == 1, "the process has loaded one libstet.so");
    check(fftw_init_threads() != 0, "libfftw3_threads is there");
    check(strstr(fftw_version, "stet") != NULL, "libfftw3 is stet's");
    check_pool();
    check_instructions();
    check_tuning();
    MPI_Finalize();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
