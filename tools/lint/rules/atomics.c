/* SPDX-License-Identifier: Apache-2.0 */
/* FFT402: atomicAdd of floating-point numbers. */
#include "common.h"

#include <string.h>

/* Reports whether &x[i].y or &x[i] is the address of a part of a complex number. */
static bool is_part(const struct ast *a, uint32_t n)
{
    n = ast_bare(a, n);
    while (ast_kind(a, n) == K_UNARY)
        n = ast_bare(a, ast_child(a, n, F_OBJECT));
    return ast_kind(a, n) == K_ATTRIBUTE &&
           slice_among(ast_text(a, ast_child(a, n, F_MEMBER)), " x y re im real imag ");
}

void lint_FFT402(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t address = facts_argument(c->facts, m->site, 0),
             value = facts_argument(c->facts, m->site, 1);
    int pointers;
    if (address == 0 || value == 0)
        return;
    uint32_t object = facts_object(c->facts, address);
    uint32_t root = object;
    while (ast_kind(a, root) == K_ATTRIBUTE)
        root = facts_object(c->facts, ast_child(a, root, F_OBJECT));
    struct slice type = facts_type(c->facts, root, &pointers);
    if (type.p == NULL)
        return;
    bool number = slice_among(type, " float double half __half __nv_bfloat16 ");
    bool part = (slice_has(type, "complex") || slice_among(type, " float2 double2 ")) &&
                is_part(a, address);
    if (number || part)
        lint_report(c, m->site,
                    "the threads add in whatever order they come, and each order rounds "
                    "differently: the sum has other "
                    "bits in every run; sum in a fixed tree, or in integers");
}
