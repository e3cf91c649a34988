/* SPDX-License-Identifier: Apache-2.0 */
/* Different transforms that must give the same bits: real and complex, forward and
 * inverse, several dimensions and one at a time, contiguous and any other layout. */
#include "lib/check.h"

#include <string.h>

/* Real numbers as complex ones with imaginary part +0. */
static void *widen(const struct transform *real, const void *x)
{
    size_t count = transform_reals(real, SIDE_IN), size = transform_real(real);
    char *z = calloc(count, 2 * size);
    assert_non_null(z);
    for (size_t i = 0; i < count; i++)
        memcpy(z + 2 * i * size, (const char *)x + i * size, size);
    return z;
}

/* Is the half spectrum the first half of the whole one: in every bit, or at least in
 * value (== of numbers: the sign of a zero may differ)? */
static void compare_halves(const struct transform *real, const void *half, const void *whole,
                           bool bits)
{
    size_t size = transform_real(real), n = (size_t)real->n[real->rank - 1], kept = n / 2 + 1;
    size_t rows = transform_reals(real, SIDE_OUT) / (2 * kept);
    for (size_t row = 0; row < rows; row++) {
        const char *a = (const char *)half + row * 2 * kept * size;
        const char *b = (const char *)whole + row * 2 * n * size;
        if (bits) {
            assert_int_equal(first_difference(a, b, real->precision, 2 * kept), 2 * kept);
            continue;
        }
        for (size_t i = 0; i < 2 * kept; i++) {
            double x = transform_number(real, a, i), y = transform_number(real, b, i);
            assert_true(x == y || (x != x && y != y));
        }
    }
}

static void half_of_c2c(struct transform t, enum generate_family family, bool bits)
{
    struct transform whole = t;
    whole.kind = STET_C2C;
    void *x = check_input(&t, family, 11), *z = widen(&t, x);
    void *a = check_output(&t, x), *b = check_output(&whole, z);
    compare_halves(&t, a, b, bits);
    free(x), free(z), free(a), free(b);
}

/* The claim of r2c: the first half of c2c. */
static void test_r2c_is_half_of_c2c(void **state)
{
    static const ptrdiff_t more[] = {243, 256, 289, 360, 1000, 1001, 1009, 1024, 2018, 30030};
    (void)state;
    FOR_EACH_PRECISION (precision) {
        for (ptrdiff_t n = 1; n <= 130; n++)
            half_of_c2c(transform_1d(STET_R2C, precision, n), GENERATE_UNIFORM, true);
        for (size_t i = 0; i < sizeof more / sizeof *more; i++)
            half_of_c2c(transform_1d(STET_R2C, precision, more[i]), GENERATE_UNIFORM, true);
        struct transform t = {.kind = STET_R2C,
                              .precision = precision,
                              .direction = STET_FORWARD,
                              .norm = STET_NORM_ORTHO,
                              .rank = 3,
                              .n = {5, 6, 7},
                              .level = STET_LEVEL_NATIVE,
                              .half_mode = STET_HALF_IO};
        for (; t.n[2] <= 18; t.n[2]++)
            half_of_c2c(t, GENERATE_UNIFORM, true);
    }
}

/* With -0 in the input or underflow, the sign of a zero may differ, no value may. */
static void test_r2c_of_special_inputs(void **state)
{
    static const enum generate_family families[] = {
        GENERATE_INTEGER, GENERATE_CONSTANT, GENERATE_IMPULSE,    GENERATE_SUBNORMAL,
        GENERATE_NEGZERO, GENERATE_LARGE,    GENERATE_ALLNEGZERO, GENERATE_MIXED};
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (ptrdiff_t n = 1; n <= 100; n++)
            for (size_t f = 0; f < sizeof families / sizeof *families; f++)
                half_of_c2c(transform_1d(STET_R2C, precision, n), families[f], false);
}

/* What holds for real input is exact too: X[N-k] is the conjugate of X[k]. */
static void test_conjugate_symmetry(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (ptrdiff_t n = 1; n <= 130; n++) {
            struct transform t = transform_1d(STET_R2C, precision, n), whole = t;
            whole.kind = STET_C2C;
            void *x = check_input(&t, GENERATE_UNIFORM, 12), *z = widen(&t, x);
            void *y = check_output(&whole, z);
            double limit = 0, u = precision == STET_F32 ? 0x1p-20 : 0x1p-49;
            ptrdiff_t odd = n;
            for (ptrdiff_t p = 2; p <= 13; p++)
                while (odd % p == 0)
                    odd /= p;
            if (odd > 1) /* a Bluestein transform is symmetric only up to rounding */
                limit = u * (double)n;
            for (ptrdiff_t k = 1; k < n; k++) {
                size_t i = 2 * (size_t)k, j = 2 * (size_t)(n - k);
                double re = transform_number(&t, y, i) - transform_number(&t, y, j);
                double im = transform_number(&t, y, i + 1) + transform_number(&t, y, j + 1);
                assert_true(re <= limit && -re <= limit && im <= limit && -im <= limit);
            }
            free(x), free(z), free(y);
        }
}

/* Real and imaginary parts exchanged. */
static void swap_parts(const struct transform *t, void *x, size_t count)
{
    size_t size = transform_real(t);
    for (size_t i = 0; i < count; i++) {
        char *z = (char *)x + 2 * i * size, kept[8];
        memcpy(kept, z, size);
        memcpy(z, z + size, size);
        memcpy(z + size, kept, size);
    }
}

