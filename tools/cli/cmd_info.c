/* SPDX-License-Identifier: Apache-2.0 */
/* stet info describes the library and the machine. */
#include "commands.h"
#include "files/device.h"
#include "files/options.h"
#include "plan.h"
#include "files/report.h"
#include "stet.h"

#include <stdio.h>
#include <string.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

#if defined(__x86_64__) || defined(__i386__)
#define ARCHITECTURE "x86-64"
/* The argument of __builtin_cpu_supports() must be a literal. */
#define FEATURES(DO) AVX(DO) AVX512(DO) HALF(DO)
#define AVX(DO) DO("sse4.2") DO("avx") DO("fma") DO("avx2")
#define AVX512(DO) DO("avx512f") DO("avx512dq") DO("avx512bw") DO("avx512vl")
#if defined(__clang__) ? __clang_major__ >= 17 : __GNUC__ >= 12
#define HALF(DO) DO("f16c") DO("avx512fp16")
#else
#define HALF(DO) /* older compilers do not have these names */
#endif
#elif defined(__aarch64__)
#define ARCHITECTURE "aarch64"
/* The architecture includes these: every aarch64 CPU has them. */
#define FEATURES(DO) DO("neon") DO("fma")
#define __builtin_cpu_supports(name) 1
#else
#define ARCHITECTURE "other"
#define FEATURES(DO)
#endif

static json_t *cpu_features(char *text, size_t size)
{
    json_t *list = json_array();
    size_t used = 0;
    text[0] = 0;
#define ADD(name)                                                                                  \
    if (__builtin_cpu_supports(name)) {                                                            \
        json_array_append_new(list, json_string(name));                                            \
        used += (size_t)snprintf(text + used, size - used, " %s", name);                           \
    }
    FEATURES(ADD)
#undef ADD
    (void)used;
    return list;
}

/* Lists the instruction sets of this build. */
static json_t *instances(char *text, size_t size)
{
    json_t *list = json_array();
    size_t used = 0;
    const char *name;
    int can_run;
    text[0] = 0;
    for (int i = 0; (name = stet_isa_built(i, &can_run)) != NULL; i++) {
        json_array_append_new(list, json_pack("{s:s, s:b}", "name", name, "runs_here", can_run));
        used += (size_t)snprintf(text + used, size - used, "%s%s%s", i > 0 ? " " : "", name,
                                 can_run ? "" : " (not on this CPU)");
    }
    return list;
}

/* Stores the value of key in stet_tuning_describe(), up to the end of its line; "" if it is
 * absent. */
static void tuning(const char *key, char *value, size_t size)
{
    char text[1600];
    stet_tuning_describe(text, sizeof text);
    const size_t length = strlen(key);
    value[0] = 0;
    for (const char *line = text; line != NULL && *line != 0; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, length) == 0 && line[length] == ':')
            snprintf(value, size, "%.*s", (int)strcspn(line, "\n") - (int)length - 2,
                     line + length + 2);
    }
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct plan_request plan = plan_request_new();
    bool as_json = false;
    const char *value;
    int key;
    if (!threads_default(&plan.threads, e))
        return EXIT_ERROR;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (key == 'j')
            as_json = true;
        else if (!plan_take_option(&plan, key, value, e))
            return EXIT_ERROR;
    if (key < 0)
        return EXIT_ERROR;
    if (plan.rank > 0 || plan.is_option)
        return plan_print(&plan, as_json, e) ? EXIT_SAME : EXIT_ERROR;
    struct report r;
    char features[200], isas[400];
    char own[500], shipped[200];
    tuning("STET_TUNING", own, sizeof own);
    tuning("shipped", shipped, sizeof shipped);
    report_start(&r, as_json);
    report_key(&r, "version", json_string(stet_version()));
    report_key(&r, "bits_version", json_integer(stet_bits_version()));
    report_key(&r, "isa", json_string(stet_isa_name()));
    report_key(&r, "threading", json_string(stet_threading_name()));
    report_key(&r, "processors", json_integer(stet_processor_count()));
    report_key(&r, "isas", instances(isas, sizeof isas));
    report_key(&r, "tuning", json_text(own));
    report_key(&r, "shipped", json_text(shipped));
    report_key(&r, "architecture", json_string(ARCHITECTURE));
    report_key(&r, "cpu_features", cpu_features(features, sizeof features));
    report_key(&r, "compiler", json_text(COMPILER));
    report_key(&r, "jansson", json_string(JANSSON_VERSION));
    report_row(&r, "stet", "%s", stet_version());
    report_row(&r, "bits", "version %d", stet_bits_version());
    report_row(&r, "isa", "%s", stet_isa_name());
    report_row(&r, "threads", "%s, %d processor%s", stet_threading_name(), stet_processor_count(),
               stet_processor_count() == 1 ? "" : "s");
    report_row(&r, "isas", "%s", isas);
    report_row(&r, "tuning", "%s", own);
    report_row(&r, "shipped", "%s", shipped);
    report_row(&r, "cpu", ARCHITECTURE "%s", features);
    report_row(&r, "compiler", "%s", COMPILER);
    report_row(&r, "json", "jansson %s", JANSSON_VERSION);
    device_list(&r);
    return report_finish(&r, e) ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'p', "plan", "N", "print the plan of transforms of N points, or of NxM points"},
    {'k', "kind", "KIND", "c2c, r2c or c2r [c2c]"},
    {'P', "precision", "PREC", "f16, bf16, f32 or f64 [f32]"},
    {'M', "mode", "MODE", "for f16 and bf16: io, store or native [io]"},
    {'l', "level", "LEVEL", "native, extended, extended-ff or correct [native]"},
    {'i', "inverse", NULL, "the inverse transform; c2r is always inverse"},
    {'b', "batch", "B", "B transforms in one call, one after another in memory [1]"},
    {'s', "strided", NULL,
     "the transforms of a batch are interleaved in memory,\n"
     "element by element"},
    {'t', "threads", "T", "1 to 1024, or all [STET_THREADS, or 1]"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_info = {
    .name = "info",
    .operands = "",
    .summary = "print the version, the instruction set in use, and how transforms are run",
    .least = 0,
    .most = 0,
    .options = rows,
    .details =
        "The environment variable STET_ISA can name a lower instruction set from the row "
        "\"isas\":\n"
        "STET_ISA=soft, for example, is slower and gives the same bits. A name that this build or\n"
        "CPU lacks stands for the next lower one. STET_THREADS, 1 to 1024 or all, is the number\n"
        "of threads of the other subcommands without --threads.\n"
        "\n"
        "With --plan it prints how a transform is run: for each dimension the schedule (method,\n"
        "lanes, radices of the passes), the kernels and how many lines each takes, the workspace,\n"
        "and what the threads divide. None of this changes a bit.",
    .example = "  $ stet info\n  $ stet info --plan 1024\n  $ stet info --plan 64x100 --kind r2c "
               "--threads 4",
    .run = run,
};
