/* SPDX-License-Identifier: Apache-2.0 */
/* What the caller has set up does not reach the bits, and is given back: rounding
 * mode, subnormals to zero, unmasked exceptions; no flag is lowered. Plans used again, several at
 * once, and one in several threads. */
#include "lib/check.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <string.h>

#include "lib/environment.h"

static const struct transform shapes[] = {
    {.rank = 1, .n = {3}},  {.rank = 1, .n = {4}},     {.rank = 1, .n = {16}},
    {.rank = 1, .n = {64}}, {.rank = 1, .n = {60}},    {.rank = 1, .n = {34}},
    {.rank = 1, .n = {63}}, {.rank = 2, .n = {6, 17}}, {.rank = 1, .n = {4096}},
};

static const enum generate_family families[] = {GENERATE_UNIFORM, GENERATE_SUBNORMAL,
                                                GENERATE_MIXED, GENERATE_HUGE, GENERATE_NAN};

typedef void body(const struct transform *t, const void *in, const void *good);

/* The body with every shape, kind, precision and input. */
static void for_each_case(body *f)
{
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
                for (size_t j = 0; j < sizeof families / sizeof *families; j++) {
                    struct transform t = shapes[i];
                    t.kind = kind;
                    t.precision = precision;
                    t.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
                    t.norm = STET_NORM_ORTHO;
                    void *in = check_input(&t, families[j], i);
                    void *good = check_output(&t, in);
                    f(&t, in, good);
                    free(in);
                    free(good);
                }
}

/* Planning and execution under an environment: same bits, and it is still there. */
static void check_under(uint64_t environment, const struct transform *t, const void *in,
                        const void *good)
{
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(t, dims);
    void *out = transform_alloc(t, SIDE_OUT, 2),
         *again = (char *)out + transform_bytes(t, SIDE_OUT);
    stet_plan *plan;
    uint64_t before = get_environment(), after[3];
    set_environment(environment);
    stet_status made = stet_plan_create(&plan, &options);
    after[0] = get_environment();
    stet_status executed = stet_execute(plan, in, out);
    after[1] = get_environment();
    stet_status transformed = stet_transform(&options, in, again);
    after[2] = get_environment();
    set_environment(before);
    assert_int_equal(made, STET_OK);
    assert_int_equal(executed, STET_OK);
    assert_int_equal(transformed, STET_OK);
    stet_plan_destroy(plan);
    for (int i = 0; i < 3; i++)
        assert_true(environment_is_kept(environment, after[i]));
    assert_true(transform_same(t, out, good));
    assert_true(transform_same(t, again, good));
    free(out);
}

static void round_otherwise(const struct transform *t, const void *in, const void *good)
{
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        uint64_t environment = get_environment();
        check_under(environment, t, in, good);
        assert_int_equal(fegetround(), modes[i]);
        fesetround(FE_TONEAREST);
    }
}

static void test_rounding_modes(void **state)
{
    (void)state;
    for_each_case(round_otherwise);
}

static void flush_to_zero(const struct transform *t, const void *in, const void *good)
{
    check_under(get_environment() | FLUSH_TO_ZERO, t, in, good);
}

static void test_flush_to_zero(void **state)
{
    (void)state;
    for_each_case(flush_to_zero);
}

static void with_flags(const struct transform *t, const void *in, const void *good)
{
    uint64_t environment = get_environment();
    check_under(environment & ~(uint64_t)FLAGS, t, in, good);
    check_under(environment | FLAGS, t, in, good);
}

static void test_flags(void **state)
{
    (void)state;
    for_each_case(with_flags);
}

#ifdef UNMASK
static void with_traps(const struct transform *t, const void *in, const void *good)
{
    check_under(get_environment() & UNMASK & ~(uint64_t)FLAGS, t, in, good);
}
#endif

/* A trap would kill the program. aarch64 processors need not have any. */
static void test_unmasked_exceptions(void **state)
{
    (void)state;
#ifdef UNMASK
    for_each_case(with_traps);
#else
    skip();
#endif
}

static void leave_errno(const struct transform *t, const void *in, const void *good)
{
    (void)good;
    void *out = transform_alloc(t, SIDE_OUT, 1);
    errno = 4711;
    assert_int_equal(transform_run(t, in, out), STET_OK);
    assert_int_equal(errno, 4711);
    free(out);
}

static void test_errno(void **state)
{
    (void)state;
    for_each_case(leave_errno);
}

