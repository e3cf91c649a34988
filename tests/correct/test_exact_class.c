/* SPDX-License-Identifier: Apache-2.0 */
/* Rational outputs against polynomial arithmetic, orbits against the definition. */
#include "lib/check.h"

#include <string.h>

#include "base/fpenv.h"
#include "correct/cyclotomic.h"
#include "correct/exact_class.h"
#include "correct/families.h"

static const struct stet_format formats[] = {
    {53, -1074, 0x7ff0000000000000}, {24, -149, 0x7f800000}, {11, -24, 0x7c00}, {8, -133, 0x7f80}};

static long outputs, rationals, zeros;

/* Every output of the transform by way of its orbit: each in one orbit, and what the class says is
 * true of it. */
static void check_all(const struct stet_dft *dft, const char *name)
{
    ptrdiff_t size = stet_dft_size(dft);
    struct cyclotomic *oracle = cyclotomic_open(dft);
    struct stet_exact *exact;
    struct stet_exact_class class;
    char *seen = calloc((size_t)size, 1);
    assert_int_equal(stet_exact_open(&exact, dft), STET_OK);
    for (ptrdiff_t k = 0; k < size; k++) {
        if (seen[k])
            continue;
        uint64_t env = stet_fpenv_enter();
        assert_int_equal(stet_exact_decide(exact, k, STET_PART_RE | STET_PART_IM, &class), STET_OK);
        stet_fpenv_leave(env);
        struct stet_orbit orbit;
        stet_orbit_start(&orbit, exact, k);
        for (ptrdiff_t i; (i = stet_orbit_next(&orbit)) >= 0;) {
            assert_false(seen[i]++);
            for (int part = 0; part < 2; part++) {
                struct stet_format f = formats[(outputs + part) % 4];
                uint64_t bits = 0, got = 0;
                bool rational = cyclotomic_part(oracle, i, part, f, &bits);
                if (class.rational[part])
                    got = stet_exact_round(&class.value[part], f);
                outputs++;
                rationals += rational;
                zeros += rational && bits == 0;
                if (rational != class.rational[part] || got != bits)
                    fail_msg(
                        "%s, rank %d, lengths %td %td, direction %d, norm %d: output %td part %d: "
                        "rational %d, bits %llx; got %d, %llx",
                        name, dft->rank, dft->n[0], dft->n[dft->rank - 1], dft->direction,
                        dft->norm, i, part, rational, (unsigned long long)bits,
                        class.rational[part], (unsigned long long)got);
            }
        }
    }
    for (ptrdiff_t k = 0; k < size; k++)
        assert_true(seen[k]);
    stet_exact_close(exact);
    cyclotomic_close(oracle);
    free(seen);
}

static void check_families(int rank, const ptrdiff_t *n, int variants)
{
    static unsigned turn;
    struct stet_dft dft = {.rank = rank, .n = n};
    ptrdiff_t size = stet_dft_size(&dft);
    double *x = calloc((size_t)(2 * size), sizeof *x);
    dft.x = x;
    for (int family = 0; family < family_count; family++)
        for (int v = 0; v < variants; v++, turn++) {
            dft.direction = turn % 2 ? STET_INVERSE : STET_FORWARD;
            dft.norm = (stet_norm)(1 + turn / 2 % 3);
            dft.real = turn / 6 % 2;
            families[family].fill(x, size, dft.real, turn);
            check_all(&dft, families[family].name);
        }
    turn++; /* no family keeps its variants */
    free(x);
}

static bool long_run;

static void test_small_lengths(void **state)
{
    (void)state;
    for (ptrdiff_t n = 1; n <= 60; n++)
        if (long_run)
            check_families(1, &n, n <= 16 ? 12 : n <= 32 ? 4 : 2);
        else if (n <= 24 || n % 12 == 0)
            check_families(1, &n, n <= 12 ? 4 : 1);
    print_message("%ld parts, %ld rational, %ld zero\n", outputs, rationals, zeros);
}

static void test_powers_of_two(void **state)
{
    (void)state;
    for (ptrdiff_t n = 64; n <= (long_run ? 1024 : 128); n *= 2)
        check_families(1, &n, n == 64 && long_run ? 6 : 1);
}

static void test_dimensions(void **state)
{
    (void)state;
    static const ptrdiff_t shapes[][3] = {{4, 4, 1},  {8, 8, 1},  {2, 3, 5},  {3, 3, 3}, {6, 10, 1},
                                          {4, 12, 1}, {1, 9, 1},  {16, 4, 1}, {5, 5, 1}, {2, 2, 8},
                                          {4, 2, 4},  {12, 6, 1}, {9, 27, 1}, {4, 4, 4}};
    size_t count = sizeof shapes / sizeof *shapes;
    for (size_t i = 0; i < (long_run ? count : count - 2); i++)
        check_families(shapes[i][2] == 1 ? 2 : 3, shapes[i], long_run ? 6 : 1);
}

int main(int argc, char **argv)
{
    long_run = argc > 1 && strcmp(argv[1], "--long") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_lengths),
        cmocka_unit_test(test_powers_of_two),
        cmocka_unit_test(test_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
