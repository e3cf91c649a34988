/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of the linter for the command and the tests: it takes settings and returns
 * findings. */
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
                  const struct lint_match *m); /* NULL: the engine reports it */
};

/* Lists the rules in the order of their ids. FFT000 reports suppressions that suppress nothing. */
extern const struct lint_rule lint_rules[];
extern const int lint_rule_count;
#define LINT_RULES_MOST 64
/* Names the indices of rules in the table: LINT_FFT000 and so on. */
enum lint_rule_index {
    LINT_FFT000,
#define RULE(id, ...) LINT_##id,
#include "rules/table.def"
#undef RULE
};
/* A set of rules: rule i is bit i. */
typedef uint64_t lint_set;
static inline bool lint_set_has(lint_set set, ptrdiff_t rule) { return (set >> rule & 1) != 0; }

/* Adds rules by id, name, group, ALL or a prefix of an id such as FFT2. Returns false, with the
 * nearest name in e, if there is none. */
bool lint_set_add(lint_set *set, const char *word, struct error *e);
lint_set lint_set_default(void);
/* Returns an embedded file, such as "FFT203.md" or "FFT203.py.scm", or NULL. */
const char *lint_builtin(const char *name, size_t *size);

/* Returns the name of the list that is most similar to word, or NULL if none is similar. */
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
    const char *line;     /* the source line without its end, shortened if it is long */
    uint32_t line_column; /* column of the first character of line */
    struct lint_related {
        struct lint_place place;
        const char *message;
        const char *path; /* NULL: the file of the finding */
    } related[3];
    int related_count;
    struct lint_edit {
        uint32_t start, end;
        const char *text;
    } edits[4];
    int edit_count;
    enum lint_fix fix;  /* LINT_NO_FIX if there are no edits */
    uint32_t statement; /* start of the statement */
    bool suppressed;
    const char *waits_for;  /* a function: dropped unless lint_join() finds it run in parallel */
    bool needs_threads;     /* dropped if the files are a program without threads */
    const char *unset;      /* a member: dropped unless it is a plan and nothing sets it */
    const char *unset_if;   /* conditions under which `unset` is destroyed */
    const char *taken_down; /* a class: dropped unless one of its destructors frees memory */
    bool needs_library;     /* dropped if one of the files has a main */
    bool needs_leaks;       /* dropped if a file destroys plans */
    uint64_t fingerprint;   /* hash of rule, path and line, plus its count: stays when lines move */
};

/* Kinds of facts that one file reports for other files. */
enum lint_note_kind {
    LINT_DEFINED,
    LINT_CALLS,
    LINT_RUNS_PARALLEL,
    LINT_TAKES_DOWN, /* a destructor of the class frees memory */
    LINT_HAS_PLAN,   /* a member of the class is a plan */
    LINT_SETS_PLAN   /* a member gets a value on every path, or no plan for now */
};
struct lint_note {
    enum lint_note_kind kind;
    const char *name, *callee; /* LINT_CALLS: caller, callee; LINT_SETS_PLAN: callee: conditions */
    struct lint_place place;
};

struct lint_result {
    const char *path;
    struct lint_finding *findings; /* in the order of the text */
    uint32_t count;
    struct lint_note *notes;
    uint32_t note_count;
    const char *note;              /* why it was linted in part or not at all */
    bool failed;                   /* an error: the file was not linted */
    bool left_out;                 /* too large, too deep, another language */
    bool linted;                   /* false: the file has no word of FFTs */
    bool has_main, starts_threads; /* C only, if FFT607 or FFT610 is selected */
    bool destroys_plans;           /* C only, if the file has a word of FFTs */
    uint32_t lines, error_bytes, size;
    uint32_t error_line; /* line of the first of error_bytes; 0: none */
    struct arena arena;  /* owns all of the above */
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
    int severities[LINT_RULES_MOST]; /* per rule; -1: the rule's own severity */
    int numpy_minimum;               /* 1000 * major + minor; 0: unknown */
    bool build_files;
    bool force_exclude; /* exclusions apply to paths of the command line too */
    char *path;         /* path of the file that was read, or NULL */
};

