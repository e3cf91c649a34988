/* SPDX-License-Identifier: Apache-2.0 */
/* Implements a hash map from pointers to pointer-sized values. It ends the program if memory runs
 * out. */
#ifndef FPSAN_INSTR_MAP_H
#define FPSAN_INSTR_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map {
    struct map_slot {
        const void *key;
        uintptr_t value;
    } *slots;
    size_t used, capacity;
};

uintptr_t map_get(const struct map *m, const void *key); /* 0 if absent */
void map_set(struct map *m, const void *key, uintptr_t value);
void map_clear(struct map *m);

#endif
