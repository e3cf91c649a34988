/* SPDX-License-Identifier: Apache-2.0 */
/* Round trips again and again: what lab/docs/drift.md says of the levels. Five seeds of 3000 steps;
 * or, by option --long, one seed of a million, every step taken and looked at, in 80 s of processor
 * time. */
#include "lib/check.h"

#include <stdbool.h>
#include <string.h>

#include "stet_lab.h"

static int64_t steps = 3000;
static uint64_t seeds = STET_TEST_STEP > 1 ? 1 : 5; /* see tests/CMakeLists.txt */

struct trip {
    stet_plan *forward, *inverse;
    void *spectrum;
};

static stet_status create(struct trip *t, stet_precision p, stet_level level, ptrdiff_t n)
{
    const stet_dim dim = {n, 1, 1};
    stet_options o;
    stet_options_init(&o);
    o.precision = p;
    o.level = level;
    o.rank = 1;
    o.dims = &dim;
    *t = (struct trip){.spectrum = malloc((size_t)n * 16)};
    const stet_status status = stet_plan_create(&t->forward, &o);
    o.direction = STET_INVERSE;
    return status != STET_OK ? status : stet_plan_create(&t->inverse, &o);
}

static void destroy(struct trip *t)
{
    stet_plan_destroy(t->forward);
    stet_plan_destroy(t->inverse);
    free(t->spectrum);
}

static int step(void *context, int64_t number, void *state)
{
    struct trip *t = context;
    (void)number;
    return stet_execute(t->forward, state, t->spectrum) ||
           stet_execute(t->inverse, t->spectrum, state);
}

/* False: there is no such level of that precision. All steps are taken. */
static bool run(stet_precision p, stet_level level, ptrdiff_t n, uint64_t seed,
                stet_drift_result *r)
{
    struct trip t;
    const stet_status status = create(&t, p, level, n);
    if (status == STET_OK) {
        void *x = malloc((size_t)n * 2 * generate_size(p));
        generate_reals(x, p, (size_t)n * 2, GENERATE_UNIFORM, seed);
        stet_drift_options o;
        stet_drift_options_init(&o);
        o.precision = p;
        o.count = 2 * n;
        o.steps = steps;
        o.step = step;
        o.step_context = &t;
        o.cycles = STET_DRIFT_VERIFY;
        *r = (stet_drift_result){.size = sizeof *r};
        assert_int_equal(stet_drift(&o, x, r), STET_OK);
        assert_int_equal(r->steps, steps);
        free(x);
    } else {
        assert_int_equal(status, STET_E_PRECISION);
    }
    destroy(&t);
    return status == STET_OK;
}

static void test_fixed_points(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (p)
        for (ptrdiff_t n = 64; n <= 1024; n *= 16)
            for (int level = STET_LEVEL_EXTENDED; level <= STET_LEVEL_CORRECT; level++)
                for (uint64_t seed = 1; seed <= seeds; seed++) {
                    stet_drift_result r;
                    if (!run(p, (stet_level)level, n, seed, &r))
                        continue;
                    if (r.cycle_length != 1 || r.cycle_broken != 0 || r.cycle_seen > 200)
                        fail_msg("f%d, level %d, N = %td, seed %d: cycle of %d seen at %d",
                                 p == STET_F32 ? 32 : 64, level, n, (int)seed, (int)r.cycle_length,
                                 (int)r.cycle_seen);
                    assert_true(r.last.rms_scale < 0.35 && r.last.max_scale <= 2);
                    assert_true(r.worst.rms_scale < 1.5 * r.first.rms_scale);
                }
}

/* 0.5 to 1 ulp a step for ever, and no fixed point. */
static void test_native(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (p) {
        stet_drift_result r;
        assert_true(run(p, STET_LEVEL_NATIVE, 1024, 1, &r));
        assert_int_equal(r.cycle_length, 0);
        const double each = r.last.rms_scale / (double)steps;
        assert_true(each > 0.3 && each < 1.2);
        /* Tables without an error. */
        assert_true(run(p, STET_LEVEL_NATIVE, 4, 1, &r));
        assert_true(r.last.max_scale <= 1 && r.cycle_length == 1);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--long") == 0) {
        steps = 1000000;
        seeds = 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fixed_points),
                                       cmocka_unit_test(test_native)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
