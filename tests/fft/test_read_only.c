/* SPDX-License-Identifier: Apache-2.0 */
/* Plans are immutable: all memory that stands behind one is read-only while it is executed, for
 * every level and kind, by one thread and by several, and for what a level treats differently:
 * noise, structure, numbers far apart, what is not finite. Two blocks may change, in one way each:
 *   the stet_plan, of which `left` alone
 *   the list of the tables of level correct that are made when they are first needed (limb_fft.h)
 * Linked with --wrap=aligned_alloc, free and stet_limb_tables_create: what a plan asks for has
 * pages of its own. */
#define _DEFAULT_SOURCE
#include "lib/check.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "correct/correct.h"
#include "lib/inside.h"
#include "stet_conv.h"

/* ----------------------------------------------------------------- memory -- */

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);
stet_limb_tables *__real_stet_limb_tables_create(const stet_correct_kernels *kernels);
stet_limb_tables *__wrap_stet_limb_tables_create(const stet_correct_kernels *kernels);

enum { BLOCKS = 4096, PAGE = 65536 };

static struct block {
    char *mapped, *at;
    size_t size; /* mapped */
    int is_list; /* of those tables */
} blocks[BLOCKS];
static int block_count;
static int is_making; /* a plan: its memory is of these blocks */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    if (!is_making)
        return __real_aligned_alloc(alignment, size);
    const size_t whole = (size + alignment + PAGE - 1) / PAGE * PAGE;
    char *mapped = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    pthread_mutex_lock(&lock);
    assert_true(block_count < BLOCKS);
    char *at = mapped + (-(uintptr_t)mapped & (alignment - 1));
    blocks[block_count++] = (struct block){mapped, at, whole, 0};
    pthread_mutex_unlock(&lock);
    return at;
}

void __wrap_free(void *block)
{
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < block_count && blocks[i].at != block)
        i++;
    const int is_ours = i < block_count;
    if (is_ours) {
        munmap(blocks[i].mapped, blocks[i].size);
        blocks[i] = blocks[--block_count];
    }
    pthread_mutex_unlock(&lock);
    if (!is_ours)
        __real_free(block);
}

stet_limb_tables *__wrap_stet_limb_tables_create(const stet_correct_kernels *kernels)
{
    stet_limb_tables *list = __real_stet_limb_tables_create(kernels);
    for (int i = 0; i < block_count; i++)
        blocks[i].is_list |= blocks[i].at == (char *)list;
    return list;
}

/* All blocks but those lists, and this one. */
static void protect(const void *self)
{
    for (int i = 0; i < block_count; i++)
        if (blocks[i].at != self && !blocks[i].is_list)
            assert_int_equal(mprotect(blocks[i].mapped, blocks[i].size, PROT_READ), 0);
}

static void unprotect(void)
{
    for (int i = 0; i < block_count; i++)
        assert_int_equal(mprotect(blocks[i].mapped, blocks[i].size, PROT_READ | PROT_WRITE), 0);
}

static char doing[200]; /* for whoever reads why the program ended */

static void on_fault(int number)
{
    static const char text[] =
        "\nwritten to while it was executed: the memory of the plan of\n    ";
    (void)number;
    if (write(2, text, sizeof text - 1) < 0 || write(2, doing, strlen(doing)) < 0 ||
        write(2, "\n", 1) < 0)
        _exit(2);
    _exit(1);
}

/* ------------------------------------------------------------------- data -- */

enum data { NOISE, CONSTANT, TONE, FAR_APART, INFINITE, DATA };

/* As complex numbers; of real ones any. */
static double number_of(enum data data, size_t i, size_t n, double noise)
{
    const double angle = 6.283185307179586 * 5 * (double)(i / 2 % n) / (double)n;
    switch (data) {
    case CONSTANT: return i % 2 ? 0 : 0.75;
    case TONE: return i % 2 ? sin(angle) : cos(angle);
    case FAR_APART: return ldexp(noise, -(int)(i * 37 % 90));
    case INFINITE: return i == 3 ? (double)INFINITY : noise;
    default: return noise;
    }
}

