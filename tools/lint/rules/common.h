/* SPDX-License-Identifier: Apache-2.0 */
/* What rules of several kinds ask. */
#ifndef STET_LINT_COMMON_H
#define STET_LINT_COMMON_H

#include "../rule.h"

/* An inverse transform, and the forward ones that its argument comes from. */
struct lint_pair {
    const struct transform *inverse;
    struct chain chain; /* from the argument back */
};

/* False unless the site is an inverse of a known library, and all that its argument comes from are
 * forward transforms. */
bool lint_pair(const struct lint_context *c, const struct lint_match *m, struct lint_pair *p);
/* Backward for "not given", and what fftpack does. */
enum norm lint_norm(const struct transform *t);
const char *lint_norm_name(enum norm norm);

/* The transform or shift that an expression is, casts and names aside; NULL if it is something
 * else. */
const struct transform *lint_direct(const struct facts *f, uint32_t n);
/* The same on some way to it: x of `if centred: x = fftshift(x)`. */
const struct transform *lint_possibly(const struct facts *f, uint32_t n);
/* n without parentheses and casts; of a name that is set once its value. */
uint32_t lint_value_of(const struct lint_context *c, uint32_t n);
/* What a function of this file returns that a call calls, f(x) or self.f(x): the value of its one
 * `return`. 0: it is not here, or there are several. */
uint32_t lint_result_of(const struct facts *f, uint32_t call);
/* The name of the function in the text of a call: fftshift of np.fft.fftshift(x). */
uint32_t lint_called_node(const struct ast *a, uint32_t call);
/* c of a::b::c; n itself if it is no such name. */
uint32_t lint_last_name(const struct ast *a, uint32_t n);
/* The name that a function is defined by: f, Foo::f, Foo::~Foo. 0: none, as outside of functions.
 */
uint32_t lint_function_name(const struct ast *a, uint32_t function);
/* The word is one of a name's words: twiddle of computeTwiddle, tw of tw_re. Small letters. */
bool lint_named(struct slice name, const char *word);

/* To be asked before a search through a whole function that each match of a rule makes: false in a
 * file that has so many that they would take the square of its length. */
bool lint_may_search(struct lint_context *c);

/* What the value of a call is assigned to, through factors; empty: something else is done with it.
 */
struct slice lint_target(const struct ast *a, uint32_t call);
bool lint_names_frequencies(struct slice name);

/* n stands in a branch (else, case, if with a return) that other is not in: a call runs one or the
 * other. To be asked both ways. */
bool lint_excludes(const struct ast *a, uint32_t n, uint32_t other);

#endif
