/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of one file: it is taken piece by piece and freed at once. A failed allocation jumps to
 * the handler of the arena, so that no rule has to check for NULL. */
#ifndef STET_LINT_ARENA_H
#define STET_LINT_ARENA_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

struct arena {
    struct arena_block *blocks;
    jmp_buf out_of_memory; /* the owner sets it before arena_take() */
};

/* Returns size bytes of zeros, aligned for any type. Does not return if memory runs out. */
void *arena_take(struct arena *a, size_t size);
#define ARENA_NEW(a, type, count) ((type *)arena_take(a, sizeof(type) * (size_t)(count)))

/* Returns the array with space for at least one more item than count. If count is 0, or a power of
 * two from 8 on, the array moves and its capacity doubles. */
void *arena_grow(struct arena *a, void *items, size_t count, size_t item);

/* An open hash table that maps keys to numbers, for lists that a hostile file makes long. Keys are
 * not 0. */
struct arena_map {
    uint64_t *keys;
    uint32_t *values, capacity, count;
};
/* Returns a pointer to the number of the key, valid until the next call. Inserts a new key with the
 * number 0. */
uint32_t *arena_map_at(struct arena *a, struct arena_map *m, uint64_t key);
uint32_t arena_map_get(const struct arena_map *m, uint64_t key); /* 0: the key is absent */

char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arena_free(struct arena *a);

#endif
