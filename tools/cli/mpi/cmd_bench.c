/* SPDX-License-Identifier: Apache-2.0 */
/* stet-mpi bench: times every exchange and layout on these ranks, beside FFTW-MPI if that is
 * installed. */
#include "ranks.h"
#include "doors/mpi/layout/box.h"

#include "files/progress.h"
#include "files/report.h"
#include "files/text.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTESTANTS_MAX = 16, ROUNDS_MAX = 1000 };

struct request {
    ptrdiff_t n[STET_MPI_MAX_RANK], rounds, chunks;
    int rank, precision, level, threads;
    bool json, fftw;
};

/* One timed plan: ours, or one of FFTW's. */
struct contestant {
    char name[40];
    stet_mpi_plan *plan;
    void *fftw;
    void *in, *out;
    double wall[ROUNDS_MAX], processor[ROUNDS_MAX];
    uint64_t digest[2];
};

/* The functions of fftw3-mpi.h in use. They are found by name, so FFTW-MPI need not be
 * installed. */
struct fftw {
    void (*init)(void);
    void *(*plan)(int rank, const ptrdiff_t *n, void *in, void *out, MPI_Comm comm, int sign,
                  unsigned flags);
    ptrdiff_t (*size)(int rank, const ptrdiff_t *n, MPI_Comm comm, ptrdiff_t *, ptrdiff_t *,
                      ptrdiff_t *, ptrdiff_t *);
    ptrdiff_t (*size_1d)(ptrdiff_t n, MPI_Comm comm, int sign, unsigned flags, ptrdiff_t *,
                         ptrdiff_t *, ptrdiff_t *, ptrdiff_t *);
    void (*execute)(void *plan);
    void (*destroy)(void *plan);
};

#define FFTW_ESTIMATE (1U << 6)
#define FFTW_MPI_TRANSPOSED_OUT (1U << 30)

static bool find(void *library, const char *letter, const char *name, void *function)
{
    char full[60];
    snprintf(full, sizeof full, "fftw%s_%s", letter, name);
    void *found = dlsym(library, full);
    memcpy(function, (const void *)&found, sizeof found);
    return found != NULL;
}

static bool fftw_open(struct fftw *f, int precision)
{
    const char *letter = precision == STET_F32 ? "f" : "";
    char path[40];
    snprintf(path, sizeof path, "libfftw3%s_mpi.so.3", letter);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return library != NULL && find(library, letter, "mpi_init", (void *)&f->init) &&
           find(library, letter, "mpi_plan_dft", (void *)&f->plan) &&
           find(library, letter, "mpi_local_size_transposed", (void *)&f->size) &&
           find(library, letter, "mpi_local_size_1d", (void *)&f->size_1d) &&
           find(library, letter, "execute", (void *)&f->execute) &&
           find(library, letter, "destroy_plan", (void *)&f->destroy);
}

/* -------------------------------------------------------------- contestants -- */

/* Fills in numbers that depend only on the index in the whole array, so that every layout has the
 * same. */
static void fill(const struct contestant *c, int precision)
{
    stet_mpi_box box = {.size = sizeof box};
    stet_mpi_plan_box(c->plan, STET_MPI_IN, rank, &box);
    for (ptrdiff_t i = 0; i < 2 * box.elements; i++) {
        const uint64_t place = 2 * (uint64_t)stet_mpi_box_index(&box, i / 2) + (uint64_t)i % 2;
        const uint64_t z = place * 0x9e3779b97f4a7c15;
        if (precision == STET_F64)
            ((double *)c->in)[i] = (double)(int64_t)(z ^ z >> 31) * 0x1p-63;
        else
            ((float *)c->in)[i] = (float)(int64_t)(z ^ z >> 31) * 0x1p-63F;
    }
}

static bool add_ours(struct contestant *c, const struct request *r, stet_mpi_layout layout,
                     stet_mpi_exchange exchange, struct error *e)
{
    stet_mpi_options o;
    stet_mpi_options_init(&o);
    o.precision = (stet_precision)r->precision;
    o.level = (stet_level)r->level;
    o.rank = r->rank;
    o.n = r->n;
    o.threads = r->threads;
    o.out = layout;
    o.in = layout == STET_MPI_CYCLIC ? layout : STET_MPI_NATURAL;
    o.exchange = exchange;
    o.chunks = (int)r->chunks;
    *c = (struct contestant){.plan = NULL};
    snprintf(c->name, sizeof c->name, "%s, %s", choice_name(layout_choices, (int)layout),
             choice_name(exchange_choices, (int)exchange));
    const stet_status status = stet_mpi_plan_create(&c->plan, MPI_COMM_WORLD, &o);
    if (status == STET_E_LAYOUT || status == STET_E_EXCHANGE || status == STET_E_GRID)
        return true; /* impossible on these ranks */
    if (!ranks_status(status, c->name, e))
        return false;
    const size_t bytes =
        (size_t)stet_mpi_plan_local(c->plan) * (r->precision == STET_F64 ? 16 : 8) + 1;
    c->in = malloc(bytes);
    c->out = malloc(bytes);
    if (!ranks_memory(c->in != NULL && c->out != NULL ? c->in : NULL, e))
        return false;
    memset(c->out, 0xff, bytes);
    fill(c, r->precision);
    return true;
}

