/* SPDX-License-Identifier: Apache-2.0 */
/* graph/tables.h: the twiddles of a level, one by one, are those that transforms use. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "lines/dispatch.h"
#include "graph/tables.h"
#include "trig/roots.h"

/* ------------------------------------------------------------- twiddles -- */

/* m and t of rows 0 .. count - 1 of level L. */
static void set_twiddles(stet_precision p, ptrdiff_t L, ptrdiff_t count, void *m, void *t)
{
    const size_t size = stet_real_size(p);
    stet_roots *roots = stet_roots_create(2 * (uint64_t)L);
    double pair[2];
    assert_non_null(roots);
    for (ptrdiff_t j = 0; j < count; j++) {
        stet_set_twiddle(p, roots, 2 * L, L, j, pair, 0, 1);
        memcpy((char *)m + (size_t)j * size, pair, size);
        memcpy((char *)t + (size_t)j * size, (char *)pair + size, size);
    }
    stet_roots_destroy(roots);
}

/* Against the tables of a transform of length n. */
static void check_tables(ptrdiff_t n)
{
    const stet_isa *isa = stet_isa_in_use();
    stet_fft1d *f32 = stet_fft1d_acquire(n, STET_C2C, STET_F32, isa, NULL);
    stet_fft1d *f64 = stet_fft1d_acquire(n, STET_C2C, STET_F64, isa, NULL);
    stet_fft1d *f16 = stet_fft1d_acquire(n, STET_C2C, STET_F16, isa, NULL);
    assert_true(f32 && f64 && f16);
    const int levels = stet_graph_of(n).levels;
    ptrdiff_t L = n >> levels;
    for (int i = 0; i < levels; i++, L *= 2) {
        const ptrdiff_t size = stet_level_size(L), count = L;
        const float *a = stet_fft1d_level(f32, i), *h = stet_fft1d_level(f16, i);
        const double *b = stet_fft1d_level(f64, i);
        float *m32 = calloc((size_t)(2 * count), sizeof *m32), *t32 = m32 + count;
        double *m64 = calloc((size_t)(2 * count), sizeof *m64), *t64 = m64 + count;
        uint16_t *m16 = calloc((size_t)(2 * count), sizeof *m16), *t16 = m16 + count;
        assert_true(m32 && m64 && m16);
        set_twiddles(STET_F32, L, count, m32, t32);
        set_twiddles(STET_F64, L, count, m64, t64);
        set_twiddles(STET_OWN_F16, L, count, m16, t16);
        for (ptrdiff_t j = 0; j < count; j++) {
            const ptrdiff_t k = j < size ? j : j - size;
            assert_true(m32[j] == a[k] && t32[j] == a[size + k]);
            assert_true(m64[j] == b[k] && t64[j] == b[size + k]);
            assert_int_equal(m16[j], stet_f16_from_f32(h[k]));
            assert_int_equal(t16[j], stet_f16_from_f32(h[size + k]));
        }
        free(m32), free(m64), free(m16);
    }
    stet_fft1d_release(f32), stet_fft1d_release(f64), stet_fft1d_release(f16);
}

static void test_twiddles_of_transforms(void **state)
{
    static const ptrdiff_t lengths[] = {2, 4, 8, 64, 4096, 6, 12, 40, 1000, 34, 136, 26 * 64};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        check_tables(lengths[i]);
}

/* And they are what tables.h says, with the roots of libm; some of a long level alone. */
static void test_twiddles_are_roots(void **state)
{
    static const ptrdiff_t levels[] = {1, 2, 3, 4, 15, 100, 1024, (ptrdiff_t)1 << 39};
    static double m[100], t[100];
    (void)state;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const ptrdiff_t L = levels[i], count = L < 100 ? L : 100;
        set_twiddles(STET_F64, L, count, m, t);
        for (ptrdiff_t j = 0; j < count; j++) {
            const double angle = acos(-1) * (double)j / (double)L;
            const int rho = stet_twiddle_rho((uint64_t)L, (uint64_t)j);
            const double re = rho == 0 ? m[j] : rho == 1 ? -m[j] * t[j] : -m[j];
            const double im = rho == 0 ? -m[j] * t[j] : rho == 1 ? -m[j] : m[j] * t[j];
            assert_true(fabs(re - cos(angle)) < 0x1p-50 && fabs(im + sin(angle)) < 0x1p-50);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twiddles_of_transforms),
        cmocka_unit_test(test_twiddles_are_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
