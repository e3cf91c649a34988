/* SPDX-License-Identifier: Apache-2.0 */
/* Threads: 1, 2, 3 and 7 of them give the same bits, whoever runs them: the library's
 * own, a thread for each task, one thread that takes the tasks backwards. Plans are
 * divided from the first point on (inside_least_points()), so that small ones show too. */
#define _POSIX_C_SOURCE 200809L /* fork(), alarm() */
#include "lib/check.h"

#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lines/dispatch.h"
#include "lib/inside.h"
#include "lib/parallel.h"

/* One array of transforms. The batch is apart, or interleaved: neighbours in memory. */
struct shape {
    int rank;
    ptrdiff_t n[3], batch;
    bool interleaved;
};

static const struct shape shapes[] = {
    {.rank = 1, .n = {1}},
    {.rank = 1, .n = {1}, .batch = 50},
    {.rank = 1, .n = {2}, .batch = 7},
    {.rank = 1, .n = {16}, .batch = 100},
    {.rank = 1, .n = {64}, .batch = 37},
    {.rank = 1, .n = {60}, .batch = 33, .interleaved = true},
    {.rank = 1, .n = {256}, .batch = 40, .interleaved = true},
    {.rank = 1, .n = {101}, .batch = 5},
    {.rank = 1, .n = {512}},
    {.rank = 1, .n = {1000}},
    {.rank = 1, .n = {1009}},
    {.rank = 1, .n = {1024}, .batch = 3},
    {.rank = 1, .n = {2048}},
    {.rank = 1, .n = {4095}},
    {.rank = 1, .n = {4096}},
    {.rank = 1, .n = {5000}, .batch = 3, .interleaved = true},
    {.rank = 1, .n = {8192}, .batch = 4},
    {.rank = 1, .n = {10007}},
    {.rank = 1, .n = {10000}},
    {.rank = 1, .n = {11 * 13 * 128}},
    {.rank = 1, .n = {30030}},
    {.rank = 1, .n = {1 << 15}},
    {.rank = 1, .n = {65537}},
    {.rank = 1, .n = {3 * 5 * 7 * 1024}},
    {.rank = 1, .n = {1 << 18}},
    {.rank = 2, .n = {1, 1}},
    {.rank = 2, .n = {6, 17}},
    {.rank = 2, .n = {64, 96}},
    {.rank = 2, .n = {3, 4096}},
    {.rank = 2, .n = {16, 32}, .batch = 10},
    {.rank = 2, .n = {256, 64}, .batch = 3},
    {.rank = 2, .n = {8, 9}, .batch = 11, .interleaved = true},
    {.rank = 3, .n = {5, 16, 12}},
    {.rank = 3, .n = {4, 4, 2048}},
    {.rank = 3, .n = {32, 8, 34}, .batch = 2},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* A shape of one kind and precision: its transform with the batch as one more dimension of
 * the arrays, and options for it. */
struct trial {
    struct transform t;
    stet_dim dims[4]; /* the batch is the last */
    stet_options options;
    size_t in_bytes, out_bytes;
};

/* Row-major, the batch outside or inside; in place the rows of the real side are padded. */
static void lay_out(struct trial *r, const struct shape *s, enum side side, bool in_place)
{
    const ptrdiff_t batch = s->batch > 1 ? s->batch : 1;
    ptrdiff_t stride = s->interleaved ? batch : 1;
    for (int i = s->rank - 1; i >= 0; i--) {
        ptrdiff_t length = transform_length(&r->t, side, i);
        if (in_place && i == s->rank - 1 && !transform_is_complex(&r->t, side))
            length = 2 * (s->n[i] / 2 + 1);
        *(side == SIDE_IN ? &r->dims[i].in_stride : &r->dims[i].out_stride) = stride;
        stride *= length;
    }
    const size_t element = transform_real(&r->t) * (transform_is_complex(&r->t, side) ? 2 : 1);
    const size_t bytes = element * (size_t)(s->interleaved ? stride : stride * batch);
    *(side == SIDE_IN ? &r->dims[3].in_stride : &r->dims[3].out_stride) =
        s->interleaved ? 1 : stride;
    *(side == SIDE_IN ? &r->in_bytes : &r->out_bytes) = bytes;
}

static void make_trial(struct trial *r, const struct shape *s, stet_kind kind,
                       stet_precision precision, bool in_place)
{
    *r = (struct trial){.t = transform_1d(kind, precision, s->n[0])};
    r->t.rank = s->rank;
    r->t.norm = STET_NORM_ORTHO;
    if (kind == STET_C2C && s->n[0] % 3 == 0)
        r->t.direction = STET_INVERSE;
    memcpy(r->t.n, s->n, sizeof s->n);
    for (int i = 0; i < s->rank; i++)
        r->dims[i].n = s->n[i];
    r->dims[3].n = s->batch;
    lay_out(r, s, SIDE_IN, in_place);
    lay_out(r, s, SIDE_OUT, in_place);
    stet_dim unused[TRANSFORM_RANK];
    r->options = transform_options(&r->t, unused);
    r->options.dims = r->dims;
    r->options.batch_rank = s->batch > 1;
    r->options.batch = &r->dims[3];
}

static void *allocate(size_t size)
{
    void *block = calloc(size, 1);
    assert_non_null(block);
    return block;
}

static void *input_of(const struct trial *r, size_t room)
{
    void *in = allocate(room);
    generate_reals(in, r->t.precision, r->in_bytes / transform_real(&r->t), GENERATE_UNIFORM, 3);
    return in;
}

/* Bytes behind the workspace that must stay as they are. */
enum { BEHIND = 256, MARK = 0x5a };

static stet_plan *plan_of(const stet_options *options)
{
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, options), STET_OK);
    inside_least_points(plan, 1);
    return plan;
}

