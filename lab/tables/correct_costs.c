/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the cost of level `correct` on random numbers, for one transform and for many, relative
 * to the native transform in double of the same work: rounds in turn, the median of their ratios.
 * Its time depends on the data, so it gets several inputs; the time of the native transform does
 * not, so that one keeps a single input, in the cache. */
#include "tables/correct.h"

#include "bench/arrays.h"
#include "bench/work.h"
#include "files/progress.h"

#include <stdlib.h>

enum { ROUNDS = 11, INPUTS = 16, MOST_NUMBERS = 1 << 19 };

/* One plan and its arrays. */
struct contestant {
    stet_plan *plan;
    size_t in_bytes; /* bytes of one input */
    void *in;        /* inputs, one after another */
    void *out, *work;
    size_t work_size;
};

struct cost {
    stet_kind kind;
    ptrdiff_t n, batch, inputs;
    struct contestant native, correct; /* double; float */
};

/* Returns the numbers of one line. */
static ptrdiff_t numbers_of(const struct cost *c, bool in)
{
    const bool real = c->kind == (in ? STET_R2C : STET_C2R);
    return real ? c->n : c->kind == STET_C2C ? 2 * c->n : 2 * (c->n / 2 + 1);
}

static bool open_contestant(struct contestant *s, const struct cost *c, stet_precision precision,
                            stet_level level, struct error *e)
{
    const size_t number = precision == STET_F64 ? sizeof(double) : sizeof(float);
    const ptrdiff_t in = numbers_of(c, true), out = numbers_of(c, false);
    const stet_dim dim = {c->n, 1, 1};
    const stet_dim lines = {c->batch, c->kind == STET_R2C ? in : in / 2,
                            c->kind == STET_C2R ? out : out / 2};
    stet_options o;
    stet_options_init(&o);
    o.kind = c->kind;
    o.direction = c->kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    o.precision = precision;
    o.level = level;
    o.rank = 1;
    o.dims = &dim;
    o.batch_rank = 1;
    o.batch = &lines;
    const stet_status status = stet_plan_create(&s->plan, &o);
    if (status != STET_OK)
        return error_set(e, "%s", stet_strerror(status));
    s->in_bytes = number * (size_t)(in * c->batch);
    s->work_size = stet_plan_workspace(s->plan);
    s->in = aligned_bytes(s->in_bytes * (size_t)(level == STET_LEVEL_CORRECT ? c->inputs : 1));
    s->out = aligned_bytes(number * (size_t)(out * c->batch));
    s->work = aligned_bytes(s->work_size);
    return (s->in != NULL && s->out != NULL && s->work != NULL) ||
           error_set(e, "not enough memory");
}

static void close_contestant(struct contestant *s)
{
    stet_plan_destroy(s->plan);
    free(s->in);
    free(s->out);
    free(s->work);
}

/* Fills with products of two uniform numbers: their bits reach down as far as a float's do. */
static void fill(struct cost *c)
{
    uint64_t state = 1;
    const ptrdiff_t count = numbers_of(c, true) * c->batch;
    float *narrow = c->correct.in;
    double *wide = c->native.in;
    for (ptrdiff_t i = 0; i < count * c->inputs; i++) {
        narrow[i] = (float)(correct_uniform(&state) * (correct_uniform(&state) + 2));
        if (i < count)
            wide[i] = (double)narrow[i];
    }
}

/* Returns the processor time in seconds of one run over a batch, as a mean of `runs` runs with the
 * inputs in turn. */
static double seconds_of(const struct contestant *s, ptrdiff_t inputs, ptrdiff_t runs, bool *ok)
{
    const struct work one_thread = {.threads = 1};
    const double start = work_clock(&one_thread);
    for (ptrdiff_t i = 0; i < runs; i++)
        *ok &= stet_execute_with(s->plan, (const char *)s->in + (size_t)(i % inputs) * s->in_bytes,
                                 s->out, s->work, s->work_size) == STET_OK;
    return (work_clock(&one_thread) - start) / (double)runs;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool measure(struct cost *c, json_t *rows, struct error *e)
{
    double native[ROUNDS], correct[ROUNDS], ratio[ROUNDS];
    bool ok = open_contestant(&c->native, c, STET_F64, STET_LEVEL_NATIVE, e) &&
              open_contestant(&c->correct, c, STET_F32, STET_LEVEL_CORRECT, e);
    if (ok) {
        fill(c);
        const double all = seconds_of(&c->native, 1, c->inputs, &ok) * (double)c->inputs;
        const ptrdiff_t runs = c->inputs * (all < 0.001 ? (ptrdiff_t)(0.001 / all) + 1 : 1);
        for (int i = 0; i < ROUNDS; i++) {
            native[i] = seconds_of(&c->native, 1, runs, &ok);
            correct[i] = seconds_of(&c->correct, c->inputs, runs, &ok);
            ratio[i] = correct[i] / native[i];
        }
        qsort(native, ROUNDS, sizeof *native, by_size);
        qsort(correct, ROUNDS, sizeof *correct, by_size);
        qsort(ratio, ROUNDS, sizeof *ratio, by_size);
        ok = ok || error_set(e, "a transform failed");
    }
    if (ok)
        json_array_append_new(rows, json_pack("{s:s, s:I, s:I, s:f, s:f, s:f}", "kind",
                                              work_kind(&(const struct work){.kind = c->kind}), "n",
                                              (json_int_t)c->n, "batch", (json_int_t)c->batch,
                                              "microseconds", correct[ROUNDS / 2] * 1e6,
                                              "native_microseconds", native[ROUNDS / 2] * 1e6,
                                              "ratio", ratio[ROUNDS / 2]));
    close_contestant(&c->native);
    close_contestant(&c->correct);
    return ok;
}

bool correct_costs(struct tables *t, struct error *e)
{
    static const struct column columns[] = {{"kind", "kind", NULL},
                                            {"n", "length", NULL},
                                            {"batch", "transforms", NULL},
                                            {"microseconds", "microseconds", "%.2f"},
                                            {"native_microseconds", "double", "%.2f"},
                                            {"ratio", "time/double", "%.2f"},
                                            {NULL, NULL, NULL}};
    json_t *rows = json_array();
    bool ok = true;
    progress_long("costs, kinds", 3);
    for (stet_kind kind = STET_C2C; kind <= STET_C2R; kind++) {
        for (ptrdiff_t n = 256; n <= 1 << 18 && ok; n *= 4) {
            const ptrdiff_t inputs = MOST_NUMBERS / (2 * n);
            struct cost c = {kind, n, 1, inputs < INPUTS ? inputs : INPUTS, {0}, {0}};
            ok = measure(&c, rows, e);
        }
        for (ptrdiff_t n = 16; n <= 256 && ok; n *= 2) {
            struct cost c = {kind, n, 1024, 1, {0}, {0}};
            ok = measure(&c, rows, e);
        }
        progress_at((size_t)(kind - STET_C2C) + 1);
    }
    progress_end();
    if (!ok) {
        json_decref(rows);
        return false;
    }
    section(
        t, "correct_costs", "Level correct on random floats, beside the native transform in double",
        columns, rows,
        "Medians of rounds in turn, of up to 16 inputs; microseconds of all transforms of a row.");
    return true;
}
