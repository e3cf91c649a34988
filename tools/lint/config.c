/* SPDX-License-Identifier: Apache-2.0 */
/* Reads [tool.stet.lint] of pyproject.toml, or .stet-lint.toml, whose top level is that table. */
#include "lint.h"

#include "toml.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool lint_config_init(struct lint_config *config, struct error *e)
{
    (void)e;
    *config = (struct lint_config){.selected = lint_set_default(), .build_files = true};
    for (int i = 0; i < LINT_RULES_MOST; i++)
        config->severities[i] = -1;
    return true;
}

void lint_config_free(struct lint_config *config)
{
    for (int i = 0; i < config->per_file_count; i++)
        free(config->per_file[i].pattern);
    for (int i = 0; i < config->exclude_count; i++)
        free(config->exclude[i]);
    free(config->per_file);
    free((void *)config->exclude);
    free(config->path);
    config->per_file = NULL;
    config->exclude = NULL;
    config->path = NULL;
    config->per_file_count = config->exclude_count = 0;
}

struct reading {
    struct lint_config *config;
    bool own_file; /* the file is .stet-lint.toml */
    bool found;    /* the file has the table */
    unsigned seen; /* bit i: key i of the list of names occurs */
    lint_set select, extend, ignore;
};

static bool wrong_at(const struct toml_value *v, struct error *e, const char *what)
{
    char text[600];
    snprintf(text, sizeof text, "line %d: %s: %s", v->line, v->keys[v->depth - 1], what);
    return error_set(e, "%s", text);
}

static bool at_line(const struct toml_value *v, struct error *e)
{
    char line[30];
    snprintf(line, sizeof line, "line %d", v->line);
    return error_prefix(e, line);
}

static bool no_key(const struct toml_value *v, const char *key, const char *const *names, int count,
                   struct error *e)
{
    const char *near = lint_nearest(key, names, count);
    return error_set(e, "line %d: no key '%s'%s%s%s", v->line, key,
                     near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                     near != NULL ? "'?" : "");
}

static bool read_set(const struct toml_value *v, lint_set *set, struct error *e)
{
    if (!v->is_array || !v->only_strings)
        return wrong_at(v, e, "needs a list of strings, [\"FFT203\", \"repro\"]");
    for (size_t i = 0; i < v->count; i++)
        if (!lint_set_add(set, v->items[i], e))
            return at_line(v, e);
    return true;
}

static bool read_exclude(const struct toml_value *v, struct lint_config *config, struct error *e)
{
    if (!v->is_array || !v->only_strings)
        return wrong_at(v, e, "needs a list of patterns, [\"third_party/\"]");
    char **more = (char **)realloc((void *)config->exclude,
                                   ((size_t)config->exclude_count + v->count + 1) * sizeof *more);
    if (more == NULL)
        return error_set(e, "not enough memory");
    config->exclude = more;
    for (size_t i = 0; i < v->count; i++) {
        if ((more[config->exclude_count] = strdup(v->items[i])) == NULL)
            return error_set(e, "not enough memory");
        config->exclude_count++;
    }
    return true;
}

static bool read_per_file(const struct toml_value *v, const char *pattern,
                          struct lint_config *config, struct error *e)
{
    lint_set ignored = 0;
    if (!read_set(v, &ignored, e))
        return false;
    for (int i = 0; i < config->per_file_count; i++)
        if (strcmp(config->per_file[i].pattern, pattern) == 0)
            return wrong_at(v, e, "is here twice");
    struct lint_per_file *more =
        realloc(config->per_file, ((size_t)config->per_file_count + 1) * sizeof *more);
    if (more == NULL)
        return error_set(e, "not enough memory");
    config->per_file = more;
    more[config->per_file_count].ignored = ignored;
    if ((more[config->per_file_count].pattern = strdup(pattern)) == NULL)
        return error_set(e, "not enough memory");
    config->per_file_count++;
    return true;
}

static bool read_severity(const struct toml_value *v, const char *rule, struct lint_config *config,
                          struct error *e)
{
    lint_set set = 0;
    int severity = -1;
    for (int i = LINT_INFO; i <= LINT_ERROR; i++)
        if (v->is_string && v->text != NULL &&
            strcmp(v->text, lint_severity_name((enum lint_severity)i)) == 0)
            severity = i;
    if (severity < 0)
        return wrong_at(v, e, "needs \"info\", \"warning\" or \"error\"");
    if (!lint_set_add(&set, rule, e))
        return at_line(v, e);
    for (int i = 0; i < lint_rule_count; i++)
        if ((set >> i & 1) != 0)
            config->severities[i] = severity;
    return true;
}

static bool read_version(const struct toml_value *v, struct lint_config *config, struct error *e)
{
    char *end = NULL;
    long major = v->is_string ? strtol(v->text, &end, 10) : -1, minor = 0;
    if (end != NULL && *end == '.')
        minor = strtol(end + 1, &end, 10);
    if (major < 0 || major > 99 || minor < 0 || minor > 999 || end == NULL || *end != 0)
        return wrong_at(v, e, "needs a version, \"1.26\"");
    config->numpy_minimum = (int)(1000 * major + minor);
    return true;
}

