/* SPDX-License-Identifier: Apache-2.0 */
/* gpu_compare cuda|opencl NUMBERS [SEED [MOST [PLANS]]]: random transforms on a device and on the
 * CPU, of lines up to MOST, until so many numbers of output were compared: one execution of each
 * plan, or, as a plan's kernels take seconds to compile, as many inputs as make NUMBERS/PLANS
 * numbers. Prints counts by precision and level; exit status 1 if a bit differs. SIGTERM and SIGINT
 * end it after the plan at hand: the counts are printed, and the exit status is 1. */
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/generate.h"
#include "lib/transform.h"
#include "stet_gpu.h"

enum { SKIPPED = 77, LONGEST = 1 << 18, AT_ONCE = 1 << 17 };

static const char *const precisions[] = {"", "f32", "f64", "f16", "bf16"};
static const char *const levels[] = {"", "native", "extended", "correct", "extended-ff"};

static struct count {
    int64_t numbers, differ, by_cpu;
} counts[5][5];
static int64_t refused;
static ptrdiff_t longest = LONGEST;
static int64_t of_each; /* numbers of a plan, at least */
static volatile sig_atomic_t is_stopped;

static void stop(int number)
{
    (void)number;
    is_stopped = 1;
}

/* Powers of two, products of small primes, primes, anything; short ones more often. */
static ptrdiff_t random_length(uint64_t *seed)
{
    const ptrdiff_t most = (ptrdiff_t)1 << generate_below(seed, 15);
    ptrdiff_t n = 1;
    switch (generate_below(seed, 3)) {
    case 0: return most;
    case 1:
        while (n < most)
            n *= 2 + (ptrdiff_t)generate_below(seed, 4);
        return n;
    default: return 1 + (ptrdiff_t)generate_below(seed, (size_t)most);
    }
}

static struct transform random_transform(uint64_t *seed)
{
    struct transform t = {.kind = (stet_kind)(1 + generate_below(seed, 3)),
                          .precision = (stet_precision)(1 + generate_below(seed, 4)),
                          .level = (stet_level)(1 + generate_below(seed, 4)),
                          .norm = (stet_norm)(1 + generate_below(seed, 3)),
                          .half_mode = STET_HALF_IO,
                          .rank = generate_below(seed, 4) == 0 ? 2 : 1};
    t.direction = t.kind == STET_R2C   ? STET_FORWARD
                  : t.kind == STET_C2R ? STET_INVERSE
                                       : (stet_direction)(1 + generate_below(seed, 2));
    if (t.level == STET_LEVEL_NATIVE && t.precision == STET_F16)
        t.half_mode = (stet_half_mode)(1 + generate_below(seed, 3));
    t.n[0] = random_length(seed);
    t.n[1] = t.rank == 2 ? 1 + (ptrdiff_t)generate_below(seed, 40) : 1;
    for (int i = 0; i < 2; i++)
        t.n[i] = t.n[i] > longest ? 1 + t.n[i] % longest : t.n[i];
    return t;
}

/* A plan, and arrays for it and for the CPU's result. */
struct pair {
    struct transform t;
    stet_options o;
    stet_gpu_plan *plan;
    size_t in, out; /* numbers */
    void *x, *y, *z;
};

static int fail(int status)
{
    char reason[1000];
    stet_gpu_reason(reason, sizeof reason);
    printf("failed: %s; %s\n", stet_gpu_strerror(status), reason);
    return -1;
}

/* One input; -1: failed. */
static int compare_once(const struct pair *p, uint64_t *seed)
{
    struct count *c = &counts[p->t.precision][p->t.level];
    generate_reals(p->x, p->t.precision, p->in, (enum generate_family)generate_below(seed, 5),
                   generate_next(seed));
    memset(p->y, 0xa5, p->out * generate_size(p->t.precision));
    const int status = stet_gpu_execute_host(p->plan, p->x, p->y);
    const stet_status cpu = status == STET_OK ? stet_transform(&p->o, p->x, p->z) : STET_OK;
    if (status != STET_OK || (cpu != STET_OK && cpu != STET_E_HALF_RANGE))
        return fail(status != STET_OK ? status : (int)cpu);
    const size_t at = first_difference(p->y, p->z, p->t.precision, p->out);
    c->numbers += (int64_t)p->out;
    c->differ += at != p->out;
    if (at != p->out)
        printf("differs: kind %d %s %s, length %td x %td, batch %td: number %zu\n", (int)p->t.kind,
               precisions[p->t.precision], levels[p->t.level], p->t.n[0], p->t.n[1], p->o.batch->n,
               at);
    return 1;
}

