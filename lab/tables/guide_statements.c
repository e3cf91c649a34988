/* SPDX-License-Identifier: Apache-2.0 */
/* Lists the guide's statements, the facts, and the measurements. */
#include "tables/guide.h"

#include <math.h>

enum { TRIALS = 1000000 };

/* Counts products by a scalar in double, rounded to float, that differ from products in float. */
static int scalar_differs(double scalar)
{
    uint64_t state = 1;
    int count = 0;
    for (int i = 0; i < TRIALS; i++) {
        const float x = guide_uniform(&state);
        count += (float)((double)x * scalar) != x * (float)scalar;
    }
    return count;
}

/* Tests float -> double -> float. */
static int item_differs(void)
{
    uint64_t state = 2;
    int count = 0;
    for (int i = 0; i < TRIALS; i++) {
        const float x = guide_uniform(&state);
        const volatile double there = (double)x;
        count += (float)there != x;
    }
    return count;
}

/* Returns the root mean square of the relative error of a float product. */
static double product_error(void)
{
    uint64_t state = 3;
    double squares = 0;
    for (int i = 0; i < TRIALS; i++) {
        const float x = guide_uniform(&state) + 2, y = guide_uniform(&state) + 2;
        const double exact = (double)x * (double)y, d = ((double)(x * y) - exact) / exact;
        squares += d * d;
    }
    return sqrt(squares / TRIALS);
}

/* Counts the sums that the guide's two_sum, which it calls Kahan's, gets wrong. */
static int two_sum_misses(void)
{
    uint64_t state = 4;
    int count = 0;
    for (int i = 0; i < TRIALS; i++) {
        const float a = guide_uniform(&state), b = guide_uniform(&state) * 0x1p-12f;
        const float s = a + b, a_part = s - b, b_part = s - a_part;
        const float e = (a - a_part) + (b - b_part);
        count += (double)s + (double)e != (double)a + (double)b;
    }
    return count;
}

static void add(json_t *rows, const char *says, const char *is, const char *measured)
{
    json_array_append_new(
        rows, json_pack("{s:s, s:s, s:s}", "says", says, "is", is, "measured", measured));
}

#define SAY(...) (snprintf(text, sizeof text, __VA_ARGS__), text)

static void about_errors(json_t *rows, const struct guide_found *f)
{
    char text[200];
    add(rows, "worst case over 24 h: 5.1e6 u = 0.3 (30 %)",
        "5.1e6 is sqrt(N): this is the random case; the worst case is N u = 1.5e6, no bound at all",
        SAY("2.592e13 u = %.3g; a float sum of ones is wrong by %.0f %% at N = 2^26: it stops at "
            "2^24",
            2.592e13 * 0x1p-24, 100 * f->ones));
    add(rows, "random case: sqrt(2.6e13) u = 3e-4 (0.03 %)",
        "sqrt(2.6e13) u is 0.30, a thousand times as much", SAY("%.3g", sqrt(2.592e13) * 0x1p-24));
    add(rows, "Kahan: constant u, whatever N",
        "2 u of the sum of |x|: of the sum itself only if little cancels",
        SAY("1 + 2^30 + 1 - 2^30 by Kahan's algorithm: %g, not 2", f->kahan));
    add(rows, "each float operation introduces 6e-8 of relative error",
        "at most; the root mean square is less than half of it",
        SAY("products: %.2g", product_error()));
    add(rows, "25.9 trillion operations are one chain of errors",
        "errors add along a path; a transform of N points has 2 log2 N levels, whatever runs "
        "beside it",
        SAY("y_rel of native convolutions of 128 to 512: at most %.2g", f->native_rel));
    add(rows, "four rounding points",
        "every level of every transform rounds, and the product, some 6 log2 P times a path; "
        "errors "
        "add as a root of that",
        SAY("native y_rel %.2g, extended with one rounding %.2g", f->native_rel, f->extended_rel));
}

static void about_precision(json_t *rows, const struct guide_found *f)
{
    char text[200];
    add(rows, "float-float: 46 bits, 30 to 32 decimal digits",
        "two significands of 24 bits are about 48 bits, 14 digits; double has 16",
        SAY("log10 2^48 = %.1f", 48 * log10(2)));
    add(rows, "float32 has 23 bits, float64 52", "24 and 53: the leading bit is not stored", "");
    add(rows, "Two-Sum (Kahan algorithm)", "Moller's and Knuth's; the code is right",
        SAY("misses of %d: %d", TRIALS, two_sum_misses()));
    add(rows, "tier 2: near bit-exact, y_mse < 1e-20, y_rel < 1e-10",
        "expected, never measured; a float output has a relative error of about u/2",
        SAY("level extended: y_rel %.2g, y_mse %.2g", f->extended_rel, f->extended_mse));
    add(rows, "ep_freqmul is the biggest win", "alone it changes little: the transforms round",
        "see results");
    add(rows, "hygiene made it 2 million times better",
        "it made a wrong factor right: 0.99 is 1 - 1/N, the distance of a wrong operator",
        SAY("1/N twice: y is %.6f times the right one, N = %g", f->twice, f->points));
    add(rows, "double scaling makes the result 1/N^2 too small",
        "the factor is 1/N^2 in place of 1/N: N times too small",
        SAY("factor %.6g = 1/%g", f->twice, 1 / f->twice));
}

static void about_practice(json_t *rows)
{
    char text[200];
    add(rows, "time and frequency combining re-order additions",
        "the guide's code has four different operators under these names",
        "see operators: 0.1 and more");
    add(rows, "x * 0.5 with a Python scalar rounds twice, and should be a tensor",
        "scalars are weak in torch and MLX: they take the tensor's type; 0.5 is exact besides",
        SAY("of %d products with 0.5 in double those other than in float: %d (with 0.1: %d)",
            TRIALS, scalar_differs(0.5), scalar_differs(0.1)));
    add(rows, ".item() adds a rounding", "float to double is exact; what it costs is a wait",
        SAY("of %d numbers changed by the way there and back: %d", TRIALS, item_differs()));
    add(rows, "numpy.fft promotes to float64: parity tests with numpy are invalid",
        "not from NumPy 2.0 on (numpy#17801); and a more precise reference invalidates nothing",
        "");
    add(rows, "profiles select ep_freqmul, ep_depthwise, ep_fft, fft_norm, strict_kernels",
        "its loader drops the first three, and no code reads the others; here each has a test",
        "lab/docs/profiles.md");
}

bool guide_statements(struct tables *t, const struct guide_found *found, struct error *e)
{
    json_t *rows = json_array();
    if (rows == NULL)
        return error_set(e, "not enough memory");
    about_errors(rows, found);
    about_precision(rows, found);
    about_practice(rows);
    if (!t->as_json) {
        puts("Statements of the guide\n");
        size_t i;
        json_t *row;
        json_array_foreach(rows, i, row)
        {
            const char *measured = json_string_value(json_object_get(row, "measured"));
            printf("  says      %s\n  is        %s\n",
                   json_string_value(json_object_get(row, "says")),
                   json_string_value(json_object_get(row, "is")));
            if (*measured)
                printf("  measured  %s\n", measured);
            puts("");
        }
    }
    json_object_set_new(t->json, "statements", rows);
    return true;
}