static void fill(const struct transform *t, void *x, size_t reals, enum data data)
{
    double *noise = calloc(reals, sizeof *noise);
    assert_non_null(noise);
    generate_reals(noise, STET_F64, reals, GENERATE_UNIFORM, (uint64_t)data + 1);
    generate_reals(x, t->precision, reals, GENERATE_UNIFORM, (uint64_t)data + 1);
    for (size_t i = 0; i < reals && data != NOISE; i++) {
        const double v = number_of(data, i, (size_t)t->n[t->rank - 1], noise[i]);
        if (t->precision == STET_F32)
            ((float *)x)[i] = (float)v;
        if (t->precision == STET_F64)
            ((double *)x)[i] = v;
    }
    free(noise);
}

/* ------------------------------------------------------------------ plans -- */

static int executed;

/* cmocka has handlers of its own, which know less. */
static void catch_faults(void)
{
    const struct sigaction fault = {.sa_handler = on_fault};
    sigaction(SIGSEGV, &fault, NULL);
    sigaction(SIGBUS, &fault, NULL);
}

/* Two executions: with a workspace of the caller's, and with one that is left in the plan. */
static void execute(stet_plan *plan, const void *in, void *out)
{
    const size_t size = stet_plan_workspace(plan);
    void *work = malloc(size);
    struct stet_plan before;
    assert_non_null(work);
    memcpy(&before, plan, sizeof before);
    protect(NULL);
    stet_status status = stet_execute_with(plan, in, out, work, size);
    assert_true(status == STET_OK || status == STET_E_HALF_RANGE);
    unprotect();
    protect(plan);
    status = stet_execute(plan, in, out);
    assert_true(status == STET_OK || status == STET_E_HALF_RANGE);
    unprotect();
    atomic_store(&before.left, atomic_load(&plan->left));
    assert_memory_equal(&before, plan, sizeof before);
    free(work);
    executed++;
}

static stet_plan *make(const stet_options *o)
{
    stet_plan *plan;
    is_making = 1;
    const stet_status status = stet_plan_create(&plan, o);
    is_making = 0;
    if (status)
        assert_null(plan);
    return plan;
}

/* Several of the transform, one after the other; all data. Levels that have it not are left out. */
static void check(const struct transform *t, int threads)
{
    enum { COUNT = 3 };
    stet_dim dims[TRANSFORM_RANK], batch = {COUNT, 0, 0};
    stet_options o = transform_options(t, dims);
    const size_t in_reals = transform_reals(t, SIDE_IN), out_reals = transform_reals(t, SIDE_OUT);
    batch.in_stride = (ptrdiff_t)in_reals / (transform_is_complex(t, SIDE_IN) ? 2 : 1);
    batch.out_stride = (ptrdiff_t)out_reals / (transform_is_complex(t, SIDE_OUT) ? 2 : 1);
    o.batch_rank = 1;
    o.batch = &batch;
    o.threads = threads;
    snprintf(doing, sizeof doing,
             "level %d, kind %d, precision %d, mode %d, rank %d, n %td, %d threads", (int)t->level,
             (int)t->kind, (int)t->precision, (int)t->half_mode, t->rank, t->n[0], threads);
    stet_plan *plan = make(&o);
    if (!plan)
        return;
    void *in = transform_alloc(t, SIDE_IN, COUNT), *out = transform_alloc(t, SIDE_OUT, COUNT);
    /* No other level has ways that depend on the data. */
    const int all = t->level == STET_LEVEL_CORRECT && t->precision <= STET_F64 ? DATA : NOISE + 1;
    for (int data = NOISE; data < all; data++) {
        fill(t, in, COUNT * in_reals, (enum data)data);
        execute(plan, in, out);
    }
    stet_plan_destroy(plan);
    free(in), free(out);
}

