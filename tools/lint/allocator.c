/* SPDX-License-Identifier: Apache-2.0 */
/* Allocators for tree-sitter. Its own allocator aborts without memory; this one prints an error and
 * exits with the status of work that was not done. */
#include "engine.h"

#include <stdlib.h>
#include <unistd.h>

static void *given(void *memory, size_t size)
{
    static const char text[] = "stet lint: not enough memory for the parser; nothing of this run "
                               "counts: try fewer --jobs, or fewer files\n";
    if (memory != NULL || size == 0)
        return memory;
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1); /* stdio would allocate memory */
    (void)written;
    _exit(2);
}

static void *parser_malloc(size_t size) { return given(malloc(size), size); }

static void *parser_calloc(size_t count, size_t size)
{
    return given(calloc(count, size), count > 0 ? size : 0);
}

static void *parser_realloc(void *memory, size_t size)
{
    return given(realloc(memory, size), size);
}

void lint_set_allocator(void)
{
    ts_set_allocator(parser_malloc, parser_calloc, parser_realloc, free);
}
