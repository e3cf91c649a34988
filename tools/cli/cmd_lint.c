/* SPDX-License-Identifier: Apache-2.0 */
/* stet lint is the command line of the linter, which is in lint/. */
#include "commands.h"
#include "files/options.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    KEY_SELECT = 256,
    KEY_EXTEND,
    KEY_IGNORE,
    KEY_FORMAT,
    KEY_FIX,
    KEY_UNSAFE,
    KEY_DIFF,
    KEY_EXPLAIN,
    KEY_LIST,
    KEY_STATISTICS,
    KEY_EXIT_ZERO,
    KEY_NO_CONFIG,
    KEY_FORCE_EXCLUDE,
    KEY_STDIN,
    KEY_JOBS
};

#ifdef STET_HAS_LINT
#include "lint/lint.h"
#include "files/report.h"
#include "stet.h"

/* The version comes from the macros, because the linter alone is linked without the library. */
#define TEXT_OF(x) #x
#define JOIN(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)
#define VERSION JOIN(STET_VERSION_MAJOR, STET_VERSION_MINOR, STET_VERSION_PATCH)

struct text {
    char *p;
    size_t size;
};

enum format { FORMAT_TEXT, FORMAT_CONCISE, FORMAT_JSON, FORMAT_SARIF, FORMAT_GITHUB };

struct request {
    struct lint_config config;
    const char *select, *extend, *ignore, *output, *stdin_name, *explain;
    enum format format;
    bool fix, unsafe, diff, list, statistics, exit_zero, no_config, json;
    int jobs;
};

/* Reads "FFT201,repro" word by word. */
static bool read_list(const char *words, lint_set *set, struct error *e)
{
    char word[80];
    while (*words != 0) {
        words += strspn(words, ", ");
        size_t n = strcspn(words, ", ");
        if (n >= sizeof word)
            return error_set(e,
                             "'%s' is not a list of rules such as FFT201,repro: 'stet lint "
                             "--list-rules' prints the rules",
                             words);
        memcpy(word, words, n);
        word[n] = 0;
        if (n > 0 && !lint_set_add(set, word, e))
            return false;
        words += n;
    }
    return true;
}

static bool settle_rules(struct request *q, struct error *e)
{
    lint_set set = 0;
    if (q->select != NULL) {
        if (!read_list(q->select, &set, e))
            return false;
        q->config.selected = set;
    }
    if (q->extend != NULL && !read_list(q->extend, &q->config.selected, e))
        return false;
    set = 0;
    if (q->ignore != NULL && !read_list(q->ignore, &set, e))
        return false;
    q->config.selected &= ~set;
    return true;
}

static bool read_format(const char *value, struct request *q, struct error *e)
{
    static const char *const names[] = {"text", "concise", "json", "sarif", "github"};
    for (int i = 0; i < 5; i++)
        if (strcmp(value, names[i]) == 0) {
            q->format = (enum format)i;
            return true;
        }
    return error_set(e, "--format %s: unknown; it can be text, concise, json, sarif, github",
                     value);
}

static bool take_option(int key, const char *value, struct request *q, struct error *e)
{
    char *end;
    switch (key) {
    case KEY_SELECT: q->select = value; return true;
    case KEY_EXTEND: q->extend = value; return true;
    case KEY_IGNORE: q->ignore = value; return true;
    case KEY_FORMAT: return read_format(value, q, e);
    case KEY_FIX: q->fix = true; return true;
    case KEY_UNSAFE: q->unsafe = true; return true;
    case KEY_DIFF: q->diff = true; return true;
    case KEY_EXPLAIN: q->explain = value; return true;
    case KEY_LIST: q->list = true; return true;
    case KEY_STATISTICS: q->statistics = true; return true;
    case KEY_EXIT_ZERO: q->exit_zero = true; return true;
    case KEY_NO_CONFIG: q->no_config = true; return true;
    case KEY_FORCE_EXCLUDE: q->config.force_exclude = true; return true;
    case KEY_STDIN: q->stdin_name = value; return true;
    case 'o': q->output = value; return true;
    case 'j': q->format = FORMAT_JSON; return true;
    case KEY_JOBS:
        q->jobs = (int)strtol(value, &end, 10);
        return (*value != 0 && *end == 0 && q->jobs >= 1 && q->jobs <= 256) ||
               error_set(e, "--jobs %s: not a whole number from 1 to 256", value);
    default: return error_set(e, "unknown option; 'stet help lint' lists the options");
    }
}

