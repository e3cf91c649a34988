/* SPDX-License-Identifier: Apache-2.0 */
/* What a rule sees: a match of its query, the facts of the file, and ways to say what it found. */
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
    const struct ast *ast; /* of the facts */
    const struct lint_config *config;
    enum lint_language_id language;
    const char *path,
        *source; /* the text as it is in the file; that of the tree has words blanked */
    const struct lint_rule *rule;
    struct lint_result *result;
    struct arena *arena; /* of the file: gone after it */
    /* What a rule has found out about the whole file; 0: not asked. */
    int unlocked;          /* FFT607: 1 no planner is locked, -1 some is */
    bool start_said;       /* FFT607: it has reported how the planner is started */
    int halves;            /* FFT616: 1 there are half spectra in it, -1 there are none */
    int python_2;          /* FFT213: 1 it is, -1 it is not */
    int single;            /* FFT702: 1 it speaks of single precision, -1 it does not */
    int searches;          /* lint_may_search() */
    int allocates;         /* FFT609: 1 FFTW's allocator is called, -1 it is not */
    uint32_t takes_down;   /* FFT608: the function that gives memory back, UINT32_MAX: none does */
    struct arena_map seen; /* what has been reported where, by first_time() */
    struct lint_comment *comments; /* that suppress */
    uint32_t comment_count;
};

/* The capture of that name, or 0. */
uint32_t lint_captured(const struct lint_match *m, const char *name);

/* A finding of the context's rule at a node. NULL where it is not to be reported: inside an error
 * of the syntax. */
struct lint_finding *lint_report(struct lint_context *c, uint32_t node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The other end. finding may be NULL, as below. */
void lint_relate(struct lint_context *c, struct lint_finding *finding, uint32_t node,
                 const char *message);
/* Bytes to be replaced; the rule's row says whether that is safe. */
void lint_edit(struct lint_context *c, struct lint_finding *finding, uint32_t start, uint32_t end,
               const char *text);
/* The text of the node, for %.*s. */
#define TEXT(tree, at) (int)ast_text(tree, at).n, ast_text(tree, at).p

/* Something that lint_join() needs to know. */
void lint_note(struct lint_context *c, enum lint_note_kind kind, struct slice name,
               struct slice callee, uint32_t node);
/* True if uses of this name may be matched across files: it is long or unusual enough. */
bool lint_join_by_name(struct slice name);

/* True the first time for this rule and the function around node; and there of something that has a
 * number. Asked last: what is not reported then, is not reported later. */
bool lint_once(struct lint_context *c, uint32_t node);
bool lint_once_for(struct lint_context *c, uint32_t node, uint32_t number);
/* This rule has reported nothing in this file. */
bool lint_first_in_file(const struct lint_context *c);

#define RULE(id, ...) void lint_##id(struct lint_context *c, const struct lint_match *m);
#include "rules/table.def"
#undef RULE

/* Lines of build files: FFT403. */
void lint_build_file(struct lint_context *c, const char *text, uint32_t size);

#endif
