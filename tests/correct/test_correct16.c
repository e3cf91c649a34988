/* SPDX-License-Identifier: Apache-2.0 */
/* Level `correct` in 16 bits: every number of every output is the exact value, rounded once; all
 * sums and differences of two numbers of binary16 against integers. With --long: more of both. */
#include "lib/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arith/bits.h"
#include "correct/cases.h"
#include "correct/kernels.h"
#include "correct/number.h"

static int is_long;

/* -------------------------------------------------------------- rounding -- */

static uint16_t nearest(stet_precision p, double x)
{
    return p == STET_F16 ? stet_f16_from_f64(x) : stet_bf16_from_f64(x);
}

static double value(stet_precision p, uint16_t bits)
{
    return (double)(p == STET_F16 ? stet_f16_to_f32(bits) : stet_bf16_to_f32(bits));
}

/* Each number, the midpoint to the next one, and the doubles beside both; then some far outside. */
static size_t hard_doubles(stet_precision p, double *x)
{
    const uint16_t infinity = p == STET_F16 ? 0x7c00 : 0x7f80;
    const double beyond = p == STET_F16 ? 65536 : 0x1p128;
    size_t count = 0;
    for (unsigned sign = 0; sign < 2; sign++)
        for (uint16_t bits = 0; bits < infinity; bits++) {
            const double a = value(p, bits);
            const double b = bits + 1 < infinity ? value(p, (uint16_t)(bits + 1)) : beyond;
            const double near[] = {a, (a + b) / 2};
            for (int i = 0; i < 2; i++)
                for (int step = -1; step <= 1; step++) {
                    const double y =
                        step == 0 ? near[i] : nextafter(near[i], step * (double)INFINITY);
                    x[count++] = sign ? -y : y;
                }
        }
    const double far[] = {0x1p-1074, 0x1p-1022, 0x1p-150, 0x1p16, 0x1p129, 0x1.fffffffffffffp1023};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        x[count++] = far[i], x[count++] = -far[i];
    return count;
}

enum { MOST_HARD = 2 * 6 * 0x7f80 + 64 };

static const stet_correct_narrow *narrow_of(stet_precision p)
{
    const stet_correct_kernels *k = stet_correct_kernels_in_use();
    return p == STET_F16 ? &k->f16 : &k->bf16;
}

/* The three ways of the kernels: lines of so many numbers, one transform with the sums of its
 * classes, and the list of everything. */
enum way { LINES, SUMMING, REFINE, WAYS };

/* What the kernel says of count numbers with one bound, in rows of so many: 1, or an even number of
 * them. */
static void check_certified(stet_precision p, enum way way, const double *x, ptrdiff_t count,
                            double bound, ptrdiff_t row)
{
    static double e[MOST_HARD + 2], sums[MOST_HARD + 2];
    static uint16_t out[MOST_HARD];
    static ptrdiff_t undecided[MOST_HARD + 8];
    const stet_correct_narrow *k = narrow_of(p);
    ptrdiff_t left = 0, found = count;
    for (ptrdiff_t i = 0; i < row || i * row < count; i++)
        e[i] = bound;
    for (ptrdiff_t i = 0; i < count; i++)
        undecided[i] = i;
    memset(out, 0xa5, sizeof out);
    if (way == LINES)
        found = k->certify_lines(x, row, count / row, 1, e, out, row, undecided);
    else if (way == SUMMING)
        found = k->certify_summing(x, count, row / 2, 1, bound, sums, out, undecided);
    else
        found = k->refine(x, row / 2, 1, e, out, undecided, count);
    for (ptrdiff_t i = 0; i < count; i++) {
        const uint16_t low = nearest(p, x[i] - bound), high = nearest(p, x[i] + bound);
        assert_int_equal(out[i], low);
        if (low != high)
            assert_int_equal(undecided[left++], i);
    }
    assert_int_equal(found, left);
}

/* The kernel rounds as src/arith does; with a bound it decides if and only if both ends agree. Some
 * bounds are half the distance of numbers: the ends are then midpoints. */
static void test_rounding(void **state)
{
    static const double bounds[] = {0,       0x1p-60, 0x1p-30,  0x1p-10, 0x1p100,
                                    0x1p-11, 0x1p-25, 0x1p-134, 0x1p-12, 0x1p-9};
    (void)state;
    static double x[MOST_HARD];
    FOR_EACH_HALF (p) {
        const ptrdiff_t count = (ptrdiff_t)hard_doubles(p, x);
        for (ptrdiff_t i = 0; i < count; i++)
            assert_int_equal(stet_to_16(p == STET_F16, x[i]), nearest(p, x[i]));
        for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
            check_certified(p, LINES, x, count, bounds[b], count); /* one row: vectors */
            check_certified(p, LINES, x, count, bounds[b], 1);     /* one number at a time */
            check_certified(p, SUMMING, x, count, bounds[b], count);
            check_certified(p, SUMMING, x, count, bounds[b], 38); /* the end is not a vector */
            check_certified(p, REFINE, x, count, bounds[b], 38);
        }
    }
}