/* 1: compared, 0: not a transform of devices, -1: failed. */
static int compare(stet_gpu *gpu, uint64_t *seed)
{
    stet_dim dims[TRANSFORM_RANK], batch;
    struct pair p = {.t = random_transform(seed)};
    p.o = transform_options(&p.t, dims);
    const size_t in = transform_reals(&p.t, SIDE_IN), out = transform_reals(&p.t, SIDE_OUT);
    const size_t usual = in < 4096 ? 7 : 2, most = of_each > 0 ? AT_ONCE / in : 0;
    const size_t many = 1 + generate_below(seed, most > usual ? most : usual);
    batch = (stet_dim){(ptrdiff_t)many, (ptrdiff_t)in / (1 + transform_is_complex(&p.t, SIDE_IN)),
                       (ptrdiff_t)out / (1 + transform_is_complex(&p.t, SIDE_OUT))};
    p.o.batch = &batch;
    p.o.batch_rank = 1;
    if (in > LONGEST)
        return 0;
    const int status = stet_gpu_plan_create(&p.plan, gpu, &p.o);
    if (status == STET_GPU_E_TRANSFORM || status == STET_E_PRECISION ||
        status == STET_E_HALF_LENGTH || status == STET_E_HALF_MODE) {
        refused += status == STET_GPU_E_TRANSFORM;
        return 0;
    }
    if (status != STET_OK)
        return fail(status);
    p.in = many * in;
    p.out = many * out;
    p.x = transform_alloc(&p.t, SIDE_IN, many);
    p.y = transform_alloc(&p.t, SIDE_OUT, many);
    p.z = transform_alloc(&p.t, SIDE_OUT, many);
    int done = compare_once(&p, seed);
    for (int64_t numbers = (int64_t)p.out; done > 0 && numbers < of_each && !is_stopped;
         numbers += (int64_t)p.out)
        done = compare_once(&p, seed);
    stet_gpu_stats stats = {.size = sizeof stats};
    stet_gpu_plan_stats(p.plan, &stats);
    counts[p.t.precision][p.t.level].by_cpu += stats.cpu_transforms;
    stet_gpu_plan_destroy(p.plan);
    free(p.x);
    free(p.y);
    free(p.z);
    return done;
}

static int report(void)
{
    int64_t differ = 0;
    printf("%-6s %-12s %14s %10s %22s\n", "", "level", "numbers", "differ",
           "transforms by the CPU");
    for (int p = 1; p <= 4; p++)
        for (int l = 1; l <= 4; l++)
            if (counts[p][l].numbers > 0) {
                printf("%-6s %-12s %14" PRId64 " %10" PRId64 " %22" PRId64 "\n", precisions[p],
                       levels[l], counts[p][l].numbers, counts[p][l].differ, counts[p][l].by_cpu);
                differ += counts[p][l].differ;
            }
    printf("transforms that no kernel does: %" PRId64 "\n", refused);
    return differ > 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    stet_gpu *gpu;
    char text[2000];
    const int64_t wanted = strtoll(argv[2], NULL, 10);
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if (argc > 4)
        longest = (ptrdiff_t)strtoll(argv[4], NULL, 10);
    const int64_t plans = argc > 5 ? strtoll(argv[5], NULL, 10) : 0;
    if (plans > 0)
        of_each = wanted / plans;
    const stet_gpu_api api = strcmp(argv[1], "cuda") == 0 ? STET_GPU_CUDA : STET_GPU_OPENCL;
    const int status = stet_gpu_open(&gpu, api, 0);
    if (status != STET_OK) {
        stet_gpu_reason(text, sizeof text);
        printf("%s: %s: %s\n", argv[1], stet_gpu_strerror(status), text);
        return status == STET_GPU_E_DRIVER || status == STET_GPU_E_DEVICE ? SKIPPED : 1;
    }
    stet_gpu_describe(gpu, text, sizeof text);
    printf("%s", text);
    (void)signal(SIGTERM, stop);
    (void)signal(SIGINT, stop);
    int failed = 0;
    for (int64_t done = 0; done < wanted && failed == 0 && !is_stopped;) {
        failed = compare(gpu, &seed) < 0;
        done = 0;
        for (int p = 1; p <= 4; p++)
            for (int l = 1; l <= 4; l++)
                done += counts[p][l].numbers;
    }
    const int differs = report();
    if (is_stopped)
        printf("stopped before %" PRId64 " numbers\n", wanted);
    stet_gpu_close(gpu);
    return failed || differs || is_stopped;
}
