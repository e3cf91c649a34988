/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the wide transform against Arb: pi, roots, 1/sqrt(f), and errors against their
 * bounds. */
#include "lib/check.h"

#include <acb_dft.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "correct/limb_fft.h"
#include "arith/limbs.h"
#include "correct/widefft.h"

static uint64_t state = 1;

static uint64_t random_word(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
}

/* x = the integer at v, in two's complement or without a sign. */
static void set_limbs(fmpz_t x, const uint64_t *v, int w, bool sign)
{
    fmpz_set_ui_array(x, v, w);
    if (sign && stet_limbs_negative(v, w)) {
        fmpz_t one;
        fmpz_init_set_ui(one, 1);
        fmpz_mul_2exp(one, one, (ulong)(64 * w));
        fmpz_sub(x, x, one);
        fmpz_clear(one);
    }
}

/* |v 2^(-64 w) - exact| in units of 2^(-64 w), rounded up. */
static double error_of(const uint64_t *v, int w, const arb_t exact)
{
    slong bits = 64 * w + 200;
    fmpz_t x;
    arb_t d;
    arf_t up;
    fmpz_init(x);
    arb_init(d);
    arf_init(up);
    set_limbs(x, v, w, false);
    arb_set_fmpz(d, x);
    arb_mul_2exp_si(d, d, -64 * w);
    arb_sub(d, d, exact, bits);
    arb_mul_2exp_si(d, d, 64 * w);
    arb_get_abs_ubound_arf(up, d, 53);
    double error = arf_get_d(up, ARF_RND_UP);
    fmpz_clear(x);
    arb_clear(d);
    arf_clear(up);
    return error;
}

static void test_pi(void **unused)
{
    (void)unused;
    for (int w = 2; w <= STET_LIMBS_MAX; w = w < 12 ? w + 1 : 2 * w) {
        uint64_t *x = calloc((size_t)(3 * w), sizeof *x);
        arb_t pi;
        arb_init(pi);
        arb_const_pi(pi, 64 * w + 200);
        arb_mul_2exp_si(pi, pi, -2);
        stet_wide_quarter_pi(x, x + w, w);
        assert_true(error_of(x, w, pi) < 2048.0 * w);
        arb_clear(pi);
        free(x);
    }
}

static void test_roots(void **unused)
{
    (void)unused;
    static const uint64_t h[] = {1, 2, 3, 7, 64, 129, 1000};
    double worst = 0;
    for (int w = 2; w <= 48; w += w < 8 ? 1 : 8)
        for (size_t i = 0; i < sizeof h / sizeof *h; i++) {
            struct stet_wideroots roots;
            arb_t c, s, angle;
            fmpq_t turn;
            arb_init(c), arb_init(s), arb_init(angle), fmpq_init(turn);
            assert_int_equal(stet_wideroots_open(&roots, h[i], w), STET_OK);
            for (uint64_t y = 0; y <= h[i]; y += 1 + h[i] / 20) {
                slong bits = 64 * w + 200;
                fmpq_set_ui(turn, y, 4 * h[i]);
                arb_sin_cos_pi_fmpq(s, c, turn, bits);
                const uint64_t *v = stet_wideroots_cos(&roots, y);
                worst = fmax(worst, error_of(v, w, c));
                worst = fmax(worst, error_of(v + w, w, s));
            }
            stet_wideroots_close(&roots);
            arb_clear(c), arb_clear(s), arb_clear(angle), fmpq_clear(turn);
        }
    print_message("roots: largest error %.3f units, bound %d\n", worst, STET_WIDEROOTS_ERROR);
    assert_true(worst < STET_WIDEROOTS_ERROR);
}

static void test_rsqrt(void **unused)
{
    (void)unused;
    static const uint64_t f[] = {2, 3, 5, 6, 1023, 1000003, (uint64_t)1 << 61 | 1};
    for (int w = 2; w <= 200; w = w < 9 ? w + 1 : 2 * w)
        for (size_t i = 0; i < sizeof f / sizeof *f; i++) {
            uint64_t r[200];
            arb_t exact;
            arb_init(exact);
            arb_set_ui(exact, f[i]);
            arb_rsqrt(exact, exact, 64 * w + 200);
            assert_int_equal(stet_wide_rsqrt(r, f[i], w), STET_OK);
            assert_true(error_of(r, w, exact) < STET_WIDEROOTS_ERROR);
            arb_clear(exact);
        }
}

