/* SPDX-License-Identifier: Apache-2.0 */
/* What users of other FFTs on GPUs complained of, each as a test, on memory and queues of the
 * program's own: other bits in another batch, beside NaN, in another column, at another call;
 * output that nobody wrote. The bits expected are those of the CPU. STET_TEST_GPU: opencl, or cuda.
 */
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "gpu/queues.h"
#include "host/opencl_api.h"
#include "lib/generate.h"
#include "lib/transform.h"

static stet_gpu *gpu;
static bool is_cuda;

/* A plan with buffers for it, and one execution. */
struct trial {
    stet_gpu_plan *plan;
    void *queue, *in, *out, *work;
    size_t in_bytes, out_bytes;
};

static void check(int status)
{
    char reason[1000];
    stet_gpu_reason(reason, sizeof reason);
    if (status != STET_OK)
        fail_msg("%s: %s", stet_gpu_strerror(status), reason);
}

static struct trial begin(const stet_options *o, size_t in_bytes, size_t out_bytes)
{
    struct trial t = {.in_bytes = in_bytes, .out_bytes = out_bytes};
    check(stet_gpu_plan_create(&t.plan, gpu, o));
    t.queue = make_queue();
    t.in = make_buffer(in_bytes);
    t.out = make_buffer(out_bytes);
    t.work = make_buffer(stet_gpu_plan_workspace(t.plan) + 1);
    return t;
}

static void end(struct trial *t)
{
    release_buffer(t->in);
    release_buffer(t->out);
    release_buffer(t->work);
    release_queue(t->queue);
    stet_gpu_plan_destroy(t->plan);
}

/* The output is poison before. */
static void run(struct trial *t, const void *x, void *y)
{
    memset(y, 0xa5, t->out_bytes);
    write_to(t->queue, t->out, 0, y, t->out_bytes);
    write_to(t->queue, t->in, 0, x, t->in_bytes);
    check(execute_at(t->plan, t->queue, t->in, 0, t->out, 0, t->work));
    read_from(t->queue, t->out, 0, y, t->out_bytes);
}

static void fill(float *x, size_t count, unsigned seed)
{
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        x[i] = (float)(int)seed * 0x1p-31F;
    }
}

static stet_options options_of(stet_dim *dim, stet_dim *batch)
{
    stet_options o;
    stet_options_init(&o);
    o.precision = STET_F32;
    o.rank = 1;
    o.dims = dim;
    o.batch_rank = batch != NULL;
    o.batch = batch;
    return o;
}

static void same(const float *a, const float *b, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(a + i, b + i, sizeof *a) != 0 && !(isnan(a[i]) && isnan(b[i])))
            fail_msg("%s: number %zu is %a, not %a", what, i, (double)a[i], (double)b[i]);
}

/* ------------------------------------------------------------- complaints -- */

/* torchsynth#327: a batch of 128 differs from one of 32, 64 and 256. */
static void test_batches(void **state)
{
    (void)state;
    static const int counts[] = {1, 3, 32, 128, 1000};
    enum { N = 128, MOST = 1000 };
    float *x = malloc(MOST * 2 * N * sizeof *x), *y = malloc(MOST * 2 * N * sizeof *y);
    float *z = malloc(MOST * 2 * N * sizeof *z);
    fill(x, (size_t)MOST * 2 * N, 1);
    stet_dim dim = {N, 1, 1}, batch = {MOST, N, N};
    stet_options o = options_of(&dim, &batch);
    assert_int_equal(stet_transform(&o, x, z), STET_OK);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        batch.n = counts[i];
        const size_t bytes = (size_t)counts[i] * 2 * N * sizeof *x;
        struct trial t = begin(&o, bytes, bytes);
        run(&t, x, y);
        same(y, z, bytes / sizeof *y, "a batch");
        end(&t);
    }
    free(x);
    free(y);
    free(z);
}