static bool read_options(const struct command *self, int argc, char **argv, struct request *q,
                         struct error *e)
{
    const char *value;
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(key, value, q, e))
            return false;
    return key == 0;
}

/* ---- subcommands without files */

static int explain(const char *word, struct error *e)
{
    lint_set set = 0;
    if (!lint_set_add(&set, word, e))
        return EXIT_ERROR;
    for (int i = 0; i < lint_rule_count; i++) {
        char page[40];
        size_t size;
        if ((set >> i & 1) == 0)
            continue;
        snprintf(page, sizeof page, "%s.md", lint_rules[i].id);
        const char *text = lint_builtin(page, &size);
        if (text != NULL)
            fwrite(text, 1, size, stdout);
        else
            printf("# %s %s\n\n%s.\n", lint_rules[i].id, lint_rules[i].name, lint_rules[i].summary);
    }
    return EXIT_SAME;
}

static int list_rules(void)
{
    static const char *const fixes[] = {"", "fix", "unsafe fix"};
    for (int i = 0; i < lint_rule_count; i++) {
        const struct lint_rule *r = &lint_rules[i];
        printf("%s %-20s %-8s %-8s %-11s %s\n", r->id, r->name, lint_severity_name(r->severity),
               r->group, fixes[r->fix], r->summary);
    }
    return EXIT_SAME;
}

/* ---- fixes */

static bool write_all(int fd, const char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t got = pwrite(fd, text + at, size - at, (off_t)at);
        if (got < 0 && errno != EINTR)
            return false;
        at += got > 0 ? (size_t)got : 0;
    }
    return ftruncate(fd, (off_t)size) == 0;
}

/* Writes in place, so that links, owner and mode stay. If the disk is full, the old text is written
 * back, which fits. Signals that would end the program half-way are delayed. */
static bool replace(const char *path, const struct text *old, const struct text *text,
                    struct error *e)
{
    sigset_t all, before;
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return error_errno(e, path, "cannot write");
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    bool ok = write_all(fd, text->p, text->size) || error_errno(e, path, "cannot write");
    if (!ok && !write_all(fd, old->p, old->size))
        error_errno(e, path, "was written in part, and cannot be written again");
    sigprocmask(SIG_SETMASK, &before, NULL);
    return (close(fd) == 0 || error_errno(e, path, "cannot write")) && ok;
}

static bool fix_file(struct lint_worker *worker, const char *path, const struct request *q,
                     FILE *diff, int *total, struct error *e)
{
    struct text old, fixed = {NULL, 0};
    int applied = 0;
    old.p = lint_read(path, &old.size, e);
    if (old.p == NULL)
        return false;
    fixed.p = lint_fix_text(worker, path, lint_language_of(path), old.p, old.size, q->unsafe,
                            &fixed.size, &applied);
    bool ok = true;
    if (fixed.p != NULL && q->diff)
        lint_diff(diff, path, old.p, old.size, fixed.p, fixed.size);
    else if (fixed.p != NULL)
        ok = replace(path, &old, &fixed, e);
    if (ok)
        *total += applied;
    free(fixed.p);
    free(old.p);
    return ok;
}

static void say_fixes(const struct request *q, int total)
{
    fprintf(stderr, "stet lint: %d %s%s\n", total, total == 1 ? "fix" : "fixes",
            q->diff ? " would be made" : " made");
}

/* Fixes all files. A file that cannot be read or written is noted, and the result is false. */
static bool fix_files(const struct lint_engine *engine, const struct lint_files *files,
                      const struct request *q, struct error *e)
{
    struct lint_worker *worker = lint_worker_new(engine);
    bool to_file = q->diff && q->output != NULL;
    FILE *file = to_file ? fopen(q->output, "w") : NULL, *diff = to_file ? file : stdout;
    int total = 0;
    bool ok = worker != NULL || error_set(e, "not enough memory");
    if (diff == NULL)
        ok = error_errno(e, q->output, "cannot write");
    for (size_t i = 0; worker != NULL && diff != NULL && i < files->count; i++)
        if (!fix_file(worker, files->paths[i], q, diff, &total, e)) {
            fprintf(stderr, "stet lint: %s\n", e->text);
            ok = error_set(e, "some files could not be fixed: see above");
        }
    if (worker != NULL && diff != NULL)
        say_fixes(q, total);
    if (file != NULL && fclose(file) != 0)
        ok = error_errno(e, q->output, "cannot write");
    lint_worker_free(worker);
    return ok;
}

