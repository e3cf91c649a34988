/* SPDX-License-Identifier: Apache-2.0 */
/* FFT304: atan(y/x), which loses the quadrant. */
#include "common.h"

#include <string.h>

/* Returns 'i' and stores z in *object for z.imag, imag(z), z.y, z[1] and z.im, 'r' for the real
 * parts, and 0 otherwise. */
static char part_of(const struct lint_context *c, uint32_t n, uint32_t *object)
{
    const struct ast *a = c->ast;
    static const char imaginary[] = " imag y im i cimag cimagf cuCimag cuCimagf imag_ Im s1 ",
                      real[] = " real x re r creal crealf cuCreal cuCrealf real_ Re s0 ";
    double index;
    n = ast_bare(a, n);
    struct slice word = {"", 0};
    if (ast_kind(a, n) == K_CALL) {
        word = facts_called(c->facts, n);
        uint32_t callee = ast_child(a, n, F_FUNCTION);
        *object = facts_argument(c->facts, n, 0);
        if (*object == 0 && ast_kind(a, callee) == K_ATTRIBUTE) /* z.imag() */
            *object = ast_child(a, callee, F_OBJECT);
    } else if (ast_kind(a, n) == K_ATTRIBUTE) {
        word = ast_text(a, ast_child(a, n, F_MEMBER));
        *object = ast_child(a, n, F_OBJECT);
    } else if (ast_kind(a, n) == K_SUBSCRIPT && c->language != LINT_PYTHON) {
        uint32_t in = ast_first(a, ast_child(a, n, F_INDEX));
        *object = ast_child(a, n, F_OBJECT);
        if (ast_kind(a, *object) == K_SUBSCRIPT && facts_literal(c->facts, in, &index))
            return index == 1 ? 'i' : index == 0 ? 'r' : 0; /* out[k][1] */
        return 0;
    }
    return slice_among(word, imaginary) ? 'i' : slice_among(word, real) ? 'r' : 0;
}

/* Reports whether the function tests the sign of the real part. Then it finds the quadrant
 * itself. */
static bool asks_for_sign(const struct lint_context *c, uint32_t site, uint32_t real)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, site);
    for (uint32_t n = function; n <= a->nodes[function].last; n++) {
        if ((ast_kind(a, n) != K_COMPARE && ast_kind(a, n) != K_BINARY) ||
            !(ast_op(a, n, "<") || ast_op(a, n, ">") || ast_op(a, n, "<=") || ast_op(a, n, ">=")))
            continue;
        for (uint32_t side = ast_first(a, n); side != 0; side = ast_next(a, side))
            if (ast_same(a, side, real))
                return true;
    }
    return false;
}

void lint_FFT304(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t quotient = ast_bare(a, facts_argument(c->facts, m->site, 0)), above = 0, below = 0,
             name;
    bool two = slice_has(facts_called(c->facts, m->site), "2");
    if (facts_argument_count(c->facts, m->site) != 1 || ast_kind(a, quotient) != K_BINARY ||
        !ast_op(a, quotient, "/"))
        return;
    uint32_t left = ast_child(a, quotient, F_LEFT), right = ast_child(a, quotient, F_RIGHT);
    bool parts = part_of(c, left, &above) == 'i' && part_of(c, right, &below) == 'r' &&
                 ast_same(a, above, below);
    if ((!parts && !two) || asks_for_sign(c, m->site, right))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "the phase from a quotient is right in two of four quadrants only, and 0/0 "
                    "where the number is 0; use %s",
                    c->language == LINT_PYTHON ? "arctan2, or np.angle" : "atan2");
    name = lint_called_node(a, m->site);
    struct slice text = ast_text(a, name);
    bool single = text.n > 0 && text.p[text.n - 1] == 'f';
    if (!two && ast_kind(a, ast_child(a, m->site, F_FUNCTION)) == K_NAME &&
        c->language == LINT_PYTHON)
        return; /* `from numpy import arctan` does not import arctan2 */
    if (ast_kind(a, name) == K_NAME && !two)
        lint_edit(c, f, a->nodes[name].end - single, a->nodes[name].end, single ? "2f" : "2");
    lint_edit(c, f, a->nodes[left].end, a->nodes[right].start, ", ");
    uint32_t argument =
        facts_argument(c->facts, m->site, 0); /* without it, ((y / x)) becomes a tuple */
    if (argument != quotient) {
        lint_edit(c, f, a->nodes[argument].start, a->nodes[quotient].start, "");
        lint_edit(c, f, a->nodes[quotient].end, a->nodes[argument].end, "");
    }
}
