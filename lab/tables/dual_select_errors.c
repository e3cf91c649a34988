/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the errors of the table dual-select. */
#include "files/progress.h"
#include "tables/dual_select.h"
#include "tables/mojo.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define LOG2_MOST 16
#define MOST ((size_t)1 << LOG2_MOST)

/* One transform: input, result, and the exact one. */
struct experiment {
    double in[2 * MOST], out[2 * MOST];
    long double exact[2 * MOST];
};

/* Returns exp(-2 pi i k/n) for n = 2^16, k < n/2, to the precision of long double; computed once.
 */
static const long double *roots(void)
{
    static long double w[MOST];
    if (w[0] == 1)
        return w;
    for (size_t k = 0; k < MOST / 2; k++) {
        double c[2] = {1, 0}, s[2] = {0, 0};
        stet_root_dd((int64_t)k, (int64_t)MOST, c, s);
        w[2 * k] = (long double)c[0] + (long double)c[1];
        w[2 * k + 1] = -((long double)s[0] + (long double)s[1]);
    }
    return w;
}

/* Computes plain radix 2, in place, after reversing the digits. Its error is about 2^-61, far below
 * the others. */
static void exact_transform(struct experiment *x, int log2n)
{
    const size_t n = (size_t)1 << log2n;
    long double *y = x->exact;
    for (size_t i = 0; i < n; i++) {
        size_t r = 0;
        for (int b = 0; b < log2n; b++)
            r |= (i >> b & 1) << (log2n - 1 - b);
        y[2 * i] = (long double)x->in[2 * r];
        y[2 * i + 1] = (long double)x->in[2 * r + 1];
    }
    const long double *half = roots();
    for (size_t L = 1; L < n; L *= 2)
        for (size_t i = 0; i < n; i++) {
            if (i & L)
                continue;
            const long double *w = half + 2 * (i % L * (MOST / (2 * L)));
            long double *a = y + 2 * i, *b = y + 2 * (i + L);
            const long double re = w[0] * b[0] - w[1] * b[1], im = w[1] * b[0] + w[0] * b[1];
            b[0] = a[0] - re;
            b[1] = a[1] - im;
            a[0] += re;
            a[1] += im;
        }
}

static double rounded(stet_precision p, double x)
{
    switch (p) {
    case STET_F16: return (double)stet_f16_to_f32(stet_f16_from_f64(x));
    case STET_BF16: return (double)stet_bf16_to_f32(stet_bf16_from_f64(x));
    case STET_F32: return (double)(float)x;
    default: return x;
    }
}

/* Adds up the sums of squares of one trial. */
static bool trial(stet_butterfly b, stet_precision p, int radix, int log2n, double scale,
                  uint64_t *state, struct experiment *x, long double sums[2])
{
    const size_t n = (size_t)1 << log2n;
    for (size_t i = 0; i < 2 * n; i++) {
        const double uniform = (double)(mojo_random(state) >> 11) * 0x1p-52 - 1;
        x->in[i] = rounded(p, uniform * scale);
    }
    exact_transform(x, log2n);
    if (stet_butterfly_transform(b, p, radix, (ptrdiff_t)n, x->in, x->out) != STET_OK)
        return false;
    for (size_t i = 0; i < 2 * n; i++) {
        const long double d = (long double)x->out[i] - x->exact[i];
        sums[0] += d * d;
        sums[1] += x->exact[i] * x->exact[i];
    }
    return true;
}

/* Short lengths have several trials. */
double dual_select_error(stet_butterfly b, stet_precision p, int radix, int log2n, double scale)
{
    const int trials = log2n >= 13 ? 1 : log2n <= 9 ? 16 : 1 << (13 - log2n);
    uint64_t state = (uint64_t)log2n;
    struct experiment *x = malloc(sizeof *x);
    long double sums[2] = {0, 0};
    bool ok = x != NULL && !(p == STET_F64 && LDBL_MANT_DIG < 64);
    for (int i = 0; ok && i < trials; i++)
        ok = trial(b, p, radix, log2n, scale, &state, x, sums);
    free(x);
    const double error = ok ? (double)sqrtl(sums[0] / sums[1]) : (double)NAN;
    return isfinite(error) ? error : (double)NAN;
}

