/* SPDX-License-Identifier: Apache-2.0 */
/* Implements FFT612 to FFT614: calls of FFTW and cuFFT whose arguments contradict each other or the
 * previous call. */
#include "plans.h"

#include <string.h>

/* ---- FFT612 */

/* One array of a plan of many lines: element k of line l is at k * stride + l * distance. */
struct side {
    uint32_t embed, stride, distance;
    bool half; /* a line has n/2 + 1 elements */
};

static bool is_one(const struct lint_context *c, uint32_t n)
{
    double one;
    return facts_number(c->facts, n, &one) && one == 1;
}

/* Reports whether the product has `factor` and other factors. */
static bool has_factor(const struct lint_context *c, uint32_t product, uint32_t factor)
{
    const struct ast *a = c->ast;
    product = ast_plain(a, product);
    if (ast_kind(a, product) != K_BINARY || !ast_op(a, product, "*"))
        return false;
    for (int i = 0; i < 2; i++) {
        uint32_t one = ast_bare(a, ast_child(a, product, i == 0 ? F_LEFT : F_RIGHT));
        if (ast_same(a, one, factor) || has_factor(c, one, factor))
            return true;
    }
    return false;
}

/* Returns the length of the lines of a one-dimensional plan: n of &n, N of int n[] = {N}. */
static uint32_t line_length(const struct lint_context *c, uint32_t sizes)
{
    const struct ast *a = c->ast;
    uint32_t n = facts_object(c->facts, sizes), list = facts_initial(c->facts, n);
    return ast_kind(a, list) == K_LIST ? ast_first(a, list) : n;
}

/* Reports whether `half` is n / 2 + 1 or n / 2. */
static bool is_half_of(const struct lint_context *c, uint32_t half, uint32_t n)
{
    const struct ast *a = c->ast;
    half = lint_value_of(c, half);
    if (ast_kind(a, half) == K_BINARY && ast_op(a, half, "+") &&
        is_one(c, ast_child(a, half, F_RIGHT)))
        half = ast_bare(a, ast_child(a, half, F_LEFT));
    return ast_kind(a, half) == K_BINARY && ast_op(a, half, "/") &&
           facts_is_literal(c->facts, ast_child(a, half, F_RIGHT), 2) &&
           ast_same(a, lint_value_of(c, ast_child(a, half, F_LEFT)), lint_value_of(c, n));
}

/* Returns why lines overlap, or NULL if nothing shows it. */
static const char *overlap(const struct lint_context *c, const struct side *s, uint32_t n,
                           uint32_t count)
{
    const struct ast *a = c->ast;
    uint32_t stride = ast_plain(a, s->stride);
    double number;
    if (is_one(c, s->distance) && !facts_number(c->facts, stride, &number) &&
        (has_factor(c, count, stride) || has_factor(c, lint_value_of(c, count), stride)))
        return "more lines than the stride has room for between two elements";
    if (n == 0 || !is_one(c, stride) || is_one(c, count))
        return NULL;
    if (is_one(c, s->distance) && !is_one(c, n) && !facts_number(c->facts, count, &number))
        return "stride and distance are both 1";
    return !s->half && is_half_of(c, s->distance, n) ? "a line has n numbers on this side, and "
                                                       "n/2 + 1 on the other alone"
                                                     : NULL;
}

static bool is_null(const struct ast *a, uint32_t n)
{
    return slice_among(ast_text(a, ast_bare(a, n)), " NULL nullptr 0 ");
}

