/* SPDX-License-Identifier: Apache-2.0 */
/* The fixed-point layer against GMP and MPFR: products, quotients, sine and cosine within their
 * proved errors, and the rounding test at midpoints. */
#include <gmp.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "oracle.h"
#include "trig/rounder.h"
#include "trig/sincos.h"

static void random_limbs(uint64_t *x, int w)
{
    for (int i = 0; i < w; i++) {
        uint64_t kind = random_below(4); /* carries need runs of ones and zeros */
        x[i] = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : random_below(UINT64_MAX);
    }
}

static void get(mpz_t z, const uint64_t *x, int w)
{
    mpz_import(z, (size_t)w, -1, sizeof *x, 0, 0, x);
}

static void expect(const uint64_t *x, int w, mpz_t want)
{
    mpz_t got;
    mpz_init(got);
    get(got, x, w);
    assert_int_equal(mpz_cmp(got, want), 0);
    mpz_clear(got);
}

static void product_is_floor(void **state)
{
    (void)state;
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    for (int i = 0; i < 20000; i++) {
        int w = 2 + (int)random_below(STET_FIXED_MAX - 1);
        uint64_t x[STET_FIXED_MAX], y[STET_FIXED_MAX];
        random_limbs(x, w);
        random_limbs(y, w);
        get(a, x, w);
        get(b, y, w);
        mpz_mul(a, a, b);
        mpz_fdiv_q_2exp(a, a, 64 * (mp_bitcnt_t)w);
        stet_fixed_mul(x, x, y, w);
        expect(x, w, a);
    }
    mpz_clears(a, b, NULL);
}

static void quotient_is_floor(void **state)
{
    (void)state;
    mpz_t a;
    mpz_init(a);
    for (int i = 0; i < 20000; i++) {
        int w = 2 + (int)random_below(STET_FIXED_MAX - 1);
        uint64_t x[STET_FIXED_MAX + 1], d = 1 + random_below(UINT64_MAX >> random_below(63));
        random_limbs(x, w);
        x[w] = random_below(d);
        get(a, x, w + 1);
        mpz_fdiv_q_ui(a, a, d);
        stet_limbs_div(x, x[w], x, d, w);
        expect(x, w, a);
    }
    mpz_clear(a);
}

static void sum_and_difference(void **state)
{
    (void)state;
    mpz_t a, b, c, modulus;
    mpz_inits(a, b, c, modulus, NULL);
    for (int i = 0; i < 20000; i++) {
        int w = 2 + (int)random_below(STET_FIXED_MAX - 1);
        uint64_t x[STET_FIXED_MAX], y[STET_FIXED_MAX], r[STET_FIXED_MAX];
        random_limbs(x, w);
        random_limbs(y, w);
        get(a, x, w);
        get(b, y, w);
        mpz_set_ui(modulus, 1);
        mpz_mul_2exp(modulus, modulus, 64 * (mp_bitcnt_t)w);
        mpz_add(c, a, b);
        assert_int_equal(stet_limbs_add(r, x, y, w), mpz_cmp(c, modulus) >= 0);
        mpz_fdiv_r(c, c, modulus);
        expect(r, w, c);
        mpz_sub(c, a, b);
        assert_int_equal(stet_limbs_sub(r, x, y, w), mpz_sgn(c) < 0);
        mpz_fdiv_r(c, c, modulus);
        expect(r, w, c);
    }
    mpz_clears(a, b, c, modulus, NULL);
}

/* |x - truth| in units. */
static double error_in_units(const uint64_t *x, int w, mpfr_t truth)
{
    mpz_t z;
    mpfr_t difference;
    mpz_init(z);
    mpfr_init2(difference, 64);
    get(z, x, w);
    mpfr_mul_2ui(truth, truth, 64 * (unsigned long)w, MPFR_RNDN);
    mpfr_sub_z(difference, truth, z, MPFR_RNDA);
    double error = mpfr_get_d(difference, MPFR_RNDA);
    mpfr_clear(difference);
    mpz_clear(z);
    return error < 0 ? -error : error;
}

