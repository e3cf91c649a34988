/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernels of each family run, for each instruction set: the best there are, none of which may
 * get lost. That a build with few of them serves each line by the kernels that serve it in a build
 * with all. And which instruction set a CPU gets. CPUs are told what they have here, and none of
 * the kernels is run. Plain C, so that emulators can run it.
 *
 * Linked with --wrap=stet_cpu_features. Exit 77: not all instances were built. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/isa.h"
#include "correct/fused.h"
#include "lines/dispatch.h"
#include "lines/lines.h"
#include "half/half.h"
#include "stet.h"

static unsigned features = ~0u;

unsigned __wrap_stet_cpu_features(void);
unsigned __wrap_stet_cpu_features(void) { return features; }

/* The kernels of each family, and the instruction sets that have some of their own: what is missing
 * here, or there, is a mistake. Instruction sets that no family names are checked by what follows
 * from their rows alone. */
#if defined(__x86_64__)
#ifdef STET_RARE_KERNELS
#define AND_FMA128 " fma128"
#else
#define AND_FMA128
#endif
#define IN_VECTORS "soft sse2 scalar fma128 avx2 avx512"
#define OF_OTHER_VECTORS "soft sse2 scalar" AND_FMA128 " avx2 avx512"
#define OF_CORRECT "soft scalar avx2 avx512"
#define OF_TRIG "soft scalar" AND_FMA128 " avx2 avx512"
#ifdef STET_HALF_VECTORS
#define OF_16_BITS "avx2 avx512"
#define OF_OWN_16 "avx512fp16"
#else
#define OF_16_BITS ""
#define OF_OWN_16 ""
#endif
#define OF_FUSED "avx2 avx512"
#define OF_DD "avx2 avx512"
#ifdef STET_RARE_KERNELS
#define OF_F16 "avx2 avx512"
#define OF_FF "avx2"
#else
#define OF_F16 ""
#define OF_FF ""
#endif
#else
#define IN_VECTORS "soft scalar neon"
#define OF_OTHER_VECTORS IN_VECTORS
#define OF_CORRECT "soft scalar neon"
#define OF_TRIG "soft scalar"
#define OF_16_BITS ""
#define OF_F16 ""
#define OF_OWN_16 "neonfp16"
#define OF_FUSED ""
#define OF_DD ""
#define OF_FF ""
#endif
enum family {
    F32,
    F64,
    F16,
    CONVERT,
    DIRECT_F16,
    DIRECT_BF16,
    OWN16,
    DIRECT_OWN16,
    CORRECT,
    FUSED,
    EXTENDED,
    TRIG,
    R2R32,
    R2R64,
    R2RDD,
    R2RFF,
    EXACT,
    CONV32,
    CONV64,
    FUNC,
    DD,
    FF
};
static const struct {
    const char *name, *has;
} families[] = {
    [F32] = {"f32", IN_VECTORS},
    [F64] = {"f64", IN_VECTORS},
    [F16] = {"f16", "soft " OF_F16},
    [CONVERT] = {"convert", "soft " OF_16_BITS},
    [DIRECT_F16] = {"direct_f16", OF_16_BITS},
    [DIRECT_BF16] = {"direct_bf16", OF_16_BITS},
    [OWN16] = {"own16", OF_OWN_16},
    [DIRECT_OWN16] = {"direct_own16", OF_OWN_16},
    [CORRECT] = {"correct", OF_CORRECT},
    [FUSED] = {"fused", OF_FUSED},
    [EXTENDED] = {"extended", OF_FUSED},
    [TRIG] = {"trig", OF_TRIG},
    [R2R32] = {"r2r32", OF_OTHER_VECTORS},
    [R2R64] = {"r2r64", OF_OTHER_VECTORS},
    [R2RDD] = {"r2rdd", "soft scalar " OF_DD},
    [R2RFF] = {"r2rff", "soft scalar " OF_FF},
    [EXACT] = {"exact", "soft scalar"},
    [CONV32] = {"conv32", OF_OTHER_VECTORS},
    [CONV64] = {"conv64", OF_OTHER_VECTORS},
    [FUNC] = {"func", "soft scalar"},
    [DD] = {"dd", "soft scalar " OF_DD},
    [FF] = {"ff", "soft scalar " OF_FF},
};
enum { FAMILIES = sizeof families / sizeof *families };

