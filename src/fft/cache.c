/* SPDX-License-Identifier: Apache-2.0 */
#include "fft/cache.h"
#include "fft/fft1d.h"

#include <pthread.h>

/* Guards the list and the counts of users. Nothing is computed or allocated under it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static stet_fft1d *all;

static void acquire_lock(void) { pthread_mutex_lock(&lock); }
static void release_lock(void) { pthread_mutex_unlock(&lock); }

/* fork() copies the lock as it is but of the threads only its caller: one that another thread held
 * would stay locked in the child, and the list half changed. So whoever forks holds it, and parent
 * and child both give it back (POSIX, rationale of pthread_atfork()). If the registration fails for
 * want of memory, forks are as safe as without it and nothing else is lost. */
static void guard_forks(void) { pthread_atfork(acquire_lock, release_lock, release_lock); }

/* With the lock held: the transform that is there, with one user more, or NULL. */
static stet_fft1d *find(ptrdiff_t n, stet_kind kind, stet_precision precision, const stet_isa *isa)
{
    stet_fft1d *f = all;
    while (f && !(f->n == n && f->kind == kind && f->precision == precision && f->isa == isa))
        f = f->next;
    if (f)
        f->users++;
    return f;
}

stet_fft1d *stet_fft1d_acquire(ptrdiff_t n, stet_kind kind, stet_precision precision,
                               const stet_isa *isa, const stet_schedule *schedule)
{
    if (schedule && schedule->method)
        return stet_fft1d_create(n, kind, precision, isa, schedule);
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, guard_forks);
    acquire_lock();
    stet_fft1d *f = find(n, kind, precision, isa);
    release_lock();
    if (f)
        return f;
    stet_fft1d *made = stet_fft1d_create(n, kind, precision, isa, NULL);
    if (!made)
        return NULL;
    acquire_lock();
    f = find(n, kind, precision, isa); /* another thread may have been quicker */
    if (!f) {
        made->users = 1;
        made->next = all;
        all = f = made;
    }
    release_lock();
    if (f != made)
        stet_fft1d_destroy(made);
    return f;
}

void stet_fft1d_release(stet_fft1d *f)
{
    if (!f)
        return;
    acquire_lock();
    const int last = --f->users <= 0; /* below 0: not on the list, one user */
    if (last && f->users == 0) {
        stet_fft1d **link = &all;
        while (*link != f)
            link = &(*link)->next;
        *link = f->next;
    }
    release_lock();
    if (last)
        stet_fft1d_destroy(f); /* which may release others */
}
