/* SPDX-License-Identifier: Apache-2.0 */
/* FFT401 and FFT604: times and places at which plans are made. */
#include "plans.h"

#include <string.h>

void lint_FFT401(struct lint_context *c, const struct lint_match *m)
{
    double threads;
    if (c->language != LINT_PYTHON && ast_kind(c->ast, m->site) == K_CALL) {
        bool many = facts_fftw(facts_called(c->facts, m->site), "plan_with_nthreads");
        if (many && facts_number(c->facts, facts_argument(c->facts, m->site, 0), &threads))
            return;
        lint_report(c, m->site,
                    many ? "the number of threads decides how sums are split, so the bits depend "
                           "on the machine; "
                           "plan for a fixed number"
                         : "wisdom is what another run has measured: with another file come other "
                           "bits; plan with "
                           "FFTW_ESTIMATE, or keep the wisdom with the results");
        return;
    }
    uint32_t directive = ast_up(c->ast, m->site, K_DIRECTIVE);
    struct slice text = ast_text(c->ast, m->site);
    if (directive != 0 || slice_has(text, "estimate") || ast_up(c->ast, m->site, K_COMPARE) != 0 ||
        !lint_once(c, m->site))
        return;
    lint_report(
        c, m->site,
        "the planner measures, and what is quickest on this machine today decides the bits; use "
        "FFTW_ESTIMATE on one thread, or stet");
}

/* ---- FFT604 */

/* Reports whether a name of the expression changes in the loop. */
static bool varies(const struct lint_context *c, uint32_t expression, uint32_t loop)
{
    const struct ast *a = c->ast;
    for (uint32_t n = expression; n <= a->nodes[expression].last; n++) {
        uint32_t name = a->nodes[n].name;
        if (name == 0)
            continue;
        for (uint32_t i = loop; i <= a->nodes[loop].last; i++) {
            int kind = ast_kind(a, i);
            uint32_t target = kind == K_ASSIGN   ? ast_child(a, i, F_LEFT)
                              : kind == K_UPDATE ? ast_first(a, i)
                              : kind == K_INIT || kind == K_FOR || kind == K_DECLARATION
                                  ? ast_child(a, i, F_DECLARATOR)
                                  : 0;
            if (target != 0 && a->nodes[facts_object(c->facts, target)].name == name)
                return true;
        }
    }
    return false;
}

void lint_FFT604(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t loop = ast_loop(a, m->site), destroyed = 0;
    const struct c_plan *p = lint_plan_at(c, m->site);
    if (loop == 0)
        return;
    bool cuda = p == NULL;
    uint32_t holder =
        cuda ? facts_object(c->facts, facts_argument(c->facts, m->site, 0)) : p->holder;
    for (uint32_t n = facts_next_call(c->facts, loop, 0); n != 0;
         n = facts_next_call(c->facts, loop, n)) {
        struct slice called = facts_called(c->facts, n);
        if ((facts_fftw(called, "destroy_plan") ||
             slice_among(called, " cufftDestroy hipfftDestroy ")) &&
            ast_same(a, facts_argument(c->facts, n, 0), holder))
            destroyed = n;
    }
    for (uint32_t argument = facts_argument(c->facts, m->site, cuda);
         destroyed != 0 && argument != 0;
         argument = facts_next_argument(c->facts, m->site, argument)) {
        bool array = p != NULL && (argument == p->in || argument == p->out);
        if (!array && varies(c, argument, loop))
            return;
    }
    if (destroyed == 0)
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "the same plan is made and destroyed in every round of the loop: make it "
                    "once, and run it on new arrays (fftw_execute_dft)");
    lint_relate(c, f, destroyed, "destroyed here");
}
