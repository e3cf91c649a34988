/* SPDX-License-Identifier: Apache-2.0 */
#include "lines/lock.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void acquire(void) { pthread_mutex_lock(&lock); }
static void release(void) { pthread_mutex_unlock(&lock); }

/* fork() copies the lock in its state, but of the threads only its caller. A lock that another
 * thread held would stay locked in the child, and the data it guards would be half changed. So the
 * thread that forks holds the lock, and parent and child both release it (POSIX, rationale of
 * pthread_atfork()). If the registration fails for lack of memory, forks are only as safe as
 * without it. */
static void guard_forks(void) { pthread_atfork(acquire, release, release); }

void stet_fft_lock(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, guard_forks);
    acquire();
}

void stet_fft_unlock(void) { release(); }