static void check_lengths(struct transform t)
{
    static const ptrdiff_t lengths[] = {1, 12, 64, 128, 202, 254, 120, 1024};
    const size_t step = t.kind == STET_R2R ? 4 : 1;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i += step) {
        t.rank = 1;
        t.n[0] = lengths[i];
        check(&t, 0);
    }
    t.n[0] = 32768; /* divided among threads */
    if (t.level == STET_LEVEL_NATIVE)
        check(&t, 3);
    t.n[0] = 8192; /* lines of a batch at once */
    if (t.kind != STET_R2R)
        check(&t, 3);
    t.rank = 2;
    t.n[0] = 24;
    t.n[1] = 10;
    check(&t, 3);
}

static void check_level(stet_level level)
{
    const int before = executed;
    catch_faults();
    for (stet_precision p = STET_F32; p <= STET_BF16; p++) {
        FOR_EACH_KIND (kind) {
            struct transform t = {.kind = kind,
                                  .precision = p,
                                  .direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD,
                                  .norm = STET_NORM_ORTHO,
                                  .level = level};
            check_lengths(t);
            for (int mode = STET_HALF_STORE; mode <= STET_HALF_NATIVE && p >= STET_F16; mode++) {
                t.half_mode = (stet_half_mode)mode;
                check_lengths(t);
            }
        }
        for (int r2r = STET_DCT1; r2r <= STET_DST4; r2r++)
            check_lengths((struct transform){.kind = STET_R2R,
                                             .precision = p,
                                             .direction = STET_FORWARD,
                                             .norm = STET_NORM_BACKWARD,
                                             .level = level,
                                             .r2r = {(stet_r2r_kind)r2r, (stet_r2r_kind)r2r}});
    }
    assert_true(executed - before > 30);
}

#define TEST_OF(name, level)                                                                       \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        check_level(level);                                                                        \
    }
TEST_OF(native, STET_LEVEL_NATIVE)
TEST_OF(extended, STET_LEVEL_EXTENDED)
TEST_OF(pairs, STET_LEVEL_EXTENDED_FF)
TEST_OF(correct, STET_LEVEL_CORRECT)

/* ------------------------------------------------------------ convolutions -- */

static void check_conv(stet_level level, stet_conv_method method, stet_precision precision)
{
    enum { LENGTH = 700, TAPS = 40 };
    double u[LENGTH], filter[TAPS], y[LENGTH];
    stet_conv_options o;
    stet_conv *plan;
    generate_reals(u, precision, LENGTH, GENERATE_UNIFORM, 1);
    generate_reals(filter, precision, TAPS, GENERATE_UNIFORM, 2);
    stet_conv_options_init(&o);
    o.level = level;
    o.method = method;
    o.precision = precision;
    o.length = LENGTH;
    o.filter_length = TAPS;
    snprintf(doing, sizeof doing, "a convolution, level %d, method %d, precision %d", (int)level,
             (int)method, (int)precision);
    is_making = 1;
    const stet_status status = stet_conv_create(&plan, &o, filter, NULL, NULL);
    is_making = 0;
    assert_int_equal(status, STET_OK);
    protect(plan);
    const stet_status result = stet_conv_execute(plan, u, NULL, y, NULL);
    unprotect();
    assert_int_equal(result, STET_OK);
    stet_conv_destroy(plan);
}

static void test_convolutions(void **state)
{
    (void)state;
    catch_faults();
    FOR_EACH_PRECISION (p) {
        for (int method = STET_CONV_DIRECT; method <= STET_CONV_STRICT; method++)
            check_conv(STET_LEVEL_NATIVE, (stet_conv_method)method, p);
        check_conv(STET_LEVEL_EXTENDED, STET_CONV_FFT, p);
        check_conv(STET_LEVEL_CORRECT, STET_CONV_AUTO, p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_native),       cmocka_unit_test(test_extended),
        cmocka_unit_test(test_pairs),        cmocka_unit_test(test_correct),
        cmocka_unit_test(test_convolutions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
