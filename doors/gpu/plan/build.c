/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/build.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

size_t stet_gpu_size(int real) { return real == 16 ? 4 : real == 32 ? 8 : real == 65 ? 32 : 16; }

stet_gpu_graph stet_gpu_graph_of(int64_t n)
{
    const stet_graph graph = stet_graph_of((ptrdiff_t)n);
    stet_gpu_graph g = {.n = n, .rough = 1, .rough_count = graph.rough_count};
    for (int i = 0; i < graph.rough_count; i++) {
        g.prime[i] = graph.odd[i];
        g.rough *= graph.odd[i];
    }
    for (int i = graph.rough_count; i < graph.odd_count + graph.levels; i++)
        g.radix[g.count++] = i < graph.odd_count ? (int)graph.odd[i] : 2;
    return g;
}

/* Grows *block to a capacity of at least `need` bytes and keeps its first `used` bytes. */
static int grow(stet_gpu_builder *b, void **block, size_t *capacity, size_t used, size_t need)
{
    if (need <= *capacity)
        return 1;
    const size_t bigger = need + need / 2;
    void *new_block = stet_alloc(bigger);
    if (!new_block) {
        b->status = STET_E_MEMORY;
        return 0;
    }
    if (used > 0)
        memcpy(new_block, *block, used);
    stet_free(*block);
    *block = new_block;
    *capacity = bigger;
    return 1;
}

stet_gpu_launch *stet_gpu_add_launch(stet_gpu_builder *b)
{
    stet_gpu_lowering *r = b->result;
    const size_t used = (size_t)r->count * sizeof *r->launch;
    if (b->status ||
        !grow(b, (void **)&r->launch, &b->launch_capacity, used, used + sizeof *r->launch))
        return NULL;
    stet_gpu_launch *l = &r->launch[r->count++];
    memset(l, 0, sizeof *l);
    l->slots = STET_GPU_SLOTS;
    l->ints = STET_GPU_INTS;
    return l;
}

int64_t stet_gpu_add_table(stet_gpu_builder *b, size_t size)
{
    stet_gpu_lowering *r = b->result;
    const size_t at = (r->table_size + 255) / 256 * 256;
    if (b->status || !grow(b, &r->tables, &b->table_capacity, r->table_size, at + size))
        return -1;
    memset((char *)r->tables + r->table_size, 0, at + size - r->table_size);
    r->table_size = at + size;
    return (int64_t)at;
}

int64_t stet_gpu_find_table(const stet_gpu_builder *b, int real, int64_t n, int64_t x, int64_t y)
{
    for (int i = 0; i < b->known_count; i++) {
        const stet_gpu_known *k = &b->known[i];
        if (k->real == real && k->n == n && k->a == x && k->b == y)
            return k->at;
    }
    return -1;
}

void stet_gpu_remember(stet_gpu_builder *b, int real, int64_t n, int64_t x, int64_t y, int64_t at)
{
    if (at >= 0 && b->known_count < (int)(sizeof b->known / sizeof *b->known))
        b->known[b->known_count++] = (stet_gpu_known){real, n, x, y, at};
}

stet_status stet_gpu_begin(stet_gpu_builder *b, const stet_gpu_limits *limits)
{
    memset(b, 0, sizeof *b);
    b->limits = limits ? *limits : (stet_gpu_limits){48 << 10, 1024, 0};
    if (b->limits.chunk == 0)
        b->limits.chunk = 16 << 20;
    b->result = (stet_gpu_lowering *)stet_alloc(sizeof *b->result);
    if (!b->result)
        return b->status = STET_E_MEMORY;
    memset(b->result, 0, sizeof *b->result);
    return STET_OK;
}

/* Returns the compiler options, " -DREAL=32 ..". */
static char *options_of(const stet_gpu_definitions *d)
{
    static const char *const names[] = {
#define NAME(name) #name,
        STET_GPU_DEFINITIONS(NAME)
#undef NAME
    };
    enum { COUNT = sizeof names / sizeof *names, LONGEST = 32 };
    char *text = (char *)stet_alloc(COUNT * LONGEST), *end = text;
    const int *value = (const int *)d;
    for (int i = 0; text && i < COUNT; i++)
        end += snprintf(end, LONGEST, " -D%s=%d", names[i], value[i]);
    return text;
}

int stet_gpu_finish(stet_gpu_builder *b)
{
    stet_gpu_lowering *r = b->result;
    int64_t at[STET_GPU_REGIONS], end = 0;
    for (int i = 0; i < STET_GPU_REGIONS; i++) {
        at[i] = end;
        end += (int64_t)((b->region[i] + 255) / 256 * 256);
    }
    if (r) {
        r->workspace = (size_t)end;
        r->open += at[STET_GPU_RECORDS];
        r->listed += at[STET_GPU_RECORDS];
        if (r->round == 0)
            r->at_once = r->count;
    }
    for (int i = 0; !b->status && i < r->count; i++) {
        stet_gpu_launch *l = &r->launch[i];
        for (int k = 0; k < STET_GPU_SLOTS; k++)
            if (l->slot[k].place == STET_GPU_WORK)
                l->slot[k].offset = at[l->slot[k].offset];
        if (l->definitions.CORRECT)
            l->number[NUMBER_CORRECT] = at[STET_GPU_RECORDS] - l->slot[5].offset;
        l->options = options_of(&l->definitions);
        if (!l->options)
            b->status = STET_E_MEMORY;
        if (l->definitions.REAL >= 64)
            r->needs_f64 = 1;
    }
    if (!b->status)
        return 1;
    stet_gpu_lowering_destroy(r);
    b->result = NULL;
    return 0;
}

void stet_gpu_lowering_destroy(stet_gpu_lowering *r)
{
    if (!r)
        return;
    for (int i = 0; i < r->count; i++)
        stet_free((void *)(uintptr_t)r->launch[i].options);
    stet_free(r->launch);
    stet_free(r->tables);
    stet_free(r);
}