/* Random numbers with a sum of magnitudes below 2^(64 w - 5). */
static void fill(uint64_t *x, int64_t n, int w)
{
    int log2 = 1;
    while ((int64_t)1 << log2 < n)
        log2++;
    for (int64_t i = 0; i < 2 * n * w; i++)
        x[i] = random_word();
    for (int64_t i = 0; i < 2 * n; i++) {
        uint64_t *top = &x[(i + 1) * w - 1];
        *top = (uint64_t)((int64_t)*top >> (log2 + 6));
    }
}

/* The largest error of a transform over its bound. */
static double error_over_bound(int64_t n, int w)
{
    slong bits = 64 * w + 200;
    struct stet_widefft *fft;
    size_t limbs = 2 * (size_t)n * (size_t)w;
    uint64_t *x = malloc(limbs * sizeof *x);
    acb_ptr in = _acb_vec_init(n), out = _acb_vec_init(n);
    fmpz_t a;
    arf_t up;
    double worst = 0;
    fmpz_init(a), arf_init(up);
    fill(x, n, w);
    for (int64_t i = 0; i < n; i++) {
        set_limbs(a, x + 2 * i * w, w, true);
        arb_set_fmpz(acb_realref(in + i), a);
        set_limbs(a, x + (2 * i + 1) * w, w, true);
        arb_set_fmpz(acb_imagref(in + i), a);
    }
    acb_dft(out, in, n, bits);
    assert_int_equal(stet_widefft_open(&fft, n, w), STET_OK);
    stet_widefft_execute(fft, x);
    for (int64_t i = 0; i < n; i++) {
        acb_t d;
        acb_init(d);
        set_limbs(a, x + 2 * i * w, w, true);
        arb_set_fmpz(acb_realref(d), a);
        set_limbs(a, x + (2 * i + 1) * w, w, true);
        arb_set_fmpz(acb_imagref(d), a);
        acb_mul_2exp_si(out + i, out + i, -stet_widefft_shift(fft));
        acb_sub(d, d, out + i, bits);
        acb_get_abs_ubound_arf(up, d, 53);
        worst = fmax(worst, arf_get_d(up, ARF_RND_UP));
        acb_clear(d);
    }
    worst /= fmax(stet_widefft_error(fft, 0), 1e-9);
    stet_widefft_close(fft);
    _acb_vec_clear(in, n), _acb_vec_clear(out, n);
    fmpz_clear(a), arf_clear(up);
    free(x);
    return worst;
}

/* Never above 1; and not so far below that a bound 50 times too small would not be noticed. */
static void test_bound(void **unused)
{
    (void)unused;
    static const int64_t lengths[] = {2, 3, 4, 5, 7, 8, 12, 16, 31, 64, 100, 128, 512};
    double worst = 0;
    for (int w = 3; w <= 10; w++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            double ratio = error_over_bound(lengths[i], w);
            worst = fmax(worst, ratio);
        }
    print_message("transform: largest error / bound %.3g\n", worst);
    assert_true(worst <= 1 && worst > 0.02);
    assert_true(error_over_bound(1, 3) == 0);
}

/* ------------------------------------------------------- limbs of doubles -- */

