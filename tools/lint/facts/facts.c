/* SPDX-License-Identifier: Apache-2.0 */
/* Builds the facts of a file and the list of its definitions. */
#include "python.h"

static uint64_t key_of(uint32_t name, uint32_t scope) { return (uint64_t)name << 32 | scope; }

uint32_t facts_first_def(const struct facts *f, uint32_t name, uint32_t scope)
{
    return arena_map_get(&f->first_def, key_of(name, scope));
}

void facts_define(struct facts *f, struct def d)
{
    struct ast *a = &f->ast;
    d.name = a->nodes[d.node].name;
    if (d.name == 0)
        return;
    f->defs = arena_grow(a->arena, f->defs, f->def_count, sizeof *f->defs);
    f->defs[f->def_count] = d;
    uint32_t *first = arena_map_at(a->arena, &f->first_def, key_of(d.name, d.scope));
    if (*first == 0)
        *first = f->def_count;
    else
        f->defs[f->defs[*first].last].next = f->def_count;
    f->defs[*first].last = f->def_count++;
}

void facts_build(struct facts *f, TSTreeCursor *cursor)
{
    struct arena *arena = f->ast.arena;
    ast_build(&f->ast, cursor);
    if (f->ast.depth > FACTS_DEPTH_MOST)
        return;
    f->defs = arena_grow(arena, NULL, 0, sizeof *f->defs);
    f->def_count = 1;
    if (f->ast.language == &lint_python) {
        f->cache = ARENA_NEW(arena, struct transform_cache, 1);
        f->cache->of = ARENA_NEW(arena, uint32_t, f->ast.count);
        python_definitions(f);
    } else {
        c_definitions(f);
        c_find_plans(f);
    }
}
