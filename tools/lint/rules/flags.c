/* SPDX-License-Identifier: Apache-2.0 */
/* FFT615 and FFT618 look at constants among the arguments of FFTW's planner. */
#include "plans.h"

#include <string.h>

/* ---- FFT615 */

static void look_for(const struct lint_context *c, uint32_t flags, const char *word,
                     uint32_t *found)
{
    const struct ast *a = c->ast;
    for (uint32_t n = flags; n <= a->nodes[flags].last && *found == 0; n++)
        if (ast_kind(a, n) == K_NAME && slice_is(ast_text(a, n), word))
            *found = n;
}

/* Reports whether the options are a mask, flags & (A | B) or ~(A | B), and not options of a
 * call. */
static bool is_mask(const struct ast *a, uint32_t options, uint32_t parent)
{
    int kind = ast_kind(a, parent);
    return (kind == K_UNARY && a->text[a->nodes[parent].start] == '~') ||
           (kind == K_BINARY && ast_op(a, parent, "&")) ||
           (kind == K_ASSIGN && a->nodes[options].field == F_RIGHT && ast_op(a, parent, "&="));
}

/* FFTW 3.3, section 4.3.2, and mapflags.c: FFTW_MEASURE is 0, and FFTW_ESTIMATE removes
 * FFTW_PATIENT. */
void lint_FFT615(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t estimate = 0, measure = 0, patient = 0, keeps = 0, destroys = 0;
    if (!ast_op(a, m->site, "|"))
        return;
    uint32_t options = m->site, parent = ast_parent(a, options);
    while (ast_kind(a, parent) == K_PAREN)
        options = parent, parent = ast_parent(a, parent);
    if ((ast_kind(a, parent) == K_BINARY && ast_op(a, parent, "|")) || is_mask(a, options, parent))
        return;
    for (uint32_t n = m->site; n <= a->nodes[m->site].last; n++)
        if (ast_kind(a, n) == K_CONDITIONAL || ast_kind(a, n) == K_CALL)
            return;
    look_for(c, m->site, "FFTW_ESTIMATE", &estimate);
    look_for(c, m->site, "FFTW_MEASURE", &measure);
    look_for(c, m->site, "FFTW_PATIENT", &patient);
    look_for(c, m->site, "FFTW_EXHAUSTIVE", &patient);
    look_for(c, m->site, "FFTW_PRESERVE_INPUT", &keeps);
    look_for(c, m->site, "FFTW_DESTROY_INPUT", &destroys);
    if (measure != 0 && (estimate != 0 || patient != 0))
        lint_report(c, m->site,
                    "FFTW_MEASURE is 0: beside %.*s it asks for nothing; give one of them",
                    TEXT(a, estimate != 0 ? estimate : patient));
    else if (estimate != 0 && patient != 0)
        lint_report(c, m->site,
                    "FFTW_ESTIMATE and %.*s exclude each other, and the estimate wins; give one "
                    "of them",
                    TEXT(a, patient));
    else if (keeps != 0 && destroys != 0)
        lint_report(c, m->site,
                    "the input may be destroyed and is to be kept: FFTW keeps it; give one of "
                    "them");
}

/* ---- FFT618 */

enum { DIRECTION = 1, KIND = 2, OPTION = 4 };

/* Returns the role of a constant of FFTW 3.3, fftw3.h and fftw3-mpi.h. */
static int role_of(struct slice name)
{
    if (slice_among(name, " FFTW_FORWARD FFTW_BACKWARD "))
        return DIRECTION;
    if (slice_among(name, " FFTW_R2HC FFTW_HC2R FFTW_DHT FFTW_REDFT00 FFTW_REDFT01 FFTW_REDFT10 "
                          "FFTW_REDFT11 FFTW_RODFT00 FFTW_RODFT01 FFTW_RODFT10 FFTW_RODFT11 "))
        return KIND;
    return slice_among(name, " FFTW_MEASURE FFTW_ESTIMATE FFTW_PATIENT FFTW_EXHAUSTIVE "
                             "FFTW_DESTROY_INPUT FFTW_PRESERVE_INPUT FFTW_UNALIGNED "
                             "FFTW_CONSERVE_MEMORY FFTW_WISDOM_ONLY FFTW_MPI_SCRAMBLED_IN "
                             "FFTW_MPI_SCRAMBLED_OUT FFTW_MPI_TRANSPOSED_IN "
                             "FFTW_MPI_TRANSPOSED_OUT ")
               ? OPTION
               : 0;
}

/* Returns a constant in the expression that has another role, through names that are set once. 0 if
 * there is none, or a call decides. */
static uint32_t misplaced(const struct lint_context *c, uint32_t n, int role, int hops)
{
    const struct ast *a = c->ast;
    uint32_t found = 0;
    for (uint32_t i = n; n != 0 && i <= a->nodes[n].last; i++) {
        uint32_t p = ast_parent(a, i);
        if (ast_kind(a, i) == K_CALL && !slice_ends(facts_called(c->facts, i), "_cast"))
            return 0;
        if (ast_kind(a, p) == K_CONDITIONAL && a->nodes[i].field == F_CONDITION) {
            i = a->nodes[i].last;
            continue;
        }
        if (ast_kind(a, i) != K_NAME || found != 0)
            continue;
        int is = role_of(ast_text(a, i));
        if (is != 0 && is != role)
            found = i;
        if (is == 0 && hops > 0)
            found = misplaced(c, facts_initial(c->facts, i), role, hops - 1);
    }
    return found;
}

