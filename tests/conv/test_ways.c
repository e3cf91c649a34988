/* SPDX-License-Identifier: Apache-2.0 */
/* What may change no bit: pieces of a stream, threads, batch, in place, the instruction set; and
 * what must: space, norm. Exact relations between options. */
#include "conv/conv_test.h"
#include "lib/parallel.h"

#define FOR_EACH_OPERATOR(operation)                                                               \
    for (stet_conv_operator operation = STET_CONV_CAUSAL; operation <= STET_CONV_FOLDED;           \
         operation++)

/* A plan of any sort: small numbers of everything. */
static struct conv any(uint64_t *state)
{
    const stet_conv_operator operation = 1 + (int)generate_below(state, 6);
    const ptrdiff_t L = 1 + (ptrdiff_t)generate_below(state, 300);
    ptrdiff_t M = 1 + (ptrdiff_t)generate_below(state, 100);
    if (operation == STET_CONV_CIRCULAR && M > L)
        M = L;
    struct conv c = {.o = conv_options(operation, L, M, 1 + (ptrdiff_t)generate_below(state, 90))};
    c.o.precision = generate_below(state, 2) ? STET_F32 : STET_F64;
    c.o.method = (stet_conv_method)generate_below(state, 4);
    if (c.o.method != STET_CONV_STRICT && generate_below(state, 2))
        c.o.level = STET_LEVEL_EXTENDED;
    if (c.o.method == STET_CONV_FFT)
        c.o.extended = (unsigned)generate_below(state, 4);
    if (c.o.method == STET_CONV_FFT && operation != STET_CONV_CIRCULAR) /* several blocks */
        c.o.fft_length = operation == STET_CONV_FOLDED ? 512 : 256;
    c.o.space = generate_below(state, 2) ? STET_CONV_SPACE_TIME : STET_CONV_SPACE_FREQ;
    c.o.channels = 1 + (ptrdiff_t)generate_below(state, 3);
    c.o.batch = 1 + (ptrdiff_t)generate_below(state, 3);
    c.o.filter_channels = generate_below(state, 2) ? 1 : c.o.channels;
    c.o.has_bias = (int)generate_below(state, 2);
    c.o.has_gate = (int)generate_below(state, 2);
    c.o.exact_zeros = (int)generate_below(state, 2);
    c.o.gelu = (stet_conv_gelu)generate_below(state, 3);
    conv_fill(&c, generate_below(state, 3) ? GENERATE_UNIFORM : GENERATE_MIXED,
              generate_next(state));
    return c;
}

static void execute(const struct conv *c, void *y)
{
    stet_conv *plan = conv_plan(c);
    assert_int_equal(stet_conv_execute(plan, c->u, c->gate, y, NULL), STET_OK);
    stet_conv_destroy(plan);
}

/* Bit for bit, NaN being one number. */
static void same(const struct conv *c, const void *y, const char *what)
{
    const size_t count = conv_bytes(c) / generate_size(c->o.precision);
    const size_t at = first_difference(c->y, y, c->o.precision, count);
    if (at != count)
        fail_msg("%s: output %zu of %zu differs (operation %d, L %td, M %td, method %d)", what, at,
                 count, (int)c->o.operation, c->o.length, c->o.filter_length, (int)c->o.method);
}

/* Rows of `width` numbers from column `from` of rows of length L. */
static void *cut(const struct conv *c, const void *x, ptrdiff_t from, ptrdiff_t width)
{
    const size_t size = generate_size(c->o.precision);
    const ptrdiff_t lines = c->o.batch * c->o.channels;
    char *to = malloc((size_t)(lines * width) * size + 1);
    assert_non_null(to);
    for (ptrdiff_t i = 0; x && i < lines; i++)
        memcpy(to + (size_t)(i * width) * size,
               (const char *)x + (size_t)(i * c->o.length + from) * size, (size_t)width * size);
    return to;
}

static void put(const struct conv *c, const char *part, ptrdiff_t room, ptrdiff_t width,
                ptrdiff_t to, char *y)
{
    const size_t size = generate_size(c->o.precision);
    for (ptrdiff_t i = 0; i < c->o.batch * c->o.channels; i++)
        memcpy(y + (size_t)(i * c->o.length + to) * size, part + (size_t)(i * room) * size,
               (size_t)width * size);
}