/* A vector in which one number is hard: every place, for the kernel may look at several at once. */
static void test_alone(void **state)
{
    enum { VECTOR = 16 };
    (void)state;
    static double hard[MOST_HARD];
    FOR_EACH_HALF (p) {
        const ptrdiff_t count = (ptrdiff_t)hard_doubles(p, hard);
        for (ptrdiff_t i = 0; i < count; i++) {
            const double bound = i % 3 == 0 ? 0x1p-40 : 0, one = 1;
            double x[VECTOR];
            uint16_t out[VECTOR];
            ptrdiff_t undecided[VECTOR + 8];
            const ptrdiff_t at = i / 6 % VECTOR; /* six in a row belong to one number */
            for (int k = 0; k < VECTOR; k++)
                x[k] = k == at ? hard[i] : one;
            const ptrdiff_t found =
                narrow_of(p)->certify_lines(x, VECTOR, 1, 1, &bound, out, VECTOR, undecided);
            const uint16_t low = nearest(p, hard[i] - bound), high = nearest(p, hard[i] + bound);
            assert_int_equal(out[at], low);
            assert_int_equal(out[(at + 1) % VECTOR], nearest(p, one));
            assert_int_equal(found, low != high);
            if (found)
                assert_int_equal(undecided[0], at);
        }
    }
}

/* Every bit pattern, in lines of any length: widened exactly, or not finite; and their squares. */
static void check_widened(stet_precision p, const uint16_t *x, double *y, int count, double squares)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const double is = value(p, x[i]);
        sum += is * is;
        if (isfinite(is))
            assert_true(stet_bits_f64(y[i]) == stet_bits_f64(is));
        else
            assert_false(isfinite(y[i]));
    }
    assert_int_equal(isfinite(squares) != 0, isfinite(sum) != 0);
    if (!isfinite(sum))
        return;
    assert_true(fabs(squares - sum) <= 0x1p-46 * sum);
    assert_true(stet_correct_kernels_in_use()->squares(y, count) == squares);
}

static void test_widening(void **state)
{
    enum { COUNT = 37, TURNS = 3, STEP = 41 };
    (void)state;
    static uint16_t x[0x10000 + 1];
    double y[TURNS * COUNT], squares[TURNS];
    for (int i = 0; i < 0x10000; i++)
        x[i + 1] = (uint16_t)i;
    FOR_EACH_HALF (p) {
        for (int first = 1; first + TURNS * STEP < 0x10000; first += 31) {
            for (int count = 1; count <= COUNT; count += 6)
                check_widened(p, x + first, y, count, narrow_of(p)->widen(x + first, y, count));
            narrow_of(p)->widen_lines(x + first, STEP, y, COUNT, TURNS, squares);
            for (int l = 0; l < TURNS; l++)
                check_widened(p, x + first + l * STEP, y + l * COUNT, COUNT, squares[l]);
        }
    }
}

/* What certify_summing() has summed: the energies of the classes, of a last row that is shorter,
 * too. */
static void test_energies(void **state)
{
    enum { PERIOD = 21, COUNT = 2 * (3 * PERIOD + 8) };
    (void)state;
    double x[COUNT], sums[2 * PERIOD];
    uint16_t out[COUNT];
    ptrdiff_t undecided[COUNT + 8];
    for (int i = 0; i < COUNT; i++)
        x[i] = (i * 37 % 101 - 50) * 0x1p-3;
    FOR_EACH_HALF (p) {
        narrow_of(p)->certify_summing(x, COUNT, PERIOD, 0x1p-3, 1, sums, out, undecided);
        for (int j = 0; j < PERIOD; j++) {
            double sum = 0;
            for (int k = j; 2 * k < COUNT; k += PERIOD)
                sum += x[2 * k] * x[2 * k] + x[2 * k + 1] * x[2 * k + 1];
            assert_true(sums[j] == sum); /* exact: small multiples of 2^-6 */
        }
    }
}

/* ---------------------------------------------------------- two numbers -- */

/* binary16 as integers of the unit 2^-24; infinity is 2^16. */
static int64_t units[0x7c01];

/* The bits nearest to s/2 (norm 1/2), s, or s/sqrt(2): the first number m with s <= the midpoint to
 * the next, all sides doubled or squared so that they are integers; a tie takes the even one. */
static uint16_t definition(int64_t sum, stet_norm norm)
{
    const uint64_t size = (uint64_t)(sum < 0 ? -sum : sum);
    stet_u128 x = norm == STET_NORM_FORWARD ? size : 2 * (stet_u128)size;
    unsigned low = 0, high = 0x7c00; /* the answer is in low .. high */
    if (norm == STET_NORM_ORTHO)
        x = 2 * (stet_u128)size * size;
    while (low < high) {
        const unsigned m = (low + high) / 2;
        stet_u128 middle = (stet_u128)(units[m] + units[m + 1]);
        middle = norm == STET_NORM_ORTHO ? middle * middle : middle;
        if (x < middle || (x == middle && m % 2 == 0))
            high = m;
        else
            low = m + 1;
    }
    return (uint16_t)(low | (sum < 0 ? 0x8000u : 0));
}

