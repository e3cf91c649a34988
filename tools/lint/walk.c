/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the files to lint: those of git in a repository, else all files below a folder, except
 * generated and installed ones. */
#include "lint.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEPTH_MOST 64

static const char *const never[] = {".git",          ".hg",         ".svn",        ".tox",
                                    ".nox",          ".venv",       "venv",        "node_modules",
                                    "build",         "dist",        ".eggs",       "__pycache__",
                                    "site-packages", ".mypy_cache", ".ruff_cache", NULL};

enum lint_language_id lint_language_of(const char *path)
{
    static const struct {
        const char *end;
        enum lint_language_id language;
    } ends[] = {
        {".py", LINT_PYTHON}, {".c", LINT_C},         {".h", LINT_C},      {".cc", LINT_C},
        {".cpp", LINT_C},     {".cxx", LINT_C},       {".hh", LINT_C},     {".hpp", LINT_C},
        {".hxx", LINT_C},     {".ipp", LINT_C},       {".inl", LINT_C},    {".tpp", LINT_C},
        {".tcc", LINT_C},     {".c++", LINT_C},       {".h++", LINT_C},    {".pyw", LINT_PYTHON},
        {".cu", LINT_CUDA},   {".cuh", LINT_CUDA},    {".cl", LINT_CUDA},  {".metal", LINT_CUDA},
        {".hip", LINT_CUDA},  {".cmake", LINT_BUILD}, {".mk", LINT_BUILD}, {".mak", LINT_BUILD}};
    static const char *const builds[] = {"CMakeLists.txt", "Makefile",    "makefile", "GNUmakefile",
                                         "meson.build",    "Makefile.am", NULL};
    const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    size_t length = strlen(name);
    for (const char *const *b = builds; *b != NULL; b++)
        if (strcmp(name, *b) == 0)
            return LINT_BUILD;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t n = strlen(ends[i].end);
        if (length > n && strcmp(name + length - n, ends[i].end) == 0)
            return ends[i].language;
    }
    return LINT_NOT_CODE;
}

/* Matches one element of a pattern, [a-z], ? or a byte, with one byte, and moves *p behind it. */
static bool match_one(const char **p, char c)
{
    const char *close = **p == '[' ? strchr(*p + 1, ']') : NULL;
    if (close == NULL) {
        char element = *(*p)++;
        return element == '?' ? c != '/' : element == c;
    }
    bool in = false, not = (*p)[1] == '!';
    for (const char *e = *p + 1 + not; e < close; e++)
        if (e + 2 < close && e[1] == '-') {
            in = in || (c >= e[0] && c <= e[2]);
            e += 2;
        } else {
            in = in || c == *e;
        }
    *p = close + 1;
    return in != not;
}

/* Matches a pattern with a text. * and ? do not match '/'; ** does, and with a slash after it **
 * matches whole folders. Only the last * and the last ** are retried: text that an earlier one
 * could take, the last one can take too. */
static bool match(const char *p, const char *s)
{
    const char *star = NULL, *star_at = NULL, *stars = NULL, *stars_at = NULL;
    bool folders = false;
    for (;;) {
        if (p[0] == '*' && p[1] == '*') {
            folders = p[2] == '/';
            p += folders ? 3 : 2;
            stars = p;
            stars_at = s;
            star = NULL;
            continue;
        }
        if (p[0] == '*') {
            star = ++p;
            star_at = s;
            continue;
        }
        if (*p == 0 && *s == 0)
            return true;
        if (*p != 0 && *s != 0 && match_one(&p, *s)) {
            s++;
        } else if (star != NULL && *star_at != 0 && *star_at != '/') {
            p = star;
            s = ++star_at;
        } else if (stars != NULL && *stars_at != 0) {
            do
                stars_at++;
            while (folders && *stars_at != 0 && stars_at[-1] != '/');
            p = stars;
            s = stars_at;
            star = NULL;
        } else {
            return false;
        }
    }
}

