/* SPDX-License-Identifier: Apache-2.0 */
/* One job at a time. Its tasks are claimed one by one, by its caller and by workers, who see it as
 * they look for work; nobody is waited for but who has claimed a task. So whoever sleeps too long,
 * or is not given a processor, is missed by nobody. All orders are sequentially consistent. */
#include "base/pool.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/executor.h"

/* A thread that finds nothing to do looks so many times before it sleeps: 27 us on Zen 5. To wake
 * one that sleeps takes 5 us, and it comes 3 to 20 us later (Zen 5, a virtual machine). */
enum { LOOKS = 1000 };

/* A task takes less than 64 KiB (stet.h, "Stack"). */
enum { LEAST_STACK = 256 << 10 };

/* What some threads write while others look at it has cache lines of its own. */
#define APART _Alignas(128)

/* asleep: from before it looks for the last time until someone, it itself perhaps, has taken the 1
 * away. Another who does posts, so that each sleep has one post. */
typedef struct {
    APART atomic_int asleep;
    sem_t wake;
    pthread_t thread; /* of a worker */
} sleeper;

static struct {
    APART atomic_int taken; /* by a caller; for good by close_pool() */
    int count, failed;      /* workers; whether no more can be had */
    int processors;         /* when the last one was made */
    int64_t debt;           /* nanoseconds: see settle() */
    atomic_int looks, closing, sleeping;
    /* The job. Tasks begin .. end - 1 are unclaimed: begin, and from bit 32 on end. Who has claimed
     * one may read the rest until it has counted that one as done. */
    APART _Atomic uint64_t unclaimed;
    atomic_int wanted; /* workers */
    stet_task *task;
    void *data;
    APART _Atomic ptrdiff_t left; /* tasks that are not done */
    sleeper caller;
    sleeper workers[STET_MAX_THREADS - 1];
} pool;

static int has_work(void)
{
    const uint64_t u = atomic_load(&pool.unclaimed);
    return (uint32_t)u < (uint32_t)(u >> 32);
}

static int has_work_or_closes(void) { return has_work() || atomic_load(&pool.closing); }
static int is_done(void) { return atomic_load(&pool.left) == 0; }

/* --------------------------------------------------------------- waiting -- */

static inline void pause_a_little(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("isb");
#endif
}

static int comes_soon(int (*awaited)(void))
{
    for (int i = atomic_load(&pool.looks); i > 0; i--) {
        if (awaited())
            return 1;
        pause_a_little();
    }
    return awaited();
}

/* Whether it was asleep. */
static int rouse(sleeper *s)
{
    const int slept = atomic_exchange(&s->asleep, 0);
    atomic_fetch_sub(&pool.sleeping, slept);
    return slept;
}

static void sleep_until(sleeper *s, int (*awaited)(void))
{
    atomic_fetch_add(&pool.sleeping, 1);
    atomic_store(&s->asleep, 1);
    if (awaited() && rouse(s))
        return;
    while (sem_wait(&s->wake) != 0) /* a signal */
        ;
}

static void wake(sleeper *s)
{
    if (atomic_load(&s->asleep) && rouse(s))
        sem_post(&s->wake);
}

/* ----------------------------------------------------------------- tasks -- */

/* The caller takes the first one, workers the last: with two threads most data stay, from one job
 * to the next, where they were. */
static int claim(int is_caller, ptrdiff_t *index)
{
    uint64_t u = atomic_load(&pool.unclaimed);
    while ((uint32_t)u < (uint32_t)(u >> 32)) {
        const uint64_t rest = is_caller ? u + 1 : u - (UINT64_C(1) << 32);
        if (atomic_compare_exchange_weak(&pool.unclaimed, &u, rest)) {
            *index = is_caller ? (ptrdiff_t)(uint32_t)u : (ptrdiff_t)(rest >> 32);
            return 1;
        }
    }
    return 0;
}

/* Waking one takes so long that each wakes two: the caller, place 0, and workers from place 1 on.
 */
static void wake_next(int place)
{
    const int wanted = atomic_load(&pool.wanted);
    for (int i = 2 * place; i < 2 * place + 2 && i < wanted; i++)
        wake(&pool.workers[i]);
}

static void count_done(ptrdiff_t tasks)
{
    if (atomic_fetch_sub(&pool.left, tasks) == tasks)
        wake(&pool.caller);
}

/* Not a point where the caller's thread may be cancelled. */
static void wait_for_workers(void)
{
    int state;
    if (comes_soon(is_done))
        return;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    while (!is_done())
        sleep_until(&pool.caller, is_done);
    pthread_setcancelstate(state, &state);
}

/* Waking has to pay. It does not if jobs are short and rare, or if other work keeps the processors
 * busy, so that workers come late, or stop in the middle of a task. What was lost is a debt, which
 * later gains pay, or jobs that the caller does alone, at a 32nd of their time: until then nobody
 * is woken. So waking in vain costs 3 %, and a processor that is free again is found after 32 ms.
 * Gains before that are a credit, for a small loss among them. */
enum { MOST_LOSS = 1000000, CREDIT = 100000 };

