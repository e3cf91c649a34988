/* SPDX-License-Identifier: Apache-2.0 */
/* Hyena's filter beside its equations in MPFR: extended is half an ulp from them, the other modes a
 * small multiple of u. */
#include <math.h>
#include <mpfr.h>

#include "nn/weights.h"
#include "lib/check.h"

enum { BITS = 200, MOST = 16 };

static mpfr_t z[MOST], h[MOST], next[MOST], t, s;

/* s = w . x + b */
static void dot(stet_precision p, ptrdiff_t n, mpfr_t *x, const void *w, ptrdiff_t first,
                const void *b, ptrdiff_t place)
{
    mpfr_set_d(s, b ? at(p, b, place) : 0, MPFR_RNDN);
    for (ptrdiff_t i = 0; i < n; i++) {
        mpfr_mul_d(t, x[i], at(p, w, first + i), MPFR_RNDN);
        mpfr_add(s, s, t, MPFR_RNDN);
    }
}

static void sines(const stet_hyena_filter_options *o, ptrdiff_t in, mpfr_t *from, const void *w,
                  ptrdiff_t w_first, const void *b, ptrdiff_t b_first, mpfr_t *to)
{
    for (ptrdiff_t i = 0; i < o->order; i++) {
        dot(o->precision, in, from, w, w_first + i * in, b, b_first + i);
        mpfr_mul_d(s, s, at(o->precision, o->frequency, i), MPFR_RNDN);
        mpfr_sin(to[i], s, MPFR_RNDN);
    }
}

static void position(const stet_hyena_filter_options *o, ptrdiff_t n)
{
    const ptrdiff_t bands = (o->features - 1) / 2;
    mpfr_set_si(z[0], n, MPFR_RNDN);
    mpfr_div_si(z[0], z[0], o->length > 1 ? o->length - 1 : 1, MPFR_RNDN);
    for (ptrdiff_t j = 0; j < bands; j++) {
        mpfr_set_ui(s, 1, MPFR_RNDN);
        mpfr_div_ui(s, s, 10000, MPFR_RNDN); /* f_0 */
        if (j > 0) {
            mpfr_si_sub(t, bands - 1, s, MPFR_RNDN);
            mpfr_mul_si(t, t, j, MPFR_RNDN);
            mpfr_div_si(t, t, bands - 1, MPFR_RNDN);
            mpfr_add(s, s, t, MPFR_RNDN);
        }
        mpfr_const_pi(t, MPFR_RNDN);
        mpfr_mul(s, s, t, MPFR_RNDN);
        mpfr_mul_si(s, s, 2 * n, MPFR_RNDN);
        mpfr_div_si(s, s, o->length, MPFR_RNDN);
        mpfr_cos(z[1 + j], s, MPFR_RNDN);
        mpfr_sin(z[1 + bands + j], s, MPFR_RNDN);
        mpfr_neg(z[1 + bands + j], z[1 + bands + j], MPFR_RNDN);
    }
}

/* |k - exact| less than half an ulp and `slack`. */
static void compare(const stet_hyena_filter_options *o, double k, double slack)
{
    const double ulp = o->precision == STET_F32
                           ? (double)(nextafterf(fabsf((float)k), INFINITY) - fabsf((float)k))
                           : nextafter(fabs(k), (double)INFINITY) - fabs(k);
    mpfr_sub_d(s, s, k, MPFR_RNDN);
    const double error = fabs(mpfr_get_d(s, MPFR_RNDN));
    if (!(error <= 0.5 * ulp + slack))
        fail_msg("precision %d mode %d: error %g, ulp %g", o->precision, o->mode, error, ulp);
}

static void check_filter(stet_precision p, stet_layer_mode mode, ptrdiff_t length,
                         ptrdiff_t features)
{
    const double u = p == STET_F32 ? 0x1p-24 : 0x1p-53;
    const double slack =
        mode == STET_LAYER_EXTENDED ? 100 * u * (p == STET_F32 ? 0x1p-29 : 0x1p-40) : 50 * u;
    filter f = filter_open(p, mode, length, 8, 3, 77);
    if (features < 5) /* rows of fewer columns */
        f.o.features = features;
    f.o.shift = 0.125;
    void *k = filter_make(&f);
    assert_non_null(k);
    for (ptrdiff_t n = 0; n < length; n++) {
        position(&f.o, n);
        sines(&f.o, f.o.features, z, f.o.w_in, 0, f.o.b_in, 0, h);
        for (ptrdiff_t i = 0; i < f.o.inner; i++) {
            sines(&f.o, 8, h, f.o.w_inner, i * 64, f.o.b_inner, i * 8, next);
            for (int j = 0; j < 8; j++)
                mpfr_set(h[j], next[j], MPFR_RNDN);
        }
        for (ptrdiff_t c = 0; c < 3; c++) {
            dot(p, 8, h, f.o.w_out, c * 8, NULL, 0);
            mpfr_mul_d(t, z[0], -fabs(at(p, f.o.delta, c)), MPFR_RNDN);
            mpfr_exp(t, t, MPFR_RNDN);
            mpfr_add_d(t, t, 0.125, MPFR_RNDN);
            mpfr_mul(s, s, t, MPFR_RNDN);
            compare(&f.o, at(p, k, c * length + n), slack);
        }
    }
    free(k);
    filter_close(&f);
}

static void test_filter(void **unused)
{
    (void)unused;
    for (int i = 0; i < MOST; i++)
        mpfr_inits2(BITS, z[i], h[i], next[i], (mpfr_ptr)0);
    mpfr_inits2(BITS, t, s, (mpfr_ptr)0);
    FOR_EACH_PRECISION (p)
        for (stet_layer_mode mode = STET_LAYER_FUSED; mode <= STET_LAYER_EXTENDED; mode++) {
            check_filter(p, mode, 1, 5);
            check_filter(p, mode, 2, 5);
            check_filter(p, mode, 128, 5);
            check_filter(p, mode, 45, 3);
        }
    for (int i = 0; i < MOST; i++)
        mpfr_clears(z[i], h[i], next[i], (mpfr_ptr)0);
    mpfr_clears(t, s, (mpfr_ptr)0);
    mpfr_free_cache();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_filter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
