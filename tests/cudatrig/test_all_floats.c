/* SPDX-License-Identifier: Apache-2.0 */
/* The flavor cuda13 on every float: the instances with one another and, where it was found, with
 * NVIDIA's own code. Without arguments a sample of all floats (every 1021st); "--all": all 2^32 but
 * without the soft instance, which takes longer than all others together; "--all-soft": that one.
 * With the name of a function only that one. A plain program: it prints what it compared, and
 * times. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fpenv.h"
#include "cudatrig/instances.h"

#define BLOCK 4096
#define SAMPLE 1021 /* a prime: every low bit pattern occurs */

#ifdef STET_LIBDEVICE
#define HAVE_LIBDEVICE 1
float libdevice_sinf(float), libdevice_cosf(float), libdevice_sinpif(float),
    libdevice_cospif(float);
void libdevice_sincosf(float, float *, float *), libdevice_sincospif(float, float *, float *);
#else
#define HAVE_LIBDEVICE 0
#define libdevice_sinf NULL
#define libdevice_cosf NULL
#define libdevice_sinpif NULL
#define libdevice_cospif NULL
#define libdevice_sincosf NULL
#define libdevice_sincospif NULL
#endif

static const struct task {
    const char *name;
    stet_trig_function function;
    float (*one)(float); /* NVIDIA's */
    void (*both)(float, float *, float *);
} tasks[] = {
    {"sinf", STET_TRIG_SIN, libdevice_sinf, NULL},
    {"cosf", STET_TRIG_COS, libdevice_cosf, NULL},
    {"sincosf", STET_TRIG_SIN, NULL, libdevice_sincosf},
    {"sinpif", STET_TRIG_SINPI, libdevice_sinpif, NULL},
    {"cospif", STET_TRIG_COSPI, libdevice_cospif, NULL},
    {"sincospif", STET_TRIG_SINPI, NULL, libdevice_sincospif},
};
#define TASKS (sizeof tasks / sizeof *tasks)

static bool is_pair(const struct task *t) { return strncmp(t->name, "sincos", 6) == 0; }

/* One block of inputs, and each way's results: sines (or the one function), cosines. */
struct results {
    float first[BLOCK], second[BLOCK];
};
static float x[BLOCK];
static struct results want, got;

static void run_nvidia(const struct task *t, struct results *r)
{
    for (int i = 0; i < BLOCK; i++)
        if (is_pair(t))
            t->both(x[i], &r->first[i], &r->second[i]);
        else
            r->first[i] = t->one(x[i]);
}

/* A pair without the pair's own code: its parts alone must give the same. */
static void run_instance(const stet_isa *isa, const struct task *t, bool apart, struct results *r)
{
    const uint64_t caller = stet_fpenv_enter();
    isa->trig->map(t->function, BLOCK, x, r->first, is_pair(t) && !apart ? r->second : NULL);
    if (is_pair(t) && apart)
        isa->trig->map((stet_trig_function)(t->function + 1), BLOCK, x, r->second, NULL);
    stet_fpenv_leave(caller);
}

static uint64_t differences(const float *a, const float *b)
{
    static int shown;
    uint64_t count = 0;
    if (memcmp(a, b, BLOCK * sizeof *a) == 0)
        return 0;
    for (int i = 0; i < BLOCK; i++) {
        if (memcmp(&a[i], &b[i], sizeof *a) == 0 || (a[i] != a[i] && b[i] != b[i]))
            continue;
        count++;
        if (shown++ < 10)
            printf("at %a: %a, not %a\n", (double)x[i], (double)b[i], (double)a[i]);
    }
    return count;
}

