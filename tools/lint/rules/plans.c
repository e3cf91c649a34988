/* SPDX-License-Identifier: Apache-2.0 */
/* Implements FFT601 and FFT602: arrays that a plan or a transform changes. Also functions about
 * plans for other rules. */
#include "plans.h"

#include <string.h>

const struct c_plan *lint_plan_at(const struct lint_context *c, uint32_t call)
{
    uint32_t count;
    const struct c_plan *plans = facts_plans(c->facts, &count);
    for (uint32_t i = 0; i < count; i++)
        if (plans[i].call == call)
            return &plans[i];
    return NULL;
}

bool lint_is_plan_type(struct slice type)
{
    return facts_fftw(type, "plan") || slice_among(type, " cufftHandle hipfftHandle ");
}

bool lint_says(const struct lint_context *c, uint32_t n, const char *word)
{
    return n != 0 && slice_has(ast_text(c->ast, n), word);
}

int lint_plan_direction(const struct lint_context *c, const struct c_plan *p)
{
    double sign;
    if (p->kind == PLAN_R2C || p->kind == PLAN_C2R)
        return p->kind == PLAN_R2C ? FORWARD : INVERSE;
    if (p->kind != PLAN_C2C || p->sign == 0)
        return 0;
    if (lint_says(c, p->sign, "forward") || lint_says(c, p->sign, "backward"))
        return lint_says(c, p->sign, "forward") ? FORWARD : INVERSE;
    return facts_number(c->facts, p->sign, &sign) ? sign < 0 ? FORWARD : INVERSE : 0;
}

const struct c_plan *lint_plan_in(const struct lint_context *c, uint32_t expression)
{
    uint32_t count, function = ast_function(c->ast, expression);
    const struct c_plan *plans = facts_plans(c->facts, &count), *found = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct c_plan *p = &plans[i];
        bool visible = p->function == function || ast_kind(c->ast, p->holder) == K_ATTRIBUTE ||
                       p->function == 1;
        if (p->holder == 0 || !visible || !ast_same(c->ast, p->holder, expression))
            continue;
        if (found != NULL &&
            (p->kind != found->kind || lint_plan_direction(c, p) != lint_plan_direction(c, found)))
            return NULL;
        if (found == NULL || p->function == function)
            found = p;
    }
    return found;
}

bool lint_executes(const struct lint_context *c, uint32_t call)
{
    struct slice called = facts_called(c->facts, call);
    return facts_fftw(called, "execute") || facts_fftw(called, "execute_dft") ||
           facts_fftw(called, "execute_dft_r2c") || facts_fftw(called, "execute_dft_c2r") ||
           facts_fftw(called, "execute_r2r");
}

/* ---- FFT601 */

/* Reports whether the options make the planner measure. FFTW_MEASURE is 0, so options without
 * another word mean it; with `plainly` only options that name it count. */
static bool says_measure(const struct lint_context *c, uint32_t options, bool plainly)
{
    const struct ast *a = c->ast;
    bool chosen = false, measures = false, estimates = false, others = false;
    double number;
    for (uint32_t n = options; n != 0 && n <= a->nodes[options].last; n++) {
        struct slice text = ast_text(a, n);
        chosen = chosen || ast_kind(a, n) == K_CONDITIONAL;
        if (ast_kind(a, n) != K_NAME)
            continue;
        if (slice_among(text, " FFTW_MEASURE FFTW_PATIENT FFTW_EXHAUSTIVE "))
            measures = true;
        else if (slice_is(text, "FFTW_WISDOM_ONLY"))
            return false;
        else if (slice_is(text, "FFTW_ESTIMATE"))
            estimates = true;
        else if (!slice_among(text, " FFTW_DESTROY_INPUT FFTW_PRESERVE_INPUT FFTW_UNALIGNED "))
            others = true;
    }
    if (measures || plainly)
        return measures && (chosen || !estimates);
    bool named = slice_has(ast_text(a, options), "fftw_");
    return !estimates && !others &&
           (named || (facts_number(c->facts, options, &number) && number == 0));
}