static void settle(int64_t loss, int64_t least)
{
    pool.debt += loss < MOST_LOSS ? loss : MOST_LOSS;
    if (pool.debt < least)
        pool.debt = least;
}

static void run_job(int wanted, ptrdiff_t count, stet_task *task, void *data)
{
    ptrdiff_t index, done = 0;
    const int wakes = pool.count - atomic_load(&pool.sleeping) < wanted && pool.debt <= 0;
    const int64_t start = stet_clock();
    pool.task = task;
    pool.data = data;
    atomic_store(&pool.looks, wanted < pool.processors ? LOOKS : 0);
    atomic_store(&pool.wanted, wakes ? wanted : 0);
    atomic_store(&pool.left, count);
    atomic_store(&pool.unclaimed, (uint64_t)count << 32);
    wake_next(0);
    const int64_t begun = wakes ? stet_clock() : start;
    for (; claim(1, &index); done++)
        task(data, index);
    const int64_t own = stet_clock() - begun;
    count_done(done);
    wait_for_workers();
    if (done < count || wakes) /* alone it would have taken own count/done */
        settle(stet_clock() - start - (done > 0 ? own / done * count : own), -CREDIT);
    else if (pool.debt > 0)
        settle(-own / 32, 0);
}

/* --------------------------------------------------------------- workers -- */

static void *serve(void *argument)
{
    sleeper *me = (sleeper *)argument;
    const int place = (int)(me - pool.workers) + 1;
    ptrdiff_t index;
#if defined(__linux__)
    pthread_setname_np(pthread_self(), "stet");
#endif
    while (!atomic_load(&pool.closing)) {
        if (has_work())
            wake_next(place);
        while (claim(0, &index)) {
            pool.task(pool.data, index);
            count_done(1);
        }
        if (!comes_soon(has_work_or_closes))
            sleep_until(me, has_work_or_closes);
    }
    return NULL;
}

/* Not less stack than the system gives by default: it also holds the variables of threads. */
static int create(sleeper *w)
{
    pthread_attr_t attributes;
    size_t stack;
    if (pthread_attr_init(&attributes) != 0)
        return 0;
    if (pthread_attr_getstacksize(&attributes, &stack) == 0 && stack < LEAST_STACK)
        pthread_attr_setstacksize(&attributes, LEAST_STACK);
    const int error = pthread_create(&w->thread, &attributes, serve, w);
    pthread_attr_destroy(&attributes);
    return !error;
}

/* Signals are for the program's own threads. */
static int start(sleeper *w)
{
    sigset_t all, own;
    atomic_store(&w->asleep, 0);
    if (sem_init(&w->wake, 0, 0) != 0)
        return 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &own);
    const int started = create(w);
    pthread_sigmask(SIG_SETMASK, &own, NULL);
    if (!started)
        sem_destroy(&w->wake);
    return started;
}

/* What failed once is not tried again: for each job that would take longer than the job. */
static void grow(int wanted)
{
    if (pool.count >= wanted || pool.failed)
        return;
    while (pool.count < wanted && start(&pool.workers[pool.count]))
        pool.count++;
    pool.failed = pool.count < wanted;
    pool.processors = stet_processor_count();
}

/* ---------------------------------------------------------------- process -- */

/* A child process has of the threads only the one that called fork(), and makes new workers. */
static void begin_anew(void)
{
    pool.count = 0;
    pool.debt = 0;
    pool.failed = sem_init(&pool.caller.wake, 0, 0) != 0;
    atomic_store(&pool.caller.asleep, 0);
    atomic_store(&pool.sleeping, 0);
    atomic_store(&pool.unclaimed, 0);
    atomic_store(&pool.taken, 0);
}

static void prepare(void)
{
    begin_anew();
    pool.failed |= pthread_atfork(NULL, NULL, begin_anew) != 0;
}

static int take_pool(void) { return !atomic_load(&pool.taken) && !atomic_exchange(&pool.taken, 1); }

/* At exit(), and when this library or one that contains it is unloaded. If it serves a caller, this
 * is exit(), which leaves the code where it is. */
__attribute__((destructor)) static void close_pool(void)
{
    if (!take_pool())
        return;
    atomic_store(&pool.closing, 1);
    for (int i = 0; i < pool.count; i++)
        wake(&pool.workers[i]);
    for (int i = 0; i < pool.count; i++)
        pthread_join(pool.workers[i].thread, NULL);
}

static void run_here(ptrdiff_t count, stet_task *task, void *data)
{
    for (ptrdiff_t i = 0; i < count; i++)
        task(data, i);
}

void stet_pool_run(int threads, ptrdiff_t count, stet_task *task, void *data)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const int error = errno;
    pthread_once(&once, prepare);
    if (count > INT32_MAX || !take_pool()) {
        run_here(count, task, data);
        return;
    }
    const int wanted = threads < count ? threads - 1 : (int)count - 1;
    grow(wanted);
    if (pool.count > 0)
        run_job(wanted < pool.count ? wanted : pool.count, count, task, data);
    else
        run_here(count, task, data);
    atomic_store(&pool.taken, 0);
    errno = error;
}
