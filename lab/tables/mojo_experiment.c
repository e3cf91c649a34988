/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the transform of 262,144 points, computed in each of the article's ways, with the exact
 * result. */
#include "files/array.h"
#include "files/progress.h"
#include "tables/mojo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stet_lab.h"

#define N STET_LEETGPU_MAX
#define DIRECT 512 /* outputs of the direct sum, each of which costs N */
#define TOLERANCE 1e-3

struct run {
    const float *signal, *exact;
    float *spectrum, *other;
};

/* One row: a method for the spectrum, and the article's figure for it. */
struct strategy {
    const char *name, *article;
    int twiddle, arithmetic; /* twiddle 0: use level; -1: the direct sum */
};

static const struct strategy strategies[] = {
    {"radix-2, article sinf/cosf, f32", "fails, max 0.001953125", STET_TWIDDLE_ARTICLE,
     STET_ARITHMETIC_F32},
    {"radix-2, article sinf/cosf, f32 fma", "fails, max 0.001953125", STET_TWIDDLE_ARTICLE,
     STET_ARITHMETIC_F32_FMA},
    {"radix-2, article double sin/cos, f64", "passes, \"bit-exact\"", STET_TWIDDLE_ARTICLE,
     STET_ARITHMETIC_F64},
    {"radix-2, CUDA 13 sinf/cosf, f32", NULL, STET_TWIDDLE_CUDA13, STET_ARITHMETIC_F32},
    {"radix-2, CUDA 13 sinf/cosf, f32 fma", NULL, STET_TWIDDLE_CUDA13, STET_ARITHMETIC_F32_FMA},
    {"radix-2, CUDA 13 sinf/cosf, f64", NULL, STET_TWIDDLE_CUDA13, STET_ARITHMETIC_F64},
    {"radix-2, CUDA 13 sinpif/cospif, f32", NULL, STET_TWIDDLE_CUDA13_PI, STET_ARITHMETIC_F32},
    {"radix-2, CUDA 13 sinpif/cospif, f32 fma", NULL, STET_TWIDDLE_CUDA13_PI,
     STET_ARITHMETIC_F32_FMA},
    {"radix-2, CUDA 13 sinpif/cospif, f64", NULL, STET_TWIDDLE_CUDA13_PI, STET_ARITHMETIC_F64},
    {"radix-2, correct, f32", NULL, STET_TWIDDLE_CORRECT, STET_ARITHMETIC_F32},
    {"radix-2, correct, f32 fma", NULL, STET_TWIDDLE_CORRECT, STET_ARITHMETIC_F32_FMA},
    {"radix-2, correct, f64", NULL, STET_TWIDDLE_CORRECT, STET_ARITHMETIC_F64},
    {"direct sum, double, Kahan", "passes, \"bit-exact\"", -1, 0},
    {"stet, level native", NULL, 0, STET_LEVEL_NATIVE},
    {"stet, level correct", NULL, 0, STET_LEVEL_CORRECT},
};

static stet_status solve(const struct strategy *s, const struct run *r, float *spectrum)
{
    if (s->twiddle > 0)
        return stet_leetgpu_radix2((stet_leetgpu_twiddle)s->twiddle,
                                   (stet_leetgpu_arithmetic)s->arithmetic, r->signal, spectrum, N);
    if (s->twiddle < 0) /* from the middle, where angles are neither all small nor all large */
        return stet_leetgpu_direct(r->signal, spectrum, N, N / 2, DIRECT);
    return stet_leetgpu_solve_level((stet_level)s->arithmetic, r->signal, spectrum, N);
}

struct distance {
    double max, relative_l2;
    int64_t equal, failures, numbers;
};

static struct distance measure(const float *got, const float *want, int64_t numbers)
{
    struct distance d = {.numbers = numbers};
    double top = 0, bottom = 0;
    for (int64_t i = 0; i < numbers; i++) {
        const double error = fabs((double)got[i] - (double)want[i]);
        d.max = fmax(d.max, error);
        top += error * error;
        bottom += (double)want[i] * (double)want[i];
        d.equal += mojo_bits(got[i]) == mojo_bits(want[i]);
        d.failures += !(error <= TOLERANCE + TOLERANCE * fabs((double)want[i]));
    }
    d.relative_l2 = sqrt(top / bottom);
    return d;
}