/* Run it in a workspace of the size that it asks for. */
static void run(const stet_plan *plan, const void *in, void *out)
{
    const size_t size = stet_plan_workspace(plan);
    char *work = allocate(size + BEHIND);
    memset(work, MARK, size + BEHIND);
    assert_int_equal(stet_execute_with(plan, in, out, work, size), STET_OK);
    for (size_t i = size; i < size + BEHIND; i++)
        assert_int_equal(work[i], MARK);
    free(work);
}

/* A plan made, divided as finely as can be, and run. */
static void run_options(const stet_options *options, const void *in, void *out)
{
    stet_plan *plan = plan_of(options);
    run(plan, in, out);
    stet_plan_destroy(plan);
}

static const struct {
    const char *name;
    stet_parallel_for *parallel;
} executors[] = {
    {"the pool", NULL}, {"backwards", parallel_reverse}, {"a thread each", parallel_threads}};

static const int thread_counts[] = {2, 3, 7, STET_THREADS_ALL};

/* Every executor and number of threads against one thread. */
static void check(const struct shape *s, stet_kind kind, stet_precision precision, bool in_place)
{
    struct trial r;
    make_trial(&r, s, kind, precision, in_place);
    const size_t room = r.in_bytes > r.out_bytes ? r.in_bytes : r.out_bytes;
    void *in = input_of(&r, room), *good = allocate(room), *out = allocate(room);
    memcpy(good, in, room); /* the padding of rows in place stays the same on both sides */
    stet_plan *plan = plan_of(&r.options);
    run(plan, in_place ? good : in, good);
    for (size_t i = 0; i < sizeof executors / sizeof *executors; i++)
        for (size_t k = 0; k < sizeof thread_counts / sizeof *thread_counts; k++) {
            memcpy(out, in, room);
            /* What stet_plan_create() does with the options: a new plan for each takes long. */
            inside_stages(plan)->executor =
                stet_executor_of(thread_counts[k], executors[i].parallel, NULL);
            stet_stages_divide(inside_stages(plan));
            inside_measure(plan);
            run(plan, in_place ? out : in, out);
            const size_t count = r.out_bytes / transform_real(&r.t);
            if (first_difference(out, good, precision, count) < count)
                fail_msg("kind %d precision %d rank %d n %td %td %td batch %td%s%s: %d threads, "
                         "%s, give other bits",
                         (int)kind, (int)precision, s->rank, s->n[0], s->n[1], s->n[2], s->batch,
                         s->interleaved ? " interleaved" : "", in_place ? " in place" : "",
                         thread_counts[k], executors[i].name);
        }
    stet_plan_destroy(plan);
    free(in), free(good), free(out);
}

static void test_bits(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (int i = 0; i < SHAPES; i++)
                check(&shapes[i], kind, precision, false);
}

/* One thread runs this array slab by slab; the plan of two threads has no slabs. */
static void test_slabs(void **state)
{
    const struct shape s = {.rank = 3, .n = {72, 32, 64}};
    (void)state;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision) {
            struct trial r;
            make_trial(&r, &s, kind, precision, false);
            void *in = input_of(&r, r.in_bytes);
            void *one = allocate(r.out_bytes), *two = allocate(r.out_bytes);
            run_options(&r.options, in, one);
            r.options.threads = 2;
            run_options(&r.options, in, two);
            const size_t count = r.out_bytes / transform_real(&r.t);
            assert_true(first_difference(one, two, precision, count) == count);
            free(in), free(one), free(two);
        }
}

