/* SPDX-License-Identifier: Apache-2.0 */
/* FFT606: an array of n/2 complex numbers for a transform that writes n/2 + 1 of them. */
#include "lengths.h"
#include "plans.h"

#include <math.h>
#include <string.h>

/* The number of elements that the object is allocated with in this function, as an expression. 0:
 * not seen. *complex: of two reals each. *whole: nothing else stands in the expression, so "+ 1"
 * can be put behind it. */
static uint32_t elements_of(const struct lint_context *c, uint32_t value, bool *complex,
                            bool *whole)
{
    const struct ast *a = c->ast;
    value = facts_object(c->facts, value);
    if (ast_kind(a, value) != K_CALL)
        return 0;
    struct slice called = facts_called(c->facts, value);
    uint32_t argument = facts_argument(c->facts, value, 0);
    *whole = true;
    if (facts_fftw(called, "alloc_complex") || facts_fftw(called, "alloc_real")) {
        *complex = slice_ends(called, "complex");
        return argument;
    }
    if (!facts_fftw(called, "malloc") && !slice_is(called, "malloc"))
        return 0;
    if (ast_kind(a, argument) != K_BINARY || !ast_op(a, argument, "*"))
        return 0;
    uint32_t left = ast_child(a, argument, F_LEFT), right = ast_child(a, argument, F_RIGHT);
    uint32_t size = ast_kind(a, left) == K_SIZEOF    ? left
                    : ast_kind(a, right) == K_SIZEOF ? right
                                                     : 0;
    *complex = lint_says(c, size, "complex");
    uint32_t count = size == left ? right : left;
    *whole = ast_kind(a, count) == K_PAREN || ast_kind(a, count) == K_NUMBER;
    return size != 0 && (*complex || lint_says(c, size, "double") || lint_says(c, size, "float"))
               ? count
               : 0;
}

/* The declaration or assignment of the object. */
static uint32_t allocation(const struct lint_context *c, uint32_t object, bool *complex,
                           bool *whole)
{
    const struct ast *a = c->ast;
    int pointers;
    if (ast_kind(a, object) != K_NAME)
        return 0;
    uint32_t value = facts_initial(c->facts, object),
             declarator = facts_declaration(c->facts, object);
    if (value != 0)
        return elements_of(c, value, complex, whole);
    if (ast_kind(a, declarator) != K_ARRAY ||
        ast_kind(a, ast_child(a, declarator, F_DECLARATOR)) != K_NAME)
        return 0;
    struct slice type = facts_type(c->facts, object, &pointers);
    *complex = slice_has(type, "complex");
    *whole = true;
    return *complex || slice_is(type, "double") || slice_is(type, "float")
               ? ast_child(a, declarator, F_SIZE)
               : 0;
}

/* The count is n / 2, or a number below n/2 + 1; in place n, or below 2 (n/2 + 1) reals. *usual: it
 * is n/2, or n, and not some other number. */
static bool is_too_small(const struct lint_context *c, uint32_t count, uint32_t n, bool in_place,
                         bool *usual)
{
    const struct ast *a = c->ast;
    double have, length;
    uint32_t bare = ast_bare(a, count);
    if (facts_number(c->facts, bare, &have) && facts_number(c->facts, n, &length)) {
        double need = floor(length / 2) + 1;
        *usual = have == (in_place ? length : need - 1);
        return have < (in_place ? 2 * need : need);
    }
    *usual = true;
    if (in_place)
        return ast_same(a, bare, n);
    return ast_kind(a, bare) == K_BINARY && ast_op(a, bare, "/") &&
           ast_same(a, ast_child(a, bare, F_LEFT), n) &&
           facts_is_literal(c->facts, ast_child(a, bare, F_RIGHT), 2);
}

static bool allocates(const struct lint_context *c, uint32_t function)
{
    const struct ast *a = c->ast;
    for (uint32_t n = function; n <= a->nodes[function].last; n++)
        if (ast_kind(a, n) == K_NEW ||
            (ast_kind(a, n) == K_CALL && (slice_has(facts_called(c->facts, n), "alloc") ||
                                          slice_has(facts_called(c->facts, n), "resize"))))
            return true;
    return false;
}

/* n = fftw_mpi_local_size_3d(...): the elements that a process must allocate, which are more than
 * those of its block (FFTW 3.3, section 6.4.1). The size is dropped, or n is read nowhere. */
static void check_local_size(struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    uint32_t p = ast_parent(a, call), holder = 0;
    if (ast_kind(a, p) == K_ASSIGN && ast_kind(a, ast_child(a, p, F_LEFT)) == K_NAME)
        holder = ast_child(a, p, F_LEFT);
    else if (ast_kind(a, p) == K_INIT && ast_kind(a, ast_child(a, p, F_DECLARATOR)) == K_NAME)
        holder = ast_child(a, p, F_DECLARATOR);
    else if (ast_kind(a, p) != K_STATEMENT)
        return;
    uint32_t function = ast_function(a, call);
    if (function == 1 ||
        (holder != 0 && !ast_inside(a, facts_declaration(c->facts, holder), function)))
        return;
    for (uint32_t n = function; holder != 0 && n <= a->nodes[function].last; n++) {
        uint32_t q = ast_parent(a, n);
        bool set = ast_kind(a, q) == K_ASSIGN && a->nodes[n].field == F_LEFT;
        if (a->nodes[n].name == a->nodes[holder].name && !set && a->nodes[n].field != F_DECLARATOR)
            return;
    }
    if (!allocates(c, function))
        return; /* asks which rows are here, and no more */
    lint_report(c, call,
                "nobody reads the size that %.*s returns: a process has to allocate that many "
                "elements, which may be more than those of its block",
                (int)facts_called(c->facts, call).n, facts_called(c->facts, call).p);
}