static void run_stream(const struct conv *c, const stet_conv *plan, uint64_t *state)
{
    const size_t size = generate_size(c->o.precision);
    const ptrdiff_t L = c->o.length, lines = c->o.batch * c->o.channels;
    stet_conv_stream *stream;
    assert_int_equal(stet_conv_stream_create(&stream, plan), STET_OK);
    char *y = malloc(conv_bytes(c)), *part = malloc((size_t)(lines * (L + 3)) * size);
    assert_true(y != NULL && part != NULL);
    ptrdiff_t in = 0, out = 0, written;
    while (in < L) {
        const ptrdiff_t most = generate_below(state, 2) ? 5 : 200;
        ptrdiff_t count = (ptrdiff_t)generate_below(state, (size_t)most);
        count = count > L - in ? L - in : count;
        void *u = cut(c, c->u, in, count), *gate = c->gate ? cut(c, c->gate, in, count) : NULL;
        const ptrdiff_t ready = stet_conv_stream_ready(stream, count);
        const ptrdiff_t room = ready + (ptrdiff_t)generate_below(state, 3);
        if (ready > 0) {
            assert_int_equal(
                stet_conv_stream_push(stream, count, u, gate, part, ready - 1, &written),
                STET_E_ROOM);
            assert_int_equal(written, ready);
        }
        assert_int_equal(stet_conv_stream_push(stream, count, u, gate, part, room, &written),
                         STET_OK);
        assert_int_equal(written, ready);
        put(c, part, room, written, out, y);
        in += count, out += written;
        free(u), free(gate);
    }
    assert_int_equal(stet_conv_stream_finish(stream, part, L + 3, &written), STET_OK);
    assert_int_equal(out + written, L);
    put(c, part, L + 3, written, out, y);
    same(c, y, "stream");
    assert_int_equal(stet_conv_stream_finish(stream, part, L, &written), STET_E_STREAM);
    stet_conv_stream_destroy(stream);
    free(y), free(part);
}

static void test_streams(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (int i = 0; i < 300; i++) {
        struct conv c = any(&state);
        stet_conv *plan = conv_plan(&c);
        assert_int_equal(stet_conv_execute(plan, c.u, c.gate, c.y, NULL), STET_OK);
        if (c.o.operation != STET_CONV_CIRCULAR)
            run_stream(&c, plan, &state);
        stet_conv_destroy(plan);
        conv_free(&c);
    }
}

/* A sequence that ends before `length` is that with zeros after it. */
static void test_stream_ends(void **unused)
{
    (void)unused;
    FOR_EACH_OPERATOR(operation)
    {
        if (operation == STET_CONV_CIRCULAR)
            continue;
        struct conv c = {.o = conv_options(operation, 200, 30, 20)};
        c.o.method = STET_CONV_FFT;
        c.o.fft_length = operation == STET_CONV_FOLDED ? 256 : 64;
        conv_fill(&c, GENERATE_UNIFORM, 9);
        memset((float *)c.u + 123, 0, 77 * sizeof(float));
        stet_conv *plan = conv_plan(&c);
        assert_int_equal(stet_conv_execute(plan, c.u, NULL, c.y, NULL), STET_OK);
        stet_conv_stream *stream;
        float y[200];
        ptrdiff_t first, second;
        assert_int_equal(stet_conv_stream_create(&stream, plan), STET_OK);
        assert_int_equal(stet_conv_stream_push(stream, 123, c.u, NULL, y, 200, &first), STET_OK);
        assert_int_equal(stet_conv_stream_finish(stream, y + first, 200 - first, &second), STET_OK);
        assert_int_equal(first + second, 123);
        assert_memory_equal(y, c.y, 123 * sizeof *y);
        stet_conv_stream_destroy(stream);
        stet_conv_destroy(plan);
        conv_free(&c);
    }
}

/* A caller's parallel-for in reverse, the pool, one sequence alone, in place, gate in place. */
static void test_ways(void **unused)
{
    (void)unused;
    uint64_t state = 77;
    for (int i = 0; i < 300; i++) {
        struct conv c = any(&state);
        const size_t size = conv_bytes(&c);
        char *y = malloc(size);
        assert_non_null(y);
        execute(&c, c.y);
        struct conv d = c;
        d.o.threads = 2 + (int)generate_below(&state, 4);
        if (generate_below(&state, 2))
            d.o.parallel = parallel_reverse;
        execute(&d, y);
        same(&c, y, "threads");
        memcpy(y, c.u, size);
        d.u = y;
        execute(&d, y);
        same(&c, y, "in place");
        if (c.gate) {
            memcpy(y, c.gate, size);
            d = c, d.gate = y;
            execute(&d, y);
            same(&c, y, "in place of the gate");
            d = c, d.gate = c.u;
            execute(&d, c.y);
            memcpy(y, c.u, size);
            d.u = d.gate = y;
            execute(&d, y);
            same(&c, y, "all in place");
        }
        free(y);
        conv_free(&c);
    }
}

