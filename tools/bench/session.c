/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/session.h"
#include "bench/child.h"
#include "bench/first.h"
#include "bench/machine.h"
#include "bench/peers.h"
#include "bench/picture.h"
#include "bench/table.h"
#include "files/output.h"
#include "files/progress.h"
#include "files/report.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct session {
    const struct request *ask;
    bool table; /* print the table; else JSON */
    struct peers peers;
    struct columns columns; /* .over: the modes of child processes */
    bool failed[MODES];     /* modes that are not tried again */
    struct bench_row *rows;
    int count, done;
    json_t *machine, *missing, *notes; /* the last two belong to machine */
    char phase[100];
    struct output *json, *plot;
};

static bool add_row(struct session *s, const struct shape *shape, ptrdiff_t batch,
                    stet_precision precision, struct error *e)
{
    const struct request *r = s->ask;
    const ptrdiff_t stride = r->columns ? batch : r->stride, points = shape_points(shape);
    char text[SHAPE_TEXT];
    if (batch > POINTS_MAX / points)
        return error_set(e, "--batch %td with length %s: more than 2^28 points", batch,
                         shape_text(shape, text));
    if (stride != 0 && batch > stride)
        return error_set(e,
                         "--stride %td with a batch of %td: the lines are columns of an array of "
                         "%td columns: say --batch %td or less, or a larger stride",
                         stride, batch, stride, stride);
    if (stride > POINTS_MAX / points)
        return error_set(e, "--stride %td with length %s: an array of more than 2^28 points",
                         stride, shape_text(shape, text));
    s->rows[s->count++].work = (struct work){.kind = (stet_kind)r->kind,
                                             .precision = precision,
                                             .shape = *shape,
                                             .batch = batch,
                                             .stride = stride,
                                             .in_place = r->in_place,
                                             .threads = r->threads,
                                             .half_mode = (stet_half_mode)r->half_mode,
                                             .effort = (stet_effort)r->effort,
                                             .level = (stet_level)r->level};
    s->columns.batch = s->columns.batch || batch > 1;
    return true;
}

/* Makes rows of all sizes for each precision and batch. A size with its own batch occurs once. */
static bool make_rows(struct session *s, struct error *e)
{
    const struct request *r = s->ask;
    s->rows = calloc(2 * (size_t)r->sizes.count * (size_t)r->batches.count, sizeof *s->rows);
    if (s->rows == NULL)
        return error_set(e, "not enough memory");
    for (int p = STET_F32; p <= STET_BF16; p++)
        for (int b = 0; b < r->batches.count; b++)
            for (int i = 0; i < r->sizes.count; i++) {
                const struct size *size = &r->sizes.items[i];
                const bool asked = r->precision == 0 ? p <= STET_F64 : r->precision == p;
                if (!asked || (size->batch != 0 && b > 0))
                    continue;
                ptrdiff_t batch = size->batch != 0 ? size->batch : r->batches.items[b].batch;
                if (!add_row(s, &size->shape, batch, (stet_precision)p, e))
                    return false;
            }
    return true;
}

/* -------------------------------------------------------- what is here -- */

/* Says a note once. */
static void say_note(void *session, const char *text)
{
    struct session *s = session;
    json_t *note = json_text(text), *said;
    size_t i;
    bool again = false;
    json_array_foreach(s->notes, i, said) again = again || json_equal(said, note);
    if (again) {
        json_decref(note);
        return;
    }
    progress_end();
    json_array_append_new(s->notes, note);
    if (s->table)
        printf("note: %s\n", text);
}

static void say_missing(struct session *s, const char *name, const char *why)
{
    json_object_set_new(s->missing, name, json_text(why));
    if (s->table)
        printf("%-11s %s\n", name, why);
}

static void say_library(struct session *s, json_t *libraries, const struct library *l)
{
    if (l->name == NULL)
        return; /* not requested */
    if (!l->loaded && l->missing.text[0] != 0) {
        char text[sizeof l->missing.text + 20];
        snprintf(text, sizeof text, "missing: %s", l->missing.text);
        say_missing(s, l->name, text);
        return;
    }
    json_t *o = json_object();
    json_object_set_new(o, "path", json_text(l->path));
    if (l->loaded)
        json_object_set_new(o, "version", json_text(l->version));
    if (l->loaded && l == &s->peers.mkl)
        json_object_set_new(o, "branch", json_string(mkl_branch()));
    json_object_set_new(libraries, l->name, o);
    if (s->table)
        printf("%-11s %s%s%s\n", l->name, l->version, l->loaded ? ", " : "", l->path);
}