static const void *kernels_of(const stet_isa *isa, int family)
{
    const void *const all[FAMILIES] = {
        [F32] = isa->f32,
        [F64] = isa->f64,
        [F16] = isa->f16,
        [CONVERT] = isa->convert,
        [DIRECT_F16] = isa->direct_f16,
        [DIRECT_BF16] = isa->direct_bf16,
        [OWN16] = isa->own16,
        [DIRECT_OWN16] = isa->direct_own16,
        [CORRECT] = isa->correct,
        [FUSED] = isa->fused,
        [EXTENDED] = isa->extended,
        [TRIG] = isa->trig,
        [R2R32] = isa->r2r32,
        [R2R64] = isa->r2r64,
        [R2RDD] = isa->r2rdd,
        [R2RFF] = isa->r2rff,
        [EXACT] = isa->exact,
        [CONV32] = isa->conv32,
        [CONV64] = isa->conv64,
        [FUNC] = isa->func,
        [DD] = isa->dd,
        [FF] = isa->ff,
    };
    return all[family];
}

/* A name among those of a list, which blanks part. */
static int lists(const char *list, const char *name)
{
    const size_t size = strlen(name);
    while ((list = strstr(list, name))) {
        if (list[size] == ' ' || list[size] == '\0')
            return 1;
        list += size;
    }
    return 0;
}

static int is_known(const char *name)
{
    int known = 0;
    for (int f = 0; f < FAMILIES; f++)
        known |= lists(families[f].has, name);
    return known;
}

/* Whether the build has these kernels where it has the instruction set. */
static int is_built(const char *isa, int family)
{
    return family == F32 || family == F64 || !lists(ONLY_LINES, isa);
}

static int check_row(const stet_isa *isa)
{
    const stet_isa *below = stet_isa_below(isa);
    int wrong = below && (below->needs & ~isa->needs) != 0;
    if (wrong)
        printf("instances: a CPU with what %s needs may lack what %s does\n", isa->name,
               below->name);
    for (int f = 0; f < FAMILIES; f++) {
        const void *kernels = kernels_of(isa, f), *lower = below ? kernels_of(below, f) : NULL;
        const int own = kernels != lower;
        const int expected = lists(families[f].has, isa->name) && is_built(isa->name, f);
        if ((!is_known(isa->name) || own == expected) && (kernels || !lower))
            continue;
        printf("instances: %s has %s kernels of family %s\n", isa->name, own ? "its own" : "no",
               families[f].name);
        wrong++;
    }
    return wrong;
}

/* -1 if not all that are known were built. */
static int check_rows(void)
{
    const stet_isa *isa;
    int wrong = 0;
    for (int i = 0; (isa = stet_isa_at(i)); i++)
        wrong += check_row(isa);
    for (int f = 0; f < FAMILIES; f++) {
        const char *name = families[f].has;
        for (size_t size; *name != '\0'; name += size + (name[size] == ' ')) {
            char one[16];
            size = strcspn(name, " ");
            snprintf(one, sizeof one, "%.*s", (int)size, name);
            if (size > 0 && stet_isa_select(one) != STET_OK)
                return wrong > 0 ? wrong : -1;
        }
    }
    stet_isa_select(NULL);
    return wrong;
}

static int is_slow(const stet_isa *isa, const void *kernels, int family)
{
    const int is = kernels && kernels == kernels_of(stet_isa_at(0), family) &&
                   lists(families[family].has, "scalar");
    if (is)
        printf("instances: %s does work of family %s by the software fma\n", isa->name,
               families[family].name);
    return is;
}

/* A schedule is one for a number of lanes, a power of two up to that of the widest vectors; vectors
 * have at least 16 bytes. Lines that find none of theirs take up to 6 times as long. */
static int check_lanes(const stet_isa *isa, int family)
{
    const stet_precision p = family == F32 ? STET_F32 : STET_F64;
    const int least = family == F32 ? 4 : 2;
    int wrong = is_slow(isa, stet_kernels_of_lanes(isa, p, 1), family);
    for (int lanes = stet_fft_kernels_of(isa, p)->lanes; lanes >= least; lanes /= 2) {
        if (stet_kernels_of_lanes(isa, p, lanes))
            continue;
        printf("instances: %s has no lines of %d lanes of family %s\n", isa->name, lanes,
               families[family].name);
        wrong++;
    }
    return wrong;
}

