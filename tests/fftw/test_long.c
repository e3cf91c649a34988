/* SPDX-License-Identifier: Apache-2.0 */
/* libfftw3l: long double, against the definition in long double with roots of 106 bits: closer than
 * any transform in double could come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <fftw3.h>

#include "stet.h"

enum { MOST = 2 * 300 };

static long double in[MOST], out[MOST], again[MOST], kept[MOST];
static uint64_t state = 11;

static void fill(long double *x, int count)
{
    for (int i = 0; i < count; i++) {
        state = state * 6364136223846793005 + 1442695040888963407; /* Knuth's MMIX */
        x[i] = (long double)(int64_t)(state ^ state >> 29) * 0x1p-63L;
    }
}

static long double size_of(long double x) { return x < 0 ? -x : x; }

/* Number k of the spectrum of pairs x. */
static void definition(int n, int sign, const long double *x, int k, long double y[2])
{
    y[0] = y[1] = 0;
    for (int j = 0; j < n; j++) {
        double c[2], s[2];
        stet_root_dd((int64_t)sign * j * k, n, c, s);
        const long double wr = (long double)c[0] + (long double)c[1],
                          wi = (long double)s[0] + (long double)s[1];
        y[0] += x[2 * j] * wr - x[2 * j + 1] * wi;
        y[1] += x[2 * j] * wi + x[2 * j + 1] * wr;
    }
}

/* What the sum above may be off by, with numbers up to 1: rounding errors add up as their root, to
 * much less. In double each of the numbers would be off by 2^-53 of its size. */
static long double bound(int n) { return 8 * (long double)n * 0x1p-64L; }

static const int lengths[] = {1, 2, 3, 5, 12, 64, 67, 100, 134, 243, 290};
#define FOR_EACH_LENGTH(n)                                                                         \
    for (size_t at_ = 0, n = 1;                                                                    \
         at_ < sizeof lengths / sizeof *lengths && (n = (size_t)lengths[at_]); at_++)

static void complex_lines(void **unused)
{
    (void)unused;
    FOR_EACH_LENGTH(n)
    for (int sign = -1; sign <= 1; sign += 2) {
        const int length = (int)n;
        fill(in, 2 * length);
        memcpy(kept, in, sizeof in);
        fftwl_plan p = fftwl_plan_dft_1d(length, (fftwl_complex *)in, (fftwl_complex *)out, sign,
                                         FFTW_ESTIMATE);
        assert_non_null(p);
        fftwl_execute(p);
        assert_memory_equal(in, kept, 2 * n * sizeof *in);
        for (int k = 0; k < length; k++) {
            long double y[2];
            definition(length, sign, in, k, y);
            assert_true(size_of(out[2 * k] - y[0]) <= bound(length));
            assert_true(size_of(out[2 * k + 1] - y[1]) <= bound(length));
        }
        fftwl_destroy_plan(p);
    }
}

/* Real transforms against complex ones, and back, in place too. */
static void real_lines(void **unused)
{
    (void)unused;
    FOR_EACH_LENGTH(n)
    {
        const int length = (int)n;
        fill(in, length);
        memset(kept, 0, sizeof kept);
        for (int i = 0; i < length; i++)
            kept[2 * i] = in[i];
        fftwl_plan p = fftwl_plan_dft_r2c_1d(length, in, (fftwl_complex *)out, FFTW_ESTIMATE);
        fftwl_execute(p);
        for (int k = 0; k <= length / 2; k++) {
            long double y[2];
            definition(length, -1, kept, k, y);
            assert_true(size_of(out[2 * k] - y[0]) <= bound(length));
            assert_true(size_of(out[2 * k + 1] - y[1]) <= bound(length));
        }
        fftwl_destroy_plan(p);
        p = fftwl_plan_dft_c2r_1d(length, (fftwl_complex *)out, out, FFTW_ESTIMATE);
        fftwl_execute(p);
        for (int i = 0; i < length; i++)
            assert_true(size_of(out[i] - length * in[i]) <= length * bound(length));
        fftwl_destroy_plan(p);
    }
}