/* pytorch#113956: rows of NaN come through in their neighbours. */
static void test_neighbours(void **state)
{
    (void)state;
    enum { N = 250, ROWS = 7 };
    static float x[2 * N * ROWS], y[2 * N * ROWS], z[2 * N * ROWS];
    stet_dim dim = {N, 1, 1}, batch = {ROWS, N, N};
    stet_options o = options_of(&dim, &batch);
    struct trial t = begin(&o, sizeof x, sizeof y);
    fill(x, 2 * N * ROWS, 2);
    assert_int_equal(stet_transform(&o, x, z), STET_OK);
    for (int bad = 0; bad < ROWS; bad++) {
        fill(x, 2 * N * ROWS, 2);
        for (int i = 0; i < 2 * N; i++)
            x[2 * N * bad + i] = i % 3 == 0 ? INFINITY : NAN;
        run(&t, x, y);
        for (int row = 0; row < ROWS; row++)
            if (row != bad)
                same(y + 2 * N * row, z + 2 * N * row, 2 * N, "a row beside NaN");
            else
                assert_true(isnan(y[2 * N * row]));
    }
    end(&t);
}

/* pytorch#58724: a second call leaves output unwritten; jax#12298: other values at each call, of
 * long transforms of awkward lengths. */
static void test_calls(void **state)
{
    (void)state;
    static const ptrdiff_t lengths[] = {7603, 1009, 4096, 1088};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        const ptrdiff_t n = lengths[l];
        const size_t bytes = 2 * (size_t)n * sizeof(float);
        float *x = malloc(bytes), *y = malloc(bytes), *z = malloc(bytes);
        stet_dim dim = {n, 1, 1};
        stet_options o = options_of(&dim, NULL);
        struct trial t = begin(&o, bytes, bytes);
        fill(x, 2 * (size_t)n, 3);
        assert_int_equal(stet_transform(&o, x, z), STET_OK);
        for (int call = 0; call < 12; call++) {
            run(&t, x, y);
            same(y, z, 2 * (size_t)n, "a call");
        }
        /* The second of two calls that nothing is between. */
        void *second = make_buffer(bytes);
        memset(y, 0xa5, bytes);
        write_to(t.queue, second, 0, y, bytes);
        check(execute_at(t.plan, t.queue, t.in, 0, t.out, 0, t.work));
        check(execute_at(t.plan, t.queue, t.in, 0, second, 0, t.work));
        read_from(t.queue, second, 0, y, bytes);
        same(y, z, 2 * (size_t)n, "the second call");
        release_buffer(second);
        stet_gpu_stats stats = {.size = sizeof stats};
        check(stet_gpu_plan_stats(t.plan, &stats));
        assert_int_equal(stats.executions, 14);
        assert_true(stats.launches > 0);
        end(&t);
        free(x);
        free(y);
        free(z);
    }
}

/* pytorch#77048: columns that are equal have unequal transforms. */
static void test_columns(void **state)
{
    (void)state;
    enum { N = 96, COLUMNS = 37 };
    static float x[2 * N * COLUMNS], y[2 * N * COLUMNS], one[2 * N], z[2 * N];
    stet_dim dim = {N, COLUMNS, COLUMNS}, batch = {COLUMNS, 1, 1}, alone = {N, 1, 1};
    stet_options o = options_of(&dim, &batch), p = options_of(&alone, NULL);
    fill(one, 2 * N, 4);
    for (int i = 0; i < N; i++)
        for (int c = 0; c < COLUMNS; c++)
            memcpy(&x[2 * (COLUMNS * i + c)], &one[2 * i], 2 * sizeof *x);
    assert_int_equal(stet_transform(&p, one, z), STET_OK);
    struct trial t = begin(&o, sizeof x, sizeof y);
    run(&t, x, y);
    for (int i = 0; i < N; i++)
        for (int c = 0; c < COLUMNS; c++)
            same(&y[2 * (COLUMNS * i + c)], &z[2 * i], 2, "a column");
    end(&t);
}

/* ----------------------------------------------------------------- primes -- */

