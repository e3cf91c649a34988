/* SPDX-License-Identifier: Apache-2.0 */
/* The subcommand tables makes experiments on published texts. */
#include "cli/subcommands.h"
#include "files/options.h"
#include "files/output.h"
#include "files/progress.h"
#include "files/report.h"
#include "tables/table.h"

#include <string.h>

static const struct table *const tables[] = {&table_correct, &table_dual_select, &table_fpsan,
                                             &table_gpu,     &table_guide,       &table_mojo};
#define TABLES (sizeof tables / sizeof tables[0])

static const struct table *find(const char *name, struct error *e)
{
    char known[200] = "";
    for (size_t i = 0; i < TABLES; i++) {
        if (strcmp(tables[i]->name, name) == 0)
            return tables[i];
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", tables[i]->name);
    }
    error_set(e, "no table '%s'; it can be %s", name, known);
    return NULL;
}

static bool draw(const struct table *table, const char *path, struct error *e)
{
    struct output *out = output_begin(path, "--plot", OUTPUT_SVG, e);
    if (out == NULL)
        return false;
    table->draw(output_stream(out));
    return output_finish_all(e);
}

static bool print(const struct table *table, bool as_json, const char *device, struct error *e)
{
    struct tables t = {as_json, json_object(), device};
    bool ok = t.json != NULL || error_set(e, "not enough memory");
    ok = ok && table->run(&t, e);
    progress_end();
    if (ok && as_json)
        return json_print(t.json, JSON_INDENT(2), stdout, "standard output", e);
    json_decref(t.json);
    return ok;
}

/* Flushes the printed text before the picture is written in its place. */
static bool flush(struct error *e)
{
    return fflush(stdout) == 0 || error_errno(e, "standard output", "cannot write");
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    const char *value, *plot = NULL, *device = NULL;
    bool as_json = false;
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0) {
        as_json = as_json || key == 'j';
        plot = key == 'p' ? value : plot;
        device = key == 'd' ? value : device;
    }
    if (key < 0)
        return EXIT_ERROR;
    const struct table *table = find(options_operand(argv, 0), e);
    if (table == NULL)
        return EXIT_ERROR;
    if (plot != NULL && table->draw == NULL) {
        error_set(e, "--plot: the table %s has no picture: leave it out", table->name);
        return EXIT_ERROR;
    }
    if (device != NULL && table != &table_gpu) {
        error_set(e, "--device: the table %s is computed on the CPU: leave it out", table->name);
        return EXIT_ERROR;
    }
    if (as_json && !output_take_stdout("--json", e))
        return EXIT_ERROR;
    if (plot != NULL && !draw(table, plot, e))
        return EXIT_ERROR;
    return print(table, as_json, device, e) && flush(e) && output_commit_all(e) ? EXIT_SAME
                                                                                : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'p', "plot", "OUT.svg", "draw the figures, where the experiment has a picture"},
    {'d', "device", "DEVICE",
     "with gpu: the device, from the list of stet info [the\n"
     "first]"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_tables = {
    .name = "tables",
    .operands = "NAME",
    .summary = "repeat a published experiment, and compare the figures",
    .least = 1,
    .most = 1,
    .options = rows,
    .details =
        "NAME is one of\n"
        "  correct      what level correct decides at which stage, what that costs, and what\n"
        "               ordinary transforms get wrong (docs/correct.md): half a minute to some\n"
        "               minutes, with progress if stderr is a terminal\n"
        "  dual-select  M. A. Bergach, \"Dual-Select FMA Butterfly for FFT\" (2026): tables I and\n"
        "               II, and the measured error and range of every strategy: half a minute\n"
        "  fpsan        the limits of the two algebras of FPSan (docs/fpsan.md): seconds\n"
        "  gpu          kernels of stet and of an article on a device: how many numbers have the\n"
        "               bits of the CPU, and times (docs/gpu.md): some minutes if compiling a\n"
        "               kernel takes seconds\n"
        "  guide        \"Numerical Precision in GPU Computing: A Comprehensive Guide\": its\n"
        "               results, error model and statements (lab/docs/guide.md): seconds\n"
        "  mojo         M. Suiche, \"Porting CUDA FFT to Mojo: Achieving Bit-Exact Precision\"\n"
        "               (2025): its sines and cosines, constants and rounding, the transform of\n"
        "               262,144 points in each way that the article names, one sum in 1000\n"
        "               orders, and its errors: half a minute",
    .example = "  $ stet-lab tables mojo --plot mojo.svg",
    .run = run,
};
