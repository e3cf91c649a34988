/* SPDX-License-Identifier: Apache-2.0 */
/* The part of FFT603 about two locks; FFT607, a planner in a file without locks; FFT610, a function
 * that drops all plans. */
#include "locks.h"

#include <string.h>

/* ---- which lock */

/* Reports whether an object of this type locks when it is made. */
static bool is_guard(struct slice type)
{
    return slice_has(type, "lock_guard") || slice_has(type, "unique_lock") ||
           slice_has(type, "scoped_lock") || slice_has(type, "scopedlock") ||
           slice_has(type, "locker") || slice_has(type, "guard");
}

/* Returns the lock that a call takes, m of m.lock(), pthread_mutex_lock(&m), omp_set_lock(&m), or
 * 0. */
static uint32_t locked_by_call(const struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    struct slice called = facts_called(c->facts, call);
    uint32_t callee = ast_child(a, call, F_FUNCTION);
    if (slice_is(called, "lock") && ast_kind(a, callee) == K_ATTRIBUTE)
        return ast_child(a, callee, F_OBJECT);
    if (slice_is(called, "lock") && ast_kind(a, callee) == K_SCOPED) /* m::lock() has its own */
        return 0;
    return slice_among(called, " pthread_mutex_lock mtx_lock omp_set_lock g_mutex_lock ")
               ? facts_object(c->facts, facts_argument(c->facts, call, 0))
               : 0;
}

/* Returns m of std::lock_guard<std::mutex> g(m), which the parser reads as a variable or a
 * function, or 0. */
static uint32_t locked_by_guard(const struct lint_context *c, uint32_t declaration)
{
    const struct ast *a = c->ast;
    if (!is_guard(ast_text(a, ast_child(a, declaration, F_TYPE))))
        return 0;
    for (uint32_t n = declaration; n <= a->nodes[declaration].last; n++)
        if (ast_kind(a, n) == K_ARGUMENTS || ast_kind(a, n) == K_PARAMETERS) {
            uint32_t first = ast_first(a, n), type = ast_child(a, first, F_TYPE);
            return facts_object(c->facts, type != 0 ? type : first);
        }
    return 0;
}

/* Returns the mutex that is held at a node, or 0 if none is or it is unknown. */
static uint32_t lock_at(const struct lint_context *c, uint32_t site)
{
    const struct ast *a = c->ast;
    uint32_t found = 0, function = ast_function(a, site);
    for (uint32_t n = function; n < site; n++) {
        int kind = ast_kind(a, n);
        uint32_t lock = kind == K_CALL          ? locked_by_call(c, n)
                        : kind == K_DECLARATION ? locked_by_guard(c, n)
                                                : 0;
        if (lock != 0 && ast_inside(a, site, ast_block(a, n)))
            found = lock;
        if (kind == K_CALL && slice_has(facts_called(c->facts, n), "unlock") &&
            ast_inside(a, site, ast_block(a, n)))
            found = 0;
    }
    return found;
}

/* Reports whether two functions belong to one library: fftw_, fftwf_ and fftwl_ are separate, each
 * with its planner. */
static bool same_library(struct slice x, struct slice y)
{
    return x.n > 4 && y.n > 4 && x.p[4] == y.p[4];
}

/* Returns the known lock of a planner call before this one in the same library, or 0. */
static uint32_t other_lock(const struct lint_context *c, uint32_t site)
{
    const struct ast *a = c->ast;
    struct slice called = facts_called(c->facts, site);
    for (uint32_t n = facts_next_call(c->facts, 1, 0); n != 0 && n < site;
         n = facts_next_call(c->facts, 1, n))
        if (lint_is_planner(facts_called(c->facts, n)) && ast_function(a, n) != 1 &&
            same_library(facts_called(c->facts, n), called)) {
            uint32_t lock = lock_at(c, n);
            if (lock != 0)
                return lock;
        }
    return 0;
}

/* Reports whether the mutex belongs to the whole program, not to an object or a parameter. */
static bool is_shared(const struct lint_context *c, uint32_t lock)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, lock) == K_SCOPED)
        return true;
    return ast_kind(a, lock) == K_NAME && (facts_declaration(c->facts, lock) == 0 ||
                                           ast_function(a, facts_declaration(c->facts, lock)) == 1);
}

void lint_compare_locks(struct lint_context *c, uint32_t site)
{
    const struct ast *a = c->ast;
    uint32_t lock = lock_at(c, site), other = lock != 0 ? other_lock(c, site) : 0;
    if (other == 0 || ast_same(a, lock, other) || !is_shared(c, lock) || !is_shared(c, other) ||
        !lint_once_for(c, site, a->nodes[lint_last_name(a, lock)].name))
        return;
    struct lint_finding *f =
        lint_report(c, site,
                    "here the planner is behind %.*s, elsewhere behind %.*s: two locks do not "
                    "keep two threads apart, and both are one planner",
                    TEXT(a, lock), TEXT(a, other));
    lint_relate(c, f, other, "the other lock");
}

/* ---- FFT607 */

/* Reports whether the file is a program, a test of a framework, or loaded by an interpreter: one
 * thread calls it. */
static bool is_program(const struct lint_context *c)
{
    const struct ast *a = c->ast;
    for (uint32_t n = 1; n < a->count; n++)
        if (a->nodes[n].name != 0 && ast_kind(a, ast_parent(a, n)) == K_FUNCTION_DECLARATOR &&
            slice_among(ast_text(a, n), " main wmain WinMain mexFunction TEST TEST_F TEST_P "
                                        "TEST_CASE BENCHMARK "))
            return true;
    return false;
}

