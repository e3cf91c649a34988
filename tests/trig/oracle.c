/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle.h"

#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "stet.h"
#include "trig/roots.h"

/* So many bits that rounding once more to 53 or 107 does no harm. */
#define BITS 320

static void exact_root(mpfr_t c, mpfr_t s, int64_t k, uint64_t n)
{
    mpfr_t order;
    mpfr_init2(order, 64);
    mpfr_set_si(order, k, MPFR_RNDN);
    mpfr_inits2(BITS, c, s, (mpfr_ptr)0);
    mpfr_cosu(c, order, n, MPFR_RNDN);
    mpfr_sinu(s, order, n, MPFR_RNDN);
    mpfr_clear(order);
    if (mpfr_zero_p(c))
        mpfr_set_zero(c, 1);
    if (mpfr_zero_p(s))
        mpfr_set_zero(s, 1);
}

static void two_words(double out[2], mpfr_t x)
{
    out[0] = mpfr_get_d(x, MPFR_RNDN);
    mpfr_sub_d(x, x, out[0], MPFR_RNDN);
    out[1] = mpfr_zero_p(x) ? 0.0 : mpfr_get_d(x, MPFR_RNDN);
}

root_truth oracle_root(int64_t k, uint64_t n)
{
    root_truth r;
    mpfr_t c, s;
    exact_root(c, s, k, n);
    r.c_f32 = mpfr_get_flt(c, MPFR_RNDN);
    r.s_f32 = mpfr_get_flt(s, MPFR_RNDN);
    r.c_f64 = mpfr_get_d(c, MPFR_RNDN);
    r.s_f64 = mpfr_get_d(s, MPFR_RNDN);
    two_words(r.c_dd, c);
    two_words(r.s_dd, s);
    mpfr_clears(c, s, (mpfr_ptr)0);
    return r;
}

/* pi j/L = rho pi/2 + phi with phi in [-pi/4, pi/4), found by rounding to the nearest multiple
 * of pi/2: not the way the library goes. */
twiddle_truth oracle_twiddle(uint64_t L, uint64_t j)
{
    twiddle_truth w;
    mpfr_t c, s, t;
    w.rho = (int)((4 * j + L) / (2 * L));
    int64_t numerator = (int64_t)(2 * j) - w.rho * (int64_t)L; /* phi = 2 pi numerator / (4 L) */
    exact_root(c, s, numerator, 4 * L);
    mpfr_init2(t, BITS);
    w.m_f32 = mpfr_get_flt(c, MPFR_RNDN);
    mpfr_div_d(t, s, (double)w.m_f32, MPFR_RNDN);
    w.t_f32 = mpfr_get_flt(t, MPFR_RNDN);
    w.m_f64 = mpfr_get_d(c, MPFR_RNDN);
    mpfr_div_d(t, s, w.m_f64, MPFR_RNDN);
    w.t_f64 = mpfr_get_d(t, MPFR_RNDN);
    if (numerator * 2 == -(int64_t)L) {
        w.t_f32 = -1;
        w.t_f64 = -1;
    }
    mpfr_clears(c, s, t, (mpfr_ptr)0);
    return w;
}

void oracle_close(void) { mpfr_free_cache(); }

static void differ(const char *what, int64_t k, uint64_t n, double got, double want)
{
    fail_msg("%s at %lld/%llu: got %a, want %a", what, (long long)k, (unsigned long long)n, got,
             want);
}

/* Equal bits: == would not see -0. */
static void same_f32(const char *what, int64_t k, uint64_t n, float got, float want)
{
    if (memcmp(&got, &want, sizeof got) != 0)
        differ(what, k, n, (double)got, (double)want);
}

static void same_f64(const char *what, int64_t k, uint64_t n, double got, double want)
{
    if (memcmp(&got, &want, sizeof got) != 0)
        differ(what, k, n, got, want);
}

void check_root(int64_t k, uint64_t n)
{
    root_truth want = oracle_root(k, n);
    float c_f32, s_f32;
    double c, s, c_dd[2], s_dd[2];
    assert_int_equal(stet_root_f32(k, (int64_t)n, &c_f32, &s_f32), STET_OK);
    assert_int_equal(stet_root_f64(k, (int64_t)n, &c, &s), STET_OK);
    assert_int_equal(stet_root_dd(k, (int64_t)n, c_dd, s_dd), STET_OK);
    same_f32("cos f32", k, n, c_f32, want.c_f32);
    same_f32("sin f32", k, n, s_f32, want.s_f32);
    same_f64("cos f64", k, n, c, want.c_f64);
    same_f64("sin f64", k, n, s, want.s_f64);
    for (int i = 0; i < 2; i++) {
        same_f64("cos dd", k, n, c_dd[i], want.c_dd[i]);
        same_f64("sin dd", k, n, s_dd[i], want.s_dd[i]);
    }
}

void check_twiddle(const stet_roots *roots, uint64_t L, uint64_t j)
{
    twiddle_truth want = oracle_twiddle(L, j);
    int64_t k = (int64_t)j;
    float m_f32, t_f32;
    double m, t;
    stet_roots_twiddle_f32(roots, L, j, &m_f32, &t_f32);
    stet_roots_twiddle_f64(roots, L, j, &m, &t);
    if (stet_twiddle_rho(L, j) != want.rho)
        differ("rho", k, L, stet_twiddle_rho(L, j), want.rho);
    same_f32("m f32", k, L, m_f32, want.m_f32);
    same_f32("t f32", k, L, t_f32, want.t_f32);
    same_f64("m f64", k, L, m, want.m_f64);
    same_f64("t f64", k, L, t, want.t_f64);
}

uint64_t random_below(uint64_t bound)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d % bound;
}