/* Two dimensions there and back, of real numbers; each kind of r2r and its inverse. */
static void there_and_back(void **unused)
{
    (void)unused;
    fill(in, 42);
    fftwl_plan p = fftwl_plan_dft_r2c_2d(6, 7, in, (fftwl_complex *)out, FFTW_ESTIMATE);
    fftwl_plan q = fftwl_plan_dft_c2r_2d(6, 7, (fftwl_complex *)out, again, FFTW_ESTIMATE);
    fftwl_execute(p);
    fftwl_execute(q);
    for (int i = 0; i < 42; i++)
        assert_true(size_of(again[i] - 42 * in[i]) < 42 * bound(42));
    fftwl_destroy_plan(p);
    fftwl_destroy_plan(q);

    static const struct {
        fftwl_r2r_kind kind, inverse;
        int n[2]; /* logical length, n[0] n + n[1] */
    } pairs[] = {{FFTW_R2HC, FFTW_HC2R, {1, 0}},        {FFTW_DHT, FFTW_DHT, {1, 0}},
                 {FFTW_REDFT00, FFTW_REDFT00, {2, -2}}, {FFTW_REDFT10, FFTW_REDFT01, {2, 0}},
                 {FFTW_REDFT11, FFTW_REDFT11, {2, 0}},  {FFTW_RODFT00, FFTW_RODFT00, {2, 2}},
                 {FFTW_RODFT10, FFTW_RODFT01, {2, 0}},  {FFTW_RODFT11, FFTW_RODFT11, {2, 0}}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int n = 2; n < 14; n++) {
            const int logical = pairs[i].n[0] * n + pairs[i].n[1];
            fill(in, n);
            p = fftwl_plan_r2r_1d(n, in, out, pairs[i].kind, FFTW_ESTIMATE);
            q = fftwl_plan_r2r_1d(n, out, again, pairs[i].inverse, FFTW_ESTIMATE);
            fftwl_execute(p);
            fftwl_execute(q);
            for (int k = 0; k < n; k++)
                assert_true(size_of(again[k] - logical * in[k]) < 40 * bound(n));
            fftwl_destroy_plan(p);
            fftwl_destroy_plan(q);
        }
}

/* Numbers that no double is: the same spectrum but for the power of two. */
static void any_exponent(void **unused)
{
    (void)unused;
    fill(in, 40);
    for (int i = 0; i < 40; i++)
        kept[i] = in[i] * 0x1p-1000L;
    fftwl_plan p =
        fftwl_plan_dft_1d(20, (fftwl_complex *)in, (fftwl_complex *)out, -1, FFTW_ESTIMATE);
    fftwl_execute(p);
    const long double powers[] = {0x1p10000L, 0x1p16300L, 0x1p-9000L};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 40; k++)
            kept[k] = in[k] * powers[i];
        fftwl_execute_dft(p, (fftwl_complex *)kept, (fftwl_complex *)again);
        for (int k = 0; k < 40; k++)
            assert_true(again[k] == out[k] * powers[i]);
    }
    fftwl_destroy_plan(p);
}

static void level(void **unused)
{
    (void)unused;
    setenv("STET_LEVEL", "correct", 1);
    assert_null(fftwl_plan_dft_1d(8, (fftwl_complex *)in, (fftwl_complex *)out, -1, FFTW_ESTIMATE));
    setenv("STET_LEVEL", "extended", 1);
    fftwl_plan p =
        fftwl_plan_dft_1d(8, (fftwl_complex *)in, (fftwl_complex *)out, -1, FFTW_ESTIMATE);
    assert_non_null(p);
    fftwl_destroy_plan(p);
    unsetenv("STET_LEVEL");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(complex_lines), cmocka_unit_test(real_lines),
        cmocka_unit_test(there_and_back), cmocka_unit_test(any_exponent), cmocka_unit_test(level)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
