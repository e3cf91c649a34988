/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of one file: taken piece by piece, given back at once. What cannot be had jumps to the
 * handler of the arena, so that no rule has to ask. */
#ifndef STET_LINT_ARENA_H
#define STET_LINT_ARENA_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

struct arena {
    struct arena_block *blocks;
    jmp_buf out_of_memory; /* set by the owner before the first arena_take() */
};

/* size bytes of zeros, aligned for anything. Does not return if there is no memory. */
void *arena_take(struct arena *a, size_t size);
#define ARENA_NEW(a, type, count) ((type *)arena_take(a, sizeof(type) * (size_t)(count)))

/* An array of count items that one more fits into. Where count is 0, or a power of two from 8 on,
 * it is moved, and its capacity doubled. */
void *arena_grow(struct arena *a, void *items, size_t count, size_t item);

/* Numbers by keys that are not 0, for lists that a hostile file makes long: an open hash table. */
struct arena_map {
    uint64_t *keys;
    uint32_t *values, capacity, count;
};
/* Where the number of the key is, which is 0 if the key is new: until the next call. */
uint32_t *arena_map_at(struct arena *a, struct arena_map *m, uint64_t key);
uint32_t arena_map_get(const struct arena_map *m, uint64_t key); /* 0: not there */

char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arena_free(struct arena *a);

#endif