static void compare_primes(stet_kind kind, stet_precision precision, ptrdiff_t n)
{
    enum { LINES = 3 };
    const struct transform shape = transform_1d(kind, precision, n);
    stet_dim dim;
    stet_options o = transform_options(&shape, &dim);
    const stet_dim batch = {LINES, transform_length(&shape, SIDE_IN, 0),
                            transform_length(&shape, SIDE_OUT, 0)};
    o.batch = &batch;
    o.batch_rank = 1;
    void *x = transform_alloc(&shape, SIDE_IN, LINES),
         *y = transform_alloc(&shape, SIDE_OUT, LINES);
    void *z = transform_alloc(&shape, SIDE_OUT, LINES);
    struct trial t = begin(&o, LINES * transform_bytes(&shape, SIDE_IN),
                           LINES * transform_bytes(&shape, SIDE_OUT));
    generate_reals(x, precision, LINES * transform_reals(&shape, SIDE_IN), GENERATE_UNIFORM, 1);
    assert_int_equal(stet_transform(&o, x, z), STET_OK);
    run(&t, x, y);
    if (memcmp(y, z, t.out_bytes) != 0)
        fail_msg("%td points, kind %d, precision %d", n, (int)kind, (int)precision);
    end(&t);
    free(x);
    free(y);
    free(z);
}

/* A direct step alone, before others and after a convolution; Rader's and Bluestein's methods; two
 * rough primes. */
static void test_primes(void **state)
{
    (void)state;
    compare_primes(STET_C2C, STET_F32, 31);
    compare_primes(STET_R2C, STET_F64, 61 * 13 * 4);
    compare_primes(STET_C2R, STET_F32, 2 * 17 * 131);
    compare_primes(STET_C2C, STET_F64, 263);
    compare_primes(STET_C2C, STET_F32, 257 * 131);
}

/* -------------------------------------------------------- queues, offsets -- */

/* Apart, then in place on another queue that waits for it: of OpenCL by an event. */
static void apart_and_in_place(const struct trial *t, void *other, size_t at)
{
    void *first = NULL, *second = NULL;
    if (is_cuda) {
        check(execute_at(t->plan, t->queue, t->in, at, t->out, at, t->work));
        finish_queue(t->queue);
        check(execute_at(t->plan, other, t->in, at, t->in, at, t->work));
        return;
    }
    check(stet_gpu_execute_cl(t->plan, t->queue, t->in, at, t->out, at, t->work, 0, NULL, &first));
    check(stet_gpu_execute_cl(t->plan, other, t->in, at, t->in, at, t->work, 1, &first, &second));
    assert_non_null(second);
    int32_t (*release)(stet_cl_object) = NULL;
    void *address = dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), "clReleaseEvent");
    memcpy(&release, &address, sizeof address);
    release(first);
    release(second);
}

static void test_offsets(void **state)
{
    (void)state;
    enum { N = 300, BEFORE = 24, AFTER = 8 };
    static float x[2 * N], y[2 * N], z[2 * N];
    unsigned char frame[BEFORE + sizeof x + AFTER];
    stet_dim dim = {N, 1, 1};
    stet_options o = options_of(&dim, NULL);
    struct trial t = begin(&o, sizeof frame, sizeof frame);
    fill(x, 2 * N, 5);
    assert_int_equal(stet_transform(&o, x, z), STET_OK);
    memset(frame, 0x5a, sizeof frame);
    write_to(t.queue, t.out, 0, frame, sizeof frame);
    write_to(t.queue, t.in, BEFORE, x, sizeof x);
    void *const other = make_queue();
    apart_and_in_place(&t, other, BEFORE);
    read_from(t.queue, t.out, 0, frame, sizeof frame);
    memcpy(y, frame + BEFORE, sizeof y);
    same(y, z, 2 * N, "at an offset");
    for (size_t i = 0; i < BEFORE; i++)
        assert_int_equal(frame[i], 0x5a);
    for (size_t i = 0; i < AFTER; i++)
        assert_int_equal(frame[BEFORE + sizeof x + i], 0x5a);
    finish_queue(other);
    read_from(other, t.in, BEFORE, y, sizeof y);
    same(y, z, 2 * N, "in place");
    release_queue(other);
    end(&t);
}

struct thread {
    const struct trial *shared;
    const float *x, *z;
    size_t count;
    int wrong;
};

