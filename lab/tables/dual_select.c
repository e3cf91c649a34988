/* SPDX-License-Identifier: Apache-2.0 */
/* The table dual-select shows the paper's figures beside those of exact arithmetic, and the
 * verdict. */
#include "tables/dual_select.h"
#include "files/progress.h"

#include <math.h>

const struct strategy strategies[STRATEGIES] = {
    {STET_BUTTERFLY_STANDARD, "standard", 10},
    {STET_BUTTERFLY_STANDARD_FMA, "standard, fma", 8},
    {STET_BUTTERFLY_LF_CLAMP, "Linzer-Feig, clamp 1e-7", 6},
    {STET_BUTTERFLY_LF, "Linzer-Feig, W^0 apart", 6},
    {STET_BUTTERFLY_COSINE, "cosine", 6},
    {STET_BUTTERFLY_COSINE_PLAIN, "cosine, W^(N/4) apart", 6},
    {STET_BUTTERFLY_DUAL, "dual-select", 6},
    {STET_BUTTERFLY_DUAL_COMPENSATED, "dual-select, compensated", 6},
};

#define UNIT_F16 0x1p-11
#define PI 3.14159265358979323846

static double cotangent(ptrdiff_t n)
{
    double c = 0, s = 1;
    stet_root_f64(1, n, &c, &s);
    return c / s;
}

double dual_select_ratio(stet_butterfly b, ptrdiff_t n)
{
    switch (b) {
    case STET_BUTTERFLY_LF_CLAMP: return 1e7;
    case STET_BUTTERFLY_LF:
    case STET_BUTTERFLY_COSINE_PLAIN: return cotangent(n); /* next to pi/2 tan has the same value */
    case STET_BUTTERFLY_COSINE: return 1 / 6.123233995736766e-17;
    case STET_BUTTERFLY_DUAL:
    case STET_BUTTERFLY_DUAL_COMPENSATED: return 1;
    default: return 0;
    }
}

/* Computes equation (11) of the paper. */
static double cumulative(double ratio, int passes)
{
    return expm1(passes * log1p(ratio * UNIT_F16));
}

/* Counts twiddles on the cosine path: by integers, and by doubles as a program computes them. */
static int cosine_path(ptrdiff_t n)
{
    int count = 0;
    for (ptrdiff_t k = 0; k < n / 2; k++)
        count += 8 * k <= n || 8 * k >= 3 * n;
    return count;
}

static int cosine_path_in_double(ptrdiff_t n)
{
    int count = 0;
    for (ptrdiff_t k = 0; k < n / 2; k++) {
        const double angle = -2 * PI * (double)k / (double)n;
        count += fabs(cos(angle)) >= fabs(sin(angle));
    }
    return count;
}

static json_t *ratio_row(int m)
{
    const ptrdiff_t n = (ptrdiff_t)1 << m;
    const double lf = cotangent(n), lf_total = cumulative(lf, m), dual_total = cumulative(1, m);
    char split[40], in_double[40];
    const int exact = cosine_path(n), rounded = cosine_path_in_double(n);
    snprintf(split, sizeof split, "%d/%d", exact, (int)(n / 2) - exact);
    snprintf(in_double, sizeof in_double, "%d/%d", rounded, (int)(n / 2) - rounded);
    return json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s, s:s}", "log2_n", m, "n",
                     (int)n, "lf_ratio", lf, "lf_bound", lf * UNIT_F16, "dual_bound", UNIT_F16,
                     "lf_cumulative", lf_total, "dual_cumulative", dual_total, "improvement",
                     lf_total / dual_total, "linear_improvement", lf, "split", split,
                     "split_in_double", in_double);
}

static json_t *printed_row(const char *what, const char *printed, const char *ours,
                           const char *note)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "what", what, "printed", printed, "ours", ours, "note",
                     note);
}

/* Tables I and II and the text of section V, n = 1024. */
static json_t *printed(void)
{
    json_t *rows = json_array();
    char ours[64];
    const double lf = cotangent(1024);
    snprintf(ours, sizeof ours, "%.3f", lf);
    json_array_append_new(rows, printed_row("Linzer-Feig, largest ratio", "163.0", ours,
                                            "of k > 0; with the clamp it is 1e7 at k = 0"));
    json_array_append_new(rows, printed_row("Linzer-Feig, singularities", "1", "1", "k = 0"));
    json_array_append_new(rows,
                          printed_row("cosine, largest ratio", "> 1e16", "1.633e16",
                                      "in double arithmetic; exactly it is infinite, at k = 256"));
    json_array_append_new(rows, printed_row("cosine, singularities", "0", "1",
                                            "the paper's own text places one at N/4"));
    json_array_append_new(rows, printed_row("dual-select, largest ratio", "1.000", "1",
                                            "at k = 128 and 384; 1 - 2^-53 by double arithmetic"));
    snprintf(ours, sizeof ours, "%.3e", lf * UNIT_F16);
    json_array_append_new(
        rows, printed_row("Linzer-Feig, bound", "7.95e-2", ours, "u = 2^-11, unrounded"));
    json_array_append_new(rows, printed_row("dual-select, bound", "4.88e-4", "4.883e-04", ""));
    snprintf(ours, sizeof ours, "%.4f", cumulative(lf, 10));
    json_array_append_new(rows, printed_row("Linzer-Feig, 10 passes", "1.15", ours, ""));
    snprintf(ours, sizeof ours, "%.4e", cumulative(1, 10));
    json_array_append_new(rows, printed_row("dual-select, 10 passes", "4.89e-3", ours, ""));
    snprintf(ours, sizeof ours, "%.1f", cumulative(lf, 10) / cumulative(1, 10));
    json_array_append_new(rows, printed_row("improvement", "235", ours,
                                            "a ratio of two bounds that no error comes near"));
    json_array_append_new(rows, printed_row("cosine and sine paths", "256 and 256", "257 and 255",
                                            "|cos| >= |sin| holds at both ties, k = 128 and 384"));
    return rows;
}

