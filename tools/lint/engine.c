/* SPDX-License-Identifier: Apache-2.0 */
/* Lints one file: looks for a word of FFTs, parses, collects the facts, runs one query for all
 * rules, applies suppressions and sorts. */
#include "engine.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MOST (4u << 20)
#define ERROR_SHARE 0.3
#define MATCHES_MOST 4096 /* matches in progress at once */

uint32_t lint_captured(const struct lint_match *m, const char *name)
{
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->others[i].name, name) == 0)
            return m->others[i].node;
    return 0;
}

/* Notes the key, which is not 0. Returns false if it was noted before. */
static bool first_time(struct lint_context *c, uint64_t key)
{
    return (*arena_map_at(c->arena, &c->seen, key))++ == 0;
}

/* The key is unique: a file has at most 4 MB, so the numbers of nodes and names are below 2^26. */
static bool once(struct lint_context *c, uint32_t function, uint32_t number)
{
    uint64_t rule = (uint64_t)(c->rule - lint_rules), key = function;
    key = (key << 26 | number) * LINT_RULES_MOST + rule;
    return first_time(c, key + 1);
}

bool lint_once(struct lint_context *c, uint32_t node)
{
    return once(c, ast_function(c->ast, node), 0);
}

bool lint_once_for(struct lint_context *c, uint32_t node, uint32_t number)
{
    return once(c, ast_function(c->ast, node), number);
}

bool lint_first_in_file(const struct lint_context *c)
{
    for (uint32_t i = 0; i < c->result->count; i++)
        if (c->result->findings[i].rule == c->rule)
            return false;
    return true;
}

struct lint_place lint_place_of(const struct ast *a, uint32_t start, uint32_t end)
{
    struct lint_place p;
    ast_place(a, start, &p.line, &p.column);
    ast_place(a, end, &p.end_line, &p.end_column);
    return p;
}

/* Stores the source line in the finding; of a line over LINE_MOST bytes, the part around the
 * finding. */
static void quote_line(const struct lint_context *c, struct lint_finding *f)
{
    enum { LINE_MOST = 400, BEFORE = 80 };
    const struct ast *a = c->ast;
    const char *text = c->source;
    uint32_t line = ast_line(a, f->start),
             from = a->lines[line] == 0 ? ast_mark(a) : a->lines[line];
    uint32_t begin = from, to, most;
    if (f->start - from > LINE_MOST - BEFORE)
        from = f->start - BEFORE;
    while (from < f->start && (text[from] & 0xc0) == 0x80)
        from++;
    most = a->size - from < LINE_MOST ? a->size : from + LINE_MOST;
    for (to = from; to < most && text[to] != '\n' && text[to] != '\r';)
        to++;
    bool cut = to < a->size && text[to] != '\n' && text[to] != '\r';
    while (cut && to > from && (text[to] & 0xc0) == 0x80)
        to--;
    const char *head = from > begin ? "..." : "";
    f->line = arena_printf(&c->result->arena, "%s%.*s%s", head, (int)(to - from), text + from,
                           cut ? "..." : "");
    f->line_column = 1;
    if (from > begin) {
        ast_place(a, from, &line, &f->line_column);
        f->line_column -= 3; /* the dots take three columns */
    }
}

struct lint_finding *lint_add(struct lint_context *c, uint32_t start, uint32_t end,
                              const char *message)
{
    struct lint_result *r = c->result;
    const struct ast *a = c->ast;
    uint64_t place = (uint64_t)start * LINT_RULES_MOST + (uint64_t)(c->rule - lint_rules);
    if (!first_time(c, (uint64_t)1 << 63 | place))
        return NULL;
    r->findings = arena_grow(&r->arena, r->findings, r->count, sizeof *r->findings);
    struct lint_finding *f = &r->findings[r->count++];
    int severity = c->config->severities[c->rule - lint_rules];
    *f = (struct lint_finding){.rule = c->rule,
                               .severity =
                                   severity < 0 ? c->rule->severity : (enum lint_severity)severity,
                               .start = start,
                               .end = end,
                               .statement = start,
                               .place = lint_place_of(a, start, end),
                               .message = message};
    quote_line(c, f);
    return f;
}

/* Reports whether the node is in the part of an #if 0 that is not compiled. */
static bool is_switched_off(const struct ast *a, uint32_t node)
{
    for (uint32_t p = ast_parent(a, node); p > 1; node = p, p = ast_parent(a, p)) {
        if (ast_kind(a, p) != K_CONDITIONAL_GROUP)
            continue;
        uint32_t condition = ast_child(a, p, F_CONDITION);
        uint32_t at = a->nodes[node].start + 1;
        while (at < a->nodes[node].end && isblank((unsigned char)a->text[at]))
            at++; /* skips the blanks of "# else", "# elif" */
        bool alternative = ast_kind(a, node) == K_CONDITIONAL_GROUP && at < a->nodes[node].end &&
                           a->text[at] == 'e';
        if (condition != 0 && slice_is(ast_text(a, condition), "0") && !alternative)
            return true;
    }
    return false;
}

