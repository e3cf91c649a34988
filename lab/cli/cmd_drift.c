/* SPDX-License-Identifier: Apache-2.0 */
/* stet-lab drift measures how the error of a transform or a convolution grows when it is repeated.
 */
#include "cli/drift_picture.h"
#include "cli/drift_work.h"
#include "cli/subcommands.h"
#include "files/options.h"
#include "files/output.h"
#include "files/progress.h"
#include "files/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 3, RECORDS = 256 };

static const stet_level all_levels[LEVELS] = {STET_LEVEL_NATIVE, STET_LEVEL_EXTENDED,
                                              STET_LEVEL_CORRECT};
static const struct choice works[] = {
    {"roundtrip", WORK_ROUNDTRIP}, {"conv", WORK_CONV}, {NULL, 0}};

struct request {
    int64_t steps, rebase;
    ptrdiff_t n, seed;
    int work, precision;
    bool wanted[LEVELS], named; /* levels; named: the user named some */
    bool run_on, json;
    const char *plot;
};

/* The results of one level. */
struct course {
    stet_level level;
    stet_status status;
    double seconds;
    stet_drift_result result;
    stet_drift_record records[RECORDS];
    ptrdiff_t count; /* number of records */
};

/* ---------------------------------------------------------------- options -- */

/* Parses a whole number such as 1000000 or 1e6. */
static bool parse_steps(const char *option, const char *value, int64_t *steps, struct error *e)
{
    char *end;
    const double x = strtod(value, &end);
    if (*value < '0' || *value > '9' || *end != 0 || !(x >= 1 && x <= 1e15) || x != floor(x))
        return error_set(e, "--%s %s: not a whole number from 1 to 1e15, such as 1e6", option,
                         value);
    *steps = (int64_t)x;
    return true;
}

/* Parses a list such as native,correct. */
static bool parse_levels(const char *value, struct request *r, struct error *e)
{
    char name[32];
    for (const char *at = value;; at++) {
        const size_t length = strcspn(at, ",");
        int level;
        snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), at);
        if (!parse_choice("level", name, level_choices, &level, e))
            return false;
        for (int i = 0; i < LEVELS; i++)
            r->wanted[i] = r->wanted[i] || (int)all_levels[i] == level;
        r->named = true;
        at += length;
        if (*at == 0)
            return true;
    }
}

static bool take(struct request *r, int key, const char *value, struct error *e)
{
    switch (key) {
    case 's': return parse_steps("steps", value, &r->steps, e);
    case 'r': return parse_steps("rebase", value, &r->rebase, e);
    case 'n': return parse_number("length", value, 1, (ptrdiff_t)1 << 30, &r->n, e);
    case 'S': return parse_number("seed", value, 0, PTRDIFF_MAX, &r->seed, e);
    case 'w': return parse_choice("work", value, works, &r->work, e);
    case 'P':
        return parse_choice_of("precision", value, precision_choices, ALLOW_FLOATS, NULL,
                               &r->precision, e);
    case 'l': return parse_levels(value, r, e);
    case 'p': r->plot = value; return true;
    case 'R': r->run_on = true; return true;
    default: r->json = true; return true;
    }
}

/* --------------------------------------------------------------------- run -- */

static int show(void *context, int64_t done, int64_t steps)
{
    (void)context, (void)steps;
    progress_at((size_t)done);
    return 0;
}

static stet_drift_options options_of(const struct request *r, struct drift_work *w,
                                     struct course *c)
{
    stet_drift_options o;
    stet_drift_options_init(&o);
    o.precision = w->precision;
    o.count = w->count;
    o.steps = r->steps;
    o.rebase = r->rebase;
    o.step = drift_work_step;
    o.step_context = w;
    o.reference_at = drift_work_reference(w);
    o.reference_context = w;
    o.progress = show;
    o.records = c->records;
    o.room = RECORDS;
    if (r->rebase == 0 && o.reference_at == NULL)
        o.cycles = r->run_on ? STET_DRIFT_VERIFY : STET_DRIFT_STOP;
    return o;
}

/* Returns true if the level has run, or if it does not exist and the user did not name it. */
static bool run_level(const struct request *r, struct course *c, struct error *e)
{
    struct drift_work w;
    const char *name = choice_name(level_choices, c->level);
    c->status = drift_work_create(&w, r->work, (stet_precision)r->precision, c->level, r->n,
                                  (uint64_t)r->seed);
    if (c->status == STET_OK) {
        const stet_drift_options o = options_of(r, &w, c);
        c->result.size = sizeof c->result;
        progress_phase(name, (size_t)r->steps);
        const double start = clock_seconds();
        c->status = stet_drift(&o, w.state, &c->result);
        c->seconds = clock_seconds() - start;
        progress_end();
        c->count = c->result.comparisons < RECORDS ? (ptrdiff_t)c->result.comparisons : RECORDS;
        if (c->status == STET_E_ABORTED)
            c->status = (stet_status)c->result.code;
    }
    drift_work_free(&w);
    if (c->status == STET_OK || (c->status == STET_E_PRECISION && !r->named))
        return true;
    return error_set(e, "level %s, %s, length %td: %s", name,
                     choice_name(precision_choices, r->precision), r->n, stet_strerror(c->status));
}

