/* SPDX-License-Identifier: Apache-2.0 */
/* The basic and advanced planners and the ways to execute, against stet.h's bits and against the
 * definition. */
#include "fftw_test.h"

enum { MOST = 20000 }; /* reals of an array here */

static uint64_t state = 1;

typedef struct work {
    int rank, n[4];
} work;

static const work works[] = {{1, {1}},        {1, {2}},          {1, {7}},      {1, {16}},
                             {1, {60}},       {1, {101}},        {1, {256}},    {2, {3, 4}},
                             {2, {8, 1}},     {2, {1, 9}},       {2, {16, 20}}, {3, {2, 3, 4}},
                             {3, {5, 1, 12}}, {4, {2, 3, 2, 5}}, {2, {31, 17}}};
enum { WORKS = sizeof works / sizeof *works };

static void widen(const work *w, ptrdiff_t *n)
{
    for (int i = 0; i < w->rank; i++)
        n[i] = w->n[i];
}

/* Through the function that is made for that many dimensions. */
static FFTW(plan) plan_of(kind k, int sign, const work *w, void *in, void *out, unsigned flags)
{
    const int *n = w->n;
    switch (k * 10 + w->rank) {
    case C2C * 10 + 1: return FFTW(plan_dft_1d)(n[0], in, out, sign, flags);
    case C2C * 10 + 2: return FFTW(plan_dft_2d)(n[0], n[1], in, out, sign, flags);
    case C2C * 10 + 3: return FFTW(plan_dft_3d)(n[0], n[1], n[2], in, out, sign, flags);
    case C2C * 10 + 4: return FFTW(plan_dft)(4, n, in, out, sign, flags);
    case R2C * 10 + 1: return FFTW(plan_dft_r2c_1d)(n[0], in, out, flags);
    case R2C * 10 + 2: return FFTW(plan_dft_r2c_2d)(n[0], n[1], in, out, flags);
    case R2C * 10 + 3: return FFTW(plan_dft_r2c_3d)(n[0], n[1], n[2], in, out, flags);
    case R2C * 10 + 4: return FFTW(plan_dft_r2c)(4, n, in, out, flags);
    case C2R * 10 + 1: return FFTW(plan_dft_c2r_1d)(n[0], in, out, flags);
    case C2R * 10 + 2: return FFTW(plan_dft_c2r_2d)(n[0], n[1], in, out, flags);
    case C2R * 10 + 3: return FFTW(plan_dft_c2r_3d)(n[0], n[1], n[2], in, out, flags);
    default: return FFTW(plan_dft_c2r)(4, n, in, out, flags);
    }
}

static void execute_new(kind k, FFTW(plan) p, real *in, real *out)
{
    if (k == C2C)
        FFTW(execute_dft)(p, (pair *)in, (pair *)out);
    else if (k == R2C)
        FFTW(execute_dft_r2c)(p, in, (pair *)out);
    else
        FFTW(execute_dft_c2r)(p, (pair *)in, out);
}

#define FOR_EACH(k, sign, w)                                                                       \
    for (int k = C2C; k <= C2R; k++)                                                               \
        for (int sign = -1; sign <= (k == C2C ? 1 : -1); sign += 2)                                \
            for (const work *w = works; w < works + WORKS; w++)

static real in[MOST], out[MOST], kept[MOST], expected[MOST], other[MOST + 1];

/* Planning leaves arrays alone; an execution leaves the input alone, and again and again gives the
 * bits of stet.h, on other arrays of any alignment too. */
static void basic(void **unused)
{
    (void)unused;
    FOR_EACH(k, sign, w)
    {
        ptrdiff_t n[4];
        widen(w, n);
        const size_t reads = reals_of(k, 0, w->rank, n), writes = reals_of(k, 1, w->rank, n);
        fill_random(&state, in, reads);
        fill_random(&state, out, writes);
        memcpy(kept, in, sizeof in);
        memcpy(other, out, sizeof out);
        FFTW(plan) p = plan_of(k, sign, w, in, out, FFTW_ESTIMATE);
        assert_non_null(p);
        assert_same_bits(in, kept, reads);
        assert_same_bits(out, other, writes);
        stet_reference(k, sign > 0, w->rank, n, in, expected, STET_LEVEL_NATIVE);
        for (int again = 0; again < 2; again++) {
            memset(out, 0xff, sizeof out);
            FFTW(execute)(p);
            assert_same_bits(out, expected, writes);
            assert_same_bits(in, kept, reads);
        }
        memset(other, 0xff, sizeof other);
        execute_new(k, p, in, other + 1);
        assert_same_bits(other + 1, expected, writes);
        FFTW(destroy_plan)(p);
    }
}

