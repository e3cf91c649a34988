/* SPDX-License-Identifier: Apache-2.0 */
/* The relative L2 error of the native level beside that of FFTW on the same data:
 * at most 1.03 times as large. FFTW_MEASURE is the peer; FFTW_ESTIMATE is shown too.
 *
 * The reference is FFTW in long double. At N = 65536 its own relative error is 1.4e-19
 * (measured with FFTW in __float128), 1/1700 of that of a double transform: it moves a
 * measured error by that much at most, and a ratio of two by 0.12 %. */
#include "lib/check.h"

#include <complex.h>
#include <fftw3.h>
#include <float.h>
#include <math.h>
#include <string.h>

_Static_assert(LDBL_MANT_DIG >= 64, "the reference needs a wider type than double");

#define LIMIT 1.03

/* One seed has luck in it when N is small: together at least this many points. */
#define POINTS 65536

/* Seconds FFTW_MEASURE may take for one plan; what it has found by then is used. */
#define PLANNING 3.0

/* Root mean squares of relative L2 errors. */
struct errors {
    double ours, fftw;
};

/* The squared relative distance of a spectrum from the reference. */
static double squared_error(const struct transform *t, const void *x, const fftwl_complex *exact)
{
    long double squares = 0, sum = 0;
    for (size_t i = 0; i < 2 * (size_t)t->n[0]; i++) {
        long double e = ((const long double *)exact)[i],
                    d = (long double)transform_number(t, x, i) - e;
        squares += d * d;
        sum += e * e;
    }
    return (double)(squares / sum);
}

/* FFTW in either precision. */
union plan {
    fftw_plan f64;
    fftwf_plan f32;
};

static union plan fftw_make(const struct transform *t, void *in, void *out, unsigned flags)
{
    union plan p;
    int n = (int)t->n[0];
    if (t->precision == STET_F32)
        p.f32 = fftwf_plan_dft_1d(n, in, out, FFTW_FORWARD, flags);
    else
        p.f64 = fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, flags);
    return p;
}

static void fftw_run(const struct transform *t, union plan p)
{
    if (t->precision == STET_F32)
        fftwf_execute(p.f32);
    else
        fftw_execute(p.f64);
}

static void fftw_drop(const struct transform *t, union plan p)
{
    if (t->precision == STET_F32)
        fftwf_destroy_plan(p.f32);
    else
        fftw_destroy_plan(p.f64);
}

/* The arrays and plans of one length. */
struct bench {
    struct transform t;
    void *in, *out;
    fftwl_complex *wide, *exact;
    union plan fftw;
    fftwl_plan reference;
};

static void bench_open(struct bench *b, stet_precision precision, ptrdiff_t n, unsigned flags)
{
    b->t = transform_1d(STET_C2C, precision, n);
    b->in = fftw_malloc(transform_bytes(&b->t, SIDE_IN));
    b->out = fftw_malloc(transform_bytes(&b->t, SIDE_OUT));
    b->wide = fftwl_alloc_complex((size_t)n);
    b->exact = fftwl_alloc_complex((size_t)n);
    assert_true(b->in && b->out && b->wide && b->exact);
    b->fftw = fftw_make(&b->t, b->in, b->out, flags);
    b->reference = fftwl_plan_dft_1d((int)n, b->wide, b->exact, FFTW_FORWARD, FFTW_ESTIMATE);
}

static void bench_close(struct bench *b)
{
    fftw_drop(&b->t, b->fftw);
    fftwl_destroy_plan(b->reference);
    fftw_free(b->in);
    fftw_free(b->out);
    fftwl_free(b->wide);
    fftwl_free(b->exact);
}

/* Squared errors of one input are added. */
static void bench_run(struct bench *b, uint64_t seed, struct errors *sum)
{
    size_t reals = transform_reals(&b->t, SIDE_IN);
    generate_reals(b->in, b->t.precision, reals, GENERATE_UNIFORM, seed);
    for (size_t i = 0; i < reals; i++)
        ((long double *)b->wide)[i] = (long double)transform_number(&b->t, b->in, i);
    fftwl_execute(b->reference);
    fftw_run(&b->t, b->fftw);
    sum->fftw += squared_error(&b->t, b->out, b->exact);
    assert_int_equal(transform_run(&b->t, b->in, b->out), STET_OK);
    sum->ours += squared_error(&b->t, b->out, b->exact);
}

static struct errors errors_of(stet_precision precision, ptrdiff_t n, unsigned flags)
{
    struct bench b;
    struct errors sum = {0, 0};
    ptrdiff_t seeds = n < POINTS ? POINTS / n : 1;
    bench_open(&b, precision, n, flags);
    for (ptrdiff_t seed = 0; seed < seeds; seed++)
        bench_run(&b, (uint64_t)seed, &sum);
    bench_close(&b);
    return (struct errors){sqrt(sum.ours / (double)seeds), sqrt(sum.fftw / (double)seeds)};
}

/* What FFTW has measured changes its later estimates: those are made first. */
static void check_all(const ptrdiff_t *lengths, size_t count)
{
    struct errors estimated[2][32];
    int above = 0;
    assert_true(count <= 32);
    fftw_set_timelimit(PLANNING);
    fftwf_set_timelimit(PLANNING);
    FOR_EACH_PRECISION (precision)
        for (size_t i = 0; i < count; i++)
            estimated[precision - 1][i] = errors_of(precision, lengths[i], FFTW_ESTIMATE);
    printf("       N  type  stet        FFTW meas.  ratio   FFTW est.   ratio\n");
    FOR_EACH_PRECISION (precision)
        for (size_t i = 0; i < count; i++) {
            struct errors e = errors_of(precision, lengths[i], FFTW_MEASURE);
            double peer = e.fftw, other = estimated[precision - 1][i].fftw;
            bool bad = !(e.ours <= LIMIT * peer);
            above += bad;
            printf("%8td  %s  %.4e  %.4e  %.4f  %.4e  %.4f%s\n", lengths[i],
                   precision == STET_F32 ? "f32" : "f64", e.ours, peer, e.ours / peer, other,
                   e.ours / other, bad ? "  <-- above the limit" : "");
        }
    fftw_cleanup();
    fftwf_cleanup();
    assert_int_equal(above, 0);
}

static void test_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {
        2,    4,    8,    16,    32,    64,    128,  256,  512,   1024,
        2048, 4096, 8192, 16384, 32768, 65536, 1000, 1009, 10000, 30030,
    };
    (void)state;
    check_all(lengths, sizeof lengths / sizeof *lengths);
}

static void test_long_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {131072, 262144, 524288, 1048576};
    (void)state;
    check_all(lengths, sizeof lengths / sizeof *lengths);
}

/* With an argument, the long lengths instead. */
int main(int argc, char **argv)
{
    const struct CMUnitTest normal[] = {cmocka_unit_test(test_lengths)};
    const struct CMUnitTest longer[] = {cmocka_unit_test(test_long_lengths)};
    if (argc > 1 && strcmp(argv[1], "--long") == 0)
        return cmocka_run_group_tests(longer, NULL, NULL);
    return cmocka_run_group_tests(normal, NULL, NULL);
}
