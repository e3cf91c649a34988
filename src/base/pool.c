/* SPDX-License-Identifier: Apache-2.0 */
/* The pool runs one job at a time. Its caller and the workers, who find the job when they look for
 * work, claim its tasks one by one. The caller waits only for workers that have claimed a task, so
 * a worker that sleeps too long or gets no processor delays nobody. All atomic operations are
 * sequentially consistent. */
#include "base/pool.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/executor.h"

/* A thread without work looks for some this often before it sleeps: 27 us on Zen 5. To wake it
 * takes 5 us, and it comes 3 to 20 us later (Zen 5, a virtual machine). */
enum { LOOKS = 1000 };

/* The stack holds a task, which takes less than 24 KiB (stet.h, "Stack"). */
enum { LEAST_STACK = 256 << 10 };

/* Variables that some threads write while others read them have cache lines of their own. */
#define APART _Alignas(128)

/* asleep is 1 from before the thread looks for the last time until a thread, which may be itself,
 * sets it to 0. If that is another thread it posts, so each sleep has one post. */
typedef struct {
    APART atomic_int asleep;
    sem_t wake;
    pthread_t thread; /* of a worker */
} sleeper;

static struct {
    APART atomic_int taken; /* by a caller; by close_pool() for good */
    int count, failed;      /* workers; 1 if no more can be made */
    int processors;         /* when the last worker was made */
    int64_t debt;           /* nanoseconds: see settle() */
    atomic_int looks, closing, sleeping;
    /* The job. Tasks begin .. end - 1 are unclaimed: `begin` is the low half, and `end` the high
     * half. A thread that has claimed a task may read the other fields until it has counted the
     * task as done. */
    APART _Atomic uint64_t unclaimed;
    atomic_int wanted; /* workers to wake */
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

/* Reports whether the thread was asleep. */
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
    while (sem_wait(&s->wake) != 0) /* a signal came */
        ;
}

static void wake(sleeper *s)
{
    if (atomic_load(&s->asleep) && rouse(s))
        sem_post(&s->wake);
}

/* ----------------------------------------------------------------- tasks -- */

/* The caller claims the first task, workers the last: with two threads most data stay with the same
 * thread from one job to the next. */
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

/* Waking a thread takes so long that each thread wakes two: the caller has place 0, workers have
 * places from 1 on. */
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

/* The caller's thread must not be cancelled here. */
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

/* Waking workers has to pay. It does not if jobs are short and rare, or if other work keeps the
 * processors busy, so that workers come late or stop in the middle of a task. A loss is a debt.
 * Later gains pay it, and so do jobs that the caller runs alone, with a 32nd of their time; until
 * it is paid nobody is woken. So waking in vain costs 3 %, and a processor that becomes free is
 * found after 32 ms. Earlier gains are a credit, for a small loss among them. */
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
    if (done < count || wakes) /* alone the caller would need own count/done */
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

/* The stack is not smaller than the system's default, because it also holds the variables of
 * threads. */
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

/* Blocks all signals in the worker: they are for the program's own threads. */
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

/* After a failure it does not try again, which would take longer than the job, for each job. */
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

/* A child process has only the thread that called fork(), and makes new workers. */
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

/* Runs at exit(), and when this library or one that contains it is unloaded. If the pool serves a
 * caller, this is exit(), which does not unload the code. */
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