/* ---- reports */

static bool report(const struct request *q, const struct lint_summary *s, struct error *e)
{
    const char *name = q->output != NULL ? q->output : "standard output";
    FILE *to = q->output != NULL ? fopen(q->output, "w") : stdout;
    bool ok = true;
    if (to == NULL)
        return error_errno(e, q->output, "cannot write");
    if (q->statistics && q->format <= FORMAT_CONCISE)
        lint_report_statistics(to, s);
    else if (q->format == FORMAT_JSON)
        ok = json_print(lint_report_json(s), JSON_INDENT(2), to, name, e);
    else if (q->format == FORMAT_SARIF)
        ok = json_print(lint_report_sarif(s, VERSION), JSON_INDENT(2), to, name, e);
    else if (q->format == FORMAT_GITHUB)
        lint_report_github(to, s);
    else
        lint_report_text(to, s);
    if (ok && to != stdout && (fflush(to) != 0 || ferror(to)))
        ok = error_errno(e, q->output, "cannot write");
    if (to != stdout && fclose(to) != 0 && ok)
        ok = error_errno(e, q->output, "cannot write");
    return ok;
}

/* Prints notes on stderr and returns the exit status. */
static int conclude(const struct request *q, const struct lint_summary *s)
{
    bool found = false, failed = false;
    unsigned long findings = 0, files = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct lint_result *r = &s->results[i];
        unsigned long before = findings;
        failed = failed || r->failed;
        bool in_part = r->note == NULL && r->error_bytes > 0 && r->error_bytes * 50 > r->size;
        if (r->note != NULL || in_part) {
            fputs("stet lint: ", stderr);
            lint_print_clean(stderr, r->path);
        }
        if (r->note != NULL)
            fprintf(stderr, ": %s\n", r->note);
        else if (in_part)
            fprintf(stderr, ": parts of it could not be read as its language, from line %u on\n",
                    r->error_line);
        for (uint32_t k = 0; k < r->count; k++) {
            findings += !r->findings[k].suppressed;
            found =
                found || (!r->findings[k].suppressed && r->findings[k].severity >= LINT_WARNING);
        }
        files += findings > before;
    }
    if (q->format == FORMAT_TEXT && findings > 0)
        fprintf(stderr, "stet lint: %lu %s in %lu of %zu files\n", findings,
                findings == 1 ? "finding" : "findings", files, s->count);
    return failed ? EXIT_ERROR : found && !q->exit_zero ? EXIT_DIFFERENT : EXIT_SAME;
}

static int finish(const struct request *q, struct lint_summary *s, struct lint_result *results,
                  struct error *e)
{
    s->results = results;
    s->context = q->format == FORMAT_TEXT;
    int status = report(q, s, e) ? conclude(q, s) : EXIT_ERROR;
    if (status == EXIT_ERROR && e->text[0] == 0)
        error_set(e, "some files could not be read: see above");
    for (size_t i = 0; i < s->count; i++)
        lint_result_free(&results[i]);
    return status;
}

