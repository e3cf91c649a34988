/* SPDX-License-Identifier: Apache-2.0 */
/* stet tables: what the documents claim, measured here. */
#include "experiments.h"
#include "options.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

enum { TRIALS = 2000, RARE_TRIALS = 20000 };

static const uint32_t LARGEST = 1321205761;

static void both(struct report *r, const char *label, const char *key,
                 double (*measure)(const struct limits_algebra *, int))
{
    const double ring = measure(&limits_ring, TRIALS), field = measure(&limits_field, TRIALS);
    report_row(r, label, "%6.2f %% %10.2f %%", 100 * ring, 100 * field);
    report_key(r, key, json_pack("{s:f, s:f}", "ring", ring, "field", field));
}

static void products(struct report *r)
{
    static const int factors[] = {16, 32, 48, 64};
    static const char *const labels[] = {"product of 16 is 0", "product of 32 is 0",
                                         "product of 48 is 0", "product of 64 is 0"};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        const double ring = limits_zero_product(&limits_ring, factors[i], TRIALS);
        const double field = limits_zero_product(&limits_field, factors[i], TRIALS);
        report_row(r, labels[i], "%6.2f %% %10.2f %%", 100 * ring, 100 * field);
        json_array_append_new(list, json_pack("{s:i, s:f, s:f}", "factors", factors[i], "ring",
                                              ring, "field", field));
    }
    report_key(r, "zero_products", list);
}

static json_t *sizes(const struct limits_algebra *a, char *text, size_t size)
{
    json_t *list = json_array();
    *text = '\0';
    for (int n = 1; n <= 64; n *= 2) {
        if (limits_fft(a, n, 0, 20) < 1)
            continue;
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%d", used ? " " : "", n);
        json_array_append_new(list, json_integer(n));
    }
    return list;
}

static void transforms(struct report *r)
{
    char ring[80], field[80];
    report_key(r, "fft_sizes_ring", sizes(&limits_ring, ring, sizeof ring));
    report_key(r, "fft_sizes_field", sizes(&limits_field, field, sizeof field));
    report_row(r, "FFT = DFT, sizes", "%s in the ring; %s in the field", ring, field);
}

static bool misses(struct report *r, struct error *e)
{
    static const uint32_t primes[] = {193, 257, 769, 12289};
    static const char *const labels[] = {"wrong FFT missed, p = 193", "wrong FFT missed, p = 257",
                                         "wrong FFT missed, p = 769",
                                         "wrong FFT missed, p = 12289"};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        if (!limits_use_prime(primes[i])) {
            json_decref(list);
            return error_set(e, "the field of %u could not be set up: is memory short?",
                             (unsigned)primes[i]);
        }
        const double rate = limits_fft(&limits_field, 32, 1, RARE_TRIALS);
        report_row(r, labels[i], "%.5f, 1/p is %.5f", rate, 1.0 / primes[i]);
        json_array_append_new(list, json_pack("{s:I, s:f, s:f}", "p", (json_int_t)primes[i], "rate",
                                              rate, "bound", 1.0 / primes[i]));
    }
    report_key(r, "misses", list);
    return true;
}

static bool fpsan(bool as_json, struct error *e)
{
    struct report r;
    report_start(&r, as_json);
    if (!limits_use_prime(LARGEST))
        return error_set(e, "the field could not be set up: is memory short?");
    report_row(&r, "how often, random inputs", "%8s %12s", "ring", "field");
    products(&r);
    both(&r, "x/x = 1", "quotient_of_equals", limits_quotient_of_equals);
    both(&r, "(a/y)/z = a/(y z)", "double_quotient", limits_double_quotient);
    both(&r, "a/y + b/y = (a + b)/y", "common_denominator", limits_common_denominator);
    both(&r, "2 x = x + x", "doubling", limits_doubling);
    transforms(&r);
    const bool ok = misses(&r, e);
    limits_close();
    return report_finish(&r, e) && ok;
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    bool as_json = false;
    const char *value;
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        as_json = as_json || key == 'j';
    if (key < 0)
        return EXIT_ERROR;
    if (strcmp(options_operand(argv, 0), "fpsan") != 0) {
        error_set(e, "no table '%s'; there is: fpsan", options_operand(argv, 0));
        return EXIT_ERROR;
    }
    return fpsan(as_json, e) ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {ROW_JSON, ROW_HELP, ROW_END};

const struct command command_tables = {
    .name = "tables",
    .operands = "TABLE",
    .summary = "measure what the documents claim",
    .least = 1,
    .most = 1,
    .options = rows,
    .details =
        "fpsan: the limits of FPSan's two algebras (docs/fpsan.md): how often identities of the\n"
        "real numbers hold for random inputs, the FFT sizes that can pass, and how often a\n"
        "wrong FFT is missed modulo small primes.",
    .example = "  $ stet tables fpsan",
    .run = run,
};
