/* SPDX-License-Identifier: Apache-2.0 */
/* The syntax tree that rules read: one array of named nodes in the order of the text, with one set
 * of kinds for all languages. The subtree of node n is nodes n to nodes[n].last; node 0 means
 * "none". */
#ifndef STET_LINT_AST_H
#define STET_LINT_AST_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <tree_sitter/api.h>

enum lint_kind {
    K_OTHER, /* no rule needs this kind */
    K_ERROR,
    K_MODULE,
    K_FUNCTION,
    K_LAMBDA,
    K_CLASS,
    K_PARAMETERS,
    K_PARAMETER, /* with a default or a type; a bare parameter is a K_NAME */
    K_DECORATOR,
    K_DECORATED,
    K_BLOCK,
    K_STATEMENT, /* an expression as statement */
    K_DECLARATION,
    K_INIT,    /* declarator and value */
    K_POINTER, /* declarator of a pointer */
    K_ARRAY,   /* declarator of an array */
    K_FUNCTION_DECLARATOR,
    K_IF,
    K_BRANCH, /* else, elif, except, finally, case */
    K_TRY,
    K_FOR,
    K_WHILE,
    K_WITH,
    K_WITH_ITEM,
    K_AS,
    K_RETURN,
    K_RAISE,
    K_ASSERT,
    K_DELETE,
    K_GLOBAL,
    K_IMPORT,
    K_IMPORT_FROM,
    K_IMPORT_AS,
    K_IMPORT_ALL,
    K_DOTTED,
    K_ASSIGN,
    K_AUGMENTED, /* x op= y */
    K_UPDATE,    /* ++x */
    K_CALL,
    K_ARGUMENTS,
    K_KEYWORD, /* name=value */
    K_SPLAT,   /* *list, **dictionary */
    K_BINARY,
    K_COMPARE,
    K_BOOLEAN,
    K_UNARY, /* -x, not x, *p, &x */
    K_CONDITIONAL,
    K_NAME,
    K_ATTRIBUTE, /* a.b, a->b */
    K_SCOPED,    /* a::b */
    K_SUBSCRIPT,
    K_SLICE,
    K_NUMBER,
    K_STRING,
    K_CONSTANT, /* True, None, nullptr */
    K_TUPLE,    /* with or without parentheses */
    K_LIST,     /* also a C initializer */
    K_PAREN,
    K_CAST,
    K_TYPE,
    K_COMPREHENSION,
    K_FOR_IN,
    K_SIZEOF,
    K_NEW,
    K_DIRECTIVE,         /* #define, #pragma */
    K_CONDITIONAL_GROUP, /* #if ... #endif */
    K_COMMENT,
    K_COUNT
};

/* The role of a node in its parent. */
enum lint_field {
    F_NONE,
    F_LEFT,
    F_RIGHT,
    F_OPERATOR,
    F_FUNCTION,
    F_ARGUMENTS,
    F_OBJECT,
    F_MEMBER,
    F_VALUE,
    F_INDEX,
    F_NAME,
    F_ALIAS,
    F_MODULE,
    F_BODY,
    F_CONDITION,
    F_TYPE,
    F_DECLARATOR,
    F_SIZE,
    F_PARAMETERS,
    F_INITIALIZER,
    F_STEP,
    F_COUNT
};

struct node {
    uint32_t start, end; /* bytes */
    uint32_t parent, last;
    uint32_t name; /* K_NAME only: equal names have equal numbers, from 1 */
    uint16_t symbol;
    uint8_t kind, field;
    char op[4];
};

struct slice {
    const char *p;
    uint32_t n;
};

struct lint_language;

struct ast {
    const char *text;
    uint32_t size;
    const struct lint_language *language;
    struct arena *arena;
    struct node *nodes;
    uint32_t count; /* includes node 0 */
    uint32_t error_bytes, depth;
    struct slice *names; /* indexed by number */
    uint32_t name_count;
    uint32_t *name_table, name_capacity;
    uint32_t *lines; /* start of each line */
    uint32_t line_count;
    uint32_t *points; /* code points before bytes 0, POINTS_EVERY, ... */
};

