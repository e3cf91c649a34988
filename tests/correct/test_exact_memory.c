/* SPDX-License-Identifier: Apache-2.0 */
/* Allocations of the exact modules: each one fails once, and none is leaked. */
#include "lib/check.h"

#include <string.h>

#include "base/fpenv.h"
#include "correct/families.h"
#include "correct/fixed.h"
#include "arith/integers.h"

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

static void *alive[64];
static int alive_count, asked, fail_at;

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    if (++asked == fail_at)
        return NULL;
    void *block = __real_aligned_alloc(alignment, size);
    assert_non_null(block);
    assert_true(alive_count < 64);
    alive[alive_count++] = block;
    return block;
}

void __wrap_free(void *block)
{
    for (int i = 0; i < alive_count; i++)
        if (alive[i] == block)
            alive[i--] = alive[--alive_count];
    __real_free(block);
}

static void put(void *data, ptrdiff_t index, int part, uint64_t bits)
{
    (void)data, (void)index, (void)part, (void)bits;
}

/* All outputs in integers, rational or not. */
static stet_status wide(const struct stet_dft *dft)
{
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
static stet_status wide_in_limbs(const struct stet_dft *dft)
{
    uint8_t undecided[64] = {0};
    stet_limb_tables *tables = stet_limb_tables_create(stet_correct_kernels_in_use());
    undecided[1] = STET_PART_RE;
    const stet_status status = tables == NULL ? STET_E_MEMORY
                                              : stet_fixed_round(dft, tables, NULL, STET_FORMAT_F32,
                                                                 undecided, put, NULL, NULL);
    stet_limb_tables_destroy(tables);
    return status;
}

static int fail_each(stet_status (*act)(const struct stet_dft *), const struct stet_dft *dft)
{
    for (int k = 1;; k++) {
        asked = 0;
        fail_at = k;
        stet_status status = act(dft);
        fail_at = 0;
        assert_int_equal(alive_count, 0);
        if (asked < k) {
            assert_int_equal(status, STET_OK);
            return k - 1;
        }
        assert_int_equal(status, STET_E_MEMORY);
    }
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
                total += fail_each(wide, &dft);
            }
        }
    const ptrdiff_t n = 64;
    const struct stet_dft dft = {1, &n, STET_FORWARD, STET_NORM_ORTHO, x};
    families[0].fill(x, n, false, 1);
    total += fail_each(wide_in_limbs, &dft);
    stet_fpenv_leave(env);
    print_message("%d allocations failed\n", total);
    assert_true(total > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
