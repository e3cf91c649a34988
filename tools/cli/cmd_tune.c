/* SPDX-License-Identifier: Apache-2.0 */
/* stet tune finds the fastest schedules on this machine. */
#include "commands.h"
#include "bench/machine.h"
#include "bench/measure.h"
#include "bench/sizes.h"
#include "files/options.h"
#include "files/output.h"
#include "files/progress.h"
#include "files/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 9

/* Powers of two, and lengths that users have: round numbers, rates of sound and their parts,
 * products of few small primes, some primes. */
static const char usual[] =
    "2..2^22,3,5,6,7,9,10,12,15,18,20,24,25,27,30,36,40,45,48,50,60,72,75,80,81,90,96,100,108,120,"
    "125,"
    "144,150,160,180,192,200,225,240,243,250,288,300,320,360,384,400,432,480,500,576,600,625,640,"
    "720,"
    "729,750,768,800,900,960,1000,1009,1080,1152,1200,1250,1280,1440,1500,1536,1600,1800,1920,2000,"
    "2187,2400,2500,2880,3000,3072,3125,3600,3840,4000,4320,4800,5000,6000,6144,6561,7200,7680,"
    "8000,"
    "9600,10000,12000,12288,15000,15625,16000,19200,19683,20000,22050,24000,24576,30000,30030,"
    "32000,"
    "40000,44100,46080,48000,49152,50000,65537,78125,88200,96000,98304,100000,192000,196608,200000,"
    "250000,393216,500000,786432,1000000";
static const char few[] = "2^2..2^16,12,100,240,1000,1009,10000,44100";

/* The precisions for which a tuning file has entries. */
#define PRECISIONS (ALLOW_FLOATS | ALLOW(STET_F16))

struct request {
    struct sizes sizes;
    int kind, precision; /* 0: all */
    bool shipped, as_json;
    const char *output, *check; /* files or NULL */
};

/* Holds a position in the nested loops over kinds, precisions and lengths. */
struct at {
    int kind, precision, size;
};

static struct work work_of(const struct request *r, const struct at *at)
{
    return (struct work){.kind = (stet_kind)at->kind,
                         .precision = (stet_precision)at->precision,
                         .level = STET_LEVEL_NATIVE,
                         .shape = r->sizes.items[at->size].shape,
                         .batch = 1,
                         .threads = 1,
                         .half_mode = STET_HALF_NATIVE};
}

static bool is_asked(const struct request *r, const struct at *at)
{
    return (r->kind == 0 || r->kind == at->kind) &&
           (r->precision == 0 || r->precision == at->precision);
}

/* Moves to the next requested position; at begins as zeros. */
static bool next(const struct request *r, struct at *at)
{
    if (at->kind == 0)
        *at = (struct at){STET_C2C, STET_F32, -1};
    do
        if (++at->size == r->sizes.count) {
            at->size = 0;
            if (++at->precision > STET_F16) {
                at->precision = STET_F32;
                at->kind++;
            }
        }
    while (at->kind <= STET_C2R && !is_asked(r, at));
    return at->kind <= STET_C2R;
}

static size_t count_of(const struct request *r)
{
    struct at at = {0};
    size_t count = 0;
    while (next(r, &at))
        count++;
    return count;
}

/* --------------------------------------------------------------- measure -- */

static bool make_plan(const struct work *w, stet_effort effort, struct error *e)
{
    stet_dim dim = {w->shape.n[0], 1, 1};
    stet_options o;
    stet_plan *plan;
    stet_options_init(&o);
    o.kind = w->kind;
    o.precision = w->precision;
    o.direction = w->kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    o.rank = 1;
    o.dims = &dim;
    o.effort = effort;
    if (work_is_half(w))
        o.half_mode = w->half_mode;
    const stet_status status = stet_plan_create(&plan, &o);
    if (status == STET_OK)
        stet_plan_destroy(plan);
    return status == STET_OK || status == STET_E_HALF_LENGTH ||
           error_set(e, "length %td: %s", w->shape.n[0], stet_strerror(status));
}

static bool measure_all(const struct request *r, struct error *e)
{
    struct at at = {0};
    size_t done = 0;
    progress_phase("transforms measured", count_of(r));
    while (next(r, &at)) {
        const struct work w = work_of(r, &at);
        if (!make_plan(&w, STET_EFFORT_MEASURE, e))
            return false;
        progress_at(++done);
    }
    progress_end();
    return true;
}

/* Returns the measured entries, for free(), or NULL if memory runs out. */
static char *measured(void)
{
    const size_t size = stet_tuning_write(NULL, 0) + 1;
    char *text = malloc(size);
    if (text != NULL)
        stet_tuning_write(text, size);
    return text;
}

/* Writes the file, where each line of the text is an entry. only_gains leaves out entries that
 * equal the rule. */
