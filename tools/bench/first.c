/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/first.h"
#include "files/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define STET (-1) /* beside the numbers of peers_list() */

/* The process of one call sends this. */
struct report {
    bool planned;
    struct contender c;
    double seconds, error;
    bool agrees;
    long bytes;
    struct error why;
};

/* Returns the largest memory that the process has had so far; Linux counts in 1024 bytes. */
static long peak_bytes(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * 1024 : 0;
}

static bool contend(int maker, const struct work *w, const struct arrays *a, struct contender *c,
                    struct error *e)
{
    return maker == STET ? contend_stet(c, w, e) : peer_contend(maker, w, a, c, e);
}

/* Transforms a few points, which brings the library's code into the memory of a new process. */
static void load_code(int maker, const struct work *w)
{
    enum { POINTS = 24 };
    static _Alignas(64) double in[2 * POINTS + 8], out[2 * POINTS + 8];
    struct arrays few = {.in = (unsigned char *)in};
    struct work tiny = *w;
    struct contender c;
    struct error unused;
    few.out = w->in_place ? few.in : (unsigned char *)out;
    tiny.shape = shape_line(POINTS);
    tiny.batch = 1;
    tiny.stride = 0;
    if (!contend(maker, &tiny, &few, &c, &unused))
        return;
    c.run(c.plan, few.in, few.out);
    c.release(c.plan);
}

/* Runs in a process of its own. Once the call is measured, stet computes what it should be. */
static void call(int maker, struct arrays *a, struct report *r)
{
    struct contender ours;
    load_code(maker, a->work);
    arrays_refill(a); /* these two also make the arrays a part of the memory so far */
    arrays_poison(a);
    const long before = peak_bytes();
    const double start = work_clock(a->work);
    r->planned = contend(maker, a->work, a, &r->c, &r->why);
    if (!r->planned)
        return;
    r->c.run(r->c.plan, a->in, a->out);
    r->seconds = work_clock(a->work) - start;
    r->bytes = peak_bytes() - before;
    r->planned = contend_stet(&ours, a->work, &r->why);
    if (!r->planned)
        return;
    measure_keep(&ours, a);
    r->agrees = measure_agrees(&r->c, a, &r->error);
}

/* Returns false if no such process can be made, or if it ends before it has sent a report. */
static bool call_apart(int maker, struct arrays *a, struct report *r, struct error *e)
{
    int ends[2], status;
    *r = (struct report){.planned = false};
    fflush(NULL);
#ifdef __GLIBC__
    (void)malloc_trim(0); /* freed memory that the process still has would hide what a plan needs */
#endif
    if (pipe(ends) != 0)
        return error_errno(e, "--first-call", "no pipe for a process of its own");
    const pid_t child = fork();
    if (child == 0) {
        call(maker, a, r);
        _exit(write(ends[1], r, sizeof *r) != (ssize_t)sizeof *r);
    }
    close(ends[1]);
    const bool sent = child > 0 && read(ends[0], r, sizeof *r) == (ssize_t)sizeof *r;
    close(ends[0]);
    if (child > 0 && waitpid(child, &status, 0) == child && sent)
        return true;
    return error_set(e, "--first-call: the process that makes a plan with %s ended early",
                     maker == STET ? "stet" : peer_name(maker));
}

/* The rounds of one library. */
struct series {
    int maker;
    double *plans, *seconds; /* one for each round */
};

/* Measures a library once more. If it has no plan, *planned is false and e has the reason. */
static bool add_round(const struct series *s, int round, struct arrays *a, struct contender *c,
                      struct timing *t, bool *planned, struct error *e)
{
    struct report r;
    if (!call_apart(s->maker, a, &r, e))
        return false;
    *planned = r.planned;
    if (!r.planned) {
        *e = r.why;
        return true;
    }
    *c = r.c;
    s->plans[round] = r.c.plan_seconds;
    s->seconds[round] = r.seconds;
    if (!(r.error <= t->error)) /* also true for a NaN */
        t->error = r.error;
    t->agrees = t->agrees && r.agrees;
    t->bytes = r.bytes > t->bytes ? r.bytes : t->bytes;
    progress_at((size_t)round + 1);
    return true;
}

int first_calls(const struct peers *p, struct arrays *a, int rounds, struct contender *c,
                struct timing *t, void (*say_why)(void *context, const char *text), void *context,
                struct error *e)
{
    int list[1 + CONTENDERS_MAX] = {STET}, count = 0;
    const int all = 1 + peers_list(p, FIRST_CALLS, (int)a->work->precision, list + 1);
    struct series s[1 + CONTENDERS_MAX];
    double spread, *times = calloc(2 * (size_t)all * (size_t)rounds, sizeof *times);
    bool planned, ok = times != NULL || error_set(e, "not enough memory for %d rounds", rounds);
    for (int i = 0; ok && i < all; i++) { /* the first round leaves out those without a plan */
        double *own = times + 2 * (ptrdiff_t)count * rounds;
        s[count] = (struct series){list[i], own, own + rounds};
        t[count] = (struct timing){.agrees = true};
        ok = add_round(&s[count], 0, a, &c[count], &t[count], &planned, e) && (planned || i > 0);
        if (ok && !planned)
            say_why(context, e->text);
        count += ok && planned;
    }
    for (int round = 1; ok && round < rounds; round++)
        for (int i = 0; ok && i < count; i++)
            ok = add_round(&s[i], round, a, &c[i], &t[i], &planned, e) && planned;
    for (int i = 0; ok && i < count; i++) {
        c[i].plan_seconds = median_and_spread(s[i].plans, rounds, &spread);
        t[i].seconds = median_and_spread(s[i].seconds, rounds, &t[i].spread);
    }
    free(times);
    return ok ? count : 0;
}
