/* SPDX-License-Identifier: Apache-2.0 */
/* What goes wrong on a device has a status of its own with a text, leaves nothing behind, and a
 * plan that can be destroyed. On the made-up device (fake.h), by both APIs. */
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "gpu/fake.h"
#include "host/cuda_api.h"
#include "host/opencl_api.h"
#include "stet_gpu.h"

/* Of the made-up device. */
int cuDevicePrimaryCtxRetain(stet_cu_object *context, int device);
int cuDevicePrimaryCtxRelease_v2(int device);
int cuCtxPushCurrent_v2(stet_cu_object context);
int cuCtxPopCurrent_v2(stet_cu_object *context);

enum { POINTS = 32, BATCH = 3 };

static const stet_gpu_api apis[] = {STET_GPU_CUDA, STET_GPU_OPENCL};
enum { APIS = 2 };

static char reason[2000];

static const char *why(void)
{
    stet_gpu_reason(reason, sizeof reason);
    return reason;
}

static stet_options options_of(stet_level level, stet_dim *dim, stet_dim *batch)
{
    stet_options o;
    stet_options_init(&o);
    *dim = (stet_dim){POINTS, 1, 1};
    *batch = (stet_dim){BATCH, POINTS, POINTS};
    o.precision = STET_F32;
    o.level = level;
    o.rank = o.batch_rank = 1;
    o.dims = dim;
    o.batch = batch;
    return o;
}

/* No file is kept: each device compiles. */
static void no_cache(void) { setenv("STET_GPU_CACHE", "off", 1); }

/* Whether kernels do level correct yet; a test of it says if not. */
static bool has_correct(void)
{
    stet_gpu *gpu;
    stet_gpu_plan *plan;
    stet_dim dim, batch;
    const stet_options o = options_of(STET_LEVEL_CORRECT, &dim, &batch);
    no_cache();
    fake_reset();
    assert_int_equal(stet_gpu_open(&gpu, STET_GPU_CUDA, 0), STET_OK);
    const int status = stet_gpu_plan_create(&plan, gpu, &o);
    stet_gpu_plan_destroy(plan);
    stet_gpu_close(gpu);
    if (status == STET_GPU_E_TRANSFORM)
        print_message("skipped: no kernel does level correct yet\n");
    else
        assert_int_equal(status, STET_OK);
    return status == STET_OK;
}

/* ------------------------------------------------------------- each call -- */

static int act(stet_gpu_api api, stet_level level, bool *had_plan, int *again)
{
    float x[2 * POINTS * BATCH], y[2 * POINTS * BATCH];
    stet_dim dim, batch;
    const stet_options o = options_of(level, &dim, &batch);
    stet_gpu *gpu = (stet_gpu *)x;
    stet_gpu_plan *plan = (stet_gpu_plan *)x;
    *had_plan = false;
    for (int i = 0; i < 2 * POINTS * BATCH; i++)
        x[i] = (float)(i * 37 % 101 - 50);
    int status = stet_gpu_open(&gpu, api, 0);
    if (status != STET_OK) {
        assert_null(gpu);
        return status;
    }
    status = stet_gpu_plan_create(&plan, gpu, &o);
    if (status != STET_OK)
        assert_null(plan);
    *had_plan = status == STET_OK;
    if (status == STET_OK)
        status = stet_gpu_execute_host(plan, x, y);
    if (*had_plan)
        *again = stet_gpu_execute_host(plan, x, y);
    stet_gpu_plan_destroy(plan);
    stet_gpu_close(gpu);
    return status;
}

