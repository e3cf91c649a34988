/* SPDX-License-Identifier: Apache-2.0 */
/* stet-lab tables correct shows which stage of level `correct` decides what, its cost relative to
 * the native transform in double, and how many numbers plain results in the same format and in
 * double get wrong on the same data. */
#include "tables/correct.h"

#include "bench/arrays.h"
#include "bench/contender.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns a splitmix64 number (Steele, Lea and Flood 2014). */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

double correct_uniform(uint64_t *state)
{
    return (double)(int64_t)(next(state) >> 40) * 0x1p-23 - 1;
}

static double cosine(int64_t k, int64_t n)
{
    double c, s;
    stet_root_f64(k, n, &c, &s);
    return c;
}

static double sine(int64_t k, int64_t n)
{
    double c, s;
    stet_root_f64(k, n, &c, &s);
    return s;
}

static double nearest_integer(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

/* Sets number i of n: x becomes {real, imaginary}. u: two random numbers. */
typedef void fill(int64_t i, int64_t n, const double *u, double *x);

static void random_numbers(int64_t i, int64_t n, const double *u, double *x)
{
    (void)i, (void)n;
    x[0] = u[0];
    x[1] = u[1];
}

/* Makes three decaying partials and noise, 16 bits. */
static void audio(int64_t i, int64_t n, const double *u, double *x)
{
    const double decay = 1 - (double)i / (double)n;
    const double sum = cosine(13 * i % 97, 97) + 0.5 * cosine(29 * i % 89, 89) +
                       0.25 * cosine(31 * i % 53, 53) + 0.05 * u[0];
    x[0] = nearest_integer(16000 * decay * sum) * 0x1p-15;
}

static void image(int64_t i, int64_t n, const double *u, double *x)
{
    (void)n;
    x[0] = nearest_integer(128 + 80 * sine(i % 331, 331) + 12 * u[0]);
}

static void tone(int64_t i, int64_t n, const double *u, double *x)
{
    (void)u;
    x[0] = cosine(3 * i % n, n);
    x[1] = sine(3 * i % n, n);
}

static void tone_between(int64_t i, int64_t n, const double *u, double *x)
{
    (void)u;
    x[0] = cosine(33 * i % (10 * n), 10 * n);
    x[1] = sine(33 * i % (10 * n), 10 * n);
}

static void tone_integers(int64_t i, int64_t n, const double *u, double *x)
{
    (void)u;
    x[0] = nearest_integer(32767 * cosine(3 * i % n, n));
}

static void constant(int64_t i, int64_t n, const double *u, double *x)
{
    (void)i, (void)n, (void)u;
    x[0] = 0x1.99999ap-4; /* 0.1f */
    x[1] = -0.3125;
}

static void symmetric(int64_t i, int64_t n, const double *u, double *x)
{
    const int64_t j = i < n - i ? i : n - i;
    (void)u;
    x[0] = cosine(7 * j * j % 1009, 1009);
}

static void integers(int64_t i, int64_t n, const double *u, double *x)
{
    (void)i, (void)n;
    x[0] = nearest_integer(127 * u[0]);
    x[1] = nearest_integer(127 * u[1]);
}

static void impulse(int64_t i, int64_t n, const double *u, double *x)
{
    (void)n, (void)u;
    x[0] = i == 5;
}

/* Makes a tie plus a number that is 140 bits smaller. */
static void near_ties(int64_t i, int64_t n, const double *u, double *x)
{
    (void)u;
    x[0] = i == 0 ? 1 : i == n / 2 ? 0x1p-24 : i == 1 ? 0x1p-140 : 0;
}

static void denormal_tail(int64_t i, int64_t n, const double *u, double *x)
{
    (void)n;
    x[0] = i == 0 ? 1 : u[0] * 0x1p-126;
}

static void binades(int64_t i, int64_t n, const double *u, double *x)
{
    (void)n;
    x[0] = ldexp(u[0], (int)(37 * i % 248) - 124);
    x[1] = ldexp(u[1], (int)(53 * i % 248) - 124);
}

static const struct {
    const char *name;
    fill *f;
    int64_t most;   /* largest number of points: the last level takes long */
    bool f16, bf16; /* shown in these formats too */
    bool others;    /* shown at lengths that are no powers of two too */
} inputs[] = {
    {"random", random_numbers, 1 << 18, true, true, true},
    {"audio, 16 bits", audio, 1 << 18, true, true, true},
    {"image, 8 bits", image, 1 << 18, true, true, true},
    {"tone on a bin", tone, 1 << 16, true, true, true},
    {"tone between bins", tone_between, 1 << 16, false, false, false},
    {"tone, 16 bits", tone_integers, 1 << 16, false, false, false},
    {"constant", constant, 1 << 16, true, true, false},
    {"symmetric", symmetric, 1 << 16, false, false, false},
    {"integers", integers, 1 << 16, true, true, true},
    {"impulse", impulse, 1 << 16, false, false, false},
    {"near ties", near_ties, 1 << 16, false, false, false},
    {"denormal tail", denormal_tail, 1 << 16, false, true, false},
    {"248 binades", binades, 1 << 16, false, false, false},
};

#define INPUTS (sizeof inputs / sizeof inputs[0])

enum { ROUNDS = 7 };

/* An experiment has one input in double and in a narrow format, and its results. */
struct trial {
    stet_precision precision; /* narrow */
    ptrdiff_t n;
    void *x, *y, *other;
    double *wide_x, *wide_y;
    stet_correct_stats stats;
    double correct_seconds, native_seconds;
    long wrong_native, wrong_f64;
    long wrong_fftw; /* FFTW in float, FFTW_ESTIMATE; -1 if it is not installed */
    bool same;
};

static struct library fftw; /* single precision */

static bool plan_of(stet_plan **plan, ptrdiff_t n, stet_precision precision, stet_level level,
                    stet_correct_policy policy, struct error *e)
{
    stet_dim dim = {n, 1, 1};
    stet_options o;
    stet_options_init(&o);
    o.precision = precision;
    o.level = level;
    o.policy = policy;
    o.half_exponent = precision == STET_F16 || precision == STET_BF16 ? 0 : o.half_exponent;
    o.rank = 1;
    o.dims = &dim;
    const stet_status status = stet_plan_create(plan, &o);
    return status == STET_OK || error_set(e, "%s", stet_strerror(status));
}

static size_t size_of(stet_precision p) { return p == STET_F32 ? sizeof(float) : sizeof(uint16_t); }

static void put(stet_precision p, void *array, ptrdiff_t i, double x)
{
    if (p == STET_F32)
        ((float *)array)[i] = (float)x;
    else
        ((uint16_t *)array)[i] = p == STET_F16 ? stet_f16_from_f64(x) : stet_bf16_from_f64(x);
}

static double get(stet_precision p, const void *array, ptrdiff_t i)
{
    if (p == STET_F32)
        return (double)((const float *)array)[i];
    const uint16_t bits = ((const uint16_t *)array)[i];
    return (double)(p == STET_F16 ? stet_f16_to_f32(bits) : stet_bf16_to_f32(bits));
}

/* Counts the numbers of the correct result that differ in the other one; zeros of either sign are
 * equal. */
static long differences(const struct trial *t)
{
    long differ = 0;
    for (ptrdiff_t i = 0; i < 2 * t->n; i++)
        differ += !(get(t->precision, t->y, i) == get(t->precision, t->other, i));
    return differ;
}

/* Measures the best processor time of some rounds. */
static bool time_of(const stet_plan *plan, const void *in, void *out, double *seconds,
                    struct error *e)
{
    size_t size = stet_plan_workspace(plan);
    void *work = aligned_bytes(size);
    stet_status status = work != NULL ? STET_OK : STET_E_MEMORY;
    const struct work one_thread = {.threads = 1};
    for (int round = 0; round < ROUNDS && status == STET_OK; round++) {
        const double start = work_clock(&one_thread);
        int runs = 0;
        do {
            for (int i = 0; i < 16 && status == STET_OK; i++)
                status = stet_execute_with(plan, in, out, work, size);
            runs += 16;
        } while (status == STET_OK && work_clock(&one_thread) - start < 0.001);
        const double each = (work_clock(&one_thread) - start) / runs;
        *seconds = round == 0 || each < *seconds ? each : *seconds;
    }
    free(work);
    return status == STET_OK || error_set(e, "%s", stet_strerror(status));
}

static bool compare_fftw(struct trial *t, struct error *e)
{
    const struct work w = {.kind = STET_C2C,
                           .precision = STET_F32,
                           .shape = shape_line(t->n),
                           .batch = 1,
                           .threads = 1};
    struct contender c;
    t->wrong_fftw = -1;
    if (t->precision != STET_F32 || !fftw.loaded)
        return true;
    if (!contend_fftw(&c, &w, FFTW_SYSTEM, false, t->x, t->other, e))
        return false;
    c.run(c.plan, t->x, t->other);
    c.release(c.plan);
    t->wrong_fftw = differences(t);
    return true;
}

/* Compares the plain results with the correct one in y. */
static bool compare_plain(struct trial *t, struct error *e)
{
    stet_plan *narrow = NULL, *wide = NULL;
    bool ok = plan_of(&narrow, t->n, t->precision, STET_LEVEL_NATIVE, STET_CORRECT_ADAPTIVE, e) &&
              plan_of(&wide, t->n, STET_F64, STET_LEVEL_NATIVE, STET_CORRECT_ADAPTIVE, e) &&
              time_of(wide, t->wide_x, t->wide_y, &t->native_seconds, e);
    if (ok && stet_execute(narrow, t->x, t->other) == STET_OK)
        t->wrong_native = differences(t);
    ok = ok && compare_fftw(t, e);
    for (ptrdiff_t i = 0; i < 2 * t->n && ok; i++)
        put(t->precision, t->other, i, t->wide_y[i]);
    if (ok)
        t->wrong_f64 = differences(t);
    stet_plan_destroy(narrow);
    stet_plan_destroy(wide);
    return ok;
}

/* Computes the correct result with two orders of its stages. */
static bool run_correct(struct trial *t, struct error *e)
{
    stet_plan *plan = NULL, *steady = NULL;
    const stet_precision p = t->precision;
    bool ok = plan_of(&plan, t->n, p, STET_LEVEL_CORRECT, STET_CORRECT_ADAPTIVE, e) &&
              plan_of(&steady, t->n, p, STET_LEVEL_CORRECT, STET_CORRECT_STEADY, e);
    if (ok) {
        stet_status status = stet_execute_stats(plan, t->x, t->y, &t->stats);
        if (status == STET_OK)
            status = stet_execute(steady, t->x, t->other);
        ok = status == STET_OK || error_set(e, "%s", stet_strerror(status));
        t->same = memcmp(t->y, t->other, (size_t)t->n * 2 * size_of(p)) == 0;
    }
    ok = ok && time_of(plan, t->x, t->y, &t->correct_seconds, e);
    stet_plan_destroy(plan);
    stet_plan_destroy(steady);
    return ok;
}

static json_t *row_of(const struct trial *t, const char *name)
{
    const stet_correct_stats *s = &t->stats;
    const double numbers = 2.0 * (double)t->n;
    const bool narrow = t->precision != STET_F32;
    json_t *row = json_pack(
        "{s:s, s:I, s:f, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:b}", "input", name,
        "n", (json_int_t)t->n, narrow ? "wrong_native_percent" : "wrong_f32_percent",
        100 * (double)t->wrong_native / numbers, "wrong_f64_percent",
        100 * (double)t->wrong_f64 / numbers, "after_f64", (json_int_t)s->after_f64, "rational",
        (json_int_t)s->rational, "after_classes", (json_int_t)s->after_classes, "after_dd",
        (json_int_t)s->after_dd, "wide", (json_int_t)s->wide, "limbs", (json_int_t)s->limbs,
        "microseconds", t->correct_seconds * 1e6, "native_microseconds", t->native_seconds * 1e6,
        "ratio", t->correct_seconds / t->native_seconds, "same", (int)t->same);
    if (!narrow)
        json_object_set_new(row, "wrong_fftw_percent",
                            t->wrong_fftw < 0 ? json_null()
                                              : json_real(100 * (double)t->wrong_fftw / numbers));
    if (narrow)
        json_object_set_new(row, "format", json_string(t->precision == STET_F16 ? "f16" : "bf16"));
    return row;
}

static void fill_trial(struct trial *t, size_t input)
{
    uint64_t state = (uint64_t)input * 1000 + 1;
    for (ptrdiff_t i = 0; i < t->n; i++) {
        const double u[2] = {correct_uniform(&state), correct_uniform(&state)};
        double x[2] = {0, 0};
        inputs[input].f(i, t->n, u, x);
        for (ptrdiff_t part = 0; part < 2; part++) {
            put(t->precision, t->x, 2 * i + part, x[part]);
            t->wide_x[2 * i + part] = get(t->precision, t->x, 2 * i + part);
        }
    }
}

static bool try_one(size_t input, stet_precision precision, ptrdiff_t n, json_t *rows,
                    struct error *e)
{
    const size_t numbers = 2 * (size_t)n, bytes = numbers * size_of(precision);
    struct trial t = {.precision = precision, .n = n, .stats = {.size = sizeof t.stats}};
    char *narrow = aligned_bytes(3 * bytes);
    t.wide_x = aligned_bytes(2 * numbers * sizeof(double));
    bool ok = (narrow != NULL && t.wide_x != NULL) || error_set(e, "not enough memory");
    if (ok) {
        t.x = narrow;
        t.y = narrow + bytes;
        t.other = narrow + 2 * bytes;
        t.wide_y = t.wide_x + numbers;
        fill_trial(&t, input);
        ok = run_correct(&t, e) && compare_plain(&t, e);
    }
    if (ok)
        json_array_append_new(rows, row_of(&t, inputs[input].name));
    free(narrow);
    free(t.wide_x);
    return ok;
}

/* Tries a few inputs and two lengths in 16 bits. */
static bool try_halves(size_t input, json_t *rows, struct error *e)
{
    static const int64_t lengths[] = {256, 4096};
    bool ok = true;
    for (stet_precision p = STET_F16; p <= STET_BF16; p++)
        for (size_t i = 0; i < 2 && ok; i++)
            if (p == STET_F16 ? inputs[input].f16 : inputs[input].bf16)
                ok = try_one(input, p, (ptrdiff_t)lengths[i], rows, e);
    return ok;
}

/* Tries products of small primes and a prime. */
static bool try_others(size_t input, json_t *rows, struct error *e)
{
    static const int64_t lengths[] = {1000, 1009, 10000, 44100};
    bool ok = true;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths && inputs[input].others && ok; i++)
        ok = try_one(input, STET_F32, (ptrdiff_t)lengths[i], rows, e);
    return ok;
}

