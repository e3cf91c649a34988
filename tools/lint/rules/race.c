/* SPDX-License-Identifier: Apache-2.0 */
/* FFT603: planners that run in several threads. The parallel code and the plans may be in different
 * functions and files. This file notes the calls, and ../join.c connects them. */
#include "locks.h"

#include <string.h>

/* Returns the directive before a statement, or 0. */
static uint32_t pragma_before(const struct ast *a, uint32_t statement)
{
    uint32_t before = 0;
    for (uint32_t n = ast_first(a, ast_parent(a, statement)); n != 0 && n < statement;
         n = ast_next(a, n))
        before = n;
    return ast_kind(a, before) == K_DIRECTIVE ? before : 0;
}

/* Reports whether the function starts a thread with its arguments: std::thread(f),
 * pthread_create(&t, 0, f, 0). */
static bool starts_thread(struct slice called)
{
    return slice_among(called, " pthread_create thrd_create thread jthread async create_thread "
                               "_beginthread _beginthreadex CreateThread g_thread_new "
                               "SDL_CreateThread ");
}

/* Reports whether the object before the dot holds threads, by its name or type:
 * threads.emplace_back, pool.submit. */
static bool is_of_threads(const struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    static const char *const words[] = {"thread", "worker", "pool"};
    int pointers;
    uint32_t callee = ast_child(a, call, F_FUNCTION),
             object = facts_object(c->facts, ast_child(a, callee, F_OBJECT));
    if (!slice_among(facts_called(c->facts, call),
                     " emplace_back push_back emplace emplace_front push_front push submit enqueue "
                     "post "))
        return false;
    uint32_t name = ast_kind(a, object) == K_ATTRIBUTE ? ast_child(a, object, F_MEMBER) : object;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lint_says(c, callee, words[i]))
            return true;
    struct slice type = ast_kind(a, name) == K_NAME ? facts_type(c->facts, name, &pointers)
                                                    : (struct slice){NULL, 0};
    return type.p != NULL && (slice_has(type, "thread") || slice_has(type, "pool"));
}

static bool is_thread(const struct lint_context *c, uint32_t lambda)
{
    const struct ast *a = c->ast;
    for (uint32_t p = ast_parent(a, lambda); p > 1 && ast_kind(a, p) != K_BLOCK;
         p = ast_parent(a, p)) {
        if (ast_kind(a, p) == K_CALL)
            return slice_has(facts_called(c->facts, p), "thread") ||
                   slice_has(facts_called(c->facts, p), "async") ||
                   slice_has(facts_called(c->facts, p), "parallel_for") || is_of_threads(c, p);
        if (ast_kind(a, p) == K_DECLARATION || ast_kind(a, p) == K_NEW)
            return lint_says(c, ast_child(a, p, F_TYPE), "thread");
    }
    return false;
}

/* Reports whether the pragma lets one thread at a time run its statement. */
static bool is_serial_pragma(const struct lint_context *c, uint32_t pragma)
{
    return lint_says(c, pragma, "critical") || lint_says(c, pragma, "single") ||
           lint_says(c, pragma, "master") || lint_says(c, pragma, "masked") ||
           lint_says(c, pragma, "ordered");
}

/* Returns the pragma or lambda of the parallel region around a node, or 0. Sets *serial if code in
 * between lets one thread at a time in. */
static uint32_t parallel_region(const struct lint_context *c, uint32_t n, bool *serial)
{
    const struct ast *a = c->ast;
    *serial = false;
    for (uint32_t p = n; p > 1 && ast_kind(a, p) != K_FUNCTION; p = ast_parent(a, p)) {
        if (ast_kind(a, p) == K_LAMBDA && is_thread(c, p))
            return p;
        uint32_t pragma = pragma_before(a, p);
        if (pragma == 0 || !lint_says(c, pragma, "omp"))
            continue;
        *serial = is_serial_pragma(c, pragma);
        if (*serial)
            return 0;
        if (lint_says(c, pragma, "parallel"))
            return pragma;
    }
    return 0;
}

bool lint_in_critical(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    for (uint32_t p = n; p > 1 && ast_kind(a, p) != K_FUNCTION; p = ast_parent(a, p)) {
        uint32_t pragma = pragma_before(a, p);
        if (pragma != 0 && lint_says(c, pragma, "omp"))
            return lint_says(c, pragma, "critical") && !lint_says(c, pragma, "(");
    }
    return false;
}

/* Reports whether "lock" or "mutex" occurs between the start of the function and n. The rule is
 * then silent. */
