/* SPDX-License-Identifier: Apache-2.0 */
/* Each allocation of an arena fails once. Those of tree-sitter itself end the program, and are let
 * through: it has no other way. They are told apart by size: an arena takes blocks of at least 64
 * KiB, one at a time. And settings take memory in proportion to their file. */
#include "lint.h"

#include "toml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static long countdown = -1;
static size_t taken; /* bytes */

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    if (count == 1 && size >= 65536 && countdown >= 0 && countdown-- == 0)
        return NULL;
    taken += count * size;
    return __real_calloc(count, size);
}

static const char bad[] = "import numpy as np\n"
                          "def f(x):\n"
                          "    X = np.fft.rfft(x, norm='Ortho')\n"
                          "    return np.fft.irfft(X)  # stet: ignore[FFT504]\n";

/* A text of many lines: its arenas take more than one block. */
static char *long_text(size_t *size)
{
    const size_t times = 400, length = sizeof bad - 1;
    char *text = malloc(times * length);
    assert_non_null(text);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * length, bad, length);
    *size = times * length;
    return text;
}

static void each_failure(void **state)
{
    struct lint_config config;
    struct error e = {""};
    size_t size;
    char *text = long_text(&size);
    bool failed = true;
    long n = 0;
    (void)state;
    assert_true(lint_config_init(&config, &e));
    config.selected = ~(lint_set)0;
    struct lint_engine *engine = lint_engine_new(&config, LINT_ALL_LANGUAGES, &e);
    struct lint_worker *worker = lint_worker_new(engine);
    for (; failed && n < 1000; n++) {
        struct lint_result r;
        countdown = n;
        lint_source(worker, "a.py", LINT_PYTHON, text, size, &r);
        countdown = -1;
        failed = r.failed;
        if (failed)
            assert_string_equal(r.note, "not enough memory");
        assert_true(failed ? r.count == 0 : r.count > 400);
        lint_result_free(&r);
    }
    assert_in_range(n, 4, 999); /* several failed, and then none did */
    lint_worker_free(worker);
    lint_engine_free(engine);
    lint_config_free(&config);
    free(text);
}

/* Functions that plan, and one that runs the first of them in parallel. */
static char *text_of_plans(size_t *size)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, size);
    assert_non_null(to);
    for (int i = 0; i < 700; i++)
        fprintf(to,
                "void fft_%d(int n)\n{\n    p[%d] = fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, 0);\n"
                "    fft_%d(n);\n}\n",
                i, i, i + 1);
    fputs("void f(int n)\n{\n#pragma omp parallel for\n    for (int i = 0; i < n; i++)\n"
          "        fft_0(i);\n}\n",
          to);
    assert_int_equal(fclose(to), 0);
    return text;
}

/* What a file says for others is all there, or the file failed and says nothing. */
static void each_failure_of_joined_files(void **state)
{
    struct lint_config config;
    struct error e = {""};
    size_t size;
    char *text = text_of_plans(&size);
    bool failed = true;
    long n = 0;
    (void)state;
    assert_true(lint_config_init(&config, &e));
    config.selected = ~(lint_set)0;
    struct lint_engine *engine = lint_engine_new(&config, LINT_ALL_LANGUAGES, &e);
    struct lint_worker *worker = lint_worker_new(engine);
    for (; failed && n < 1000; n++) {
        struct lint_result r[2];
        countdown = n;
        lint_source(worker, "a.c", LINT_C, text, size, &r[0]);
        countdown = -1;
        lint_source(worker, "b.c", LINT_C, "void fft_9(int n);\n", 19, &r[1]);
        failed = r[0].failed;
        for (uint32_t k = 0; k < r[0].note_count; k++)
            assert_true(r[0].notes[k].name != NULL && r[0].notes[k].callee != NULL);
        assert_true(failed ? r[0].note_count == 0 : r[0].note_count > 1400);
        lint_join(r, 2);
        assert_true(failed ? r[0].count == 0 : r[0].count > 0);
        lint_result_free(&r[0]);
        lint_result_free(&r[1]);
    }
    assert_in_range(n, 4, 999);
    lint_worker_free(worker);
    lint_engine_free(engine);
    lint_config_free(&config);
    free(text);
}

static void settings(void **state)
{
    static const char toml[] = "select = [\"FFT1\"]\nexclude = [\"x\"]\n";
    struct lint_config config;
    struct error e = {""};
    (void)state;
    assert_true(lint_config_init(&config, &e));
    countdown = 0;
    assert_false(lint_config_parse(&config, ".stet-lint.toml", toml, sizeof toml - 1, &e));
    countdown = -1;
    assert_non_null(strstr(e.text, "not enough memory"));
    lint_config_free(&config);
}

static bool count_strings(void *data, const struct toml_value *v, struct error *e)
{
    (void)e;
    *(size_t *)data += v->is_string ? 1 : v->count;
    return true;
}

/* A file of many strings of each kind, keys among them: memory in proportion to the file. */
static void many_strings(void **state)
{
    const size_t times = 10000;
    size_t size, count = 0;
    struct error e = {""};
    char *text = NULL;
    FILE *to = open_memstream(&text, &size);
    (void)state;
    assert_non_null(to);
    for (size_t i = 0; i < times; i++)
        fprintf(to,
                "\"key%zu\" = \"a \\\"quote\\\"\"\n'%zu' = ['a', 'b', \"\"\"c\"\"\"]\n"
                "z%zu = '''\nlines\n'''''\n",
                i, i, i);
    assert_int_equal(fclose(to), 0);
    taken = 0;
    assert_true(toml_read(text, size, count_strings, &count, &e));
    assert_int_equal(count, 5 * times);
    assert_in_range(taken, size / 2, 8 * size);
    free(text);
}

/* Two quotes may stand before the three that close a string, and no more. */
static void quotes_at_the_end(void **state)
{
    struct error e = {""};
    size_t count = 0;
    char text[300] = "x = \"\"\"a";
    (void)state;
    memset(text + strlen(text), '"', 5);
    assert_true(toml_read(text, strlen(text), count_strings, &count, &e));
    memset(text + strlen(text), '"', 200);
    assert_false(toml_read(text, strlen(text), count_strings, &count, &e));
    assert_string_equal(e.text, "line 1: text after the value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_failure),
                                       cmocka_unit_test(each_failure_of_joined_files),
                                       cmocka_unit_test(settings), cmocka_unit_test(many_strings),
                                       cmocka_unit_test(quotes_at_the_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
