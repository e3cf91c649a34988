/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a source file of each kind (FUZZ_LANGUAGE: 0 Python, 1 C, 2 CUDA, 3 build), every
 * rule on, and the fixes of what is found: no more syntax errors than before, and a second round
 * changes nothing. One execution is one of the linter and, as this begins with it, of the fixer.
 *
 * Nearly every mutated text has syntax errors, and recovering from one tree-sitter asks its table
 * about every token in every state on the stack. Most states have a list there that is searched;
 * here each has a row instead, the form that its large states have anyway. */
#include "ast.h"
#include "fuzz_tally.h"
#include "lint.h"

#include <tree_sitter/parser.h>

#include <stdlib.h>
#include <string.h>

static struct lint_config config;
static struct lint_engine *engine;
static struct lint_worker *worker;
static unsigned long mended;

#define PATH ((const char *const[]){"a.py", "a.c", "a.cu", "CMakeLists.txt"}[FUZZ_LANGUAGE])
#define LANGUAGE                                                                                   \
    ((const enum lint_language_id[]){LINT_PYTHON, LINT_C, LINT_CUDA, LINT_BUILD}[FUZZ_LANGUAGE])

/* The same language, each state of the parse table a row. Queries were compiled before: reading
 * them, tree-sitter wants the lists. */
static const TSLanguage *with_rows(const TSLanguage *from)
{
    TSLanguage *to = malloc(sizeof *to);
    size_t width = from->symbol_count, large = from->large_state_count;
    uint16_t *rows = calloc(from->state_count * width, sizeof *rows);
    if (to == NULL || rows == NULL)
        abort();
    memcpy(rows, from->parse_table, large * width * sizeof *rows);
    for (size_t state = large; state < from->state_count; state++) {
        const uint16_t *list = from->small_parse_table + from->small_parse_table_map[state - large];
        for (unsigned groups = *list++; groups > 0; groups--) {
            uint16_t value = *list++;
            for (unsigned symbols = *list++; symbols > 0; symbols--)
                rows[state * width + *list++] = value;
        }
    }
    *to = *from;
    to->parse_table = rows;
    to->large_state_count = to->state_count;
    return to;
}

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
    lint_python.loaded = with_rows(lint_python.loaded);
    lint_cpp.loaded = with_rows(lint_cpp.loaded);
    return 0;
}

static bool has_edits(const struct lint_result *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->findings[i].edit_count > 0)
            return true;
    return false;
}

static void check_fixes(const char *text, size_t size, const struct lint_result *before)
{
    size_t new_size = 0, again_size = 0;
    int applied;
    char *once = lint_fix_text(worker, PATH, LANGUAGE, text, size, true, &new_size, &applied);
    if (once == NULL)
        return;
    mended++;
    struct lint_result after;
    lint_source(worker, PATH, LANGUAGE, once, new_size, &after);
    char *twice =
        lint_fix_text(worker, PATH, LANGUAGE, once, new_size, true, &again_size, &applied);
    if (after.error_bytes > before->error_bytes || twice != NULL)
        abort();
    lint_result_free(&after);
    free(once);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A word of FFTs, or nothing is looked at; the text in memory of its own size. */
    char *text = malloc(size + 5);
    if (text == NULL)
        return 0;
    memcpy(text, FUZZ_LANGUAGE == 1 || FUZZ_LANGUAGE == 2 ? "fft;\n" : "#fft\n", 5);
    memcpy(text + 5, data, size);
    struct lint_result r;
    lint_source(worker, PATH, LANGUAGE, text, size + 5, &r);
    lint_join(&r, 1);
    for (uint32_t i = 0; i < r.count; i++)
        if (r.findings[i].end > size + 5 || r.findings[i].place.line == 0)
            abort();
    if (has_edits(&r))
        check_fixes(text, size + 5, &r);
    lint_result_free(&r);
    free(text);
    fuzz_tally(mended);
    return 0;
}