/* Reports whether the plan's flags, or a value stored in them before, say FFTW_MEASURE: *flags =
 * FFTW_MEASURE. */
static bool is_measured(const struct lint_context *c, const struct c_plan *p)
{
    const struct ast *a = c->ast;
    uint32_t flags = ast_plain(a, p->flags);
    if (says_measure(c, flags, false))
        return true;
    while (ast_kind(a, flags) == K_BINARY) /* unwraps flags | FFTW_UNALIGNED */
        flags = ast_plain(a, ast_child(a, flags, F_LEFT));
    for (uint32_t n = p->function; n < p->call; n++) {
        bool assigns = ast_kind(a, n) == K_ASSIGN;
        if ((assigns || ast_kind(a, n) == K_INIT) &&
            ast_same(a, ast_child(a, n, assigns ? F_LEFT : F_DECLARATOR), flags) &&
            says_measure(c, ast_child(a, n, assigns ? F_RIGHT : F_VALUE), true))
            return true;
    }
    return false;
}

/* Reports whether n stores data into elements of the array. Setting all to zero does not count, nor
 * does the allocation, even of one array of several: in[N] = fftw_malloc(...) for a plan on
 * in[N]. */
static bool stores(const struct lint_context *c, uint32_t n, uint32_t array, uint32_t object)
{
    uint32_t to = ast_kind(c->ast, n) == K_ASSIGN ? ast_child(c->ast, n, F_LEFT) : 0;
    if (to != 0 && (ast_same(c->ast, to, object) || ast_same(c->ast, to, array)))
        return false;
    return !slice_among(facts_called(c->facts, n), " memset bzero ") &&
           facts_writes(c->facts, n, object, false);
}

/* Returns the next run of the plan if no code before it may write to the array, or 0. */
static uint32_t run_unwritten(const struct lint_context *c, const struct c_plan *p, uint32_t object)
{
    const struct ast *a = c->ast;
    for (uint32_t n = a->nodes[p->call].last + 1; n <= a->nodes[p->function].last; n++) {
        if (ast_kind(a, n) == K_CALL && lint_executes(c, n) &&
            ast_same(a, facts_argument(c->facts, n, 0), p->holder)) {
            uint32_t other = facts_argument(c->facts, n, 1); /* fftw_execute_dft(p, in, out) */
            return other == 0 || ast_same(a, facts_object(c->facts, other), object) ? n : 0;
        }
        bool frees = ast_kind(a, n) == K_CALL && slice_has(facts_called(c->facts, n), "plan");
        if (!frees && facts_writes(c->facts, n, object, true))
            return 0;
    }
    return 0;
}

/* Returns the parameter that the array is, also under another name, or 0. */
static uint32_t parameter_of(const struct lint_context *c, uint32_t object, uint32_t function)
{
    const struct ast *a = c->ast;
    for (int hops = 0; hops < 4 && ast_kind(a, object) == K_NAME; hops++) {
        uint32_t declarator = facts_declaration(c->facts, object),
                 value = facts_initial(c->facts, object);
        if (value == 0 && ast_kind(a, ast_parent(a, declarator)) == K_PARAMETER)
            return ast_inside(a, declarator, function) ? object : 0;
        object = facts_object(c->facts, value);
    }
    return 0;
}

/* Reports whether the function measures times or makes wisdom. The transformed numbers have no
 * meaning there. */
static bool is_benchmark(const struct lint_context *c, uint32_t function)
{
    const struct ast *a = c->ast;
    static const char *const words[] = {"time",  "clock", "bench",  "wisdom", "warm",   "speed",
                                        "wtime", "tic",   "cycles", "rdtsc",  "seconds"};
    for (uint32_t n = function; n <= a->nodes[function].last; n++)
        for (size_t i = 0; a->nodes[n].name != 0 && i < sizeof words / sizeof *words; i++)
            if (lint_named(ast_text(a, n), words[i]))
                return true;
    return false;
}

