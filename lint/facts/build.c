/* SPDX-License-Identifier: Apache-2.0 */
#include "python.h"

void facts_build(struct facts *f, TSTreeCursor *cursor)
{
    struct arena *arena = f->ast.arena;
    ast_build(&f->ast, cursor);
    if (f->ast.depth > FACTS_DEPTH_MOST)
        return;
    if (f->ast.language == &lint_python) {
        f->cache = ARENA_NEW(arena, struct transform_cache, 1);
        f->cache->of = ARENA_NEW(arena, uint32_t, f->ast.count);
        python_definitions(f);
    } else {
        c_find_plans(f);
    }
}
