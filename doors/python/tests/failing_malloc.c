/* SPDX-License-Identifier: Apache-2.0
 *
 * refused_memory.py preloads this library. It counts the memory requests of one thread and refuses
 * one of them; it also counts the blocks that are not freed. It calls glibc's own functions. */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

/* With the initial-exec model, reading these variables allocates nothing. */
static _Thread_local __attribute__((tls_model("initial-exec"))) long asked, refused;

/* Makes this thread's k-th request from this call on fail; k = 0: none. Returns the number of
 * requests so far. */
long failing_at(long k)
{
    const long before = asked;
    asked = 0;
    refused = k;
    return before;
}

static atomic_long alive;

long failing_alive(void) { return atomic_load(&alive); }

static int refuses(void)
{
    if (++asked != refused)
        return 0;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *block)
{
    alive += block != NULL;
    return block;
}

void *malloc(size_t size) { return refuses() ? NULL : counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size)
{
    return refuses() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
    if (!block)
        return malloc(size);
    return refuses() ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return refuses() ? NULL : counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    *block = aligned_alloc(alignment, size);
    return *block ? 0 : ENOMEM;
}

void free(void *block)
{
    alive -= block != NULL;
    __libc_free(block);
}