/* Reports whether no call between the plan and its run could fill an array in another way. */
static bool calls_nothing(const struct lint_context *c, uint32_t from, uint32_t run)
{
    for (uint32_t n = facts_next_call(c->facts, 1, c->ast->nodes[from].last); n != 0 && n < run;
         n = facts_next_call(c->facts, 1, n)) {
        struct slice called = facts_called(c->facts, n);
        if (facts_fftw_name(called).n == 0 &&
            !slice_among(called, " printf fprintf puts fputs fflush assert exit abort error free "
                                 "malloc Rprintf R_CheckUserInterrupt "))
            return false;
    }
    return true;
}

void lint_FFT601(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    if (c->language == LINT_PYTHON) {
        lint_check_pyfftw(c, m->site);
        return;
    }
    const struct c_plan *p = lint_plan_at(c, m->site);
    if (p == NULL || p->holder == 0 || p->function == 1 || !is_measured(c, p))
        return;
    uint32_t object = facts_object(c->facts, p->in), written = 0, other_run = 0;
    for (uint32_t n = p->function; n < p->call; n++) {
        if (stores(c, n, p->in, object))
            written = n;
        if (ast_kind(a, n) == K_CALL && lint_executes(c, n)) {
            written = 0; /* that data belonged to an earlier run */
            other_run = n;
        }
    }
    uint32_t run = run_unwritten(c, p, object), parameter = 0;
    if (written == 0 && other_run == 0 && run != 0 && calls_nothing(c, p->call, run) &&
        !is_benchmark(c, p->function))
        parameter = parameter_of(c, object, p->function);
    if (run == 0 || (written == 0 && parameter == 0))
        return;
    struct lint_finding *f = lint_report(
        c, m->site,
        written != 0
            ? "the planner overwrites %.*s while it measures, and it was filled before: make the "
              "plan first, or with FFTW_ESTIMATE"
            : "the planner overwrites %.*s while it measures, and what the caller has put there is "
              "lost: plan with FFTW_ESTIMATE, or on an array of your own",
        TEXT(a, object));
    lint_relate(c, f, written != 0 ? written : facts_declaration(c->facts, parameter),
                written != 0 ? "filled here" : "a parameter");
    lint_relate(c, f, run, "transformed here");
}

/* ---- FFT602, C */

/* Reports whether n writes to the object or runs a plan whose output it is. */
static bool refills(const struct lint_context *c, uint32_t n, uint32_t object)
{
    if (ast_kind(c->ast, n) == K_CALL && lint_executes(c, n)) {
        const struct c_plan *p = lint_plan_in(c, facts_argument(c->facts, n, 0));
        return p == NULL || ast_same(c->ast, facts_object(c->facts, p->out), object);
    }
    if (ast_kind(c->ast, n) == K_CALL &&
        slice_among(facts_called(c->facts, n),
                    " printf fprintf sprintf snprintf fabs sqrt hypot cabs creal cimag abs norm "))
        return false;
    return facts_writes(c->facts, n, object, true);
}

/* Reports whether n is an element of the object whose value is used. */
static bool reads(const struct lint_context *c, uint32_t n, uint32_t object)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, n) != K_SUBSCRIPT || !ast_same(a, facts_object(c->facts, n), object))
        return false;
    for (uint32_t p = ast_parent(a, n); p > 1; n = p, p = ast_parent(a, n)) {
        if (ast_kind(a, p) == K_ASSIGN)
            return a->nodes[n].field == F_RIGHT || !ast_op(a, p, "=");
        if (ast_kind(a, p) == K_UNARY && ast_op(a, p, "&"))
            return false;
        if (ast_kind(a, p) != K_SUBSCRIPT && ast_kind(a, p) != K_ATTRIBUTE &&
            ast_kind(a, p) != K_PAREN)
            return true;
    }
    return false;
}

