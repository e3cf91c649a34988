/* SPDX-License-Identifier: Apache-2.0 */
/* The public roots of unity do no floating-point operation. So the caller's rounding mode cannot
 * change them, nor can they raise exception flags: there is no environment to enter and leave. */
#include "stet.h"
#include "trig/direct.h"
#include "trig/place.h"

/* The public functions differ in the rounder, the words per number, the limbs to begin with and
 * the format. */
static stet_status root(stet_rounder *rounder, int words, int w, int p, int64_t k, int64_t n,
                        void *c, void *s)
{
    if (!c || !s)
        return STET_E_NULL;
    if (n < 1 || (uint64_t)n > STET_ORDER_MAX)
        return STET_E_LENGTH;
    int64_t rest = k % n;
    stet_angle angle = stet_angle_of((uint64_t)(rest < 0 ? rest + n : rest), (uint64_t)n);
    uint64_t bits[4];
    stet_direct(rounder, bits, &angle, w, p);
    stet_place(bits, angle.octant, words, p);
    for (int i = 0; i < words; i++) {
        stet_put(c, (uint64_t)i, bits[i], p);
        stet_put(s, (uint64_t)i, bits[words + i], p);
    }
    return STET_OK;
}

stet_status stet_root_f32(int64_t k, int64_t n, float *c, float *s)
{
    return root(stet_round_root, 1, 2, 24, k, n, c, s);
}

stet_status stet_root_f64(int64_t k, int64_t n, double *c, double *s)
{
    return root(stet_round_root, 1, 2, 53, k, n, c, s);
}

stet_status stet_root_dd(int64_t k, int64_t n, double c[2], double s[2])
{
    return root(stet_round_root_dd, 2, 3, 53, k, n, c, s);
}
