/* SPDX-License-Identifier: Apache-2.0 */
#include "files/progress.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    const char *name;
    size_t total, done;
    double started, drawn;
    bool terminal, visible;
} line;

/* The thread of a long phase. It ends when the other end of its pipe is closed. Meanwhile only this
 * thread draws. */
static struct {
    pthread_t thread;
    int stop[2];
    bool runs;
} watch;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for `line`, with a thread */

void progress_phase(const char *name, size_t total)
{
    progress_end();
    line.name = name;
    line.total = total;
    line.done = 0;
    line.started = line.drawn = clock_seconds();
    line.terminal = isatty(STDERR_FILENO) != 0;
    line.visible = false;
}

static void draw(void)
{
    const double now = clock_seconds();
    if (now - line.started < 0.5 || now - line.drawn < 0.1)
        return;
    fprintf(stderr, "\r\033[K%s: ", line.name);
    if (line.total > 1)
        fprintf(stderr, "%zu of %zu (%.0f %%)", line.done, line.total,
                100.0 * (double)line.done / (double)line.total);
    if (watch.runs)
        fprintf(stderr, "%s%.0f s", line.total > 1 ? ", " : "", now - line.started);
    line.drawn = now;
    line.visible = true;
}

static void *watch_over(void *unused)
{
    struct pollfd end = {.fd = watch.stop[0], .events = POLLIN};
    while (poll(&end, 1, 500) <= 0) {
        pthread_mutex_lock(&lock);
        draw();
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

/* Starts the thread with all signals blocked, because they are for the other threads. Without a
 * thread or a pipe the steps draw the line. */
void progress_long(const char *name, size_t total)
{
    sigset_t all, before;
    progress_phase(name, total);
    if (!line.terminal || pipe(watch.stop) != 0)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_mutex_lock(&lock); /* makes the thread see that it runs */
    watch.runs = pthread_create(&watch.thread, NULL, watch_over, NULL) == 0;
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (watch.runs)
        return;
    close(watch.stop[0]);
    close(watch.stop[1]);
}

void progress_at(size_t done)
{
    pthread_mutex_lock(&lock);
    line.done = done;
    if (line.terminal && !watch.runs)
        draw();
    pthread_mutex_unlock(&lock);
}

void progress_end(void)
{
    if (watch.runs) {
        close(watch.stop[1]);
        pthread_join(watch.thread, NULL);
        close(watch.stop[0]);
        watch.runs = false;
    }
    if (line.visible)
        fputs("\r\033[K", stderr);
    line.visible = false;
}
