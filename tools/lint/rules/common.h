/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that rules of several kinds share. */
#ifndef STET_LINT_COMMON_H
#define STET_LINT_COMMON_H

#include "../rule.h"

/* An inverse transform, and the forward transforms that its argument comes from. */
struct lint_pair {
    const struct transform *inverse;
    struct chain chain; /* steps from the argument back to its sources */
};

/* Returns true if the site is an inverse of a known library and its argument comes from forward
 * transforms only. */
bool lint_pair(const struct lint_context *c, const struct lint_match *m, struct lint_pair *p);
/* Returns the norm of a transform; "backward" if it is absent or the library is fftpack. */
enum norm lint_norm(const struct transform *t);
const char *lint_norm_name(enum norm norm);

/* Returns the transform or shift that an expression is, through casts and names, or NULL. */
const struct transform *lint_direct(const struct facts *f, uint32_t n);
/* Returns what lint_direct() does, or a transform on some path: x of `if centred: x =
 * fftshift(x)`. */
const struct transform *lint_possibly(const struct facts *f, uint32_t n);
/* Returns n without parentheses and casts, or the value of a name that is set once. */
uint32_t lint_value_of(const struct lint_context *c, uint32_t n);
/* Returns the value of the one `return` in the function of this file that the call f(x) or
 * self.f(x) calls. 0: another file has it, or it has several. */
uint32_t lint_result_of(const struct facts *f, uint32_t call);
/* Returns the node of the function's name in a call: fftshift of np.fft.fftshift(x). */
uint32_t lint_called_node(const struct ast *a, uint32_t call);
/* Returns c of a::b::c, and n itself for any other node. */
uint32_t lint_last_name(const struct ast *a, uint32_t n);
/* Returns the name by which a function is defined: f, Foo::f, Foo::~Foo. 0 outside of functions. */
uint32_t lint_function_name(const struct ast *a, uint32_t function);
/* Reports whether a part of the name is the word, which is lower case: twiddle of computeTwiddle,
 * tw of tw_re. */
bool lint_named(struct slice name, const char *word);

/* Ask before a search through a whole function that each match of a rule makes. Returns false after
 * many searches, which together would take quadratic time. */
bool lint_may_search(struct lint_context *c);

/* Returns the target that a call's value is assigned to, through factors; empty for any other
 * use. */
struct slice lint_target(const struct ast *a, uint32_t call);
bool lint_names_frequencies(struct slice name);

/* Reports whether n is in a branch that excludes other: else, case, or an if with a return. A call
 * then runs only one of them. Ask in both directions. */
bool lint_excludes(const struct ast *a, uint32_t n, uint32_t other);

#endif
