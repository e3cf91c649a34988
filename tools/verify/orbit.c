/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/orbit.h"

__extension__ typedef unsigned __int128 wide;

static size_t gcd(size_t a, size_t b)
{
    while (b != 0) {
        size_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

bool orbit_start(struct orbit *o, const struct problem *p, size_t k, int part)
{
    *o = (struct orbit){.problem = p, .part = part, .order = 4, .c = 1};
    for (int i = p->rank - 1; i >= 0; i--) {
        o->k[i] = k % p->out.shape[i];
        k /= p->out.shape[i];
    }
    for (int i = 0; i < p->rank; i++) {
        size_t n = p->n[i] / gcd(o->k[i], p->n[i]);
        o->order *= n / gcd(o->order, n);
        if (o->order > 8 * p->points + 8)
            return false;
    }
    return true;
}

static void set_member(struct orbit *o)
{
    const struct problem *p = o->problem;
    int last = p->rank - 1;
    size_t index[RANK_MAX] = {0};
    for (int i = 0; i <= last; i++)
        index[i] = (size_t)((wide)o->k[i] * o->c % p->n[i]);
    bool mirrored = index[last] >= p->out.shape[last];
    o->at = 0;
    for (int i = 0; i <= last; i++)
        o->at = o->at * p->out.shape[i] + (mirrored ? (p->n[i] - index[i]) % p->n[i] : index[i]);
    o->sign = mirrored && o->part == 1 ? -1 : 1;
}

bool orbit_next(struct orbit *o)
{
    while (o->c < o->order && gcd(o->c, o->order) != 1)
        o->c += 4;
    if (o->c >= o->order)
        return false;
    set_member(o);
    o->c += 4;
    return true;
}
