/* SPDX-License-Identifier: Apache-2.0 */
/* FFT105: forward and inverse of a C library that does not scale, without a division. FFT605: a
 * status that is ignored. FFT106: an integer scale. */
#include "plans.h"

#include <string.h>

static int by_argument(const struct lint_context *c, uint32_t call)
{
    uint32_t last = facts_argument(c->facts, call, facts_argument_count(c->facts, call) - 1);
    return lint_says(c, last, "inverse") || lint_says(c, last, "backward") ? INVERSE
           : lint_says(c, last, "forward")                                 ? FORWARD
                                                                           : 0;
}

/* The names of FFTW for each precision. */
static const char *const fftw[] = {"FFTW", "FFTW (float)", "FFTW (long double)", "FFTW (quad)"};

static const char *fftw_of(const struct lint_context *c, const struct c_plan *p)
{
    struct slice name = facts_called(c->facts, p->call);
    return slice_begins(name, "fftwf_")   ? fftw[1]
           : slice_begins(name, "fftwl_") ? fftw[2]
           : slice_begins(name, "fftwq_") ? fftw[3]
                                          : fftw[0];
}

/* Returns the direction of a call: FORWARD, INVERSE, or 0. The two calls of a pair have one
 * family. */
static int direction_of(const struct lint_context *c, uint32_t call, const char **family)
{
    struct slice name = facts_called(c->facts, call);
    if (lint_executes(c, call)) {
        const struct c_plan *p = lint_plan_in(c, facts_argument(c->facts, call, 0));
        *family = p != NULL ? fftw_of(c, p) : fftw[0];
        return p != NULL ? lint_plan_direction(c, p) : 0;
    }
    *family = slice_begins(name, "cufft")    ? "cuFFT"
              : slice_begins(name, "hipfft") ? "hipFFT"
                                             : "the library";
    if (slice_has(name, "fftexec"))
        return slice_ends(name, "R2C") || slice_ends(name, "D2Z")   ? FORWARD
               : slice_ends(name, "C2R") || slice_ends(name, "Z2D") ? INVERSE
                                                                    : by_argument(c, call);
    if (slice_begins(name, "DftiCompute")) {
        *family = "MKL";
        return slice_ends(name, "Forward") ? FORWARD : INVERSE;
    }
    *family = "kissfft";
    return slice_is(name, "kiss_fftr") ? FORWARD : slice_is(name, "kiss_fftri") ? INVERSE : 0;
}

/* Reports whether some code of the function may divide by N or pass the data to a function that
 * does. */
static bool may_scale(const struct lint_context *c, uint32_t function)
{
    const struct ast *a = c->ast;
    for (uint32_t n = function; n <= a->nodes[function].last; n++)
        switch (ast_kind(a, n)) {
        case K_BINARY:
            if (ast_op(a, n, "/") && !(facts_is_literal(c->facts, ast_child(a, n, F_RIGHT), 2)))
                return true;
            break;
        case K_ASSIGN:
            if (ast_op(a, n, "*=") || ast_op(a, n, "/="))
                return true;
            break;
        case K_NAME:
            if (slice_has(ast_text(a, n), "scale") || slice_has(ast_text(a, n), "scal") ||
                slice_has(ast_text(a, n), "norm") || slice_has(ast_text(a, n), "inv_n") ||
                slice_has(ast_text(a, n), "factor"))
                return true;
            break;
        default: break;
        }
    return false;
}

void lint_FFT105(struct lint_context *c, const struct lint_match *m)
{
    const char *family, *other;
    uint32_t function = ast_function(c->ast, m->site), forward = 0;
    if (function == 1 || direction_of(c, m->site, &family) != INVERSE)
        return;
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n))
        if (direction_of(c, n, &other) == FORWARD && strcmp(family, other) == 0 &&
            !lint_excludes(c->ast, m->site, n) && !lint_excludes(c->ast, n, m->site))
            forward = forward != 0 ? forward : n;
    if (forward == 0 || may_scale(c, function) ||
        slice_has((struct slice){c->ast->text, c->ast->size}, "ward_scale") ||
        !lint_once(c, m->site))
        return;
    struct lint_finding *f = lint_report(c, m->site,
                                         "%s does not scale: after forward and inverse the data "
                                         "are N times larger; divide by N once",
                                         family);
    lint_relate(c, f, forward, "forward here");
}

/* Reports whether the function makes this plan only to destroy it, as a warm-up of the library. */
static bool is_warm_up(const struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    uint32_t plan = facts_object(c->facts, facts_argument(c->facts, call, 0)),
             function = ast_function(a, call);
    if (!slice_has(facts_called(c->facts, call), "plan") || ast_kind(a, plan) != K_NAME ||
        !ast_inside(a, facts_declaration(c->facts, plan), function))
        return false;
    for (uint32_t n = function; n <= a->nodes[function].last; n++) {
        uint32_t p = ast_parent(a, n), other = ast_kind(a, p) == K_ARGUMENTS ? ast_parent(a, p) : 0;
        bool declares = ast_up(a, n, K_DECLARATION) != 0 &&
                        ast_up(a, n, K_DECLARATION) ==
                            ast_up(a, facts_declaration(c->facts, plan), K_DECLARATION);
        if (a->nodes[n].name == a->nodes[plan].name && n != plan && !declares &&
            !slice_has(facts_called(c->facts, other), "destroy"))
            return false;
    }
    return true;
}

