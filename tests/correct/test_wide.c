/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the wide transform against Arb: pi, roots, 1/sqrt(f), and errors against their bounds. */
#include "lib/check.h"

#include <acb_dft.h>
#include <math.h>
#include <string.h>

#include "correct/limbs.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pi),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_rsqrt),
        cmocka_unit_test(test_bound),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