/* Every call of the driver fails once, for each of some reasons. */
static void each_call(stet_gpu_api api, stet_level level, int cuda_code, int opencl_code,
                      int expected)
{
    long call = 1;
    int unusable = 0;
    no_cache();
    for (;; call++) {
        bool had_plan;
        int again = 0;
        fake_reset();
        fake.fail_at = call;
        fake.cuda_code = cuda_code;
        fake.opencl_code = opencl_code;
        const int status = act(api, level, &had_plan, &again);
        /* A context that is gone while things are given back took them with it. */
        if (status == STET_OK && strcmp(fake_failed(), "cuCtxPushCurrent") == 0) {
            fake_forget();
            continue;
        }
        if (fake_alive() != 0)
            fail_msg("%s failed, call %ld, and %d objects are left", fake_failed(), call,
                     fake_alive());
        if (fake_failed()[0] == 0) { /* no such call any more */
            assert_int_equal(status, STET_OK);
            break;
        }
        const bool may_go_on = /* what only asks, or gives a binary to keep */
            strncmp(fake_failed(), "clGet", 5) == 0 || strcmp(fake_failed(), "cuInit") == 0;
        if (status == STET_OK) {
            if (!may_go_on && again == STET_OK)
                fail_msg("%s failed, call %ld, and nobody noticed", fake_failed(), call);
            continue;
        }
        if (strncmp(fake_failed(), "nvrtc", 5) != 0 && strncmp(fake_failed(), "clGet", 5) != 0 &&
            status != expected)
            fail_msg("%s gave %d, %s", fake_failed(), status, stet_gpu_strerror(status));
        assert_true(strlen(stet_gpu_strerror(status)) > 10);
        if (had_plan && again == STET_GPU_E_UNUSABLE)
            unusable++;
    }
    assert_true(call > 20);
    assert_true(unusable > 3);
}

static void test_each_call(void **state)
{
    (void)state;
    for (int a = 0; a < APIS; a++)
        for (int level = STET_LEVEL_NATIVE; level <= STET_LEVEL_CORRECT; level += 2) {
            const stet_level l = (stet_level)level;
            if (l == STET_LEVEL_CORRECT && !has_correct())
                continue;
            each_call(apis[a], l, STET_CU_ERROR_OUT_OF_MEMORY,
                      STET_CL_MEM_OBJECT_ALLOCATION_FAILURE, STET_GPU_E_MEMORY);
            each_call(apis[a], l, STET_CU_ERROR_LAUNCH_FAILED, STET_CL_DEVICE_NOT_AVAILABLE,
                      STET_GPU_E_LOST);
            each_call(apis[a], l, 801, -9999, STET_GPU_E_CALL);
        }
}

/* ---------------------------------------------------------- memory of the host -- */

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(STET_SANITIZED)
#define MALLOC_FAILS 1
/* What libstet_gpu asks for from malloc() and calloc(): those of the C library, but for one call.
 */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);

static struct {
    uintptr_t first, last; /* the code of libstet_gpu */
    long calls, fail_at;
    bool failed;
} heap;

static bool is_refused(const void *caller)
{
    const uintptr_t at = (uintptr_t)caller;
    if (heap.fail_at == 0 || at < heap.first || at >= heap.last || ++heap.calls != heap.fail_at)
        return false;
    heap.failed = true;
    return true;
}

void *malloc(size_t size)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

