/* SPDX-License-Identifier: Apache-2.0 */
/* Which method takes each rough prime of a length, and Rader's order of the residues. That the
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

static void check_convolution(const stet_convolution *z, ptrdiff_t prime)
{
    const int rader = stet_graph_of(prime - 1).rough_count == 0;
    assert_int_equal(z->n, prime);
    assert_int_equal(z->order != NULL, rader);
    assert_int_equal(z->chirp != NULL, !rader);
    if (rader) {
        assert_int_equal(z->m, prime - 1);
        check_order(z);
    } else {
        assert_true(z->m >= 2 * prime - 1);
    }
}

static void check_length(ptrdiff_t n)
{
    stet_fft1d *f = stet_fft1d_acquire(n, STET_C2C, STET_F64, stet_isa_in_use(), NULL);
    assert_non_null(f);
    ptrdiff_t product = (ptrdiff_t)1 << f->graph.levels, last = PTRDIFF_MAX;
    for (int i = 0; i < f->graph.odd_count; i++) {
        const ptrdiff_t prime = f->graph.odd[i];
        assert_true(is_prime(prime) && prime % 2 == 1 && prime <= last);
        assert_int_equal(i < f->graph.rough_count, prime > 127);
        product *= last = prime;
        if (i < f->graph.rough_count) {
            check_convolution(f->convolution[i], prime);
            assert_true(i == 0 || (f->convolution[i] == f->convolution[i - 1]) ==
                                      (prime == f->graph.odd[i - 1]));
        }
        assert_int_equal(f->tables.direct[i] != NULL, prime > 13 && prime <= 127);
    }
    assert_int_equal(product, n);
    assert_int_equal(stet_is_smooth(n), f->graph.odd_count == 0 || f->graph.odd[0] <= 13);
    stet_fft1d_release(f);
}

/* 508 = 4 127 is a length of Rader's method, 34453 = 131 263 takes both methods, and
 * 17161 = 131^2 shares one convolution. */
static void test_method(void **state)
{
    static const ptrdiff_t more[] = {2018,  2227,  17161,  17947,  34453,
                                     65537, 65538, 252601, 786433, 131 * 131 * 137};
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
