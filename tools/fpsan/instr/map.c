/* SPDX-License-Identifier: Apache-2.0 */
#include "map.h"

#include <stdio.h>
#include <stdlib.h>

static size_t place(const struct map *m, const void *key)
{
    size_t i = (size_t)(((uintptr_t)key >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20);
    while (m->slots[i & (m->capacity - 1)].key && m->slots[i & (m->capacity - 1)].key != key)
        i++;
    return i & (m->capacity - 1);
}

uintptr_t map_get(const struct map *m, const void *key)
{
    return m->capacity ? m->slots[place(m, key)].value : 0;
}

static void grow(struct map *m)
{
    const struct map old = *m;
    m->capacity = old.capacity ? 2 * old.capacity : 64;
    m->slots = calloc(m->capacity, sizeof *m->slots);
    if (!m->slots) {
        fputs("fpsan-instr: out of memory\n", stderr);
        exit(2);
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].key)
            m->slots[place(m, old.slots[i].key)] = old.slots[i];
    free(old.slots);
}

void map_set(struct map *m, const void *key, uintptr_t value)
{
    if (2 * (m->used + 1) > m->capacity)
        grow(m);
    struct map_slot *slot = &m->slots[place(m, key)];
    m->used += !slot->key;
    slot->key = key;
    slot->value = value;
}

void map_clear(struct map *m)
{
    free(m->slots);
    *m = (struct map){NULL, 0, 0};
}
