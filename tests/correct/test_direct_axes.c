/* SPDX-License-Identifier: Apache-2.0 */
/* Direct sums in several dimensions against the transform in double-double, whose error is far
 * below theirs: within the bound, which is not far above what is seen. Of the whole array, and as
 * the sum over the parts that it is cut into; from every source. */
#include "lib/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fpenv.h"
#include "correct/dd_axes.h"
#include "correct/direct_axes.h"
#include "correct/families.h"

enum { LIST = 40, MOST_RANK = 4 };

typedef struct {
    int rank;
    ptrdiff_t n[MOST_RANK];
} shape;

typedef struct {
    shape s;
    ptrdiff_t all; /* numbers */
    double *x;     /* the array, pairs */
    stet_ddc *want;
    ptrdiff_t index[LIST * MOST_RANK], place[LIST];
    stet_dd_size size;
    double error; /* of double-double */
} array;

static double closest, worst; /* the error over the bound, of a shape; of all */

static void keep(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    for (ptrdiff_t i = 0; i < count; i++)
        ((stet_ddc *)data)[first + i * step] = stet_dd_get(z, i);
}

static void transform(array *a)
{
    stet_dd_fft *f[MOST_RANK];
    for (int i = 0; i < a->s.rank; i++)
        f[i] = stet_dd_fft_create(a->s.n[i], stet_correct_kernels_in_use());
    const stet_dd_axes axes = {a->s.rank, a->s.n, f, a->all};
    void *work = malloc(stet_dd_axes_work(&axes) + 1);
    a->error = stet_dd_axes_error(&axes) * a->size.norm;
    stet_dd_axes_run(&axes, a->x, STET_PAIRS, NULL, NULL, keep, a->want, work);
    for (int i = 0; i < a->s.rank; i++)
        stet_dd_fft_destroy(f[i]);
    free(work);
}

/* Outputs that share indices and others, and the last one. */
static void choose(array *a)
{
    for (ptrdiff_t t = 0; t < LIST; t++) {
        ptrdiff_t k = t == 0 ? a->all - 1 : t < 8 ? t % a->all : t * t * 7919 % a->all;
        a->place[t] = k;
        for (int i = a->s.rank - 1; i >= 0; k /= a->s.n[i--])
            a->index[t * a->s.rank + i] = k % a->s.n[i];
    }
}

static void measure(array *a)
{
    double squares = 0;
    a->size = (stet_dd_size){0, 0};
    for (ptrdiff_t j = 0; j < a->all; j++) {
        const double square = a->x[2 * j] * a->x[2 * j] + a->x[2 * j + 1] * a->x[2 * j + 1];
        squares += square;
        a->size.most = fmax(a->size.most, sqrt(square) * (1 + 0x1p-50));
    }
    a->size.norm = sqrt(squares) * (1 + 0x1p-30);
}

static void check_sums(const array *a, const stet_ddc *got, double error)
{
    const double bound = error + a->error;
    for (int t = 0; t < LIST; t++) {
        const stet_ddc want = a->want[a->place[t]];
        const double re = fabs((got[t].re.hi - want.re.hi) + (got[t].re.lo - want.re.lo));
        const double im = fabs((got[t].im.hi - want.im.hi) + (got[t].im.lo - want.im.lo));
        closest = fmax(closest, fmax(re, im) / bound);
        if (!(re <= bound && im <= bound))
            fail_msg("rank %d, %td numbers, output %td: off by %g and %g, bound %g", a->s.rank,
                     a->all, a->place[t], re, im, bound);
    }
}

/* What lies between start and end of each axis. strides: of its place in the array. Returns the
 * bound. */