/* With few instances a build is as fast as with all of them: what `scalar` has kernels for takes 10
 * to 50 times as long by the software fma. Builds with sanitizers, and those for the bits alone
 * (STET_ISAS=one), may be slow. */
static int check_speed(void)
{
    int wrong = 0;
    const stet_isa *isa;
    for (int i = 0; !MAY_BE_SLOW && (isa = stet_isa_at(i)); i++) {
        if (!(isa->needs & STET_CPU_FMA))
            continue;
        for (int f = 0; f < FAMILIES; f++)
            wrong += is_slow(isa, kernels_of(isa, f), f);
        wrong += check_lanes(isa, F32) + check_lanes(isa, F64);
    }
    return wrong;
}

/* The best, that a CPU with all of them runs, from the longest name down: by what plans ask. */
static int check_lookups(void)
{
    int wrong = 0;
    const stet_isa *isa;
    for (int i = 0; (isa = stet_isa_at(i)); i++) {
        stet_fft1d *f = stet_fft1d_acquire(1024, STET_C2C, STET_F64, isa, NULL);
        if (!f)
            return 1;
        stet_fused_kernel *fused = stet_fused_of(f);
        wrong += (fused != NULL) != (isa->fused != NULL);
        stet_fft1d_release(f);
        wrong += (stet_direct_widest(STET_F16, isa).lines != NULL) != (isa->direct_f16 != NULL);
        f = stet_fft1d_acquire(1024, STET_C2C, STET_OWN_F16, isa, NULL);
        wrong += (f != NULL) != (isa->own16 != NULL);
        wrong += f && !stet_direct_of(f, STET_OWN_F16, isa).lines;
        stet_fft1d_release(f);
    }
    if (wrong > 0)
        printf("instances: %d times a plan does not find what its row has\n", wrong);
    return wrong;
}

static int runs_by(const char *method, const stet_isa *isa, stet_kind kind, stet_precision p,
                   ptrdiff_t n)
{
    char text[512], kernels[64];
    stet_text to = stet_text_in(text, sizeof text);
    stet_fft1d *f = stet_fft1d_acquire(n, kind, p, isa, NULL);
    if (!f)
        return 0;
    stet_lines_describe(&to, f, 1, 1);
    stet_fft1d_release(f);
    snprintf(kernels, sizeof kernels, "1 by %s of %s_%s\n", method, isa->name,
             p == STET_F32 ? "f32" : "f64");
    return strstr(text, kernels) != NULL;
}

/* Lists the methods of powers of two on AVX2. Short ones stay in the vectors and a tile: by the
 * methods for long lines 64 doubles take three times as long. For 256 complex floats the tables
 * differ. */
static const struct {
    const char *method;
    stet_kind kind;
    stet_precision precision;
    ptrdiff_t from, to;
} powers[] = {
    {"small", STET_C2C, STET_F32, 32, 128},          {"small", STET_C2C, STET_F64, 32, 128},
    {"small", STET_R2C, STET_F32, 32, 128},          {"small", STET_R2C, STET_F64, 32, 128},
    {"fours", STET_C2C, STET_F32, 512, 1 << 19},     {"fours", STET_C2C, STET_F64, 256, 1 << 19},
    {"fours", STET_R2C, STET_F32, 1 << 10, 1 << 18}, {"fours", STET_R2C, STET_F64, 256, 1 << 18},
};

static int check_powers(void)
{
    int wrong = 0;
    const stet_isa *isa;
    for (int i = 0; (isa = stet_isa_at(i)); i++)
        for (size_t k = 0; k < sizeof powers / sizeof *powers && strcmp(isa->name, "avx2") == 0;
             k++)
            for (ptrdiff_t n = powers[k].from; n <= powers[k].to; n *= 2)
                if (!runs_by(powers[k].method, isa, powers[k].kind, powers[k].precision, n)) {
                    printf("instances: avx2 runs %td %s%s not by %s\n", n,
                           powers[k].kind == STET_C2C ? "complex " : "",
                           powers[k].precision == STET_F64 ? "doubles" : "floats",
                           powers[k].method);
                    wrong++;
                }
    return wrong;
}

