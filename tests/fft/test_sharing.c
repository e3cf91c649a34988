/* SPDX-License-Identifier: Apache-2.0 */
/* What is global: the tables that plans share, and the instruction set for new plans. */
#define _POSIX_C_SOURCE 200112L /* setenv */
#include "lib/check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lines/convolution.h"
#include "lines/dispatch.h"
#include "lib/inside.h"

static stet_plan *plan_of(const struct transform *t)
{
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(t, dims);
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    return plan;
}

static const stet_fft1d *fft_of(const stet_plan *plan) { return inside_fft(plan); }

static void check_bits(const stet_plan *plan, const struct transform *t)
{
    void *in = check_input(t, GENERATE_UNIFORM, 1), *good = check_output(t, in);
    void *out = transform_alloc(t, SIDE_OUT, 1);
    assert_int_equal(stet_execute(plan, in, out), STET_OK);
    assert_true(transform_same(t, out, good));
    free(in), free(good), free(out);
}

/* Shared is what has the same length, kind and precision, and nothing else. */
static void test_what_is_shared(void **state)
{
    (void)state;
    const struct transform t = transform_1d(STET_C2C, STET_F32, 240);
    struct transform other = t;
    stet_plan *first = plan_of(&t), *plan = plan_of(&t);
    assert_ptr_equal(fft_of(first), fft_of(plan));
    stet_plan_destroy(plan);
    other.direction = STET_INVERSE;
    other.norm = STET_NORM_ORTHO;
    plan = plan_of(&other);
    assert_ptr_equal(fft_of(first), fft_of(plan));
    check_bits(plan, &other);
    stet_plan_destroy(plan);
    const struct transform others[] = {transform_1d(STET_C2C, STET_F32, 120),
                                       transform_1d(STET_R2C, STET_F32, 240),
                                       transform_1d(STET_C2C, STET_F64, 240)};
    for (int i = 0; i < 3; i++) {
        plan = plan_of(&others[i]);
        assert_ptr_not_equal(fft_of(first), fft_of(plan));
        check_bits(plan, &others[i]);
        stet_plan_destroy(plan);
    }
    stet_plan_destroy(first);
}

/* Inner transforms too: the half of C2R, and that of a convolution. */
static void test_inner_transforms(void **state)
{
    (void)state;
    const struct transform real = transform_1d(STET_C2R, STET_F64, 480);
    const struct transform half = transform_1d(STET_C2C, STET_F64, 240);
    stet_plan *c2r = plan_of(&real), *c2c = plan_of(&half);
    assert_ptr_equal(fft_of(c2r)->half, fft_of(c2c));
    stet_plan_destroy(c2r);
    check_bits(c2c, &half); /* the one that made it is gone */
    stet_plan_destroy(c2c);
    const struct transform prime = transform_1d(STET_C2C, STET_F64, 131);
    stet_plan *rough = plan_of(&prime);
    const struct transform inner =
        transform_1d(STET_C2C, STET_F64, fft_of(rough)->convolution[0]->m);
    c2c = plan_of(&inner);
    assert_ptr_equal(fft_of(rough)->convolution[0]->fft, fft_of(c2c));
    stet_plan_destroy(c2c);
    check_bits(rough, &prime);
    stet_plan_destroy(rough);
}

/* Threads that make, use and destroy plans of the same few lengths. */
enum { THREADS = 4, LENGTHS = 3 };
static const ptrdiff_t lengths[LENGTHS] = {64, 34, 240};

struct worker {
    pthread_t thread;
    void *in[LENGTHS], *good[LENGTHS], *out;
    int bad;
};

