/* SPDX-License-Identifier: Apache-2.0 */
/* Every kind of transform against Arb's: relative L2 error and largest error. */
#include "lib/check.h"

#include <math.h>

#include "lib/oracle.h"

/* The error of an FFT grows like the square root of its depth (J. C. Schatzman,
 * "Accuracy of the discrete Fourier transform and the fast Fourier transform", 1996),
 * on top of a last rounding: c u (1 + sqrt(log2 N)). The constants are what is
 * measured plus a tenth; FFTW's would be 0.5. A Bluestein transform runs two
 * transforms of more than twice the length. */
static double constant(const struct transform *t)
{
    static const ptrdiff_t primes[] = {3, 5, 7, 11, 13};
    bool power_of_two = true, smooth = true;
    for (int i = 0; i < t->rank; i++) {
        ptrdiff_t n = t->n[i];
        while (n % 2 == 0)
            n /= 2;
        power_of_two = power_of_two && n == 1;
        for (size_t p = 0; p < sizeof primes / sizeof *primes; p++)
            while (n % primes[p] == 0)
                n /= primes[p];
        smooth = smooth && n == 1;
    }
    return power_of_two ? 0.52 : smooth ? 0.68 : 1.2;
}

/* How far one number may be from the rest: 2^15 errors with a normal distribution
 * have a largest one of about 4.5 times their root mean square. */
#define MAX_OVER_RMS 8

static double product_of(const struct transform *t)
{
    double n = 1;
    for (int i = 0; i < t->rank; i++)
        n *= (double)t->n[i];
    return n;
}

/* A norm other than 1 adds the rounding of its factor, the same for every number,
 * and that of the product. A transform of length 1 is the identity. */
static double limit_of(const struct transform *t)
{
    bool scaled = (t->direction == STET_FORWARD) != (t->norm == STET_NORM_BACKWARD);
    double n = product_of(t), u = transform_roundoff(t);
    scaled = scaled || t->norm == STET_NORM_ORTHO;
    return n == 1 ? 0 : u * (constant(t) * (1 + sqrt(log2(n))) + (scaled ? 0.7 : 0));
}

/* Root mean square over some inputs: one seed has luck in it when N is small. */
static void check(const struct transform *t, int seeds)
{
    double squares = 0, max = 0;
    for (int seed = 0; seed < seeds; seed++) {
        void *in = check_input(t, GENERATE_UNIFORM, (uint64_t)(seed + 1));
        void *out = check_output(t, in);
        struct oracle oracle;
        oracle_open(&oracle, t, in);
        struct oracle_error error = oracle_compare(&oracle, t, out);
        squares += error.l2 * error.l2;
        max = fmax(max, error.max);
        oracle_close(&oracle);
        free(in);
        free(out);
    }
    double l2 = sqrt(squares / seeds), limit = limit_of(t);
    if (l2 <= limit && max <= MAX_OVER_RMS * limit)
        return;
    print_error("kind %d precision %d direction %d norm %d lengths", (int)t->kind,
                (int)t->precision, (int)t->direction, (int)t->norm);
    for (int i = 0; i < t->rank; i++)
        print_error(" %td", t->n[i]);
    fail_msg(": relative L2 error %.3g, largest %.3g, limit %.3g", l2, max, limit);
}

static bool has_direction(stet_kind kind, stet_direction direction)
{
    return kind == STET_C2C || (kind == STET_R2C) == (direction == STET_FORWARD);
}

/* Both directions where there are two, with all three norms. */
static void check_all_of(struct transform t, int seeds)
{
    for (t.direction = STET_FORWARD; t.direction <= STET_INVERSE; t.direction++)
        for (t.norm = STET_NORM_BACKWARD; t.norm <= STET_NORM_FORWARD; t.norm++)
            if (has_direction(t.kind, t.direction))
                check(&t, seeds);
}

static void test_every_small_length(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (ptrdiff_t n = 1; n <= 130; n += n < 35 ? 1 : STET_TEST_STEP)
                check_all_of(transform_1d(kind, precision, n), 3);
}

/* Prime powers, primes, and products of small and large primes. */
static void test_chosen_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {
        243,  256,  257,  289,  323,  343,  625,  1000, 1001, 1009, 1021, 1024,
        1155, 1331, 2018, 2048, 2053, 2187, 2197, 3125, 4036, 4093, 4096,
    };
    (void)state;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
                struct transform t = transform_1d(kind, precision, lengths[i]);
                t.norm = (stet_norm)(1 + i % 3);
                if (kind == STET_C2C)
                    t.direction = (stet_direction)(1 + i / 3 % 2);
                check(&t, 1);
            }
}

static void test_large_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {10007, 16384, 30030, 65536};
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            struct transform t = transform_1d(STET_C2C, precision, lengths[i]);
            t.direction = (stet_direction)(1 + (i + precision) % 2);
            check(&t, 1);
        }
}

static void test_several_dimensions(void **state)
{
    static const struct transform shapes[] = {
        {.rank = 2, .n = {1, 1}},          {.rank = 2, .n = {1, 8}},
        {.rank = 2, .n = {8, 1}},          {.rank = 2, .n = {2, 3}},
        {.rank = 2, .n = {5, 4}},          {.rank = 2, .n = {16, 16}},
        {.rank = 2, .n = {17, 6}},         {.rank = 2, .n = {30, 64}},
        {.rank = 3, .n = {1, 1, 9}},       {.rank = 3, .n = {7, 1, 6}},
        {.rank = 3, .n = {3, 4, 5}},       {.rank = 3, .n = {8, 8, 8}},
        {.rank = 4, .n = {2, 3, 4, 5}},    {.rank = 4, .n = {3, 1, 5, 7}},
        {.rank = 5, .n = {2, 2, 2, 2, 2}}, {.rank = 6, .n = {2, 3, 1, 2, 1, 4}},
    };
    (void)state;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
                struct transform t = shapes[i];
                t.kind = kind;
                t.precision = precision;
                check_all_of(t, 3);
            }
}

/* The families whose results are finite and far from underflow. */
static void test_other_inputs(void **state)
{
    static const enum generate_family families[] = {GENERATE_INTEGER, GENERATE_CONSTANT,
                                                    GENERATE_IMPULSE, GENERATE_LARGE};
    static const ptrdiff_t lengths[] = {12, 16, 34, 100, 128, 1000};
    (void)state;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
                for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
                    struct transform t = transform_1d(kind, precision, lengths[i]);
                    void *in = check_input(&t, families[f], i);
                    void *out = check_output(&t, in);
                    struct oracle oracle;
                    oracle_open(&oracle, &t, in);
                    double u = transform_roundoff(&t), l2 = oracle_compare(&oracle, &t, out).l2;
                    if (!(l2 <= 4 * u))
                        fail_msg("kind %d precision %d n %td input %s: relative L2 error %.3g u",
                                 (int)kind, (int)precision, t.n[0], generate_name(families[f]),
                                 l2 / u);
                    oracle_close(&oracle);
                    free(in);
                    free(out);
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_small_length), cmocka_unit_test(test_chosen_lengths),
        cmocka_unit_test(test_large_lengths),      cmocka_unit_test(test_several_dimensions),
        cmocka_unit_test(test_other_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