static void put_entries(FILE *to, const char *text, bool only_gains)
{
    const char *between = "";
    for (const char *end; *text != 0; text = end + 1) {
        int size = (int)strcspn(text, "\n");
        const char *gain = strstr(text, "\"gain\"");
        end = text + size;
        if (strncmp(text, "{\"kind\"", 7) != 0) {
            fprintf(to, "%s%.*s\n", *between ? "\n" : "", size, text);
            continue;
        }
        size -= text[size - 1] == ',';
        if (!only_gains || (gain != NULL && gain < end)) {
            fprintf(to, "%s%.*s", between, size, text);
            between = ",\n";
        }
    }
}

/* Returns 1 for an entry that is the rule's choice. */
static double gain_of(const json_t *entry)
{
    const json_t *gain = json_object_get(entry, "gain");
    return gain != NULL ? json_number_value(gain) : 1;
}

static double mean_of(const json_t *entries)
{
    size_t i;
    double sum = 0;
    const json_t *entry;
    json_array_foreach(entries, i, entry) sum += log(gain_of(entry));
    return i > 0 ? exp(sum / (double)i) : 1;
}

static const char *word(const json_t *entry, const char *key)
{
    return json_string_value(json_object_get(entry, key));
}

static void print_entries(const json_t *entries)
{
    size_t i, gained = 0;
    const json_t *entry;
    json_array_foreach(entries, i, entry)
    {
        if (json_object_get(entry, "gain") == NULL)
            continue;
        if (gained++ == 0)
            printf("%-4s %-4s %8s %6s  %s\n", "kind", "prec", "n", "gain", "schedule");
        printf("%-4s %-4s %8lld %6.3f  %s\n", word(entry, "kind"), word(entry, "precision"),
               (long long)json_integer_value(json_object_get(entry, "n")), gain_of(entry),
               word(entry, "schedule"));
    }
    printf("%zu transforms on %s; %zu have another schedule than the rule's; gain %.3f in the "
           "geometric mean of all\n",
           i, stet_isa_name(), gained, mean_of(entries));
}

static bool report(const struct request *r, json_t *entries, struct error *e)
{
    if (!r->as_json) {
        print_entries(entries);
        return true;
    }
    return json_print(json_pack("{s:s,s:O,s:f}", "isa", stet_isa_name(), "entries", entries, "gain",
                                mean_of(entries)),
                      JSON_INDENT(2), stdout, "standard output", e);
}

/* Tunes. It opens the file before it spends minutes. */
static bool tune(const struct request *r, struct error *e)
{
    struct output *out = NULL;
    if (r->output != NULL && (out = output_begin(r->output, "--output", OUTPUT_JSON, e)) == NULL)
        return false;
    stet_tuning_clear();
    if (!measure_all(r, e))
        return false;
    char *text = measured();
    json_t *file = text != NULL ? json_loads(text, 0, NULL) : NULL;
    json_t *entries = json_object_get(file, "entries");
    bool ok =
        entries != NULL ? report(r, entries, e) : error_set(e, "not enough memory for the result");
    if (ok && out != NULL) {
        put_entries(output_stream(out), text, r->shipped);
        ok = output_commit_all(e);
    }
    json_decref(file);
    free(text);
    return ok;
}

/* ----------------------------------------------------------------- check -- */

/* Makes the table's plan and a measured one. */
static bool contend(const struct request *r, struct contender c[2], const struct work *w,
                    struct error *e)
{
    char reason[800];
    struct work measuring = *w;
    measuring.effort = STET_EFFORT_MEASURE;
    stet_tuning_clear();
    if (strcmp(r->check, "shipped") != 0 &&
        stet_tuning_load(r->check, reason, sizeof reason) != STET_OK)
        return error_set(e, "%s", reason);
    if (!contend_stet(&c[0], w, e))
        return false;
    stet_tuning_clear();
    if (contend_stet(&c[1], &measuring, e))
        return true;
    c[0].release(c[0].plan);
    return false;
}

struct compared {
    struct work work;
    double ratio, noise;
};

static bool compare(const struct request *r, struct compared *row, struct error *e)
{
    struct contender c[2];
    struct timing t[2];
    struct arrays a;
    if (!arrays_new(&a, &row->work, e))
        return false;
    bool ok = contend(r, c, &row->work, e);
    if (ok) {
        arrays_fill(&a);
        ok = measure(c, 2, &a, ROUNDS, t, e);
        c[0].release(c[0].plan);
        c[1].release(c[1].plan);
        row->ratio = t[1].seconds / t[0].seconds;
        row->noise = t[0].spread > t[1].spread ? t[0].spread : t[1].spread;
    }
    arrays_free(&a);
    return ok;
}

