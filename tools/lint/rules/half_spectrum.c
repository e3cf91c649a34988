/* SPDX-License-Identifier: Apache-2.0 */
/* FFT606: an array of n/2 complex numbers for a transform that writes n/2 + 1. */
#include "lengths.h"
#include "plans.h"

#include <math.h>
#include <string.h>

/* Holds the capacity of an array in real numbers: `reals`, or, with of_n, `reals` times the
 * transform's length. */
struct capacity {
    double reals;
    bool of_n, sized; /* sized: the expression has a sizeof */
};

/* Returns how many real numbers an element of the type has: 2 if it is complex, 1 if real, 0 if it
 * is unknown. */
static double reals_of_type(struct slice type)
{
    if (memchr(type.p, '[', type.n) != NULL || memchr(type.p, '*', type.n) != NULL)
        return 0;
    return slice_has(type, "complex")                                                         ? 2
           : slice_has(type, "double") || slice_has(type, "float") || slice_has(type, "real") ? 1
                                                                                              : 0;
}

/* Works like reals_of_type(), for sizeof(fftw_complex), sizeof(double), sizeof *X, sizeof(X[0]). */
static double reals_of_sizeof(const struct lint_context *c, uint32_t size)
{
    const struct ast *a = c->ast;
    int pointers;
    uint32_t n = ast_bare(a, ast_first(a, size)), object = n;
    if (ast_kind(a, n) == K_UNARY || ast_kind(a, n) == K_SUBSCRIPT)
        object = ast_bare(a, ast_child(a, n, F_OBJECT));
    if (facts_declaration(c->facts, object) == 0)
        return object == n ? reals_of_type(ast_text(a, n)) : 0;
    struct slice type = facts_type(c->facts, object, &pointers);
    return type.p != NULL && pointers == (object != n) ? reals_of_type(type) : 0;
}

static bool measure(const struct lint_context *c, uint32_t e, uint32_t n, struct capacity *r,
                    int depth);

static bool measure_binary(const struct lint_context *c, uint32_t e, uint32_t n, struct capacity *r,
                           int depth)
{
    const struct ast *a = c->ast;
    struct capacity x, y;
    uint32_t left = ast_child(a, e, F_LEFT), right = ast_child(a, e, F_RIGHT);
    bool product = ast_op(a, e, "*"), up = ast_op(a, e, "<<"), down = ast_op(a, e, ">>");
    if ((!product && !up && !down && !ast_op(a, e, "/")) || !measure(c, left, n, &x, depth + 1) ||
        !measure(c, right, n, &y, depth + 1))
        return false;
    *r = (struct capacity){x.reals * y.reals, x.of_n || y.of_n, x.sized || y.sized};
    if (product)
        return !(x.of_n && y.of_n);
    if (y.of_n || y.sized || y.reals <= 0 || y.reals > 1e6)
        return false;
    double divisor = up || down ? ldexp(1, y.reals < 60 ? (int)y.reals : 60) : y.reals;
    r->reals = up ? x.reals * divisor : x.reals / divisor;
    if (!r->of_n && !r->sized)
        r->reals = floor(r->reals);
    return true;
}

/* Evaluates a product or quotient of numbers, sizeof and the length n, through names that are set
 * once. */
static bool measure(const struct lint_context *c, uint32_t e, uint32_t n, struct capacity *r,
                    int depth)
{
    const struct ast *a = c->ast;
    e = ast_plain(a, e);
    *r = (struct capacity){1, false, false};
    if (e == 0 || depth > 12)
        return false;
    if (ast_same(a, e, n)) {
        r->of_n = true;
        return true;
    }
    switch (ast_kind(a, e)) {
    case K_NUMBER: return facts_literal(c->facts, e, &r->reals);
    case K_SIZEOF:
        r->sized = true;
        r->reals = reals_of_sizeof(c, e);
        return r->reals != 0;
    case K_BINARY: return measure_binary(c, e, n, r, depth);
    case K_CALL: /* unwraps static_cast<size_t>(n), size_t(n) */
        return (slice_is(facts_called(c->facts, e), "static_cast") ||
                slice_is(facts_called(c->facts, e), "size_t") ||
                ast_kind(a, ast_child(a, e, F_FUNCTION)) == K_TYPE) &&
               measure(c, facts_argument(c->facts, e, 0), n, r, depth + 1);
    case K_NAME: return measure(c, facts_initial(c->facts, e), n, r, depth + 1);
    default: return false;
    }
}

/* This struct has the number of elements or bytes in an allocation, as an expression, and the reals
 * of an element. */
struct allocation {
    uint32_t count, times; /* times: the other argument of calloc, or 0 */
    double reals;          /* 0: count is in bytes */
};

