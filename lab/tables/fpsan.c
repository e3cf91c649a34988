/* SPDX-License-Identifier: Apache-2.0 */
/* stet-lab tables fpsan measures the limits of FPSan's two algebras. */
#include "fpsan/limits/experiments.h"
#include "tables/table.h"

#include <stdint.h>

enum { TRIALS = 2000, RARE_TRIALS = 20000 };

static const uint32_t LARGEST = 1321205761;

static const struct column two[] = {{"what", "share of random inputs", NULL},
                                    {"ring", "ring", "%.4f"},
                                    {"field", "field", "%.4f"},
                                    {NULL, NULL, NULL}};

static void add(json_t *rows, const char *what, double ring, double field)
{
    json_array_append_new(rows,
                          json_pack("{s:s, s:f, s:f}", "what", what, "ring", ring, "field", field));
}

static void identities(struct tables *t)
{
    json_t *rows = json_array();
    add(rows, "product of 16 is 0", limits_zero_product(&limits_ring, 16, TRIALS),
        limits_zero_product(&limits_field, 16, TRIALS));
    add(rows, "product of 32 is 0", limits_zero_product(&limits_ring, 32, TRIALS),
        limits_zero_product(&limits_field, 32, TRIALS));
    add(rows, "product of 48 is 0", limits_zero_product(&limits_ring, 48, TRIALS),
        limits_zero_product(&limits_field, 48, TRIALS));
    add(rows, "product of 64 is 0", limits_zero_product(&limits_ring, 64, TRIALS),
        limits_zero_product(&limits_field, 64, TRIALS));
    add(rows, "x/x = 1", limits_quotient_of_equals(&limits_ring, TRIALS),
        limits_quotient_of_equals(&limits_field, TRIALS));
    add(rows, "(a/y)/z = a/(y z)", limits_double_quotient(&limits_ring, TRIALS),
        limits_double_quotient(&limits_field, TRIALS));
    add(rows, "a/y + b/y = (a + b)/y", limits_common_denominator(&limits_ring, TRIALS),
        limits_common_denominator(&limits_field, TRIALS));
    add(rows, "2 x = x + x", limits_doubling(&limits_ring, TRIALS),
        limits_doubling(&limits_field, TRIALS));
    section(t, "identities", "How often it holds", two, rows, "");
}

static void transforms(struct tables *t)
{
    static const struct column columns[] = {{"n", "points", NULL},
                                            {"ring", "ring", NULL},
                                            {"field", "field", NULL},
                                            {NULL, NULL, NULL}};
    json_t *rows = json_array();
    for (int n = 1; n <= 64; n *= 2)
        json_array_append_new(
            rows, json_pack("{s:i, s:s, s:s}", "n", n, "ring",
                            limits_fft(&limits_ring, n, 0, 20) < 1 ? "differs" : "equal", "field",
                            limits_fft(&limits_field, n, 0, 20) < 1 ? "differs" : "equal"));
    section(t, "transforms", "A radix-2 FFT against the naive DFT", columns, rows, "");
}

static bool misses(struct tables *t, struct error *e)
{
    static const uint32_t primes[] = {193, 257, 769, 12289};
    static const struct column columns[] = {{"p", "prime", NULL},
                                            {"rate", "missed", "%.5f"},
                                            {"bound", "1/p", "%.5f"},
                                            {NULL, NULL, NULL}};
    json_t *rows = json_array();
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        if (!limits_use_prime(primes[i])) {
            json_decref(rows);
            return error_set(e, "not enough memory");
        }
        const double rate = limits_fft(&limits_field, 32, 1, RARE_TRIALS);
        json_array_append_new(rows, json_pack("{s:I, s:f, s:f}", "p", (json_int_t)primes[i], "rate",
                                              rate, "bound", 1.0 / primes[i]));
    }
    section(t, "misses", "One wrong output of an FFT, missed modulo small primes", columns, rows,
            "");
    return true;
}

static bool run(struct tables *t, struct error *e)
{
    if (!limits_use_prime(LARGEST))
        return error_set(e, "not enough memory");
    identities(t);
    transforms(t);
    const bool ok = misses(t, e);
    limits_close();
    return ok;
}

const struct table table_fpsan = {
    .name = "fpsan", .summary = "the limits of FPSan's algebras", .run = run};