struct lint_finding *lint_report(struct lint_context *c, uint32_t node, const char *format, ...)
{
    if (ast_broken(c->ast, node) || is_switched_off(c->ast, node))
        return NULL;
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    char *message = arena_take(&c->result->arena, (size_t)length + 1);
    vsnprintf(message, (size_t)length + 1, format, again);
    va_end(again);
    va_end(list);
    for (char *p = message; *p != 0; p++)
        if (isspace((unsigned char)*p))
            *p = ' '; /* joins an expression over several lines */
    const struct node *n = &c->ast->nodes[node];
    struct lint_finding *f = lint_add(c, n->start, n->end, message);
    if (f != NULL)
        f->statement = c->ast->nodes[ast_statement(c->ast, node)].start;
    return f;
}

void lint_relate(struct lint_context *c, struct lint_finding *f, uint32_t node, const char *message)
{
    if (f == NULL || node == 0 || f->related_count == 3)
        return;
    const struct node *n = &c->ast->nodes[node];
    f->related[f->related_count++] =
        (struct lint_related){lint_place_of(c->ast, n->start, n->end), message, NULL};
}

void lint_edit(struct lint_context *c, struct lint_finding *f, uint32_t start, uint32_t end,
               const char *text)
{
    if (f == NULL || f->edit_count == 4)
        return;
    f->edits[f->edit_count++] =
        (struct lint_edit){start, end, arena_printf(&c->result->arena, "%s", text)};
    f->fix = c->rule->fix;
}

/* ---- which files are about FFTs */

static bool has_fft_word(const char *text, size_t size)
{
    static const char *const words[] = {"fft", "dft", "fourier", "twiddle", "spectr", "bluestein"};
    static const char firsts[] = "fdtsb"; /* their first letters */
    for (size_t i = 0; i + 3 <= size; i++) {
        int first = text[i] | 0x20;
        if (first > 't' || strchr(firsts, first) == NULL || first == ' ')
            continue;
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            size_t n = strlen(words[w]), k = 0;
            while (k < n && i + k < size && (text[i + k] | 0x20) == words[w][k])
                k++;
            if (k == n)
                return true;
        }
    }
    return false;
}

/* ---- the query */

static bool holds(const struct facts *f, const struct condition *condition,
                  const struct lint_match *m)
{
    uint32_t node = condition->capture == NULL ? m->site : lint_captured(m, condition->capture);
    const struct ast *a = &f->ast;
    switch (condition->what) {
    case COND_TEXT: return slice_among(ast_text(a, node), condition->words);
    case COND_CALLED: return slice_among(facts_called(f, node), condition->words);
    case COND_FFTW: return slice_among(facts_fftw_name(facts_called(f, node)), condition->words);
    case COND_TRANSFORM: {
        const struct transform *t = facts_transform(f, node);
        const char *name = t != NULL ? t->function->name : "";
        return t != NULL &&
               slice_among((struct slice){name, (uint32_t)strlen(name)}, condition->words);
    }
    default: return false;
    }
}

static void dispatch(struct lint_context *c, const struct language_query *q,
                     const TSQueryMatch *match)
{
    const struct pattern *p = &q->patterns[match->pattern_index];
    struct lint_match m = {.site = 0};
    for (uint16_t i = 0; i < match->capture_count; i++) {
        uint32_t length, node = ast_find(c->ast, match->captures[i].node);
        const char *name =
            ts_query_capture_name_for_id(q->query, match->captures[i].index, &length);
        if (strcmp(name, "site") == 0)
            m.site = node;
        else if (m.count < CAPTURES_MOST) {
            m.others[m.count].name = name;
            m.others[m.count++].node = node;
        }
    }
    if (m.site == 0)
        return;
    for (int i = 0; i < p->condition_count; i++)
        if (!holds(c->facts, &p->conditions[i], &m))
            return;
    c->rule = p->rule;
    p->rule->check(c, &m);
}

static void run_query(struct lint_worker *w, struct lint_context *c, const struct language_query *q,
                      TSTree *tree)
{
    TSQueryMatch match;
    ts_query_cursor_set_match_limit(w->cursor, MATCHES_MOST);
    ts_query_cursor_exec(w->cursor, q->query, ts_tree_root_node(tree));
    while (ts_query_cursor_next_match(w->cursor, &match))
        dispatch(c, q, &match);
    if (ts_query_cursor_did_exceed_match_limit(w->cursor))
        c->result->note = "too deeply nested in places: some matches of the rules were given up";
}