bool lint_glob(const char *pattern, const char *path)
{
    char head[4096];
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    path += strspn(path, "/"); /* the settings' folder is elsewhere */
    size_t length = strlen(pattern);
    char clean[1024];
    if (length >= sizeof clean || strlen(path) >= sizeof head)
        return false;
    memcpy(clean, pattern, length + 1);
    if (length > 1 && clean[length - 1] == '/')
        clean[--length] = 0;
    bool anywhere = strchr(clean, '/') == NULL;
    const char *p = clean[0] == '/' ? clean + 1 : clean;
    /* Tries the whole path and each folder on the way: files in an excluded folder are excluded. */
    for (const char *from = path; from != NULL;) {
        const char *end = strchr(from, '/');
        size_t n = end != NULL ? (size_t)(end - path) : strlen(path);
        from = end != NULL ? end + 1 : NULL;
        memcpy(head, path, n);
        head[n] = 0;
        const char *base = strrchr(head, '/');
        if (match(p, head) || (anywhere && match(p, base != NULL ? base + 1 : head)))
            return true;
    }
    return false;
}

static bool add(struct lint_files *files, const char *path, struct error *e)
{
    if ((files->count & (files->count - 1)) == 0) {
        size_t capacity = files->count != 0 ? 2 * files->count : 1;
        char **more = (char **)realloc((void *)files->paths, (capacity + 1) * sizeof *more);
        if (more == NULL)
            return error_set(e, "not enough memory");
        files->paths = more;
    }
    while (strncmp(path, "./", 2) == 0 && path[2] != 0)
        path += 2;
    char *copy = strdup(path);
    if (copy == NULL)
        return error_set(e, "not enough memory");
    files->paths[files->count++] = copy;
    return true;
}

void lint_path_in(const struct lint_config *config, const char *path, char *to)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *settings = config->path != NULL ? strrchr(config->path, '/') : NULL;
    char folder[LINT_PATH_MOST] = ".";
    snprintf(to, LINT_PATH_MOST, "%s", path);
    if (settings == NULL)
        return;
    if (slash != NULL)
        snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path);
    char *real = realpath(folder, NULL);
    size_t n = (size_t)(settings - config->path);
    if (real != NULL && strncmp(real, config->path, n) == 0 && (real[n] == '/' || real[n] == 0)) {
        const char *below = real + n + (real[n] == '/');
        snprintf(to, LINT_PATH_MOST, "%s%s%s", below, *below != 0 ? "/" : "", name);
    }
    free(real);
}

bool lint_is_excluded(const struct lint_config *config, const char *path)
{
    char place[LINT_PATH_MOST];
    if (config->exclude_count == 0)
        return false;
    lint_path_in(config, path, place);
    for (int i = 0; i < config->exclude_count; i++)
        if (lint_glob(config->exclude[i], place))
            return true;
    return false;
}

static bool is_wanted(const char *path, const struct lint_config *config)
{
    enum lint_language_id language = lint_language_of(path);
    return language != LINT_NOT_CODE && (language != LINT_BUILD || config->build_files) &&
           !lint_is_excluded(config, path);
}

static bool walk(struct lint_files *files, const char *folder, int depth,
                 const struct lint_config *config, struct error *e)
{
    errno = 0;
    DIR *d = depth < DEPTH_MOST ? opendir(folder) : NULL;
    bool ok = true;
    if (d == NULL && depth == 0)
        return error_errno(e, folder, "cannot read the folder");
    if (d == NULL) /* reading it as a file reports the error; a deleted folder is none */
        return errno == ENOENT || add(files, folder, e);
    for (struct dirent *entry; ok && (entry = readdir(d)) != NULL;) {
        char path[4096];
        struct stat s;
        bool skip = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        for (const char *const *n = never; *n != NULL && !skip; n++)
            skip = strcmp(entry->d_name, *n) == 0;
        if (skip ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path ||
            lstat(path, &s) != 0)
            continue; /* symbolic links are skipped: the walk finds their targets in place */
        if (S_ISDIR(s.st_mode))
            ok = lint_is_excluded(config, path) || walk(files, path, depth + 1, config, e);
        else if (S_ISREG(s.st_mode) && is_wanted(path, config))
            ok = add(files, path, e);
    }
    closedir(d);
    return ok;
}

