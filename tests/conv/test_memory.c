/* SPDX-License-Identifier: Apache-2.0 */
/* Allocations: each one fails once, none is leaked. Linked with --wrap=aligned_alloc and
 * --wrap=free. */
#include "conv/conv_test.h"

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

enum { BLOCKS = 512 };

static void *alive[BLOCKS];
static int alive_count, asked, fail_at; /* fail_at: number of the request, from 1; 0: never */

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    if (++asked == fail_at)
        return NULL;
    void *block = __real_aligned_alloc(alignment, size);
    assert_non_null(block);
    assert_true(alive_count < BLOCKS);
    alive[alive_count++] = block;
    return block;
}

void __wrap_free(void *block)
{
    for (int i = 0; i < alive_count; i++)
        if (alive[i] == block)
            alive[i--] = alive[--alive_count];
    __real_free(block);
}

/* Everything there is to do with a plan, in place; STET_E_MEMORY at the first failure. */
static stet_status all(const struct conv *c, void *y)
{
    stet_conv *plan = NULL;
    stet_conv_stream *stream = NULL;
    stet_conv_result result = {.size = sizeof result};
    stet_status status = stet_conv_create(&plan, &c->o, c->k, c->r, c->bias);
    assert_int_equal(status == STET_OK, plan != NULL);
    const int first = alive_count;
    if (!status)
        status = stet_conv_execute(plan, c->u, c->gate, y, NULL);
    if (status)
        assert_true(alive_count == first || plan == NULL);
    if (!status)
        status = stet_conv_execute(plan, y, c->gate, y, &result);
    if (!status && c->o.operation != STET_CONV_CIRCULAR) {
        status = stet_conv_stream_create(&stream, plan);
        assert_int_equal(status == STET_OK, stream != NULL);
    }
    stet_conv_stream_destroy(stream);
    stet_conv_destroy(plan);
    return status;
}

static void fail_each(stet_conv_options o)
{
    struct conv c = {.o = o};
    conv_fill(&c, GENERATE_INTEGER, 1); /* with zeros in the filters */
    for (int i = 1;; i++) {
        asked = 0, fail_at = i;
        const stet_status status = all(&c, c.y);
        assert_int_equal(alive_count, 0);
        if (asked < i) {
            assert_int_equal(status, STET_OK);
            break;
        }
        assert_int_equal(status, STET_E_MEMORY);
    }
    fail_at = 0;
    conv_free(&c);
}

static void test_memory(void **state)
{
    (void)state;
    for (int operation = STET_CONV_CAUSAL; operation <= STET_CONV_FOLDED; operation++)
        for (int method = STET_CONV_DIRECT; method <= STET_CONV_STRICT; method++)
            for (int way = 0; way < 8; way++) {
                stet_conv_options o = conv_options((stet_conv_operator)operation, 100, 20, 20);
                o.method = (stet_conv_method)method;
                o.precision = way == 1 || way > 5 ? STET_F64 : STET_F32;
                o.extended = way < 2 || method != STET_CONV_FFT ? 0 : (unsigned)way % 4;
                if ((way == 3 || way == 6) && method != STET_CONV_STRICT)
                    o.level = STET_LEVEL_EXTENDED;
                o.space = way % 2 ? STET_CONV_SPACE_TIME : STET_CONV_SPACE_FREQ;
                o.has_bias = o.has_gate = o.exact_zeros = way % 3 == 0;
                o.threads = way > 4 ? 2 : 1;
                o.channels = 2;
                if (method == STET_CONV_FFT && operation < STET_CONV_FOLDED && way % 2 &&
                    operation != STET_CONV_CIRCULAR)
                    o.fft_length = 64;
                fail_each(o);
            }
}

static void test_strict_dft(void **state)
{
    (void)state;
    float x[8] = {0}, y[8] = {1};
    asked = 0, fail_at = 1;
    assert_int_equal(stet_strict_dft(STET_F32, STET_FORWARD, 4, x, y), STET_E_MEMORY);
    assert_true(y[0] == 1);
    fail_at = 0;
    assert_int_equal(stet_strict_dft(STET_F32, STET_FORWARD, 4, x, y), STET_OK);
    assert_int_equal(alive_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_strict_dft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