static bool add_fftw(struct contestant *c, const struct request *r, const struct fftw *f,
                     unsigned flags, struct error *e)
{
    ptrdiff_t a[4];
    const ptrdiff_t size =
        r->rank > 1 ? f->size(r->rank, r->n, MPI_COMM_WORLD, a, a + 1, a + 2, a + 3)
                    : f->size_1d(r->n[0], MPI_COMM_WORLD, -1, flags, a, a + 1, a + 2, a + 3);
    const size_t bytes = (size_t)size * (r->precision == STET_F64 ? 16 : 8) + 64;
    *c = (struct contestant){.plan = NULL};
    snprintf(c->name, sizeof c->name, "FFTW-MPI, %s", flags != 0 ? "transposed" : "natural");
    c->in = aligned_alloc(64, (bytes + 63) / 64 * 64);
    c->out = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!ranks_memory(c->in != NULL && c->out != NULL ? c->in : NULL, e))
        return false;
    memset(c->in, 0, bytes);
    memset(c->out, 0xff, bytes);
    c->fftw = f->plan(r->rank, r->n, c->in, c->out, MPI_COMM_WORLD, -1, FFTW_ESTIMATE | flags);
    return true;
}

static void end_contestant(struct contestant *c, const struct fftw *f)
{
    stet_mpi_plan_destroy(c->plan);
    if (c->fftw != NULL)
        f->destroy(c->fftw);
    free(c->in);
    free(c->out);
}

/* ------------------------------------------------------------------- timing -- */

static bool run_once(struct contestant *c, const struct fftw *f, int round, struct error *e)
{
    MPI_Barrier(MPI_COMM_WORLD);
    const double processor = ranks_processor(), start = clock_seconds();
    const stet_status status = c->plan != NULL ? stet_mpi_execute(c->plan, c->in, c->out) : STET_OK;
    if (c->fftw != NULL)
        f->execute(c->fftw);
    c->wall[round] = ranks_slowest(clock_seconds() - start);
    c->processor[round] = ranks_processor() - processor;
    return ranks_status(status, c->name, e);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *seconds, ptrdiff_t rounds)
{
    qsort(seconds, (size_t)rounds, sizeof *seconds, by_value);
    return seconds[rounds / 2];
}

/* Times all contestants in turn, round by round, so that other work on the machine affects all
 * equally. The first round does not count. */
static bool time_all(struct contestant *c, int count, const struct request *r, const struct fftw *f,
                     struct error *e)
{
    if (rank == 0)
        progress_phase("rounds", (size_t)r->rounds);
    for (ptrdiff_t round = -1; round < r->rounds; round++) {
        for (int i = 0; i < count; i++)
            if (!run_once(&c[i], f, (int)(round < 0 ? 0 : round), e))
                return false;
        if (rank == 0 && round >= 0)
            progress_at((size_t)round + 1);
    }
    if (rank == 0)
        progress_end();
    for (int i = 0; i < count; i++)
        if (c[i].plan != NULL &&
            !ranks_status(stet_mpi_digest(c[i].plan, STET_MPI_OUT, c[i].out, c[i].digest),
                          c[i].name, e))
            return false;
    return true;
}

static bool print(struct contestant *c, int count, const struct request *r, struct error *e)
{
    struct report out;
    json_t *list = json_array();
    if (!r->json)
        printf("%-24s %10s %12s %9s  %s\n", "layout, exchange", "median", "processor", "exchanges",
               "digest");
    for (int i = 0; i < count; i++) {
        char wall[16], processor[16], digest[40] = "-";
        const double seconds = median(c[i].wall, r->rounds),
                     together = median(c[i].processor, r->rounds);
        const int exchanges = c[i].plan != NULL ? stet_mpi_plan_exchanges(c[i].plan) : 0;
        if (c[i].plan != NULL)
            snprintf(digest, sizeof digest, "%016" PRIx64 "%016" PRIx64, c[i].digest[0],
                     c[i].digest[1]);
        text_seconds(wall, sizeof wall, seconds);
        text_seconds(processor, sizeof processor, together);
        if (!r->json)
            printf("%-24s %10s %12s %9d  %s\n", c[i].name, wall, processor, exchanges, digest);
        json_array_append_new(list, json_pack("{s:s,s:f,s:f,s:i,s:s}", "name", c[i].name, "seconds",
                                              seconds, "processor_seconds", together, "exchanges",
                                              exchanges, "digest", digest));
    }
    if (!r->json) {
        printf(
            "%d ranks; processor: of all ranks together; %td rounds of all, one after the other\n",
            ranks, r->rounds);
        json_decref(list);
        return true;
    }
    report_start(&out, true);
    report_key(&out, "ranks", json_integer(ranks));
    report_key(&out, "rounds", json_integer(r->rounds));
    report_key(&out, "results", list);
    return report_finish(&out, e);
}