void lint_FFT605(struct lint_context *c, const struct lint_match *m)
{
    uint32_t call = ast_first(c->ast, m->site);
    if (ast_kind(c->ast, call) != K_CALL)
        return;
    struct slice name = facts_called(c->facts, call);
    static const char *const begins[] = {
        "cufftPlan",       "cufftMakePlan",  "cufftExec",          "cufftXtExec",
        "hipfftPlan",      "hipfftMakePlan", "hipfftExec",         "DftiCreate",
        "DftiCommit",      "DftiCompute",    "rocfft_plan_create", "rocfft_execute",
        "initializeVkFFT", "VkFFTAppend",    "clfftBakePlan",      "clfftEnqueueTransform"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (slice_begins(name, begins[i]) &&
            ast_kind(c->ast, ast_child(c->ast, call, F_FUNCTION)) == K_NAME &&
            !is_warm_up(c, call) &&
            lint_once_for(c, call, c->ast->nodes[ast_child(c->ast, call, F_FUNCTION)].name))
            lint_report(c, call,
                        "the status of %.*s is dropped: when it fails, the output is what was "
                        "there before; check it",
                        (int)name.n, name.p);
}

/* ---- FFT106 */

static bool is_integer(const struct lint_context *c, uint32_t n, int depth)
{
    static const char words[] = " int unsigned long size_t ssize_t ptrdiff_t std::size_t int32_t "
                                "uint32_t int64_t uint64_t std::int32_t std::int64_t ";
    const struct ast *a = c->ast;
    int pointers;
    n = ast_bare(a, n);
    if (ast_kind(a, n) == K_NAME) {
        struct slice type = facts_type(c->facts, n, &pointers);
        return type.p != NULL && pointers == 0 &&
               (slice_among(type, words) || slice_begins(type, "unsigned ") ||
                slice_is(type, "long long") || slice_is(type, "long int"));
    }
    if (ast_kind(a, n) == K_NUMBER)
        return memchr(ast_text(a, n).p, '.', ast_text(a, n).n) == NULL;
    if (ast_kind(a, n) == K_BINARY && ast_op(a, n, "*") && depth < 4)
        return is_integer(c, ast_child(a, n, F_LEFT), depth + 1) &&
               is_integer(c, ast_child(a, n, F_RIGHT), depth + 1);
    return ast_kind(a, n) == K_CALL && slice_is(facts_called(c->facts, n), "size") &&
           facts_argument_count(c->facts, n) == 0;
}

static bool is_real_type(struct slice type)
{
    return slice_among(type, " float double fftw_real ");
}

/* Reports whether the quotient becomes a factor of a real number or its value. */
static bool scales(const struct lint_context *c, uint32_t quotient)
{
    const struct ast *a = c->ast;
    uint32_t n = quotient, p = ast_parent(a, n);
    while (ast_kind(a, p) == K_PAREN)
        n = p, p = ast_parent(a, p);
    int pointers = 0;
    switch (ast_kind(a, p)) {
    case K_BINARY: {
        uint32_t other = ast_child(a, p, ast_child(a, p, F_LEFT) == n ? F_RIGHT : F_LEFT);
        return ast_op(a, p, "*") && !is_integer(c, other, 0);
    }
    case K_INIT: return is_real_type(ast_text(a, ast_child(a, ast_parent(a, p), F_TYPE)));
    case K_ASSIGN: {
        uint32_t left = ast_child(a, p, F_LEFT);
        if (a->nodes[n].field != F_RIGHT)
            return false;
        if (ast_op(a, p, "*="))
            return !is_integer(c, left, 0);
        struct slice type = facts_type(c->facts, facts_object(c->facts, left), &pointers);
        return type.p != NULL && is_real_type(type);
    }
    case K_ARGUMENTS: return slice_has(facts_called(c->facts, ast_parent(a, p)), "scal");
    default: return false;
    }
}

void lint_FFT106(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    if (!ast_op(a, m->site, "/"))
        return;
    uint32_t one = ast_child(a, m->site, F_LEFT), by = ast_bare(a, ast_child(a, m->site, F_RIGHT));
    if (ast_kind(a, one) != K_NUMBER || !slice_is(ast_text(a, one), "1") ||
        ast_kind(a, by) == K_NUMBER || !is_integer(c, by, 0) || !scales(c, m->site))
        return;
    struct lint_finding *f =
        lint_report(c, m->site, "of integers, %.*s is 0 (1 for 1): everything is scaled away; 1.0",
                    TEXT(a, m->site));
    lint_edit(c, f, a->nodes[one].start, a->nodes[one].end, "1.0");
}
