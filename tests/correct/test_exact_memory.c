/* SPDX-License-Identifier: Apache-2.0 */
/* Allocations of the exact modules: each one fails once, and none is leaked. */
#include "lib/check.h"

#include <string.h>

#include "base/fpenv.h"
#include "correct/families.h"
#include "correct/stage_exact.h"
#include "arith/integers.h"
#include "lib/failing.h"

static void put(void *data, ptrdiff_t index, int part, uint64_t bits)
{
    (void)data, (void)index, (void)part, (void)bits;
}

/* All outputs in integers, rational or not. */
static stet_status wide(void *context)
{
    const struct stet_dft *dft = context;
    uint8_t undecided[64];
    struct stet_orbits orbits;
    const struct stet_norm_scale scale =
        stet_norm_scale_of(dft->rank, dft->n, dft->direction, dft->norm);
    memset(undecided, STET_PART_RE | STET_PART_IM, sizeof undecided);
    stet_status status = stet_orbits_create(&orbits, dft->rank, dft->n, scale.f);
    if (status == STET_OK)
        status = stet_fixed_round(dft, NULL, &orbits, STET_FORMAT_F32, undecided, put, NULL, NULL);
    stet_orbits_destroy(&orbits);
    return status;
}

/* Output 1 of this input is irrational. In limbs of doubles, where there are such. */
static stet_status wide_in_limbs(void *context)
{
    const struct stet_dft *dft = context;
    uint8_t undecided[64] = {0};
    stet_limb_tables *tables = stet_limb_tables_create(stet_correct_kernels_in_use());
    undecided[1] = STET_PART_RE;
    const stet_status status = tables == NULL ? STET_E_MEMORY
                                              : stet_fixed_round(dft, tables, NULL, STET_FORMAT_F32,
                                                                 undecided, put, NULL, NULL);
    stet_limb_tables_destroy(tables);
    return status;
}

static void test_failures(void **state)
{
    (void)state;
    static const ptrdiff_t shapes[][2] = {{16, 1}, {15, 1}, {4, 6}, {12, 1}, {32, 1}, {5, 7}};
    double x[128];
    int total = 0;
    uint64_t env = stet_fpenv_enter();
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int norm = STET_NORM_BACKWARD; norm <= STET_NORM_FORWARD; norm++) {
            struct stet_dft dft = {.rank = 2,
                                   .n = shapes[i],
                                   .direction = STET_FORWARD,
                                   .norm = (stet_norm)norm,
                                   .x = x};
            for (int family = 0; family < family_count; family++) {
                families[family].fill(x, stet_dft_size(&dft), false, 1);
                total += failing_each(wide, &dft);
            }
        }
    const ptrdiff_t n = 64;
    struct stet_dft dft = {1, &n, STET_FORWARD, STET_NORM_ORTHO, x, NULL};
    families[0].fill(x, n, false, 1);
    total += failing_each(wide_in_limbs, &dft);
    stet_fpenv_leave(env);
    print_message("%d allocations failed\n", total);
    assert_true(total > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
