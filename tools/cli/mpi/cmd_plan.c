/* SPDX-License-Identifier: Apache-2.0 */
/* stet-mpi plan tells in advance how long a transform takes on another machine. */
#include "model.h"
#include "ranks.h"

#include "files/report.h"
#include "files/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct request {
    ptrdiff_t n[STET_MPI_MAX_RANK];
    int rank, kind, precision, level;
    bool json;
    struct machine machine;
};

/* Parses a number above 0. */
static bool take_number(const char *option, const char *value, double *number, struct error *e)
{
    char *end;
    *number = strtod(value, &end);
    return (end != value && *end == 0 && *number > 0 && *number < 1e30) ||
           error_set(e, "--%s %s: not a number above 0", option, value);
}

static bool take_option(struct request *r, int key, const char *value, struct error *e)
{
    struct machine *m = &r->machine;
    ptrdiff_t number;
    switch (key) {
    case 'N':
        if (!parse_number("nodes", value, 1, 1 << 20, &number, e))
            return false;
        m->nodes = (double)number;
        return true;
    case 'R':
        if (!parse_number("ranks-per-node", value, 1, 1 << 10, &number, e))
            return false;
        m->ranks_per_node = (double)number;
        return true;
    case 'G': return take_number("gflops", value, &m->flops, e) && (m->flops *= 1e9, true);
    case 'B':
        return take_number("bandwidth", value, &m->bandwidth, e) && (m->bandwidth *= 1e9, true);
    case 'E': return take_number("efficiency", value, &m->efficiency, e);
    case 'T': return take_number("latency", value, &m->latency, e) && (m->latency *= 1e-6, true);
    case 'k': return parse_choice("kind", value, kind_choices, &r->kind, e);
    case 'p':
        return parse_choice_of("precision", value, precision_choices, ALLOW_FLOATS, NULL,
                               &r->precision, e);
    case 'l': return parse_choice("level", value, level_choices, &r->level, e);
    default: r->json = true; return true;
    }
}

/* Describes the problem. Numbers travel in the precision in which the level computes them. Levels
 * above native take longer, by the factors that docs/extended.md and docs/correct.md give for one
 * process. */
static struct problem problem_of(const struct request *r)
{
    const double wide = r->level == STET_LEVEL_NATIVE ? 1 : 2;
    const double narrow = r->precision == STET_F64 ? 16 : 8;
    const double times = r->level == STET_LEVEL_NATIVE ? 1 : r->precision == STET_F64 ? 12 : 2;
    double numbers = 1;
    for (int i = 0; i < r->rank; i++)
        numbers *= (double)r->n[i];
    const double part = r->kind == STET_C2C ? 1 : 0.5;
    return (struct problem){r->rank, r->n, narrow * wide, numbers * part,
                            5 * numbers * log2(numbers) * part * times};
}

static void print_table(const struct request *r, const struct problem *p,
                        const struct prediction *all)
{
    const struct machine *m = &r->machine;
    char compute[16], exchange[16], total[16];
    for (int i = 0; i < r->rank; i++)
        printf("%s%td", i > 0 ? " x " : "", r->n[i]);
    printf(", %s, %s, level %s, on %.0f nodes of %.0f rank%s\n", choice_name(kind_choices, r->kind),
           choice_name(precision_choices, r->precision), choice_name(level_choices, r->level),
           m->nodes, m->ranks_per_node, m->ranks_per_node > 1 ? "s" : "");
    printf("%-19s %-11s %9s %9s %11s %10s  %-10s %-10s %s\n", "layout", "grid", "exchanges",
           "messages", "MB sent", "MB memory", "compute", "exchange", "together");
    for (int i = 0; i < MODEL_LAYOUTS; i++) {
        const struct prediction *a = &all[i];
        char grid[32];
        if (a->why_not != NULL) {
            printf("%-19s not here: %s\n", a->layout, a->why_not);
            continue;
        }
        snprintf(grid, sizeof grid, a->grid[1] > 1 ? "%dx%d" : "%d", a->grid[0], a->grid[1]);
        text_seconds(compute, sizeof compute, a->compute);
        text_seconds(exchange, sizeof exchange, a->exchange);
        text_seconds(total, sizeof total, a->compute + a->exchange);
        printf("%-19s %-11s %9d %9.0f %11.4g %10.4g  %-10s %-10s %s\n", a->layout, grid,
               a->exchanges, a->messages, a->bytes_per_rank / 1e6, a->memory / 1e6, compute,
               exchange, total);
    }
    printf("\nMessages, MB sent and MB of memory (input, output, one workspace) are of one rank. "
           "Assumed: %.4g GFLOPS a\n"
           "node on its lines, of %.3g flops; %.4g GB/s out of a node, of which an all-to-all "
           "reaches %.3g; %.3g us a\n"
           "message; nothing overlaps (with chunks the larger of computing and exchanging remains, "
           "at best). A model,\n"
           "not a measurement: 'stet-mpi bench' times what is here.\n",
           m->flops / 1e9, p->flops, m->bandwidth / 1e9, m->efficiency, m->latency * 1e6);
}