static bool read_call(const struct lint_context *c, uint32_t call, struct allocation *to)
{
    struct slice called = facts_called(c->facts, call),
                 callee = ast_text(c->ast, ast_child(c->ast, call, F_FUNCTION));
    int at = 0;
    *to = (struct allocation){0};
    if (facts_fftw(called, "alloc_complex") || facts_fftw(called, "alloc_real"))
        to->reals = slice_ends(called, "complex") ? 2 : 1;
    else if (slice_among(called, " g_new g_new0 ")) {
        at = 1;
        to->reals = reals_of_type(ast_text(c->ast, facts_argument(c->facts, call, 0)));
    } else if (slice_is(called, "vector")) /* std::vector<std::complex<double>>(n) */
        to->reals = reals_of_type(callee);
    else if (slice_ends(called, "calloc"))
        to->times = facts_argument(c->facts, call, 1);
    else if (slice_ends(called, "realloc") ||
             slice_among(called, " aligned_alloc memalign fftw_aligned_alloc "))
        at = 1;
    else if (!slice_ends(called, "malloc") && !slice_ends(called, "alloca") &&
             !slice_is(called, "valloc"))
        return false;
    to->count = facts_argument(c->facts, call, at);
    return to->count != 0;
}

/* Reads where an array of the type gets its elements: a call, new T[n], the (n) of a vector. */
static bool read_value(const struct lint_context *c, uint32_t value, struct slice type,
                       struct allocation *to)
{
    const struct ast *a = c->ast;
    value = facts_object(c->facts, value);
    *to = (struct allocation){0};
    if (ast_kind(a, value) == K_CALL)
        return read_call(c, value, to);
    if (ast_kind(a, value) == K_ARGUMENTS && type.p != NULL && slice_has(type, "vector")) {
        to->count = ast_first(a, value);
        to->reals = reals_of_type(type);
    } else if (ast_kind(a, value) == K_NEW) {
        to->count = ast_first(a, ast_child(a, value, F_DECLARATOR));
        to->reals = reals_of_type(ast_text(a, ast_child(a, value, F_TYPE)));
    }
    return to->count != 0 && to->reals != 0;
}

/* Returns the value of the only assignment to a member in the function, or 0. */
static uint32_t member_value(const struct lint_context *c, uint32_t function, uint32_t member)
{
    const struct ast *a = c->ast;
    uint32_t found = 0;
    for (uint32_t n = function; n <= a->nodes[function].last; n++)
        if (ast_kind(a, n) == K_ASSIGN && ast_same(a, ast_child(a, n, F_LEFT), member)) {
            if (found != 0)
                return 0;
            found = ast_child(a, n, F_RIGHT);
        }
    return found;
}

/* Finds where the plan's function allocates the array of the plan. */
static bool find_allocation(struct lint_context *c, const struct c_plan *p, uint32_t object,
                            struct allocation *to)
{
    const struct ast *a = c->ast;
    int pointers;
    *to = (struct allocation){0};
    if (ast_kind(a, object) == K_ATTRIBUTE && p->function != 1)
        return lint_may_search(c) &&
               read_value(c, member_value(c, p->function, object), (struct slice){NULL, 0}, to);
    if (ast_kind(a, object) != K_NAME)
        return false;
    struct slice type = facts_type(c->facts, object, &pointers);
    uint32_t value = facts_initial(c->facts, object),
             declarator = facts_declaration(c->facts, object);
    if (ast_kind(a, declarator) == K_INIT) /* X[512] = {0} */
        declarator = ast_child(a, declarator, F_DECLARATOR);
    if (ast_kind(a, declarator) == K_ARRAY) {
        if (ast_kind(a, ast_child(a, declarator, F_DECLARATOR)) == K_NAME)
            to->count = ast_child(a, declarator, F_SIZE);
        to->reals = reals_of_type(type);
        return to->count != 0 && to->reals != 0;
    }
    if (value != 0)
        return read_value(c, value, type, to);
    if (!lint_may_search(c))
        return false;
    for (uint32_t n = facts_next_call(c->facts, p->function, 0); n != 0 && to->count == 0;
         n = facts_next_call(c->facts, p->function, n)) {
        bool aligned = slice_is(facts_called(c->facts, n), "posix_memalign");
        uint32_t to_object = facts_argument(c->facts, n, 0);
        if (aligned && ast_same(a, facts_object(c->facts, to_object), object))
            to->count = facts_argument(c->facts, n, 2);
    }
    return to->count != 0;
}

/* Reports whether the capacity is below n/2 + 1 complex numbers. Stores in *usual whether it is n/2
 * of them, or n reals. */
