/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "record.h"
#include "settings.h"

enum { LEVELS = STET_LEVEL_EXTENDED_FF }; /* the last stet_level; they begin at 1 */
_Static_assert(PROBLEM_KINDS *LEVELS <= RECORD_SERVED, "a row for each kind and level");
_Static_assert((size_t)REFUSALS <= RECORD_REFUSED, "a row for each reason");

static char path[4096];         /* empty: no report */
static record *_Atomic counted; /* NULL: this process has no record yet */
static record lost;             /* counts if the file cannot be used */

/* ---------------------------------------------------------------- record -- */

#define PUT(text, ...) snprintf(text, sizeof(text), __VA_ARGS__)

static struct served *row_of(record *r, problem_kind kind, stet_level level)
{
    return &r->served[(int)kind * LEVELS + (int)level - 1];
}

static void name_rows(record *r)
{
    r->process = getpid();
    PUT(r->precision, "%s", STET_FFTW_NAME);
    PUT(r->isa, "%s", stet_isa_name());
    for (int kind = 0; kind < PROBLEM_KINDS; kind++)
        for (int level = 1; level <= LEVELS; level++) {
            struct served *row = row_of(r, (problem_kind)kind, (stet_level)level);
            PUT(row->kind, "%s", stet_fftw_kind((problem_kind)kind));
            PUT(row->level, "%s", stet_fftw_level_name((stet_level)level));
        }
    for (int why = 0; why < REFUSALS; why++)
        PUT(r->refused[why].why, "%s", stet_fftw_refusal((refusal)why));
}

/* Maps the last record of the file; the mapping starts at a page boundary. Returns NULL if the
 * size is no multiple of a record, because the disk was full once. */
static record *map_last(int file)
{
    const off_t begin = lseek(file, 0, SEEK_CUR) - (off_t)sizeof(record);
    const off_t skipped = begin % sysconf(_SC_PAGESIZE);
    if (begin < 0 || begin % (off_t)sizeof(record) != 0)
        return NULL;
    char *pages = mmap(NULL, (size_t)skipped + sizeof(record), PROT_READ | PROT_WRITE, MAP_SHARED,
                       file, begin - skipped);
    return pages == MAP_FAILED ? NULL : (record *)(void *)(pages + skipped);
}

/* Appends a record with one write, which is safe if other processes append too. The write reserves
 * the space, and afterwards the file's position is behind the record. */
static record *make_record(void)
{
    record named = {.process = 0};
    record *made = NULL;
    const int file = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (file < 0)
        return NULL;
    name_rows(&named);
    if (write(file, &named, sizeof named) == (ssize_t)sizeof named)
        made = map_last(file);
    close(file);
    return made;
}

/* Returns this process's record. If another thread makes one at the same time, that one stays
 * unused. */
static record *own_record(void)
{
    record *now = atomic_load(&counted);
    if (now)
        return now;
    record *made = make_record();
    if (!made)
        made = &lost;
    return atomic_compare_exchange_strong(&counted, &now, made) ? made : now;
}

/* --------------------------------------------------------------- counting -- */

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void run_counted(const plan *p, const arrays *at)
{
    struct served *row = row_of(own_record(), p->problem.kind, p->options.level);
    const long long start = now();
    p->uncounted(p, at);
    atomic_fetch_add(&row->nanoseconds, now() - start);
    atomic_fetch_add(&row->transforms, p->transforms);
    atomic_fetch_add(&row->executions, 1);
}

void stet_fftw_count(plan *p)
{
    if (*path == 0)
        return;
    atomic_fetch_add(&own_record()->plans, 1);
    p->uncounted = p->run;
    p->run = run_counted;
}

plan *stet_fftw_refuse(refusal why)
{
    if (*path)
        atomic_fetch_add(&own_record()->refused[why].calls, 1);
    stet_fftw_say_refusal(why);
    return NULL;
}

/* Makes a child after fork() count in a record of its own. */
static void forget(void) { atomic_store(&counted, NULL); }

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("STET_RUN_REPORT");
    if (!name || (size_t)snprintf(path, sizeof path, "%s", name) >= sizeof path)
        path[0] = 0;
    if (*path)
        pthread_atfork(NULL, NULL, forget);
}
