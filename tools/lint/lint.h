/* SPDX-License-Identifier: Apache-2.0 */
/* The linter, for the command and the tests: settings in, findings out. */
#ifndef STET_LINT_H
#define STET_LINT_H

#include "arena.h"
#include "files/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum lint_severity { LINT_INFO, LINT_WARNING, LINT_ERROR };
enum lint_fix { LINT_NO_FIX, LINT_SAFE, LINT_UNSAFE };

struct lint_context;
struct lint_match;

struct lint_rule {
    const char *id, *name; /* "FFT203", "swapped-shift" */
    enum lint_severity severity;
    const char *group; /* "": on by default */
    enum lint_fix fix;
    const char *summary;
    void (*check)(struct lint_context *c,
                  const struct lint_match *m); /* NULL: of the engine itself */
};

/* The table, in the order of the ids; FFT000 is of suppressions that suppress nothing. */
extern const struct lint_rule lint_rules[];
extern const int lint_rule_count;
#define LINT_RULES_MOST 64
/* Where a rule is in the table: LINT_FFT000 and so on. */
enum lint_rule_index {
    LINT_FFT000,
#define RULE(id, ...) LINT_##id,
#include "rules/table.def"
#undef RULE
};
/* Rules as bits: rule i is bit i. */
typedef uint64_t lint_set;
static inline bool lint_set_has(lint_set set, ptrdiff_t rule) { return (set >> rule & 1) != 0; }

/* By id, name, group, ALL or a prefix of an id such as FFT2. False with the nearest name in e. */
bool lint_set_add(lint_set *set, const char *word, struct error *e);
lint_set lint_set_default(void);
/* A file that was built in: "FFT203.md", "FFT203.py.scm"; NULL if there is none. */
const char *lint_builtin(const char *name, size_t *size);

/* The name of the list that is most like word; NULL if none is near. */
const char *lint_nearest(const char *word, const char *const *names, int count);

struct lint_place {
    uint32_t line, column, end_line, end_column; /* from 1, in code points; the end is exclusive */
};

struct lint_finding {
    const struct lint_rule *rule;
    enum lint_severity severity;
    uint32_t start, end; /* bytes */
    struct lint_place place;
    const char *message;
    const char *line; /* of the source, without its end; of a long one what is around the finding */
    uint32_t line_column; /* the column of its first character */
    struct lint_related {
        struct lint_place place;
        const char *message;
        const char *path; /* NULL: of the finding's file */
    } related[3];
    int related_count;
    struct lint_edit {
        uint32_t start, end;
        const char *text;
    } edits[4];
    int edit_count;
    enum lint_fix fix;  /* LINT_NO_FIX without edits */
    uint32_t statement; /* start of the statement */
    bool suppressed;
    const char *waits_for;  /* a function: the finding stays if lint_join() finds it in parallel */
    bool needs_threads;     /* it goes if the files are a program without threads */
    const char *unset;      /* a member: it stays if that is a plan, and nothing sets it */
    const char *unset_if;   /* under these conditions */
    const char *taken_down; /* a class: it stays if a destructor of it gives memory back */
    bool needs_library;     /* it goes if one of the files has a main */
    bool needs_leaks;       /* it goes if one of the files destroys plans */
    uint64_t fingerprint;   /* of rule, path, line and how often before: stays when lines move */
};

/* What a file says for other files. */
enum lint_note_kind {
    LINT_DEFINED,
    LINT_CALLS,
    LINT_RUNS_PARALLEL,
    LINT_TAKES_DOWN, /* a destructor, of its class, gives memory back */
    LINT_HAS_PLAN,   /* a member of a class */
    LINT_SETS_PLAN   /* a member gets a value on every way, or none for now */
};
struct lint_note {
    enum lint_note_kind kind;
    const char *name, *callee; /* of LINT_CALLS: who, whom; of LINT_SETS_PLAN: the conditions */
    struct lint_place place;
};

struct lint_result {
    const char *path;
    struct lint_finding *findings; /* in the order of the text */
    uint32_t count;
    struct lint_note *notes;
    uint32_t note_count;
    const char *note;              /* a file that was linted in part or not at all: why */
    bool failed;                   /* not at all */
    bool left_out;                 /* too large, too deep or not its language: nor was it to be */
    bool linted;                   /* false: no word of FFTs in it */
    bool has_main, starts_threads; /* of C, where FFT607 or FFT610 is selected */
    bool destroys_plans;           /* of C with a word of FFTs */
    uint32_t lines, error_bytes, size;
    uint32_t error_line; /* where reading stopped, the first of error_bytes; 0: nowhere */
    struct arena arena;  /* of all the above */
};