/* ------------------------------------------------------------------- table -- */

static const stet_drift_record *record_at(const struct course *c, int64_t step)
{
    for (ptrdiff_t i = 0; i < c->count; i++)
        if (c->records[i].step == step)
            return &c->records[i];
    return NULL;
}

static void print_row(const struct course *courses, int count, int64_t step)
{
    printf("%10" PRId64, step);
    for (int i = 0; i < count; i++) {
        const stet_drift_record *r = record_at(&courses[i], step);
        if (r != NULL)
            printf("  %12.4g %10.4g", r->rms_scale, r->max_scale);
        else if (courses[i].status == STET_OK && courses[i].result.cycle_length > 0)
            printf("  %12s %10s", "same", "");
        else
            printf("  %12s %10s", "-", "");
    }
    putchar('\n');
}

/* Writes what the end of a level's run means. */
static void describe(const struct request *r, const struct course *c, char *text, size_t size)
{
    const stet_drift_result *d = &c->result;
    if (c->status != STET_OK)
        snprintf(text, size, "skipped: %s", stet_strerror(c->status));
    else if (d->cycle_length == 1)
        snprintf(text, size,
                 "fixed point after %" PRId64 " steps; the remaining steps are identical%s",
                 d->cycle_seen - 1,
                 !r->run_on             ? ""
                 : d->cycle_broken == 0 ? ", as running on has shown"
                                        : ", BUT running on gave another state");
    else if (d->cycle_length > 0)
        snprintf(text, size, "a cycle of %" PRId64 " states, seen after %" PRId64 " steps%s",
                 d->cycle_length, d->cycle_seen,
                 !r->run_on             ? ""
                 : d->cycle_broken == 0 ? "; running on has shown nothing else"
                                        : ", BUT running on gave another state");
    else if (d->first.rms_scale == 0)
        snprintf(text, size, "no error at step 1; at the last %.4g ulp rms", d->last.rms_scale);
    else
        snprintf(text, size, "from step 1 to the last the rms error became %.4g times as large",
                 d->last.rms_scale / d->first.rms_scale);
}

static void print_table(const struct request *r, const struct course *courses, int count)
{
    char text[200];
    printf("%s, N = %td, %s; errors in ulp of the state's rms\n\n", drift_step_name(r->work), r->n,
           choice_name(precision_choices, r->precision));
    printf("%10s", "steps");
    for (int i = 0; i < count; i++)
        printf("  %12s %10s", choice_name(level_choices, courses[i].level), "largest");
    putchar('\n');
    int64_t step = 1;
    for (; step < r->steps; step *= 10)
        print_row(courses, count, step);
    print_row(courses, count, r->steps);
    putchar('\n');
    for (int i = 0; i < count; i++) {
        describe(r, &courses[i], text, sizeof text);
        printf("%-10s %s (%" PRId64 " steps in %.2g s)\n",
               choice_name(level_choices, courses[i].level), text, courses[i].result.steps,
               courses[i].seconds);
    }
}

/* -------------------------------------------------------------------- JSON -- */

static json_t *json_record(const stet_drift_record *r)
{
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:I, s:b}", "step", (json_int_t)r->step,
                     "rms_scale", json_number(r->rms_scale), "max_scale", json_number(r->max_scale),
                     "rms_ulp", json_number(r->rms_ulp), "max_ulp", json_number(r->max_ulp), "same",
                     (json_int_t)r->same, "rebased", r->rebased);
}

static json_t *json_course(const struct course *c)
{
    const stet_drift_result *d = &c->result;
    json_t *records = json_array();
    for (ptrdiff_t i = 0; i < c->count; i++)
        (void)json_array_append_new(records, json_record(&c->records[i]));
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:b, s:o, s:o}", "level",
                     choice_name(level_choices, c->level), "status", stet_strerror(c->status),
                     "steps_run", (json_int_t)d->steps, "rebases", (json_int_t)d->rebases,
                     "cycle_seen", (json_int_t)d->cycle_seen, "cycle_length",
                     (json_int_t)d->cycle_length, "cycle_broken", d->cycle_broken > 0, "seconds",
                     json_number(c->seconds), "records", records);
}