/* In place, planned so or not: real lines have room for the complex ones. */
static void in_place(void **unused)
{
    (void)unused;
    FOR_EACH(k, sign, w)
    {
        ptrdiff_t n[4];
        widen(w, n);
        const ptrdiff_t last = n[w->rank - 1], room = 2 * (last / 2 + 1);
        const size_t reads = reals_of(k, 0, w->rank, n), writes = reals_of(k, 1, w->rank, n);
        const size_t lines = (k == R2C ? reads : writes) / (size_t)last;
        fill_random(&state, in, reads);
        stet_reference(k, sign > 0, w->rank, n, in, expected, STET_LEVEL_NATIVE);
        memcpy(out, in, sizeof in);
        for (size_t i = 0; k == R2C && i < lines; i++)
            memcpy(out + i * (size_t)room, in + i * (size_t)last, (size_t)last * sizeof *in);
        FFTW(plan) p = plan_of(k, sign, w, out, out, FFTW_ESTIMATE);
        assert_non_null(p);
        FFTW(execute)(p);
        for (size_t i = 0; k == C2R && i < lines; i++)
            assert_same_bits(out + i * (size_t)room, expected + i * (size_t)last, (size_t)last);
        if (k != C2R)
            assert_same_bits(out, expected, writes);
        FFTW(destroy_plan)(p);
    }
}

/* A plan for two arrays, executed on one: FFTW leaves open what happens. */
static void in_place_of_two(void **unused)
{
    (void)unused;
    ptrdiff_t n[2] = {6, 10};
    fill_random(&state, in, 120);
    stet_reference(C2C, 0, 2, n, in, expected, STET_LEVEL_NATIVE);
    FFTW(plan) p = FFTW(plan_dft_2d)(6, 10, (pair *)in, (pair *)out, -1, FFTW_ESTIMATE);
    FFTW(execute_dft)(p, (pair *)in, (pair *)in);
    assert_same_bits(in, expected, 120);
    FFTW(destroy_plan)(p);

    fill_random(&state, in, 60);
    memcpy(other, in, sizeof in);
    stet_reference(R2C, 0, 2, n, in, expected, STET_LEVEL_NATIVE);
    p = FFTW(plan_dft_r2c_2d)(6, 10, in, (pair *)out, FFTW_ESTIMATE);
    FFTW(execute_dft_r2c)(p, other, (pair *)(other + 2)); /* overlapping */
    assert_same_bits(other + 2, expected, 72);
    FFTW(destroy_plan)(p);
}

/* One number of the spectrum by its definition; roots from the library, sums in long double. */
static void definition(int sign, const work *w, const real *x, const ptrdiff_t *k, long double y[2])
{
    const ptrdiff_t n0 = w->n[0], n1 = w->n[1];
    y[0] = y[1] = 0;
    for (ptrdiff_t i = 0; i < n0; i++)
        for (ptrdiff_t j = 0; j < n1; j++) {
            double c, s;
            stet_root_f64(sign * (i * k[0] % n0 * n1 + j * k[1] % n1 * n0), n0 * n1, &c, &s);
            const real *v = x + 2 * (i * n1 + j);
            y[0] += (long double)v[0] * (long double)c - (long double)v[1] * (long double)s;
            y[1] += (long double)v[0] * (long double)s + (long double)v[1] * (long double)c;
        }
}

