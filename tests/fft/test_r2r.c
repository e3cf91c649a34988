/* SPDX-License-Identifier: Apache-2.0 */
/* Real-to-real transforms: the definitions of stet.h, errors against Arb, round trips, threads, bad
 * input. Their bits in every layout are golden/r2r.txt. */
#include "lib/check.h"

#include <arb.h>
#include <math.h>
#include <string.h>

#include "lib/inside.h"
#include "lib/oracle.h"
#include "lib/parallel.h"

#define BITS 150
#define FOR_EACH_R2R(r2r) for (stet_r2r_kind r2r = STET_R2HC; r2r <= STET_DST4; r2r++)

/* ----------------------------------------------------------- definitions -- */

/* The factor of x[j] in y[k]: w cos(pi p/q) or w sin(pi p/q). */
struct factor {
    ptrdiff_t w, p, q;
    bool sine;
};

static struct factor factor_of(stet_r2r_kind r2r, ptrdiff_t n, ptrdiff_t j, ptrdiff_t k)
{
    const bool first = j == 0, last = j == n - 1;
    switch (r2r) {
    case STET_DCT1: return (struct factor){first || last ? 1 : 2, j * k, n - 1, false};
    case STET_DCT2: return (struct factor){2, (2 * j + 1) * k, 2 * n, false};
    case STET_DCT3: return (struct factor){first ? 1 : 2, j * (2 * k + 1), 2 * n, false};
    case STET_DCT4: return (struct factor){2, (2 * j + 1) * (2 * k + 1), 4 * n, false};
    case STET_DST1: return (struct factor){2, (j + 1) * (k + 1), n + 1, true};
    case STET_DST2: return (struct factor){2, (2 * j + 1) * (k + 1), 2 * n, true};
    case STET_DST3: return (struct factor){last ? 1 : 2, (j + 1) * (2 * k + 1), 2 * n, true};
    case STET_DST4: return (struct factor){2, (2 * j + 1) * (2 * k + 1), 4 * n, true};
    case STET_R2HC:
        if (2 * k <= n)
            return (struct factor){1, 2 * j * k, n, false};
        return (struct factor){-1, 2 * j * (n - k), n, true};
    case STET_HC2R:
        if (2 * j <= n)
            return (struct factor){first || 2 * j == n ? 1 : 2, 2 * j * k, n, false};
        return (struct factor){-2, 2 * (n - j) * k, n, true};
    default: return (struct factor){1, 2 * j * k, n, false}; /* of DHT, and the sine */
    }
}

static void add_term(arb_t sum, struct factor f, double x)
{
    fmpq_t angle;
    arb_t term;
    fmpq_init(angle);
    arb_init(term);
    fmpq_set_si(angle, (slong)f.p, (ulong)f.q);
    if (f.sine)
        arb_sin_pi_fmpq(term, angle, BITS);
    else
        arb_cos_pi_fmpq(term, angle, BITS);
    arb_mul_si(term, term, (slong)f.w, BITS);
    arf_t factor;
    arf_init_set_si(factor, 0);
    arf_set_d(factor, x);
    arb_t number;
    arb_init(number);
    arb_set_arf(number, factor);
    arb_addmul(sum, term, number, BITS);
    arb_clear(number);
    arf_clear(factor);
    arb_clear(term);
    fmpq_clear(angle);
}

static void check_definition(const struct transform *t)
{
    const ptrdiff_t n = t->n[0];
    void *in = check_input(t, GENERATE_UNIFORM, (uint64_t)n), *out = check_output(t, in);
    double squares = 0, all = 0;
    arb_t sum, difference;
    arb_init(sum);
    arb_init(difference);
    for (ptrdiff_t k = 0; k < n; k++) {
        arb_zero(sum);
        for (ptrdiff_t j = 0; j < n; j++) {
            struct factor f = factor_of(t->r2r[0], n, j, k);
            const double x = transform_number(t, in, (size_t)j);
            add_term(sum, f, x);
            f.sine = true;
            if (t->r2r[0] == STET_DHT)
                add_term(sum, f, x);
        }
        const double y = transform_number(t, out, (size_t)k);
        arb_set_d(difference, y);
        arb_sub(difference, difference, sum, BITS);
        const double e = arf_get_d(arb_midref(difference), ARF_RND_NEAR);
        const double exact = arf_get_d(arb_midref(sum), ARF_RND_NEAR);
        squares += e * e;
        all += exact * exact;
    }
    const double error = sqrt(squares / all) / transform_roundoff(t);
    if (!(error < 6))
        fail_msg("r2r %d precision %d length %td: relative L2 error %.3g u", (int)t->r2r[0],
                 (int)t->precision, n, error);
    arb_clear(sum);
    arb_clear(difference);
    free(in);
    free(out);
}