static void test_bits_in_place(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (int i = 0; i < SHAPES; i++)
                if (kind == STET_C2C || !shapes[i].interleaved)
                    check(&shapes[i], kind, precision, true);
}

/* The tasks of one execution with three threads, as the library divides by itself. */
static int tasks_of(const struct shape *s, stet_kind kind)
{
    struct trial r;
    stet_plan *plan;
    int tasks = 0;
    make_trial(&r, s, kind, STET_F64, false);
    r.options.threads = 3;
    r.options.parallel = parallel_reverse;
    r.options.parallel_context = &tasks;
    void *in = input_of(&r, r.in_bytes), *out = allocate(r.out_bytes);
    assert_int_equal(stet_plan_create(&plan, &r.options), STET_OK);
    assert_int_equal(stet_execute(plan, in, out), STET_OK);
    stet_plan_destroy(plan);
    free(in), free(out);
    return tasks;
}

/* Large work is divided, or the tests above compare a thing with itself; small is not. */
static void test_divides(void **state)
{
    (void)state;
    const struct shape one = {.rank = 1, .n = {1 << 17}};
    const struct shape batch = {.rank = 1, .n = {64}, .batch = 1 << 11};
    const struct shape square = {.rank = 2, .n = {512, 512}};
    const struct shape images = {.rank = 2, .n = {16, 16}, .batch = 1 << 9};
    const struct shape small = {.rank = 1, .n = {4096}}, little = {.rank = 2, .n = {32, 64}};
    const bool vectors = stet_isa_in_use()->f64->lanes > 1;
    FOR_EACH_KIND (kind) {
        assert_int_equal(tasks_of(&batch, kind), 3);
        assert_int_equal(tasks_of(&square, kind), 6);
        assert_int_equal(tasks_of(&images, kind), 3);
        assert_int_equal(tasks_of(&small, kind), 0);
        assert_int_equal(tasks_of(&little, kind), 0);
        if (vectors)
            assert_true(tasks_of(&one, kind) >= 6);
    }
}

/* The workspace is reported for the threads there are. */
static void test_workspace(void **state)
{
    (void)state;
    struct trial r;
    const struct shape batch = {.rank = 1, .n = {4096}, .batch = 64};
    size_t size[3];
    make_trial(&r, &batch, STET_C2C, STET_F64, false);
    r.options.parallel = parallel_reverse;
    for (int i = 0; i < 3; i++) {
        static const int threads[] = {1, 2, 4};
        stet_plan *plan;
        r.options.threads = threads[i];
        assert_int_equal(stet_plan_create(&plan, &r.options), STET_OK);
        size[i] = stet_plan_workspace(plan);
        stet_plan_destroy(plan);
    }
    assert_true(size[0] < size[1] && size[1] < size[2]);
    assert_true(size[2] - size[1] == 2 * (size[1] - size[0]));
}

/* ------------------------------------------- the environment of a worker -- */

#if defined(__x86_64__)
#define FLUSH_TO_ZERO 0x8040u /* FTZ and DAZ */
static uint64_t get_environment(void) { return __builtin_ia32_stmxcsr(); }
static void set_environment(uint64_t e) { __builtin_ia32_ldmxcsr((unsigned)e); }
#elif defined(__aarch64__)
#define FLUSH_TO_ZERO (UINT64_C(1) << 24)
static uint64_t get_environment(void)
{
    uint64_t control;
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(control));
    return control;
}
static void set_environment(uint64_t e) { __asm__ __volatile__("msr fpcr, %0" : : "r"(e)); }
#endif

struct worker {
    pthread_t thread;
    stet_task *task;
    void *data;
    ptrdiff_t index;
    bool kept;
};

/* A thread that someone has set to flush to zero and to round upward. */
static void *work_flushing(void *argument)
{
    struct worker *w = argument;
    const uint64_t mine = get_environment() | FLUSH_TO_ZERO;
    set_environment(mine);
    w->task(w->data, w->index);
    w->kept = get_environment() == mine;
    return NULL;
}

static void parallel_flushing(void *context, ptrdiff_t count, stet_task *task, void *data)
{
    struct worker w[16];
    assert_in_range(count, 1, 16);
    for (ptrdiff_t i = 0; i < count; i++) {
        w[i] = (struct worker){.task = task, .data = data, .index = i};
        assert_int_equal(pthread_create(&w[i].thread, NULL, work_flushing, &w[i]), 0);
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        pthread_join(w[i].thread, NULL);
        *(int *)context += !w[i].kept;
    }
}

