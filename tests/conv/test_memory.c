/* SPDX-License-Identifier: Apache-2.0 */
/* Allocations: each one fails once, none is leaked. */
#include "conv/conv_test.h"
#include "lib/failing.h"

/* Everything there is to do with a plan, in place; STET_E_MEMORY at the first failure. */
static stet_status all(void *context)
{
    const struct conv *c = context;
    void *y = c->y;
    stet_conv *plan = NULL;
    stet_conv_stream *stream = NULL;
    stet_conv_result result = {.size = sizeof result};
    stet_status status = stet_conv_create(&plan, &c->o, c->k, c->r, c->bias);
    assert_int_equal(status == STET_OK, plan != NULL);
    const int first = failing_alive();
    if (!status)
        status = stet_conv_execute(plan, c->u, c->gate, y, NULL);
    if (status)
        assert_true(failing_alive() == first || plan == NULL);
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
    failing_each(all, &c);
    conv_free(&c);
}

static void test_memory(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (p) {
        stet_conv_options o = conv_options(STET_CONV_CONJ, 300, 100, 100);
        o.level = STET_LEVEL_CORRECT;
        o.precision = p;
        o.has_bias = 1;
        fail_each(o);
    }
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
    failing_at(1);
    assert_int_equal(stet_strict_dft(STET_F32, STET_FORWARD, 4, x, y), STET_E_MEMORY);
    assert_true(y[0] == 1);
    failing_at(0);
    assert_int_equal(stet_strict_dft(STET_F32, STET_FORWARD, 4, x, y), STET_OK);
    assert_int_equal(failing_alive(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_strict_dft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
