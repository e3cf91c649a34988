/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/guard.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than any SIMD register and any vector tail. */
#define CANARY 256

static void *must(void *memory)
{
    if (memory == NULL) {
        fputs("tests: not enough memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* Byte i of a sequence without short periods. Read as numbers the bytes have any
 * magnitude, so that an element read from a gap by mistake shows in the result. */
static unsigned char pattern(size_t i)
{
    uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned char)(z >> 56 | 1);
}

void guard_open(struct guard *guard, const struct layout *layout, size_t misalign)
{
    ptrdiff_t low, high;
    layout_range(layout, &low, &high);
    guard->size = (size_t)(high - low) + 2 * CANARY + 64 + misalign;
    guard->block = must(malloc(guard->size));
    guard->copy = must(malloc(guard->size));
    for (size_t i = 0; i < guard->size; i++)
        guard->block[i] = pattern(i);
    size_t origin = (size_t)((uintptr_t)guard->block) + CANARY + (size_t)-low;
    size_t up = (64 - origin % 64) % 64 + misalign;
    guard->origin = guard->block + CANARY + (size_t)-low + up;
    guard_remember(guard);
}

void guard_close(struct guard *guard)
{
    free(guard->block);
    free(guard->copy);
    guard->block = guard->copy = NULL;
}

void guard_remember(struct guard *guard) { memcpy(guard->copy, guard->block, guard->size); }

bool guard_intact(const struct guard *guard, const struct layout *but)
{
    if (but == NULL)
        return memcmp(guard->block, guard->copy, guard->size) == 0;
    unsigned char *now = must(malloc(guard->size));
    memcpy(now, guard->block, guard->size);
    size_t origin = (size_t)(guard->origin - guard->block), count = layout_count(but);
    for (size_t i = 0; i < count; i++) {
        size_t at = origin + (size_t)layout_offset(but, i);
        memcpy(now + at, guard->copy + at, but->element);
    }
    bool intact = memcmp(now, guard->copy, guard->size) == 0;
    free(now);
    return intact;
}
