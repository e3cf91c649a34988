/* SPDX-License-Identifier: Apache-2.0 */
/* Allocations of stet_drift(): each one fails once, none is leaked. */
#include "lib/check.h"

#include "lib/failing.h"
#include "stet_lab.h"

static int step(void *context, int64_t number, void *state)
{
    (void)context, (void)number, (void)state;
    return 0;
}

static stet_status run(void *options)
{
    double x[3] = {1, 2, 3};
    return stet_drift(options, x, NULL);
}

static void test_memory(void **state)
{
    (void)state;
    int failed = 0;
    for (int way = 0; way < 4; way++) {
        stet_drift_options o;
        stet_drift_options_init(&o);
        o.count = 3;
        o.steps = 5;
        o.step = step;
        o.reference_step = way % 2 ? step : NULL;
        o.cycles = way / 2 ? STET_DRIFT_STOP : STET_DRIFT_IGNORE;
        failed += failing_each(run, &o);
    }
    assert_int_equal(failed, 1 + 2 + 3 + 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