static void *execute_often(void *data)
{
    struct thread *me = data;
    const size_t bytes = me->count * sizeof(float);
    float *y = malloc(bytes);
    enter_device();
    void *queue = make_queue(), *out = make_buffer(bytes);
    void *work = make_buffer(stet_gpu_plan_workspace(me->shared->plan) + 1);
    for (int i = 0; i < 10; i++) {
        memset(y, 0xa5, bytes);
        write_to(queue, out, 0, y, bytes);
        me->wrong +=
            execute_at(me->shared->plan, queue, me->shared->in, 0, out, 0, work) != STET_OK;
        read_from(queue, out, 0, y, bytes);
        me->wrong += memcmp(y, me->z, bytes) != 0;
    }
    release_buffer(out);
    release_buffer(work);
    release_queue(queue);
    free(y);
    return NULL;
}

/* One plan, four threads with queues and workspaces of their own. */
static void test_threads(void **state)
{
    (void)state;
    enum { N = 1500, THREADS = 4 };
    static float x[2 * N], z[2 * N];
    stet_dim dim = {N, 1, 1};
    stet_options o = options_of(&dim, NULL);
    struct trial t = begin(&o, sizeof x, sizeof x);
    struct thread thread[THREADS];
    pthread_t id[THREADS];
    fill(x, 2 * N, 6);
    assert_int_equal(stet_transform(&o, x, z), STET_OK);
    write_to(t.queue, t.in, 0, x, sizeof x);
    for (int i = 0; i < THREADS; i++) {
        thread[i] = (struct thread){&t, x, z, 2 * N, 0};
        assert_int_equal(pthread_create(&id[i], NULL, execute_often, &thread[i]), 0);
    }
    int wrong = 0;
    for (int i = 0; i < THREADS; i++) { /* all of them: they use what is here */
        void *failed;
        pthread_join(id[i], &failed);
        wrong += thread[i].wrong + (failed != NULL);
    }
    assert_int_equal(wrong, 0);
    end(&t);
}

/* ------------------------------------------------------------------ graphs -- */

/* What an execution enqueues, captured: the graph, launched on other inputs, has the bits of the
 * CPU. */
static void capture(const struct transform *shape)
{
    stet_dim dims[TRANSFORM_RANK];
    const stet_options o = transform_options(shape, dims);
    const size_t in = transform_bytes(shape, SIDE_IN), out = transform_bytes(shape, SIDE_OUT);
    void *x = transform_alloc(shape, SIDE_IN, 1), *y = transform_alloc(shape, SIDE_OUT, 1);
    void *z = transform_alloc(shape, SIDE_OUT, 1);
    struct trial t = begin(&o, in, out);
    begin_capture(t.queue);
    check(execute_at(t.plan, t.queue, t.in, 0, t.out, 0, t.work));
    void *const graph = end_capture(t.queue);
    if (graph == NULL)
        fail_msg("%td x %td: not all that an execution calls can be captured", shape->n[0],
                 shape->n[1]);
    for (uint64_t launch = 0; launch < 3; launch++) {
        generate_reals(x, o.precision, transform_reals(shape, SIDE_IN), GENERATE_UNIFORM, launch);
        assert_int_equal(transform_run(shape, x, z), STET_OK);
        memset(y, 0xa5, out);
        write_to(t.queue, t.out, 0, y, out);
        write_to(t.queue, t.in, 0, x, in);
        launch_graph(graph, t.queue);
        read_from(t.queue, t.out, 0, y, out);
        assert_memory_equal(y, z, out);
    }
    release_graph(graph);
    end(&t);
    free(x);
    free(y);
    free(z);
}

/* One pass, several, a convolution in one launch and in four, two dimensions, real ones. */
static void test_graph(void **state)
{
    (void)state;
    static const ptrdiff_t lengths[] = {64, 1 << 15, 1009, 7603};
    if (!is_cuda)
        skip();
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int kind = STET_C2C; kind <= STET_C2R; kind++) {
            struct transform shape = transform_1d(
                (stet_kind)kind, (lengths[i] + kind) % 2 ? STET_F64 : STET_F32, lengths[i]);
            capture(&shape);
            shape.rank = 2;
            shape.n[0] = 12;
            shape.n[1] = 10 + kind;
            capture(&shape);
        }
}

