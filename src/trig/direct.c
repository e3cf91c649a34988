/* SPDX-License-Identifier: Apache-2.0 */
#include "trig/direct.h"

#include "trig/sincos.h"

bool stet_direct_try(stet_rounder *rounder, uint64_t *out, const stet_angle *angle, uint64_t error,
                     int w, int p)
{
    uint64_t c[STET_FIXED_MAX], s[STET_FIXED_MAX];
    stet_sincos(c, s, angle->y, angle->h, w);
    return rounder(out, angle, c, s, error, w, p);
}

/* Does what Ziv (1991) does: it computes cheaply first, then with more and more bits. */
void stet_direct(stet_rounder *rounder, uint64_t *out, const stet_angle *angle, int w, int p)
{
    static const int next[STET_FIXED_MAX] = {[2] = 3, [3] = 5, [5] = STET_FIXED_MAX};
    while (!stet_direct_try(rounder, out, angle, STET_SINCOS_ERROR, w, p)) {
        if (w == STET_FIXED_MAX) {
            stet_direct_try(rounder, out, angle, 0, w, p);
            return;
        }
        w = next[w];
    }
}