static int by_place(const void *x, const void *y)
{
    const struct lint_finding *a = x, *b = y;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return strcmp(a->rule->id, b->rule->id);
}

/* Compares pointers to findings: by fingerprint, then by their order in the text. */
static int by_fingerprint(const void *x, const void *y)
{
    const struct lint_finding *a = *(const struct lint_finding *const *)x,
                              *b = *(const struct lint_finding *const *)y;
    if (a->fingerprint != b->fingerprint)
        return a->fingerprint < b->fingerprint ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Stores the fingerprints: FNV-1a of rule, path and the line without its blanks, plus the number of
 * equal fingerprints before, which makes it unique. */
static void set_fingerprints(struct lint_result *r, struct arena *arena)
{
    struct lint_finding **sorted = ARENA_NEW(arena, struct lint_finding *, r->count + 1);
    for (uint32_t i = 0; i < r->count; i++) {
        struct lint_finding *f = sorted[i] = &r->findings[i];
        uint64_t h = 14695981039346656037u;
        const char *const parts[] = {f->rule->id, r->path, f->line};
        for (int k = 0; k < 3; k++)
            for (const char *p = parts[k]; *p != 0; p++)
                if (!isspace((unsigned char)*p))
                    h = (h ^ (unsigned char)*p) * 1099511628211u;
        f->fingerprint = h;
    }
    if (r->count != 0)
        qsort((void *)sorted, r->count, sizeof *sorted, by_fingerprint);
    uint64_t last = 0, equal = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        equal = i > 0 && sorted[i]->fingerprint == last ? equal + 1 : 0;
        last = sorted[i]->fingerprint;
        sorted[i]->fingerprint += equal;
    }
}

/* Drops the findings of rules that the configuration ignores for this file. */
static void drop_ignored(const struct lint_config *config, struct lint_result *r)
{
    char place[LINT_PATH_MOST];
    lint_set ignored = 0;
    uint32_t kept = 0;
    if (r->count == 0 || config->per_file_count == 0)
        return;
    lint_path_in(config, r->path, place);
    for (int i = 0; i < config->per_file_count; i++)
        if (lint_glob(config->per_file[i].pattern, place))
            ignored |= config->per_file[i].ignored;
    for (uint32_t i = 0; i < r->count; i++)
        if (!lint_set_has(ignored, r->findings[i].rule - lint_rules))
            r->findings[kept++] = r->findings[i];
    r->count = kept;
}

/* Parses the text and returns its facts, or NULL if the parser gives up. */
static struct facts *parse(struct lint_worker *w, const struct lint_context *c, const char *text,
                           uint32_t size)
{
    struct facts *facts = ARENA_NEW(&w->arena, struct facts, 1);
    facts->ast.text = text;
    facts->ast.size = size;
    facts->ast.arena = &w->arena;
    facts->ast.language = c->language == LINT_PYTHON ? &lint_python : &lint_cpp;
    ts_parser_set_language(w->parser, facts->ast.language->loaded);
    w->tree = ts_parser_parse_string(w->parser, NULL, text, size);
    if (w->tree == NULL)
        return NULL;
    w->walk = ts_tree_cursor_new(ts_tree_root_node(w->tree));
    w->walking = true;
    facts_build(facts, &w->walk);
    return facts;
}

static bool is_unreadable(const struct facts *facts)
{
    return facts->ast.error_bytes > ERROR_SHARE * facts->ast.size;
}

/* Returns the first node, except the root, that is a syntax error of at least `least` bytes, or
 * 0. */
static uint32_t first_error(const struct ast *a, uint32_t least)
{
    for (uint32_t n = 2; n < a->count; n++)
        if (ast_kind(a, n) == K_ERROR && a->nodes[n].end - a->nodes[n].start >= least)
            return n;
    return 0;
}

/* Returns the line where reading stopped: the start of the one error that makes the file
 * unreadable, or else of the first error. */
static uint32_t error_line(const struct ast *a)
{
    uint32_t n = first_error(a, (uint32_t)(ERROR_SHARE * a->size));
    if (n == 0)
        n = first_error(a, 0);
    return ast_line(a, a->nodes[n != 0 ? n : 1].start) + 1;
}

static void lint_tree(struct lint_worker *w, struct lint_context *c, struct facts *facts,
                      const struct language_query *q)
{
    c->result->error_bytes = facts->ast.error_bytes;
    if (facts->ast.error_bytes != 0)
        c->result->error_line = error_line(&facts->ast);
    if (is_unreadable(facts)) {
        c->result->note =
            arena_printf(&c->result->arena,
                         "reading stopped in line %u, and more than 30 %% of the file "
                         "is not the language of its name: not linted",
                         c->result->error_line);
        c->result->left_out = true;
        return;
    }
    if (facts->ast.depth > FACTS_DEPTH_MOST) {
        c->result->note = "nested more than 2000 deep: not linted";
        c->result->left_out = true;
        return;
    }
    if (q->query != NULL)
        run_query(w, c, q, w->tree);
    for (uint32_t n = 1; n < facts->ast.count; n++)
        if (ast_kind(&facts->ast, n) == K_COMMENT)
            lint_comment(c, facts->ast.nodes[n].start, facts->ast.nodes[n].end);
    lint_suppress(c);
}