bool dual_select_ratios(struct tables *t, struct error *e)
{
    static const struct column printed_columns[] = {{"what", "N = 1024", ""},
                                                    {"printed", "printed", ""},
                                                    {"ours", "ours", ""},
                                                    {"note", "note", ""},
                                                    {NULL, NULL, NULL}};
    static const struct column columns[] = {{"log2_n", "log2 N", ""},
                                            {"lf_ratio", "LF max |t|", ""},
                                            {"lf_bound", "LF bound", "%.2e"},
                                            {"dual_bound", "dual bound", "%.2e"},
                                            {"lf_cumulative", "LF, all passes", "%.2e"},
                                            {"dual_cumulative", "dual, all passes", "%.2e"},
                                            {"improvement", "ratio", "%.2e"},
                                            {"split", "cosine/sine", ""},
                                            {"split_in_double", "by doubles", ""},
                                            {NULL, NULL, NULL}};
    json_t *rows = json_array();
    for (int m = 4; m <= 18; m++)
        json_array_append_new(rows, ratio_row(m));
    section(t, "printed", "What the paper prints, and the same in exact arithmetic",
            printed_columns, printed(),
            "Equation (4) of the paper has s2 = t br + bi; it must be br + t bi.\n");
    section(t, "ratios", "Tables I and II for other lengths, u = 2^-11", columns, rows,
            "The ratio of the bounds grows without end (1e26 at 2^18): it bounds nothing that is "
            "measured below.\n");
    return json_is_array(rows) || error_set(e, "not enough memory");
}

/* ------------------------------------------------------------ the verdict -- */

static bool verdict(struct tables *t)
{
    const double dual = dual_select_error(STET_BUTTERFLY_DUAL, STET_F16, 2, 10, 1);
    const double compensated =
        dual_select_error(STET_BUTTERFLY_DUAL_COMPENSATED, STET_F16, 2, 10, 1);
    const double lf = dual_select_error(STET_BUTTERFLY_LF, STET_F16, 2, 10, 1);
    const double standard = dual_select_error(STET_BUTTERFLY_STANDARD, STET_F16, 2, 10, 1);
    const int dual_range = dual_select_range(STET_BUTTERFLY_DUAL, 14);
    const int lf_range = dual_select_range(STET_BUTTERFLY_LF, 14);
    char line[4][200];
    json_t *rows = json_array();
    snprintf(line[0], sizeof line[0],
             "Accuracy, f16, N = 1024: dual-select errs %.1f %% less than Linzer-Feig with W^0 "
             "apart and %.1f %% less than the standard butterfly; not 235 times.",
             100 * (1 - dual / lf), 100 * (1 - dual / standard));
    snprintf(line[1], sizeof line[1],
             "Why: the ratio |t| multiplies an error that |sin| then divides by the same; "
             "equation (10) leaves the outer product out.");
    snprintf(line[2], sizeof line[2],
             "Range, f16, N = 16384: input up to 2^%d for dual-select and the standard one, 2^%d "
             "for Linzer-Feig: s1 reaches |b| N/(2 pi).",
             dual_range, lf_range);
    snprintf(line[3], sizeof line[3],
             "Free: t = RN(small/RN(large)) changes the error by %+.1f %%; and as every level is "
             "one butterfly, radix and order change no bit.",
             100 * (compensated / dual - 1));
    if (!t->as_json)
        puts("Verdict\n");
    for (int i = 0; i < 4; i++) {
        if (!t->as_json)
            printf("  %s\n", line[i]);
        json_array_append_new(rows, json_string(line[i]));
    }
    json_object_set_new(t->json, "verdict", rows);
    return true;
}

static bool run(struct tables *t, struct error *e)
{
    return dual_select_ratios(t, e) && dual_select_errors(t, e) && verdict(t);
}

const struct table table_dual_select = {
    .name = "dual-select",
    .summary = "Dual-Select FMA Butterfly for FFT",
    .run = run,
    .draw = dual_select_draw,
};