/* ------------------------------------------------- memory and experiments -- */

/* A plan on memory of ours and the device's own queue. */
static void run_own(stet_gpu_plan *plan, const void *x, void *y, size_t bytes)
{
    void *in, *out, *work = NULL;
    check(stet_gpu_alloc(gpu, bytes, &in));
    check(stet_gpu_alloc(gpu, bytes, &out));
    if (stet_gpu_plan_workspace(plan) > 0)
        check(stet_gpu_alloc(gpu, stet_gpu_plan_workspace(plan), &work));
    check(stet_gpu_write(gpu, in, x, bytes));
    check(stet_gpu_copy(gpu, out, in, bytes));
    check(stet_gpu_read(gpu, y, out, bytes));
    assert_memory_equal(x, y, bytes);
    check(execute_at(plan, stet_gpu_queue(gpu), in, 0, out, 0, work));
    check(stet_gpu_wait(gpu));
    check(stet_gpu_read(gpu, y, out, bytes));
    stet_gpu_free(gpu, in);
    stet_gpu_free(gpu, out);
    stet_gpu_free(gpu, work);
    stet_gpu_plan_destroy(plan);
}

static void test_experiments(void **state)
{
    (void)state;
    enum { N = 256 };
    float x[2 * N], y[2 * N], z[2 * N];
    stet_dim dim = {N, 1, 1};
    const stet_options o = options_of(&dim, NULL);
    stet_gpu_plan *plan;
    fill(x, 2 * N, 9);
    check(stet_gpu_plan_experiment(&plan, gpu, STET_GPU_STAGES, STET_F32, N));
    run_own(plan, x, y, sizeof x);
    assert_int_equal(stet_transform(&o, x, z), STET_OK);
    same(y, z, 2 * N, "stages");
    check(stet_gpu_plan_experiment(&plan, gpu, STET_GPU_DEFINITION, STET_F32, N));
    run_own(plan, x, y, sizeof x);
    for (int i = 0; i < 2 * N; i++)
        assert_true(fabsf(y[i] - z[i]) < 1e-3F);
    for (int i = 0; i < 2 * N; i++)
        x[i] = ldexpf(x[i], i % 60 - 20);
    for (int f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f++)
        for (int own = 0; own < 2; own++) {
            const int what = f - STET_TRIG_SIN + (own ? STET_GPU_OWN_SIN : STET_GPU_SIN);
            check(stet_gpu_plan_experiment(&plan, gpu, (stet_gpu_experiment)what, STET_F32, 2 * N));
            run_own(plan, x, y, sizeof x);
            assert_int_equal(stet_trig((stet_trig_function)f, STET_TRIG_CUDA13, 2 * N, x, z),
                             STET_OK);
            if (!own)
                same(y, z, 2 * N, "sines");
            for (int i = 0; i < 2 * N; i++)
                assert_true(fabsf(y[i] - z[i]) < 1e-5F);
        }
}