static void check_sincos(uint64_t y, uint64_t h, int w)
{
    uint64_t c[STET_FIXED_MAX], s[STET_FIXED_MAX];
    mpfr_t turn, truth;
    mpfr_init2(turn, 64);
    mpfr_init2(truth, 700);
    mpfr_set_ui(turn, y, MPFR_RNDN);
    stet_sincos(c, s, y, h, w);
    mpfr_cosu(truth, turn, 8 * h, MPFR_RNDN);
    assert_true(error_in_units(c, w, truth) < 8);
    mpfr_sinu(truth, turn, 8 * h, MPFR_RNDN);
    assert_true(error_in_units(s, w, truth) < 8);
    mpfr_clears(turn, truth, (mpfr_ptr)0);
}

/* 8 is what the comment in trig/sincos.c proves, STET_SINCOS_ERROR what is made of it. y = h shows
 * every limb of pi/4. */
static void sincos_within_its_bound(void **state)
{
    (void)state;
    assert_true(STET_SINCOS_ERROR >= 8);
    for (int w = 2; w <= STET_FIXED_MAX; w++) {
        for (uint64_t h = 1; h <= 40; h++)
            for (uint64_t y = 0; y <= h; y++)
                check_sincos(y, h, w);
        for (int i = 0; i < 300; i++) {
            uint64_t h = 1 + random_below((uint64_t)1 << (1 + random_below(40)));
            check_sincos(random_below(h + 1), h, w);
            check_sincos(1, h, w);
        }
    }
}

static uint64_t nearest_by_mpfr(const uint64_t *x, int w, int p)
{
    uint64_t bits = 0;
    mpz_t z;
    mpfr_t v;
    mpz_init(z);
    mpfr_init2(v, 64 * STET_FIXED_MAX);
    get(z, x, w);
    mpfr_set_z_2exp(v, z, -64 * w, MPFR_RNDN);
    if (p == 24) {
        float f = mpfr_get_flt(v, MPFR_RNDN);
        memcpy(&bits, &f, sizeof f);
    } else {
        double d = mpfr_get_d(v, MPFR_RNDN);
        memcpy(&bits, &d, sizeof d);
    }
    mpz_clear(z);
    mpfr_clear(v);
    return bits;
}

/* A midpoint between two numbers of p bits with the given number of leading zeros. */
static void midpoint(uint64_t *x, int w, int zeros, int p)
{
    uint64_t odd = ((uint64_t)1 << p) | random_below((uint64_t)1 << p) | 1; /* p + 1 bits */
    if (random_below(4) == 0)
        odd = ((uint64_t)2 << p) - 1; /* rounds up to a power of two */
    int shift = 64 * w - zeros - (p + 1);
    memset(x, 0, (size_t)w * sizeof *x);
    x[shift / 64] = odd << shift % 64;
    if (shift % 64 != 0 && shift / 64 + 1 < w)
        x[shift / 64 + 1] = odd >> (64 - shift % 64);
}

/* Round x moved by offset units, known within error: undecided exactly if the midpoint lies
 * inside, and the nearest number otherwise. */
static void check_round(const uint64_t *tie, int64_t offset, uint64_t error, int w, int p)
{
    uint64_t e[STET_FIXED_MAX] = {(uint64_t)(offset < 0 ? -offset : offset)};
    uint64_t x[STET_FIXED_MAX] = {0};
    uint64_t bits;
    if (offset < 0)
        stet_limbs_sub(x, tie, e, w);
    else
        stet_limbs_add(x, tie, e, w);
    bool decided = stet_fixed_round_any(&bits, x, error, w, p);
    if (w == 2 && error > 0 && (error & (error - 1)) == 0) {
        stet_u128 v = (stet_u128)x[1] << 64 | x[0];
        uint64_t quick = 0;
        assert_int_equal(
            stet_fixed_round_2(&quick, v, stet_fixed_zeros_2(v), __builtin_ctzll(error), p),
            decided);
        assert_true(quick == bits || !decided);
    }
    /* Ties go up: the upper end may not touch the midpoint, the lower end may. */
    bool clear = offset < 0 ? e[0] > error : e[0] >= error;
    assert_int_equal(decided, clear);
    if (decided && offset != 0)
        assert_true(bits == nearest_by_mpfr(x, w, p));
}