static void test_definitions(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (precision)
        FOR_EACH_R2R(r2r)
    for (ptrdiff_t n = r2r == STET_DCT1 ? 2 : 1; n <= 26; n++) {
        const struct transform t = transform_r2r_1d(r2r, precision, n);
        check_definition(&t);
    }
}

/* ---------------------------------------------------------------- errors -- */

/* The limits of test_oracle.c, and what the passes add: a product of a rounded root, the sum of two
 * of them, each at most u, and for DCT4 the same again before the transform inside; their squares
 * add up. */
static double limit_of(const struct transform *t, double constant)
{
    const double n = transform_logical(t), u = transform_roundoff(t);
    return u * (constant * (1 + sqrt(log2(n + 1))) + 0.9 * sqrt(t->rank));
}

static double rough_constant(const struct transform *t)
{
    for (int i = 0; i < t->rank; i++) {
        ptrdiff_t n = (ptrdiff_t)transform_logical(
            &(struct transform){.kind = t->kind, .rank = 1, .n = {t->n[i]}, .r2r = {t->r2r[i]}});
        for (ptrdiff_t p = 2; p <= 13; p++)
            while (n % p == 0)
                n /= p;
        if (n > 1)
            return 1.3;
    }
    return 0.68;
}

static void check_error(const struct transform *t, int seeds)
{
    double squares = 0, most = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        void *in = check_input(t, GENERATE_UNIFORM, (uint64_t)seed), *out = check_output(t, in);
        struct oracle oracle;
        oracle_open(&oracle, t, in);
        const struct oracle_error error = oracle_compare(&oracle, t, out);
        squares += error.l2 * error.l2;
        most = fmax(most, error.max);
        oracle_close(&oracle);
        free(in);
        free(out);
    }
    const double l2 = sqrt(squares / seeds), limit = limit_of(t, rough_constant(t));
    if (l2 <= limit && most <= 8 * limit)
        return;
    print_error("precision %d direction %d norm %d, kinds and lengths", (int)t->precision,
                (int)t->direction, (int)t->norm);
    for (int i = 0; i < t->rank; i++)
        print_error(" %d:%td", (int)t->r2r[i], t->n[i]);
    fail_msg(": relative L2 error %.3g, largest %.3g, limit %.3g", l2, most, limit);
}

static void test_small_lengths(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (precision)
        FOR_EACH_R2R(r2r)
    for (ptrdiff_t n = r2r == STET_DCT1 ? 2 : 1; n <= 64; n += STET_TEST_STEP) {
        struct transform t = transform_r2r_1d(r2r, precision, n);
        t.norm = (stet_norm)(1 + n % 3);
        t.direction = (stet_direction)(1 + n / 3 % 2);
        check_error(&t, 3);
    }
}

static void test_long_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {100, 127, 128, 129, 360, 513, 1000, 1009, 1024, 2048, 4095};
    (void)state;
    FOR_EACH_PRECISION (precision)
        FOR_EACH_R2R(r2r)
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i += STET_TEST_STEP) {
        const struct transform t = transform_r2r_1d(r2r, precision, lengths[i]);
        check_error(&t, 1);
    }
}

/* ----------------------------------------------------------------- bound -- */

/* Error in the 2-norm over stet_plan_bound(), at most 1; of each output too. */
static double over_bound(const struct transform *t, bool planted)
{
    stet_dim dims[TRANSFORM_RANK];
    const stet_options o = transform_options(t, dims);
    stet_error_bound bound = {.size = sizeof bound};
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    assert_int_equal(stet_plan_bound(plan, &bound), STET_OK);
    stet_plan_destroy(plan);
    void *x = check_input(t, GENERATE_UNIFORM, 3), *y = check_output(t, x);
    struct oracle oracle;
    oracle_open(&oracle, t, x);
    double size = 0, sum = 0;
    const size_t reals = transform_reals(t, SIDE_OUT);
    for (size_t i = 0; i < reals; i++)
        size += oracle.hi[i] * oracle.hi[i];
    for (size_t i = 0; i < reals; i++) {
        const double off = (transform_number(t, y, i) - oracle.hi[i]) - oracle.lo[i];
        const double more = planted && i == reals / 2 ? 2 * bound.rms * sqrt(size) : 0;
        sum += (off + more) * (off + more);
        assert_true(planted || fabs(off) <= bound.each * sqrt(size));
    }
    oracle_close(&oracle);
    free(x);
    free(y);
    return sqrt(sum / size) / bound.rms;
}

