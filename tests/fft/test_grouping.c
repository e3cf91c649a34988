/* SPDX-License-Identifier: Apache-2.0 */
/* How the radix-2 levels are grouped into passes is scheduling: radix 2, 4 and 8 give
 * the same bits, also for infinities, NaN, -0 and subnormals. */
#include "lib/check.h"

#include "lines/convolution.h"
#include "lib/inside.h"

static const int radices[] = {2, 4, 8};

/* The output with levels grouped into passes of that radix at most. */
static void *grouped_output(const struct transform *t, const void *in, int radix)
{
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(t, dims);
    void *out = transform_alloc(t, SIDE_OUT, 1);
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    assert_true(inside_limit_radix(plan, radix));
    assert_int_equal(stet_execute(plan, in, out), STET_OK);
    stet_plan_destroy(plan);
    return out;
}

/* Every family of inputs, with several places for the odd number out. */
static void check(struct transform t)
{
    for (int family = 0; family < GENERATE_FAMILIES; family++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            void *in = check_input(&t, (enum generate_family)family, 5 * seed + 1);
            void *good = check_output(&t, in);
            for (int i = 0; i < 3; i++) {
                void *out = grouped_output(&t, in, radices[i]);
                if (!transform_same(&t, out, good))
                    fail_msg("kind %d precision %d n %td input %s seed %d: radix %d differs",
                             (int)t.kind, (int)t.precision, t.n[0],
                             generate_name((enum generate_family)family), (int)seed, radices[i]);
                free(out);
            }
            free(in);
            free(good);
        }
}

static void test_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {2,   4,   6,   8,   12,  16,   20,  24,  32,
                                        40,  48,  64,  68,  80,  88,   96,  112, 128,
                                        144, 240, 256, 416, 512, 1024, 2048};
    (void)state;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
                check(transform_1d(kind, precision, lengths[i]));
}

static void test_shapes(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision) {
            struct transform t = transform_1d(kind, precision, 16);
            t.rank = 2;
            t.n[1] = 24;
            check(t);
        }
}

/* The steps of a transform of 4096 points after the hook. */
static void check_steps(const stet_fft1d *fft, int radix, int steps)
{
    assert_int_equal(fft->n, 4096);
    assert_int_equal(fft->step_count, steps);
    for (int i = 0; i < steps; i++)
        assert_int_equal(fft->step[i].radix, radix);
}

/* The hook must do something, or the tests above compare a thing with itself: in the
 * transform, in the half of it that C2R runs, and in the convolution of Bluestein's. */
static void test_hook(void **state)
{
    (void)state;
    const struct transform whole = transform_1d(STET_C2C, STET_F64, 4096);
    const struct transform half = transform_1d(STET_C2R, STET_F64, 8192);
    const struct transform bluestein = transform_1d(STET_C2C, STET_F64, 2039);
    for (int i = 0; i < 3; i++) {
        const struct transform *t[] = {&whole, &half, &bluestein};
        for (int k = 0; k < 3; k++) {
            stet_dim dims[TRANSFORM_RANK];
            stet_options options = transform_options(t[k], dims);
            stet_plan *plan;
            assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
            assert_true(inside_limit_radix(plan, radices[i]));
            const stet_fft1d *fft = inside_fft(plan);
            check_steps(k == 0   ? fft
                        : k == 1 ? fft->half
                                 : fft->convolution[0]->fft,
                        radices[i], 12 / (i + 1));
            stet_plan_destroy(plan);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
