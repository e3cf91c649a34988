/* SPDX-License-Identifier: Apache-2.0 */
/* The default instruction set takes at most 1.3 times as long as the best one that can be named,
 * for each family of kernels, on random data. All sets run in turn, and what counts is the least
 * time of each: on a loaded machine it takes more rounds until that is known, no other bound.
 *
 * Linked with --wrap=stet_cpu_features: a CPU with AVX-512 is said to have FP16 too, whose name is
 * above all others. But for mode native of f16, which is then left out, no kernel needs it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/cpu.h"
#include "lib/generate.h"
#include "stet.h"

enum { SETS = 16, ROUNDS = 1000, N = 4096 };
#define MOST 1.3

unsigned __real_stet_cpu_features(void);
unsigned __wrap_stet_cpu_features(void);
unsigned __wrap_stet_cpu_features(void)
{
    const unsigned features = __real_stet_cpu_features();
    return features & STET_CPU_AVX512 ? features | STET_CPU_FP16 : features;
}

typedef struct {
    const char *name;
    stet_precision precision; /* 0: sinf */
    stet_level level;
    stet_half_mode mode;
} family;

static const family families[] = {
    {"f32", STET_F32, STET_LEVEL_NATIVE, STET_HALF_IO},
    {"f64", STET_F64, STET_LEVEL_NATIVE, STET_HALF_IO},
    {"f16", STET_F16, STET_LEVEL_NATIVE, STET_HALF_IO},
    {"bf16", STET_BF16, STET_LEVEL_NATIVE, STET_HALF_STORE},
    {"f16 native", STET_F16, STET_LEVEL_NATIVE, STET_HALF_NATIVE},
    {"correct f32", STET_F32, STET_LEVEL_CORRECT, STET_HALF_IO},
    {"correct f64", STET_F64, STET_LEVEL_CORRECT, STET_HALF_IO},
    {"correct f16", STET_F16, STET_LEVEL_CORRECT, STET_HALF_IO},
    {"sinf", (stet_precision)0, STET_LEVEL_NATIVE, STET_HALF_IO},
};

/* Instruction sets under test, NULL being the default, and the least time of each so far. */
typedef struct {
    const char *isa;
    stet_plan *plan;
    double best;
} set;

static void must(int good)
{
    if (!good) {
        fputs("isa_speed: not enough memory\n", stderr);
        exit(EXIT_FAILURE);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static stet_plan *plan_of(const family *f)
{
    const stet_dim dim = {N, 1, 1};
    stet_plan *plan = NULL;
    stet_options o;
    stet_options_init(&o);
    o.precision = f->precision;
    o.level = f->level;
    o.half_mode = f->mode;
    o.rank = 1;
    o.dims = &dim;
    must(stet_plan_create(&plan, &o) == STET_OK);
    return plan;
}

/* The default first, then all that can be named. */
static int open_sets(const family *f, set *sets)
{
    const char *isa = NULL;
    int count = 0, can_run = 1;
    for (int i = 0; count < SETS && (i == 0 || isa); isa = stet_isa_built(i++, &can_run)) {
        if (i > 0 && !can_run)
            continue;
        stet_isa_select(isa);
        sets[count++] = (set){isa, f->precision ? plan_of(f) : NULL, (double)__builtin_inff()};
    }
    return count;
}

static double time_of(const set *s, const void *in, void *out)
{
    stet_isa_select(s->isa);
    (void)stet_isa_name(); /* the first question after a choice asks the CPU */
    const double start = now();
    if (s->plan)
        must(stet_execute(s->plan, in, out) == STET_OK);
    else
        must(stet_trig(STET_TRIG_SIN, STET_TRIG_CUDA13, N, in, out) == STET_OK);
    return now() - start;
}

/* The default's least time over that of the best other set. */
static double ratio(const set *sets, int count)
{
    double best = sets[1].best;
    for (int i = 2; i < count; i++)
        best = sets[i].best < best ? sets[i].best : best;
    return sets[0].best / best;
}

/* A set that is far behind has been seen often enough. */
static bool is_behind(const set *sets, int i, int round)
{
    return round > 10 && i > 0 && sets[i].best > 1.5 * sets[0].best;
}

static bool check(const family *f)
{
    set sets[SETS];
    const int count = open_sets(f, sets);
    const stet_precision p = f->precision ? f->precision : STET_F32;
    void *in = malloc(2 * N * sizeof(double)), *out = malloc(2 * N * sizeof(double));
    int round = 0;
    must(in && out);
    generate_reals(in, p, (size_t)2 * N, GENERATE_UNIFORM, 1);
    for (; round < ROUNDS && (round < 20 || ratio(sets, count) > MOST); round++)
        for (int i = 0; i < count; i++) {
            const double t = is_behind(sets, i, round) ? sets[i].best : time_of(&sets[i], in, out);
            sets[i].best = t < sets[i].best ? t : sets[i].best;
        }
    const double most = ratio(sets, count);
    printf("%-12s default %8.2f us, %.2f times the best named set, %d rounds%s\n", f->name,
           1e6 * sets[0].best, most, round, most > MOST ? ": TOO SLOW" : "");
    for (int i = 0; i < count; i++) {
        if (most > MOST && i > 0)
            printf("    %-10s %8.2f us\n", sets[i].isa, 1e6 * sets[i].best);
        stet_plan_destroy(sets[i].plan);
    }
    free(in);
    free(out);
    return most <= MOST;
}

int main(void)
{
    bool good = true;
    const bool has_fp16 = __real_stet_cpu_features() & STET_CPU_FP16;
    unsetenv("STET_ISA");
    stet_isa_select(NULL);
    printf("the default is %s\n", stet_isa_name());
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (families[i].mode != STET_HALF_NATIVE || has_fp16)
            good = check(&families[i]) && good;
    return !good;
}
