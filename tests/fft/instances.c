/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance of each family of kernels runs, for each instruction set that can be in use: the table below, on any
 * CPU, for the library is told here that the CPU has everything. None of the kernels is run. And the choice itself,
 * of tables that no build has together. Plain C, so that emulators can run it.
 *
 * Linked with --wrap=stet_cpu_features. Exit 77: not all instances were built. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "correct/fused.h"
#include "correct/kernels.h"
#include "cudatrig/cudatrig.h"
#include "fft/dispatch.h"
#include "fft/fft1d.h"
#include "half/half.h"

unsigned __wrap_stet_cpu_features(void);
unsigned __wrap_stet_cpu_features(void)
{
    return STET_CPU_FMA | STET_CPU_AVX2 | STET_CPU_AVX512 | STET_CPU_F16C | STET_CPU_FP16;
}

/* A family by one of its kernels; NULL: lines go another way. */
typedef void kernel(void);
enum family {
    LINES_F32,
    LINES_F64,
    HALF_LINES,
    CONVERT_F16,
    CONVERT_BF16,
    DIRECT_F16,
    DIRECT_BF16,
    HARDWARE_F16,
    CORRECT,
    FUSED,
    TRIG,
    TRIG_EXACT,
    FAMILIES
};
static const char *const family_names[FAMILIES] = {
    "lines f32",   "lines f64",    "lines f16", "convert f16",   "convert bf16", "direct f16",
    "direct bf16", "hardware f16", "correct",   "correct fused", "trig",         "trig exact"};

/* The name in use, and whose instance of each family runs; "-": there is none. */
static const struct {
    const char *name, *runs[FAMILIES];
} expected[] = {
#if defined(__x86_64__)
    {"soft", {"soft", "soft", "soft", "soft", "soft", "-", "-", "-", "soft", "-", "soft", "soft"}},
    {"sse2", /* a vector fma of other operations, for few families: the others take the one of one lane */
     {"sse2", "sse2", "soft", "soft", "soft", "-", "-", "-", "sse2", "-", "soft", "soft"}},
    {"scalar",
     {"scalar", "scalar", "soft", "soft", "soft", "-", "-", "-", "scalar", "-", "scalar",
      "scalar"}},
    {"fma128",
     {"fma128", "fma128", "soft", "soft", "soft", "-", "-", "-", "fma128", "-", "fma128",
      "scalar"}},
    {"avx2",
     {"avx2", "avx2", "avx2", "avx2", "avx2", "avx2", "avx2", "-", "avx2", "avx2", "avx2",
      "scalar"}},
    {"avx512",
     {"avx512", "avx512", "avx512", "avx512", "avx512", "avx512", "avx512", "-", "avx512", "avx512",
      "avx512", "scalar"}},
    {"avx512fp16",
     {"avx512", "avx512", "avx512", "avx512", "avx512", "avx512", "avx512", "avx512fp16", "avx512",
      "avx512", "avx512", "scalar"}},
#else
    {"soft", {"soft", "soft", "soft", "soft", "soft", "-", "-", "-", "soft", "-", "soft", "soft"}},
    {"scalar",
     {"scalar", "scalar", "soft", "soft", "soft", "-", "-", "-", "scalar", "-", "scalar",
      "scalar"}},
    {"neon",
     {"neon", "neon", "soft", "soft", "soft", "-", "-", "-", "neon", "-", "scalar", "scalar"}},
    {"neonfp16",
     {"neon", "neon", "soft", "soft", "soft", "-", "-", "neonfp16", "neon", "-", "scalar",
      "scalar"}},
#endif
};

enum { NAMES = sizeof expected / sizeof *expected };

/* What runs under each name. */
static kernel *seen[NAMES][FAMILIES];

static void must(int good)
{
    if (!good) {
        fputs("instances: not enough memory\n", stderr);
        exit(EXIT_FAILURE);
    }
}

static kernel *fused_of(const stet_isa *isa)
{
    stet_fft1d *f = stet_fft1d_acquire(1024, STET_C2C, STET_F64, isa, NULL);
    must(f != NULL);
    stet_fused_kernel *fused = stet_fused_of(f);
    stet_fft1d_release(f);
    return (kernel *)fused;
}

static kernel *hardware_of(const stet_isa *isa)
{
    stet_native *f;
    must(stet_native_create(&f, 1024, isa));
    stet_native_line *line = f ? f->line : NULL;
    stet_native_destroy(f);
    return (kernel *)line;
}

/* The kernel that every instance has: of many lines. */
static kernel *lines_of(const stet_fft_kernels *k)
{
    return (kernel *)k->run[k->lanes > 1 ? STET_SIDE_BY_SIDE : STET_LANE];
}

