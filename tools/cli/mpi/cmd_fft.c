/* SPDX-License-Identifier: Apache-2.0 */
/* stet-mpi fft transforms a file on ranks that each hold a part of it. */
#include "file.h"

#include "files/options.h"
#include "files/output.h"
#include "files/progress.h"
#include "files/report.h"
#include "files/text.h"
#include "doors/mpi/layout/box.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The options of the command line. */
struct request {
    const char *in, *out;
    bool inverse, real, json;
    int norm, level, layout, exchange, threads;
    int grid[2], grid_rank; /* 0: the library chooses */
    ptrdiff_t n;            /* 0: absent */
    ptrdiff_t chunks;
};

struct job {
    struct request ask;
    struct distributed_file file;
    stet_mpi_options options;
    ptrdiff_t n[STET_MPI_MAX_RANK];
    stet_mpi_plan *plan;
    struct output *out; /* on rank 0 only */
    void *array;
    uint64_t digest[2];
    double seconds[4]; /* for read, plan, transform, write */
};

static bool take_grid(struct request *r, const char *value, struct error *e)
{
    ptrdiff_t grid[2];
    if (!parse_lengths("--grid", value, 2, grid, &r->grid_rank, e))
        return false;
    for (int i = 0; i < r->grid_rank; i++)
        r->grid[i] = (int)(grid[i] < 1 << 30 ? grid[i] : 0);
    return true;
}

static bool take_option(struct request *r, int key, const char *value, struct error *e)
{
    switch (key) {
    case 'o': r->out = value; return true;
    case 'i': r->inverse = true; return true;
    case 'r': r->real = true; return true;
    case 'j': r->json = true; return true;
    case 'n': return parse_number("n", value, 1, PTRDIFF_MAX, &r->n, e);
    case 'm': return parse_choice("norm", value, norm_choices, &r->norm, e);
    case 'l': return parse_choice("level", value, level_choices, &r->level, e);
    case 'g': return take_grid(r, value, e);
    case 'L': return parse_choice("layout", value, layout_choices, &r->layout, e);
    case 'x': return parse_choice("exchange", value, exchange_choices, &r->exchange, e);
    case 'c': return parse_number("chunks", value, 0, STET_MPI_MAX_CHUNKS, &r->chunks, e);
    default: return parse_threads("--threads", value, &r->threads, e);
    }
}

static bool parse(struct request *r, const struct command *self, int argc, char **argv,
                  struct error *e)
{
    const char *value;
    int key;
    *r = (struct request){
        .norm = STET_NORM_BACKWARD, .level = STET_LEVEL_NATIVE, .layout = STET_MPI_NATURAL};
    if (!threads_default(&r->threads, e))
        return false;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(r, key, value, e))
            return false;
    if (key < 0)
        return false;
    r->in = options_operand(argv, 0);
    return r->out == NULL || strcmp(r->out, "-") != 0 ||
           error_set(e, "-o -: the ranks write into one file together: name a file");
}

/* Finds out which transform the file asks for. */
static bool settle(struct job *j, struct error *e)
{
    const struct request *r = &j->ask;
    const struct distributed_file *f = &j->file;
    stet_mpi_options *o = &j->options;
    const int last = f->rank - 1;
    stet_mpi_options_init(o);
    for (int i = 0; i < f->rank; i++)
        j->n[i] = f->n[i];
    o->kind = !r->real ? STET_C2C : r->inverse ? STET_C2R : STET_R2C;
    o->precision = f->precision;
    o->level = (stet_level)r->level;
    o->direction = r->inverse ? STET_INVERSE : STET_FORWARD;
    o->norm = (stet_norm)r->norm;
    o->rank = f->rank;
    o->n = j->n;
    o->threads = r->threads;
    o->grid_rank = r->grid_rank;
    o->grid = r->grid_rank > 0 ? r->grid : NULL;
    o->out = r->inverse ? STET_MPI_NATURAL : (stet_mpi_layout)r->layout;
    o->in =
        r->inverse || r->layout == STET_MPI_CYCLIC ? (stet_mpi_layout)r->layout : STET_MPI_NATURAL;
    o->out = r->layout == STET_MPI_CYCLIC ? STET_MPI_CYCLIC : o->out;
    o->exchange = (stet_mpi_exchange)r->exchange;
    o->chunks = (int)r->chunks;
    if (o->kind == STET_R2C && f->is_complex)
        return error_set(e, "%s: --real needs real input, and this is complex: leave --real out",
                         r->in);
    if (r->n != 0 && o->kind != STET_C2R)
        return error_set(
            e, "--n is for --inverse --real, the length of its real signal: leave it out");
    if (o->kind != STET_C2R)
        return true;
    if (r->n == 0 && f->n[last] == 1)
        return error_set(
            e, "%s: the spectrum has one bin: say --n 1, the length of the real signal", r->in);
    j->n[last] = r->n != 0 ? r->n : 2 * (f->n[last] - 1);
    return j->n[last] / 2 + 1 == f->n[last] ||
           error_set(e,
                     "--n %td needs %td bins along the last axis of %s, which has %td: choose "
                     "another --n",
                     r->n, j->n[last] / 2 + 1, r->in, f->n[last]);
}

