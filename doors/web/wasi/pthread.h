/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of POSIX threads that the library uses, for one thread: wasi-libc without threads has
 * no such header. */
#ifndef STET_WASI_PTHREAD_H
#define STET_WASI_PTHREAD_H

typedef int pthread_mutex_t, pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_ONCE_INIT 0

static inline int pthread_mutex_lock(pthread_mutex_t *mutex) { return *mutex = 1, 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) { return *mutex = 0; }

static inline int pthread_once(pthread_once_t *once, void (*first)(void))
{
    if (!*once)
        first();
    *once = 1;
    return 0;
}

/* WebAssembly has no fork(). */
static inline int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
    (void)before, (void)parent, (void)child;
    return 0;
}

#endif