static void rounding_is_undecided_at_midpoints_alone(void **state)
{
    (void)state;
    static const int limbs[] = {2, 3, 5, 8};
    static const uint64_t errors[] = {0, 1, 16, 1043, 1u << 20};
    for (int i = 0; i < 4000; i++) {
        int w = limbs[i % 4], p = i & 4 ? 24 : 53;
        uint64_t tie[STET_FIXED_MAX], error = errors[random_below(5)];
        midpoint(tie, w, (int)random_below(42), p);
        for (int64_t d = -2; d <= 2; d++) {
            check_round(tie, (int64_t)error + d, error, w, p);
            check_round(tie, -(int64_t)error + d, error, w, p);
        }
        check_round(tie, 5000000, error, w, p);
        check_round(tie, -5000000, error, w, p);
    }
}

/* Away from midpoints too. */
static void rounding_agrees_with_mpfr(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i++) {
        int p = i & 1 ? 24 : 53;
        uint64_t x[3] = {0, random_below(UINT64_MAX), random_below(UINT64_MAX) >> random_below(64)};
        uint64_t bits = 0, same = 0;
        assert_true(stet_fixed_round_any(&bits, x, 1, 3, p));
        assert_true(bits == nearest_by_mpfr(x, 3, p));
        assert_true(stet_fixed_round_any(&same, x + 1, 0, 2, p));
        assert_true(bits == same); /* the same number on two limbs */
    }
}

/* The quick quotient t/2 of s by m = d 2^-63 is within its bound of the whole division, for s that
 * are off by as much as is allowed. */
static void quick_quotients_keep_their_bound(void **state)
{
    (void)state;
    const uint64_t least = 0xb504f333f9de6484; /* floor(2^64 / sqrt(2)) */
    for (int i = 0; i < 200000; i++) {
        uint64_t d = i % 50 == 0 ? (uint64_t)1 << 63
                                 : least / 2 + random_below(((uint64_t)1 << 63) - least / 2);
        uint64_t high = random_below(i % 7 == 0 ? least >> random_below(41) : least), t[2];
        stet_u128 s = (stet_u128)high << 64 | random_below(UINT64_MAX), shifted = s >> 2;
        const uint64_t digits[2] = {0, (uint64_t)shifted};
        stet_limbs_div(t, (uint64_t)(shifted >> 64), digits, d, 2);
        stet_u128 exact = (stet_u128)t[1] << 64 | t[0];
        stet_u128 quick = stet_quick_quotient(s + random_below(17), d);
        assert_true((quick > exact ? quick - exact : exact - quick) < 1 << 16);
    }
}

static void no_decision_without_a_sign_or_past_one(void **state)
{
    (void)state;
    uint64_t bits, small[3] = {15, 0, 0}, ones[3] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    for (int w = 2; w <= 3; w++) {
        assert_false(stet_fixed_round_any(&bits, small, 16, w, 53));
        assert_false(stet_fixed_round_any(&bits, small, 15, w, 53));
        assert_false(stet_fixed_round_any(&bits, ones + 3 - w, 4, w, 53));
    }
    assert_true(stet_fixed_round_any(&bits, ones, 0, 3, 53)); /* rounds to 1 */
    assert_true(bits == stet_bits_one(53));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(product_is_floor),
        cmocka_unit_test(quotient_is_floor),
        cmocka_unit_test(sum_and_difference),
        cmocka_unit_test(sincos_within_its_bound),
        cmocka_unit_test(rounding_is_undecided_at_midpoints_alone),
        cmocka_unit_test(rounding_agrees_with_mpfr),
        cmocka_unit_test(quick_quotients_keep_their_bound),
        cmocka_unit_test(no_decision_without_a_sign_or_past_one),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_free_cache();
    return failed;
}
