/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct of real-to-real transforms: each output is Arb's, rounded once. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "lib/oracle.h"

static bool is_even(const void *x, stet_precision p)
{
    uint32_t narrow;
    uint64_t wide;
    if (p == STET_F32) {
        memcpy(&narrow, x, sizeof narrow);
        return narrow % 2 == 0;
    }
    memcpy(&wide, x, sizeof wide);
    return wide % 2 == 0;
}

/* The neighbour of y, a number of the precision, on the side of the exact value. */
static double neighbour(double y, double towards, stet_precision p)
{
    return p == STET_F32 ? (double)nextafterf((float)y, (float)towards) : nextafter(y, towards);
}

/* Whether y is hi + lo rounded to nearest even. The oracle is good for `error`; what it cannot tell
 * from a zero or a tie is one, for no irrational number of these sizes comes so near. */
static bool is_rounded(const struct transform *t, const void *out, size_t i, double hi, double lo,
                       double error)
{
    const double y = transform_number(t, out, i);
    const size_t size = transform_real(t);
    if (fabs(hi) <= error)
        return y == 0 && !signbit(y);
    const double rest = (hi - y) + lo; /* exact value less y; the difference is exact */
    if (rest == 0)
        return true;
    const double next = neighbour(y, rest > 0 ? HUGE_VAL : -HUGE_VAL, t->precision);
    const double half = fabs(next - y) / 2, beyond = fabs(rest) - half;
    if (fabs(beyond) > error)
        return beyond < 0;
    return is_even((const char *)out + i * size, t->precision);
}

static void check(const struct transform *given, enum generate_family family, uint64_t seed)
{
    struct transform t = *given;
    t.level = STET_LEVEL_CORRECT;
    void *in = check_input(&t, family, seed), *out = check_output(&t, in);
    struct oracle oracle;
    oracle_open(&oracle, &t, in);
    double squares = 0;
    for (size_t i = 0; i < oracle.reals; i++)
        squares += oracle.hi[i] * oracle.hi[i];
    for (size_t i = 0; i < oracle.reals; i++) {
        if (is_rounded(&t, out, i, oracle.hi[i], oracle.lo[i], 0x1p-95 * sqrt(squares)))
            continue;
        print_error("precision %d direction %d norm %d %s seed %d, kinds and lengths",
                    (int)t.precision, (int)t.direction, (int)t.norm, generate_name(family),
                    (int)seed);
        for (int a = 0; a < t.rank; a++)
            print_error(" %d:%td", (int)t.r2r[a], t.n[a]);
        fail_msg(": output %zu is %a, not %a + %a", i, transform_number(&t, out, i), oracle.hi[i],
                 oracle.lo[i]);
    }
    oracle_close(&oracle);
    free(in);
    free(out);
}

/* Uniform numbers; integers, which give ties, zeros and whole numbers. */
static const enum generate_family families[] = {GENERATE_UNIFORM, GENERATE_INTEGER,
                                                GENERATE_CONSTANT, GENERATE_IMPULSE};

static void test_one_dimension(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (stet_r2r_kind r2r = STET_R2HC; r2r <= STET_DST4; r2r++)
            for (ptrdiff_t n = r2r == STET_DCT1 ? 2 : 1; n <= 20; n++)
                for (int norm = 0; norm < 6; norm += 1 + STET_TEST_STEP / 2) {
                    struct transform t = transform_r2r_1d(r2r, precision, n);
                    t.norm = (stet_norm)(1 + norm / 2);
                    t.direction = (stet_direction)(1 + norm % 2);
                    check(&t, families[(n + norm) % 4], (uint64_t)n);
                    check(&t, GENERATE_INTEGER, (uint64_t)n);
                }
}

static void test_longer(void **state)
{
    static const ptrdiff_t lengths[] = {64, 97, 100, 256, 500, 1009, 1024};
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (stet_r2r_kind r2r = STET_R2HC; r2r <= STET_DST4; r2r++)
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
                const struct transform t = transform_r2r_1d(r2r, precision, lengths[i]);
                check(&t, families[i % 2], i);
            }
}