/* One plan, three inputs in turn; the second is full of NaN and infinities. */
static void test_plan_again(void **state)
{
    static const enum generate_family inputs[] = {GENERATE_UNIFORM, GENERATE_NAN,
                                                  GENERATE_INFINITIES, GENERATE_UNIFORM};
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct transform t = shapes[i];
        t.kind = STET_R2C, t.precision = STET_F32;
        t.direction = STET_FORWARD, t.norm = STET_NORM_FORWARD;
        stet_dim dims[TRANSFORM_RANK];
        stet_options options = transform_options(&t, dims);
        stet_plan *plan;
        assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
        memset(dims, 0, sizeof dims); /* the plan keeps nothing of the caller's */
        for (size_t j = 0; j < 4; j++) {
            void *in = check_input(&t, inputs[j], j), *good = check_output(&t, in);
            void *out = transform_alloc(&t, SIDE_OUT, 1);
            assert_int_equal(stet_execute(plan, in, out), STET_OK);
            assert_true(transform_same(&t, out, good));
            free(in), free(out), free(good);
        }
        stet_plan_destroy(plan);
    }
}

/* Plans made and given back in another order share nothing. */
static void test_several_plans(void **state)
{
    enum { PLANS = 6 };
    (void)state;
    struct transform t[PLANS];
    stet_plan *plan[PLANS];
    for (int i = 0; i < PLANS; i++) {
        stet_dim dims[TRANSFORM_RANK];
        t[i] = transform_1d((stet_kind)(1 + i % 3), (stet_precision)(1 + i % 2), 34);
        stet_options options = transform_options(&t[i], dims);
        assert_int_equal(stet_plan_create(&plan[i], &options), STET_OK);
    }
    for (int i = PLANS - 1; i >= 0; i -= 2)
        stet_plan_destroy(plan[i]);
    for (int i = 0; i < PLANS; i += 2) {
        void *in = check_input(&t[i], GENERATE_UNIFORM, 1), *good = check_output(&t[i], in);
        void *out = transform_alloc(&t[i], SIDE_OUT, 1);
        assert_int_equal(stet_execute(plan[i], in, out), STET_OK);
        assert_true(transform_same(&t[i], out, good));
        free(in), free(out), free(good);
        stet_plan_destroy(plan[i]);
    }
}

/* One thread of several on one plan; each has its own input. */
struct worker {
    pthread_t thread;
    const stet_plan *plan;
    const struct transform *t;
    const void *in;
    void *out, *good;
    int bad; /* runs that failed or gave other bits */
};

static void *work(void *argument)
{
    struct worker *w = argument;
    for (int run = 0; run < 50; run++) {
        memset(w->out, 0x5a, transform_bytes(w->t, SIDE_OUT));
        if (stet_execute(w->plan, w->in, w->out) != STET_OK ||
            !transform_same(w->t, w->out, w->good))
            w->bad++;
    }
    return NULL;
}

static void test_threads(void **state)
{
    enum { THREADS = 4 };
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct transform t = shapes[i];
        t.kind = (stet_kind)(1 + i % 3), t.precision = STET_F64;
        t.direction = t.kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
        t.norm = STET_NORM_BACKWARD;
        stet_dim dims[TRANSFORM_RANK];
        stet_options options = transform_options(&t, dims);
        stet_plan *plan;
        struct worker w[THREADS];
        assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
        for (int k = 0; k < THREADS; k++) {
            w[k] = (struct worker){.plan = plan, .t = &t};
            w[k].in = check_input(&t, GENERATE_UNIFORM, (uint64_t)k);
            w[k].good = check_output(&t, w[k].in);
            w[k].out = transform_alloc(&t, SIDE_OUT, 1);
        }
        for (int k = 0; k < THREADS; k++)
            assert_int_equal(pthread_create(&w[k].thread, NULL, work, &w[k]), 0);
        for (int k = 0; k < THREADS; k++) {
            pthread_join(w[k].thread, NULL);
            assert_int_equal(w[k].bad, 0);
            free((void *)(uintptr_t)w[k].in), free(w[k].out), free(w[k].good);
        }
        stet_plan_destroy(plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounding_modes), cmocka_unit_test(test_flush_to_zero),
        cmocka_unit_test(test_flags),          cmocka_unit_test(test_unmasked_exceptions),
        cmocka_unit_test(test_errno),          cmocka_unit_test(test_plan_again),
        cmocka_unit_test(test_several_plans),  cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