static bool print_json(const struct request *r, const struct course *courses, int count,
                       struct error *e)
{
    json_t *levels = json_array();
    for (int i = 0; i < count; i++)
        (void)json_array_append_new(levels, json_course(&courses[i]));
    json_t *all = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:o}", "work",
                            choice_name(works, r->work), "step", drift_step_name(r->work),
                            "precision", choice_name(precision_choices, r->precision), "length",
                            (json_int_t)r->n, "steps", (json_int_t)r->steps, "rebase",
                            (json_int_t)r->rebase, "seed", (json_int_t)r->seed, "levels", levels);
    return json_print(all, JSON_INDENT(2), stdout, "standard output", e);
}

/* ----------------------------------------------------------------- command -- */

static bool draw(const struct request *r, const struct course *courses, int count, struct error *e)
{
    struct curve curves[LEVELS];
    char title[200];
    int drawn = 0;
    struct output *out = output_begin(r->plot, "--plot", OUTPUT_SVG, e);
    if (out == NULL)
        return false;
    for (int i = 0; i < count; i++)
        if (courses[i].count > 0)
            curves[drawn++] =
                (struct curve){choice_name(level_choices, courses[i].level),
                               (int)courses[i].level - 1, courses[i].records, courses[i].count};
    snprintf(title, sizeof title, "Drift of %s, N = %td, %s", choice_name(works, r->work), r->n,
             choice_name(precision_choices, r->precision));
    drift_picture(curves, drawn, title,
                  "dotted: the first error, if it grew as sqrt(n) and as n; a level that ends "
                  "early repeats",
                  output_stream(out));
    return output_finish_all(e);
}

static bool run_levels(const struct request *r, struct course *courses, int *count, struct error *e)
{
    *count = 0;
    for (int i = 0; i < LEVELS; i++)
        if (r->wanted[i] || !r->named) {
            courses[*count].level = all_levels[i];
            if (!run_level(r, &courses[(*count)++], e))
                return false;
        }
    return true;
}

static bool print(const struct request *r, const struct course *courses, int count, struct error *e)
{
    if (r->json)
        return print_json(r, courses, count, e);
    print_table(r, courses, count);
    return true;
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct request r = {
        .steps = 1000000, .n = 1024, .seed = 1, .work = WORK_ROUNDTRIP, .precision = STET_F32};
    const char *value;
    int key, count;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take(&r, key, value, e))
            return EXIT_ERROR;
    if (r.work == WORK_CONV && r.n % 4 != 0) {
        error_set(e, "--length %td: --work conv needs a multiple of 4, such as 1024", r.n);
        return EXIT_ERROR;
    }
    if (key < 0 || (r.json && !output_take_stdout("--json", e)))
        return EXIT_ERROR;
    struct course *courses = calloc(LEVELS, sizeof *courses);
    if (courses == NULL) {
        error_set(e, "not enough memory");
        return EXIT_ERROR;
    }
    const bool ok = run_levels(&r, courses, &count, e) &&
                    (r.plot == NULL || draw(&r, courses, count, e)) &&
                    print(&r, courses, count, e) &&
                    (fflush(stdout) == 0 || error_errno(e, "standard output", "cannot write")) &&
                    output_commit_all(e);
    free(courses);
    return ok ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'s', "steps", "N", "the number of steps [1e6]"},
    {'n', "length", "N", "the length of the signal [1024]"},
    {'w', "work", "WORK", "the step: roundtrip or conv [roundtrip]"},
    {'l', "level", "LEVELS",
     "native, extended, correct, or several with commas [all\n"
     "that the precision has]"},
    {'P', "precision", "P", "f32 or f64 [f32]"},
    {'r', "rebase", "K", "set the signal to the exact one every K steps"},
    {'R', "run-on", NULL,
     "take all steps, also after a fixed point or a cycle, and\n"
     "check that it is one"},
    {'S', "seed", "N", "the seed of the random signal [1]"},
    {'p', "plot", "OUT.svg", "draw the errors against the number of steps"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_drift = {
    .name = "drift",
    .operands = "",
    .summary = "measure how the error grows when a transform is repeated",
    .least = 0,
    .most = 0,
    .options = rows,
    .details =
        "A random signal goes through the same step again and again, at each level, and is\n"
        "compared with the result of exact arithmetic. Errors are in units in the last place\n"
        "(ulp) of the signal's root mean square. A level that returns to a state it had before\n"
        "ends there, and the table says so: all that follows repeats.\n"
        "\n"
        "roundtrip: a complex transform and its inverse. Exact arithmetic changes nothing.\n"
        "conv: a circular convolution with 1/2 at lags 0, N/4 and N/2, and -1/2 at 3N/4; N is a\n"
        "multiple of 4. Its spectrum has modulus 1, so the norm of the signal stays, and four\n"
        "steps are the identity.",
    .example = "  $ stet-lab drift --steps 1e6 --plot drift.svg",
    .run = run,
};