/* A grammar and the kinds of its words. Only its definition knows the node names of the grammar. */
struct lint_language {
    const char *name; /* "python" */
    const TSLanguage *(*grammar)(void);
    const struct lint_word {
        const char *word;
        uint8_t is; /* a lint_kind or lint_field */
    } *kinds, *fields;
    const TSLanguage *loaded;
    uint8_t *kind_of, *field_of; /* indexed by symbol and field; lint_language_load() fills them */
};

extern struct lint_language lint_python, lint_cpp;

/* Fills the tables. Returns false if memory runs out or the grammar does not fit this tree-sitter.
 * Call it before threads start. */
bool lint_language_load(struct lint_language *language);
void lint_language_unload(struct lint_language *language);

/* Turns the tree below the cursor, which is at the root, into an array. The caller has set
 * ast->text, size, language and arena. */
void ast_build(struct ast *a, TSTreeCursor *cursor);
void ast_lines(struct ast *a);          /* finds the lines of a text without a tree */
uint32_t ast_mark(const struct ast *a); /* bytes of the byte order mark: 3 or 0 */
/* Returns the number of a node of tree-sitter, or 0. */
uint32_t ast_find(const struct ast *a, TSNode node);

static inline int ast_kind(const struct ast *a, uint32_t n) { return a->nodes[n].kind; }
static inline uint32_t ast_parent(const struct ast *a, uint32_t n) { return a->nodes[n].parent; }
static inline bool ast_inside(const struct ast *a, uint32_t n, uint32_t outer)
{
    return outer != 0 && outer <= n && n <= a->nodes[outer].last;
}
static inline struct slice ast_text(const struct ast *a, uint32_t n)
{
    const struct node *node = &a->nodes[n];
    return (struct slice){a->text + node->start, node->end - node->start};
}

uint32_t ast_first(const struct ast *a, uint32_t n); /* first child that is no comment */
uint32_t ast_next(const struct ast *a, uint32_t n);  /* next sibling */
uint32_t ast_child(const struct ast *a, uint32_t n, enum lint_field field);
bool ast_op(const struct ast *a, uint32_t n, const char *op);

/* Returns the nearest node of that kind around n, n included, or 0. */
uint32_t ast_up(const struct ast *a, uint32_t n, enum lint_kind kind);
/* Returns the function around n, or the module. */
uint32_t ast_function(const struct ast *a, uint32_t n);
/* Returns the nearest loop around n in its function, or 0. */
uint32_t ast_loop(const struct ast *a, uint32_t n);
/* Returns the statement around n: the child of a block. */
uint32_t ast_statement(const struct ast *a, uint32_t n);
/* Returns the nearest body of an if, loop, with or try around n, n excluded, or else the body of
 * the function. */
uint32_t ast_block(const struct ast *a, uint32_t n);

/* ast_bare() strips parentheses around n, ast_plain() strips casts too. */
uint32_t ast_bare(const struct ast *a, uint32_t n);
uint32_t ast_plain(const struct ast *a, uint32_t n);
/* Reports whether two expressions have the same text, without blanks and outer parentheses. */
bool ast_same(const struct ast *a, uint32_t n, uint32_t m);
/* Reports whether the subtree has a node of an error or a node that the parser inserted. */
bool ast_broken(const struct ast *a, uint32_t n);
/* Stores the line and column of a byte, from 1; columns count code points. */
void ast_place(const struct ast *a, uint32_t byte, uint32_t *line, uint32_t *column);
uint32_t ast_line(const struct ast *a, uint32_t byte); /* an index into lines, from 0 */

bool slice_same(struct slice s, struct slice t);
bool slice_is(struct slice s, const char *word);
bool slice_begins(struct slice s, const char *word);
bool slice_ends(struct slice s, const char *word);
bool slice_has(struct slice s, const char *word); /* ignores case; word is lower case */
/* words: separated by blanks, with a blank before the first and after the last. */
bool slice_among(struct slice s, const char *words);

#endif