static void test_refusals(void **state)
{
    (void)state;
    stet_gpu_plan *plan = (stet_gpu_plan *)&plan;
    void *memory = &memory;
    char byte = 0;
    assert_int_equal(stet_gpu_plan_experiment(NULL, gpu, STET_GPU_SIN, STET_F32, 4), STET_E_NULL);
    assert_int_equal(stet_gpu_plan_experiment(&plan, NULL, STET_GPU_SIN, STET_F32, 4), STET_E_NULL);
    assert_null(plan);
    assert_int_equal(stet_gpu_plan_experiment(&plan, gpu, (stet_gpu_experiment)11, STET_F32, 4),
                     STET_E_FUNCTION);
    assert_int_equal(stet_gpu_plan_experiment(&plan, gpu, STET_GPU_SIN, STET_F64, 4),
                     STET_E_PRECISION);
    assert_int_equal(stet_gpu_plan_experiment(&plan, gpu, STET_GPU_COS, STET_F32, 0),
                     STET_E_LENGTH);
    assert_int_equal(stet_gpu_plan_experiment(&plan, gpu, STET_GPU_STAGES, STET_F32, 12),
                     STET_E_LENGTH);
    assert_int_equal(stet_gpu_plan_experiment(&plan, gpu, STET_GPU_DEFINITION, STET_BF16, 12),
                     STET_E_PRECISION);
    assert_int_equal(stet_gpu_alloc(gpu, 0, &memory), STET_E_LENGTH);
    assert_null(memory);
    assert_int_equal(stet_gpu_alloc(NULL, 8, &memory), STET_E_NULL);
    assert_int_equal(stet_gpu_alloc(gpu, 8, NULL), STET_E_NULL);
    assert_int_equal(stet_gpu_write(gpu, NULL, &byte, 1), STET_E_NULL);
    assert_int_equal(stet_gpu_read(gpu, &byte, NULL, 1), STET_E_NULL);
    assert_int_equal(stet_gpu_copy(NULL, &byte, &byte, 1), STET_E_NULL);
    assert_int_equal(stet_gpu_wait(NULL), STET_E_NULL);
    stet_gpu_free(gpu, NULL);
    assert_null(stet_gpu_context(NULL));
    assert_ptr_equal(stet_gpu_context(gpu), device_context());
    assert_ptr_equal(stet_gpu_device(gpu), device_id());
    /* What is no transform in place is none. */
    float x[8] = {0};
    check(stet_gpu_plan_experiment(&plan, gpu, STET_GPU_STAGES, STET_F32, 4));
    assert_int_equal(stet_gpu_execute_host(plan, x, x), STET_E_OVERLAP);
    stet_gpu_plan_destroy(plan);
}

/* What no kernel does, the CPU does, in its layout. */
static void test_cpu(void **state)
{
    (void)state;
    enum { N = 10, BATCH = 3 };
    static const stet_r2r_kind dct[] = {STET_DCT2};
    double x[BATCH * N], y[BATCH * N], z[BATCH * N];
    stet_gpu_stats stats = {.size = sizeof stats};
    stet_dim dim = {N, BATCH, BATCH}, batch = {BATCH, 1, 1};
    stet_options o = options_of(&dim, &batch);
    stet_gpu_plan *plan;
    o.kind = STET_R2R;
    o.r2r = dct;
    o.precision = STET_F64;
    for (int i = 0; i < BATCH * N; i++)
        x[i] = i * 7 % 11 - 0.25 * i;
    check(stet_gpu_plan_create(&plan, gpu, &o));
    assert_int_equal(stet_gpu_plan_workspace(plan), 0);
    check(stet_gpu_execute_host(plan, x, y));
    assert_int_equal(stet_transform(&o, x, z), STET_OK);
    assert_memory_equal(y, z, sizeof y);
    memcpy(y, x, sizeof y);
    check(stet_gpu_execute_host(plan, y, y));
    assert_memory_equal(y, z, sizeof y);
    check(stet_gpu_plan_stats(plan, &stats));
    assert_int_equal(stats.launches, 0);
    assert_int_equal(stats.cpu_transforms, 2 * BATCH);
    stet_gpu_plan_destroy(plan);
}

/* ------------------------------------------------------------------------ */

int main(void)
{
    const bool needed = getenv("STET_TEST_DEVICES") != NULL;
    const char *const api = getenv("STET_TEST_GPU");
    char why[1200];
    if (getenv("STET_TEST_REAL") != NULL && !needed) {
        puts("skipped: make test-gpu runs this");
        return 77;
    }
    is_cuda = api != NULL && strcmp(api, "cuda") == 0;
    if (!open_device(is_cuda ? STET_GPU_CUDA : STET_GPU_OPENCL, &gpu, why, sizeof why)) {
        printf("%s%s\n", needed ? "" : "skipped: ", why);
        return needed ? 1 : 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_batches),     cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_calls),       cmocka_unit_test(test_columns),
        cmocka_unit_test(test_primes),      cmocka_unit_test(test_offsets),
        cmocka_unit_test(test_threads),     cmocka_unit_test(test_graph),
        cmocka_unit_test(test_experiments), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_cpu),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_device(gpu);
    return failed;
}