enum { LONGEST_LINE = 1500 };

/* With vectors of four lanes or more no line runs in one lane, apart from codelets. Builds that may
 * be slow lack such vectors. */
static int check_vectors(void)
{
    static const stet_kind kinds[] = {STET_C2C, STET_R2C, STET_C2R};
    int wrong = 0;
    const stet_isa *isa;
    for (int i = 0; !MAY_BE_SLOW && (isa = stet_isa_at(i)); i++) {
        if (!(isa->needs & STET_CPU_FMA) || stet_fft_kernels_of(isa, STET_F32)->lanes == 1)
            continue;
        for (int k = 0; k < 6; k++)
            for (ptrdiff_t n = 1; n <= LONGEST_LINE; n++) {
                char text[1024];
                stet_text to = stet_text_in(text, sizeof text);
                stet_fft1d *f =
                    stet_fft1d_acquire(n, kinds[k % 3], k < 3 ? STET_F32 : STET_F64, isa, NULL);
                if (!f)
                    return 1;
                stet_lines_describe(&to, f, 1, 1);
                stet_fft1d_release(f);
                if (!strstr(text, "1 by lane of") && !strstr(text, " of soft_"))
                    continue;
                printf("instances: %s, length %td, kind %d: %s", isa->name, n, (int)kinds[k % 3],
                       text);
                wrong++;
            }
    }
    return wrong;
}

/* What CPUs get, and what the environment variable allows. */
static const struct {
    const char *limit;
    unsigned features;
    const char *chosen;
} choices[] = {
#if defined(__x86_64__)
    {"", ~0u, "avx512fp16"},
    {"no such name", ~0u, "avx512fp16"},
    {"soft", ~0u, "soft"},
    {"avx512", ~0u, "avx512"},
    {"neon", ~0u, "fma128"},
    {"avx2", ~0u, "avx2"},
    {"", 0, "sse2"},
    {"avx2", 0, "sse2"},
    {"", STET_CPU_FMA, "fma128"},
    {"scalar", STET_CPU_FMA, "scalar"},
    {"", STET_CPU_FMA | STET_CPU_AVX2, "fma128"}, /* no F16C */
    {"", STET_CPU_FMA | STET_CPU_AVX2 | STET_CPU_AVX512, "fma128"},
    {"", STET_CPU_AVX2 | STET_CPU_F16C | STET_CPU_AVX512, "sse2"}, /* no FMA */
    {"", STET_CPU_FMA | STET_CPU_AVX2 | STET_CPU_F16C, "avx2"},
    {"", ~0u ^ STET_CPU_FP16, "avx512"},
    {"", ~0u ^ STET_CPU_AVX512, "avx2"},
#else
    {"", ~0u, "neonfp16"},
    {"no such name", ~0u, "neonfp16"},
    {"soft", ~0u, "soft"},
    {"avx512", ~0u, "neonfp16"},
    {"fma128", ~0u, "scalar"},
    {"neon", ~0u, "neon"},
    {"", STET_CPU_FMA | STET_CPU_NEON, "neon"},
#endif
};

static int check_choices(void)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        features = choices[i].features;
        setenv("STET_ISA", choices[i].limit, 1);
        stet_isa_select(NULL);
        if (strcmp(stet_isa_name(), choices[i].chosen) == 0)
            continue;
        printf("instances: STET_ISA=\"%s\" with the features %x: %s, not %s\n", choices[i].limit,
               choices[i].features, stet_isa_name(), choices[i].chosen);
        wrong++;
    }
    return wrong;
}

int main(void)
{
    const int rows = check_rows();
    const int others = check_lookups() + check_speed() + check_powers() + check_vectors();
    if (rows < 0) {
        puts("instances: not all of them were built");
        return others > 0 ? 1 : 77;
    }
    const int wrong = rows + others + check_choices();
    printf("instances: %d families, %d choices: %d wrong\n", (int)FAMILIES,
           (int)(sizeof choices / sizeof *choices), wrong);
    return wrong > 0;
}
