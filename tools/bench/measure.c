/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/measure.h"
#include "files/progress.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* Returns how far apart the outputs of two libraries may be: about a hundred times the error of a
 * good library, and far below that of a wrong one. */
static double tolerance(const struct work *w)
{
    return work_is_half(w) ? 0.1 : w->precision == STET_F32 ? 1e-5 : 1e-13;
}

/* Waits until the threads of the library that ran before have stopped waiting actively for its next
 * call, and leave their processors to the next library. GNU's OpenMP stops after some milliseconds,
 * Intel's after KMP_BLOCKTIME. */
static void rest(const struct work *w)
{
    static const struct timespec pause = {.tv_nsec = 20000000};
    if (w->threads > 1)
        (void)nanosleep(&pause, NULL);
}

/* Times a burst of runs between two refills. It uses each copy of the input in turn. */
static double time_burst(const struct contender *c, const struct arrays *a, long count)
{
    unsigned char *in = a->in, *end = a->in + (size_t)a->copies * a->step;
    bool in_place = a->work->in_place;
    double start = work_clock(a->work);
    for (long i = 0; i < count; i++) {
        c->run(c->plan, in, in_place ? in : a->out);
        in += a->step;
        if (in == end)
            in = a->in;
    }
    return work_clock(a->work) - start;
}

/* Returns the seconds for count runs. If runs destroy their input, it is refilled often enough to
 * keep the numbers in range; this time does not count. */
static double time_runs(const struct contender *c, struct arrays *a, long count)
{
    double seconds = 0;
    if (!c->destroys) {
        double start = work_clock(a->work);
        for (long i = 0; i < count; i++)
            c->run(c->plan, a->in, a->out);
        return work_clock(a->work) - start;
    }
    for (long burst; count > 0; count -= burst) {
        burst = (long)a->lives * a->copies;
        burst = burst < count ? burst : count;
        arrays_refill(a);
        seconds += time_burst(c, a, burst);
    }
    return seconds;
}

/* Returns how many runs fill a round. They must do so twice in a row, because the first runs are
 * slow, and another process may have delayed one. */
static long calibrate(const struct contender *c, struct arrays *a)
{
    long count = 1;
    rest(a->work);
    for (int filled = 0; filled < 2;)
        if (time_runs(c, a, count) >= ROUND_SECONDS) {
            filled++;
        } else {
            filled = 0;
            count *= 2;
        }
    return count;
}

/* Runs once on fresh data, into an array of NaN. */
static void run_once(const struct contender *c, struct arrays *a)
{
    arrays_refill(a);
    arrays_poison(a);
    c->run(c->plan, a->in, a->out);
}

static bool is_small(double error, const struct contender *c, const struct arrays *a)
{
    return error <= fmax(tolerance(a->work), c->tolerance);
}

static void check(const struct contender *c, struct timing *t, const struct arrays *a)
{
    double error = arrays_distance(a, c->factor);
    if (!(error <= t->error)) /* also true for a NaN */
        t->error = error;
    t->agrees = t->agrees && is_small(error, c, a);
}

void measure_keep(const struct contender *c, struct arrays *a)
{
    run_once(c, a);
    arrays_keep(a);
}

bool measure_agrees(const struct contender *c, struct arrays *a, double *error)
{
    run_once(c, a);
    *error = arrays_distance(a, c->factor);
    return is_small(*error, c, a);
}

/* Times one contender. An extra run warms up short runs, and wakes threads; if a contender destroys
 * its input, the output of the extra run is compared. */
static double turn(const struct contender *c, struct timing *t, struct arrays *a, long count)
{
    rest(a->work);
    if (count > 1 || c->destroys || a->work->threads > 1) {
        run_once(c, a);
        check(c, t, a);
    }
    arrays_refill(a);
    arrays_poison(a);
    double seconds = time_runs(c, a, count);
    if (!c->destroys)
        check(c, t, a);
    return seconds / (double)count;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns a quantile of the sorted x, interpolated linearly. */
static double quantile(const double *x, int n, double q)
{
    double at = q * (n - 1);
    int low = (int)at, high = low + 1 < n ? low + 1 : low;
    return x[low] + (at - low) * (x[high] - x[low]);
}

double median_and_spread(double *x, int n, double *spread)
{
    qsort(x, (size_t)n, sizeof *x, ascending);
    double median = quantile(x, n, 0.5);
    *spread = (quantile(x, n, 0.75) - quantile(x, n, 0.25)) / median;
    return median;
}

bool measure(const struct contender *c, int count, struct arrays *a, int rounds, struct timing *t,
             struct error *e)
{
    long runs[CONTENDERS_MAX];
    double *seconds = malloc((size_t)count * (size_t)rounds * sizeof *seconds);
    if (seconds == NULL)
        return error_set(e, "not enough memory for %d rounds", rounds);
    measure_keep(&c[0], a);
    for (int i = 0; i < count; i++) {
        t[i] = (struct timing){.agrees = true};
        runs[i] = calibrate(&c[i], a);
    }
    for (int round = 0; round < rounds; progress_at((size_t)++round))
        for (int j = 0; j < count; j++) {
            int i = (round + j) % count;
            seconds[i * rounds + round] = turn(&c[i], &t[i], a, runs[i]);
        }
    for (int i = 0; i < count; i++)
        t[i].seconds = median_and_spread(seconds + (ptrdiff_t)i * rounds, rounds, &t[i].spread);
    free(seconds);
    return true;
}
