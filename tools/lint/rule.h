/* SPDX-License-Identifier: Apache-2.0 */
/* The interface for rules: a match of the rule's query, the facts of the file, and functions that
 * report findings. */
#ifndef STET_LINT_RULE_H
#define STET_LINT_RULE_H

#include "facts/facts.h"
#include "lint.h"

#define CAPTURES_MOST 6

struct lint_match {
    uint32_t site; /* the capture @site */
    struct {
        const char *name;
        uint32_t node;
    } others[CAPTURES_MOST];
    int count;
};

struct lint_context {
    const struct facts *facts;
    const struct ast *ast; /* the syntax tree of the facts */
    const struct lint_config *config;
    enum lint_language_id language;
    const char *path, *source; /* the text of the file; the tree's text has words blanked */
    const struct lint_rule *rule;
    struct lint_result *result;
    struct arena *arena; /* memory of the file, freed after it */
    /* Answers about the whole file, which rules cache here; 0: not asked yet. */
    int unlocked;          /* FFT607: 1: no planner is locked, -1: some are */
    bool start_said;       /* FFT607: the start of the planner is reported */
    int halves;            /* FFT616: 1: the file has half spectra, -1: it has none */
    int python_2;          /* FFT213: 1: the file is Python 2, -1: it is not */
    int single;            /* FFT702: 1: the file mentions single precision, -1: it does not */
    int searches;          /* count of lint_may_search() */
    int allocates;         /* FFT609: 1: the file calls FFTW's allocator, -1: it does not */
    uint32_t takes_down;   /* FFT608: the function that frees memory, UINT32_MAX: none */
    struct arena_map seen; /* keys of first_time() */
    struct lint_comment *comments; /* comments that suppress findings */
    uint32_t comment_count;
};

/* Returns the capture of that name, or 0. */
uint32_t lint_captured(const struct lint_match *m, const char *name);

/* Reports a finding of the context's rule at a node. Returns NULL if the node is inside a syntax
 * error, where nothing is reported. */
struct lint_finding *lint_report(struct lint_context *c, uint32_t node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds the other end of a finding. finding may be NULL, as in lint_edit(). */
void lint_relate(struct lint_context *c, struct lint_finding *finding, uint32_t node,
                 const char *message);
/* Replaces bytes of the file in the fix of a finding. The rule's row says whether the fix is
 * safe. */
void lint_edit(struct lint_context *c, struct lint_finding *finding, uint32_t start, uint32_t end,
               const char *text);
/* Gives the text of the node to the format %.*s. */
#define TEXT(tree, at) (int)ast_text(tree, at).n, ast_text(tree, at).p

/* Adds a fact that lint_join() needs. */
void lint_note(struct lint_context *c, enum lint_note_kind kind, struct slice name,
               struct slice callee, uint32_t node);
/* Reports whether uses of this name may be matched across files: it speaks of transforms and is not
 * FFTW's. */
bool lint_join_by_name(struct slice name);

/* Return true the first time for this rule and the function around node; lint_once_for() also
 * separates by number. Ask last: a finding that is dropped afterwards is never reported. */
bool lint_once(struct lint_context *c, uint32_t node);
bool lint_once_for(struct lint_context *c, uint32_t node, uint32_t number);
/* Reports whether this rule has no finding in this file yet. */
bool lint_first_in_file(const struct lint_context *c);

#define RULE(id, ...) void lint_##id(struct lint_context *c, const struct lint_match *m);
#include "rules/table.def"
#undef RULE

/* Reports FFT403 in the lines of a build file. */
void lint_build_file(struct lint_context *c, const char *text, uint32_t size);

#endif
