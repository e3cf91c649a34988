/* The software fma against MPFR and against the CPU's own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith_test.h"
#include "fma_inputs.h"

#include "arith/fma.h"

#include <mpfr.h>

/* ---- oracles ---- */

/* IEEE arithmetic of a binary format: mpfr_subnormalize() rounds once more, aware of the
 * first rounding. */
struct format {
    mpfr_t a, b, c, r;
};

static void format_init(struct format *f, mpfr_prec_t precision, mpfr_exp_t emin, mpfr_exp_t emax)
{
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    mpfr_inits2(precision, f->a, f->b, f->c, f->r, (mpfr_ptr)0);
}

static void format_clear(struct format *f)
{
    mpfr_clears(f->a, f->b, f->c, f->r, (mpfr_ptr)0);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
}

/* float values too: their doubles are exact. */
static double mpfr_oracle(struct format *f, double a, double b, double c)
{
    mpfr_set_d(f->a, a, MPFR_RNDN);
    mpfr_set_d(f->b, b, MPFR_RNDN);
    mpfr_set_d(f->c, c, MPFR_RNDN);
    int t = mpfr_fma(f->r, f->a, f->b, f->c, MPFR_RNDN);
    mpfr_subnormalize(f->r, t, MPFR_RNDN);
    return mpfr_get_d(f->r, MPFR_RNDN);
}

static void require_f64(const char *who, double a, double b, double c, double want)
{
    double got = stet_soft_fma_f64(a, b, c);
    if (!same_f64(got, want))
        fail_msg("fma(%a, %a, %a) is %a, but %s says %a", a, b, c, got, who, want);
}

static void require_f32(const char *who, float a, float b, float c, float want)
{
    float got = stet_soft_fma_f32(a, b, c);
    if (!same_f32(got, want))
        fail_msg("fmaf(%a, %a, %a) is %a, but %s says %a", (double)a, (double)b, (double)c,
                 (double)got, who, (double)want);
}

static void f64_equals_mpfr(void **state)
{
    (void)state;
    struct rng r = {1};
    struct format f;
    format_init(&f, 53, -1073, 1024);
    for (int i = 0; i < 300000 * FMA_INPUTS_F64; i++) {
        double a, b, c;
        fma_input_f64(&r, i % FMA_INPUTS_F64, &a, &b, &c);
        require_f64("MPFR", a, b, c, mpfr_oracle(&f, a, b, c));
    }
    format_clear(&f);
}

static void f32_equals_mpfr(void **state)
{
    (void)state;
    struct rng r = {2};
    struct format f;
    format_init(&f, 24, -148, 128);
    for (int i = 0; i < 2000000; i++) {
        float a, b, c;
        fma_input_f32(&r, i % FMA_INPUTS_F32, &a, &b, &c);
        require_f32("MPFR", a, b, c, (float)mpfr_oracle(&f, (double)a, (double)b, (double)c));
    }
    format_clear(&f);
}

static void f64_equals_the_cpu(void **state)
{
    (void)state;
    struct rng r = {3};
    if (!cpu_has_fma())
        skip();
    for (int i = 0; i < 2000000 * FMA_INPUTS_F64; i++) {
        double a, b, c;
        fma_input_f64(&r, i % FMA_INPUTS_F64, &a, &b, &c);
        require_f64("the CPU", a, b, c, cpu_fma_f64(a, b, c));
    }
}

static void f32_equals_the_cpu(void **state)
{
    (void)state;
    struct rng r = {4};
    if (!cpu_has_fma())
        skip();
    for (int i = 0; i < 12000000; i++) {
        float a, b, c;
        fma_input_f32(&r, i % FMA_INPUTS_F32, &a, &b, &c);
        require_f32("the CPU", a, b, c, cpu_fma_f32(a, b, c));
    }
}

/* Every triple of the values where the rules change: zeros of both signs, the smallest and
 * largest of both kinds, infinities, NaN, and the limits of the fast path. */
static void f64_corners(void **state)
{
    (void)state;
    const double *corner = fma_corners_f64;
    enum { N = FMA_CORNERS_F64 };
    struct format f;
    format_init(&f, 53, -1073, 1024);
    for (int i = 0; i < 8 * N * N * N; i++) {
        double a = corner[i / 8 % N] * (i & 1 ? -1 : 1);
        double b = corner[i / 8 / N % N] * (i & 2 ? -1 : 1);
        double c = corner[i / 8 / N / N] * (i & 4 ? -1 : 1);
        require_f64("MPFR", a, b, c, mpfr_oracle(&f, a, b, c));
    }
    format_clear(&f);
}

static void f32_corners(void **state)
{
    (void)state;
    const float *corner = fma_corners_f32;
    enum { N = FMA_CORNERS_F32 };
    struct format f;
    format_init(&f, 24, -148, 128);
    for (int i = 0; i < 8 * N * N * N; i++) {
        float a = corner[i / 8 % N] * (i & 1 ? -1 : 1);
        float b = corner[i / 8 / N % N] * (i & 2 ? -1 : 1);
        float c = corner[i / 8 / N / N] * (i & 4 ? -1 : 1);
        require_f32("MPFR", a, b, c, (float)mpfr_oracle(&f, (double)a, (double)b, (double)c));
    }
    format_clear(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f64_corners),        cmocka_unit_test(f32_corners),
        cmocka_unit_test(f64_equals_mpfr),    cmocka_unit_test(f32_equals_mpfr),
        cmocka_unit_test(f64_equals_the_cpu), cmocka_unit_test(f32_equals_the_cpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
