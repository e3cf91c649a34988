/* SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "files/array.h"
#include "files/difference.h"
#include "files/ulp.h"

#define F32 COMPONENT_F32
#define F64 COMPONENT_F64

static void both_ways(double a, double b, enum component c, uint64_t want)
{
    assert_int_equal(ulp_distance(a, b, c), want);
    assert_int_equal(ulp_distance(b, a, c), want);
    assert_int_equal(ulp_distance(-a, -b, c), want);
}

static void neighbours(void **state)
{
    (void)state;
    both_ways(1, 1, F64, 0);
    both_ways(1, nextafter(1, 2), F64, 1);
    both_ways(1, nextafter(1, 0), F64, 1);
    both_ways(1, 2, F64, (uint64_t)1 << 52); /* one binade */
    both_ways(1, 2, F32, (uint64_t)1 << 23);
    both_ways(1, (double)nextafterf(1, 0), F32, 1);
    both_ways(DBL_MAX, (double)INFINITY, F64, 1);
    both_ways((double)FLT_MAX, (double)INFINITY, F32, 1);
    both_ways(DBL_MIN, nextafter(DBL_MIN, 0), F64, 1); /* into the subnormals */
}

static void across_zero(void **state)
{
    (void)state;
    double tiny = 0x1p-1074, tiny32 = 0x1p-149;
    both_ways(0.0, -0.0, F64, 0);
    both_ways(0.0, -0.0, F32, 0);
    both_ways(tiny, -0.0, F64, 1);
    both_ways(tiny, -tiny, F64, 2);
    both_ways(tiny32, -3 * tiny32, F32, 4);
    both_ways((double)INFINITY, -(double)INFINITY, F64, (uint64_t)0x7ff0000000000000 * 2);
    both_ways((double)INFINITY, -(double)INFINITY, F32, (uint64_t)0x7f800000 * 2);
}

/* Both are rounded to the format first: a double close to a float is that float. */
static void narrower(void **state)
{
    (void)state;
    double third = (double)(1.0f / 3.0f);
    both_ways(third, third * (1 + 1e-12), F32, 0);
    both_ways(third, third + 0x1p-25, F32, 1);
    both_ways(1e300, (double)INFINITY, F32, 0);
}

/* Integers of 64 bits that no double tells apart. */
static void integers(void **state)
{
    (void)state;
    int64_t a[] = {INT64_MIN, ((int64_t)1 << 53) + 1, -1}, b[] = {INT64_MAX, (int64_t)1 << 53, -1};
    struct difference d;
    struct array x = {{dtype_of(COMPONENT_I64, 1), false, 1, {3}, 3}, a}, y = x;
    y.data = b;
    arrays_compare(&x, &y, &d);
    assert_int_equal(d.different, 2);
    assert_true(d.max_ulp == UINT64_MAX);
    assert_int_equal(d.ulp_at.index[0], 0);
    a[0] = INT64_MAX;
    arrays_compare(&x, &y, &d);
    assert_int_equal(d.different, 1);
    assert_int_equal(d.max_ulp, 1);
    assert_true(d.ulp_at.whole_a.size == ((uint64_t)1 << 53) + 1);
}

static void bits(void **state)
{
    (void)state;
    assert_int_equal(component_bits(1, F32), 0x3f800000);
    assert_int_equal(component_bits(-0.0, F32), 0x80000000);
    assert_int_equal(component_bits(1, F64), 0x3ff0000000000000);
    assert_int_equal(component_bits(-(double)INFINITY, F64), 0xfff0000000000000);
}

static struct difference compare(double *a, double *b, size_t count)
{
    struct difference d;
    struct array x = {{dtype_of(F64, 1), false, 1, {count}, count}, a}, y = x;
    y.data = b;
    arrays_compare(&x, &y, &d);
    return d;
}

/* |a - b| / |b| where the squares, or even a - b, would overflow or vanish. */
static void relative_norm(void **state)
{
    (void)state;
    double big_a[] = {3e200, 4e200}, big_b[] = {0, 4e200};
    double small_a[] = {3 * 0x1p-1074, 0}, small_b[] = {0x1p-1074, 0};
    double far_a[] = {DBL_MAX}, far_b[] = {-DBL_MAX}, zero[] = {0}, one[] = {1};
    assert_true(fabs(compare(big_a, big_b, 2).relative_l2 - 0.75) <= 1e-15);
    assert_true(compare(small_a, small_b, 2).relative_l2 == 2);
    assert_true(compare(far_a, far_b, 1).relative_l2 == 2);
    assert_true(isinf(compare(one, zero, 1).relative_l2));
    assert_true(compare(zero, zero, 1).relative_l2 == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours), cmocka_unit_test(across_zero),   cmocka_unit_test(narrower),
        cmocka_unit_test(integers),   cmocka_unit_test(relative_norm), cmocka_unit_test(bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
