/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SELF "/proc/self/exe"

/* The child's command line, which asks for the JSON of one row. */
struct line {
    char shape[SHAPE_TEXT], batch[24], stride[24], threads[16], rounds[16];
    const char *argv[24];
};

static void make_line(struct line *l, const struct work *w, const char *mkl, int rounds)
{
    const char *words[] = {"stet",        "bench",
                           "--peers",     "mkl",
                           "--mkl",       mkl,
                           "--kind",      work_kind(w),
                           "--shapes",    l->shape,
                           "--batch",     l->batch,
                           "--precision", work_precision(w),
                           "--threads",   l->threads,
                           "--rounds",    l->rounds,
                           "--json",      "-"};
    int count = sizeof words / sizeof words[0];
    (void)shape_text(&w->shape, l->shape);
    snprintf(l->batch, sizeof l->batch, "%td", w->batch);
    snprintf(l->stride, sizeof l->stride, "%td", w->stride);
    snprintf(l->threads, sizeof l->threads, "%d", w->threads);
    snprintf(l->rounds, sizeof l->rounds, "%d", rounds);
    memcpy((void *)l->argv, (const void *)words, sizeof words);
    if (w->in_place)
        l->argv[count++] = "--in-place";
    if (w->stride != 0) {
        l->argv[count++] = "--stride";
        l->argv[count++] = l->stride;
    }
    l->argv[count] = NULL;
}

static _Noreturn void become(const struct mode *m, const struct line *l, int output)
{
    char *argv[sizeof l->argv / sizeof l->argv[0]];
    memcpy((void *)argv, (const void *)l->argv,
           sizeof argv); /* execv() does not write to what it points to */
    setenv("MKL_CBWR", m->branch, 1);
    if (m->isa != NULL)
        setenv("STET_ISA", m->isa, 1);
    if (dup2(output, STDOUT_FILENO) >= 0)
        execv(SELF, argv);
    _exit(127);
}

/* Returns the child's JSON, or NULL. */
static json_t *run_child(const struct mode *m, const struct line *l, struct error *e)
{
    int ends[2], status = 0;
    fflush(NULL);
    if (pipe(ends) != 0) {
        (void)error_errno(e, m->name, "no pipe for a process of its own");
        return NULL;
    }
    pid_t child = fork();
    if (child == 0)
        become(m, l, ends[1]);
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    json_t *json = in != NULL ? json_loadf(in, 0, NULL) : NULL;
    if (in != NULL)
        fclose(in);
    bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
    if (ended && WEXITSTATUS(status) <= 1 && json != NULL) /* 1: an output is wrong */
        return json;
    json_decref(json);
    (void)error_set(e, "%s: its process failed with status %d", m->name,
                    ended ? WEXITSTATUS(status) : -1);
    return NULL;
}

/* Reports whether the JSON confirms the settings of the mode. */
static bool took(const struct mode *m, json_t *json, struct error *e)
{
    const char *branch = "", *isa = "";
    (void)json_unpack(json, "{s:{s:s,s:{s:{s:s}}}}", "machine", "isa", &isa, "libraries", "mkl",
                      "branch", &branch);
    if (strcmp(branch, m->branch) != 0)
        return error_set(e, "%s: MKL runs its branch %s on this CPU instead", m->name,
                         *branch ? branch : "unknown");
    if (m->isa != NULL && strcmp(isa, m->isa) != 0)
        return error_set(e, "%s: stet has no instance %s here, and runs %s", m->name, m->isa, isa);
    return true;
}

bool child_measure(const struct mode *m, const struct work *w, const char *mkl, int rounds,
                   struct beside *result, struct error *e)
{
    struct line l;
    make_line(&l, w, mkl, rounds);
    json_t *json = run_child(m, &l, e);
    if (json == NULL)
        return false;
    bool ok = took(m, json, e);
    if (ok &&
        json_unpack(json, "{s:[{s:F,s:{s:F},s:F,s:F}]}", "rows", "gflops", &result->gflops, "peers",
                    "mkl", &result->mkl, "ratio", &result->ratio, "noise", &result->noise) != 0)
        ok = error_set(e, "%s: MKL and stet do not agree, or MKL did not run", m->name);
    result->measured = ok;
    json_decref(json);
    return ok;
}
