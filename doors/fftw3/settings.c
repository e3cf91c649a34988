/* SPDX-License-Identifier: Apache-2.0 */
#include "settings.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"

static atomic_int threads = 1;
static _Atomic double limit = -1; /* seconds for planning; below 0: any */
static parallel_loop *_Atomic callback;
static void *_Atomic callback_data;

/* --------------------------------------------------------- environment -- */

static const struct {
    const char *name;
    stet_level level;
    int is_here; /* 1: is a level of this precision */
} levels[] = {{"native", STET_LEVEL_NATIVE, 1},
              {"extended", STET_LEVEL_EXTENDED, 1},
              {"extended-ff", STET_LEVEL_EXTENDED_FF, STET_FFTW_BITS == 32},
              {"correct", STET_LEVEL_CORRECT, STET_FFTW_BITS < 80}};
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
        if (levels[i].is_here && strcmp(levels[i].name, name) == 0)
            return levels[i].level;
    return (stet_level)0;
}

/* Returns STET_THREADS, which overrides the program's request. A value that is not understood is
 * ignored. */
static int threads_asked(void)
{
    const char *value = getenv("STET_THREADS");
    if (!value || *value == 0 || stet_setting_refused("STET_THREADS", NULL, 0) > 0)
        return atomic_load(&threads);
    return strcmp(value, "all") == 0 ? STET_THREADS_ALL : (int)strtol(value, NULL, 10);
}

/* --------------------------------------------------------------- telling -- */

#define SAY(format, ...) fprintf(stderr, "stet (FFTW interface): " format "\n", __VA_ARGS__)

static atomic_int is_hushed;
static _Atomic refusal last_refusal = REFUSALS; /* the planner's last one */

void stet_fftw_hush(void) { atomic_store(&is_hushed, 1); }

static void say_settings(void)
{
    char text[800];
    while (!atomic_load(&is_hushed) && stet_setting_untold(text, sizeof text) > 0)
        SAY("%s", text);
}

static void say_level(void)
{
    char words[80] = "";
    const char *name = getenv("STET_LEVEL");
    if (!name || stet_setting_refused("STET_LEVEL", NULL, 0) > 0)
        return; /* already printed */
    for (int i = 0; i < LEVELS; i++)
        if (levels[i].is_here)
            snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i ? ", " : "",
                     levels[i].name);
    SAY("STET_LEVEL=%s: no such level for %s; use one of %s. Planners return NULL", name,
        STET_FFTW_NAME, words);
}

static void say_axes(void)
{
    SAY("STET_LEVEL: %s. The planner returns NULL", stet_fftw_refusal(REFUSED_AXES));
}

static void say_execute(void)
{
    const refusal why = atomic_load(&last_refusal);
    SAY("%s: nothing was computed. %s%s", stet_fftw_refusal(REFUSED_EXECUTE),
        why == REFUSALS ? "No planner has returned NULL" : "Reason of the last NULL plan: ",
        why == REFUSALS ? "" : stet_fftw_refusal(why));
}

/* Prints each message once: a program that ignores the failure would continue without results. */
void stet_fftw_say_refusal(refusal why)
{
    static void (*const say[REFUSALS])(void) = {
        [REFUSED_LEVEL] = say_level, [REFUSED_AXES] = say_axes, [REFUSED_EXECUTE] = say_execute};
    static atomic_int said[REFUSALS];
    if (why != REFUSED_EXECUTE)
        atomic_store(&last_refusal, why);
    if (why == REFUSED_LEVEL)
        say_settings();
    if (say[why] && !atomic_load(&is_hushed) && !atomic_exchange(&said[why], 1))
        say[why]();
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

/* Runs the program's own loop, which fftw_threads_set_callback() set. */
static void call_back(void *context, ptrdiff_t count, stet_task *task, void *data)
{
    enum { FEW = 64 }; /* jobs on the stack, which may be small; stet.h allows 1024 */
    job few[FEW], *jobs = count <= FEW ? few : malloc((size_t)count * sizeof *jobs);
    parallel_loop *loop = atomic_load(&callback);
    (void)context;
    for (ptrdiff_t i = 0; i < count; i++)
        if (loop && jobs)
            jobs[i] = (job){task, data, i};
        else
            task(data, i);
    if (loop && jobs)
        loop(work, (char *)jobs, sizeof *jobs, (int)count, atomic_load(&callback_data));
    if (jobs != few)
        free(jobs);
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

/* Reports whether time for planning is left. Measuring one length takes up to a second. */
static int has_time(void)
{
    const double seconds = atomic_load(&limit);
    return seconds < 0 || seconds >= 1;
}

void stet_fftw_settle(stet_options *o, unsigned flags)
{
    say_settings();
    o->level = level_asked();
    o->threads = threads_asked();
    o->parallel = atomic_load(&callback) ? call_back : NULL;
    if (!(flags & FFTW_ESTIMATE) && has_time())
        o->effort = STET_EFFORT_MEASURE;
}