void lint_FFT612(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    struct slice called = facts_called(c->facts, m->site);
    bool fftw = slice_begins(called, "fftw");
    double rank = 0;
    int at = fftw ? 4 : 3; /* first side (FFTW 3.3, section 4.4.1) */
    uint32_t first = fftw ? 0 : 1, size = facts_argument(c->facts, m->site, (int)first + 1);
    uint32_t count = facts_argument(c->facts, m->site, fftw ? 2 : 10),
             type = fftw ? 0 : facts_argument(c->facts, m->site, 9);
    if (facts_argument_count(c->facts, m->site) < 11)
        return;
    bool line =
        facts_number(c->facts, facts_argument(c->facts, m->site, (int)first), &rank) && rank == 1;
    for (int i = 0; i < 2; i++) {
        int k = at + i * (fftw ? 4 : 3);
        struct side s = {.embed = facts_argument(c->facts, m->site, k),
                         .stride = facts_argument(c->facts, m->site, k + 1),
                         .distance = facts_argument(c->facts, m->site, k + 2)};
        bool r2c =
                 slice_has(called, "r2c") || lint_says(c, type, "r2c") || lint_says(c, type, "d2z"),
             c2r =
                 slice_has(called, "c2r") || lint_says(c, type, "c2r") || lint_says(c, type, "z2d");
        s.half = i == 0 ? c2r : r2c;
        double stride;
        const char *why = overlap(c, &s, line ? line_length(c, size) : 0, count);
        if (!fftw && is_null(a, s.embed)) { /* lines are packed, other arguments ignored */
            if (!facts_number(c->facts, s.stride, &stride) || stride == 1 || stride == 0)
                continue; /* 0 stands for an unused argument */
            lint_report(c, s.stride,
                        "with NULL in front cuFFT takes the lines for packed, whatever the stride "
                        "says: pass the sizes (inembed, onembed)");
        } else if (why != NULL) {
            lint_report(c, s.distance, "lines lie on each other: %s", why);
        }
    }
}

/* ---- for FFT205 */

void lint_check_directions(struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    uint32_t count;
    const struct c_plan *plans = facts_plans(c->facts, &count), *p = lint_plan_at(c, call);
    int sign = p != NULL && p->kind == PLAN_C2C ? lint_plan_direction(c, p) : 0;
    if (sign == 0 || ast_same(a, p->in, p->out))
        return;
    for (uint32_t i = 0; i < count && plans[i].call < call; i++) {
        const struct c_plan *q = &plans[i];
        if (q->kind != PLAN_C2C || q->function != p->function || q->rank != p->rank ||
            !ast_same(a, q->size, p->size) || !ast_same(a, q->in, p->out) ||
            !ast_same(a, q->out, p->in) || lint_plan_direction(c, q) != sign ||
            lint_excludes(a, q->call, call) || lint_excludes(a, call, q->call))
            continue;
        struct lint_finding *f = lint_report(
            c, call,
            "this plan leads back from %.*s to %.*s with the sign of the one that led there: what "
            "comes back is mirrored",
            TEXT(a, facts_object(c->facts, p->in)), TEXT(a, facts_object(c->facts, p->out)));
        lint_relate(c, f, q->call, "there");
        return;
    }
}

/* ---- FFT613 */

/* Reports whether n is a plan handle. cufftHandle is an int, so the compiler accepts it as any
 * number. */
static bool is_handle(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    int pointers;
    n = ast_bare(a, n);
    if (ast_kind(a, n) == K_ATTRIBUTE)
        n = ast_child(a, n, F_MEMBER);
    if (ast_kind(a, n) != K_NAME)
        return false;
    struct slice type = facts_type(c->facts, n, &pointers);
    return type.p != NULL && pointers == 0 && slice_among(type, " cufftHandle hipfftHandle ");
}

/* Returns the type, such as CUFFT_R2C, of the plan that this file makes for the handle, and stores
 * the call. Returns 0 if it is unknown. */
static uint32_t planned_type(const struct lint_context *c, uint32_t handle, uint32_t function,
                             uint32_t *planned)
{
    const struct ast *a = c->ast;
    uint32_t found = 0;
    for (uint32_t n = facts_next_call(c->facts, 1, 0); n != 0;
         n = facts_next_call(c->facts, 1, n)) {
        struct slice called = facts_called(c->facts, n);
        bool make = slice_begins(called, "cufftMakePlan") || slice_begins(called, "hipfftMakePlan");
        if ((!make && !slice_begins(called, "cufftPlan") && !slice_begins(called, "hipfftPlan")) ||
            !ast_same(a, facts_object(c->facts, facts_argument(c->facts, n, 0)), handle))
            continue;
        uint32_t type = 0;
        for (uint32_t k = facts_argument(c->facts, n, 1); k != 0;
             k = facts_next_argument(c->facts, n, k)) {
            uint32_t argument = ast_bare(a, k);
            if (slice_begins(ast_text(a, argument), "CUFFT_") ||
                slice_begins(ast_text(a, argument), "HIPFFT_"))
                type = argument;
        }
        if (type == 0 || ast_function(a, n) != function ||
            (found != 0 && !ast_same(a, type, found)))
            return 0;
        found = type;
        *planned = n;
    }
    return found;
}

