/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "experiments/butterflies/number.h"
#include "lib/failing.h"

static double *random_numbers(ptrdiff_t n, uint64_t state)
{
    double *x = malloc((size_t)n * 2 * sizeof *x);
    assert_non_null(x);
    for (ptrdiff_t i = 0; i < 2 * n; i++)
        x[i] = (double)(generate_next(&state) >> 11) * 0x1p-52 - 1;
    return x;
}

/* Relative L2 error in the precision against the transform of the rounded input in double; of all
 * trials together. */
static double error_of(stet_butterfly b, stet_precision p, int radix, ptrdiff_t n, int trials)
{
    double *y = malloc((size_t)n * 2 * sizeof *y), *z = malloc((size_t)n * 2 * sizeof *z);
    double difference = 0, square = 0;
    const stet_number *number = stet_number_of(p);
    struct transform t = transform_1d(STET_C2C, STET_F64, n);
    assert_non_null(y);
    assert_non_null(z);
    for (int trial = 0; trial < trials; trial++) {
        double *x = random_numbers(n, (uint64_t)trial);
        for (ptrdiff_t i = 0; i < 2 * n; i++)
            x[i] = number->round(x[i]);
        assert_int_equal(stet_butterfly_transform(b, p, radix, n, x, y), STET_OK);
        assert_int_equal(transform_run(&t, x, z), STET_OK);
        for (ptrdiff_t i = 0; i < 2 * n; i++) {
            difference += (y[i] - z[i]) * (y[i] - z[i]);
            square += z[i] * z[i];
        }
        free(x);
    }
    free(y);
    free(z);
    return sqrt(difference / square);
}

/* Every strategy computes the transform in every radix; those of the literal paper with the
 * precision that its clamps leave. */
static void test_all_compute_the_transform(void **state)
{
    (void)state;
    static const struct {
        int radix;
        ptrdiff_t n;
    } sizes[] = {{2, 1},  {2, 64}, {3, 81},   {4, 64},  {5, 125},
                 {7, 49}, {8, 64}, {16, 256}, {17, 289}};
    for (stet_butterfly b = STET_BUTTERFLY_STANDARD; b <= STET_BUTTERFLY_DUAL_COMPENSATED; b++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const double error = error_of(b, STET_F64, sizes[i].radix, sizes[i].n, 1);
            const double most = b == STET_BUTTERFLY_LF_CLAMP ? 1e-6 : 1e-13;
            if (!(error < most))
                fail_msg("strategy %d, radix %d, n = %td: %g", (int)b, sizes[i].radix, sizes[i].n,
                         error);
        }
}

static void test_errors_of_the_paper(void **state)
{
    (void)state;
    const double dual = error_of(STET_BUTTERFLY_DUAL, STET_F16, 2, 1024, 8);
    const double standard = error_of(STET_BUTTERFLY_STANDARD, STET_F16, 2, 1024, 8);
    const double lf = error_of(STET_BUTTERFLY_LF, STET_F16, 2, 1024, 8);
    assert_true(dual > 7.5e-4 && dual < 8.7e-4);
    assert_true(standard > 1.1 * dual && standard < 1.2 * dual);
    assert_true(lf > 1.02 * dual && lf < 1.12 * dual); /* not 235 times */
    assert_true(isnan(error_of(STET_BUTTERFLY_LF_CLAMP, STET_F16, 2, 16, 8)));
    assert_true(isnan(error_of(STET_BUTTERFLY_COSINE, STET_F16, 2, 16, 8)));
    const double bf16 = error_of(STET_BUTTERFLY_DUAL, STET_BF16, 2, 1024, 8);
    assert_true(bf16 > 6e-3 && bf16 < 7.5e-3);
    const double f32 = error_of(STET_BUTTERFLY_DUAL_COMPENSATED, STET_F32, 2, 1024, 8);
    assert_true(f32 > 0.9e-7 && f32 < 1.2e-7);
}

/* f16 with the compensated ratio is mode NATIVE but for its plain first levels: W = 1 and -i. On
 * finite numbers without -0 these are the same. */