struct tally {
    uint64_t wrong;
    double seconds;
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int first_instance, last_instance; /* those that are compared */

static void add_block(const struct task *t, struct tally *tally)
{
    const double start = seconds();
    if (HAVE_LIBDEVICE)
        run_nvidia(t, &want);
    else
        run_instance(trig_instance(first_instance), t, true, &want);
    tally[0].seconds += seconds() - start;
    for (int k = first_instance; k <= last_instance; k++) {
        const stet_isa *isa = trig_instance(k);
        const double begin = seconds();
        run_instance(isa, t, false, &got);
        tally[k + 1].seconds += seconds() - begin;
        tally[k + 1].wrong += differences(want.first, got.first);
        if (is_pair(t))
            tally[k + 1].wrong += differences(want.second, got.second);
    }
}

static void fill(uint64_t bits, uint64_t stride)
{
    for (uint64_t i = 0; i < BLOCK; i++) {
        const uint32_t word = (uint32_t)(bits + i * stride);
        memcpy(&x[i], &word, sizeof word);
    }
}

/* Where a sample alone would miss the only float that matters: both zeros, infinities, the first
 * large arguments, 2^22 to 2^25, of both signs. */
static const uint64_t edges[] = {
    0,          0x80000000, 0x7f7ff800, 0xff7ff800, 0x47ce3f80, 0xc7ce3f80, 0x4a7ff800,
    0xca7ff800, 0x4afff800, 0xcafff800, 0x4b7ff800, 0xcb7ff800, 0x4bfff800, 0xcbfff800,
};

static bool run_task(const struct task *t, uint64_t stride)
{
    struct tally tally[16] = {{0}};
    bool good = true;
    uint64_t inputs = 0;
    for (uint64_t bits = 0; bits >> 32 == 0; bits += BLOCK * stride, inputs += BLOCK) {
        fill(bits, stride);
        add_block(t, tally);
    }
    for (size_t i = 0; i < sizeof edges / sizeof *edges && stride > 1; i++, inputs += BLOCK) {
        fill(edges[i], 1);
        add_block(t, tally);
    }
    printf("%-10s %" PRIu64 " inputs, against %s (%.0f s):", t->name, inputs,
           HAVE_LIBDEVICE ? "NVIDIA's libdevice" : trig_instance(first_instance)->name,
           tally[0].seconds);
    for (int k = first_instance + 1; k <= last_instance + 1; k++) {
        printf(" %s %" PRIu64 " differ (%.0f s)%s", trig_instance(k - 1)->name, tally[k].wrong,
               tally[k].seconds, k <= last_instance ? "," : "\n");
        good = good && tally[k].wrong == 0;
    }
    fflush(stdout);
    return good;
}

/* The sample's results as one number (FNV-1a of the words, a NaN being 0x7fc00000), frozen when
 * they were NVIDIA's: what holds where NVIDIA's own code is not at hand. */
static const struct golden {
    stet_trig_flavor flavor;
    stet_trig_function function;
    uint64_t hash;
} goldens[] = {
    {STET_TRIG_CUDA13, STET_TRIG_SIN, UINT64_C(0x73ef025f8371b4f9)},
    {STET_TRIG_CUDA13, STET_TRIG_COS, UINT64_C(0xdc9999274e0ccda9)},
    {STET_TRIG_CUDA13, STET_TRIG_SINPI, UINT64_C(0xe923978fd609dd8c)},
    {STET_TRIG_CUDA13, STET_TRIG_COSPI, UINT64_C(0xa6e92310af426a93)},
    {STET_TRIG_CORRECT, STET_TRIG_SIN, UINT64_C(0x4cddb815cbb7dec0)},
    {STET_TRIG_CORRECT, STET_TRIG_COS, UINT64_C(0x2fc4d88eb6ce15a3)},
    {STET_TRIG_CORRECT, STET_TRIG_SINPI, UINT64_C(0xada1793c8d77ae5d)},
    {STET_TRIG_CORRECT, STET_TRIG_COSPI, UINT64_C(0xe5a3cdd32ef5e4c4)},
};

static uint64_t hash_block(uint64_t hash, const struct golden *g)
{
    if (stet_trig(g->function, g->flavor, BLOCK, x, got.first) != STET_OK)
        return 0;
    for (int i = 0; i < BLOCK; i++) {
        uint32_t word = 0x7fc00000;
        if (got.first[i] == got.first[i])
            memcpy(&word, &got.first[i], sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static bool check_golden(const struct golden *g)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint64_t bits = 0; bits >> 32 == 0; bits += BLOCK * (uint64_t)(8 * SAMPLE)) {
        fill(bits, 8 * SAMPLE);
        hash = hash_block(hash, g);
    }
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        fill(edges[i], 1);
        hash = hash_block(hash, g);
    }
    if (hash != g->hash)
        printf("flavor %d, function %d: hash %016" PRIx64 ", not %016" PRIx64 "\n", (int)g->flavor,
               (int)g->function, hash, g->hash);
    return hash == g->hash;
}

int main(int argc, char **argv)
{
    const bool soft = argc > 1 && strcmp(argv[1], "--all-soft") == 0;
    const bool all = argc > 1 && strcmp(argv[1], "--all") == 0;
    const char *only = argc > 2 ? argv[2] : NULL;
    bool good = true;
    while (!soft && trig_instance(last_instance + 1))
        last_instance++;
    first_instance = all && last_instance > 0 ? 1 : 0;
    if (!HAVE_LIBDEVICE)
        puts("no CUDA toolkit with libdevice.10.bc was found: NVIDIA's own code is not compared");
    for (size_t i = 0; i < TASKS; i++)
        if (only == NULL || strcmp(only, tasks[i].name) == 0)
            good = run_task(&tasks[i], all || soft ? 1 : SAMPLE) && good;
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++)
        good = check_golden(&goldens[i]) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