struct lint_config {
    lint_set selected;
    struct lint_per_file {
        char *pattern;
        lint_set ignored;
    } *per_file;
    int per_file_count;
    char **exclude;
    int exclude_count;
    int severities[LINT_RULES_MOST]; /* by rule; -1: the rule's own */
    int numpy_minimum;               /* 1000 * major + minor; 0: not known */
    bool build_files;
    bool force_exclude; /* what is named is excluded like what is found */
    char *path;         /* of the file that was read, or NULL */
};

/* The default. */
bool lint_config_init(struct lint_config *config, struct error *e);
/* Of the nearest pyproject.toml with [tool.stet.lint] or .stet-lint.toml in folder and above. */
bool lint_config_find(struct lint_config *config, const char *folder, struct error *e);
bool lint_config_parse(struct lint_config *config, const char *path, const char *text, size_t size,
                       struct error *e);
void lint_config_free(struct lint_config *config);

/* The files to look at, sorted, each once. */
struct lint_files {
    char **paths;
    size_t count;
};
bool lint_walk(struct lint_files *files, char *const *operands, int count,
               const struct lint_config *config, struct error *e);
void lint_files_free(struct lint_files *files);
/* Patterns of gitignore's kind: *, ?, [a-z], ** over folders; one without a slash matches any part.
 */
bool lint_glob(const char *pattern, const char *path);
/* The path as patterns see it: from the folder of the settings on, if it is below that. */
#define LINT_PATH_MOST 8192
void lint_path_in(const struct lint_config *config, const char *path, char *to);
bool lint_is_excluded(const struct lint_config *config, const char *path);

enum lint_language_id { LINT_NOT_CODE, LINT_PYTHON, LINT_C, LINT_CUDA, LINT_BUILD };
enum lint_language_id lint_language_of(const char *path);

struct lint_engine;
/* For these languages, 1 << LINT_PYTHON and so on: compiling the queries of one takes 10 ms. Text
 * of another one is not linted. NULL with e set if a rule's query does not fit the grammar, or
 * without memory. */
#define LINT_ALL_LANGUAGES ~0U
struct lint_engine *lint_engine_new(const struct lint_config *config, unsigned languages,
                                    struct error *e);
void lint_engine_free(struct lint_engine *engine);

/* One at a time for each thread. */
struct lint_worker;
struct lint_worker *lint_worker_new(const struct lint_engine *engine);
void lint_worker_free(struct lint_worker *worker);
/* Fills *r, which lint_result_free() releases. The text is not changed and need not end in NUL. */
void lint_source(struct lint_worker *worker, const char *path, enum lint_language_id language,
                 const char *text, size_t size, struct lint_result *r);
void lint_result_free(struct lint_result *r);
/* Settles the findings that wait for other files: of all results together, once. */
void lint_join(struct lint_result *results, size_t count);
/* Reads the file and lints it. */
void lint_file(struct lint_worker *worker, const char *path, struct lint_result *r);
char *lint_read(const char *path, size_t *size, struct error *e); /* malloc'ed, with a NUL behind */

/* All files, by that many threads; results in their order. NULL without memory. */
struct lint_result *lint_run(const struct lint_engine *engine, const struct lint_files *files,
                             int jobs);

/* The text with the fixes of r: malloc'ed; NULL if there is nothing to change. Repeats until
 * nothing is left to mend, and changes nothing where that has no end; *applied counts. Fixes that
 * would add a syntax error are left out. */
char *lint_fix_text(struct lint_worker *worker, const char *path, enum lint_language_id language,
                    const char *text, size_t size, bool unsafe, size_t *new_size, int *applied);
/* A unified diff. */
void lint_diff(FILE *to, const char *path, const char *old_text, size_t old_size,
               const char *new_text, size_t new_size);

/* ---- reports */
struct lint_summary {
    const struct lint_result *results;
    size_t count;
    bool context; /* of text: source line, caret, help */
};
void lint_report_text(FILE *to, const struct lint_summary *s);
/* Bytes that a terminal would obey become '?'. */
void lint_print_clean(FILE *to, const char *s);
void lint_report_github(FILE *to, const struct lint_summary *s);
struct json_t *lint_report_json(const struct lint_summary *s);
struct json_t *lint_report_sarif(const struct lint_summary *s, const char *version);
void lint_report_statistics(FILE *to, const struct lint_summary *s);
const char *lint_severity_name(enum lint_severity severity);

#endif
