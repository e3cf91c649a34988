/* SPDX-License-Identifier: Apache-2.0 */
/* The wide transform: every irrational output against Arb, every rational one against integers. */
#include "lib/check.h"

#include <string.h>

#include "base/fpenv.h"
#include "correct/cyclotomic.h"
#include "correct/families.h"
#include "correct/stage_exact.h"
#include "arith/integers.h"
#include "correct/reference.h"

static const struct stet_format formats[] = {
    {53, -1074, 0x7ff0000000000000}, {24, -149, 0x7f800000}, {11, -24, 0x7c00}, {8, -133, 0x7f80}};

static long outputs, rational, second, widest;

struct results {
    uint64_t *bits; /* 2 N */
    char *done;
};

static void put(void *data, ptrdiff_t index, int part, uint64_t bits)
{
    struct results *results = data;
    assert_false(results->done[2 * index + part]++);
    results->bits[2 * index + part] = bits;
}

/* Balls as narrow as it takes. */
static void compare(const struct stet_dft *dft, struct stet_format f, const struct results *results,
                    const char *name)
{
    ptrdiff_t size = stet_dft_size(dft);
    int bits = 400;
    struct reference *reference = reference_open(dft, bits);
    struct cyclotomic *integers = cyclotomic_open(dft);
    for (ptrdiff_t i = 0; i < 2 * size; i++) {
        uint64_t expected;
        while (!reference_part(reference, i / 2, (int)(i % 2), f, &expected)) {
            if (cyclotomic_part(integers, i / 2, (int)(i % 2), f, &expected)) {
                rational++;
                break;
            }
            reference_close(reference);
            assert_true((bits *= 2) < 100000);
            reference = reference_open(dft, bits);
        }
        outputs++;
        if (expected != results->bits[i])
            fail_msg("%s, rank %d, lengths %td %td, direction %d, norm %d: output %td part %td: "
                     "expected %llx, got %llx",
                     name, dft->rank, dft->n[0], dft->n[dft->rank - 1], dft->direction, dft->norm,
                     i / 2, i % 2, (unsigned long long)expected,
                     (unsigned long long)results->bits[i]);
    }
    reference_close(reference);
    cyclotomic_close(integers);
}

/* tables: with limbs of doubles first, or NULL: all in integers. */
static void check(const struct stet_dft *dft, stet_limb_tables *tables, struct stet_format f,
                  const char *name)
{
    size_t size = (size_t)stet_dft_size(dft);
    uint8_t *undecided = calloc(size, 1);
    struct results results = {calloc(2 * size, sizeof(uint64_t)), calloc(2 * size, 1)};
    struct stet_fixed_report report;
    struct stet_orbits orbits;
    const struct stet_norm_scale norm =
        stet_norm_scale_of(dft->rank, dft->n, dft->direction, dft->norm);
    memset(undecided, STET_PART_RE | STET_PART_IM, size);
    assert_int_equal(stet_orbits_create(&orbits, dft->rank, dft->n, norm.f), STET_OK);
    const uint64_t env = stet_fpenv_enter();
    assert_int_equal(stet_fixed_round(dft, tables, &orbits, f, undecided, put, &results, &report),
                     STET_OK);
    stet_fpenv_leave(env);
    ptrdiff_t parts = 0;
    for (size_t i = 0; i < 2 * size; i++) {
        assert_int_equal(results.done[i], 1);
        assert_int_equal(undecided[i / 2], 0);
        parts += results.done[i];
    }
    assert_int_equal(report.parts, parts);
    second += report.second;
    widest = report.limbs > widest ? report.limbs : widest;
    compare(dft, f, &results, name);
    stet_orbits_destroy(&orbits);
    free(undecided), free(results.bits), free(results.done);
}

static void check_families(int rank, const ptrdiff_t *n, int variants)
{
    static unsigned turn;
    struct stet_dft dft = {.rank = rank, .n = n};
    ptrdiff_t size = stet_dft_size(&dft);
    double *x = calloc((size_t)(2 * size), sizeof *x);
    stet_limb_tables *tables = stet_limb_tables_create(stet_correct_kernels_in_use());
    assert_non_null(tables);
    dft.x = x;
    for (int family = 0; family < family_count; family++)
        for (int v = 0; v < variants; v++, turn++) {
            dft.direction = turn % 2 ? STET_INVERSE : STET_FORWARD;
            dft.norm = (stet_norm)(1 + turn / 2 % 3);
            families[family].fill(x, size, false, turn);
            for (ptrdiff_t j = 0; j < size && turn / 6 % 2; j++)
                x[2 * j + 1] = 0;
            check(&dft, v % 2 == 0 ? tables : NULL, formats[turn % 4], families[family].name);
        }
    turn++; /* no family keeps its variants */
    stet_limb_tables_destroy(tables);
    free(x);
}

static void test_small_lengths(void **state)
{
    (void)state;
    for (ptrdiff_t n = 1; n <= 40; n++)
        check_families(1, &n, 2);
    print_message(
        "%ld parts, %ld ties and zeros, %ld not by the first transform, %ld limbs at most\n",
        outputs, rational, second, widest);
}

static void test_lengths(void **state)
{
    (void)state;
    static const ptrdiff_t lengths[] = {64, 97, 100, 128, 256};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        check_families(1, &lengths[i], 2);
}

static void test_dimensions(void **state)
{
    (void)state;
    static const ptrdiff_t shapes[][3] = {{4, 4, 1},  {8, 16, 1}, {2, 3, 5}, {3, 3, 3},
                                          {6, 10, 1}, {1, 9, 1},  {7, 4, 1}, {2, 2, 8}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_families(shapes[i][2] == 1 ? 2 : 3, shapes[i], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_lengths),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
