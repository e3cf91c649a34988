/* SPDX-License-Identifier: Apache-2.0 */
/* Joins the queries of the selected rules for each language. tree-sitter leaves predicates to its
 * caller. There are four:
 *   (#any-of? @c "a" "b")     the text of the capture is one of these
 *   (#called? @c "a" "b")     the last word that the call calls is one of these
 *   (#fftw? @c "execute")     like called?, after fftw_, fftwf_ and so on
 *   (#transform? @c "rfft")   the call resolves to that function of an FFT library */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int what;
} predicates[] = {{"any-of?", COND_TEXT},
                  {"called?", COND_CALLED},
                  {"fftw?", COND_FFTW},
                  {"transform?", COND_TRANSFORM}};

static const char *string_of(const TSQuery *query, const TSQueryPredicateStep *step)
{
    uint32_t length;
    return step->type == TSQueryPredicateStepTypeCapture
               ? ts_query_capture_name_for_id(query, step->value_id, &length)
               : ts_query_string_value_for_id(query, step->value_id, &length);
}

/* Reads a predicate: steps[0] is its name, steps[1] the capture, and count - 2 words follow. */
static bool read_condition(const TSQuery *query, const TSQueryPredicateStep *steps, uint32_t count,
                           struct condition *to)
{
    size_t size = 2;
    to->what = -1;
    for (size_t i = 0; i < sizeof predicates / sizeof *predicates; i++)
        if (strcmp(string_of(query, &steps[0]), predicates[i].name) == 0)
            to->what = predicates[i].what;
    const char *capture = string_of(query, &steps[1]);
    to->capture = strcmp(capture, "site") == 0 ? NULL : capture;
    for (uint32_t i = 2; i < count; i++)
        size += strlen(string_of(query, &steps[i])) + 1;
    char *at = to->words = malloc(size);
    if (at == NULL || to->what < 0)
        return false;
    *at++ = ' ';
    for (uint32_t i = 2; i < count; i++)
        at += sprintf(at, "%s ", string_of(query, &steps[i]));
    *at = 0;
    return true;
}

static bool read_conditions(const TSQuery *query, uint32_t index, struct pattern *p)
{
    uint32_t count, begin = 0;
    const TSQueryPredicateStep *steps = ts_query_predicates_for_pattern(query, index, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (steps[i].type != TSQueryPredicateStepTypeDone)
            continue;
        if (p->condition_count == CONDITIONS_MOST || i - begin < 2 ||
            !read_condition(query, steps + begin, i - begin, &p->conditions[p->condition_count]))
            return false;
        p->condition_count++;
        begin = i + 1;
    }
    return true;
}

/* Returns the joined queries of all rules, and stores where each begins. NULL if memory runs
 * out. */
static char *join(const struct lint_config *config, const char *extension, uint32_t *begins,
                  uint32_t *size)
{
    char *text = malloc(1), name[64];
    *size = 0;
    if (text == NULL)
        return NULL;
    for (int i = 0; i < lint_rule_count; i++) {
        size_t length;
        begins[i] = *size;
        snprintf(name, sizeof name, "%s.%s.scm", lint_rules[i].id, extension);
        const char *scm = lint_builtin(name, &length);
        if (scm == NULL || !lint_set_has(config->selected, i))
            continue;
        char *more = realloc(text, *size + length + 1);
        if (more == NULL) {
            free(text);
            return NULL;
        }
        text = more;
        memcpy(text + *size, scm, length);
        *size += (uint32_t)length;
    }
    return text;
}

static bool compile(struct language_query *q, const struct lint_language *language,
                    const struct lint_config *config, const char *extension, struct error *e)
{
    uint32_t begins[LINT_RULES_MOST], size, at;
    TSQueryError kind;
    char *text = join(config, extension, begins, &size);
    if (text == NULL)
        return error_set(e, "not enough memory");
    if (size != 0)
        q->query = ts_query_new(language->loaded, text, size, &at, &kind);
    free(text);
    if (size == 0)
        return true; /* no rule of this language is selected */
    if (q->query == NULL)
        return error_set(e, "the queries of %s do not fit its grammar, at byte %u", language->name,
                         at);
    q->count = ts_query_pattern_count(q->query);
    q->patterns = calloc(q->count, sizeof *q->patterns);
    if (q->patterns == NULL)
        return error_set(e, "not enough memory");
    for (uint32_t i = 0; i < q->count; i++) {
        int rule = lint_rule_count - 1;
        while (rule > 0 && (begins[rule] > ts_query_start_byte_for_pattern(q->query, i) ||
                            !lint_set_has(config->selected, rule)))
            rule--;
        q->patterns[i].rule = &lint_rules[rule];
        if (!read_conditions(q->query, i, &q->patterns[i]))
            return error_set(e, "%s: a predicate that the engine does not know",
                             lint_rules[rule].id);
    }
    return true;
}

struct lint_engine *lint_engine_new(const struct lint_config *config, unsigned languages,
                                    struct error *e)
{
    lint_set_allocator();
    struct lint_engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL || !lint_language_load(&lint_python) || !lint_language_load(&lint_cpp)) {
        error_set(e, "not enough memory, or grammars of another tree-sitter: run scripts/deps lint "
                     "and build again");
        lint_engine_free(engine);
        return NULL;
    }
    engine->config = config;
    bool python = (languages & 1U << LINT_PYTHON) != 0,
         c = (languages & (1U << LINT_C | 1U << LINT_CUDA)) != 0;
    if ((python && !compile(&engine->queries[0], &lint_python, config, "py", e)) ||
        (c && !compile(&engine->queries[1], &lint_cpp, config, "cpp", e))) {
        lint_engine_free(engine);
        return NULL;
    }
    return engine;
}

void lint_engine_free(struct lint_engine *engine)
{
    if (engine == NULL)
        return;
    for (int i = 0; i < 2; i++) {
        struct language_query *q = &engine->queries[i];
        for (uint32_t k = 0; q->patterns != NULL && k < q->count; k++)
            for (int j = 0; j < q->patterns[k].condition_count; j++)
                free(q->patterns[k].conditions[j].words);
        free(q->patterns);
        if (q->query != NULL)
            ts_query_delete(q->query);
    }
    lint_language_unload(&lint_python);
    lint_language_unload(&lint_cpp);
    free(engine);
}