static void *work(void *argument)
{
    struct worker *w = argument;
    for (int run = 0; run < 300; run++) {
        const int i = run % LENGTHS;
        const struct transform t = transform_1d(STET_C2R, STET_F64, lengths[i]);
        stet_dim dims[TRANSFORM_RANK];
        stet_options options = transform_options(&t, dims);
        w->bad += stet_transform(&options, w->in[i], w->out) != STET_OK ||
                  !transform_same(&t, w->out, w->good[i]);
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    struct worker w[THREADS];
    memset(w, 0, sizeof w);
    for (int k = 0; k < THREADS; k++) {
        for (int i = 0; i < LENGTHS; i++) {
            const struct transform t = transform_1d(STET_C2R, STET_F64, lengths[i]);
            w[k].in[i] = check_input(&t, GENERATE_UNIFORM, (uint64_t)k);
            w[k].good[i] = check_output(&t, w[k].in[i]);
        }
        w[k].out = malloc(240 * sizeof(double));
        assert_non_null(w[k].out);
    }
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(pthread_create(&w[k].thread, NULL, work, &w[k]), 0);
    for (int k = 0; k < THREADS; k++) {
        pthread_join(w[k].thread, NULL);
        assert_int_equal(w[k].bad, 0);
        for (int i = 0; i < LENGTHS; i++)
            free(w[k].in[i]), free(w[k].good[i]);
        free(w[k].out);
    }
}

/* Forks while other threads make and destroy plans: a child finds no lock held. */
enum { FORKS = 400, FORK_SECONDS = 3000 };
static atomic_int forked_all;

static void *make_plans(void *argument)
{
    (void)argument;
    for (ptrdiff_t n = 1; !atomic_load(&forked_all); n = n % 16 + 1) {
        const struct transform t = transform_1d(STET_C2C, STET_F64, n);
        stet_plan_destroy(plan_of(&t));
    }
    return NULL;
}

static void test_fork(void **state)
{
    (void)state;
    pthread_t threads[2 * THREADS];
    for (int k = 0; k < 2 * THREADS; k++)
        assert_int_equal(pthread_create(&threads[k], NULL, make_plans, NULL), 0);
    int bad = 0;
    for (int i = 0; i < FORKS && !bad; i++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            alarm(FORK_SECONDS); /* ends a child that waits for ever */
            const struct transform t = transform_1d(STET_C2C, STET_F64, 64);
            stet_plan_destroy(plan_of(&t));
            _exit(0);
        }
        int status;
        bad = waitpid(child, &status, 0) != child || status != 0;
    }
    atomic_store(&forked_all, 1);
    for (int k = 0; k < 2 * THREADS; k++)
        pthread_join(threads[k], NULL);
    assert_false(bad);
}

static void test_select(void **state)
{
    (void)state;
    char before[16];
    snprintf(before, sizeof before, "%s", stet_isa_name());
    int can_run = 1;
    const char *name;
    const struct transform t = transform_1d(STET_C2C, STET_F32, 68);
    stet_plan *old = plan_of(&t);
    for (int i = 0; (name = stet_isa_built(i, &can_run)); i++) {
        assert_int_equal(stet_isa_select(name), can_run ? STET_OK : STET_E_ISA_CPU);
        if (!can_run)
            continue;
        assert_string_equal(stet_isa_name(), name);
        stet_plan *plan = plan_of(&t);
        assert_string_equal(fft_of(plan)->isa->name, name);
        assert_string_equal(fft_of(old)->isa->name, before);
        check_bits(plan, &t);
        check_bits(old, &t);
        stet_plan_destroy(plan);
    }
    assert_false(can_run);
    assert_null(stet_isa_built(-1, NULL));
    assert_int_equal(stet_isa_select("soft"), STET_OK);
    check_bits(old, &t); /* its own instance, and that of soft, give the same bits */
    assert_int_equal(stet_isa_select("avx9"), STET_E_ISA_NAME);
    assert_int_equal(stet_isa_select(""), STET_E_ISA_NAME);
#if defined(__x86_64__)
    assert_int_equal(stet_isa_select("neon"), STET_E_ISA_BUILD);
#elif defined(__aarch64__)
    assert_int_equal(stet_isa_select("avx2"), STET_E_ISA_BUILD);
#endif
    assert_string_equal(stet_isa_name(), "soft"); /* errors change nothing */
    assert_int_equal(stet_isa_select(NULL), STET_OK);
    assert_string_equal(stet_isa_name(), before);
    stet_plan_destroy(old);
}

/* STET_ISA is an upper limit, read at the first use and after stet_isa_select(NULL). */
static void test_environment_variable(void **state)
{
    (void)state;
    static const char *const names[] = {"soft", "scalar", "avx9", ""};
    const char *was = getenv("STET_ISA");
    for (int i = 0; i < 4; i++) {
        assert_int_equal(setenv("STET_ISA", names[i], 1), 0);
        stet_isa_select(NULL);
        if (i == 0)
            assert_string_equal(stet_isa_name(), "soft");
        if (i == 1)
            assert_true(stet_isa_in_use()->f32->lanes <= 4);
    }
    char unlimited[16];
    snprintf(unlimited, sizeof unlimited, "%s", stet_isa_name());
    unsetenv("STET_ISA");
    stet_isa_select(NULL);
    assert_string_equal(stet_isa_name(), unlimited);
    if (was)
        setenv("STET_ISA", was, 1);
    stet_isa_select(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_shared), cmocka_unit_test(test_inner_transforms),
        cmocka_unit_test(test_threads),
#ifndef STET_TEST_TSAN /* its runtime does not follow a fork of several threads */
        cmocka_unit_test(test_fork),
#endif
        cmocka_unit_test(test_select),         cmocka_unit_test(test_environment_variable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
