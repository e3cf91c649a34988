/* SPDX-License-Identifier: Apache-2.0 */
/* FFT701 and FFT702: results of transforms that are compared too strictly, or with a tolerance for
 * other numbers. */
#include "../facts/python.h"
#include "plans.h"

#include <string.h>

static const char exact[] =
    "a transform rounds, so equality depends on library, version and machine: "
    "compare with a bound, such as c*u*log2(n)*norm, or bits with stet compare";

/* Returns the transform that a value comes from, through arithmetic. NULL if there is none, or the
 * value is a size, an index or a name. */
static const struct transform *result_of(const struct lint_context *c, uint32_t n)
{
    struct chain chain;
    n = ast_bare(c->ast, n);
    if (n == 0 || ast_kind(c->ast, n) == K_STRING || ast_kind(c->ast, n) == K_NUMBER)
        return NULL;
    facts_trace(c->facts, n, &chain);
    const unsigned lost = VIA_UNKNOWN | VIA_CALL | VIA_UPDATE;
    return chain.source_count > 0 && (chain.via & lost) == 0 &&
                   !chain.sources[0]->function->frequencies
               ? chain.sources[0]
               : NULL;
}

/* Reports whether both sides come from one transform without unknown functions between: the array
 * is compared with itself, a copy, a permutation or a part of it. Also true if both run the same
 * function on the same input, in a test that a call repeats its result. */
static bool is_repeat(const struct lint_context *c, uint32_t left, uint32_t right)
{
    struct chain x, y;
    facts_trace(c->facts, left, &x);
    facts_trace(c->facts, right, &y);
    if (((x.via | y.via) & VIA_FOREIGN) != 0)
        return false;
    for (int i = 0; i < x.source_count; i++)
        for (int k = 0; k < y.source_count; k++) {
            const struct transform *s = x.sources[i], *t = y.sources[k];
            if (s == t ||
                (x.source_count == 1 && y.source_count == 1 && s->function == t->function &&
                 s->library == t->library && ast_same(c->ast, s->x, t->x)))
                return true;
        }
    return false;
}

/* Reports whether y is the maximum or minimum of x: abs(X).max(), np.max(X), or a name for it. */
static bool is_extreme(const struct lint_context *c, uint32_t y, uint32_t x)
{
    const struct def *d = facts_definition(c->facts, ast_bare(c->ast, y));
    uint32_t call = ast_bare(c->ast, d != NULL && d->kind == DEF_VALUE ? d->value : y);
    if (ast_kind(c->ast, call) != K_CALL ||
        !slice_among(facts_called(c->facts, call), " max min amax amin nanmax nanmin "))
        return false;
    uint32_t receiver = python_receiver(c->facts, call);
    return (receiver != 0 && ast_same(c->ast, receiver, x)) ||
           ast_same(c->ast, facts_argument(c->facts, call, 0), x);
}

static void report_exact(struct lint_context *c, uint32_t site, uint32_t left, uint32_t right)
{
    const struct transform *x = result_of(c, left), *y = result_of(c, right);
    double number;
    if ((x == NULL && y == NULL) || is_repeat(c, left, right) || is_extreme(c, right, left) ||
        is_extreme(c, left, right) || (facts_number(c->facts, left, &number) && number == 0) ||
        (facts_number(c->facts, right, &number) && number == 0))
        return;
    struct lint_finding *f = lint_report(c, site, "%s", exact);
    lint_relate(c, f, x != NULL ? x->call : y->call, "transform here");
}

static void compare_python(struct lint_context *c, uint32_t site)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, site) == K_COMPARE) {
        uint32_t left = ast_first(a, site), right = ast_next(a, left);
        if ((ast_op(a, site, "==") || ast_op(a, site, "!=")) && ast_next(a, right) == 0)
            report_exact(c, site, left, right);
        return;
    }
    uint32_t receiver = python_receiver(c->facts, site), second = facts_argument(c->facts, site, 1);
    if (second == 0 && slice_is(facts_called(c->facts, site), "equal") && receiver != 0)
        report_exact(c, site, receiver, facts_argument(c->facts, site, 0)); /* x.equal(y) */
    else if (second != 0)
        report_exact(c, site, facts_argument(c->facts, site, 0), second);
}

/* Returns the plan of this function whose output has n as an element or part, or NULL. */
static const struct c_plan *output_of_plan(const struct lint_context *c, uint32_t n)
{
    uint32_t count, function = ast_function(c->ast, n);
    const struct c_plan *plans = facts_plans(c->facts, &count);
    uint32_t object = facts_object(
        c->facts, ast_kind(c->ast, n) == K_ATTRIBUTE ? ast_child(c->ast, n, F_OBJECT) : n);
    for (uint32_t i = 0; i < count; i++)
        if (plans[i].function == function &&
            ast_same(c->ast, facts_object(c->facts, plans[i].out), object))
            return &plans[i];
    return NULL;
}

/* Returns the name of the object that contains the expression as an element or part, or 0. */
static uint32_t name_of(const struct lint_context *c, uint32_t n)
{
    for (int hops = 0; hops < 8; hops++) {
        n = facts_object(c->facts, n);
        if (ast_kind(c->ast, n) != K_ATTRIBUTE)
            break;
        n = ast_child(c->ast, n, F_OBJECT); /* steps from x[i].re to x[i], from v.begin() to v */
    }
    return ast_kind(c->ast, n) == K_NAME ? n : 0;
}