static void look(kernel **k)
{
    const stet_isa *isa = stet_isa_in_use(), *half = stet_isa_of_f16(isa);
    k[LINES_F32] = lines_of(isa->f32);
    k[LINES_F64] = lines_of(isa->f64);
    k[HALF_LINES] = lines_of(half->f16);
    k[CONVERT_F16] = (kernel *)stet_half_convert_of(STET_F16, half).widen;
    k[CONVERT_BF16] = (kernel *)stet_half_convert_of(STET_BF16, half).widen;
    k[DIRECT_F16] = (kernel *)stet_direct_widest(STET_F16, isa).lines;
    k[DIRECT_BF16] = (kernel *)stet_direct_widest(STET_BF16, isa).lines;
    k[HARDWARE_F16] = hardware_of(isa);
    k[CORRECT] = (kernel *)stet_correct_kernels_in_use()->f32.widen;
    k[FUSED] = fused_of(isa);
    k[TRIG] = (kernel *)stet_trig_isa_in_use()->kernel;
    k[TRIG_EXACT] = (kernel *)stet_trig_exact_in_use();
}

/* The lowest name under which that kernel runs. */
static const char *owner(int family, kernel *k)
{
    int i = 0;
    while (seen[i][family] != k)
        i++;
    return k ? expected[i].name : "-";
}

static int check_families(void)
{
    int wrong = 0;
    for (int i = 0; i < NAMES; i++) {
        if (stet_isa_select(expected[i].name) != STET_OK)
            return -1;
        look(seen[i]);
    }
    for (int i = 0; i < NAMES; i++)
        for (int f = 0; f < FAMILIES; f++) {
            const char *runs = owner(f, seen[i][f]);
            if (strcmp(runs, expected[i].runs[f]) == 0)
                continue;
            printf("instances: where %s is in use, %s runs %s, not %s\n", expected[i].name,
                   family_names[f], runs, expected[i].runs[f]);
            wrong++;
        }
    return wrong;
}

/* The choice, of tables of any CPU. */
static const stet_isa_row some[] = {{"soft", 0},
                                    {"scalar", STET_CPU_FMA},
                                    {"neon", STET_CPU_FMA},
                                    {"avx2", STET_CPU_AVX2 | STET_CPU_F16C},
                                    {"avx512", STET_CPU_AVX512 | STET_CPU_F16C}};
static const struct {
    const char *name;
    unsigned features;
    int rows;
    const char *chosen;
} choices[] = {
    {"soft", ~0u, 5, "soft"},
    {"sse2", ~0u, 5, "soft"},
    {"scalar", ~0u, 5, "scalar"},
    {"fma128", ~0u, 5, "scalar"},
    {"neon", ~0u, 2, "scalar"},
    {"neon", ~0u, 3, "neon"},
    {"neonfp16", ~0u, 2, "scalar"},
    {"neonfp16", ~0u, 3, "neon"},
    {"avx2", ~0u, 5, "avx2"},
    {"avx512", ~0u, 5, "avx512"},
    {"avx512", ~0u, 4, "avx2"},
    {"avx512fp16", ~0u, 5, "avx512"},
    {"avx512fp16", ~0u, 4, "avx2"},
    {"avx512fp16", ~0u, 1, "soft"},
    {"avx512", STET_CPU_AVX2 | STET_CPU_AVX512, 2, "soft"},
    {"avx512", STET_CPU_FMA | STET_CPU_AVX2 | STET_CPU_AVX512, 5, "neon"}, /* no F16C */
    {"avx512", STET_CPU_AVX2 | STET_CPU_F16C, 5, "avx2"},
    {"", ~0u, 5, "avx512"},
    {"no such name", ~0u, 5, "avx512"},
};

static int check_choices(void)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const int row = stet_isa_choose(choices[i].name, choices[i].features, some, sizeof *some,
                                        choices[i].rows);
        if (strcmp(some[row].name, choices[i].chosen) == 0)
            continue;
        printf("instances: \"%s\" with the features %x, of %d rows: %s, not %s\n", choices[i].name,
               choices[i].features, choices[i].rows, some[row].name, choices[i].chosen);
        wrong++;
    }
    return wrong;
}

int main(void)
{
    const int wrong = check_choices(), families = check_families();
    if (families < 0 || stet_isa_built(NAMES, NULL)) {
        puts("instances: not all of them were built, or more than are known here");
        return wrong > 0 ? 1 : 77;
    }
    printf("instances: %d names, %d families: %d wrong\n", (int)NAMES, (int)FAMILIES,
           wrong + families);
    return wrong + families > 0;
}