/* x = the integer that a lane's number is, and how far hi + lo is from it, over what is allowed. */
static double read_lane(fmpz_t x, const stet_limb_array *a, const double *at, const double *sums,
                        int q, int part)
{
    enum { WORDS = 6 };
    const int lanes = stet_limb_fft_lanes(a->f);
    const double *mine = sums + 3 * part * lanes + q;
    uint64_t v[WORDS];
    arf_t d, hi, lo;
    arf_init(d), arf_init(hi), arf_init(lo);
    stet_limb_fft_integer(a, at, q, part, v, WORDS);
    set_limbs(x, v, WORDS, true);
    arf_set_fmpz(d, x);
    arf_mul_2exp_si(d, d, a->unit);
    arf_set_d(hi, mine[0]);
    arf_set_d(lo, mine[lanes]);
    arf_sub(d, d, hi, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_sub(d, d, lo, ARF_PREC_EXACT, ARF_RND_DOWN);
    const double off = fabs(arf_get_d(d, ARF_RND_UP)), may = 0x1p-40 * fabs(mine[2 * lanes]);
    arf_clear(d), arf_clear(hi), arf_clear(lo);
    assert_true(mine[0] == mine[0] + mine[lanes]);
    return off == 0 ? 0 : off / may;
}

/* |x - exact| of both parts together, in units, rounded up. */
static double distance(const fmpz_t re, const fmpz_t im, acb_t exact, slong bits)
{
    acb_t d;
    arf_t up;
    acb_init(d), arf_init(up);
    arb_set_fmpz(acb_realref(d), re);
    arb_set_fmpz(acb_imagref(d), im);
    acb_sub(d, d, exact, bits);
    acb_get_abs_ubound_arf(up, d, 53);
    const double result = arf_get_d(up, ARF_RND_UP);
    acb_clear(d), arf_clear(up);
    return result;
}

/* The largest error of the outputs of n random doubles over the bound. Some inputs are small enough
 * to be cut off below a unit, if small. */
static double limbs_error_over_bound(stet_limb_tables *tables, ptrdiff_t n, int width, bool small,
                                     double *worst_sum)
{
    const stet_limb_fft *f;
    assert_int_equal(stet_limb_fft_get(&f, tables, n, width), STET_OK);
    const int w = stet_limb_fft_limbs(f), lanes = stet_limb_fft_lanes(f);
    double *x = malloc((size_t)n * 2 * sizeof *x), *z = stet_alloc((size_t)n * 16 * (size_t)w);
    double sum = 0, worst = 0, sums[6 * 8];
    int top;
    acb_ptr in = _acb_vec_init(n), out = _acb_vec_init(n);
    fmpz_t part[2];
    fmpz_init(part[0]), fmpz_init(part[1]);
    for (ptrdiff_t i = 0; i < 2 * n; i++) {
        x[i] = (double)(int64_t)random_word() * (small && i % 3 == 0 ? ldexp(1, -45 * w) : 1);
        sum += fabs(x[i]);
    }
    frexp(sum * 1.001, &top);
    const int unit = top + 2 - 45 * w;
    for (ptrdiff_t i = 0; i < n; i++) {
        acb_set_d_d(in + i, x[2 * i], x[2 * i + 1]);
        acb_mul_2exp_si(in + i, in + i, -unit);
    }
    acb_dft(out, in, n, 45 * w + 200);
    stet_limb_array a;
    const uint64_t env = stet_fpenv_enter();
    stet_limb_fft_run(&a, f, x, unit, z);
    stet_fpenv_leave(env);
    for (ptrdiff_t k = 0; k < n; k++) {
        const double *at = stet_limb_fft_at(&a, k / lanes);
        stet_limb_fft_sums(&a, at, sums);
        for (int i = 0; i < 2; i++)
            *worst_sum = fmax(*worst_sum, read_lane(part[i], &a, at, sums, (int)(k % lanes), i));
        worst = fmax(worst, distance(part[0], part[1], out + k, 45 * w + 200));
    }
    fmpz_clear(part[0]), fmpz_clear(part[1]);
    _acb_vec_clear(in, n), _acb_vec_clear(out, n);
    free(x), stet_free(z);
    return worst / stet_limb_fft_error(f, small ? 1 : 0);
}

/* As above, each width and both kinds of inputs. */
static void test_limbs_bound(void **unused)
{
    (void)unused;
    double worst = 0, sum = 0;
    for (ptrdiff_t n = 64; n <= 1024; n *= 2) {
        stet_limb_tables *tables = stet_limb_tables_create(stet_correct_kernels_in_use());
        assert_non_null(tables);
        if (stet_limb_fft_width(tables, n, 1) < 0) {
            print_message("no limbs of doubles here\n");
            stet_limb_tables_destroy(tables);
            return;
        }
        for (int width = 0; width < STET_LIMB_WIDTHS; width++)
            for (int small = 0; small < 2; small++)
                worst = fmax(worst, limbs_error_over_bound(tables, n, width, small, &sum));
        assert_int_equal(stet_limb_fft_width(tables, n - 1, 1), -1);
        assert_int_equal(stet_limb_fft_width(tables, n, STET_MOST_LIMBS * STET_LIMB_BITS + 1), -1);
        stet_limb_tables_destroy(tables);
    }
    print_message("limbs of doubles: largest error / bound %.3g, of sums %.3g\n", worst, sum);
    assert_true(worst <= 1 && worst > 0.01); /* a hundredth of the bound would be noticed */
    assert_true(sum <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pi),          cmocka_unit_test(test_roots),
        cmocka_unit_test(test_rsqrt),       cmocka_unit_test(test_bound),
        cmocka_unit_test(test_limbs_bound),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