/* Signs and norm are FFTW's: exp(sign 2 pi i jk/n), no factor, both ways. */
static void signs(void **unused)
{
    (void)unused;
    const work w = {2, {6, 10}};
    const long double bound = 60 * 20 * (long double)UNIT;
    for (int sign = -1; sign <= 1; sign += 2) {
        fill_random(&state, in, 120);
        FFTW(plan) p = plan_of(C2C, sign, &w, in, out, FFTW_ESTIMATE);
        FFTW(execute)(p);
        for (ptrdiff_t k = 0; k < 60; k++) {
            long double y[2];
            definition(sign, &w, in, (ptrdiff_t[]){k / 10, k % 10}, y);
            for (int i = 0; i < 2; i++) {
                const long double off = (long double)out[2 * k + i] - y[i];
                assert_true(off < bound && -off < bound);
            }
        }
        FFTW(destroy_plan)(p);
    }
    fill_random(&state, in, 60); /* there and back: N times the signal */
    FFTW(plan) there = plan_of(R2C, -1, &w, in, out, FFTW_ESTIMATE);
    FFTW(plan) back = plan_of(C2R, 1, &w, out, other, FFTW_ESTIMATE);
    FFTW(execute)(there);
    FFTW(execute)(back);
    for (int i = 0; i < 60; i++) {
        const long double off = (long double)other[i] - 60 * (long double)in[i];
        assert_true(off < 60 * bound && -off < 60 * bound);
    }
    FFTW(destroy_plan)(there);
    FFTW(destroy_plan)(back);
}

/* Arrays inside larger ones: embed, stride, dist. */
static void many(void **unused)
{
    (void)unused;
    for (int trial = 0; trial < 200; trial++) {
        const kind k = (kind)random_from(&state, 0, 2);
        const int n[2] = {(int)random_from(&state, 1, 6), (int)random_from(&state, 1, 9)};
        const int howmany = (int)random_from(&state, 1, 4);
        const ptrdiff_t lengths[2] = {n[0], n[1]};
        const int half = n[1] / 2 + 1, in_last = k == C2R ? half : n[1];
        const int out_last = k == R2C ? half : n[1], in_parts = k == R2C ? 1 : 2;
        const int out_parts = k == C2R ? 1 : 2;
        const int ie[2] = {n[0] + 1, in_last + (int)random_from(&state, 0, 2)};
        const int oe[2] = {n[0] + 2, out_last + (int)random_from(&state, 0, 2)};
        const int is = (int)random_from(&state, 1, 3), os = (int)random_from(&state, 1, 3);
        const int id = is * ie[0] * ie[1], od = os * oe[0] * oe[1];
        fill_random(&state, in, MOST);
        memset(out, 0xff, sizeof out);
        FFTW(plan)
        p = k == C2C   ? FFTW(plan_many_dft)(2, n, howmany, (pair *)in, ie, is, id, (pair *)out, oe,
                                           os, od, 1, FFTW_ESTIMATE)
            : k == R2C ? FFTW(plan_many_dft_r2c)(2, n, howmany, in, ie, is, id, (pair *)out, oe, os,
                                                 od, FFTW_ESTIMATE)
                       : FFTW(plan_many_dft_c2r)(2, n, howmany, (pair *)in, ie, is, id, out, oe, os,
                                                 od, FFTW_ESTIMATE);
        assert_non_null(p);
        FFTW(execute)(p);
        for (int m = 0; m < howmany; m++) {
            for (int i = 0; i < n[0] * in_last; i++) {
                const int at = m * id + is * (i / in_last * ie[1] + i % in_last);
                memcpy(kept + in_parts * i, in + in_parts * at, (size_t)in_parts * sizeof *in);
            }
            stet_reference(k, 1, 2, lengths, kept, expected, STET_LEVEL_NATIVE);
            for (int i = 0; i < n[0] * out_last; i++) {
                const int at = m * od + os * (i / out_last * oe[1] + i % out_last);
                assert_same_bits(out + out_parts * at, expected + out_parts * i, (size_t)out_parts);
            }
        }
        FFTW(destroy_plan)(p);
    }
}

/* In place without room: real and complex lines overlap, and each is read before it is written. */
static void many_overlapping(void **unused)
{
    (void)unused;
    const int n = 9;
    const ptrdiff_t length = 9;
    fill_random(&state, in, 45);
    memcpy(out, in, 45 * sizeof *in);
    FFTW(plan)
    p = FFTW(plan_many_dft_r2c)(1, &n, 5, out, NULL, 1, 9, (pair *)out, NULL, 1, 5, FFTW_ESTIMATE);
    assert_non_null(p);
    FFTW(execute)(p);
    for (int m = 0; m < 5; m++) {
        stet_reference(R2C, 0, 1, &length, in + 9 * m, expected, STET_LEVEL_NATIVE);
        assert_same_bits(out + 10 * m, expected, 10);
    }
    FFTW(destroy_plan)(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(basic), cmocka_unit_test(in_place), cmocka_unit_test(in_place_of_two),
        cmocka_unit_test(signs), cmocka_unit_test(many),     cmocka_unit_test(many_overlapping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
