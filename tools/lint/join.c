/* SPDX-License-Identifier: Apache-2.0 */
/* Settles findings that depend on all files. A finding that waits for its function to run in
 * parallel stays if some file runs it so, through at most CALLS_MOST calls. A finding that needs
 * threads goes if the files are a program without threads. Names stand for functions, so a name
 * links files only if it speaks of transforms and one function alone has it. */
#include "engine.h"

#include <ctype.h>
#include <string.h>

#define CALLS_MOST 4
#define LOOKUPS_MOST 500 /* limit for one function */

struct files {
    struct lint_result *results;
    size_t count;
    int lookups;
};

/* The place from which a function runs in parallel. */
struct origin {
    const char *path;
    struct lint_place place;
    bool found;
};

bool lint_join_by_name(struct slice name)
{
    static const char *const words[] = {"fft", "dft", "fourier", "spectr", "plan", "convol"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (name.n > 4 && slice_has(name, words[i]) && !slice_begins(name, "fftw"))
            return true;
    return false;
}

void lint_note(struct lint_context *c, enum lint_note_kind kind, struct slice name,
               struct slice callee, uint32_t node)
{
    struct lint_result *r = c->result;
    const struct node *n = &c->ast->nodes[node];
    struct lint_note note = {.kind = kind,
                             .name = arena_printf(&r->arena, "%.*s", (int)name.n, name.p),
                             .callee = arena_printf(&r->arena, "%.*s", (int)callee.n, callee.p),
                             .place = lint_place_of(c->ast, n->start, n->end)};
    r->notes = arena_grow(&r->arena, r->notes, r->note_count, sizeof *r->notes);
    r->notes[r->note_count++] = note; /* counted once all its memory exists */
}

static bool is_one_function(const struct files *f, const char *name)
{
    int defined = 0;
    for (size_t i = 0; i < f->count; i++)
        for (uint32_t k = 0; k < f->results[i].note_count; k++)
            defined += f->results[i].notes[k].kind == LINT_DEFINED &&
                       strcmp(f->results[i].notes[k].name, name) == 0;
    return defined == 1;
}

/* Returns the place from which the function `name` of file `home` runs in parallel. */
static struct origin find_origin(struct files *f, size_t home, const char *name, int depth)
{
    bool anywhere =
        lint_join_by_name((struct slice){name, (uint32_t)strlen(name)}) && is_one_function(f, name);
    if (f->lookups++ == LOOKUPS_MOST)
        return (struct origin){.found = false};
    for (size_t i = 0; i < f->count; i++) {
        const struct lint_result *r = &f->results[i];
        for (uint32_t k = 0; k < r->note_count && (i == home || anywhere); k++) {
            const struct lint_note *n = &r->notes[k];
            if (n->kind == LINT_RUNS_PARALLEL && strcmp(n->name, name) == 0)
                return (struct origin){r->path, n->place, true};
            if (n->kind != LINT_CALLS || depth == CALLS_MOST || strcmp(n->callee, name) != 0 ||
                strcmp(n->name, name) == 0)
                continue;
            struct origin o = find_origin(f, i, n->name, depth + 1);
            if (o.found)
                return o;
        }
    }
    return (struct origin){.found = false};
}

static bool decide(struct files *f, size_t home, struct lint_finding *finding,
                   const struct lint_finding *before)
{
    /* The previous finding is usually of the same function. */
    if (before != NULL && before->waits_for != NULL &&
        strcmp(before->waits_for, finding->waits_for) == 0) {
        finding->related_count = before->related_count;
        finding->related[0] = before->related[0];
        return before->related_count != 0;
    }
    f->lookups = 0;
    struct origin o = find_origin(f, home, finding->waits_for, 0);
    if (o.found)
        finding->related[finding->related_count++] =
            (struct lint_related){o.place, "run in parallel from here", o.path};
    return o.found;
}

/* Returns the next byte of C from i on that is in no comment, string or character literal. A
 * literal ends at the end of its line at the latest, because an #error may have an apostrophe. */
static size_t next_code(const char *text, size_t size, size_t i)
{
    while (i < size) {
        bool block = i + 1 < size && text[i] == '/' && text[i + 1] == '*';
        bool line = i + 1 < size && text[i] == '/' && text[i + 1] == '/';
        bool number = i > 0 && isalnum((unsigned char)text[i - 1]); /* 1'000 */
        if (block) {
            i += 2;
            while (i < size && !(text[i] == '*' && i + 1 < size && text[i + 1] == '/'))
                i++;
            i += 2;
        } else if (line) {
            while (i < size && text[i] != '\n')
                i++;
        } else if (text[i] == '"' || (text[i] == '\'' && !number)) {
            char quote = text[i++];
            while (i < size && text[i] != quote && text[i] != '\n')
                i += text[i] == '\\' ? 2 : 1;
            i++;
        } else {
            return i;
        }
    }
    return size;
}

static bool begins_with(const char *text, size_t size, const char *word)
{
    size_t n = strlen(word);
    return n <= size && memcmp(text, word, n) == 0;
}

static bool is_main(const char *text, size_t size, size_t i)
{
    if (!begins_with(text + i, size - i, "main") || (i > 0 && !isspace((unsigned char)text[i - 1])))
        return false;
    for (i += 4; i < size && text[i] == ' ';)
        i++;
    return i < size && text[i] == '(';
}

static bool begins_with_any(const char *text, size_t size, const char *const *words)
{
    for (; *words != NULL; words++)
        if (begins_with(text, size, *words))
            return true;
    return false;
}

void lint_look_for_threads(const char *text, size_t size, struct lint_result *r)
{
    static const char *const words[] = {"omp parallel",
                                        "pthread_create",
                                        "std::thread",
                                        "std::jthread",
                                        "std::async",
                                        "thrd_create",
                                        "QThread",
                                        "QtConcurrent",
                                        "boost::thread",
                                        "CreateThread",
                                        "_beginthread",
                                        "g_thread_new",
                                        "g_thread_create",
                                        "tbb::",
                                        "ACE_Task",
                                        "ThreadPool",
                                        "thread_pool",
                                        "dispatch_async",
                                        NULL};
    for (size_t i = next_code(text, size, 0); i < size; i = next_code(text, size, i + 1)) {
        if (text[i] == 'm')
            r->has_main = r->has_main || is_main(text, size, i);
        if (strchr("opstQbC_gATd", text[i]) != NULL) /* first letters of the words */
            r->starts_threads = r->starts_threads || begins_with_any(text + i, size - i, words);
    }
}

/* Reports whether a destructor of the class frees memory, and adds its place to the finding. */
static bool is_taken_down(const struct lint_result *results, size_t count,
                          struct lint_finding *finding)
{
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < results[i].note_count; k++) {
            const struct lint_note *n = &results[i].notes[k];
            if (n->kind != LINT_TAKES_DOWN || strcmp(n->name, finding->taken_down) != 0)
                continue;
            finding->related[finding->related_count++] =
                (struct lint_related){n->place, "memory is given back here", results[i].path};
            return true;
        }
    return false;
}

