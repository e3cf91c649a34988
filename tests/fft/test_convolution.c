/* SPDX-License-Identifier: Apache-2.0 */
/* Which method takes the rough part of a length, and Rader's order of the residues. That the
 * results are right is for test_oracle.c. */
#include "lib/check.h"

#include "lines/convolution.h"
#include "lines/dispatch.h"

static int is_prime(ptrdiff_t n)
{
    for (ptrdiff_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return n > 1;
}

static void check_order(const stet_convolution *z)
{
    const uint32_t g = z->order[1];
    unsigned char *seen = calloc((size_t)z->n, 1);
    assert_non_null(seen);
    assert_int_equal(z->order[0], 1);
    for (ptrdiff_t q = 0; q < z->m; q++) {
        assert_in_range(z->order[q], 1, z->n - 1);
        assert_false(seen[z->order[q]]++);
        if (q > 0)
            assert_int_equal(z->order[q], (uint64_t)z->order[q - 1] * g % (uint64_t)z->n);
        /* w^(g^q g^-q) = w */
        assert_int_equal((uint64_t)z->order[q] * (uint64_t)stet_rader_output(z, q) % (uint64_t)z->n,
                         1);
    }
    free(seen);
}

static void check_length(ptrdiff_t n)
{
    stet_fft1d *f = stet_fft1d_acquire(n, STET_C2C, STET_F64, stet_isa_in_use(), NULL);
    assert_non_null(f);
    const ptrdiff_t rough = f->graph.large;
    assert_int_equal(f->convolution != NULL, rough > 1);
    if (rough > 1) {
        const int rader = is_prime(rough) && stet_graph_of(rough - 1).large == 1;
        assert_int_equal(f->convolution->n, rough);
        assert_int_equal(f->convolution->order != NULL, rader);
        assert_int_equal(f->convolution->chirp != NULL, !rader);
        if (rader) {
            assert_int_equal(f->convolution->m, rough - 1);
            check_order(f->convolution);
        } else {
            assert_true(f->convolution->m >= 2 * rough - 1);
        }
    }
    stet_fft1d_release(f);
}

/* Carmichael numbers pass Fermat's test for most bases: 561 = 3 11 17 has the rough part 17, and
 * 6601 = 7 23 41 the rough part 943; 2465, 46657, 115921 and 252601 besides. */
static void test_method(void **state)
{
    static const ptrdiff_t more[] = {2018, 2465, 6601, 46657, 65537, 65538, 115921, 252601, 786433};
    (void)state;
    for (ptrdiff_t n = 1; n <= 1200; n++)
        check_length(n);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        check_length(more[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_method),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