static void check_sums(const uint16_t *x, const uint16_t *y, ptrdiff_t count, stet_norm norm)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        const int64_t a = (int64_t)(value(STET_F16, x[2 * i]) * 0x1p24);
        const int64_t b = (int64_t)(value(STET_F16, x[2 * i + 1]) * 0x1p24);
        if (y[4 * i] != definition(a + b, norm) || y[4 * i + 2] != definition(a - b, norm) ||
            y[4 * i + 1] != 0 || y[4 * i + 3] != 0)
            fail_msg("%04x, %04x, norm %d: %04x, %04x", x[2 * i], x[2 * i + 1], (int)norm, y[4 * i],
                     y[4 * i + 2]);
    }
}

/* Every finite number of binary16 with that partner, as real signals of two. */
static void check_partner(uint16_t partner)
{
    enum { COUNT = 2 * 0x7c00 };
    static uint16_t x[2 * COUNT], y[4 * COUNT];
    stet_dim dim = {2, 1, 1}, batch = {COUNT, 2, 2};
    stet_options options;
    for (int i = 0; i < COUNT; i++) {
        x[2 * i] = (uint16_t)(i < 0x7c00 ? i : i - 0x7c00 + 0x8000);
        x[2 * i + 1] = partner;
    }
    stet_options_init(&options);
    options.kind = STET_R2C;
    options.precision = STET_F16;
    options.level = STET_LEVEL_CORRECT;
    options.rank = options.batch_rank = 1;
    options.dims = &dim;
    options.batch = &batch;
    for (options.norm = STET_NORM_BACKWARD; options.norm <= STET_NORM_FORWARD; options.norm++) {
        assert_int_equal(stet_transform(&options, x, y), STET_OK);
        check_sums(x, y, COUNT, options.norm);
    }
}

static void test_two_numbers(void **state)
{
    static const uint16_t partners[] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x3c00,
                                        0xbc01, 0x6801, 0x7bff, 0xfbff, 0x1234};
    (void)state;
    for (uint16_t i = 0; i < 0x7c00; i++)
        units[i] = (int64_t)(value(STET_F16, i) * 0x1p24);
    units[0x7c00] = (int64_t)1 << 40;
    for (size_t i = 0; i < sizeof partners / sizeof *partners; i++)
        check_partner(partners[i]);
    for (unsigned i = 0; is_long && i < 0x7c00; i += 251)
        check_partner((uint16_t)(i ^ (i % 2) << 15));
}

/* --------------------------------------------------------------- oracles -- */

static void test_lengths(void **state)
{
    (void)state;
    long wrong = 0;
    FOR_EACH_KIND (kind)
        FOR_EACH_HALF (p)
            for (ptrdiff_t n = 1; n <= 130; n += is_long || n < 18 ? 1 : n < 40 ? 3 : 15)
                wrong += cases_wrong_of(transform_1d(kind, p, n), NULL);
    cases_print_counts("lengths to 130");
    assert_int_equal(wrong, 0);
    FOR_EACH_KIND (kind)
        FOR_EACH_HALF (precision)
            assert_int_equal(cases_incomplete(kind, precision), 0);
}

static void test_powers_of_two(void **state)
{
    (void)state;
    long wrong = 0;
    FOR_EACH_HALF (p)
        for (ptrdiff_t n = 64; n <= (is_long ? 4096 : 256); n *= 2)
            wrong += cases_wrong_of(transform_1d(STET_C2C, p, n), NULL);
    cases_print_counts("powers of two");
    assert_int_equal(wrong, 0);
}

static void test_dimensions(void **state)
{
    static const struct transform shapes[] = {
        {.rank = 2, .n = {5, 4}},       {.rank = 2, .n = {16, 16}}, {.rank = 3, .n = {3, 4, 5}},
        {.rank = 4, .n = {2, 3, 2, 4}}, {.rank = 2, .n = {17, 6}},
    };
    (void)state;
    long wrong = 0;
    FOR_EACH_KIND (kind)
        FOR_EACH_HALF (p)
            for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
                struct transform t = shapes[i];
                t.kind = kind;
                t.precision = p;
                t.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
                if (is_long || i < 3)
                    wrong += cases_wrong_of(t, NULL);
            }
    cases_print_counts("several dimensions");
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest kernels[] = {
        cmocka_unit_test(test_rounding), cmocka_unit_test(test_alone),
        cmocka_unit_test(test_widening), cmocka_unit_test(test_energies)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounding),      cmocka_unit_test(test_alone),
        cmocka_unit_test(test_widening),      cmocka_unit_test(test_energies),
        cmocka_unit_test(test_two_numbers),   cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_powers_of_two), cmocka_unit_test(test_dimensions),
    };
    is_long = argc > 1 && strcmp(argv[1], "--long") == 0;
    if (argc > 1 && strcmp(argv[1], "--kernels") == 0)
        return cmocka_run_group_tests(kernels, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