static void print_row(const struct compared *row, json_t *rows)
{
    const struct work *w = &row->work;
    const char *precision = w->precision == STET_F16 ? "f16" : work_precision(w);
    if (rows != NULL)
        json_array_append_new(rows,
                              json_pack("{s:s,s:s,s:I,s:f,s:f}", "kind", work_kind(w), "precision",
                                        precision, "n", (json_int_t)w->shape.n[0], "ratio",
                                        row->ratio, "noise", row->noise));
    else
        printf("%-4s %-4s %8td %6.3f  %3.0f %%\n", work_kind(w), precision, w->shape.n[0],
               row->ratio, 100 * row->noise);
}

static bool has_plan(const struct work *w)
{
    struct error unused;
    struct contender c;
    if (!work_is_half(w))
        return true;
    const bool has = contend_stet(&c, w, &unused);
    if (has)
        c.release(c.plan);
    return has;
}

static bool check(const struct request *r, struct error *e)
{
    struct at at = {0};
    size_t count = 0, done = 0;
    double sum = 0;
    json_t *rows = r->as_json ? json_array() : NULL;
    progress_phase("transforms compared", count_of(r));
    while (next(r, &at)) {
        struct compared row = {.work = work_of(r, &at)};
        progress_at(++done);
        if (!has_plan(&row.work))
            continue;
        if (!compare(r, &row, e)) {
            json_decref(rows);
            return false;
        }
        progress_end();
        if (count == 0 && rows == NULL)
            printf("%-4s %-4s %8s %6s  %s\n", "kind", "prec", "n", "ratio", "noise");
        print_row(&row, rows);
        sum += log(row.ratio);
        count++;
    }
    const double mean = count > 0 ? exp(sum / (double)count) : 1;
    if (rows != NULL)
        return json_print(
            json_pack("{s:s,s:o,s:f}", "isa", stet_isa_name(), "rows", rows, "mean", mean),
            JSON_INDENT(2), stdout, "standard output", e);
    printf(
        "%zu transforms on %s: ESTIMATE has %.3f of the speed of MEASURE in the geometric mean\n",
        count, stet_isa_name(), mean);
    return true;
}

/* --------------------------------------------------------------- command -- */

static bool take_option(struct request *r, int key, const char *value, struct error *e)
{
    switch (key) {
    case 's': return sizes_parse(&r->sizes, value, e);
    case 'k': return parse_choice_of("kind", value, kind_choices, ALLOW_ALL, "all", &r->kind, e);
    case 'P':
        return parse_choice_of("precision", value, precision_choices, PRECISIONS, "all",
                               &r->precision, e);
    case 'q': return sizes_parse(&r->sizes, few, e);
    case 'S': r->shipped = true; return true;
    case 'j': r->as_json = true; return true;
    case 'c': r->check = value; return true;
    default: r->output = value; return true;
    }
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct request r = {.kind = 0};
    const char *value;
    int key;
    if (!sizes_parse(&r.sizes, usual, e))
        return EXIT_ERROR;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(&r, key, value, e))
            return EXIT_ERROR;
    if (key == 0 && r.check != NULL && (r.output != NULL || r.shipped)) {
        error_write(e, "--check writes no file: leave out --output and --shipped");
        key = -1;
    }
    if (key < 0)
        return EXIT_ERROR;
    machine_pin(1);
    return (r.check != NULL ? check(&r, e) : tune(&r, e)) ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'s', "sizes", "LIST",
     "lengths N, or FIRST..LAST for all doublings, as in stet\n"
     "bench [many]"},
    {'k', "kind", "KIND", "c2c, r2c, c2r or all [all]"},
    {'P', "precision", "PREC", "f16 (mode native), f32, f64 or all [all]"},
    {'q', "quick", NULL, "measure few lengths: seconds instead of minutes"},
    {'o', "output", "FILE", "write a tuning file"},
    {'S', "shipped", NULL, "write only what differs from the rule, for src/lines/tuned"},
    {'c', "check", "FILE",
     "measure plans that use FILE, or the tables that come with\n"
     "stet if FILE is \"shipped\", beside plans that measure"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_tune = {
    .name = "tune",
    .operands = "",
    .summary = "measure which schedules are fastest here, and write a tuning file",
    .least = 0,
    .most = 0,
    .options = rows,
    .details =
        "For each length, kind and precision it measures the schedules with which the library can\n"
        "run the transform: all of them give the same bits. The table shows where one was faster\n"
        "than the schedule of the library's rule, and by how much. Programs use the file that\n"
        "--output has written if STET_TUNING names it. The file is valid for one instruction set,\n"
        "the one in use (STET_ISA). The machine should be idle.",
    .example = "  $ stet tune --output tuning.json\n"
               "  $ STET_TUNING=tuning.json stet bench --sizes 44100\n"
               "  $ stet tune --check tuning.json --sizes 2^4..2^16 --kind c2c",
    .run = run,
};
