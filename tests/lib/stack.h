/* SPDX-License-Identifier: Apache-2.0 */
/* How much of its stack a thread uses. */
#ifndef STET_TESTS_LIB_STACK_H
#define STET_TESTS_LIB_STACK_H

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Whether functions have the frames that they are shipped with. Sanitizers need the guard of
 * CMake's STET_SANITIZE besides. */
#ifdef __OPTIMIZE__
enum { STACK_AS_SHIPPED = 1 };
#else
enum { STACK_AS_SHIPPED = 0 };
#endif

/* The bytes of its stack that a thread has written that calls work(context) and nothing else: from
 * the top, where libc has the variables of the thread, to the deepest one. 0 if there is no thread
 * or no memory. */
static inline size_t stack_of(void *(*work)(void *context), void *context)
{
    enum { SIZE = 1 << 18, PAINT = 0xa5 };
    unsigned char *stack = aligned_alloc(4096, SIZE);
    pthread_attr_t attributes;
    pthread_t thread;
    size_t used = 0;
    if (stack == NULL)
        return 0;
    memset(stack, PAINT, SIZE);
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, stack, SIZE) == 0 &&
        pthread_create(&thread, &attributes, work, context) == 0) {
        pthread_join(thread, NULL);
        while (used < SIZE && stack[used] == PAINT)
            used++;
        used = SIZE - used;
    }
    pthread_attr_destroy(&attributes);
    free(stack);
    return used;
}

#endif