static int take_range(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    if (strstr(info->dlpi_name, "libstet_gpu.so") == NULL)
        return 0;
    heap.first = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD) {
            const uintptr_t at = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            heap.first = at < heap.first ? at : heap.first;
            heap.last = at + info->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

/* Each allocation of the host's memory fails once: STET_E_MEMORY, or the call does without. */
static void test_host_memory(void **state)
{
    (void)state;
    char folder[] = "/tmp/stet-gpu-errors-XXXXXX", command[200];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(dl_iterate_phdr(take_range, NULL), 1);
    for (int a = 0; a < APIS; a++)
        for (int level = STET_LEVEL_NATIVE; level <= STET_LEVEL_CORRECT; level += 2) {
            long short_of = 0;
            for (long call = 1;; call++) {
                bool had_plan;
                int again;
                setenv("STET_GPU_CACHE", folder, 1);
                fake_reset();
                heap.calls = 0;
                heap.failed = false;
                heap.fail_at = call;
                const int status = act(apis[a], (stet_level)level, &had_plan, &again);
                heap.fail_at = 0;
                assert_int_equal(fake_alive(), 0);
                if (!heap.failed)
                    break;
                short_of += status == STET_E_MEMORY;
                assert_true(status == STET_E_MEMORY || status == STET_OK);
            }
            assert_true(short_of > 4);
        }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}
#endif

/* --------------------------------------------------------------- devices -- */

/* No NVRTC: no device is opened, and the status says what is missing. The first test: once there,
 * it stays. */
static void test_no_compiler(void **state)
{
    (void)state;
    stet_gpu *gpu;
    char about[600];
    no_cache();
    setenv("STET_NVRTC", "/nowhere/libnvrtc.so", 1);
    fake_reset();
    assert_int_equal(stet_gpu_open(&gpu, STET_GPU_CUDA, 0), STET_GPU_E_COMPILER);
    assert_null(gpu);
    assert_non_null(strstr(why(), "/nowhere/libnvrtc.so"));
    stet_gpu_device_describe(STET_GPU_CUDA, 0, about, sizeof about);
    assert_non_null(strstr(about, "lacks: a compiler"));
    assert_int_equal(fake_alive(), 0);
    unsetenv("STET_NVRTC");
}

/* A context of the caller's: NULL is that of the thread, and a foreign one is refused. */
static void test_adopted(void **state)
{
    (void)state;
    stet_gpu *gpu;
    stet_cu_object context, before;
    no_cache();
    fake_reset();
    assert_int_equal(stet_gpu_adopt_cuda(&gpu, NULL), STET_GPU_E_CONTEXT);
    assert_null(gpu);
    assert_int_equal(stet_gpu_adopt_cuda(NULL, NULL), STET_E_NULL);
    assert_int_equal(stet_gpu_adopt_cuda(&gpu, &gpu), STET_GPU_E_CONTEXT);
    assert_int_equal(cuDevicePrimaryCtxRetain(&context, 0), 0);
    assert_int_equal(stet_gpu_adopt_cuda(&gpu, context), STET_OK);
    assert_ptr_equal(stet_gpu_context(gpu), context);
    stet_gpu_close(gpu);
    assert_int_equal(cuCtxPushCurrent_v2(context), 0);
    assert_int_equal(stet_gpu_adopt_cuda(&gpu, NULL), STET_OK);
    assert_ptr_equal(stet_gpu_context(gpu), context);
    stet_gpu_close(gpu);
    /* It is the caller's still, and current. */
    assert_int_equal(cuCtxPopCurrent_v2(&before), 0);
    assert_ptr_equal(before, context);
    assert_int_equal(fake_alive(), 1);
    assert_int_equal(cuDevicePrimaryCtxRelease_v2(0), 0);
    assert_int_equal(fake_alive(), 0);
}

static void test_counts(void **state)
{
    (void)state;
    int count = 7;
    char text[200];
    stet_gpu *gpu;
    fake_reset();
    assert_int_equal(stet_gpu_count((stet_gpu_api)3, &count), STET_GPU_E_API);
    assert_int_equal(count, 0);
    assert_int_equal(stet_gpu_count(STET_GPU_CUDA, NULL), STET_E_NULL);
    assert_int_equal(stet_gpu_open(NULL, STET_GPU_CUDA, 0), STET_E_NULL);
    assert_int_equal(stet_gpu_open(&gpu, (stet_gpu_api)0, 0), STET_GPU_E_API);
    for (int a = 0; a < APIS; a++) {
        assert_int_equal(stet_gpu_count(apis[a], &count), STET_OK);
        assert_int_equal(count, 1);
        assert_int_equal(stet_gpu_open(&gpu, apis[a], 1), STET_GPU_E_DEVICE);
        assert_non_null(strstr(why(), "has one device, number 0"));
        assert_int_equal(stet_gpu_open(&gpu, apis[a], -1), STET_GPU_E_DEVICE);
        stet_gpu_device_describe(apis[a], 0, text, sizeof text);
        assert_string_equal(text, "made-up device");
        assert_int_equal(stet_gpu_device_describe(apis[a], 1, text, sizeof text), 0);
    }
    assert_int_equal(fake_alive(), 0);
}

static void test_arithmetic(void **state)
{
    (void)state;
    char text[200];
    stet_gpu *gpu;
    no_cache();
    fake_reset();
    fake.lacks_fma = 1;
    assert_int_equal(stet_gpu_open(&gpu, STET_GPU_OPENCL, 0), STET_GPU_E_ARITHMETIC);
    assert_string_equal(why(), "made-up device lacks: fma");
    stet_gpu_device_describe(STET_GPU_OPENCL, 0, text, sizeof text);
    assert_string_equal(text, "made-up device\nlacks: fma");
    fake_reset();
    fake.capability = 61;
    assert_int_equal(stet_gpu_open(&gpu, STET_GPU_CUDA, 0), STET_GPU_E_ARITHMETIC);
    for (int a = 0; a < APIS; a++) {
        fake_reset();
        fake.wrong_bits = 1;
        assert_int_equal(stet_gpu_open(&gpu, apis[a], 0), STET_GPU_E_SELF_TEST);
        assert_non_null(strstr(why(), "other bits"));
        assert_int_equal(fake_alive(), 0);
    }
}

/* Without double: f32 of level native, and the rest is refused. */
static void test_no_double(void **state)
{
    (void)state;
    stet_gpu *gpu;
    stet_gpu_plan *plan;
    stet_dim dim, batch;
    stet_options o = options_of(STET_LEVEL_NATIVE, &dim, &batch);
    fake_reset();
    fake.has_no_f64 = 1;
    assert_int_equal(stet_gpu_open(&gpu, STET_GPU_OPENCL, 0), STET_OK);
    assert_int_equal(stet_gpu_plan_create(&plan, gpu, &o), STET_OK);
    stet_gpu_plan_destroy(plan);
    o.precision = STET_F64;
    assert_int_equal(stet_gpu_plan_create(&plan, gpu, &o), STET_GPU_E_TRANSFORM);
    assert_non_null(strstr(why(), "double"));
    stet_gpu_close(gpu);
    assert_int_equal(fake_alive(), 0);
}

/* A device that is newer than the compiler gets PTX; one that is older than all it knows, nothing.
 */
static void test_architectures(void **state)
{
    (void)state;
    stet_gpu *gpu;
    no_cache();
    fake_reset();
    fake.capability = 120;
    assert_int_equal(stet_gpu_open(&gpu, STET_GPU_CUDA, 0), STET_OK);
    stet_gpu_close(gpu);
    assert_int_equal(fake_alive(), 0);
}

/* ------------------------------------------------------------------ cache -- */

static int compile_with(const char *folder, char *about, size_t size)
{
    stet_gpu *gpu;
    setenv("STET_GPU_CACHE", folder, 1);
    fake_reset();
    assert_int_equal(stet_gpu_open(&gpu, STET_GPU_CUDA, 0), STET_OK);
    stet_gpu_describe(gpu, about, size);
    stet_gpu_close(gpu);
    assert_int_equal(fake_alive(), 0);
    return fake_compiled();
}

static void test_cache(void **state)
{
    (void)state;
    char folder[] = "/tmp/stet-gpu-errors-XXXXXX", about[2000], command[200];
    assert_non_null(mkdtemp(folder));
    const int first = compile_with(folder, about, sizeof about);
    assert_true(first > 0);
    assert_null(strstr(about, "damaged"));
    assert_int_equal(compile_with(folder, about, sizeof about), 0);
    /* Half of each file is gone: they are compiled again, and it is said. */
    snprintf(command, sizeof command, "for f in %s/*; do truncate -s 100 \"$f\"; done", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(compile_with(folder, about, sizeof about), first);
    assert_non_null(strstr(about, "damaged file"));
    assert_int_equal(compile_with(folder, about, sizeof about), 0);
    /* Another compiler, another file: none of these would do for another architecture. */
    setenv("STET_GPU_CACHE", folder, 1);
    fake_reset();
    fake.capability = 80;
    stet_gpu *gpu;
    assert_int_equal(stet_gpu_open(&gpu, STET_GPU_CUDA, 0), STET_OK);
    assert_int_equal(fake_compiled(), first);
    stet_gpu_close(gpu);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* ------------------------------------------------- arrays, streams, queues -- */

struct cuda_run {
    stet_gpu *gpu;
    stet_gpu_plan *plan;
    struct fake_block *in, *out, *work;
    size_t bytes;
};

static struct cuda_run begin_cuda(stet_level level)
{
    struct cuda_run r = {.bytes = 2 * sizeof(float) * POINTS * BATCH};
    stet_dim dim, batch;
    const stet_options o = options_of(level, &dim, &batch);
    no_cache();
    fake_reset();
    assert_int_equal(stet_gpu_open(&r.gpu, STET_GPU_CUDA, 0), STET_OK);
    assert_int_equal(stet_gpu_plan_create(&r.plan, r.gpu, &o), STET_OK);
    r.in = fake_allocate(r.bytes);
    r.out = fake_allocate(r.bytes);
    r.work = fake_allocate(stet_gpu_plan_workspace(r.plan) + 1);
    for (int i = 0; i < 2 * POINTS * BATCH; i++)
        ((float *)(void *)r.in->at)[i] = (float)(i * 11 % 17);
    return r;
}

static void end_cuda(struct cuda_run *r)
{
    fake_release(r->in);
    fake_release(r->out);
    fake_release(r->work);
    stet_gpu_plan_destroy(r->plan);
    stet_gpu_close(r->gpu);
    assert_int_equal(fake_alive(), 0);
}

static void test_cuda_arrays(void **state)
{
    (void)state;
    struct cuda_run r = begin_cuda(STET_LEVEL_NATIVE);
    struct fake_object *foreign = fake_make("stream of another context");
    char host[64];
    assert_int_equal(stet_gpu_execute(NULL, r.in->at, r.out->at, r.work->at, NULL), STET_E_NULL);
    assert_int_equal(stet_gpu_execute(r.plan, NULL, r.out->at, r.work->at, NULL), STET_E_NULL);
    assert_int_equal(stet_gpu_execute(r.plan, host, r.out->at, r.work->at, NULL),
                     STET_GPU_E_POINTER);
    assert_non_null(strstr(why(), "CUDA does not know the pointer"));
    assert_int_equal(stet_gpu_execute(r.plan, r.in->at, r.out->at + 8, r.work->at, NULL),
                     STET_GPU_E_POINTER);
    assert_non_null(strstr(why(), "are needed"));
    assert_int_equal(stet_gpu_execute(r.plan, r.in->at, r.out->at, r.work->at, foreign),
                     STET_GPU_E_CONTEXT);
    assert_int_equal(
        stet_gpu_execute_cl(r.plan, host, r.in->at, 0, r.out->at, 0, r.work->at, 0, NULL, NULL),
        STET_GPU_E_API);
    /* None of these was the plan's fault. */
    assert_int_equal(stet_gpu_execute(r.plan, r.in->at, r.out->at, r.work->at, NULL), STET_OK);
    float expected[2 * POINTS * BATCH];
    stet_dim dim, batch;
    const stet_options o = options_of(STET_LEVEL_NATIVE, &dim, &batch);
    assert_int_equal(stet_transform(&o, r.in->at, expected), STET_OK);
    assert_memory_equal(r.out->at, expected, sizeof expected);
    assert_int_equal(stet_gpu_execute(r.plan, r.in->at, r.in->at, r.work->at, NULL), STET_OK);
    assert_memory_equal(r.in->at, expected, sizeof expected);
    fake_drop(foreign);
    end_cuda(&r);
}

/* Two arrays in one block that share a number. */
static void test_cuda_overlap(void **state)
{
    (void)state;
    struct cuda_run r = begin_cuda(STET_LEVEL_NATIVE);
    struct fake_block *both = fake_allocate(2 * r.bytes);
    assert_int_equal(stet_gpu_execute(r.plan, both->at, both->at + r.bytes - 8, r.work->at, NULL),
                     STET_E_OVERLAP);
    assert_int_equal(stet_gpu_execute(r.plan, both->at, both->at + r.bytes, r.work->at, NULL),
                     STET_OK);
    fake_release(both);
    end_cuda(&r);
}

static void test_cuda_correct(void **state)
{
    (void)state;
    if (!has_correct())
        return;
    struct cuda_run r = begin_cuda(STET_LEVEL_CORRECT);
    assert_true(stet_gpu_plan_workspace(r.plan) > 0);
    assert_int_equal(stet_gpu_execute(r.plan, r.in->at, r.out->at, NULL, NULL), STET_E_WORKSPACE);
    fake.capturing = 1;
    assert_int_equal(stet_gpu_execute(r.plan, r.in->at, r.out->at, r.work->at, NULL),
                     STET_GPU_E_CAPTURE);
    fake.capturing = 0;
    assert_int_equal(stet_gpu_execute(r.plan, r.in->at, r.out->at, r.work->at, NULL), STET_OK);
    /* A tone on a bin, in place: rational numbers, whoever decides them. */
    float x[2 * POINTS * BATCH], expected[2 * POINTS * BATCH];
    for (int i = 0; i < 2 * POINTS * BATCH; i++)
        x[i] = i % 4 == 0 ? 1 : 0.3F;
    memcpy(r.in->at, x, sizeof x);
    stet_dim dim, batch;
    const stet_options o = options_of(STET_LEVEL_CORRECT, &dim, &batch);
    assert_int_equal(stet_transform(&o, x, expected), STET_OK);
    assert_int_equal(stet_gpu_execute(r.plan, r.in->at, r.in->at, r.work->at, NULL), STET_OK);
    assert_memory_equal(r.in->at, expected, sizeof expected);
    end_cuda(&r);
}

/* What double leaves of level correct is decided in rounds on the device: a batch of three, whose
 * first and last are constant, so that nearly all of their numbers are zeros. */
enum { ROWS = 45, COLUMNS = 51, PLANE = ROWS * COLUMNS };

static int act_rounds(stet_gpu_api api, long fail_at, const char *only, int code,
                      stet_gpu_stats *stats, long *calls, float *y)
{
    static float x[2 * PLANE * BATCH];
    const stet_dim dims[] = {{ROWS, COLUMNS, COLUMNS}, {COLUMNS, 1, 1}};
    const stet_dim batch = {BATCH, PLANE, PLANE};
    stet_options o;
    stet_gpu *gpu;
    stet_gpu_plan *plan;
    stet_options_init(&o);
    o.precision = STET_F32;
    o.level = STET_LEVEL_CORRECT;
    o.rank = 2;
    o.dims = dims;
    o.batch = &batch;
    o.batch_rank = 1;
    for (int i = 0; i < 2 * PLANE * BATCH; i++)
        x[i] = i / (2 * PLANE) == 1 ? (float)(i * 37L % 101 * 29 % 103) : 0.3F;
    no_cache();
    fake_reset();
    assert_int_equal(stet_gpu_open(&gpu, api, 0), STET_OK);
    assert_int_equal(stet_gpu_plan_create(&plan, gpu, &o), STET_OK);
    stats->size = sizeof *stats;
    assert_int_equal(stet_gpu_plan_stats(plan, stats), STET_OK);
    const int before = stats->compiled;
    fake_reset();
    fake.fail_at = fail_at;
    fake.only = only;
    fake.cuda_code = fake.opencl_code = code;
    const int status = stet_gpu_execute_host(plan, x, y);
    *calls = fake_calls();
    assert_int_equal(stet_gpu_plan_stats(plan, stats), STET_OK);
    stats->compiled -= before;
    if (status == STET_OK && fail_at == 0) {
        float *want = malloc(sizeof x);
        assert_int_equal(stet_transform(&o, x, want), STET_OK);
        assert_memory_equal(y, want, sizeof x);
        free(want);
    }
    stet_gpu_plan_destroy(plan);
    stet_gpu_close(gpu);
    return status;
}

static void test_rounds(void **state)
{
    static float first[2 * PLANE * BATCH], y[2 * PLANE * BATCH];
    stet_gpu_stats stats;
    long calls, some;
    (void)state;
    for (int a = 0; a < APIS; a++) {
        const bool is_cuda = apis[a] == STET_GPU_CUDA;
        const int lost = is_cuda ? STET_CU_ERROR_LAUNCH_FAILED : STET_CL_DEVICE_NOT_AVAILABLE;
        assert_int_equal(act_rounds(apis[a], 0, NULL, 0, &stats, &calls, first), STET_OK);
        assert_int_equal(stats.cpu_transforms, 0);
        assert_true(stats.compiled >= 4);
        assert_int_equal(fake_alive(), 0);
        /* Without a compiler by then the CPU does it. */
        assert_int_equal(act_rounds(apis[a], 1, is_cuda ? "nvrtcCompile" : "clBuildProgram",
                                    is_cuda ? 6 : -11, &stats, &some, y),
                         STET_OK);
        assert_int_equal(stats.cpu_transforms, 2);
        assert_int_equal(stats.compiled, 0);
        assert_memory_equal(y, first, sizeof y);
        assert_int_equal(fake_alive(), 0);
        /* The device is lost in the round, or while things are given back. */
        int seen = 0;
        for (long call = calls - 16; call <= calls; call += 3) {
            const int status = act_rounds(apis[a], call, NULL, lost, &stats, &some, y);
            if (status == STET_OK)
                fake_forget();
            else if (status != STET_GPU_E_LOST || fake_alive() != 0)
                fail_msg("%s gave %d, %s", fake_failed(), status, stet_gpu_strerror(status));
            seen += status != STET_OK;
        }
        assert_true(seen > 1);
    }
}

static void test_opencl_arrays(void **state)
{
    (void)state;
    int32_t code;
    stet_gpu *gpu;
    stet_gpu_plan *plan;
    stet_dim dim, batch;
    const stet_options o = options_of(STET_LEVEL_NATIVE, &dim, &batch);
    const size_t bytes = 2 * sizeof(float) * POINTS * BATCH;
    fake_reset();
    no_cache();
    void *device, *event = NULL;
    uint32_t n;
    stet_cl_object id;
    /* The functions of the made-up library, as a program that adopts would call them. */
    stet_cl_object clCreateContext(const intptr_t *, uint32_t, const stet_cl_object *, void *,
                                   void *, int32_t *);
    stet_cl_object clCreateCommandQueue(stet_cl_object, stet_cl_object, uint64_t, int32_t *);
    stet_cl_object clCreateBuffer(stet_cl_object, uint64_t, size_t, void *, int32_t *);
    int32_t clGetDeviceIDs(stet_cl_object, uint64_t, uint32_t, stet_cl_object *, uint32_t *);
    int32_t clReleaseContext(stet_cl_object);
    int32_t clReleaseCommandQueue(stet_cl_object);
    int32_t clReleaseMemObject(stet_cl_object);
    assert_int_equal(clGetDeviceIDs(NULL, 0xFFFFFFFF, 1, &id, &n), 0);
    device = id;
    stet_cl_object context = clCreateContext(NULL, 1, &id, NULL, NULL, &code);
    stet_cl_object other = clCreateContext(NULL, 1, &id, NULL, NULL, &code);
    stet_cl_object queue = clCreateCommandQueue(context, id, 0, &code);
    stet_cl_object other_queue = clCreateCommandQueue(other, id, 0, &code);
    stet_cl_object in = clCreateBuffer(context, 1, bytes + 64, NULL, &code);
    stet_cl_object out = clCreateBuffer(context, 1, bytes, NULL, &code);
    stet_cl_object foreign = clCreateBuffer(other, 1, bytes, NULL, &code);
    assert_int_equal(stet_gpu_adopt_opencl(&gpu, context, queue), STET_GPU_E_CONTEXT);
    assert_int_equal(stet_gpu_adopt_opencl(&gpu, NULL, device), STET_E_NULL);
    assert_int_equal(stet_gpu_adopt_opencl(&gpu, context, device), STET_OK);
    assert_int_equal(stet_gpu_plan_create(&plan, gpu, &o), STET_OK);
    stet_cl_object work =
        clCreateBuffer(context, 1, stet_gpu_plan_workspace(plan) + 1, NULL, &code);
#define EXECUTE(q, i, io, u, uo, w) stet_gpu_execute_cl(plan, q, i, io, u, uo, w, 0, NULL, &event)
    assert_int_equal(EXECUTE(other_queue, in, 0, out, 0, work), STET_GPU_E_CONTEXT);
    assert_int_equal(EXECUTE(queue, foreign, 0, out, 0, work), STET_GPU_E_POINTER);
    assert_int_equal(EXECUTE(queue, in, 0, out, 8, work), STET_GPU_E_POINTER);
    assert_int_equal(EXECUTE(queue, in, 72, out, 0, work), STET_GPU_E_POINTER);
    assert_int_equal(EXECUTE(queue, in, 0, in, 64, work), STET_E_OVERLAP);
    fake.out_of_order = 1;
    assert_int_equal(EXECUTE(queue, in, 0, out, 0, work), STET_GPU_E_CONTEXT);
    assert_non_null(strstr(why(), "in-order"));
    fake.out_of_order = 0;
    assert_int_equal(stet_gpu_execute(plan, in, out, work, NULL), STET_GPU_E_API);
    assert_null(event);
    assert_int_equal(EXECUTE(queue, in, 64, out, 0, work), STET_OK);
    assert_non_null(event);
    fake_drop((struct fake_object *)event);
    stet_gpu_plan_destroy(plan);
    stet_gpu_close(gpu);
    clReleaseMemObject(in), clReleaseMemObject(out), clReleaseMemObject(foreign);
    clReleaseMemObject(work);
    clReleaseCommandQueue(queue), clReleaseCommandQueue(other_queue);
    clReleaseContext(context), clReleaseContext(other);
    assert_int_equal(fake_alive(), 0);
}

/* -------------------------------------------------------------------- text -- */

static void test_texts(void **state)
{
    (void)state;
    for (int s = STET_GPU_E_CAPTURE; s <= STET_GPU_E_API; s++) {
        const char *text = stet_gpu_strerror(s);
        assert_string_not_equal(text, "unknown status");
        assert_null(strchr(text, '\n'));
        for (int other = s + 1; other <= STET_GPU_E_API; other++)
            assert_string_not_equal(text, stet_gpu_strerror(other));
    }
    assert_string_equal(stet_gpu_strerror(STET_E_STRIDE), stet_strerror(STET_E_STRIDE));
    assert_string_equal(stet_gpu_strerror(-999), "unknown status");
    char cut[5];
    stet_gpu *gpu;
    assert_int_equal(stet_gpu_open(&gpu, STET_GPU_CUDA, 99), STET_GPU_E_DEVICE);
    const size_t length = stet_gpu_reason(NULL, 0);
    assert_true(length > 10);
    assert_int_equal(stet_gpu_reason(cut, sizeof cut), length);
    assert_string_equal(cut, "CUDA");
    assert_int_equal(stet_gpu_describe(NULL, cut, sizeof cut), 0);
    assert_string_equal(cut, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_compiler),  cmocka_unit_test(test_adopted),
#if defined(MALLOC_FAILS)
        cmocka_unit_test(test_host_memory),
#endif
        cmocka_unit_test(test_counts),       cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_no_double),    cmocka_unit_test(test_architectures),
        cmocka_unit_test(test_cache),        cmocka_unit_test(test_cuda_arrays),
        cmocka_unit_test(test_cuda_overlap), cmocka_unit_test(test_cuda_correct),
        cmocka_unit_test(test_rounds),       cmocka_unit_test(test_opencl_arrays),
        cmocka_unit_test(test_texts),        cmocka_unit_test(test_each_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