static bool may_be_locked(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t start = a->nodes[ast_function(a, n)].start;
    struct slice before = {a->text + start, a->nodes[n].start - start};
    return slice_has(before, "lock") || slice_has(before, "mutex");
}

/* Reports whether a name before n, in the blocks around n, contains lock: a call, a type, a
 * macro. */
static bool is_locked(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t lambda = ast_up(a, n, K_LAMBDA);
    for (uint32_t k = ast_function(a, n); k < n; k++) {
        struct slice name = ast_text(a, k);
        if (a->nodes[k].name != 0 &&
            (lint_named(name, "lock") || lint_named(name, "locker") || lint_named(name, "mutex")) &&
            ast_up(a, k, K_LAMBDA) == lambda && ast_inside(a, n, ast_block(a, k)))
            return true;
    }
    return false;
}

bool lint_is_planner(struct slice called)
{
    return slice_begins(called, "fftw") &&
           (slice_has(called, "_plan_dft") || slice_has(called, "_plan_many") ||
            slice_has(called, "_plan_r2r") || slice_has(called, "_plan_guru") ||
            slice_has(called, "_destroy_plan"));
}

/* Returns the name of a defined function: bar of Foo::bar, Foo of Foo::~Foo. */
static struct slice defined_name(const struct ast *a, uint32_t function)
{
    uint32_t n = lint_last_name(a, lint_function_name(a, function));
    if (ast_kind(a, n) == K_OTHER && ast_first(a, n) != 0) /* ~Foo */
        n = ast_first(a, n);
    return ast_kind(a, n) == K_NAME ? ast_text(a, n) : (struct slice){NULL, 0};
}

/* Reports whether a caller of the function may hold a lock, or the file is a program. This rule
 * cannot see the order in which a program runs. */
static bool is_excused(const struct lint_context *c, struct slice name)
{
    const struct ast *a = c->ast;
    for (uint32_t n = 1; n < a->count; n++) {
        if (ast_kind(a, n) == K_FUNCTION && slice_is(defined_name(a, n), "main"))
            return true;
        if (a->nodes[n].name != 0 && slice_same(ast_text(a, n), name) && may_be_locked(c, n))
            return true;
    }
    return false;
}

bool lint_in_threads(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    for (uint32_t p = n; p > 1 && ast_kind(a, p) != K_FUNCTION; p = ast_parent(a, p)) {
        uint32_t pragma = pragma_before(a, p);
        if ((ast_kind(a, p) == K_LAMBDA && is_thread(c, p)) ||
            (pragma != 0 && lint_says(c, pragma, "omp") && lint_says(c, pragma, "parallel")))
            return true;
    }
    return false;
}

/* Returns a locked planner in another function of the file whose lock is not for threads that start
 * there, or 0. */
static uint32_t locked_planner(const struct lint_context *c, uint32_t site)
{
    const struct ast *a = c->ast;
    bool serial;
    for (uint32_t n = facts_next_call(c->facts, 1, 0); n != 0; n = facts_next_call(c->facts, 1, n))
        if (lint_is_planner(facts_called(c->facts, n)) &&
            ast_function(a, n) != ast_function(a, site) && ast_up(a, n, K_LAMBDA) == 0) {
            uint32_t region = parallel_region(c, n, &serial);
            if (region == 0 && !lint_in_threads(c, n) && (serial || is_locked(c, n)))
                return n;
        }
    return 0;
}

/* ---- the graph of calls */

/* Notes that the functions among the arguments run in a thread. */
static void note_arguments(struct lint_context *c, uint32_t arguments, uint32_t start)
{
    const struct ast *a = c->ast;
    for (uint32_t n = ast_first(a, arguments); n != 0; n = ast_next(a, n)) {
        uint32_t object =
            ast_kind(a, n) == K_PARAMETER ? ast_child(a, n, F_TYPE) : facts_object(c->facts, n);
        object = lint_last_name(a, object); /* Foo::run becomes run */
        if (ast_kind(a, object) == K_NAME)
            lint_note(c, LINT_RUNS_PARALLEL, ast_text(a, object), (struct slice){NULL, 0}, start);
    }
}

/* Notes a thread that a loop starts. A single thread is not parallel. */
static void note_argument_threads(struct lint_context *c, uint32_t call)
{
    if ((starts_thread(facts_called(c->facts, call)) || is_of_threads(c, call)) &&
        ast_loop(c->ast, call) != 0)
        note_arguments(c, ast_child(c->ast, call, F_ARGUMENTS), call);
}

