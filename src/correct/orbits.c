/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/orbits.h"

#include <string.h>

#include "base/alloc.h"
#include "arith/integers.h"

#define UNKNOWN (~STET_ORBIT_MINUS)

/* Fewer than 2^31 outputs have at most this many dimensions longer than 1. */
enum { MOST_AXES = 31 };

/* Walks through one orbit: the multiplier c, and c k component by component. */
struct walk {
    int rank; /* without dimensions of length 1 */
    ptrdiff_t n[MOST_AXES];
    int64_t L, step, c;
    struct stet_primes primes; /* prime factors of L that c may have */
    int64_t rest[STET_PRIMES]; /* c modulo these primes */
    ptrdiff_t at[MOST_AXES], leap[MOST_AXES];
};

static void start(struct walk *w, ptrdiff_t k)
{
    w->L = w->c = 1;
    for (int i = w->rank - 1; i >= 0; i--) {
        w->at[i] = k % w->n[i];
        k /= w->n[i];
        int64_t order = w->n[i] / stet_gcd(w->at[i], w->n[i]);
        w->L *= order / stet_gcd(w->L, order);
    }
    w->step = w->L % 4 == 0 ? 4 : 1;
    for (int i = 0; i < w->rank; i++)
        w->leap[i] = (ptrdiff_t)stet_times_mod(w->at[i], w->step % w->n[i], w->n[i]);
    w->primes.count = 0;
    stet_primes_times(&w->primes, w->step == 4 ? w->L >> __builtin_ctzll((uint64_t)w->L) : w->L);
    for (int i = 0; i < w->primes.count; i++)
        w->rest[i] = 1;
}

/* Moves to the next c that is prime to L; returns false at the end. */
static bool advance(struct walk *w)
{
    bool prime;
    do {
        prime = true;
        w->c += w->step;
        for (int i = 0; i < w->rank; i++) {
            w->at[i] += w->leap[i];
            w->at[i] -= w->at[i] >= w->n[i] ? w->n[i] : 0;
        }
        for (int i = 0; i < w->primes.count; i++) {
            w->rest[i] = (w->rest[i] + w->step) % w->primes.p[i];
            prime &= w->rest[i] != 0;
        }
    } while (!prime && w->c < w->L);
    return w->c < w->L;
}

static ptrdiff_t index_of(const struct walk *w)
{
    ptrdiff_t index = 0;
    for (int i = 0; i < w->rank; i++)
        index = index * w->n[i] + w->at[i];
    return index;
}

/* Reports whether chi(c) is -1, where sqrt(f) is in the field. */
static bool is_minus(int64_t c, int64_t f)
{
    int64_t odd = f % 2 == 0 ? f / 2 : f;
    return (stet_jacobi(c % odd, odd) < 0) != (f % 2 == 0 && c % 8 == 5);
}

static bool is_rooted(int64_t L, int64_t f)
{
    return f > 1 && L % (f % 2 == 0 ? f / 2 : f) == 0 && (f % 2 == 1 || L % 8 == 0);
}

/* Numbers the orbits in the order of their first members; member[o] counts those of orbit o. */
static void number_all(struct stet_orbits *o, struct walk *w, int64_t f)
{
    for (ptrdiff_t k = 0; k < o->n; k++) {
        if (o->of[k] != UNKNOWN)
            continue;
        start(w, k);
        bool rooted = is_rooted(w->L, f);
        uint32_t members = 0;
        do {
            bool minus = rooted && is_minus(w->c, f);
            o->of[index_of(w)] = (uint32_t)o->count | (minus ? STET_ORBIT_MINUS : 0);
            members++;
        } while (advance(w));
        if (o->rooted != NULL)
            o->rooted[o->count] = rooted;
        o->member[o->count++] = members;
    }
}

/* A counting sort: start[o] is first the end of each orbit and then, after filling backwards, its
 * beginning. */
static void sort_members(struct stet_orbits *o)
{
    uint32_t sum = 0;
    for (ptrdiff_t i = 0; i < o->count; i++)
        o->start[i] = sum += o->member[i];
    o->start[o->count] = sum;
    for (ptrdiff_t k = o->n - 1; k >= 0; k--) {
        uint32_t minus = o->of[k] & STET_ORBIT_MINUS;
        o->of[k] ^= minus;
        o->member[--o->start[o->of[k]]] = (uint32_t)k | minus;
    }
}

stet_status stet_orbits_create(struct stet_orbits *orbits, int rank, const ptrdiff_t *lengths,
                               int64_t f)
{
    struct walk w = {.rank = 0};
    *orbits = (struct stet_orbits){.n = 1};
    for (int i = 0; i < rank; i++)
        orbits->n *= lengths[i];
    if (orbits->n >= UNKNOWN)
        return STET_E_MEMORY;
    for (int i = 0; i < rank; i++)
        if (lengths[i] > 1)
            w.n[w.rank++] = lengths[i];
    size_t n = (size_t)orbits->n;
    orbits->of = stet_alloc_array(n, sizeof *orbits->of);
    orbits->member = stet_alloc_array(n, sizeof *orbits->member);
    orbits->rooted = f > 1 ? stet_alloc_array(n, sizeof *orbits->rooted) : NULL;
    if (orbits->of == NULL || orbits->member == NULL || (f > 1 && orbits->rooted == NULL))
        return STET_E_MEMORY;
    for (size_t k = 0; k < n; k++)
        orbits->of[k] = UNKNOWN;
    number_all(orbits, &w, f);
    orbits->start = stet_alloc_array((size_t)orbits->count + 1, sizeof *orbits->start);
    if (orbits->start == NULL)
        return STET_E_MEMORY;
    sort_members(orbits);
    return STET_OK;
}

void stet_orbits_destroy(struct stet_orbits *orbits)
{
    stet_free(orbits->of);
    stet_free(orbits->start);
    stet_free(orbits->member);
    stet_free(orbits->rooted);
}