/* ---------------------------------------------------------------------- all -- */

static bool gather(struct contestant *c, int *count, const struct request *r, struct fftw *f,
                   struct error *e)
{
    const stet_mpi_exchange exchanges[] = {STET_MPI_ALLTOALLV, STET_MPI_ALLTOALLW, STET_MPI_SHARED};
    for (int layout = STET_MPI_NATURAL; layout <= STET_MPI_CYCLIC; layout++)
        for (int i = 0; i < 3; i++) {
            if (!add_ours(&c[*count], r, (stet_mpi_layout)layout, exchanges[i], e)) {
                ++*count;
                return false;
            }
            *count += c[*count].plan != NULL;
        }
    int has_fftw = r->fftw && fftw_open(f, r->precision);
    MPI_Allreduce(MPI_IN_PLACE, &has_fftw, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (!has_fftw)
        return true;
    f->init();
    for (int i = 0; i < (r->rank > 1 ? 2 : 1); i++) {
        const bool ok = add_fftw(&c[*count], r, f, i > 0 ? FFTW_MPI_TRANSPOSED_OUT : 0, e);
        ++*count;
        if (!ok)
            return false;
    }
    return true;
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct request r = {.precision = STET_F64, .level = STET_LEVEL_NATIVE, .rounds = 9};
    struct fftw f = {.init = NULL};
    const char *value;
    int key, count = 0;
    if (!threads_default(&r.threads, e))
        return EXIT_ERROR;
    while ((key = options_next(self, argc, argv, &value, e)) > 0) {
        const bool ok = key == 'r' ? parse_number("rounds", value, 1, ROUNDS_MAX, &r.rounds, e)
                        : key == 'c'
                            ? parse_number("chunks", value, 0, STET_MPI_MAX_CHUNKS, &r.chunks, e)
                        : key == 'p' ? parse_choice_of("precision", value, precision_choices,
                                                       ALLOW_FLOATS, NULL, &r.precision, e)
                        : key == 'l' ? parse_choice("level", value, level_choices, &r.level, e)
                        : key == 't' ? parse_threads("--threads", value, &r.threads, e)
                                     : true;
        r.json = r.json || key == 'j';
        r.fftw = r.fftw || key == 'f';
        if (!ok)
            return EXIT_ERROR;
    }
    if (key < 0 || !parse_lengths("", options_operand(argv, 0), STET_MPI_MAX_RANK, r.n, &r.rank, e))
        return EXIT_ERROR;
    struct contestant *c = calloc(CONTESTANTS_MAX, sizeof *c);
    bool ok = ranks_memory(c, e);
    if (ok)
        ok = gather(c, &count, &r, &f, e) && time_all(c, count, &r, &f, e);
    if (ok && rank == 0)
        ok = print(c, count, &r, e);
    for (int i = 0; i < count; i++)
        end_contestant(&c[i], &f);
    free(c);
    return ok ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'r', "rounds", "R", "how often each combination is measured [9]"},
    {'p', "precision", "PREC", "f32 or f64 [f64]"},
    {'l', "level", "LEVEL",
     "the level of accuracy: native, extended, extended-ff or\n"
     "correct [native]"},
    {'c', "chunks", "C",
     "the number of messages that overlap with computing\n"
     "[chosen]"},
    {'t', "threads", "T",
     "the number of threads of each rank, or all [STET_THREADS,\n"
     "or 1]"},
    {'f', "fftw", NULL,
     "measure FFTW-MPI too: the system's libfftw3_mpi, for the\n"
     "same MPI"},
    ROW_JSON,
    ROW_HELP,
    ROW_END};

const struct command command_bench = {
    .name = "bench",
    .operands = "N0xN1xN2",
    .summary = "measure every layout and exchange on these ranks",
    .least = 1,
    .most = 1,
    .options = rows,
    .details =
        "It measures a forward c2c transform of random numbers, out of place. Seconds are those\n"
        "of the slowest rank. Processor time is the sum over all ranks: with more ranks than\n"
        "processors only this number has a meaning. All layouts and exchanges have the same\n"
        "digest.",
    .example = "  $ mpirun -n 2 stet-mpi bench 128x128x128\n"
               "  $ mpirun -n 2 stet-mpi bench 1048576 --rounds 21 --fftw",
    .run = run,
};
