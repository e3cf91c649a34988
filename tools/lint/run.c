/* SPDX-License-Identifier: Apache-2.0 */
/* Lints files in parallel. Each thread takes the next file; the results are in the order of the
 * files. */
#include "lint.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOBS_MOST 256

char *lint_read(const char *path, size_t *size, struct error *e)
{
    struct stat s;
    char *text = NULL;
    size_t have = 0;
    int fd = open(path, O_RDONLY | O_NONBLOCK |
                            O_CLOEXEC); /* does not block on a pipe without a writer */
    if (fd < 0 || fstat(fd, &s) != 0) {
        error_errno(e, path, "cannot open");
        goto out;
    }
    if (!S_ISREG(s.st_mode)) {
        error_set(e, "%s: not a file", path);
        goto out;
    }
    text = s.st_size < 1 << 30 ? malloc((size_t)s.st_size + 1) : NULL;
    if (text == NULL) {
        error_set(e, "%s: too large", path);
        goto out;
    }
    while (have < (size_t)s.st_size) {
        ssize_t got = read(fd, text + have, (size_t)s.st_size - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            error_errno(e, path, "cannot read");
            free(text);
            text = NULL;
            goto out;
        }
        if (got == 0)
            break;
        have += (size_t)got;
    }
    text[have] = 0;
    *size = have;
out:
    if (fd >= 0)
        close(fd);
    return text;
}

static bool is_too_large(const char *path, struct lint_result *r)
{
    struct stat s;
    if (stat(path, &s) != 0 || s.st_size <= 4 << 20)
        return false;
    *r = (struct lint_result){
        .path = path, .note = "larger than 4 MB: not linted", .left_out = true};
    return true;
}

static void fail(struct lint_result *r, const char *path, const struct error *e)
{
    *r = (struct lint_result){.path = path, .failed = true, .note = "not enough memory"};
    if (setjmp(r->arena.out_of_memory) == 0) {
        size_t skip = strncmp(e->text, path, strlen(path)) == 0 ? strlen(path) + 2 : 0;
        r->note = arena_printf(&r->arena, "%s", e->text + (skip < strlen(e->text) ? skip : 0));
    }
}

void lint_file(struct lint_worker *worker, const char *path, struct lint_result *r)
{
    struct error e = {""};
    size_t size;
    if (is_too_large(path, r))
        return;
    char *text = lint_read(path, &size, &e);
    if (text == NULL) {
        fail(r, path, &e);
        return;
    }
    lint_source(worker, path, lint_language_of(path), text, size, r);
    for (size_t i = 0; i < size; i++)
        r->lines += text[i] == '\n';
    free(text);
}

struct work {
    const struct lint_engine *engine;
    const struct lint_files *files;
    struct lint_result *results;
    atomic_size_t next;
};

static void *work(void *data)
{
    struct work *w = data;
    struct lint_worker *worker = lint_worker_new(w->engine);
    for (;;) {
        size_t i = atomic_fetch_add(&w->next, 1);
        if (i >= w->files->count)
            break;
        if (worker != NULL)
            lint_file(worker, w->files->paths[i], &w->results[i]);
        else
            w->results[i] = (struct lint_result){
                .path = w->files->paths[i], .failed = true, .note = "not enough memory"};
    }
    lint_worker_free(worker);
    return NULL;
}

/* Drops findings in build files if neither that file nor any source of the run has a word of
 * FFTs. */
static void forget_other_builds(struct lint_result *results, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || (results[i].linted && lint_language_of(results[i].path) != LINT_BUILD);
    for (size_t i = 0; i < count && !any; i++)
        if (!results[i].linted) /* CMakeLists.txt, setup.py */
            results[i].count = 0;
}

struct lint_result *lint_run(const struct lint_engine *engine, const struct lint_files *files,
                             int jobs)
{
    pthread_t threads[JOBS_MOST];
    struct work w = {.engine = engine, .files = files};
    int started = 0;
    w.results = calloc(files->count + 1, sizeof *w.results);
    if (w.results == NULL)
        return NULL;
    if (jobs > JOBS_MOST)
        jobs = JOBS_MOST;
    while (started + 1 < jobs && (size_t)started + 1 < files->count &&
           pthread_create(&threads[started], NULL, work, &w) == 0)
        started++;
    work(&w); /* the calling thread works too, so no thread has to start */
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    forget_other_builds(w.results, files->count);
    lint_join(w.results, files->count);
    return w.results;
}