static bool read_key(struct reading *r, const struct toml_value *v, const char *const *keys,
                     int depth, struct error *e)
{
    static const char *const names[] = {"select",           "extend-select", "ignore",
                                        "per-file-ignores", "exclude",       "numpy-minimum",
                                        "build-files",      "severity"};
    const int count = sizeof names / sizeof *names;
    struct lint_config *config = r->config;
    const char *key = keys[0];
    bool is_table = v->text == NULL && !v->is_array, is_value = depth == 1 && !is_table;
    for (int i = 0; i < count && is_value; i++)
        if (strcmp(key, names[i]) == 0) {
            if ((r->seen >> i & 1) != 0)
                return wrong_at(v, e, "is here twice");
            r->seen |= 1U << i;
        }
    if (strcmp(key, "per-file-ignores") == 0)
        return is_table ||
               (depth == 2 ? read_per_file(v, keys[1], config, e)
                           : wrong_at(v, e, "needs a table: \"tests/**\" = [\"FFT701\"]"));
    if (strcmp(key, "severity") == 0)
        return is_table || (depth == 2 ? read_severity(v, keys[1], config, e)
                                       : wrong_at(v, e, "needs a table: FFT304 = \"warning\""));
    if (is_value && strcmp(key, "exclude") == 0)
        return read_exclude(v, config, e);
    if (is_value && strcmp(key, "numpy-minimum") == 0)
        return read_version(v, config, e);
    if (is_value && strcmp(key, "build-files") == 0) {
        config->build_files = v->text != NULL && !v->is_string && strcmp(v->text, "true") == 0;
        return config->build_files ||
               (v->text != NULL && !v->is_string && strcmp(v->text, "false") == 0) ||
               wrong_at(v, e, "needs true or false");
    }
    if (is_value && strcmp(key, "select") == 0)
        return read_set(v, &r->select, e);
    if (is_value && strcmp(key, "extend-select") == 0)
        return read_set(v, &r->extend, e);
    if (is_value && strcmp(key, "ignore") == 0)
        return read_set(v, &r->ignore, e);
    for (int i = 0; i < count; i++)
        if (strcmp(key, names[i]) == 0)
            return error_set(e, "line %d: %s: needs a value, and is a table", v->line, key);
    if (r->own_file && strcmp(key, "tool") == 0)
        return error_set(e,
                         "line %d: no key 'tool': in this file the keys stand without "
                         "[tool.stet.lint]",
                         v->line);
    return no_key(v, key, names, count, e);
}

static bool visit(void *data, const struct toml_value *v, struct error *e)
{
    struct reading *r = data;
    static const char *const ours[] = {"tool", "stet", "lint"};
    int skip = r->own_file ? 0 : 3;
    if (skip != 0 && v->depth > 1 && strcmp(v->keys[0], ours[0]) == 0 &&
        (strcmp(v->keys[1], "stet-lint") == 0 || strcmp(v->keys[1], "stet_lint") == 0))
        return error_set(e, "line %d: no key '%s'; did you mean 'stet.lint'?", v->line, v->keys[1]);
    for (int i = 0; i < skip; i++)
        if (v->depth <= i || strcmp(v->keys[i], ours[i]) != 0)
            return i < 2 || v->depth <= i || no_key(v, v->keys[i], &ours[i], 1, e);
    r->found = true;
    if (v->depth == skip)
        return (v->text == NULL && !v->is_array) || wrong_at(v, e, "needs a table");
    return read_key(r, v, v->keys + skip, v->depth - skip, e);
}

/* Parses a file and reports in *found whether it has the table. */
static bool parse(struct lint_config *config, const char *path, const char *text, size_t size,
                  bool *found, struct error *e)
{
    const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    struct reading r = {.config = config, .own_file = strcmp(name, "pyproject.toml") != 0};
    bool ok = toml_read(text, size, visit, &r, e);
    *found = r.found || r.own_file;
    if ((r.seen & 1) != 0) /* "select" */
        config->selected = r.select;
    config->selected = (config->selected | r.extend) & ~r.ignore;
    return ok || error_prefix(e, path);
}

bool lint_config_parse(struct lint_config *config, const char *path, const char *text, size_t size,
                       struct error *e)
{
    bool found;
    if (!parse(config, path, text, size, &found, e))
        return false;
    if (found && config->path == NULL && (config->path = strdup(path)) == NULL)
        return error_set(e, "not enough memory");
    return true;
}

/* Reads folder/name, if it exists. Returns true if the search goes on in the folder above. */
static bool try_file(struct lint_config *config, const char *folder, const char *name, bool *ok,
                     struct error *e)
{
    char path[4200];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (access(path, F_OK) != 0)
        return true;
    char *text = lint_read(path, &size, e);
    *ok = text != NULL && lint_config_parse(config, path, text, size, e);
    free(text);
    return *ok && config->path == NULL;
}

bool lint_config_find(struct lint_config *config, const char *folder, struct error *e)
{
    char at[4096];
    bool ok = true;
    char *real = realpath(folder, NULL);
    if (real == NULL || strlen(real) >= sizeof at) {
        free(real);
        return true; /* the walk reports it */
    }
    memcpy(at, real, strlen(real) + 1);
    free(real);
    for (;;) {
        if (!try_file(config, at, ".stet-lint.toml", &ok, e) ||
            !try_file(config, at, "pyproject.toml", &ok, e))
            return ok;
        char *slash = strrchr(at, '/');
        if (slash == NULL || at[0] == 0 || (slash == at && at[1] == 0))
            return true;
        slash[slash == at] = 0;
    }
}