/* Notes new std::thread(f), std::thread{f} and std::thread t(f) in a loop. */
static void note_thread_object(struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t type = ast_child(a, n, F_TYPE), arguments = ast_child(a, n, F_ARGUMENTS);
    if (!lint_says(c, type, "thread") || ast_loop(a, n) == 0)
        return;
    if (ast_kind(a, n) == K_DECLARATION) {
        uint32_t declarator = ast_child(a, n, F_DECLARATOR);
        bool function =
            ast_kind(a, declarator) == K_FUNCTION_DECLARATOR; /* C++ reads t(f) as one */
        arguments = ast_child(a, declarator, function ? F_PARAMETERS : F_VALUE);
    } else if (arguments == 0) {
        arguments = ast_child(a, n, F_VALUE);
    }
    note_arguments(c, arguments, n);
}

/* Notes all calls in the statement or lambda that run in parallel. */
static void note_region(struct lint_context *c, uint32_t region)
{
    bool serial;
    for (uint32_t n = facts_next_call(c->facts, region, 0); n != 0;
         n = facts_next_call(c->facts, region, n))
        if (parallel_region(c, n, &serial) != 0 && !may_be_locked(c, n))
            lint_note(c, LINT_RUNS_PARALLEL, facts_called(c->facts, n), (struct slice){NULL, 0}, n);
}

static void note_calls(struct lint_context *c, uint32_t function)
{
    const struct ast *a = c->ast;
    struct slice name = defined_name(a, function);
    bool serial;
    if (name.n == 0 || ast_function(a, ast_parent(a, function)) != 1)
        return; /* the walk of the outer function covers it */
    if (lint_join_by_name(name))
        lint_note(c, LINT_DEFINED, name, (struct slice){NULL, 0}, function);
    for (uint32_t n = function; n <= a->nodes[function].last; n++) {
        int kind = ast_kind(a, n);
        if (kind == K_DIRECTIVE && lint_says(c, n, "omp") && lint_says(c, n, "parallel"))
            note_region(c, ast_next(a, n));
        else if (kind == K_LAMBDA && is_thread(c, n))
            note_region(c, n);
        else if (kind == K_NEW || kind == K_DECLARATION || kind == K_OTHER)
            note_thread_object(c, n);
        else if (kind == K_CALL) {
            struct slice called = facts_called(c->facts, n);
            note_argument_threads(c, n);
            if (lint_join_by_name(called) && parallel_region(c, n, &serial) == 0 && !serial &&
                !may_be_locked(c, n))
                lint_note(c, LINT_CALLS, name, called, n);
        }
    }
}

bool lint_may_be_serial(const struct lint_context *c, uint32_t n)
{
    bool serial;
    struct slice name = defined_name(c->ast, ast_function(c->ast, n));
    parallel_region(c, n, &serial);
    return serial || is_locked(c, n) || (name.n != 0 && is_excused(c, name));
}

void lint_FFT603(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, m->site) == K_FUNCTION) {
        note_calls(c, m->site);
        return;
    }
    if (slice_has((struct slice){a->text, a->size}, "make_planner_thread_safe"))
        return;
    bool serial;
    uint32_t region = parallel_region(c, m->site, &serial), other = 0;
    if (serial || may_be_locked(c, m->site)) {
        lint_compare_locks(c, m->site);
        return;
    }
    struct lint_finding *f = NULL;
    if (region != 0) {
        f = lint_report(c, m->site,
                        "of FFTW only the execute functions may run in several threads at once: "
                        "make and destroy plans outside, in "
                        "a critical section, or after fftw_make_planner_thread_safe()");
        lint_relate(c, f, region, "parallel from here");
        return;
    }
    struct slice name = defined_name(a, ast_function(a, m->site));
    if (name.n == 0 || is_excused(c, name))
        return;
    if (lint_is_planner(facts_called(c->facts, m->site)))
        other = locked_planner(c, m->site);
    f = lint_report(c, m->site,
                    other != 0
                        ? "elsewhere in this file the planner is behind a lock, here it is not: of "
                          "FFTW only the execute functions may run while it plans"
                        : "this function is run by several threads at once, and of FFTW only the "
                          "execute functions may be: lock around it, or call "
                          "fftw_make_planner_thread_safe() once");
    if (other != 0)
        lint_relate(c, f, other, "locked here");
    else if (f != NULL)
        f->waits_for = arena_printf(&c->result->arena, "%.*s", (int)name.n, name.p);
}