/* Every pair of kinds, and some of three and four. */
static void test_several_dimensions(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 121 * 2 + 30; i += STET_TEST_STEP) {
        struct transform t = {.kind = STET_R2R, .rank = i < 242 ? 2 : 3 + i / 4 % 2};
        t.precision = (stet_precision)(1 + i % 2);
        t.direction = (stet_direction)(1 + i / 2 % 2);
        t.norm = (stet_norm)(1 + i % 3);
        for (int a = 0; a < t.rank; a++) {
            t.n[a] = 2 + (ptrdiff_t)generate_below(&seed, t.rank == 2 ? 5 : 2);
            t.r2r[a] = (stet_r2r_kind)(1 + generate_below(&seed, STET_DST4));
        }
        if (t.rank == 2) {
            t.r2r[0] = (stet_r2r_kind)(1 + i / 2 / 11);
            t.r2r[1] = (stet_r2r_kind)(1 + i / 2 % 11);
        }
        check(&t, families[i % 2], (uint64_t)i);
    }
}

static void test_not_finite(void **state)
{
    (void)state;
    for (stet_r2r_kind r2r = STET_R2HC; r2r <= STET_DST4; r2r++) {
        struct transform t = transform_r2r_1d(r2r, STET_F64, 12);
        t.level = STET_LEVEL_CORRECT;
        void *in = check_input(&t, GENERATE_INFINITY, 1);
        uint64_t *out = check_output(&t, in);
        for (int k = 0; k < 12; k++)
            assert_true(out[k] == UINT64_C(0x7ff8000000000000));
        free(in);
        free(out);
    }
}

static void test_stats(void **state)
{
    (void)state;
    const struct transform t = transform_r2r_1d(STET_DCT2, STET_F32, 32);
    stet_dim dims[TRANSFORM_RANK];
    stet_options o = transform_options(&t, dims);
    stet_correct_stats stats = {.size = sizeof stats};
    stet_plan *plan;
    float x[32] = {1}, y[32];
    o.level = STET_LEVEL_CORRECT;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    assert_int_equal(stet_execute_stats(plan, x, y, &stats), STET_OK);
    assert_int_equal(stats.numbers, 32);
    assert_int_equal(stats.transforms, 1);
    stet_plan_destroy(plan);
}

/* Of the Fourier transform inside only what becomes an output is decided: its zeros and copies,
 * more than there are outputs, never reach a level after the first. */
static void test_only_outputs(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (int i = 0; i < 16; i++) {
            struct transform t =
                transform_r2r_1d((stet_r2r_kind)(STET_DCT1 + i % 8), precision, i < 8 ? 200 : 12);
            if (i >= 8) {
                t.rank = 2;
                t.n[1] = 10;
                t.r2r[1] = STET_DCT2;
            }
            t.level = STET_LEVEL_CORRECT;
            stet_dim dims[TRANSFORM_RANK];
            const stet_options o = transform_options(&t, dims);
            stet_correct_stats stats = {.size = sizeof stats};
            stet_plan *plan;
            void *x = check_input(&t, GENERATE_UNIFORM, 1);
            void *y = transform_alloc(&t, SIDE_OUT, 1);
            assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
            assert_int_equal(stet_execute_stats(plan, x, y, &stats), STET_OK);
            assert_true(stats.after_f64 <= stats.numbers && stats.rational <= stats.numbers);
            assert_true(stats.after_dd + stats.after_classes <= stats.numbers / 4);
            stet_plan_destroy(plan);
            free(x);
            free(y);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_dimension),
                                       cmocka_unit_test(test_longer),
                                       cmocka_unit_test(test_several_dimensions),
                                       cmocka_unit_test(test_not_finite),
                                       cmocka_unit_test(test_stats),
                                       cmocka_unit_test(test_only_outputs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