static void test_native_mode_is_dual_select(void **state)
{
    (void)state;
    for (ptrdiff_t n = 2; n <= 4096; n *= 2) {
        double *x = random_numbers(n, 5);
        struct transform t = transform_1d(STET_C2C, STET_F16, n);
        t.half_mode = STET_HALF_NATIVE;
        uint16_t *in = transform_alloc(&t, SIDE_IN, 1), *out = transform_alloc(&t, SIDE_OUT, 1);
        for (ptrdiff_t i = 0; i < 2 * n; i++)
            in[i] = stet_f16_from_f64(x[i]);
        assert_int_equal(transform_run(&t, in, out), STET_OK);
        assert_int_equal(
            stet_butterfly_transform(STET_BUTTERFLY_DUAL_COMPENSATED, STET_F16, 2, n, x, x),
            STET_OK);
        for (ptrdiff_t i = 0; i < 2 * n; i++)
            if ((double)stet_f16_to_f32(out[i]) != x[i])
                fail_msg("n = %td, number %td: %a, not %a", n, i, (double)stet_f16_to_f32(out[i]),
                         x[i]);
        free(x);
        free(in);
        free(out);
    }
}

static void test_arithmetic(void **state)
{
    (void)state;
    const stet_number *f16 = stet_number_of(STET_F16), *bf16 = stet_number_of(STET_BF16);
    assert_true(bf16->fma(3, 91, 0x1p-60) == 274); /* through double alone: 272 */
    assert_true(bf16->fma(3, 91, -0x1p-60) == 272);
    assert_true(bf16->fma(-3, 91, -0x1p-60) == -274);
    assert_true(isinf(bf16->mul(0x1p127, 2)));
    assert_true(f16->fma(3, 683, 0x1p-24) == 2050); /* through float: 2048 */
    assert_true(f16->add(65504, 16) == (double)INFINITY);
    assert_true(f16->add(65504, 15) == 65504);
    assert_true(f16->mul(0x1p-24, 0.5) == 0);
    assert_true(f16->mul(0x1p-24, 0.75) == 0x1p-24);
    assert_null(stet_number_of((stet_precision)0));
}

static void test_refusals(void **state)
{
    (void)state;
    double x[8] = {1};
    const stet_butterfly dual = STET_BUTTERFLY_DUAL;
    assert_int_equal(stet_butterfly_transform((stet_butterfly)0, STET_F16, 2, 4, x, x),
                     STET_E_METHOD);
    assert_int_equal(stet_butterfly_transform((stet_butterfly)9, STET_F16, 2, 4, x, x),
                     STET_E_METHOD);
    assert_int_equal(stet_butterfly_transform(dual, (stet_precision)5, 2, 4, x, x),
                     STET_E_PRECISION);
    assert_int_equal(stet_butterfly_transform(dual, STET_F16, 2, 3, x, x), STET_E_LENGTH);
    assert_int_equal(stet_butterfly_transform(dual, STET_F16, 2, 0, x, x), STET_E_LENGTH);
    assert_int_equal(stet_butterfly_transform(dual, STET_F16, 1, 1, x, x), STET_E_LENGTH);
    assert_int_equal(stet_butterfly_transform(dual, STET_F16, 65, 65, x, x), STET_E_LENGTH);
    assert_int_equal(stet_butterfly_transform(dual, STET_F16, 2, 1 << 25, x, x), STET_E_LENGTH);
    assert_int_equal(stet_butterfly_transform(dual, STET_F16, 2, 4, NULL, x), STET_E_NULL);
    assert_int_equal(stet_butterfly_transform(dual, STET_F16, 2, 4, x, NULL), STET_E_NULL);
    failing_at(1);
    const stet_status status = stet_butterfly_transform(dual, STET_F16, 2, 4, x, x);
    failing_at(0);
    assert_int_equal(status, STET_E_MEMORY);
    assert_true(x[0] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_compute_the_transform),
        cmocka_unit_test(test_errors_of_the_paper),
        cmocka_unit_test(test_native_mode_is_dual_select),
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
