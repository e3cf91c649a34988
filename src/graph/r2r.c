/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/r2r.h"

#include "graph/tables.h"
#include "trig/roots.h"

stet_kind stet_r2r_inside(stet_kind kind, ptrdiff_t n, ptrdiff_t *length)
{
    *length = n;
    switch (stet_r2r_kind_of(kind)) {
    case STET_HC2R:
    case STET_DCT3:
    case STET_DST3: return STET_C2R;
    case STET_DCT1: *length = 2 * (n - 1); return STET_R2C;
    case STET_DST1: *length = 2 * (n + 1); return STET_R2C;
    case STET_DCT4:
    case STET_DST4:
        if (n % 2 == 0) {
            *length = n / 2;
            return STET_C2C;
        }
        return STET_R2C;
    default: return STET_R2C;
    }
}

ptrdiff_t stet_r2r_table_size(stet_r2r_kind kind, ptrdiff_t n)
{
    switch (kind) {
    case STET_DCT2:
    case STET_DCT3:
    case STET_DST2:
    case STET_DST3: return n / 2 + 1;
    case STET_DCT4:
    case STET_DST4: return n % 2 == 0 ? n / 2 : 1;
    default: return 0;
    }
}

/* Fills two tables: cos and sin of 2 pi (first + step i)/order, i < count, or twice these
 * numbers. */
static int fill(stet_precision p, ptrdiff_t order, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count,
                int twice, void *table)
{
    stet_roots *roots = stet_roots_create((uint64_t)order);
    if (!roots)
        return 0;
    for (ptrdiff_t i = 0; i < count; i++)
        stet_set_root(p, roots, first + step * i, table, i, count + i);
    for (ptrdiff_t i = 0; twice && i < 2 * count; i++) {
        const stet_dd x = stet_get(p, table, i);
        stet_set(p, table, i, (stet_dd){2 * x.hi, 2 * x.lo});
    }
    stet_roots_destroy(roots);
    return 1;
}

int stet_r2r_fill_table(stet_precision p, stet_r2r_kind kind, ptrdiff_t n, void *table)
{
    const ptrdiff_t count = stet_r2r_table_size(kind, n);
    if (kind == STET_DCT4 || kind == STET_DST4)
        return n % 2 == 0 ? fill(p, 16 * n, 1, 8, count, 0, table)
                          : fill(p, 8, 1, 1, count, 1, table); /* sqrt 2 = 2 cos 45 degrees */
    return fill(p, 4 * n, 0, 1, count, kind == STET_DCT2 || kind == STET_DST2, table);
}