/* "0 1" */
static void list_cpus(const struct session *s, char *text, size_t size)
{
    size_t i, used = 0;
    const json_t *cpu;
    text[0] = 0;
    json_array_foreach(json_object_get(s->machine, "pinned_to"), i, cpu) if (used + 8 < size)
        used += (size_t)snprintf(text + used, size - used, " %d", (int)json_integer_value(cpu));
}

static void say_machine(struct session *s, int pinned)
{
    const char *cpu = "", *system = "", *compiler = "";
    char cpus[60];
    double load = (double)NAN;
    const struct request *r = s->ask;
    json_object_set_new(s->machine, "threads", json_integer(r->threads));
    json_object_set_new(s->machine, "rounds", json_integer(r->rounds));
    json_object_set_new(s->machine, "effort",
                        json_string(r->effort == STET_EFFORT_MEASURE ? "measure" : "estimate"));
    json_object_set_new(s->machine, "round_seconds", json_number(ROUND_SECONDS));
    json_object_set_new(s->machine, "clock", json_string(work_clock_name(r->threads)));
    (void)json_unpack(s->machine, "{s:s,s:s,s:s,s?F}", "cpu", &cpu, "system", &system, "compiler",
                      &compiler, "load", &load);
    if (!s->table)
        return;
    list_cpus(s, cpus, sizeof cpus);
    printf("%-11s %s; %s; load %.1f; %s%s\n", "machine", cpu, system, load,
           pinned > 0 ? "pinned to CPU" : "not pinned", cpus);
    printf("%-11s %s, isa %s, built by %s\n", "stet", stet_version(), stet_isa_name(), compiler);
}