static json_t *row_of(const char *name, const struct distance *d, const char *article)
{
    json_t *row = json_object();
    json_object_set_new(row, "strategy", json_string(name));
    json_object_set_new(row, "outputs", json_integer(d->numbers / 2));
    json_object_set_new(row, "max_abs", json_real(d->max));
    json_object_set_new(row, "relative_l2", json_real(d->relative_l2));
    json_object_set_new(row, "equal_percent",
                        json_real(100 * (double)d->equal / (double)d->numbers));
    json_object_set_new(row, "failures", json_integer(d->failures));
    json_object_set_new(row, "verdict", json_string(d->failures == 0 ? "passes" : "fails"));
    json_object_set_new(row, "article", article != NULL ? json_string(article) : json_null());
    return row;
}

static bool failed(stet_status status, struct error *e)
{
    return status != STET_OK && !error_set(e, "the transform: %s", stet_strerror(status));
}

static bool add_strategies(const struct run *r, json_t *rows, struct error *e)
{
    const size_t count = sizeof strategies / sizeof *strategies;
    progress_long("transforms", count);
    for (size_t i = 0; i < count; i++) {
        const struct strategy *s = &strategies[i];
        progress_at(i);
        if (failed(solve(s, r, r->spectrum), e))
            return false;
        const bool direct = s->twiddle < 0;
        const struct distance d = measure(r->spectrum, direct ? r->exact + N : r->exact,
                                          direct ? 2 * DIRECT : 2 * (int64_t)N);
        json_array_append_new(rows, row_of(s->name, &d, s->article));
    }
    progress_end();
    return true;
}

/* Compares two float transforms, both of which are acceptable, with each other. */
static bool add_pair(const struct run *r, json_t *rows, struct error *e)
{
    if (failed(stet_leetgpu_radix2(STET_TWIDDLE_CUDA13, STET_ARITHMETIC_F32_FMA, r->signal,
                                   r->spectrum, N),
               e) ||
        failed(
            stet_leetgpu_radix2(STET_TWIDDLE_CORRECT, STET_ARITHMETIC_F32, r->signal, r->other, N),
            e))
        return false;
    const struct distance d = measure(r->spectrum, r->other, 2 * (int64_t)N);
    json_array_append_new(rows, row_of("CUDA 13 sinf/cosf, f32 fma, against correct, f32", &d,
                                       "max 0.001953125, for every N = 262144"));
    return true;
}

static const struct column columns[] = {
    {"strategy", "strategy", ""},
    {"outputs", "outputs", ""},
    {"max_abs", "max abs", "%.2e"},
    {"relative_l2", "relative L2", "%.2e"},
    {"equal_percent", "equal", "%.2f %%"},
    {"failures", "failures", ""},
    {"verdict", "verdict", ""},
    {"article", "article", ""},
    {NULL, NULL, NULL},
};

static bool experiment(struct tables *t, const struct run *r, int64_t uncertain, struct error *e)
{
    char note[500];
    json_t *rows = json_array();
    if (!add_strategies(r, rows, e) || !add_pair(r, rows, e)) {
        json_decref(rows);
        return false;
    }
    snprintf(
        note, sizeof note,
        "  Equal: the bits of the exact result, rounded once. It is computed in double-double;\n"
        "  for %lld of %d numbers its error bound does not prove the rounding.\n"
        "  Failures: numbers beyond 1e-3 + 1e-3 |exact|, what the challenge refuses.\n",
        (long long)uncertain, 2 * N);
    section(t, "experiment", "262,144 points, normal(0, 1), against the exact result", columns,
            rows, note);
    json_object_set_new(t->json, "experiment_uncertain", json_integer(uncertain));
    return true;
}

bool mojo_experiment(struct tables *t, struct error *e)
{
    void *block = NULL;
    uint64_t state = 2025;
    int64_t uncertain;
    if (!allocate(&block, 8 * (size_t)N * sizeof(float), e))
        return false;
    float *signal = block, *exact = signal + 2 * N;
    const struct run r = {signal, exact, exact + 2 * N, exact + 4 * N};
    for (int i = 0; i < 2 * N; i++)
        signal[i] = mojo_normal(&state);
    progress_long("the exact result", 1);
    const bool ok = !failed(stet_leetgpu_exact(signal, exact, N, &uncertain), e) &&
                    experiment(t, &r, uncertain, e);
    free(block);
    return ok;
}