/* Reports whether the function makes a plan: fftw_plan_dft_1d, a project's macro
 * FFTW_PLAN_MANY_DFT, or a pointer fftw_plan_dft_1d_ptr. */
static bool makes_plan(struct slice called)
{
    return slice_has(called, "fftw") &&
           (slice_has(called, "plan_dft") || slice_has(called, "plan_many") ||
            slice_has(called, "plan_r2r") || slice_has(called, "plan_guru"));
}

/* Reports whether some planner of the file is locked. Then FFT603 reports those that are not. */
static bool has_locked_planner(const struct lint_context *c)
{
    for (uint32_t n = facts_next_call(c->facts, 1, 0); n != 0; n = facts_next_call(c->facts, 1, n))
        if (lint_is_planner(facts_called(c->facts, n)) && lint_may_be_serial(c, n))
            return true;
    return false;
}

/* Reports whether nothing in the file replaces a lock. */
static bool is_unlocked_library(struct lint_context *c)
{
    struct slice text = {c->ast->text, c->ast->size};
    if (c->unlocked == 0)
        c->unlocked =
            has_locked_planner(c) || is_program(c) || slice_has(text, "make_planner_thread_safe")
                ? -1
                : 1;
    return c->unlocked > 0;
}

/* Reports whether the function starts the planner, fftw_init_threads() or a project's macro
 * FFTW_INIT(). It must not run while another thread plans. */
static bool starts_planner(struct slice called)
{
    return slice_has(called, "fftw") &&
           (slice_ends(called, "init_threads") || slice_is(called, "FFTW_INIT") ||
            slice_is(called, "FFTW_INIT_THREADS"));
}

/* Reports whether some call of the file makes a plan without a lock. */
static bool has_unlocked_planner(const struct lint_context *c)
{
    for (uint32_t n = facts_next_call(c->facts, 1, 0); n != 0; n = facts_next_call(c->facts, 1, n))
        if (makes_plan(facts_called(c->facts, n)) && ast_function(c->ast, n) != 1 &&
            !lint_may_be_serial(c, n))
            return true;
    return false;
}

/* Reports whether the file calls the function in its threads. */
static bool is_run_in_threads(const struct lint_context *c, uint32_t function)
{
    const struct ast *a = c->ast;
    uint32_t name = lint_last_name(a, lint_function_name(a, function));
    for (uint32_t n = facts_next_call(c->facts, 1, 0); n != 0; n = facts_next_call(c->facts, 1, n))
        if (slice_same(facts_called(c->facts, n), ast_text(a, name)) && lint_in_threads(c, n))
            return true;
    return false;
}

/* Reports whether the planner is in a critical section of OpenMP, the file does not run the
 * function around it in threads, and it has no other lock. The section separates threads of one
 * contention group (OpenMP 5.0, 2.17.1), but not threads that a caller starts in another way;
 * without OpenMP it separates none. */
static bool is_critical_alone(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    struct slice text = {a->text, a->size};
    uint32_t function = ast_function(a, n);
    return lint_in_critical(c, n) && !slice_has(text, "mutex") && !slice_has(text, "thread_safe") &&
           !slice_has(ast_text(a, function), "omp parallel") && !is_run_in_threads(c, function) &&
           !is_program(c);
}

/* Reports whether no plan of the file has a finding yet. */
static bool is_first_plan(const struct lint_context *c)
{
    uint32_t said = 0;
    for (uint32_t i = 0; i < c->result->count; i++)
        said += c->result->findings[i].rule == c->rule;
    return said == (c->start_said ? 1 : 0);
}

void lint_FFT607(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    struct slice called = facts_called(c->facts, m->site);
    if ((!makes_plan(called) && !starts_planner(called)) || ast_function(a, m->site) == 1 ||
        (starts_planner(called) ? c->start_said : !is_first_plan(c)))
        return;
    if (makes_plan(called) && is_critical_alone(c, m->site)) {
        struct lint_finding *f =
            lint_report(c, m->site,
                        "a critical section keeps threads of OpenMP apart, and no others that may "
                        "call this, nor any where OpenMP is off: a mutex does");
        if (f != NULL)
            f->needs_threads = true;
        return;
    }
    if (!is_unlocked_library(c) || lint_may_be_serial(c, m->site) ||
        (starts_planner(called) && !has_unlocked_planner(c)))
        return;
    struct lint_finding *f = lint_report(
        c, m->site,
        "%s without a lock: of FFTW only the execute functions may run in "
        "several threads; lock around all others, or call fftw_make_planner_thread_safe() "
        "once",
        starts_planner(called) ? "the planner is set up here" : "plans are made here");
    if (f != NULL) {
        f->needs_threads = true;
        c->start_said = c->start_said || starts_planner(called);
    }
}

/* ---- FFT610 */

void lint_FFT610(struct lint_context *c, const struct lint_match *m)
{
    if (ast_function(c->ast, m->site) == 1 || is_program(c) || !lint_first_in_file(c))
        return;
    struct slice called = facts_called(c->facts, m->site);
    struct lint_finding *f =
        lint_report(c, m->site,
                    "%.*s() is for the end of a program: it takes down what all of it keeps in "
                    "FFTW, and plans of others are undefined then",
                    (int)called.n, called.p);
    if (f != NULL)
        f->needs_library = true;
}