/* The inverse is the forward transform with parts exchanged before and after. */
static void test_inverse_by_exchange(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (ptrdiff_t n = 1; n <= 130; n++)
            for (int family = 0; family < GENERATE_FAMILIES; family++) {
                struct transform forward = transform_1d(STET_C2C, precision, n), inverse = forward;
                inverse.direction = STET_INVERSE;
                inverse.norm = STET_NORM_FORWARD; /* neither scales */
                void *x = check_input(&forward, (enum generate_family)family, 13);
                void *a = check_output(&inverse, x);
                swap_parts(&forward, x, (size_t)n);
                void *b = check_output(&forward, x);
                swap_parts(&forward, b, (size_t)n);
                assert_true(transform_same(&forward, a, b));
                free(x), free(a), free(b);
            }
}

/* The real side of all rows. */
static void *along_rows(const struct transform *t, void *in)
{
    const ptrdiff_t n = t->n[t->rank - 1], h = n / 2 + 1;
    const int half = t->kind == STET_C2R;
    stet_dim line = {n, 1, 1}, batch = {1, half ? h : n, half ? n : h}, unused[TRANSFORM_RANK];
    for (int i = 0; i < t->rank - 1; i++)
        batch.n *= t->n[i];
    stet_options options = transform_options(t, unused);
    options.rank = 1;
    options.dims = &line;
    options.batch_rank = 1;
    options.batch = &batch;
    void *out = transform_alloc(t, SIDE_OUT, 1);
    assert_int_equal(stet_transform(&options, in, out), STET_OK);
    return out;
}

/* The same, one axis after the other: the last one first, and of inverse transforms the first. x is
 * used up. */
static void *one_at_a_time(const struct transform *t, void *x)
{
    struct transform z = *t;
    z.kind = STET_C2C;
    if (t->kind == STET_C2C) {
        for (int i = 0; i < t->rank; i++)
            transform_along_axis(&z, t->direction == STET_INVERSE ? i : t->rank - 1 - i, x);
        return x;
    }
    z.n[z.rank - 1] = t->n[t->rank - 1] / 2 + 1;
    if (t->kind == STET_R2C) {
        void *y = along_rows(t, x);
        free(x);
        for (int i = t->rank - 2; i >= 0; i--)
            transform_along_axis(&z, i, y);
        return y;
    }
    for (int i = 0; i < t->rank - 1; i++)
        transform_along_axis(&z, i, x);
    void *y = along_rows(t, x);
    free(x);
    return y;
}

static void check_one_at_a_time(const struct transform *shape, stet_kind kind, int inverse,
                                enum generate_family family)
{
    struct transform t = *shape;
    t.kind = kind;
    t.direction = inverse ? STET_INVERSE : STET_FORWARD;
    t.norm = inverse ? STET_NORM_FORWARD : STET_NORM_BACKWARD; /* neither scales */
    void *x = check_input(&t, family, 14), *whole = check_output(&t, x);
    void *y = one_at_a_time(&t, x);
    if (!transform_same(&t, whole, y))
        fail_msg("kind %d precision %d mode %d rank %d n %td %td %td, %s, input %s: another order",
                 (int)kind, (int)t.precision, (int)t.half_mode, t.rank, t.n[0], t.n[1], t.n[2],
                 inverse ? "inverse" : "forward", generate_name(family));
    free(y), free(whole);
}

static void check_both_ways(const struct transform *shape, enum generate_family family)
{
    check_one_at_a_time(shape, STET_C2C, 0, family);
    check_one_at_a_time(shape, STET_C2C, 1, family);
    check_one_at_a_time(shape, STET_R2C, 0, family);
    check_one_at_a_time(shape, STET_C2R, 1, family);
}

static const struct transform shapes[] = {
    {.rank = 2, .n = {4, 6}},    {.rank = 2, .n = {17, 8}},      {.rank = 2, .n = {32, 15}},
    {.rank = 3, .n = {3, 8, 5}}, {.rank = 4, .n = {2, 7, 1, 9}}, {.rank = 3, .n = {1, 19, 1}},
};

static void test_dimensions_one_at_a_time(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            for (int family = 0; family < GENERATE_FAMILIES; family++) {
                struct transform t = shapes[i];
                t.precision = precision;
                check_both_ways(&t, (enum generate_family)family);
            }
}

/* In 16 bits, where there are 16 bits between the dimensions too; mode io is that of floats, which
 * test_half.c shows. */
static void test_dimensions_in_16_bits(void **state)
{
    static const struct transform short_shapes[] = {
        {.rank = 2, .n = {12, 6}}, {.rank = 3, .n = {3, 8, 5}}, {.rank = 3, .n = {16, 4, 10}}};
    (void)state;
    for (size_t i = 0; i < sizeof short_shapes / sizeof *short_shapes; i++)
        for (int kind = 0; kind < 3; kind++) {
            struct transform t = short_shapes[i];
            t.precision = kind == 0 ? STET_BF16 : STET_F16;
            t.half_mode = kind == 2 ? STET_HALF_NATIVE : STET_HALF_STORE;
            check_both_ways(&t, GENERATE_UNIFORM);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_r2c_is_half_of_c2c),
        cmocka_unit_test(test_r2c_of_special_inputs),
        cmocka_unit_test(test_conjugate_symmetry),
        cmocka_unit_test(test_inverse_by_exchange),
        cmocka_unit_test(test_dimensions_one_at_a_time),
        cmocka_unit_test(test_dimensions_in_16_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