/* Sets the default settings. */
bool lint_config_init(struct lint_config *config, struct error *e);
/* Reads the nearest pyproject.toml with [tool.stet.lint], or .stet-lint.toml, in folder or above
 * it. */
bool lint_config_find(struct lint_config *config, const char *folder, struct error *e);
bool lint_config_parse(struct lint_config *config, const char *path, const char *text, size_t size,
                       struct error *e);
void lint_config_free(struct lint_config *config);

/* Holds the files to lint, sorted, without duplicates. */
struct lint_files {
    char **paths;
    size_t count;
};
bool lint_walk(struct lint_files *files, char *const *operands, int count,
               const struct lint_config *config, struct error *e);
void lint_files_free(struct lint_files *files);
/* Matches patterns like those of gitignore: *, ?, [a-z], ** over folders. A pattern without a slash
 * matches any part of the path. */
bool lint_glob(const char *pattern, const char *path);
/* Stores the path that patterns are matched with: it begins at the folder of the settings if it is
 * below that folder. */
#define LINT_PATH_MOST 8192
void lint_path_in(const struct lint_config *config, const char *path, char *to);
bool lint_is_excluded(const struct lint_config *config, const char *path);

enum lint_language_id { LINT_NOT_CODE, LINT_PYTHON, LINT_C, LINT_CUDA, LINT_BUILD };
enum lint_language_id lint_language_of(const char *path);

struct lint_engine;
/* Compiles the queries of these languages, a sum of 1 << LINT_PYTHON and so on; each language takes
 * 10 ms. Files of other languages are not linted. Returns NULL with e set if a rule's query does
 * not fit the grammar or memory runs out. */
#define LINT_ALL_LANGUAGES ~0U
struct lint_engine *lint_engine_new(const struct lint_config *config, unsigned languages,
                                    struct error *e);
void lint_engine_free(struct lint_engine *engine);

/* A worker serves one thread. */
struct lint_worker;
struct lint_worker *lint_worker_new(const struct lint_engine *engine);
void lint_worker_free(struct lint_worker *worker);
/* Fills *r; lint_result_free() releases it. The text does not change and need not end in NUL. */
void lint_source(struct lint_worker *worker, const char *path, enum lint_language_id language,
                 const char *text, size_t size, struct lint_result *r);
void lint_result_free(struct lint_result *r);
/* Settles the findings that wait for other files. Call it once, with all results. */
void lint_join(struct lint_result *results, size_t count);
/* Reads a file and lints it. */
void lint_file(struct lint_worker *worker, const char *path, struct lint_result *r);
char *lint_read(const char *path, size_t *size, struct error *e); /* malloc'ed, ends in NUL */

/* Lints all files with that many threads. Results are in the order of the files. Returns NULL if
 * memory runs out. */
struct lint_result *lint_run(const struct lint_engine *engine, const struct lint_files *files,
                             int jobs);

/* Returns the malloc'ed text with the fixes of r, or NULL if nothing changes. Repeats until no fix
 * is left; changes nothing if that does not end. *applied counts the fixes. Leaves out fixes that
 * would add a syntax error. */
char *lint_fix_text(struct lint_worker *worker, const char *path, enum lint_language_id language,
                    const char *text, size_t size, bool unsafe, size_t *new_size, int *applied);
/* Prints a unified diff. */
void lint_diff(FILE *to, const char *path, const char *old_text, size_t old_size,
               const char *new_text, size_t new_size);

/* ---- reports */
struct lint_summary {
    const struct lint_result *results;
    size_t count;
    bool context; /* print the source line, a caret and the help */
};
void lint_report_text(FILE *to, const struct lint_summary *s);
/* Prints s with '?' in place of each control byte. */
void lint_print_clean(FILE *to, const char *s);
void lint_report_github(FILE *to, const struct lint_summary *s);
struct json_t *lint_report_json(const struct lint_summary *s);
struct json_t *lint_report_sarif(const struct lint_summary *s, const char *version);
void lint_report_statistics(FILE *to, const struct lint_summary *s);
const char *lint_severity_name(enum lint_severity severity);

#endif