static void test_bound(void **state)
{
    static const ptrdiff_t lengths[] = {2,   3,   4,   5,   9,   16,  17,   47,  64,
                                        100, 101, 127, 131, 262, 289, 1000, 1024};
    double worst = 0, least = 1;
    (void)state;
    FOR_EACH_PRECISION (precision)
        FOR_EACH_R2R(r2r)
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct transform t = transform_r2r_1d(r2r, precision, lengths[i]);
        t.norm = (stet_norm)(1 + i % 3);
        const double one = over_bound(&t, false);
        t.rank = 2;
        t.n[1] = 6;
        t.r2r[1] = (stet_r2r_kind)(1 + (i + (size_t)r2r) % 11);
        const double two = lengths[i] > 100 ? 0 : over_bound(&t, false);
        assert_true(one <= 1 && two <= 1);
        assert_true(over_bound(&(struct transform){.kind = STET_R2R,
                                                   .precision = precision,
                                                   .rank = 1,
                                                   .direction = STET_FORWARD,
                                                   .n = {16},
                                                   .norm = STET_NORM_BACKWARD,
                                                   .r2r = {r2r}},
                               true) > 1);
        worst = fmax(worst, fmax(one, two));
        least = lengths[i] > 4 ? fmin(least, one) : least;
    }
    print_message("error over bound: at most %.3f, at least %.4f\n", worst, least);
    assert_true(worst > 1.0 / 64);
}

static void test_several_dimensions(void **state)
{
    static const ptrdiff_t shapes[][3] = {{8, 8, 1}, {5, 16, 2}, {17, 6, 2}, {3, 4, 5},
                                          {9, 7, 8}, {2, 2, 2},  {32, 33, 2}};
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < 120; i += STET_TEST_STEP) {
        struct transform t = {.kind = STET_R2R, .precision = (stet_precision)(1 + i % 2)};
        t.direction = (stet_direction)(1 + i / 2 % 2);
        t.norm = (stet_norm)(1 + i % 3);
        t.rank = 1 + (int)generate_below(&seed, 3);
        for (int a = 0; a < t.rank; a++) {
            t.n[a] = shapes[i % 7][a];
            t.r2r[a] = (stet_r2r_kind)(1 + generate_below(&seed, 11));
            if (t.n[a] == 1 && t.r2r[a] == STET_DCT1)
                t.r2r[a] = STET_DCT2;
        }
        check_error(&t, 3);
    }
}

/* Every kind and its inverse, in every norm: the input again. */
static void test_round_trips(void **state)
{
    static const stet_r2r_kind inverse[] = {
        [STET_R2HC] = STET_HC2R, [STET_HC2R] = STET_R2HC, [STET_DHT] = STET_DHT,
        [STET_DCT1] = STET_DCT1, [STET_DCT2] = STET_DCT3, [STET_DCT3] = STET_DCT2,
        [STET_DCT4] = STET_DCT4, [STET_DST1] = STET_DST1, [STET_DST2] = STET_DST3,
        [STET_DST3] = STET_DST2, [STET_DST4] = STET_DST4};
    (void)state;
    FOR_EACH_R2R(r2r)
    for (int i = 0; i < 9; i++) {
        struct transform t = {.kind = STET_R2R,
                              .precision = STET_F64,
                              .direction = STET_FORWARD,
                              .norm = (stet_norm)(1 + i % 3),
                              .rank = 2,
                              .n = {2 + i, 20 - i},
                              .r2r = {STET_DST2, r2r}};
        void *in = check_input(&t, GENERATE_UNIFORM, 3), *out = check_output(&t, in);
        struct transform back = t;
        back.direction = STET_INVERSE;
        back.r2r[0] = inverse[t.r2r[0]];
        back.r2r[1] = inverse[t.r2r[1]];
        void *again = check_output(&back, out);
        for (size_t k = 0; k < transform_reals(&t, SIDE_OUT); k++)
            assert_true(fabs(transform_number(&t, in, k) - transform_number(&t, again, k)) < 1e-14);
        free(in);
        free(out);
        free(again);
    }
}

/* --------------------------------------------------------------- threads -- */

static void check_threads(const struct transform *t)
{
    stet_dim dims[TRANSFORM_RANK];
    void *in = check_input(t, GENERATE_UNIFORM, 5), *plain = check_output(t, in);
    void *out = transform_alloc(t, SIDE_OUT, 1);
    for (int threads = 2; threads <= 5; threads++) {
        stet_options options = transform_options(t, dims);
        stet_plan *plan;
        options.threads = threads;
        options.parallel = parallel_reverse;
        assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
        inside_least_points(plan, 1);
        assert_int_equal(stet_execute(plan, in, out), STET_OK);
        assert_true(transform_same(t, plain, out));
        stet_plan_destroy(plan);
    }
    free(in);
    free(plain);
    free(out);
}