static void show_halves(struct tables *t, json_t *rows)
{
    static const struct column columns[] = {{"format", "format", NULL},
                                            {"input", "input", NULL},
                                            {"n", "length", NULL},
                                            {"wrong_native_percent", "native wrong", "%.2f %%"},
                                            {"wrong_f64_percent", "double wrong", "%.2f %%"},
                                            {"after_f64", "undecided: double", NULL},
                                            {"rational", "rational", NULL},
                                            {"wide", "fixed point", NULL},
                                            {"ratio", "time/double", "%.2f"},
                                            {NULL, NULL, NULL}};
    section(
        t, "correct_half", "Level correct, complex numbers of 16 bits, forward", columns, rows,
        "wrong: of the native transform in the format (mode io, not scaled), and of the native\n"
        "double one rounded to 16 bits. The rest as above.");
}

static bool run(struct tables *t, struct error *e)
{
    static const struct column columns[] = {{"input", "input", NULL},
                                            {"n", "length", NULL},
                                            {"wrong_f32_percent", "float wrong", "%.2f %%"},
                                            {"wrong_fftw_percent", "FFTW wrong", "%.2f %%"},
                                            {"wrong_f64_percent", "double wrong", "%.2f %%"},
                                            {"after_f64", "undecided: double", NULL},
                                            {"rational", "rational", NULL},
                                            {"wide", "fixed point", NULL},
                                            {"ratio", "time/double", "%.2f"},
                                            {NULL, NULL, NULL}};
    json_t *rows = json_array(), *halves = json_array();
    bool ok = true;
    fftw_load(&fftw, FFTW_SYSTEM, NULL, STET_F32, 1);
    progress_long("inputs", INPUTS);
    for (size_t i = 0; i < INPUTS && ok; i++) {
        for (int64_t n = 256; n <= inputs[i].most && ok; n *= 4)
            ok = try_one(i, STET_F32, (ptrdiff_t)n, rows, e);
        ok = ok && try_others(i, rows, e) && try_halves(i, halves, e);
        progress_at(i + 1);
    }
    progress_end();
    if (!ok) {
        json_decref(rows);
        json_decref(halves);
        return false;
    }
    section(
        t, "correct", "Level correct, complex float, forward", columns, rows,
        "wrong: numbers of the native float transform, of FFTW in float (where it is installed)\n"
        "and of the native double one rounded to float that are not the exact value rounded;\n"
        "the sign of a zero is not counted. The level itself gets none wrong: tests/correct.\n"
        "time/double: beside the native transform in double of the same length.");
    show_halves(t, halves);
    return correct_costs(t, e);
}

const struct table table_correct = {
    .name = "correct", .summary = "the correctly rounded level: counts and costs", .run = run};