/* Blocks of a direct method in place. */
static void test_long_in_place(void **unused)
{
    (void)unused;
    struct conv c = {.o = conv_options(STET_CONV_CONJ, 10000, 20, 30)};
    c.o.method = STET_CONV_DIRECT;
    c.o.has_bias = 1;
    conv_fill(&c, GENERATE_UNIFORM, 6);
    execute(&c, c.y);
    execute(&c, c.u);
    same(&c, c.u, "long in place");
    conv_free(&c);
}

static void test_batch(void **unused)
{
    (void)unused;
    uint64_t state = 5;
    for (int i = 0; i < 200; i++) {
        struct conv c = any(&state);
        execute(&c, c.y);
        const ptrdiff_t L = c.o.length,
                        line =
                            (ptrdiff_t)generate_below(&state, (size_t)(c.o.batch * c.o.channels));
        const ptrdiff_t channel = line % c.o.channels;
        const size_t size = generate_size(c.o.precision);
        struct conv d = c;
        d.o.batch = d.o.channels = d.o.filter_channels = 1;
        const ptrdiff_t row = c.o.filter_channels == 1 ? 0 : channel;
        d.u = (char *)c.u + (size_t)(line * L) * size;
        d.gate = c.gate ? (char *)c.gate + (size_t)(line * L) * size : NULL;
        d.k = (char *)c.k + (size_t)(row * c.o.filter_length) * size;
        d.r = c.r ? (char *)c.r + (size_t)(row * c.o.reverse_length) * size : NULL;
        d.bias = c.bias ? (char *)c.bias + (size_t)channel * size : NULL;
        d.y = (char *)c.y + (size_t)(line * L) * size;
        char *y = malloc(conv_bytes(&d));
        assert_non_null(y);
        execute(&d, y);
        same(&d, y, "alone");
        free(y);
        conv_free(&c);
    }
}

/* All that this CPU runs. */
static void test_instruction_sets(void **unused)
{
    (void)unused;
    uint64_t state = 11;
    for (int i = 0; i < 60; i++) {
        struct conv c = any(&state);
        char *y = malloc(conv_bytes(&c));
        assert_non_null(y);
        execute(&c, c.y);
        int can_run;
        for (int isa = 0; stet_isa_built(isa, &can_run) != NULL; isa++) {
            if (!can_run)
                continue;
            assert_int_equal(stet_isa_select(stet_isa_built(isa, NULL)), STET_OK);
            execute(&c, y);
            same(&c, y, stet_isa_name());
        }
        assert_int_equal(stet_isa_select(NULL), STET_OK);
        free(y);
        conv_free(&c);
    }
}

/* AVG is half of SUM, exactly. */
static void test_average(void **unused)
{
    (void)unused;
    FOR_EACH_PRECISION (precision)
        FOR_EACH_OPERATOR(operation)
    for (int method = STET_CONV_DIRECT; method <= STET_CONV_STRICT; method++)
        for (int space = 1; space <= 2; space++) {
            struct conv c = {.o = conv_options(operation, 77, 30, 40)};
            c.o.precision = precision;
            c.o.method = (stet_conv_method)method;
            c.o.space = (stet_conv_space)space;
            conv_fill(&c, GENERATE_UNIFORM, 3);
            execute(&c, c.y);
            struct conv half = c;
            half.o.combine = STET_CONV_AVG;
            half.y = malloc(conv_bytes(&c));
            assert_non_null(half.y);
            execute(&half, half.y);
            const double factor = operation >= STET_CONV_TIME ? 0.5 : 1;
            for (ptrdiff_t t = 0; t < 77; t++)
                assert_true(conv_number(&half, half.y, t) == factor * conv_number(&c, c.y, t));
            free(half.y);
            conv_free(&c);
        }
}

/* With 1/P a power of two both norms give the same bits; with another one they differ somewhere. */
static void test_norms(void **unused)
{
    (void)unused;
    for (ptrdiff_t points = 128; points <= 150; points += 22) {
        struct conv c = {.o = conv_options(STET_CONV_CAUSAL, 64, 64, 0)};
        c.o.method = STET_CONV_FFT;
        c.o.fft_length = points;
        conv_fill(&c, GENERATE_UNIFORM, 4);
        execute(&c, c.y);
        struct conv other = c;
        float y[64];
        other.o.norm = STET_NORM_BACKWARD;
        execute(&other, y);
        assert_int_equal(memcmp(y, c.y, sizeof y) == 0, points == 128);
        conv_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streams), cmocka_unit_test(test_stream_ends),
        cmocka_unit_test(test_ways),    cmocka_unit_test(test_batch),
        cmocka_unit_test(test_average), cmocka_unit_test(test_instruction_sets),
        cmocka_unit_test(test_norms),   cmocka_unit_test(test_long_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
