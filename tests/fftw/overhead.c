/* SPDX-License-Identifier: Apache-2.0 */
/* What the FFTW interface takes on top of stet.h: fftw_execute() beside stet_execute(),
 * interleaved, medians, on random numbers, one precision a program (STET_FFTW_BITS). Not a test: it
 * needs an idle machine. Prints n, nanoseconds, ratio. */
#include <fftw3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "stet.h"

#if STET_FFTW_BITS == 32
#define FFTW(name) fftwf_##name
typedef float real;
static const stet_precision precision = STET_F32;
#else
#define FFTW(name) fftw_##name
typedef double real;
static const stet_precision precision = STET_F64;
#endif

enum { ROUNDS = 301 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void compare(ptrdiff_t n)
{
    real *in = FFTW(alloc_real)(2 * (size_t)n), *out = FFTW(alloc_real)(2 * (size_t)n);
    double ours[ROUNDS], theirs[ROUNDS], ratios[ROUNDS];
    const stet_dim dim = {n, 1, 1};
    stet_options o;
    stet_plan *plan;
    for (ptrdiff_t i = 0; i < 2 * n; i++)
        in[i] = (real)((double)rand() / RAND_MAX - 0.5);
    stet_options_init(&o);
    o.precision = precision;
    o.rank = 1;
    o.dims = &dim;
    if (stet_plan_create(&plan, &o) != STET_OK)
        abort();
    FFTW(plan)
    p = FFTW(plan_dft_1d)((int)n, (FFTW(complex) *)in, (FFTW(complex) *)out, -1, FFTW_ESTIMATE);
    const int turns = (int)(200000 / n) + 1;
    for (int round = 0; round < ROUNDS; round++) {
        for (int turn = 0; turn < 2; turn++) {
            const int is_fftw = (round + turn) % 2;
            const double start = now();
            for (int i = 0; i < turns; i++)
                if (is_fftw)
                    FFTW(execute)(p);
                else
                    stet_execute(plan, in, out);
            (is_fftw ? theirs : ours)[round] = (now() - start) / turns * 1e9;
        }
        ratios[round] = theirs[round] / ours[round];
    }
    qsort(ours, ROUNDS, sizeof *ours, by_size);
    qsort(theirs, ROUNDS, sizeof *theirs, by_size);
    qsort(ratios, ROUNDS, sizeof *ratios, by_size);
    printf("%8td %9.1f %9.1f %6.3f\n", n, ours[ROUNDS / 2], theirs[ROUNDS / 2], ratios[ROUNDS / 2]);
    FFTW(destroy_plan)(p);
    stet_plan_destroy(plan);
    FFTW(free)(in);
    FFTW(free)(out);
}

int main(void)
{
    printf("%8s %9s %9s %6s\n", "n", "stet ns", "fftw ns", "ratio");
    for (ptrdiff_t n = 64; n <= 65536; n *= 4)
        compare(n);
    compare(1000);
    return 0;
}
