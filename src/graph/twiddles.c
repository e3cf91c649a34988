/* SPDX-License-Identifier: Apache-2.0 */
/* The twiddles of a level, for whoever runs levels elsewhere. */
#include "graph/levels.h"

#include "graph/roots16.h"
#include "stet.h"
#include "trig/roots.h"

int stet_twiddles_f32(ptrdiff_t L, ptrdiff_t count, float *m, float *t)
{
    stet_roots *roots = stet_roots_create(2 * (uint64_t)L);
    if (roots)
        stet_roots_twiddles_f32(roots, (uint64_t)L, (uint64_t)count, m, t);
    stet_roots_destroy(roots);
    return roots != NULL;
}

int stet_twiddles_f64(ptrdiff_t L, ptrdiff_t count, double *m, double *t)
{
    stet_roots *roots = stet_roots_create(2 * (uint64_t)L);
    if (roots)
        stet_roots_twiddles_f64(roots, (uint64_t)L, (uint64_t)count, m, t);
    stet_roots_destroy(roots);
    return roots != NULL;
}

int stet_twiddles_f16(ptrdiff_t L, ptrdiff_t count, uint16_t *m, uint16_t *t)
{
    stet_roots *roots = stet_roots_create(2 * (uint64_t)L);
    for (ptrdiff_t j = 0; roots && j < count; j++) {
        float rounded[2];
        stet_f16_twiddle(roots, L, j, &rounded[0], &rounded[1]);
        m[j] = stet_f16_from_f32(rounded[0]);
        t[j] = stet_f16_from_f32(rounded[1]);
    }
    stet_roots_destroy(roots);
    return roots != NULL;
}
