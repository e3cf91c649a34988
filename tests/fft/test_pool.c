/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of the library (base/pool.h): what they do, and that nobody waits for one that does
 * nothing. No test depends on which thread comes first, or when. A hang ends by the alarm. */
#define _GNU_SOURCE /* pthread_getname_np(), fork(), alarm() */
#include "lib/check.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/pool.h"

enum { HANGS = 300 };

/* ---------------------------------------------- what the pool is linked to -- */

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __real_sem_wait(sem_t *s);
int __wrap_sem_wait(sem_t *s);
int __real_sem_post(sem_t *s);
int __wrap_sem_post(sem_t *s);

static atomic_int threads_left = 1 << 20, asleep, posts;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_t main_thread;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument)
{
    if (atomic_fetch_sub(&threads_left, 1) > 0)
        return __real_pthread_create(thread, attributes, run, argument);
    errno = ENOMEM;
    return EAGAIN;
}

/* A worker that is awake again goes through the gate. */
int __wrap_sem_wait(sem_t *s)
{
    const bool is_worker = !pthread_equal(pthread_self(), main_thread);
    atomic_fetch_add(&asleep, is_worker);
    const int status = __real_sem_wait(s);
    atomic_fetch_sub(&asleep, is_worker);
    if (is_worker) {
        pthread_mutex_lock(&gate);
        pthread_mutex_unlock(&gate);
    }
    return status;
}

int __wrap_sem_post(sem_t *s)
{
    atomic_fetch_add(&posts, 1);
    return __real_sem_post(s);
}

/* ------------------------------------------------------------------- tasks -- */

static void pause_for(long milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* No atomics: each task has its own, and what it has written the caller reads. */
enum { TASKS = 100 };
struct counted {
    int runs[TASKS];
    pthread_t by[TASKS];
};

static void count_run(void *data, ptrdiff_t i)
{
    struct counted *c = data;
    c->runs[i]++;
    c->by[i] = pthread_self();
}

/* Whether each of `count` tasks ran once. */
static bool runs_all(int threads, int count, struct counted *c)
{
    *c = (struct counted){.runs = {0}};
    stet_pool_run(threads, count, count_run, c);
    for (int i = 0; i < TASKS; i++)
        if (c->runs[i] != (i < count))
            return false;
    return true;
}

/* Two tasks that meet, if a worker comes: nobody promises that it does. */
struct meeting {
    atomic_int begun, over;
    pthread_t caller;
    bool cancels;
    long milliseconds;
    double cpu; /* seconds, when they had met */
    sigset_t blocked;
    char name[16];
};

static void meet(void *data, ptrdiff_t i)
{
    struct meeting *m = data;
    const bool is_caller = pthread_equal(pthread_self(), m->caller) != 0;
    for (int k = 0; i == 0 && is_caller && !m->begun && k < 10000; k++)
        sched_yield(); /* where nobody is cancelled */
    if (i == 0 || is_caller)
        return;
    m->cpu = cpu_seconds();
    m->begun = 1;
    pthread_sigmask(SIG_BLOCK, NULL, &m->blocked);
    pthread_getname_np(pthread_self(), m->name, sizeof m->name);
    if (m->cancels)
        pthread_cancel(m->caller);
    pause_for(m->milliseconds);
    m->over = 1;
}

/* Until a worker has done its part; whether that was waited for. */
static bool meets(struct meeting *m)
{
    m->caller = pthread_self();
    while (!m->begun)
        stet_pool_run(2, 2, meet, m);
    return m->over;
}

static void wait_until_all_sleep(int workers)
{
    while (asleep < workers)
        pause_for(1);
}

/* ------------------------------------------------------------------- tests -- */

static void test_each_task_once(void **state)
{
    static const int threads[] = {1, 2, 3, 7, 64};
    struct counted c;
    (void)state;
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (int count = 0; count <= TASKS; count++)
            for (int again = 0; again < 5; again++)
                assert_true(runs_all(threads[t], count, &c));
    assert_true(runs_all(1 << 30, TASKS, &c)); /* there are not so many tasks */
    assert_true(atomic_load(&threads_left) > (1 << 20) - TASKS);
}

/* Workers that were called and are not there: the caller does all, and does not wait. */
static void test_late_workers(void **state)
{
    struct counted c;
    (void)state;
    const int workers = (1 << 20) - atomic_load(&threads_left);
    assert_true(workers > 0);
    wait_until_all_sleep(workers);
    pthread_mutex_lock(&gate);
    for (int again = 0; again < 1000 || asleep == workers; again++) { /* some are called */
        assert_true(runs_all(3, 10, &c));
        for (int i = 0; i < 10; i++)
            assert_true(pthread_equal(c.by[i], main_thread));
    }
    pthread_mutex_unlock(&gate);
    assert_true(runs_all(3, 10, &c));
}

/* A task that a worker has begun is waited for; its thread is as a library's should be. */
static void test_begun_task(void **state)
{
    struct meeting m = {.milliseconds = 50};
    sigset_t own;
    (void)state;
    assert_true(meets(&m));
    static const int signals[] = {SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGCHLD, SIGPROF};
    pthread_sigmask(SIG_BLOCK, NULL, &own);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        assert_int_equal(sigismember(&m.blocked, signals[i]), 1);
        assert_int_equal(sigismember(&own, signals[i]), 0);
    }
    assert_string_equal(m.name, "stet");
}

/* Neither the caller who waits for a task nor workers who wait for jobs use the processor. */
static void test_waiting_takes_no_time(void **state)
{
    struct meeting m = {.milliseconds = 500};
    struct counted c;
    (void)state;
    assert_true(runs_all(4, TASKS, &c));
    assert_true(meets(&m));
    assert_true(cpu_seconds() - m.cpu < 0.1);
    const double before = cpu_seconds();
    pause_for(500);
    assert_true(cpu_seconds() - before < 0.1);
}

