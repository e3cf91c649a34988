/* SPDX-License-Identifier: Apache-2.0 */
/* This header declares what the files of the engine share. */
#ifndef STET_LINT_ENGINE_H
#define STET_LINT_ENGINE_H

#include "rule.h"

enum { COND_TEXT, COND_CALLED, COND_FFTW, COND_TRANSFORM };

/* A predicate of a query: it compares the text of a capture (NULL: @site) with words. */
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

/* The patterns of all rules of a language as one query, so that the tree is walked once. */
struct language_query {
    TSQuery *query; /* NULL: no rule */
    struct pattern *patterns;
    uint32_t count;
};

struct lint_engine {
    const struct lint_config *config;
    struct language_query queries[2]; /* Python and C++ */
};

struct lint_worker {
    const struct lint_engine *engine;
    TSParser *parser;
    TSQueryCursor *cursor;
    TSTree *tree;
    TSTreeCursor walk; /* cursor of the walk; stored here so that a longjmp does not lose it */
    bool walking;
    struct arena arena; /* memory of the file at hand */
};

/* Makes tree-sitter end the program with exit status 2 and a line on standard error when memory
 * runs out. Its own allocator would abort. */
void lint_set_allocator(void);

/* Blanks kernel<<<...>>> and words of CUDA, OpenCL and Metal. */
void lint_blank_gpu_words(char *text, size_t size);
/* Writes FFTW(execute) as fftw_execute. */
void lint_write_names_out(char *text, size_t size);
/* Writes double complex as double_complex. */
void lint_join_complex(char *text, size_t size);
/* Keeps one alternative of each #if. Returns false if there is nothing to blank. */
bool lint_blank_alternatives(char *text, size_t size);

struct lint_place lint_place_of(const struct ast *a, uint32_t start, uint32_t end);
/* Adds a finding of the context's rule. Returns NULL if the same finding exists already. */
struct lint_finding *lint_add(struct lint_context *c, uint32_t start, uint32_t end,
                              const char *message);
/* Collects for FFT607 whether the text starts threads and has a main, also in files without a word
 * of FFTs. */
void lint_look_for_threads(const char *text, size_t size, struct lint_result *r);
/* Reports for FFT608 whether the text destroys a plan. */
bool lint_destroys_plans(const char *text, size_t size);
/* Call lint_comment() for each comment in the order of the text, then lint_suppress(). It marks the
 * findings that comments suppress and reports comments that suppress nothing. */
void lint_comment(struct lint_context *c, uint32_t start, uint32_t end);
void lint_suppress(struct lint_context *c);

#endif
