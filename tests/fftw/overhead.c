/* SPDX-License-Identifier: Apache-2.0 */
/* What the FFTW interface takes on top of stet.h: fftw_execute() beside stet_execute(),
 * interleaved, medians, on random numbers, one precision a program (STET_FFTW_BITS). Not a test: it
 * needs an idle machine. Prints what, n, nanoseconds, ratio. */
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

/* A transform of one or two dimensions of n points, `lines` of them, out of place, contiguous. */
typedef struct shape {
    const char *name;
    stet_kind kind;
    int rank, n, lines;
} shape;

static size_t points(const shape *s) { return (size_t)s->n * (size_t)(s->rank == 2 ? s->n : 1); }

static FFTW(plan) fftw_plan_of(const shape *s, real *in, real *out)
{
    const int n[2] = {s->n, s->n}, dist = (int)points(s), half = (s->n / 2 + 1);
    const FFTW(r2r_kind) dct[2] = {FFTW_REDFT10, FFTW_REDFT10};
    FFTW(complex) *x = (FFTW(complex) *)in, *y = (FFTW(complex) *)out;
    const unsigned f = FFTW_ESTIMATE;
    if (s->kind == STET_R2C)
        return FFTW(plan_many_dft_r2c)(s->rank, n, s->lines, in, NULL, 1, dist, y, NULL, 1,
                                       dist / s->n * half, f);
    if (s->kind == STET_R2R)
        return FFTW(plan_many_r2r)(s->rank, n, s->lines, in, NULL, 1, dist, out, NULL, 1, dist, dct,
                                   f);
    return FFTW(plan_many_dft)(s->rank, n, s->lines, x, NULL, 1, dist, y, NULL, 1, dist, -1, f);
}

static stet_plan *stet_plan_of(const shape *s)
{
    const ptrdiff_t n = s->n, half = s->kind == STET_R2C ? n / 2 + 1 : n;
    const stet_dim two[2] = {{n, n, half}, {n, 1, 1}};
    const stet_dim batch = {s->lines, (ptrdiff_t)points(s), (ptrdiff_t)points(s) / n * half};
    const stet_r2r_kind dct[2] = {STET_DCT2, STET_DCT2};
    stet_options o;
    stet_plan *plan;
    stet_options_init(&o);
    o.kind = s->kind;
    o.precision = precision;
    o.rank = s->rank;
    o.dims = two + 2 - s->rank;
    o.r2r = s->kind == STET_R2R ? dct : NULL;
    o.batch_rank = s->lines > 1;
    o.batch = s->lines > 1 ? &batch : NULL;
    if (stet_plan_create(&plan, &o) != STET_OK)
        abort();
    return plan;
}

static void compare(const shape *s)
{
    const size_t all = points(s) * (size_t)s->lines, reals = 2 * all + 2 * (size_t)s->n;
    real *in = FFTW(alloc_real)(reals), *out = FFTW(alloc_real)(reals);
    double ours[ROUNDS], theirs[ROUNDS], ratios[ROUNDS];
    for (size_t i = 0; i < reals; i++)
        in[i] = (real)((double)rand() / RAND_MAX - 0.5);
    stet_plan *plan = stet_plan_of(s);
    FFTW(plan) p = fftw_plan_of(s, in, out);
    const int turns = (int)(200000 / all) + 1;
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
    printf("%-12s %8d %9.1f %9.1f %6.3f\n", s->name, s->n, ours[ROUNDS / 2], theirs[ROUNDS / 2],
           ratios[ROUNDS / 2]);
    FFTW(destroy_plan)(p);
    stet_plan_destroy(plan);
    FFTW(free)(in);
    FFTW(free)(out);
}

int main(void)
{
    static const shape shapes[] = {
        {"c2c", STET_C2C, 1, 64, 1},     {"c2c", STET_C2C, 1, 256, 1},
        {"c2c", STET_C2C, 1, 1000, 1},   {"c2c", STET_C2C, 1, 1024, 1},
        {"c2c", STET_C2C, 1, 4096, 1},   {"c2c", STET_C2C, 1, 16384, 1},
        {"c2c", STET_C2C, 1, 65536, 1},  {"r2c", STET_R2C, 1, 256, 1},
        {"r2c", STET_R2C, 1, 1024, 1},   {"dct2", STET_R2R, 1, 256, 1},
        {"dct2", STET_R2R, 1, 1024, 1},  {"c2c, 16 of", STET_C2C, 1, 256, 16},
        {"c2c 2-D", STET_C2C, 2, 16, 1}, {"c2c 2-D", STET_C2C, 2, 64, 1},
        {"r2c 2-D", STET_R2C, 2, 64, 1}};
    printf("%-12s %8s %9s %9s %6s\n", "", "n", "stet ns", "fftw ns", "ratio");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        compare(&shapes[i]);
    return 0;
}