static void lint_code(struct lint_worker *w, struct lint_context *c, const char *text,
                      uint32_t size)
{
    const struct language_query *q = &w->engine->queries[c->language == LINT_PYTHON ? 0 : 1];
    char *copy = ARENA_NEW(&w->arena, char, (size_t)size + 1);
    memcpy(copy, text, size);
    for (char *cr = copy; (cr = memchr(cr, '\r', (size_t)(copy + size - cr))) != NULL; cr++)
        if (cr + 1 == copy + size || cr[1] != '\n')
            *cr = '\n'; /* Python ends a line at '\r', the grammars do not */
    if (c->language == LINT_CUDA)
        lint_blank_gpu_words(copy, size);
    if (c->language != LINT_PYTHON) {
        lint_write_names_out(copy, size);
        lint_join_complex(copy, size);
    }
    struct facts *facts = parse(w, c, copy, size);
    if (facts != NULL && c->language != LINT_PYTHON && is_unreadable(facts) &&
        lint_blank_alternatives(copy, size)) {
        ts_tree_cursor_delete(&w->walk);
        w->walking = false;
        ts_tree_delete(w->tree);
        w->tree = NULL;
        facts = parse(w, c, copy, size);
    }
    if (facts == NULL) {
        c->result->note = "the parser gave up";
        c->result->failed = true;
        return;
    }
    c->facts = facts;
    c->ast = &facts->ast;
    lint_tree(w, c, facts, q);
}

static void lint_text(struct lint_worker *w, struct lint_context *c, const char *text,
                      uint32_t size)
{
    struct lint_result *r = c->result;
    if (c->language == LINT_BUILD)
        lint_build_file(c, text, size);
    else
        lint_code(w, c, text, size);
    drop_ignored(c->config, r);
    if (r->count != 0)
        qsort(r->findings, r->count, sizeof *r->findings, by_place);
    set_fingerprints(r, c->arena);
}

/* Reports whether the path is a setup.py, a build file in Python, which is linted without a word of
 * FFTs too. */
static bool is_setup(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash != NULL ? slash + 1 : path, "setup.py") == 0;
}

void lint_source(struct lint_worker *w, const char *path, enum lint_language_id language,
                 const char *text, size_t size, struct lint_result *r)
{
    *r = (struct lint_result){.path = path, .size = (uint32_t)size};
    if (size > SIZE_MOST) {
        r->note = "larger than 4 MB: not linted";
        r->left_out = true;
        return;
    }
    if (size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
        r->note = "in UTF-16: not linted; only UTF-8 is read";
        r->left_out = true;
        return;
    }
    lint_set selected = w->engine->config->selected;
    bool word = has_fft_word(text, size);
    if ((language == LINT_C || language == LINT_CUDA) &&
        (lint_set_has(selected, LINT_FFT607) || lint_set_has(selected, LINT_FFT610)))
        lint_look_for_threads(text, size, r);
    if (word && (language == LINT_C || language == LINT_CUDA))
        r->destroys_plans = lint_destroys_plans(text, size);
    if (language == LINT_NOT_CODE || (language != LINT_BUILD && !word && !is_setup(path)))
        return;
    struct lint_context c = {.config = w->engine->config,
                             .language = language,
                             .path = path,
                             .source = text,
                             .result = r,
                             .arena = &w->arena};
    r->linted = word;
    if (setjmp(w->arena.out_of_memory) == 0 && setjmp(r->arena.out_of_memory) == 0)
        lint_text(w, &c, text, (uint32_t)size);
    else {
        r->note = "not enough memory";
        r->failed = true;
        r->count = r->note_count = 0;
    }
    if (w->walking)
        ts_tree_cursor_delete(&w->walk);
    if (w->tree != NULL)
        ts_tree_delete(w->tree);
    w->walking = false;
    w->tree = NULL;
    arena_free(&w->arena);
}

void lint_result_free(struct lint_result *r) { arena_free(&r->arena); }

struct lint_worker *lint_worker_new(const struct lint_engine *engine)
{
    struct lint_worker *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->engine = engine;
    w->parser = ts_parser_new();
    w->cursor = ts_query_cursor_new();
    return w;
}

void lint_worker_free(struct lint_worker *w)
{
    if (w == NULL)
        return;
    ts_query_cursor_delete(w->cursor);
    ts_parser_delete(w->parser);
    arena_free(&w->arena);
    free(w);
}