static void test_threads(void **state)
{
    static const ptrdiff_t lengths[] = {2, 64, 1000, 4096, 4097, 6000, 65536};
    (void)state;
    FOR_EACH_PRECISION (precision)
        FOR_EACH_R2R(r2r)
        {
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
                const struct transform t = transform_r2r_1d(r2r, precision, lengths[i]);
                check_threads(&t);
            }
            const struct transform t = {.kind = STET_R2R,
                                        .precision = precision,
                                        .direction = STET_FORWARD,
                                        .norm = STET_NORM_ORTHO,
                                        .rank = 3,
                                        .n = {5, 37, 34},
                                        .r2r = {STET_DCT2, r2r, STET_DST4}};
            check_threads(&t);
        }
}

/* ------------------------------------------------------------- bad input -- */

static stet_status status_of(stet_options o)
{
    stet_plan *plan = NULL;
    const stet_status status = stet_plan_create(&plan, &o);
    assert_true((status == STET_OK) == (plan != NULL));
    stet_plan_destroy(plan);
    return status;
}

static void test_bad_input(void **state)
{
    (void)state;
    stet_dim dims[2];
    const ptrdiff_t n[2] = {4, 6};
    stet_r2r_kind r2r[2] = {STET_DCT2, STET_DST3};
    stet_options good;
    stet_options_init(&good);
    assert_int_equal(stet_dims_contiguous(STET_R2R, 2, n, dims), STET_OK);
    assert_true(dims[0].in_stride == 6 && dims[0].out_stride == 6 && dims[1].out_stride == 1);
    good.kind = STET_R2R;
    good.rank = 2;
    good.dims = dims;
    good.r2r = r2r;
    assert_int_equal(status_of(good), STET_OK);
    stet_options o = good;
    o.r2r = NULL;
    assert_int_equal(status_of(o), STET_E_NULL);
    o = good;
    o.size = offsetof(stet_options, r2r); /* of an older stet.h, which has no kinds */
    assert_int_equal(status_of(o), STET_E_NULL);
    for (int bad = 0; bad <= 12; bad += 12) {
        r2r[1] = (stet_r2r_kind)bad;
        assert_int_equal(status_of(good), STET_E_R2R_KIND);
    }
    r2r[1] = STET_DCT1;
    dims[1].n = 1;
    assert_int_equal(status_of(good), STET_E_LENGTH);
    dims[1].n = 2;
    assert_int_equal(status_of(good), STET_OK);
    dims[0].n = 0;
    assert_int_equal(status_of(good), STET_E_LENGTH);
    dims[0].n = (PTRDIFF_MAX >> 27) + 1;
    assert_int_equal(status_of(good), STET_E_OVERFLOW);
    dims[0].n = 4;
    o = good;
    o.precision = STET_F16;
    assert_int_equal(status_of(o), STET_E_PRECISION);
    o = good;
    o.direction = (stet_direction)3;
    assert_int_equal(status_of(o), STET_E_DIRECTION);
}

/* In place means equal strides, whatever they are; the input is not written otherwise. */
static void test_in_place(void **state)
{
    double x[64], y[64];
    stet_dim dim = {8, 3, 3};
    const stet_r2r_kind r2r = STET_DCT4;
    stet_options o;
    stet_plan *plan;
    (void)state;
    stet_options_init(&o);
    o.kind = STET_R2R;
    o.rank = 1;
    o.dims = &dim;
    o.r2r = &r2r;
    for (int i = 0; i < 64; i++)
        x[i] = i * i % 11;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    assert_int_equal(stet_execute(plan, x, y), STET_OK);
    assert_int_equal(stet_execute(plan, x, x + 3), STET_E_OVERLAP);
    assert_int_equal(stet_execute(plan, x, x), STET_OK);
    for (int i = 0; i < 24; i++)
        assert_true(i % 3 == 0 ? x[i] == y[i] : x[i] == i * i % 11);
    stet_plan_destroy(plan);
    dim.out_stride = 2;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    assert_int_equal(stet_execute(plan, x, x), STET_E_OVERLAP);
    stet_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definitions),  cmocka_unit_test(test_small_lengths),
        cmocka_unit_test(test_long_lengths), cmocka_unit_test(test_several_dimensions),
        cmocka_unit_test(test_round_trips),  cmocka_unit_test(test_threads),
        cmocka_unit_test(test_bad_input),    cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