/* Adds the files that git tracks or would add below the folder. Returns false without a repository
 * or git. */
static bool ask_git(struct lint_files *files, const char *folder, const struct lint_config *config,
                    bool *ok, struct error *e)
{
    int ends[2], status, unused = -1;
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        unused = open("/dev/null", O_WRONLY);
        dup2(ends[1], STDOUT_FILENO);
        if (unused >= 0)
            dup2(unused, STDERR_FILENO);
        close(ends[0]);
        /* core.fsmonitor may name a program, and the repository may belong to anyone. */
        execlp("git", "git", "-c", "core.fsmonitor=false", "-C", folder, "ls-files", "-z",
               "--cached", "--others", "--exclude-standard", "--", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *from = fdopen(ends[0], "r");
    char *line = NULL;
    size_t capacity = 0, before = files->count;
    *ok = true;
    while (child > 0 && from != NULL && *ok && getdelim(&line, &capacity, 0, from) > 0) {
        char path[8192];
        struct stat s;
        bool here = strcmp(folder, ".") == 0;
        if (snprintf(path, sizeof path, "%s%s%s", here ? "" : folder, here ? "" : "/", line) <
                (int)sizeof path &&
            is_wanted(path, config) && lstat(path, &s) == 0 && S_ISREG(s.st_mode))
            *ok = add(files, path, e);
    }
    free(line);
    if (from != NULL)
        fclose(from);
    else
        close(ends[0]);
    bool found = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                 WEXITSTATUS(status) == 0;
    while (!found && files->count > before)
        free(files->paths[--files->count]);
    return found || !*ok;
}

static bool take(struct lint_files *files, const char *operand, const struct lint_config *config,
                 struct error *e)
{
    struct stat s;
    bool ok;
    if (stat(operand, &s) != 0)
        return error_errno(e, operand, "cannot read");
    if (config->force_exclude && lint_is_excluded(config, operand))
        return true;
    if (!S_ISDIR(s.st_mode)) {
        if (lint_language_of(operand) == LINT_NOT_CODE)
            return error_set(e, "%s: neither Python, C, C++, CUDA nor a build file, by its name",
                             operand);
        return add(files, operand, e);
    }
    char folder[4096];
    size_t length = strlen(operand);
    while (length > 1 && operand[length - 1] == '/')
        length--;
    if (length >= sizeof folder)
        return error_set(e, "%s: too long", operand);
    memcpy(folder, operand, length);
    folder[length] = 0;
    if (ask_git(files, folder, config, &ok, e))
        return ok;
    return walk(files, folder, 0, config, e);
}

static int by_name(const void *x, const void *y)
{
    return strcmp(*(char *const *)x, *(char *const *)y);
}

bool lint_walk(struct lint_files *files, char *const *operands, int count,
               const struct lint_config *config, struct error *e)
{
    *files = (struct lint_files){NULL, 0};
    for (int i = 0; i < count; i++)
        if (!take(files, operands[i], config, e)) {
            lint_files_free(files);
            return false;
        }
    if (files->count == 0)
        return true;
    qsort((void *)files->paths, files->count, sizeof *files->paths, by_name);
    size_t kept = 1;
    for (size_t i = 1; i < files->count; i++)
        if (strcmp(files->paths[i], files->paths[kept - 1]) == 0)
            free(files->paths[i]);
        else
            files->paths[kept++] = files->paths[i];
    files->count = kept;
    return true;
}

void lint_files_free(struct lint_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->paths[i]);
    free((void *)files->paths);
    *files = (struct lint_files){NULL, 0};
}