static void check_run(struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    const struct c_plan *p = lint_plan_in(c, facts_argument(c->facts, call, 0));
    uint32_t function = ast_function(a, call);
    if (p == NULL || p->kind != PLAN_C2R || p->function != function ||
        lint_says(c, p->flags, "preserve_input"))
        return;
    uint32_t in = p->in, out = p->out;
    if (facts_argument_count(c->facts, call) == 3) { /* an execute function with new arrays */
        in = facts_argument(c->facts, call, 1);
        out = facts_argument(c->facts, call, 2);
    }
    uint32_t object = facts_object(c->facts, in);
    if (ast_same(a, object, facts_object(c->facts, out)))
        return;
    for (uint32_t n = a->nodes[call].last + 1; n <= a->nodes[function].last; n++) {
        /* A statement reads its right side before it writes its left side. */
        if (ast_kind(a, n) == K_ASSIGN && refills(c, n, object) && !ast_op(a, n, "="))
            break;
        if (lint_excludes(a, n, call))
            continue;
        if (reads(c, n, object)) {
            struct lint_finding *f =
                lint_report(c, n,
                            "%.*s has been overwritten by the transform from complex to real: its "
                            "contents are undefined; keep a "
                            "copy, or plan with FFTW_PRESERVE_INPUT",
                            TEXT(a, object));
            lint_relate(c, f, call, "overwritten here");
            return;
        }
        if (refills(c, n, object))
            return;
    }
}

static void check_plan(struct lint_context *c, const struct c_plan *p)
{
    double rank = p->rank;
    if (rank == 0 && !facts_number(c->facts, facts_argument(c->facts, p->call, 0), &rank))
        return;
    if (p->kind == PLAN_C2R && rank > 1 && lint_says(c, p->flags, "fftw_preserve_input"))
        lint_report(c, p->call,
                    "FFTW has no plan from complex to real in several dimensions that keeps its "
                    "input: this one "
                    "is NULL; drop FFTW_PRESERVE_INPUT and keep a copy");
}

/* ---- FFT602, Python */

static void check_overwrite(struct lint_context *c, const struct transform *t)
{
    const struct ast *a = c->ast;
    uint32_t option = facts_keyword(c->facts, t->call, "overwrite_x"),
             statement = ast_statement(a, t->call);
    if (option == 0 || !slice_is(ast_text(a, option), "True") || ast_kind(a, t->x) != K_NAME)
        return;
    uint32_t scope = ast_function(a, t->call), loop = ast_loop(a, t->call);
    const struct def *before = facts_definition(c->facts, t->x);
    for (uint32_t n = a->nodes[statement].last + 1; n <= a->nodes[scope].last; n++) {
        if (a->nodes[n].name != a->nodes[t->x].name || a->nodes[n].field == F_MEMBER)
            continue;
        if (lint_excludes(a, n, t->call))
            continue;
        if (before == NULL || loop != 0 || facts_definition(c->facts, n) != before)
            return; /* x has another value here */
        uint32_t p = ast_parent(a, n);
        if (ast_kind(a, p) == K_DELETE ||
            (ast_kind(a, p) == K_ASSIGN && a->nodes[n].field == F_LEFT))
            return;
        if (ast_kind(a, p) == K_ATTRIBUTE &&
            slice_among(ast_text(a, ast_child(a, p, F_MEMBER)), " shape size dtype ndim "))
            continue; /* x is unchanged */
        struct lint_finding *f = lint_report(c, n,
                                             "%.*s may have been overwritten by the transform "
                                             "(overwrite_x=True): its contents are undefined",
                                             TEXT(a, n));
        lint_relate(c, f, t->call, "overwritten here");
        return;
    }
}

void lint_FFT602(struct lint_context *c, const struct lint_match *m)
{
    if (c->language == LINT_PYTHON) {
        check_overwrite(c, facts_transform(c->facts, m->site));
        return;
    }
    const struct c_plan *p = lint_plan_at(c, m->site);
    if (p != NULL)
        check_plan(c, p);
    else
        check_run(c, m->site);
}
