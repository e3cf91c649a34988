/* SPDX-License-Identifier: Apache-2.0 */
/* Direct sums against the transform in double-double, whose error is far below theirs: within the
 * bound, which is not far above what is seen, and some thousandth of that of a transform in double.
 */
#include "lib/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fpenv.h"
#include "correct/dd_fft.h"
#include "correct/direct_sum.h"
#include "correct/families.h"

enum { LIST = 12 };

static double closest, worst; /* the error over the bound, of a length; of all */

typedef struct {
    stet_ddc z[LIST];
    int count;
} outputs;

static void keep(void *data, ptrdiff_t index, stet_ddc z)
{
    outputs *o = data;
    (void)index;
    o->z[o->count++] = z;
}

typedef struct {
    const ptrdiff_t *list;
    stet_ddc *z;
} request;

static void keep_wanted(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count,
                        const double *z)
{
    const request *w = data;
    for (ptrdiff_t i = 0; i < count; i++)
        for (int t = 0; t < LIST; t++)
            if (w->list[t] == first + i * step)
                w->z[t] = stet_dd_get(z, i);
}

static void check_part(stet_dd got, stet_dd want, double error, ptrdiff_t n, ptrdiff_t index)
{
    const double off = fabs((got.hi - want.hi) + (got.lo - want.lo));
    closest = fmax(closest, off / error);
    if (!(off <= error) || got.hi != got.hi + got.lo)
        fail_msg("%td points, output %td: off by %g, bound %g", n, index, off, error);
}

/* The list has all classes mod 4, in no order that helps. */
static void choose(ptrdiff_t n, ptrdiff_t *list)
{
    for (ptrdiff_t t = 0; t < LIST; t++)
        list[t] = t < n ? (t < 6 ? t : n - 1 - (t - 6) * (n / 7)) : 0;
    for (ptrdiff_t t = 0; t < LIST; t++)
        list[t] = ((list[t] % n) + n) % n;
}

static void compare_input(ptrdiff_t n, const double *x, const stet_direct_sum *s,
                          const stet_dd_fft *f)
{
    ptrdiff_t list[LIST];
    outputs got = {.count = 0};
    stet_ddc want[LIST];
    request to = {list, want};
    double squares = 0;
    for (ptrdiff_t i = 0; i < 2 * n; i++)
        squares += x[i] * x[i];
    if (squares == 0)
        return;
    void *work = malloc(stet_direct_sum_work(s)), *dd_work = malloc(stet_dd_fft_work(f) + 1);
    memset(work, 0xff, stet_direct_sum_work(s)); /* NaN */
    choose(n, list);
    const int part = stet_direct_sum_most(s);
    const double norm = sqrt(squares);
    const uint64_t env = stet_fpenv_enter();
    for (int t = 0; t < LIST; t += part)
        stet_direct_sum_run(s, x, STET_PAIRS, n, norm, list + t, LIST - t < part ? LIST - t : part,
                            keep, &got, work);
    stet_dd_fft_run(f, x, STET_PAIRS, NULL, keep_wanted, &to, dd_work);
    stet_fpenv_leave(env);
    assert_int_equal(got.count, LIST);
    const double error = stet_direct_sum_error(s, norm) + stet_dd_fft_error(f) * norm + 0x1p-900;
    for (int t = 0; t < LIST; t++) {
        check_part(got.z[t].re, want[t].re, error, n, list[t]);
        check_part(got.z[t].im, want[t].im, error, n, list[t]);
    }
    free(work);
    free(dd_work);
}

/* Real inputs, as such and as complex numbers: the same operations but for zeros. */
static void compare_real(ptrdiff_t n, const double *x, const stet_direct_sum *s)
{
    ptrdiff_t list[LIST];
    outputs real = {.count = 0}, complex = {.count = 0};
    double *reals = malloc((size_t)n * sizeof *reals);
    double *pairs = calloc((size_t)n, 2 * sizeof *pairs), squares = 0;
    void *work = malloc(stet_direct_sum_work(s));
    const int count = stet_direct_sum_most(s) < LIST ? stet_direct_sum_most(s) : LIST;
    for (ptrdiff_t i = 0; i < n; i++) {
        reals[i] = pairs[2 * i] = x[2 * i];
        squares += reals[i] * reals[i];
    }
    choose(n, list);
    const uint64_t env = stet_fpenv_enter();
    stet_direct_sum_run(s, reals, STET_REALS, n, sqrt(squares), list, count, keep, &real, work);
    stet_direct_sum_run(s, pairs, STET_PAIRS, n, sqrt(squares), list, count, keep, &complex, work);
    stet_fpenv_leave(env);
    for (int t = 0; t < count; t++) {
        assert_true(real.z[t].re.hi == complex.z[t].re.hi && real.z[t].re.lo == complex.z[t].re.lo);
        assert_true(real.z[t].im.hi == complex.z[t].im.hi && real.z[t].im.lo == complex.z[t].im.lo);
    }
    free(reals);
    free(pairs);
    free(work);
}