static int lint_stdin(const struct request *q, struct error *e)
{
    enum lint_language_id language = lint_language_of(q->stdin_name);
    struct lint_engine *engine = lint_engine_new(&q->config, 1U << language, e);
    if (engine == NULL)
        return EXIT_ERROR;
    struct lint_worker *worker = lint_worker_new(engine);
    struct lint_result result;
    struct lint_summary s = {.count = 1};
    size_t size = 0, capacity = 1 << 16, got;
    char *text = malloc(capacity + 1), *fixed = NULL, *more;
    int status = EXIT_ERROR, applied = 0;
    while (text != NULL && (got = fread(text + size, 1, capacity - size, stdin)) > 0)
        if ((size += got) == capacity) {
            if (capacity > 1u << 28 || (more = realloc(text, 2 * capacity + 1)) == NULL) {
                free(text);
                text = NULL;
                break;
            }
            text = more;
            capacity *= 2;
        }
    if (text == NULL || worker == NULL) {
        error_set(e, "not enough memory for standard input");
    } else if (language == LINT_NOT_CODE) {
        error_set(e,
                  "--stdin-filename %s: not a name of Python, C, C++, CUDA or a build file; name "
                  "one such as FILE.py",
                  q->stdin_name);
    } else {
        if (q->fix || q->diff)
            fixed = lint_fix_text(worker, q->stdin_name, language, text, size, q->unsafe, &got,
                                  &applied);
        if (q->diff && fixed != NULL)
            lint_diff(stdout, q->stdin_name, text, size, fixed, got);
        else if (q->fix && !q->diff)
            fwrite(fixed != NULL ? fixed : text, 1, fixed != NULL ? got : size, stdout);
        if (q->fix || q->diff) {
            say_fixes(q, applied);
            status = EXIT_SAME;
        } else {
            lint_source(worker, q->stdin_name, language, text, size, &result);
            lint_join(&result, 1);
            result.failed = result.failed || result.left_out;
            status = finish(q, &s, &result, e);
        }
    }
    free(fixed);
    free(text);
    lint_worker_free(worker);
    lint_engine_free(engine);
    return status;
}

/* Notes as an error a named file that was not linted. A file found in a folder is only noted. */
static void fail_named(struct lint_result *results, size_t results_count, char **operands,
                       int count)
{
    for (size_t i = 0; i < results_count; i++)
        for (int k = 0; k < count && results[i].left_out; k++) {
            const char *name = operands[k];
            while (strncmp(name, "./", 2) == 0 && name[2] != 0)
                name += 2;
            results[i].failed = results[i].failed || strcmp(results[i].path, name) == 0;
        }
}

static int lint_walked(const struct lint_files *files, char **operands, int count,
                       const struct request *q, struct error *e)
{
    unsigned languages = 0;
    struct lint_summary s = {.count = files->count};
    for (size_t i = 0; i < files->count; i++)
        languages |= 1U << lint_language_of(files->paths[i]);
    struct lint_engine *engine = lint_engine_new(&q->config, languages, e);
    if (engine == NULL)
        return EXIT_ERROR;
    struct lint_result *results = NULL;
    bool mended = (!q->fix && !q->diff) || fix_files(engine, files, q, e);
    int status = mended ? EXIT_SAME : EXIT_ERROR;
    if (!q->diff && (results = lint_run(engine, files, q->jobs)) == NULL) {
        status = EXIT_ERROR;
        error_set(e, "not enough memory");
    } else if (!q->diff) {
        fail_named(results, files->count, operands, count);
        int found = finish(q, &s, results, e);
        status = mended ? found : EXIT_ERROR;
    }
    free(results);
    lint_engine_free(engine);
    return status;
}

static int lint_files(char **operands, int count, const struct request *q, struct error *e)
{
    char dot[] = ".", *here[] = {dot};
    struct lint_files files;
    if (!lint_walk(&files, count > 0 ? operands : here, count > 0 ? count : 1, &q->config, e))
        return EXIT_ERROR;
    if (files.count == 0)
        fprintf(stderr, "stet lint: no file to look at\n");
    int status = lint_walked(&files, operands, count, q, e);
    lint_files_free(&files);
    return status;
}

/* Stores the folder of a file, which need not exist; a folder is returned itself. */
static void folder_of(const char *path, char *folder, size_t capacity)
{
    struct stat s;
    const char *slash = strrchr(path, '/');
    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode))
        snprintf(folder, capacity, "%s", path);
    else if (slash == NULL)
        snprintf(folder, capacity, ".");
    else
        snprintf(folder, capacity, "%.*s", (int)(slash - path) + (slash == path), path);
}

/* Refuses options that would be ignored silently. */
static bool check_request(const struct request *q, int operands, struct error *e)
{
    if (q->unsafe && !q->fix && !q->diff)
        return error_set(e, "--unsafe-fixes is for --fix and --diff: add one of them");
    if (q->statistics && q->format > FORMAT_CONCISE)
        return error_set(e, "--statistics prints text: leave out --format and --json");
    if (q->stdin_name != NULL && operands > 0)
        return error_set(e, "--stdin-filename checks standard input alone: leave out PATH");
    return true;
}

