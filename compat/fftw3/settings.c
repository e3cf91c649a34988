/* SPDX-License-Identifier: Apache-2.0 */
#include "settings.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"

static atomic_int threads = 1;
static _Atomic double limit = -1; /* seconds that planning may take; below 0: any */
static parallel_loop *_Atomic callback;
static void *_Atomic callback_data;

/* --------------------------------------------------------- environment -- */

static const struct {
    const char *name;
    stet_level level;
} levels[] = {{"native", STET_LEVEL_NATIVE},
              {"extended", STET_LEVEL_EXTENDED},
              {"extended-ff", STET_LEVEL_EXTENDED_FF},
              {"correct", STET_LEVEL_CORRECT}};
enum { LEVELS = sizeof levels / sizeof *levels };

const char *stet_fftw_level_name(stet_level level)
{
    for (int i = 0; i < LEVELS; i++)
        if (levels[i].level == level)
            return levels[i].name;
    return "?";
}

static stet_level level_asked(void)
{
    const char *name = getenv("STET_LEVEL");
    if (!name || *name == 0)
        return STET_LEVEL_NATIVE;
    for (int i = 0; i < LEVELS; i++)
        if (strcmp(levels[i].name, name) == 0)
            return levels[i].level;
    return (stet_level)0;
}

/* STET_THREADS comes before what the program asks for; a value that is no number is ignored. */
static int threads_asked(void)
{
    const char *value = getenv("STET_THREADS");
    char *end;
    if (value && strcmp(value, "all") == 0)
        return STET_THREADS_ALL;
    const long count = value && *value ? strtol(value, &end, 10) : 0;
    return count >= 1 && count <= 1024 && *end == 0 ? (int)count : atomic_load(&threads);
}

/* ------------------------------------------------------------- threads -- */

typedef struct job {
    stet_task *task;
    void *data;
    ptrdiff_t index;
} job;

static void *work(char *bytes)
{
    job j;
    memcpy(&j, bytes, sizeof j);
    j.task(j.data, j.index);
    return NULL;
}

/* Of fftw_threads_set_callback(): the program's own loop. */
static void call_back(void *context, ptrdiff_t count, stet_task *task, void *data)
{
    enum { MOST = 1024 }; /* threads of a plan: stet.h */
    job jobs[MOST];
    parallel_loop *loop = atomic_load(&callback);
    (void)context;
    for (ptrdiff_t i = 0; i < count && (!loop || count > MOST); i++)
        task(data, i);
    if (!loop || count > MOST)
        return;
    for (ptrdiff_t i = 0; i < count; i++)
        jobs[i] = (job){task, data, i};
    loop(work, (char *)jobs, sizeof *jobs, (int)count, atomic_load(&callback_data));
}

void stet_fftw_threads(int count) { atomic_store(&threads, count > 1 ? count : 1); }

int stet_fftw_threads_now(void) { return atomic_load(&threads); }

void stet_fftw_callback(parallel_loop *loop, void *data)
{
    atomic_store(&callback_data, data);
    atomic_store(&callback, loop);
}

static void clean(void)
{
    X(cleanup)();
    stet_fftw_threads(1);
}

const threads_door X(stet_threads) = {stet_fftw_threads, stet_fftw_threads_now, stet_fftw_callback,
                                      clean};

/* ------------------------------------------------------------ planning -- */

void X(set_timelimit)(double seconds) { atomic_store(&limit, seconds); }

/* Measuring one length takes up to a second. */
static int has_time(void)
{
    const double seconds = atomic_load(&limit);
    return seconds < 0 || seconds >= 1;
}

void stet_fftw_settle(stet_options *o, unsigned flags)
{
    o->level = level_asked();
    o->threads = threads_asked();
    o->parallel = atomic_load(&callback) ? call_back : NULL;
    if (!(flags & FFTW_ESTIMATE) && has_time())
        o->effort = STET_EFFORT_MEASURE;
}