/* Subnormal numbers: a worker that flushes them gives zeros. */
static void test_environment(void **state)
{
    (void)state;
    const struct shape s[] = {{.rank = 1, .n = {1 << 15}},
                              {.rank = 2, .n = {64, 96}},
                              {.rank = 2, .n = {16, 16}, .batch = 8}};
    const uint64_t before = get_environment();
    FOR_EACH_PRECISION (precision)
        for (int i = 0; i < 3; i++) {
            struct trial r;
            int changed = 0;
            make_trial(&r, &s[i], STET_C2C, precision, false);
            void *in = allocate(r.in_bytes), *good = allocate(r.out_bytes);
            void *out = allocate(r.out_bytes);
            const size_t count = r.out_bytes / transform_real(&r.t);
            generate_reals(in, precision, count, GENERATE_SUBNORMAL, 5);
            run_options(&r.options, in, good);
            r.options.threads = 3;
            for (int own = 0; own < 2;
                 own++) { /* the pool, whose threads inherit the caller's; ours */
                r.options.parallel = own ? parallel_flushing : NULL;
                r.options.parallel_context = &changed;
                memset(out, 0, r.out_bytes);
                set_environment(before | FLUSH_TO_ZERO);
                run_options(&r.options, in, out);
                const uint64_t after = get_environment();
                set_environment(before);
                assert_int_equal(after, before | FLUSH_TO_ZERO);
                assert_int_equal(first_difference(out, good, precision, count), count);
                assert_int_equal(changed, 0);
            }
            free(in), free(good), free(out);
        }
}

/* --------------------------------------------- several users, and a child -- */

struct user {
    pthread_t thread;
    const stet_plan *plan;
    const struct trial *r;
    const void *in, *good;
    int bad;
};

static void *use(void *argument)
{
    struct user *u = argument;
    const size_t count = u->r->out_bytes / transform_real(&u->r->t);
    void *out = malloc(u->r->out_bytes);
    for (int i = 0; i < 5 && out; i++) {
        memset(out, 0, u->r->out_bytes);
        u->bad += stet_execute(u->plan, u->in, out) != STET_OK ||
                  first_difference(out, u->good, u->r->t.precision, count) < count;
    }
    u->bad += out == NULL;
    free(out);
    return NULL;
}

/* One plan of three threads in two threads of the caller's. */
static void test_users(void **state)
{
    (void)state;
    const struct shape s = {.rank = 1, .n = {1 << 16}};
    for (size_t i = 0; i < sizeof executors / sizeof *executors; i++) {
        struct trial r;
        struct user u[2];
        stet_plan *plan;
        make_trial(&r, &s, STET_C2C, STET_F32, false);
        void *in = input_of(&r, r.in_bytes), *good = allocate(r.out_bytes);
        run_options(&r.options, in, good);
        r.options.threads = 3;
        r.options.parallel = executors[i].parallel;
        assert_int_equal(stet_plan_create(&plan, &r.options), STET_OK);
        for (int k = 0; k < 2; k++) {
            u[k] = (struct user){.plan = plan, .r = &r, .in = in, .good = good};
            assert_int_equal(pthread_create(&u[k].thread, NULL, use, &u[k]), 0);
        }
        for (int k = 0; k < 2; k++) {
            pthread_join(u[k].thread, NULL);
            assert_int_equal(u[k].bad, 0);
        }
        stet_plan_destroy(plan);
        free(in), free(good);
    }
}

#ifndef STET_TEST_TSAN /* its runtime does not follow a fork of several threads */
/* Threads do not survive fork(): the child makes its own, and does not wait for those (the alarm
 * would end it). */
static void test_child(void **state)
{
    (void)state;
    const struct shape s = {.rank = 1, .n = {1 << 16}};
    struct trial r;
    int status;
    stet_plan *plan;
    make_trial(&r, &s, STET_C2C, STET_F32, false);
    void *in = input_of(&r, r.in_bytes), *good = allocate(r.out_bytes);
    r.options.threads = 3;
    assert_int_equal(stet_plan_create(&plan, &r.options), STET_OK);
    assert_int_equal(stet_execute(plan, in, good), STET_OK);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct user u = {.plan = plan, .r = &r, .in = in, .good = good};
        alarm(3000);
        use(&u);
        _exit(u.bad);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    stet_plan_destroy(plan);
    free(in), free(good);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),      cmocka_unit_test(test_bits_in_place),
        cmocka_unit_test(test_slabs),     cmocka_unit_test(test_divides),
        cmocka_unit_test(test_workspace), cmocka_unit_test(test_environment),
        cmocka_unit_test(test_users),
#ifndef STET_TEST_TSAN
        cmocka_unit_test(test_child),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
