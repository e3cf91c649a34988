/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 65536

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char data[];
};

static struct arena_block *new_block(struct arena *a, size_t size)
{
    size_t capacity = size > BLOCK ? size : BLOCK;
    struct arena_block *block =
        capacity <= SIZE_MAX / 2 ? calloc(1, sizeof *block + capacity) : NULL;
    if (block == NULL)
        longjmp(a->out_of_memory, 1);
    block->size = capacity;
    block->next = a->blocks;
    a->blocks = block;
    return block;
}

void *arena_take(struct arena *a, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    size = (size + align - 1) / align * align;
    struct arena_block *block = a->blocks;
    if (block == NULL || block->size - block->used < size)
        block = new_block(a, size);
    void *p = block->data + block->used;
    block->used += size;
    return p;
}

void *arena_grow(struct arena *a, void *items, size_t count, size_t item)
{
    if (count != 0 && (count < 8 || (count & (count - 1)) != 0))
        return items;
    void *more = arena_take(a, (count == 0 ? 8 : 2 * count) * item);
    if (count != 0)
        memcpy(more, items, count * item);
    return more;
}

/* Returns the slot of the key, or the free slot where the key belongs. */
static uint32_t slot_of(const struct arena_map *m, uint64_t key)
{
    uint64_t h = key * 0x9e3779b97f4a7c15u; /* Knuth's multiplicative hashing: 2^64/phi */
    uint32_t at = (uint32_t)(h >> 32) & (m->capacity - 1);
    while (m->keys[at] != 0 && m->keys[at] != key)
        at = (at + 1) & (m->capacity - 1);
    return at;
}

static void widen_map(struct arena *a, struct arena_map *m)
{
    struct arena_map wide = {.capacity = m->capacity != 0 ? 2 * m->capacity : 64,
                             .count = m->count};
    wide.keys = ARENA_NEW(a, uint64_t, wide.capacity);
    wide.values = ARENA_NEW(a, uint32_t, wide.capacity);
    for (uint32_t i = 0; i < m->capacity; i++)
        if (m->keys[i] != 0) {
            uint32_t at = slot_of(&wide, m->keys[i]);
            wide.keys[at] = m->keys[i];
            wide.values[at] = m->values[i];
        }
    *m = wide;
}

uint32_t *arena_map_at(struct arena *a, struct arena_map *m, uint64_t key)
{
    if (2 * m->count >= m->capacity)
        widen_map(a, m);
    uint32_t at = slot_of(m, key);
    m->count += m->keys[at] == 0;
    m->keys[at] = key;
    return &m->values[at];
}

uint32_t arena_map_get(const struct arena_map *m, uint64_t key)
{
    return m->capacity != 0 ? m->values[slot_of(m, key)] : 0;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    char *text = arena_take(a, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(list);
    return text;
}

void arena_free(struct arena *a)
{
    while (a->blocks != NULL) {
        struct arena_block *next = a->blocks->next;
        free(a->blocks);
        a->blocks = next;
    }
}