/* Jobs that are over before a worker is awake: soon nobody is woken any more. */
static void test_short_jobs(void **state)
{
    const int workers = (1 << 20) - atomic_load(&threads_left);
    struct counted c;
    (void)state;
    const int before = posts;
    for (int i = 0; i < 300; i++) {
        pause_for(1); /* who was woken is awake */
        wait_until_all_sleep(workers);
        assert_true(runs_all(2, 2, &c));
    }
    assert_in_range(posts - before, 0, 100);
}

static void nest(void *data, ptrdiff_t i)
{
    stet_pool_run(3, 10, count_run, (struct counted *)data + i);
}

static void test_task_with_tasks(void **state)
{
    struct counted c[4] = {{.runs = {0}}};
    (void)state;
    stet_pool_run(2, 4, nest, c);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 10; k++) {
            assert_int_equal(c[i].runs[k], 1);
            assert_true(pthread_equal(c[i].by[k], c[i].by[0]));
        }
}

static atomic_int calling;

static void *call_often(void *bad)
{
    struct counted c;
    for (int i = 0; i < 3000 && calling; i++)
        *(int *)bad += !runs_all(2 + i % 3, 1 + i % 7, &c);
    return NULL;
}

static void test_several_callers(void **state)
{
    enum { CALLERS = 4 };
    pthread_t caller[CALLERS];
    int bad[CALLERS] = {0};
    (void)state;
    calling = 1;
    for (int i = 0; i < CALLERS; i++)
        assert_int_equal(pthread_create(&caller[i], NULL, call_often, &bad[i]), 0);
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(caller[i], NULL);
        assert_int_equal(bad[i], 0);
    }
}

static void *call_and_be_cancelled(void *data)
{
    static bool waited;
    waited = meets(data);
    ((struct meeting *)data)->cancels = !waited;
    pthread_testcancel();
    return NULL;
}

/* pthread_cancel() does not take the caller away from under a worker. */
static void test_cancelled_caller(void **state)
{
    struct meeting m = {.milliseconds = 50, .cancels = true};
    pthread_t caller;
    void *result;
    (void)state;
    assert_int_equal(pthread_create(&caller, NULL, call_and_be_cancelled, &m), 0);
    pthread_join(caller, &result);
    assert_ptr_equal(result, PTHREAD_CANCELED);
    assert_false(m.cancels);
}

/* ---------------------------------------------------- processes of their own -- */

#ifndef STET_TEST_TSAN /* its runtime does not follow a fork of several threads */

/* The exit status of a child process that does this. */
static int status_of_child(int (*run)(void))
{
    int status;
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(HANGS);
        main_thread = pthread_self();
        asleep = 0;
        exit(run());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* With workers again, who do something. */
static int runs_in_child(void)
{
    struct meeting m = {.milliseconds = 1};
    struct counted c;
    return !meets(&m) || !runs_all(4, TASKS, &c);
}

static void test_fork(void **state)
{
    struct counted c;
    pthread_t caller;
    int bad = 0;
    (void)state;
    assert_true(runs_all(4, TASKS, &c));
    assert_int_equal(status_of_child(runs_in_child), 0);
    assert_true(runs_all(4, TASKS, &c));
    for (int i = 0; i < 20; i++) { /* while another thread is in the middle of something */
        calling = 1;
        assert_int_equal(pthread_create(&caller, NULL, call_often, &bad), 0);
        assert_int_equal(status_of_child(runs_in_child), 0);
        calling = 0;
        pthread_join(caller, NULL);
        assert_int_equal(bad, 0);
    }
}

/* No threads, one thread: the tasks are done, errno and the signal mask are the caller's. */
static int runs_with(int can_be_had)
{
    struct counted c;
    sigset_t own;
    bool good = true;
    atomic_store(&threads_left, can_be_had);
    errno = EDOM;
    for (int i = 0; i < 10; i++)
        good &= runs_all(4, TASKS, &c);
    for (int i = 0; i < TASKS && can_be_had == 0; i++)
        good &= pthread_equal(c.by[i], main_thread) != 0;
    pthread_sigmask(SIG_BLOCK, NULL, &own);
    return !good || errno != EDOM || sigismember(&own, SIGTERM) ||
           atomic_load(&threads_left) != -1; /* tried once more, and no more */
}

static int runs_with_none(void) { return runs_with(0); }
static int runs_with_one(void) { return runs_with(1) || runs_in_child(); }

static void test_no_threads(void **state)
{
    (void)state;
    assert_int_equal(status_of_child(runs_with_none), 0);
    assert_int_equal(status_of_child(runs_with_one), 0);
}

static int ends_while_used(void)
{
    static int bad;
    pthread_t caller;
    calling = 1;
    return pthread_create(&caller, NULL, call_often, &bad);
}

/* exit(), while the pool sleeps and while it works. */
static void test_exit(void **state)
{
    (void)state;
    assert_int_equal(status_of_child(runs_in_child), 0);
    for (int i = 0; i < 20; i++)
        assert_int_equal(status_of_child(ends_while_used), 0);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_task_once),
        cmocka_unit_test(test_late_workers),
        cmocka_unit_test(test_begun_task),
        cmocka_unit_test(test_waiting_takes_no_time),
        cmocka_unit_test(test_short_jobs),
        cmocka_unit_test(test_task_with_tasks),
        cmocka_unit_test(test_several_callers),
        cmocka_unit_test(test_cancelled_caller),
#ifndef STET_TEST_TSAN
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_no_threads),
        cmocka_unit_test(test_exit),
#endif
    };
    main_thread = pthread_self();
    alarm(HANGS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