/* Reports whether n is a literal number that cannot have the role: a direction other than 1 and -1,
 * or negative flags. */
static bool is_wrong_number(const struct lint_context *c, uint32_t n, int role)
{
    double x;
    for (uint32_t i = n; i <= c->ast->nodes[n].last; i++)
        if (ast_kind(c->ast, i) == K_NAME)
            return false;
    return facts_number(c->facts, n, &x) &&
           (role == OPTION ? x < 0 : role == DIRECTION && x != 1 && x != -1);
}

struct place {
    uint32_t argument, constant; /* constant: 0 for a number, or if the argument is right */
    bool wrong;
};

static struct place look_at(const struct lint_context *c, uint32_t argument, int role)
{
    struct place p = {.argument = argument, .constant = misplaced(c, argument, role, 2)};
    p.wrong = p.constant != 0 || is_wrong_number(c, argument, role);
    return p;
}

static const char *consequence(const struct lint_context *c, const struct place *p, int role)
{
    struct slice name = p->constant != 0 ? ast_text(c->ast, p->constant) : (struct slice){"", 0};
    if (role == KIND)
        return "no kind has this value, and FFTW does not check it";
    if (role == DIRECTION)
        return "whatever is not -1 is taken for FFTW_BACKWARD";
    if (slice_is(name, "FFTW_BACKWARD"))
        return "as flags its value, 1, is FFTW_DESTROY_INPUT, and the planner measures";
    return p->constant == 0 || slice_is(name, "FFTW_FORWARD")
               ? "as flags its value, -1, is every option, FFTW_WISDOM_ONLY among them, so that "
                 "the plan is NULL"
               : "as flags its value stands for other options";
}

static void report_place(struct lint_context *c, const struct place *p, int role,
                         const struct place *other)
{
    const struct ast *a = c->ast;
    struct slice called = facts_called(c->facts, ast_parent(a, ast_parent(a, p->argument)));
    bool named = role == OPTION && p->constant != 0 &&
                 role_of(ast_text(a, p->constant)) == DIRECTION &&
                 (slice_has(called, "r2c") || slice_has(called, "c2r"));
    struct lint_finding *f =
        lint_report(c, p->argument, "%.*s where the %s of %.*s belong%s: %s%s",
                    TEXT(a, p->constant != 0 ? p->constant : p->argument),
                    role == OPTION      ? "flags"
                    : role == DIRECTION ? "direction"
                                        : "kind",
                    (int)called.n, called.p, role == OPTION ? "" : "s", consequence(c, p, role),
                    named ? "; the direction is in the name of the function" : "");
    if (other == NULL || !other->wrong)
        return;
    lint_relate(c, f, other->argument, "and this where its direction belongs");
    if (p->constant == p->argument && other->constant == other->argument) {
        const struct node *x = &a->nodes[p->argument], *y = &a->nodes[other->argument];
        lint_edit(c, f, x->start, x->end, arena_printf(c->arena, "%.*s", TEXT(a, other->argument)));
        lint_edit(c, f, y->start, y->end, arena_printf(c->arena, "%.*s", TEXT(a, p->argument)));
    }
}

/* Returns how many arguments before the flags are kinds: two for plan_r2r_2d; one, an array, for
 * plan_r2r. */
static int kinds_of(struct slice what)
{
    return !slice_has(what, "r2r")   ? 0
           : slice_ends(what, "_2d") ? 2
           : slice_ends(what, "_3d") ? 3
                                     : 1;
}

void lint_FFT618(struct lint_context *c, const struct lint_match *m)
{
    struct slice what = facts_fftw_name(facts_called(c->facts, m->site));
    int count = facts_argument_count(c->facts, m->site), kinds = kinds_of(what);
    bool plans = slice_begins(what, "plan_") || slice_begins(what, "mpi_plan_");
    bool directed = slice_has(what, "dft") && !slice_has(what, "r2c") && !slice_has(what, "c2r") &&
                    !slice_has(what, "split");
    uint32_t callee = ast_child(c->ast, m->site, F_FUNCTION);
    if (!plans || count < 4 + directed + kinds || ast_kind(c->ast, callee) == K_ATTRIBUTE ||
        ast_child(c->ast, callee, F_MODULE) != 0) /* multi::fftw_plan_dft is no FFTW function */
        return;
    struct place flags = look_at(c, facts_argument(c->facts, m->site, count - 1), OPTION),
                 sign = {0};
    if (directed)
        sign = look_at(c, facts_argument(c->facts, m->site, count - 2), DIRECTION);
    for (int k = kinds; k > 0 && !flags.wrong; k--) {
        struct place kind = look_at(c, facts_argument(c->facts, m->site, count - 1 - k), KIND);
        if (kind.wrong) {
            report_place(c, &kind, KIND, NULL);
            return;
        }
    }
    if (flags.wrong)
        report_place(c, &flags, OPTION, &sign);
    else if (sign.wrong)
        report_place(c, &sign, DIRECTION, NULL);
}