/* Tells output.c about the library's file, so that no picture replaces it. */
static void note_library(const struct library *l)
{
    struct error unused;
    int fd = l->path[0] == '/' ? open(l->path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    (void)output_note_input(fd, &unused);
    close(fd);
}

/* Pins the process, loads the libraries, and prints which are present and which are missing. */
static void meet(struct session *s)
{
    const struct request *r = s->ask;
    int list[CONTENDERS_MAX], pinned = machine_pin(r->threads);
    json_t *libraries = json_object();
    s->machine = machine_json();
    s->missing = json_object();
    s->notes = json_array();
    say_machine(s, pinned);
    peers_load(&s->peers, r->peers, r->precision, r->threads, &r->paths);
    (void)machine_pin(r->threads); /* the OpenMP of a peer may have bound this thread */
    note_library(&s->peers.mkl);
    note_library(&s->peers.pocketfft);
    for (int b = 0; b < FFTW_BUILDS; b++)
        for (int i = 0; i < 2; i++) {
            note_library(&s->peers.fftw[b][i]);
            say_library(s, libraries, &s->peers.fftw[b][i]);
        }
    say_library(s, libraries, &s->peers.mkl);
    say_library(s, libraries, &s->peers.pocketfft);
    json_object_set_new(s->machine, "libraries", libraries);
    json_object_set_new(s->machine, "missing", s->missing);
    json_object_set_new(s->machine, "notes", s->notes);
    if (r->threads > pinned && pinned > 0)
        say_note(s, "there are fewer CPUs than threads");
    s->columns.first = r->first;
    s->columns.peer_count =
        peers_list(&s->peers, r->first ? FIRST_CALLS : REPEATED_CALLS, r->precision, list);
    for (int i = 0; i < s->columns.peer_count; i++)
        s->columns.peers[i] = peer_name(list[i]);
    bool children = !r->first && (r->peers & PEER_CBWR) && s->peers.mkl.path[0] != 0;
    for (int i = 0; i < MODES; i++)
        s->columns.over[i] = children && (modes[i].isa == NULL || r->isa_children);
}

/* --------------------------------------------------------- measurement -- */

/* Measures first calls in place of repeated ones. */
static bool time_first(struct session *s, struct bench_row *r, struct error *e)
{
    struct contender c[CONTENDERS_MAX];
    struct timing t[CONTENDERS_MAX];
    struct arrays a;
    if (!arrays_new(&a, &r->work, e))
        return false;
    arrays_fill(&a);
    r->count = first_calls(&s->peers, &a, s->ask->rounds, c, t, say_note, s, e);
    if (r->count > 0)
        row_finish(r, c, t);
    arrays_free(&a);
    return r->count > 0;
}

static bool time_row(struct session *s, struct bench_row *r, struct error *e)
{
    struct contender c[CONTENDERS_MAX];
    struct timing t[CONTENDERS_MAX];
    struct arrays a;
    if (!arrays_new(&a, &r->work, e))
        return false;
    bool ok = contend_stet(&c[0], &r->work, e);
    if (ok) {
        r->count = 1 + peers_contend(&s->peers, &r->work, &a, c + 1, say_note, s);
        arrays_fill(&a); /* after planning, which overwrites the arrays */
        ok = measure(c, r->count, &a, s->ask->rounds, t, e);
        if (ok)
            row_finish(r, c, t);
        for (int i = 0; i < r->count; i++)
            c[i].release(c[i].plan);
    }
    arrays_free(&a);
    return ok;
}

static void time_children(struct session *s, struct bench_row *r)
{
    struct error e;
    for (int i = 0; i < MODES; i++) {
        if (!s->columns.over[i] || s->failed[i])
            continue;
        s->failed[i] =
            !child_measure(&modes[i], &r->work, s->peers.mkl.path, s->ask->rounds, &r->over[i], &e);
        if (s->failed[i])
            say_note(s, e.text);
    }
}

/* Reports whether a new table begins: precision and batch rarely change, so they are in its
 * heading. */
static bool begins_table(const struct session *s, int i)
{
    return i == 0 || s->rows[i].work.precision != s->rows[i - 1].work.precision;
}

static bool time_rows(struct session *s, struct error *e)
{
    for (int i = 0; i < s->count; s->done = ++i) {
        struct bench_row *r = &s->rows[i];
        char shape[SHAPE_TEXT];
        if (s->table && begins_table(s, i))
            table_heading(&s->columns, &r->work);
        snprintf(s->phase, sizeof s->phase, "row %d of %d, %s %s, round", i + 1, s->count,
                 work_precision(&r->work), shape_text(&r->work.shape, shape));
        progress_phase(s->phase, (size_t)s->ask->rounds);
        bool ok = (s->ask->first ? time_first : time_row)(s, r, e);
        progress_end();
        if (!ok)
            return false;
        time_children(s, r);
        if (s->table)
            table_row(&s->columns, r);
    }
    return true;
}

/* -------------------------------------------------------------- result -- */

static json_t *result_json(const struct session *s)
{
    json_t *o = json_object(), *list = json_array();
    for (int i = 0; i < s->done; i++)
        json_array_append_new(list, row_json(&s->rows[i], s->ask->first));
    json_object_set(o, "machine", s->machine);
    json_object_set_new(o, "command", json_text(s->ask->command));
    json_object_set_new(o, "rows", list);
    json_object_set_new(o, "geomean", json_number(geometric_mean(s->rows, s->done, row_ratio, 0)));
    return o;
}

static bool write_json(const struct session *s, FILE *out, const char *name, struct error *e)
{
    return json_print(result_json(s), JSON_INDENT(2) | JSON_REAL_PRECISION(6), out, name, e);
}

static bool open_outputs(struct session *s, struct error *e)
{
    const struct request *r = s->ask;
    if (!s->table && !output_take_stdout("--json", e))
        return false;
    if (r->json != NULL && s->table &&
        (s->json = output_begin(r->json, "--json", OUTPUT_JSON, e)) == NULL)
        return false;
    if (r->plot != NULL && (s->plot = output_begin(r->plot, "--plot", OUTPUT_SVG, e)) == NULL)
        return false;
    return true;
}

static bool write_outputs(struct session *s, struct error *e)
{
    if (s->table)
        table_end(&s->columns, s->rows, s->done);
    else if (!write_json(s, stdout, "standard output", e))
        return false;
    if (s->json != NULL && !write_json(s, output_stream(s->json), s->ask->json, e))
        return false;
    if (s->plot != NULL)
        picture_rows(s->rows, s->done, json_string_value(json_object_get(s->machine, "cpu")),
                     output_stream(s->plot));
    if (fflush(stdout) != 0)
        return error_errno(e, "standard output", "cannot write");
    return output_commit_all(e);
}

/* Prints a row for each output that is not the transform that stet computes. Returns whether there
 * is one. */
static bool say_wrong(const struct session *s)
{
    bool agree = true;
    for (int i = 0; i < s->done; i++)
        for (int j = 0; j < s->rows[i].count; j++) {
            const struct speed *speed = &s->rows[i].speeds[j];
            char shape[SHAPE_TEXT];
            if (speed->timing.agrees)
                continue;
            agree = false;
            if (s->table)
                printf("WRONG: %s %s %s: %s and stet are %.1e apart\n", work_kind(&s->rows[i].work),
                       work_precision(&s->rows[i].work), shape_text(&s->rows[i].work.shape, shape),
                       speed->name, speed->timing.error);
        }
    return agree;
}

bool session_run(const struct request *r, bool *agree, struct error *e)
{
    struct session s = {.ask = r, .table = r->json == NULL || strcmp(r->json, "-") != 0};
    bool ok = make_rows(&s, e) && open_outputs(&s, e);
    if (ok)
        meet(&s);
    ok = ok && time_rows(&s, e) && write_outputs(&s, e);
    *agree = say_wrong(&s);
    json_decref(s.machine);
    free(s.rows);
    return ok;
}