/* Checks a call such as cufftExecR2C of a plan of CUFFT_C2C. */
static void check_type(struct lint_context *c, uint32_t call, struct slice called)
{
    const struct ast *a = c->ast;
    uint32_t handle = facts_object(c->facts, facts_argument(c->facts, call, 0)), planned = 0;
    uint32_t type = planned_type(c, handle, ast_function(a, call), &planned);
    if (type == 0 || called.n < 3)
        return;
    struct slice runs = {called.p + called.n - 3, 3}, text = ast_text(a, type);
    struct slice made = {text.p + text.n - 3, 3};
    if (text.n < 3 || slice_same(runs, made) || runs.p[1] != '2' || made.p[1] != '2')
        return;
    struct lint_finding *f = lint_report(c, call, "the plan is of %.*s, and %.*s refuses it",
                                         TEXT(a, type), (int)called.n, called.p);
    lint_relate(c, f, planned, "made here");
}

void lint_FFT613(struct lint_context *c, const struct lint_match *m)
{
    struct slice called = facts_called(c->facts, m->site);
    bool cuda = slice_begins(called, "cufft") || slice_begins(called, "hipfft");
    if (!cuda)
        return;
    bool estimates = slice_has(called, "estimate");
    for (uint32_t argument = facts_argument(c->facts, m->site, estimates ? 0 : 1); argument != 0;
         argument = facts_next_argument(c->facts, m->site, argument)) {
        if (!is_handle(c, argument))
            continue;
        lint_report(
            c, argument,
            "%.*s takes a number here, and this is the handle of a plan, which is an int as "
            "well",
            (int)called.n, called.p);
        return;
    }
    if (slice_has(called, "exec"))
        check_type(c, m->site, called);
}

/* ---- FFT614 */

static bool ends_plan(struct slice called)
{
    return facts_fftw(called, "destroy_plan") ||
           slice_among(called, " cufftDestroy hipfftDestroy rocfft_plan_destroy DftiFreeDescriptor "
                               "kiss_fft_free kiss_fftr_free ");
}

static bool sets_plan(struct slice called)
{
    return slice_begins(called, "cufftSet") || slice_begins(called, "hipfftSet") ||
           slice_begins(called, "cufftPlan") || slice_begins(called, "hipfftPlan") ||
           slice_among(called,
                       " cufftCreate hipfftCreate rocfft_plan_create DftiCommitDescriptor ");
}

/* Returns the call in a statement that sets or ends a plan, also inside a macro or function that
 * checks it. */
static uint32_t plan_call(const struct lint_context *c, uint32_t statement)
{
    uint32_t call = ast_first(c->ast, statement);
    for (int depth = 0; depth < 2 && ast_kind(c->ast, call) == K_CALL; depth++) {
        struct slice called = facts_called(c->facts, call);
        if (ends_plan(called) || sets_plan(called))
            return call;
        call = facts_argument(c->facts, call, 0);
    }
    return 0;
}

/* Returns the next statement equal to this one, if no statement between can change the plan, or
 * 0. */
static uint32_t again(const struct lint_context *c, uint32_t statement, uint32_t object, bool apart)
{
    const struct ast *a = c->ast;
    for (uint32_t s = ast_next(a, statement); s != 0; s = ast_next(a, s)) {
        if (ast_same(a, s, statement))
            return s;
        if (!apart || ast_kind(a, s) != K_STATEMENT)
            return 0;
        for (uint32_t n = s; n <= a->nodes[s].last; n++)
            if (facts_writes(c->facts, n, object, true) || ast_kind(a, n) == K_RETURN)
                return 0;
    }
    return 0;
}

void lint_FFT614(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t call = plan_call(c, m->site);
    if (call == 0)
        return;
    bool ends = ends_plan(facts_called(c->facts, call));
    uint32_t object = facts_object(c->facts, facts_argument(c->facts, call, 0));
    for (uint32_t n = call; n <= a->nodes[call].last; n++)
        if (ast_kind(a, n) == K_UPDATE) /* destroy(p[i++]) names another plan each time */
            return;
    uint32_t other = again(c, m->site, object, ends);
    if (other == 0)
        return;
    struct lint_finding *f =
        lint_report(c, other,
                    ends ? "%.*s is destroyed a second time: memory is given back twice, and some "
                           "other plan not at all"
                         : "the same call with %.*s a second time: another plan is meant, and does "
                           "not get it",
                    TEXT(a, object));
    lint_relate(c, f, m->site, "here before");
}