static double add_part(const array *a, const ptrdiff_t *start, const ptrdiff_t *end, int source,
                       stet_ddc *sums)
{
    stet_direct_axis axes[MOST_RANK];
    stet_ddc part[LIST];
    ptrdiff_t stride = 1, at = 0;
    for (int i = a->s.rank - 1; i >= 0; stride *= a->s.n[i--]) {
        axes[i] = (stet_direct_axis){a->s.n[i], start[i], end[i] - start[i], stride};
        at += start[i] * stride;
    }
    stet_direct_axes *s = stet_direct_axes_create(a->s.rank, axes, stet_correct_kernels_in_use());
    void *work = malloc(stet_direct_axes_work(s, LIST));
    memset(work, 0xff, stet_direct_axes_work(s, LIST)); /* NaN */
    const double error = stet_direct_axes_error(s, a->size);
    float *floats = malloc(2 * (size_t)a->all * sizeof *floats);
    double *reals = malloc((size_t)a->all * sizeof *reals);
    for (ptrdiff_t j = 0; j < a->all; j++) {
        floats[2 * j] = (float)a->x[2 * j];
        floats[2 * j + 1] = (float)a->x[2 * j + 1];
        reals[j] = a->x[2 * j];
    }
    const void *x = source == STET_FLOAT_PAIRS ? (void *)(floats + 2 * at)
                    : source == STET_REALS     ? (void *)(reals + at)
                                               : (void *)(a->x + 2 * at);
    stet_direct_axes_run(s, x, source, a->size, a->index, LIST, part, work);
    for (int t = 0; t < LIST; t++)
        sums[t] = stet_dd_cadd(sums[t], part[t]);
    stet_direct_axes_destroy(s);
    free(floats);
    free(reals);
    free(work);
    return error;
}

static void check_whole(const array *a, int source)
{
    const ptrdiff_t start[MOST_RANK] = {0};
    stet_ddc sums[LIST] = {0};
    const double error = add_part(a, start, a->s.n, source, sums);
    check_sums(a, sums, error);
}

/* Two axes cut, somewhere; empty parts among them. */
static void check_parts(const array *a, int seed)
{
    stet_ddc sums[LIST] = {0};
    double error = 0;
    const int first = seed % a->s.rank, second = (first + 1) % a->s.rank;
    const ptrdiff_t cut[2] = {seed * 5 % (a->s.n[first] + 1), seed * 3 % (a->s.n[second] + 1)};
    for (int part = 0; part < 4; part++) {
        ptrdiff_t start[MOST_RANK] = {0}, end[MOST_RANK];
        memcpy(end, a->s.n, sizeof end);
        (part & 1 ? start : end)[first] = cut[0];
        (part & 2 ? start : end)[second] = cut[1];
        error = fmax(error, add_part(a, start, end, STET_PAIRS, sums));
    }
    check_sums(a, sums, error);
}

static void check_family(array *a, int seed)
{
    measure(a);
    if (a->size.norm == 0)
        return;
    transform(a);
    check_whole(a, STET_PAIRS);
    check_whole(a, STET_FLOAT_PAIRS);
    check_parts(a, seed);
    for (ptrdiff_t j = 0; j < a->all; j++)
        a->x[2 * j + 1] = 0;
    measure(a);
    if (a->size.norm == 0)
        return;
    transform(a);
    check_whole(a, STET_REALS);
}

static void check_shape(const shape *s, double least)
{
    array a = {.s = *s, .all = 1};
    for (int i = 0; i < s->rank; i++)
        a.all *= s->n[i];
    a.x = malloc(2 * (size_t)a.all * sizeof *a.x);
    a.want = malloc((size_t)a.all * sizeof *a.want);
    choose(&a);
    closest = 0;
    const uint64_t env = stet_fpenv_enter();
    for (int i = 0; i < family_count; i++)
        if (family_fits(&families[i], STET_F32)) {
            families[i].fill(a.x, a.all, false, (uint64_t)(a.all + i));
            for (ptrdiff_t j = 0; j < 2 * a.all; j++)
                a.x[j] = (double)(float)a.x[j];
            check_family(&a, i);
        }
    stet_fpenv_leave(env);
    if (closest < least)
        fail_msg("%td numbers: the largest error is %g of the bound", a.all, closest);
    worst = fmax(worst, closest);
    free(a.x);
    free(a.want);
}

static void test_shapes(void **state)
{
    static const shape shapes[] = {
        {2, {12, 10}},   {2, {5, 7}},     {2, {1, 1}},       {2, {16, 64}},
        {2, {64, 6}},    {2, {9, 300}},   {2, {1, 33}},      {2, {130, 1}},
        {3, {4, 6, 10}}, {3, {3, 2, 1}},  {3, {1, 17, 40}},  {3, {30, 34, 22}},
        {3, {9, 8, 17}}, {3, {11, 1, 8}}, {4, {4, 6, 5, 9}}, {4, {3, 2, 16, 12}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_shape(&shapes[i], 0);
    printf("the largest error: %g of the bound\n", worst);
}

static void test_large(void **state)
{
    static const shape cube = {3, {32, 32, 32}}, square = {2, {128, 128}};
    (void)state;
    check_shape(&cube, 1e-4);
    check_shape(&square, 1e-4);
    printf("the largest error: %g of the bound\n", worst);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
