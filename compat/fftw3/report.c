/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "settings.h"

enum { LEVELS = STET_LEVEL_EXTENDED_FF + 1 }; /* the last stet_level; they begin at 1 */

typedef struct served {
    atomic_llong transforms, executions, nanoseconds;
} served;

static served counts[PROBLEM_KINDS][LEVELS];
static atomic_llong plans, refused[REFUSALS];
static char path[4096]; /* empty: no report */

plan *stet_fftw_refuse(refusal why)
{
    atomic_fetch_add(&refused[why], 1);
    return NULL;
}

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void run_counted(const plan *p, const arrays *at)
{
    served *s = &counts[p->problem.kind][p->options.level];
    const long long start = now();
    p->uncounted(p, at);
    atomic_fetch_add(&s->nanoseconds, now() - start);
    atomic_fetch_add(&s->transforms, p->transforms);
    atomic_fetch_add(&s->executions, 1);
}

void stet_fftw_count(plan *p)
{
    if (*path == 0)
        return;
    atomic_fetch_add(&plans, 1);
    p->uncounted = p->run;
    p->run = run_counted;
}

/* ---------------------------------------------------------------- file -- */

/* A line of its own, in one write: several libraries and processes append to the file. */
typedef struct line {
    char text[4000];
    size_t used;
} line;

#define PUT(l, ...)                                                                                \
    ((l)->used += (size_t)snprintf((l)->text + (l)->used, sizeof(l)->text - (l)->used, __VA_ARGS__))

static void put_served(line *l, int kind, int level)
{
    served *s = &counts[kind][level];
    const long long executions = atomic_load(&s->executions);
    if (executions == 0)
        return;
    PUT(l, "%s{\"kind\":\"%s\",\"level\":\"%s\",", l->text[l->used - 1] == '[' ? "" : ",",
        stet_fftw_kind((problem_kind)kind), stet_fftw_level_name((stet_level)level));
    PUT(l, "\"transforms\":%lld,\"executions\":%lld,\"seconds\":%.9f}",
        (long long)atomic_load(&s->transforms), executions,
        (double)atomic_load(&s->nanoseconds) * 1e-9);
}

static void put_refused(line *l, int why)
{
    const long long calls = atomic_load(&refused[why]);
    if (calls > 0)
        PUT(l, "%s{\"why\":\"%s\",\"calls\":%lld}", l->text[l->used - 1] == '[' ? "" : ",",
            stet_fftw_refusal((refusal)why), calls);
}

static int is_used(void)
{
    long long sum = atomic_load(&plans);
    for (int i = 0; i < REFUSALS; i++)
        sum += atomic_load(&refused[i]);
    return sum > 0;
}

__attribute__((destructor)) static void write_report(void)
{
    line l = {.used = 0};
    if (*path == 0 || !is_used())
        return;
    PUT(&l, "{\"process\":%ld,\"precision\":\"%s\",\"isa\":\"%s\",\"plans\":%lld,\"served\":[",
        (long)getpid(), STET_FFTW_NAME, stet_isa_name(), (long long)atomic_load(&plans));
    for (int kind = 0; kind < PROBLEM_KINDS; kind++)
        for (int level = 1; level < LEVELS; level++)
            put_served(&l, kind, level);
    PUT(&l, "],\"refused\":[");
    for (int why = 0; why < REFUSALS; why++)
        put_refused(&l, why);
    PUT(&l, "]}\n");
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    const ssize_t written = write(file, l.text, l.used);
    (void)written; /* nobody is left to be told */
    close(file);
}

/* A child counts what it does itself. */
static void forget(void)
{
    for (int kind = 0; kind < PROBLEM_KINDS; kind++)
        for (int level = 0; level < LEVELS; level++) {
            served *s = &counts[kind][level];
            atomic_store(&s->transforms, 0);
            atomic_store(&s->executions, 0);
            atomic_store(&s->nanoseconds, 0);
        }
    for (int i = 0; i < REFUSALS; i++)
        atomic_store(&refused[i], 0);
    atomic_store(&plans, 0);
}

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("STET_RUN_REPORT");
    if (!name || (size_t)snprintf(path, sizeof path, "%s", name) >= sizeof path)
        path[0] = 0;
    if (*path)
        pthread_atfork(NULL, NULL, forget);
}