/* Reports whether the function copies from one object to the other. */
static bool is_copied(const struct lint_context *c, uint32_t function, uint32_t from, uint32_t to)
{
    const struct ast *a = c->ast;
    for (uint32_t n = function; n <= a->nodes[function].last; n++) {
        int kind = ast_kind(a, n);
        uint32_t target = kind == K_ASSIGN ? ast_child(a, n, F_LEFT)
                          : kind == K_INIT ? ast_child(a, n, F_DECLARATOR)
                                           : 0;
        bool call = kind == K_CALL && slice_among(facts_called(c->facts, n),
                                                  " memcpy memmove copy copy_n assign swap zcopy "
                                                  "dcopy ccopy scopy cblas_zcopy cblas_dcopy "
                                                  "cblas_ccopy cblas_scopy ");
        if (call || (target != 0 && facts_mentions(c->facts, target, a->nodes[to].name)))
            if (facts_mentions(c->facts, n, a->nodes[from].name) &&
                facts_mentions(c->facts, n, a->nodes[to].name))
                return true;
    }
    return false;
}

static void compare_c(struct lint_context *c, uint32_t site)
{
    const struct ast *a = c->ast;
    bool call = ast_kind(a, site) == K_CALL;
    uint32_t left =
        call ? facts_argument(c->facts, site, 0) : ast_bare(a, ast_child(a, site, F_LEFT));
    uint32_t right =
        call ? facts_argument(c->facts, site, 1) : ast_bare(a, ast_child(a, site, F_RIGHT));
    double number;
    if (!call && !ast_op(a, site, "==") && !ast_op(a, site, "!="))
        return;
    if (left == 0 || right == 0 || (facts_number(c->facts, right, &number) && number == 0))
        return;
    const struct c_plan *x =
        call || ast_kind(a, left) == K_SUBSCRIPT ? output_of_plan(c, left) : NULL;
    const struct c_plan *y =
        call || ast_kind(a, right) == K_SUBSCRIPT ? output_of_plan(c, right) : NULL;
    if ((x == NULL) == (y == NULL))
        return; /* two outputs: the test compares two runs */
    uint32_t output = name_of(c, x != NULL ? left : right),
             other = name_of(c, x != NULL ? right : left);
    if (!lint_may_search(c) ||
        (output != 0 && other != 0 && is_copied(c, (x != NULL ? x : y)->function, output, other)))
        return; /* the test compares with a copy of an earlier run */
    struct lint_finding *f = lint_report(c, site, "%s", exact);
    lint_relate(c, f, (x != NULL ? x : y)->call, "planned here");
}

void lint_FFT701(struct lint_context *c, const struct lint_match *m)
{
    if (c->language == LINT_PYTHON)
        compare_python(c, m->site);
    else
        compare_c(c, m->site);
}

/* Reports whether the file mentions single precision. For double, allclose's default of 1e-8 is
 * only lax: no test fails wrongly. */
static bool knows_single(struct lint_context *c)
{
    static const char *const words[] = {"float32", "complex64", "single", "half",
                                        "torch",   "mlx",       "jax",    "cupy"};
    for (size_t i = 0; c->single == 0 && i < sizeof words / sizeof *words; i++)
        if (slice_has((struct slice){c->ast->text, c->ast->size}, words[i]))
            c->single = 1;
    if (c->single == 0)
        c->single = -1;
    return c->single > 0;
}

void lint_FFT702(struct lint_context *c, const struct lint_match *m)
{
    uint32_t call = m->site, x = facts_argument(c->facts, call, 0),
             y = facts_argument(c->facts, call, 1);
    struct slice name = facts_called(c->facts, call),
                 path = facts_path(c->facts, ast_child(c->ast, call, F_FUNCTION));
    static const char *const words[] = {"rtol", "atol", "rel_tol", "abs_tol"};
    uint32_t receiver = python_receiver(c->facts, call);
    if (receiver != 0 && path.p == NULL && y == 0) { /* x.allclose(y) */
        y = x;
        x = receiver;
    }
    if (x == 0 || y == 0 || facts_argument_count(c->facts, call) > 2 || facts_open(c->facts, call))
        return;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (facts_keyword(c->facts, call, words[i]) != 0)
            return;
    const struct transform *t = result_of(c, x), *u = result_of(c, y);
    if ((t == NULL && u == NULL) || is_repeat(c, x, y))
        return;
    /* Compared with one number that is not zero, rtol is a valid tolerance. */
    uint32_t other = ast_bare(c->ast, t != NULL ? y : x);
    double number;
    if (!slice_is(name, "isclose") &&
        (facts_number(c->facts, other, &number)
             ? number != 0
             : ast_kind(c->ast, other) == K_CALL &&
                   slice_among(facts_called(c->facts, other), " full ones ones_like full_like ")))
        return;
    bool absolute = !slice_is(name, "assert_allclose");
    if (absolute && !knows_single(c))
        return;
    struct lint_finding *f =
        lint_report(c, call,
                    absolute ? "%.*s without a tolerance: atol=1e-8 is far below the error of "
                               "float32 and far above that of float64; "
                               "give atol = c*eps*norm of the input"
                             : "%.*s without a tolerance: atol is 0, so where one side is 0 the "
                               "other must be exactly 0; give atol = c*eps*norm of the input",
                    (int)name.n, name.p);
    lint_relate(c, f, t != NULL ? t->call : u->call, "transform here");
}
