/* SPDX-License-Identifier: Apache-2.0 */
#include "trig/round.h"

/* Returns x rounded to p bits, ties up; 0 for x = 0. The leading 64 bits are enough: if ties go up,
 * the first p + 1 bits decide. */
static uint64_t nearest(const uint64_t *x, int w, int p)
{
    int i = w - 1;
    while (i > 0 && x[i] == 0)
        i--;
    if (x[i] == 0)
        return 0;
    int shift = __builtin_clzll(x[i]);
    uint64_t top = x[i] << shift;
    if (shift > 0 && i > 0)
        top |= x[i - 1] >> (64 - shift);
    return stet_bits_of(top, 64 * (w - 1 - i) + shift, p);
}

bool stet_fixed_round_any(uint64_t *bits, const uint64_t *x, uint64_t error, int w, int p)
{
    uint64_t low[STET_FIXED_MAX] = {0}, high[STET_FIXED_MAX] = {0};
    const uint64_t e[STET_FIXED_MAX] = {error};
    bool negative = stet_limbs_sub(low, x, e, w);
    bool too_large = stet_limbs_add(high, x, e, w);
    *bits = nearest(low, w, p);
    return !negative && !too_large && *bits != 0 && *bits == nearest(high, w, p);
}