/* Reads this rank's part of the input, in the layout and precision of the plan. */
static bool read_input(struct job *j, struct error *e)
{
    stet_mpi_box box = {.size = sizeof box};
    const size_t element = (j->options.precision == STET_F64 ? 16 : 8);
    j->array = malloc((size_t)stet_mpi_plan_local(j->plan) * element + 1);
    if (!ranks_memory(j->array, e))
        return false;
    stet_mpi_plan_box(j->plan, STET_MPI_IN, rank, &box);
    return file_read(&j->file, &box, j->array, e);
}

/* Opens the output before the work begins, because a wrong folder must not cost an hour. */
static bool open_output(struct job *j, struct error *e)
{
    if (j->ask.out != NULL && rank == 0)
        j->out = output_begin(j->ask.out, "-o", OUTPUT_NPY, e);
    return j->ask.out == NULL || ranks_agree(rank > 0 || j->out != NULL, e);
}

/* Writes the file that rank 0 opened, with all ranks. */
static bool save(struct job *j, struct error *e)
{
    int why = 0;
    stet_mpi_box box = {.size = sizeof box};
    stet_mpi_plan_box(j->plan, STET_MPI_OUT, rank, &box);
    const stet_status status = stet_mpi_box_write(
        MPI_COMM_WORLD, &box, j->array, j->out != NULL ? output_temporary(j->out) : NULL, &why);
    if (why != 0)
        return error_set(e, "%s: cannot write: %s", j->ask.out, strerror(why));
    if (status == STET_E_FILE)
        return error_set(
            e, "%s: cannot write by MPI-IO: all ranks must see its folder, and have room there",
            j->ask.out);
    return ranks_status(status, j->ask.out, e);
}

static bool work(struct job *j, struct error *e)
{
    const struct request *r = &j->ask;
    double start = clock_seconds();
    if (!open_output(j, e))
        return false;
    if (!ranks_status(stet_mpi_plan_create(&j->plan, MPI_COMM_WORLD, &j->options), r->in, e))
        return false;
    j->seconds[1] = ranks_slowest(clock_seconds() - start);
    start = clock_seconds();
    if (!read_input(j, e))
        return false;
    j->seconds[0] = ranks_slowest(clock_seconds() - start);
    start = clock_seconds();
    if (!ranks_status(stet_mpi_execute(j->plan, j->array, j->array), r->in, e))
        return false;
    j->seconds[2] = ranks_slowest(clock_seconds() - start);
    if (!ranks_status(stet_mpi_digest(j->plan, STET_MPI_OUT, j->array, j->digest), r->in, e))
        return false;
    start = clock_seconds();
    if (r->out != NULL && !save(j, e))
        return false;
    j->seconds[3] = ranks_slowest(clock_seconds() - start);
    return true;
}

static void text_of_lengths(char *text, size_t size, const ptrdiff_t *n, int count)
{
    size_t used = 0;
    *text = 0;
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%td", i > 0 ? " x " : "", n[i]);
}

