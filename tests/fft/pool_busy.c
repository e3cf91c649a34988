/* SPDX-License-Identifier: Apache-2.0 */
/* pool_busy: two threads where other work keeps all processors busy, against one thread. Fails if
 * the median of many executions is twice that of one thread: a thread that waited actively for one
 * that has no processor took 200 times as long. Ratios that matter are measured by hand
 * (docs/performance.md). */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stet.h"

enum { N = 1 << 18, TIMES = 301, MOST_BUSY = 64 };
static float in[2 * N], out[2 * N];

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static stet_plan *plan_of(int threads)
{
    stet_dim dim = {N, 1, 1};
    stet_options options;
    stet_plan *plan;
    stet_options_init(&options);
    options.rank = 1, options.dims = &dim, options.threads = threads;
    options.precision = STET_F32;
    if (stet_plan_create(&plan, &options) != STET_OK)
        exit(2);
    return plan;
}

static pid_t start_busy(void)
{
    const pid_t child = fork();
    for (volatile long i = 0; child == 0; i = i + 1)
        if (getppid() == 1)
            _exit(0);
    return child;
}

/* One thread and two by turns. */
static void measure(double median[2])
{
    static double times[2][TIMES];
    stet_plan *plans[2] = {plan_of(1), plan_of(2)};
    for (int t = 0; t < TIMES; t++)
        for (int i = 0; i < 2; i++) {
            const double start = seconds();
            if (stet_execute(plans[i], in, out) != STET_OK)
                exit(2);
            times[i][t] = seconds() - start;
        }
    for (int i = 0; i < 2; i++) {
        qsort(times[i], TIMES, sizeof(double), compare);
        median[i] = times[i][TIMES / 2];
        stet_plan_destroy(plans[i]);
    }
}

int main(void)
{
    pid_t busy[MOST_BUSY];
    double median[2];
    int count = stet_processor_count() + 1;
    count = count < MOST_BUSY ? count : MOST_BUSY;
    for (int i = 0; i < count; i++)
        busy[i] = start_busy();
    for (int i = 0; i < 2 * N; i++)
        in[i] = (float)(i % 977);
    measure(median);
    for (int i = 0; i < count; i++)
        if (busy[i] > 0)
            kill(busy[i], SIGKILL);
    printf("%d busy processes: one thread %.0f us, two %.0f us\n", count, 1e6 * median[0],
           1e6 * median[1]);
    return median[1] > 2 * median[0];
}
