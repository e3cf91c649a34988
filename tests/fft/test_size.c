/* SPDX-License-Identifier: Apache-2.0 */
/* The helpers of base/size.h are tested at the ends of their ranges and in between. */
#include "base/size.h"
#include "lib/check.h"

static void test_comparison(void **state)
{
    (void)state;
    assert_int_equal(stet_larger(-3, 2), 2);
    assert_int_equal(stet_larger(PTRDIFF_MAX, PTRDIFF_MIN), PTRDIFF_MAX);
    assert_int_equal(stet_smaller(-3, 2), -3);
    assert_int_equal(stet_smaller(7, 7), 7);
    assert_true(stet_larger_size(SIZE_MAX, 1) == SIZE_MAX);
    assert_true(stet_smaller_size(SIZE_MAX, 1) == 1);
    assert_int_equal(stet_magnitude(0), 0);
    assert_int_equal(stet_magnitude(5), 5);
    assert_int_equal(stet_magnitude(-PTRDIFF_MAX), PTRDIFF_MAX);
}

static void test_powers(void **state)
{
    (void)state;
    assert_false(stet_is_power_of_two(0));
    assert_false(stet_is_power_of_two(-4));
    assert_false(stet_is_power_of_two(PTRDIFF_MIN));
    assert_true(stet_is_power_of_two(1));
    assert_int_equal(stet_log2_up(1), 0);
    for (int k = 1; k < 62; k++) {
        const ptrdiff_t power = (ptrdiff_t)((uint64_t)1 << k);
        assert_true(stet_is_power_of_two(power));
        assert_int_equal(stet_log2_up((uint64_t)power), k);
        assert_int_equal(stet_log2_up((uint64_t)power + 1), k + 1);
        if (k > 1) {
            assert_false(stet_is_power_of_two(power - 1));
            assert_int_equal(stet_log2_up((uint64_t)power - 1), k);
        }
    }
}

static void test_lines(void **state)
{
    (void)state;
    assert_int_equal(stet_round_to_line(0), 0);
    assert_int_equal(stet_round_to_line(1), STET_ALIGN);
    assert_int_equal(stet_round_to_line(STET_ALIGN), STET_ALIGN);
    assert_int_equal(stet_round_to_line(STET_ALIGN + 1), 2 * STET_ALIGN);
    static char block[3 * STET_ALIGN];
    char *const line = stet_align_to_line(block);
    assert_true(line >= block && line < block + STET_ALIGN);
    assert_int_equal((uintptr_t)line % STET_ALIGN, 0);
    assert_ptr_equal(stet_align_to_line(line), line);
    assert_ptr_equal(stet_align_to_line(line + 1), line + STET_ALIGN);
}

static void test_overlap(void **state)
{
    (void)state;
    static const char x[8];
    assert_true(stet_overlap(x, 4, x, 4));
    assert_true(stet_overlap(x, 5, x + 4, 4));
    assert_true(stet_overlap(x + 4, 4, x, 5));
    assert_true(stet_overlap(x, 8, x + 2, 1));
    assert_false(stet_overlap(x, 4, x + 4, 4));
    assert_false(stet_overlap(x + 4, 4, x, 4));
    assert_false(stet_overlap(x, 0, x, 8));
    assert_false(stet_overlap(NULL, 8, x, 8));
    assert_false(stet_overlap(x, 8, NULL, 8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comparison),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