/* Reports whether some file has the class of the member and no file sets the member under the
 * conditions of its destruction. */
static bool is_unset(const struct lint_result *results, size_t count, const char *member,
                     const char *conditions)
{
    bool has = false;
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < results[i].note_count; k++) {
            const struct lint_note *n = &results[i].notes[k];
            if (n->kind < LINT_HAS_PLAN || strcmp(n->name, member) != 0)
                continue;
            if (n->kind == LINT_HAS_PLAN)
                has = true;
            else if (n->callee[0] == 0 || strcmp(n->callee, conditions) == 0)
                return false;
        }
    return has;
}

bool lint_destroys_plans(const char *text, size_t size)
{
    static const char *const words[] = {"destroy_plan", "DESTROY_PLAN", "DestroyPlan", "fftDestroy",
                                        NULL};
    for (size_t i = next_code(text, size, 0); i < size; i = next_code(text, size, i + 1))
        if ((text[i] == 'd' || text[i] == 'D' || text[i] == 'f') &&
            begins_with_any(text + i, size - i, words))
            return true;
    return false;
}

/* Reports whether the files are a program and start no threads. */
static bool is_serial(const struct lint_result *results, size_t count)
{
    bool has_main = false;
    for (size_t i = 0; i < count; i++) {
        has_main = has_main || results[i].has_main;
        if (results[i].starts_threads)
            return false;
    }
    return has_main;
}

void lint_join(struct lint_result *results, size_t count)
{
    struct files f = {results, count, 0};
    bool serial = is_serial(results, count), destroyed = false, program = false;
    for (size_t i = 0; i < count; i++) {
        destroyed = destroyed || results[i].destroys_plans;
        program = program || results[i].has_main;
    }
    for (size_t i = 0; i < count; i++) {
        struct lint_result *r = &results[i];
        uint32_t kept = 0;
        struct lint_finding before;
        for (uint32_t k = 0; k < r->count; k++) {
            struct lint_finding finding = r->findings[k];
            bool keep =
                finding.waits_for == NULL || decide(&f, i, &finding, k > 0 ? &before : NULL);
            keep = keep && !(finding.needs_threads && serial) &&
                   !(finding.needs_leaks && destroyed) && !(finding.needs_library && program);
            keep = keep && (finding.unset == NULL ||
                            is_unset(results, count, finding.unset, finding.unset_if));
            keep = keep && (finding.taken_down == NULL || is_taken_down(results, count, &finding));
            before = finding;
            if (keep)
                r->findings[kept++] = finding;
        }
        r->count = kept;
    }
}