/* Numbers that are not there, as zeros that are. What lies behind is NaN. */
static void compare_first(ptrdiff_t n, const double *x, const stet_direct_sum *s)
{
    const ptrdiff_t there = n / 2 + 1 < n ? n / 2 + 1 : n;
    const size_t bytes = 2 * (size_t)there * sizeof *x;
    ptrdiff_t list[LIST];
    outputs some = {.count = 0}, all = {.count = 0};
    double *zeros = calloc((size_t)n, 2 * sizeof *zeros), squares = 0;
    double *first = malloc(2 * (size_t)n * sizeof *first);
    void *work = malloc(stet_direct_sum_work(s));
    const int count = stet_direct_sum_most(s) < LIST ? stet_direct_sum_most(s) : LIST;
    memset(first, 0xff, 2 * (size_t)n * sizeof *first);
    memcpy(first, x, bytes);
    memcpy(zeros, x, bytes);
    for (ptrdiff_t i = 0; i < 2 * there; i++)
        squares += x[i] * x[i];
    choose(n, list);
    const uint64_t env = stet_fpenv_enter();
    stet_direct_sum_run(s, first, STET_PAIRS, there, sqrt(squares), list, count, keep, &some, work);
    stet_direct_sum_run(s, zeros, STET_PAIRS, n, sqrt(squares), list, count, keep, &all, work);
    stet_fpenv_leave(env);
    for (int t = 0; t < count; t++) {
        assert_true(some.z[t].re.hi == all.z[t].re.hi && some.z[t].re.lo == all.z[t].re.lo);
        assert_true(some.z[t].im.hi == all.z[t].im.hi && some.z[t].im.lo == all.z[t].im.lo);
    }
    free(first);
    free(zeros);
    free(work);
}

static void check_length(ptrdiff_t n, double least)
{
    const stet_correct_kernels *kernels = stet_correct_kernels_in_use();
    stet_direct_sum *s = stet_direct_sum_create(n, kernels);
    stet_dd_fft *f = stet_dd_fft_create(n, kernels);
    double *x = malloc(2 * (size_t)n * sizeof *x);
    closest = 0;
    for (int i = 0; i < family_count; i++)
        if (family_fits(&families[i], STET_F32)) {
            families[i].fill(x, n, false, (uint64_t)(n + i));
            for (ptrdiff_t j = 0; j < 2 * n; j++)
                x[j] = (double)(float)x[j];
            compare_input(n, x, s, f);
            if (i == 0)
                compare_real(n, x, s);
            if (i == 0)
                compare_first(n, x, s);
        }
    if (closest < least)
        fail_msg("%td points: the largest error is %g of the bound", n, closest);
    worst = fmax(worst, closest);
    /* Stage double is off by about 4.5 u sqrt(N) |x|: docs/correct.md. */
    assert_true(n < 512 || stet_direct_sum_error(s, 1) < 4.5 * 0x1p-53 * sqrt((double)n) / 100);
    free(x);
    stet_direct_sum_destroy(s);
    stet_dd_fft_destroy(f);
}

static void test_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {1,   2,   3,   4,    5,    7,    8,    12,   30,
                                        31,  32,  33,  64,   100,  127,  128,  250,  256,
                                        257, 510, 512, 1000, 1009, 1024, 2048, 3000, 4096};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        check_length(lengths[i], 0);
    printf("the largest error: %g of the bound\n", worst);
}

static void test_long(void **state)
{
    (void)state;
    check_length(1 << 14, 1e-4);
    check_length(10007, 1e-4);
    check_length(1 << 17, 1e-5);
    printf("the largest error: %g of the bound\n", worst);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