static bool report(const struct job *j, struct error *e)
{
    static const char *const phases[] = {"read", "plan", "transform", "write"};
    struct report r;
    char lengths[200], text[400], times[4][16], digest[40];
    json_t *seconds = json_object();
    text_of_lengths(lengths, sizeof lengths, j->n, j->file.rank);
    stet_mpi_plan_describe(j->plan, text, sizeof text);
    text[strcspn(text, "\n")] = 0;
    for (int i = 0; i < 4; i++) {
        text_seconds(times[i], sizeof times[i], j->seconds[i]);
        json_object_set_new(seconds, phases[i], json_number(j->seconds[i]));
    }
    snprintf(digest, sizeof digest, "%016" PRIx64 "%016" PRIx64, j->digest[0], j->digest[1]);
    report_start(&r, j->ask.json);
    report_row(&r, "input", "%s", j->ask.in);
    report_row(&r, "transform", "%s %s, %s, level %s, norm %s",
               choice_name(kind_choices, (int)j->options.kind), lengths,
               choice_name(precision_choices, (int)j->options.precision),
               choice_name(level_choices, (int)j->options.level),
               choice_name(norm_choices, (int)j->options.norm));
    report_row(&r, "ranks", "%d, %d exchanges, %" PRId64 " bytes from rank 0", ranks,
               stet_mpi_plan_exchanges(j->plan), stet_mpi_plan_bytes(j->plan));
    report_row(&r, "plan", "%s", text);
    report_row(&r, "time", "%s, and besides: plan %s, read %s, write %s", times[2], times[1],
               times[0], times[3]);
    report_row(&r, "digest", "%s", digest);
    if (j->ask.out != NULL)
        report_row(&r, "written", "%s", j->ask.out);
    report_key(&r, "input", json_name(j->ask.in));
    report_key(&r, "kind", json_string(choice_name(kind_choices, (int)j->options.kind)));
    report_key(&r, "precision",
               json_string(choice_name(precision_choices, (int)j->options.precision)));
    report_key(&r, "level", json_string(choice_name(level_choices, (int)j->options.level)));
    report_key(&r, "norm", json_string(choice_name(norm_choices, (int)j->options.norm)));
    report_key(&r, "inverse", json_boolean(j->ask.inverse));
    size_t shape[STET_MPI_MAX_RANK];
    for (int i = 0; i < j->file.rank; i++)
        shape[i] = (size_t)j->n[i];
    report_key(&r, "lengths", json_shape(shape, j->file.rank));
    report_key(&r, "ranks", json_integer(ranks));
    report_key(&r, "exchanges", json_integer(stet_mpi_plan_exchanges(j->plan)));
    report_key(&r, "bytes_of_rank_0", json_integer(stet_mpi_plan_bytes(j->plan)));
    report_key(&r, "plan", json_text(text));
    report_key(&r, "seconds", seconds);
    report_key(&r, "digest", json_string(digest));
    report_key(&r, "output", j->ask.out != NULL ? json_name(j->ask.out) : json_null());
    report_key(&r, "version", json_string(stet_version()));
    report_key(&r, "bits_version", json_integer(stet_bits_version()));
    return report_finish(&r, e);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct job j = {.plan = NULL};
    bool ok = parse(&j.ask, self, argc, argv, e) && file_open(&j.file, j.ask.in, e) &&
              settle(&j, e) && work(&j, e);
    if (ok && rank == 0)
        ok = output_finish_all(e) && report(&j, e) && output_commit_all(e);
    stet_mpi_plan_destroy(j.plan);
    free(j.array);
    return ok ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'o', "output", "OUT.npy", "write the result"},
    {'i', "inverse", NULL, "compute the inverse transform"},
    {'r', "real", NULL,
     "the signal is real: write half the spectrum along the last\n"
     "axis; with --inverse, read half a spectrum and write a\n"
     "real signal"},
    {'n', "n", "N",
     "with --inverse --real: the length of the last axis [2\n"
     "(bins - 1)]"},
    {'m', "norm", "NORM", "the norm: backward, ortho or forward [backward]"},
    {'l', "level", "LEVEL",
     "the level of accuracy: native, extended, extended-ff or\n"
     "correct [native]"},
    {'g', "grid", "PxQ",
     "the number of ranks along axis 0 and axis 1: P for slabs,\n"
     "PxQ for pencils [chosen]"},
    {'L', "layout", "LAYOUT",
     "how the spectrum is distributed over the ranks before it\n"
     "is written, or after it is read: natural, transposed or\n"
     "cyclic [natural]"},
    {'x', "exchange", "HOW",
     "how the ranks exchange numbers: auto, alltoallv, alltoallw\n"
     "or shared [auto]"},
    {'c', "chunks", "C",
     "the number of messages that overlap with computing\n"
     "[chosen]"},
    {'t', "threads", "T",
     "the number of threads of each rank, or all [STET_THREADS,\n"
     "or 1]"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_fft = {
    .name = "fft",
    .operands = "IN",
    .summary = "transform a .npy file along all its axes",
    .least = 1,
    .most = 1,
    .options = rows,
    .details =
        "IN is a .npy file of float32, float64, complex64 or complex128, in C order. Every rank\n"
        "reads, transforms and writes its part. OUT.npy has the bytes that 'stet fft --axes all'\n"
        "writes: the number of ranks, the grid, the layout and the exchange change the time\n"
        "alone. OUT.npy is written under another name first, and renamed when it is whole; it may\n"
        "be IN.\n"
        "\n"
        "The digest that is printed is that of 'stet-mpi bits OUT.npy'.",
    .example = "  $ mpirun -n 4 stet-mpi fft field.npy -o spectrum.npy\n"
               "  $ mpirun -n 6 stet-mpi fft field.npy --real --grid 3x2 -o half.npy",
    .run = run,
};
