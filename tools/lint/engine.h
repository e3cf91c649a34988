/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the engine share. */
#ifndef STET_LINT_ENGINE_H
#define STET_LINT_ENGINE_H

#include "rule.h"

enum { COND_TEXT, COND_CALLED, COND_FFTW, COND_TRANSFORM };

/* A predicate of a query: of the capture (NULL: @site), one of the words. */
struct condition {
    int what;
    const char *capture;
    char *words; /* " a b " */
};
#define CONDITIONS_MOST 3

struct pattern {
    const struct lint_rule *rule;
    struct condition conditions[CONDITIONS_MOST];
    int condition_count;
};

/* The patterns of all rules of a language, as one query: the tree is walked once. */
struct language_query {
    TSQuery *query; /* NULL: no rule */
    struct pattern *patterns;
    uint32_t count;
};

struct lint_engine {
    const struct lint_config *config;
    struct language_query queries[2]; /* Python, C++ */
};

struct lint_worker {
    const struct lint_engine *engine;
    TSParser *parser;
    TSQueryCursor *cursor;
    TSTree *tree;
    TSTreeCursor walk; /* while walking; here, so that a lack of memory does not lose it */
    bool walking;
    struct arena arena; /* of the file at hand */
};

/* Without memory tree-sitter ends the program with exit status 2 and a line on standard error,
 * where its own allocator would abort. */
void lint_set_allocator(void);

/* Words of CUDA, OpenCL and Metal, and kernel<<<...>>>. */
void lint_blank_gpu_words(char *text, size_t size);
/* FFTW(execute) becomes fftw_execute. */
void lint_write_names_out(char *text, size_t size);
/* double complex becomes double_complex. */
void lint_join_complex(char *text, size_t size);
/* All but one alternative of each #if; false: there is nothing to blank. */
bool lint_blank_alternatives(char *text, size_t size);

struct lint_place lint_place_of(const struct ast *a, uint32_t start, uint32_t end);
/* A finding of the context's rule; NULL if it is there already. */
struct lint_finding *lint_add(struct lint_context *c, uint32_t start, uint32_t end,
                              const char *message);
/* What FFT607 needs of files without a word of FFTs too: they may start the threads. */
void lint_look_for_threads(const char *text, size_t size, struct lint_result *r);
/* Of FFT608: the text destroys some plan. */
bool lint_destroys_plans(const char *text, size_t size);
/* A comment, which may suppress something; all of them in the order of the text, then
 * lint_suppress(), which marks what they suppress and reports those that suppress nothing. */
void lint_comment(struct lint_context *c, uint32_t start, uint32_t end);
void lint_suppress(struct lint_context *c);

#endif
