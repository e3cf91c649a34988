/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a source file of each kind (FUZZ_LANGUAGE: 0 Python, 1 C, 2 CUDA, 3 build), every
 * rule on; and with FUZZ_FIX the fixes: no more syntax errors than before, and a second round
 * changes nothing. */
#include "lint.h"

#include <stdlib.h>
#include <string.h>

static struct lint_config config;
static struct lint_engine *engine;
static struct lint_worker *worker;

static const char *const names[] = {"a.py", "a.c", "a.cu", "CMakeLists.txt"};
static const enum lint_language_id languages[] = {LINT_PYTHON, LINT_C, LINT_CUDA, LINT_BUILD};

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    struct error e;
    (void)argc;
    (void)argv;
    lint_config_init(&config, &e);
    config.selected = ~(lint_set)0;
    engine = lint_engine_new(&config, LINT_ALL_LANGUAGES, &e);
    worker = engine != NULL ? lint_worker_new(engine) : NULL;
    if (worker == NULL)
        abort();
    return 0;
}

#ifdef FUZZ_FIX
static void check_fixes(const char *text, size_t size)
{
    size_t new_size = 0, again_size = 0;
    int applied;
    enum lint_language_id language = languages[FUZZ_LANGUAGE];
    char *once = lint_fix_text(worker, names[FUZZ_LANGUAGE], language, text, size, true, &new_size,
                               &applied);
    if (once == NULL)
        return;
    struct lint_result before, after;
    lint_source(worker, names[FUZZ_LANGUAGE], language, text, size, &before);
    lint_source(worker, names[FUZZ_LANGUAGE], language, once, new_size, &after);
    char *twice = lint_fix_text(worker, names[FUZZ_LANGUAGE], language, once, new_size, true,
                                &again_size, &applied);
    if (after.error_bytes > before.error_bytes || twice != NULL)
        abort();
    lint_result_free(&before);
    lint_result_free(&after);
    free(once);
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A word of FFTs, or nothing is looked at; the text in memory of its own size. */
    char *text = malloc(size + 5);
    if (text == NULL)
        return 0;
    memcpy(text, FUZZ_LANGUAGE == 1 || FUZZ_LANGUAGE == 2 ? "fft;\n" : "#fft\n", 5);
    memcpy(text + 5, data, size);
#ifdef FUZZ_FIX
    check_fixes(text, size + 5);
#else
    struct lint_result r;
    lint_source(worker, names[FUZZ_LANGUAGE], languages[FUZZ_LANGUAGE], text, size + 5, &r);
    lint_join(&r, 1);
    for (uint32_t i = 0; i < r.count; i++)
        if (r.findings[i].end > size + 5 || r.findings[i].place.line == 0)
            abort();
    lint_result_free(&r);
#endif
    free(text);
    return 0;
}