static json_t *json_of(const struct prediction *a)
{
    json_t *o = json_object();
    json_object_set_new(o, "layout", json_string(a->layout));
    json_object_set_new(o, "not_here", a->why_not != NULL ? json_string(a->why_not) : json_null());
    json_object_set_new(o, "grid", json_pack("[ii]", a->grid[0], a->grid[1]));
    json_object_set_new(o, "exchanges", json_integer(a->exchanges));
    json_object_set_new(o, "messages_per_rank", json_number(a->messages));
    json_object_set_new(o, "bytes_per_rank", json_number(a->bytes_per_rank));
    json_object_set_new(o, "memory_per_rank", json_number(a->memory));
    json_object_set_new(o, "compute_seconds", json_number(a->compute));
    json_object_set_new(o, "exchange_seconds", json_number(a->exchange));
    return o;
}

static bool print_json(const struct request *r, const struct problem *p,
                       const struct prediction *all, struct error *e)
{
    const struct machine *m = &r->machine;
    struct report out;
    size_t shape[STET_MPI_MAX_RANK];
    json_t *list = json_array();
    for (int i = 0; i < r->rank; i++)
        shape[i] = (size_t)r->n[i];
    for (int i = 0; i < MODEL_LAYOUTS; i++)
        json_array_append_new(list, json_of(&all[i]));
    report_start(&out, true);
    report_key(&out, "lengths", json_shape(shape, r->rank));
    report_key(&out, "kind", json_string(choice_name(kind_choices, r->kind)));
    report_key(&out, "precision", json_string(choice_name(precision_choices, r->precision)));
    report_key(&out, "level", json_string(choice_name(level_choices, r->level)));
    report_key(&out, "nodes", json_number(m->nodes));
    report_key(&out, "ranks_per_node", json_number(m->ranks_per_node));
    report_key(&out, "flops_per_node", json_number(m->flops));
    report_key(&out, "bytes_per_second_per_node", json_number(m->bandwidth));
    report_key(&out, "efficiency", json_number(m->efficiency));
    report_key(&out, "latency_seconds", json_number(m->latency));
    report_key(&out, "flops", json_number(p->flops));
    report_key(&out, "layouts", list);
    return report_finish(&out, e);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct request r = {.kind = STET_C2C,
                        .precision = STET_F64,
                        .level = STET_LEVEL_NATIVE,
                        .machine = {16, 1, 128e9, 25e9, 0.5, 1.5e-6}};
    struct prediction all[MODEL_LAYOUTS];
    const char *value;
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(&r, key, value, e))
            return EXIT_ERROR;
    if (key < 0 || !parse_lengths("", options_operand(argv, 0), STET_MPI_MAX_RANK, r.n, &r.rank, e))
        return EXIT_ERROR;
    const struct problem p = problem_of(&r);
    model_predict(&r.machine, &p, all);
    if (rank > 0)
        return EXIT_SAME;
    if (r.json)
        return print_json(&r, &p, all, e) ? EXIT_SAME : EXIT_ERROR;
    print_table(&r, &p, all);
    return EXIT_SAME;
}

static const struct option_row rows[] = {
    {'N', "nodes", "K", "the number of nodes [16]"},
    {'R', "ranks-per-node", "R", "ranks per node; the other cores of a node run threads [1]"},
    {'G', "gflops", "G",
     "the speed of a node on lines in its own memory, in GFLOPS\n"
     "[128]"},
    {'B', "bandwidth", "GB/s", "the bandwidth out of a node [25]"},
    {'E', "efficiency", "E",
     "the share of the bandwidth that an all-to-all reaches\n"
     "[0.5]"},
    {'T', "latency", "US", "the latency of a message in microseconds [1.5]"},
    {'k', "kind", "KIND", "c2c, r2c or c2r [c2c]"},
    {'p', "precision", "PREC", "f32 or f64 [f64]"},
    {'l', "level", "LEVEL",
     "the level of accuracy: native, extended, extended-ff or\n"
     "correct [native]"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_plan = {
    .name = "plan",
    .operands = "N0xN1xN2",
    .summary = "predict the time of a transform on another machine",
    .least = 1,
    .most = 1,
    .options = rows,
    .details =
        "It prints layouts, exchanges, bytes, memory per rank, and the time that follows from\n"
        "latency and bandwidth. For level correct it counts the first stage, which ordinary data\n"
        "seldom leave. It needs no ranks.",
    .example = "  $ stet-mpi plan 2048x2048x2048 --nodes 1024\n"
               "  $ stet-mpi plan 4096x4096x4096 --nodes 10240 --bandwidth 50 --json",
    .run = run,
};
