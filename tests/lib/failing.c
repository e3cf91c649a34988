/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/failing.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "lib/check.h"

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

enum { BLOCKS = 4096 };

static struct {
    void *at;
    size_t size;
} blocks[BLOCKS]; /* that are alive */
static int alive;
static long asked, refused;
static atomic_flag busy = ATOMIC_FLAG_INIT; /* of all of these */

static void lock(void)
{
    while (atomic_flag_test_and_set(&busy))
        continue;
}

static void unlock(void) { atomic_flag_clear(&busy); }

_Noreturn static void end(const char *why)
{
    fprintf(stderr, "failing.c: %s\n", why);
    abort();
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    lock();
    const bool refuse = ++asked == refused;
    void *block = refuse ? NULL : __real_aligned_alloc(alignment, size);
    if (!refuse && block == NULL)
        end("there is no memory");
    if (!refuse && alive == BLOCKS)
        end("more blocks than BLOCKS");
    if (!refuse) {
        blocks[alive].at = block;
        blocks[alive++].size = size;
    }
    unlock();
    return block;
}

/* Blocks of the test, of malloc, go through too. */
void __wrap_free(void *block)
{
    lock();
    int i = 0;
    while (i < alive && blocks[i].at != block)
        i++;
    if (i < alive)
        blocks[i] = blocks[--alive];
    unlock();
    __real_free(block);
}

long failing_at(long request)
{
    lock();
    const long before = refused;
    asked = 0;
    refused = request;
    unlock();
    return before;
}

long failing_asked(void)
{
    lock();
    const long count = asked;
    unlock();
    return count;
}

int failing_alive(void)
{
    lock();
    const int count = alive;
    unlock();
    return count;
}

size_t failing_bytes(void)
{
    size_t sum = 0;
    lock();
    for (int i = 0; i < alive; i++)
        sum += blocks[i].size;
    unlock();
    return sum;
}

int failing_each(stet_status (*act)(void *context), void *context)
{
    for (int k = 1;; k++) {
        failing_at(k);
        const stet_status status = act(context);
        const bool was_refused = failing_asked() >= k;
        failing_at(0);
        assert_int_equal(failing_alive(), 0);
        assert_int_equal(status, was_refused ? STET_E_MEMORY : STET_OK);
        if (!was_refused)
            return k - 1;
    }
}