void lint_FFT606(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    if (slice_has(facts_called(c->facts, m->site), "local_size")) {
        check_local_size(c, m->site);
        return;
    }
    const struct c_plan *p = lint_plan_at(c, m->site);
    bool complex = false, whole = false, usual = false;
    if (p == NULL || p->rank != 1 || (p->kind != PLAN_R2C && p->kind != PLAN_C2R))
        return;
    uint32_t half = facts_object(c->facts, p->kind == PLAN_R2C ? p->out : p->in);
    uint32_t full = facts_object(c->facts, p->kind == PLAN_R2C ? p->in : p->out);
    bool in_place = ast_same(a, half, full);
    uint32_t count = allocation(c, half, &complex, &whole);
    if (count == 0 || complex == in_place || !is_too_small(c, count, p->size, in_place, &usual))
        return;
    struct lint_finding *f =
        in_place
            ? lint_report(c, count,
                          "a transform in place needs room for 2*(n/2 + 1) real numbers, %smore "
                          "than there are",
                          usual ? "two " : "")
            : lint_report(c, count,
                          "half a spectrum has n/2 + 1 complex numbers, %smore than there is room "
                          "for",
                          usual ? "one " : "");
    lint_relate(c, f, m->site, "transformed by this plan");
    if (ast_kind(a, ast_bare(a, count)) == K_NUMBER || !whole || !usual)
        return;
    uint32_t bare = ast_bare(a, count);
    if (in_place)
        lint_edit(c, f, a->nodes[bare].start, a->nodes[bare].end,
                  arena_printf(c->arena, "2 * (%.*s / 2 + 1)", TEXT(a, bare)));
    else
        lint_edit(c, f, a->nodes[bare].end, a->nodes[bare].end, " + 1");
}

/* ---- for FFT208 */

void lint_check_kiss(struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    double number;
    uint32_t n = facts_argument(c->facts, call, 0), function = ast_function(a, call), size = n;
    if (function == 1 || n == 0 || facts_number(c->facts, n, &number) ||
        facts_tests_parity(c->facts, function))
        return;
    for (int hops = 0; ast_kind(a, size) == K_NAME && hops < 3; hops++) {
        uint32_t value = facts_initial(c->facts, size);
        if (value == 0)
            break;
        size = ast_bare(a, value);
    }
    while (ast_kind(a, size) == K_CALL && /* int(n), static_cast<int>(n) */
           (ast_kind(a, ast_child(a, size, F_FUNCTION)) == K_TYPE ||
            slice_is(facts_called(c->facts, size), "static_cast")))
        size = ast_bare(a, facts_argument(c->facts, size, 0));
    for (uint32_t i = size; i <= a->nodes[size].last; i++)
        if (ast_kind(a, i) == K_BINARY && (ast_op(a, i, "*") || ast_op(a, i, "<<")))
            return;
    if (facts_names_fft_size(ast_text(a, size)) || slice_has(ast_text(a, size), "pow") ||
        slice_has(ast_text(a, size), "next") || slice_has(ast_text(a, size), "even") ||
        (ast_kind(a, size) != K_CALL && ast_kind(a, size) != K_ATTRIBUTE))
        return; /* a parameter or a constant of the project: its caller's promise */
    lint_report(c, call,
                "kiss_fftr is for even lengths, and %.*s may be odd: then there is no "
                "configuration (NULL)",
                TEXT(a, n));
}

void lint_check_padding(struct lint_context *c, uint32_t product)
{
    const struct ast *a = c->ast;
    struct slice text = {a->text, a->size};
    double two;
    uint32_t function = ast_function(a, product);
    for (int i = 0; ast_op(a, product, "*") && i < 2; i++) {
        uint32_t sum = ast_bare(a, ast_child(a, product, i == 0 ? F_LEFT : F_RIGHT));
        uint32_t n = ast_child(a, sum, F_LEFT), last = n;
        if (ast_kind(a, n) == K_ATTRIBUTE)
            last = ast_child(a, n, F_MEMBER);
        if (ast_kind(a, sum) != K_BINARY || !ast_op(a, sum, "+") || ast_kind(a, last) != K_NAME ||
            !facts_literal(c->facts, ast_child(a, sum, F_RIGHT), &two) || two != 2 ||
            !slice_among(ast_text(a, last), " nx Nx NX m_nx n N nz Nz NZ width m_width ") ||
            (!slice_has(text, "r2c") && !slice_has(text, "d2z")) || function == 1 ||
            facts_tests_parity(c->facts, function) || !lint_first_in_file(c))
            continue;
        lint_report(c, sum,
                    "a row in place has 2*(n/2+1) numbers, and these are n + 2 for even n only: of "
                    "odd %.*s the rows are one number too far apart",
                    TEXT(a, n));
        return;
    }
}
