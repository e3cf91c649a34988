/* SPDX-License-Identifier: Apache-2.0 */
#include "progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct {
    const char *name;
    size_t total;
    double started, drawn;
    bool terminal, visible;
} line;

double clock_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_phase(const char *name, size_t total)
{
    line.name = name;
    line.total = total;
    line.started = line.drawn = clock_seconds();
    line.terminal = isatty(STDERR_FILENO) != 0;
    line.visible = false;
}

void progress_at(size_t done)
{
    if (!line.terminal)
        return;
    double now = clock_seconds();
    if (now - line.started < 0.5 || now - line.drawn < 0.1)
        return;
    fprintf(stderr, "\r\033[K%s: %zu of %zu (%.0f %%)", line.name, done, line.total,
            100.0 * (double)done / (double)line.total);
    line.drawn = now;
    line.visible = true;
}

void progress_end(void)
{
    if (line.visible)
        fputs("\r\033[K", stderr);
    line.visible = false;
}
