/* SPDX-License-Identifier: Apache-2.0 */
/* Allocations of stet_drift(): each one fails once, none is leaked. Linked with
 * --wrap=aligned_alloc and --wrap=free. */
#include "lib/check.h"

#include "stet_drift.h"

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

static void *alive[16];
static int alive_count, asked, fail_at;

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    if (++asked == fail_at)
        return NULL;
    void *block = __real_aligned_alloc(alignment, size);
    assert_non_null(block);
    assert_true(alive_count < 16);
    alive[alive_count++] = block;
    return block;
}

void __wrap_free(void *block)
{
    for (int i = 0; i < alive_count; i++)
        if (alive[i] == block)
            alive[i--] = alive[--alive_count];
    __real_free(block);
}

static int step(void *context, int64_t number, void *state)
{
    (void)context, (void)number, (void)state;
    return 0;
}

static void test_memory(void **state)
{
    (void)state;
    int failed = 0;
    for (int way = 0; way < 4; way++) {
        double x[3] = {1, 2, 3};
        stet_drift_options o;
        stet_drift_options_init(&o);
        o.count = 3;
        o.steps = 5;
        o.step = step;
        o.reference_step = way % 2 ? step : NULL;
        o.cycles = way / 2 ? STET_DRIFT_STOP : STET_DRIFT_IGNORE;
        for (int i = 1;; i++) {
            asked = 0, fail_at = i;
            const stet_status status = stet_drift(&o, x, NULL);
            fail_at = 0;
            assert_int_equal(alive_count, 0);
            assert_int_equal(status, asked < i ? STET_OK : STET_E_MEMORY);
            if (asked < i)
                break;
            failed++;
        }
    }
    assert_int_equal(failed, 1 + 2 + 3 + 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