static int run_request(struct request *q, char **operands, int count, struct error *e)
{
    char folder[4096];
    if (!check_request(q, count, e))
        return EXIT_ERROR;
    folder_of(q->stdin_name != NULL ? q->stdin_name
              : count > 0           ? operands[0]
                                    : ".",
              folder, sizeof folder);
    if ((!q->no_config && !lint_config_find(&q->config, folder, e)) || !settle_rules(q, e))
        return EXIT_ERROR;
    return q->stdin_name != NULL ? lint_stdin(q, e) : lint_files(operands, count, q, e);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct request q = {.jobs = processors < 1 ? 1 : processors > 256 ? 256 : (int)processors};
    lint_config_init(&q.config, e);
    int status = EXIT_ERROR;
    if (read_options(self, argc, argv, &q, e)) {
        if (q.explain != NULL)
            status = explain(q.explain, e);
        else if (q.list)
            status = list_rules();
        else
            status = run_request(&q, argv + optind, argc - optind, e);
    }
    lint_config_free(&q.config);
    return status;
}
#else
static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    (void)self;
    (void)argc;
    (void)argv;
    error_set(
        e,
        "this stet was built without the parser of the linter, tree-sitter: in stet's sources, run "
        "'scripts/deps lint', then 'make'");
    return EXIT_ERROR;
}
#endif

static const struct option_row rows[] = {
    {KEY_SELECT, "select", "RULES",
     "check these rules only: ids, names, groups, FFT2 or ALL,\n"
     "separated by commas"},
    {KEY_EXTEND, "extend-select", "RULES", "check these rules too: repro, perf, strict, preview"},
    {KEY_IGNORE, "ignore", "RULES", "do not check these rules"},
    {KEY_FORMAT, "format", "FORMAT",
     "the format of the report: text, concise, json, sarif or\n"
     "github [text]"},
    ROW_JSON,
    {'o', "output", "FILE", "write the report to FILE"},
    {KEY_FIX, "fix", NULL, "change the files: apply all fixes that are safe"},
    {KEY_UNSAFE, "unsafe-fixes", NULL,
     "with --fix or --diff: apply the other fixes too; review\n"
     "the changes afterwards"},
    {KEY_DIFF, "diff", NULL, "change nothing; print what --fix would change"},
    {KEY_EXPLAIN, "explain", "RULE", "print the page of a rule"},
    {KEY_LIST, "list-rules", NULL, "print the table of rules"},
    {KEY_STATISTICS, "statistics", NULL, "print how often each rule fires instead of the findings"},
    {KEY_EXIT_ZERO, "exit-zero", NULL, "exit with 0 even if there are findings"},
    {KEY_NO_CONFIG, "no-config", NULL, "do not read pyproject.toml and .stet-lint.toml"},
    {KEY_FORCE_EXCLUDE, "force-exclude", NULL,
     "apply the setting exclude to files on the command line too"},
    {KEY_STDIN, "stdin-filename", "NAME", "check standard input as if it were the file NAME"},
    {KEY_JOBS, "jobs", "N",
     "the number of threads; the report does not depend on it\n"
     "[one per processor]"},
    ROW_HELP,
    ROW_END,
};

const struct command command_lint = {
    .name = "lint",
    .operands = "[PATH...]",
    .summary = "find mistakes with Fourier transforms in Python, C, C++ and CUDA",
    .least = 0,
    .most = 1000000,
    .options = rows,
    .details =
        "PATH is a file or a folder [the current folder]. In a git repository the files of a\n"
        "folder are those that git knows and does not ignore; elsewhere they are all files below\n"
        "it. A comment '# stet: ignore[FFT201]' suppresses a rule on its line or statement.\n"
        "Settings are read from the nearest folder upwards that has them: from [tool.stet.lint]\n"
        "in pyproject.toml, or from .stet-lint.toml.\n"
        "\n"
        "Exit status: 0 nothing at level warning or above; 1 at least one finding there; 2 an\n"
        "error.",
    .example = "  $ stet lint --extend-select repro src/\n"
               "  $ stet lint --explain FFT203",
    .run = run,
};