static bool is_too_small(const struct lint_context *c, const struct allocation *from, uint32_t n,
                         bool *usual)
{
    struct capacity r, times = {1, false, false};
    double length = 0, reals = from->reals != 0 ? from->reals : 1;
    bool known = facts_number(c->facts, n, &length);
    if (!measure(c, from->count, n, &r, 0) ||
        (from->times != 0 && !measure(c, from->times, n, &times, 0)) || (r.of_n && times.of_n) ||
        (from->reals == 0 && !r.sized && !times.sized))
        return false;
    reals *= r.reals * times.reals;
    if (r.of_n || times.of_n) {
        *usual = reals == 1;
        return reals <= 1;
    }
    double need = 2 * (floor(length / 2) + 1);
    *usual = reals == need - 2 || reals == length;
    return known && reals < need;
}

/* Returns n / 2 or n >> 1 in an expression, or 0. */
static uint32_t half_in(const struct lint_context *c, uint32_t e, uint32_t n)
{
    const struct ast *a = c->ast;
    for (uint32_t i = e; e != 0 && i <= a->nodes[e].last; i++)
        if (ast_kind(a, i) == K_BINARY && ast_same(a, ast_child(a, i, F_LEFT), n) &&
            ((ast_op(a, i, "/") && facts_is_literal(c->facts, ast_child(a, i, F_RIGHT), 2)) ||
             (ast_op(a, i, ">>") && facts_is_literal(c->facts, ast_child(a, i, F_RIGHT), 1))))
            return i;
    return 0;
}

/* Returns n itself in an expression that only multiplies, or 0. */
static uint32_t whole_in(const struct lint_context *c, uint32_t e, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t found = 0;
    for (uint32_t i = e; e != 0 && i <= a->nodes[e].last; i++) {
        if (ast_kind(a, i) == K_BINARY && !ast_op(a, i, "*"))
            return 0;
        if (found == 0 && ast_same(a, i, n))
            found = i;
    }
    return found;
}

static void mend(struct lint_context *c, struct lint_finding *f, const struct allocation *from,
                 uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t half = half_in(c, from->count, n), whole = whole_in(c, from->count, n);
    if (half == 0 && from->times != 0)
        half = half_in(c, from->times, n);
    if (whole == 0 && from->times != 0)
        whole = whole_in(c, from->times, n);
    if (half != 0) {
        int around = ast_kind(a, ast_parent(a, half));
        bool alone = around != K_BINARY && around != K_CAST;
        lint_edit(c, f, a->nodes[half].start, a->nodes[half].end,
                  arena_printf(c->arena, alone ? "%.*s / 2 + 1" : "(%.*s / 2 + 1)",
                               TEXT(a, ast_child(a, half, F_LEFT))));
    } else if (whole != 0) {
        lint_edit(c, f, a->nodes[whole].start, a->nodes[whole].end,
                  arena_printf(c->arena, "2 * (%.*s / 2 + 1)", TEXT(a, whole)));
    }
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

/* Checks n = fftw_mpi_local_size_3d(...), the elements that a process must allocate, which are more
 * than those of its block (FFTW 3.3, section 6.4.1). It is an error to drop the size or never read
 * n. */
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
        return; /* the call only asks which rows are local */
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
    bool usual = false;
    struct allocation from;
    if (p == NULL || p->rank != 1 || (p->kind != PLAN_R2C && p->kind != PLAN_C2R))
        return;
    uint32_t half = facts_object(c->facts, p->kind == PLAN_R2C ? p->out : p->in);
    uint32_t full = facts_object(c->facts, p->kind == PLAN_R2C ? p->in : p->out);
    if (!find_allocation(c, p, half, &from) || !is_too_small(c, &from, p->size, &usual))
        return;
    struct lint_finding *f =
        ast_same(a, half, full)
            ? lint_report(c, from.count,
                          "a transform in place needs room for 2*(n/2 + 1) real numbers, %smore "
                          "than there are",
                          usual ? "two " : "")
            : lint_report(c, from.count,
                          "half a spectrum has n/2 + 1 complex numbers, %smore than there is room "
                          "for",
                          usual ? "one " : "");
    lint_relate(c, f, m->site, "transformed by this plan");
    if (usual)
        mend(c, f, &from, p->size);
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
    while (ast_kind(a, size) == K_CALL && /* unwraps int(n), static_cast<int>(n) */
           (ast_kind(a, ast_child(a, size, F_FUNCTION)) == K_TYPE ||
            slice_is(facts_called(c->facts, size), "static_cast")))
        size = ast_bare(a, facts_argument(c->facts, size, 0));
    for (uint32_t i = size; i <= a->nodes[size].last; i++)
        if (ast_kind(a, i) == K_BINARY && (ast_op(a, i, "*") || ast_op(a, i, "<<")))
            return;
    if (facts_names_fft_size(ast_text(a, size)) || slice_has(ast_text(a, size), "pow") ||
        slice_has(ast_text(a, size), "next") || slice_has(ast_text(a, size), "even") ||
        (ast_kind(a, size) != K_CALL && ast_kind(a, size) != K_ATTRIBUTE))
        return; /* a parameter or constant of the project: the caller guarantees it */
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