int dual_select_range(stet_butterfly b, int log2n)
{
    int low = -24, high = 16; /* 2^low is the smallest number, 2^high is not finite */
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (isnan(dual_select_error(b, STET_F16, 2, log2n, ldexp(1, middle))))
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* ---------------------------------------------------------------- sections -- */

static json_t *number_or_null(double x) { return isnan(x) ? json_null() : json_real(x); }

static const int lengths[] = {4, 6, 8, 10, 12, 14, 16};
#define LENGTHS (int)(sizeof lengths / sizeof *lengths)
static const char *const length_keys[] = {"2^4", "2^6", "2^8", "2^10", "2^12", "2^14", "2^16"};

static void error_section(struct tables *t, stet_precision p, const char *key, const char *title,
                          double unit)
{
    struct column columns[LENGTHS + 4] = {{"strategy", "strategy", ""}, {"operations", "ops", ""}};
    for (int i = 0; i < LENGTHS; i++)
        columns[i + 2] = (struct column){length_keys[i], length_keys[i], "%.2e"};
    columns[LENGTHS + 2] = (struct column){"paper_bound", "paper's bound, 2^10", "%.2e"};
    json_t *rows = json_array();
    progress_long(key, STRATEGIES);
    for (int s = 0; s < STRATEGIES; s++) {
        json_t *row = json_object();
        const double ratio = dual_select_ratio(strategies[s].butterfly, 1024);
        json_object_set_new(row, "strategy", json_string(strategies[s].name));
        json_object_set_new(row, "operations", json_integer(strategies[s].operations));
        for (int i = 0; i < LENGTHS; i++)
            json_object_set_new(
                row, length_keys[i],
                number_or_null(dual_select_error(strategies[s].butterfly, p, 2, lengths[i], 1)));
        const double bound = ratio > 0 ? expm1(10 * log1p(ratio * unit)) : (double)NAN;
        json_object_set_new(row, "paper_bound", isfinite(bound) ? json_real(bound) : json_null());
        json_array_append_new(rows, row);
        progress_at((size_t)s + 1);
    }
    progress_end();
    section(t, key, title, columns, rows,
            p == STET_F16 ? "-: the result is not finite (or, for the bound, there is none).\n"
                          : "");
}

static void range_section(struct tables *t)
{
    static const int at[] = {10, 14, 16};
    static const struct column columns[] = {{"strategy", "strategy", ""},
                                            {"2^10", "2^10", ""},
                                            {"2^14", "2^14", ""},
                                            {"2^16", "2^16", ""},
                                            {NULL, NULL, NULL}};
    json_t *rows = json_array();
    progress_long("range", STRATEGIES);
    for (int s = 0; s < STRATEGIES; s++) {
        json_t *row = json_object();
        json_object_set_new(row, "strategy", json_string(strategies[s].name));
        for (int i = 0; i < 3; i++) {
            const int range = dual_select_range(strategies[s].butterfly, at[i]);
            json_object_set_new(row, columns[i + 1].key,
                                range > -24 ? json_integer(range) : json_null());
        }
        json_array_append_new(rows, row);
        progress_at((size_t)s + 1);
    }
    progress_end();
    section(t, "range", "f16: the largest s for which uniform input up to 2^s does not overflow",
            columns, rows, "-: it overflows whatever the input.\n");
}

static void radix_section(struct tables *t)
{
    static const int radices[] = {2, 4, 8, 16};
    static const stet_butterfly used[] = {STET_BUTTERFLY_STANDARD, STET_BUTTERFLY_STANDARD_FMA,
                                          STET_BUTTERFLY_DUAL_COMPENSATED};
    static const char *const keys[] = {"standard", "standard_fma", "dual_compensated"};
    static const struct column columns[] = {
        {"radix", "radix", ""},
        {"standard", "standard", "%.2e"},
        {"standard_fma", "standard, fma", "%.2e"},
        {"dual_compensated", "dual-select, compensated", "%.2e"},
        {NULL, NULL, NULL}};
    json_t *rows = json_array();
    for (int i = 0; i < 4; i++) {
        json_t *row = json_pack("{s:i}", "radix", radices[i]);
        for (int s = 0; s < 3; s++)
            json_object_set_new(
                row, keys[s],
                number_or_null(dual_select_error(used[s], STET_F16, radices[i], 12, 1)));
        json_array_append_new(rows, row);
    }
    section(t, "radix", "f16, N = 4096: radix r with its twiddles multiplied first", columns, rows,
            "Radix 4 or 8 made of radix-2 butterflies has the bits, and the error, of radix 2.\n");
}

bool dual_select_errors(struct tables *t, struct error *e)
{
    (void)e;
    error_section(t, STET_F16, "errors_f16", "f16: relative L2 error, uniform input in (-1, 1)",
                  0x1p-11);
    error_section(t, STET_BF16, "errors_bf16", "bf16", 0x1p-8);
    error_section(t, STET_F32, "errors_f32", "f32", 0x1p-24);
    error_section(t, STET_F64, "errors_f64", "f64", 0x1p-53);
    range_section(t);
    radix_section(t);
    return true;
}
