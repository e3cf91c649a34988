/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the tables of the cyclic convolution of a rough prime. */
#include "graph/convolution.h"

#include <string.h>

#include "graph/tables.h"

stet_precision stet_source_precision(stet_precision p)
{
    return stet_is_pair(p) ? STET_DD : STET_F64;
}

/* Stores exp(2 pi i k/n) of these roots as complex number `at` of an array. */
static void put_root(stet_precision p, const stet_roots *roots, ptrdiff_t k, void *array,
                     ptrdiff_t at)
{
    stet_set_root(p, roots, k, array, 2 * at, 2 * at + 1);
}

/* Replaces complex number `at` by its conjugate. */
static void conjugate(stet_precision p, void *array, ptrdiff_t at)
{
    stet_set(p, array, 2 * at + 1, stet_dd_neg(stet_get(p, array, 2 * at + 1)));
}

/* Stores the negative of complex number `from`, a root, as number `to`; +0 stays, as in roots. */
static void put_minus(stet_precision p, void *array, ptrdiff_t to, ptrdiff_t from)
{
    for (ptrdiff_t part = 0; part < 2; part++) {
        const stet_dd x = stet_get(p, array, 2 * from + part);
        stet_set(p, array, 2 * to + part, (stet_dd){0 - x.hi, 0 - x.lo});
    }
}

/* ----------------------------------------------------------------- Rader -- */

/* The powers of g modulo p stay below 2^62. */
enum { STET_MAX_RADER = 0x7fffffff };

static uint64_t power(uint64_t g, uint64_t e, uint64_t p)
{
    uint64_t result = 1;
    for (; e > 0; e /= 2, g = g * g % p)
        if (e % 2)
            result = result * g % p;
    return result;
}

/* Reports whether g generates the residues modulo the prime n other than 0; m is the graph of n -
 * 1, which is even. */
static int generates(uint64_t g, uint64_t n, const stet_graph *m)
{
    int ok = power(g, (n - 1) / 2, n) != 1;
    for (int i = 0; i < m->odd_count && ok; i++)
        ok = power(g, (n - 1) / (uint64_t)m->odd[i], n) != 1;
    return ok;
}

/* Returns the least generator for Rader's method. Returns 0 if n is too large, if n - 1 has a rough
 * prime too, or if the generator is above LARGEST, which the definition of the graph rules out. */
static uint64_t generator(ptrdiff_t n)
{
    enum { LARGEST = 1000 };
    const stet_graph m = stet_graph_of(n - 1);
    if (n > STET_MAX_RADER || m.rough_count > 0)
        return 0;
    for (uint64_t g = 2; g <= LARGEST && g < (uint64_t)n; g++)
        if (generates(g, (uint64_t)n, &m))
            return g;
    return 0;
}

/* g^(m/2) is -1, so the second half of the source has the conjugates of the first. */
int stet_fill_rader(stet_precision p, ptrdiff_t n, ptrdiff_t g, uint32_t *order, void *source)
{
    const stet_precision wide = stet_source_precision(p);
    const uint64_t prime = (uint64_t)n;
    const ptrdiff_t m = n - 1;
    stet_roots *roots = stet_roots_create(prime);
    if (!roots)
        return 0;
    uint64_t e = 1;
    for (ptrdiff_t q = 0; q < m; q++, e = e * (uint64_t)g % prime) {
        const ptrdiff_t at = q == 0 ? 0 : m - q, opposite = q == m / 2 ? 0 : at + m / 2;
        order[q] = (uint32_t)e;
        if (q < m / 2)
            put_root(wide, roots, (ptrdiff_t)e, source, at);
        else
            stet_copy(2 * stet_real_size(wide), source, at, source, opposite);
        conjugate(wide, source, at);
    }
    stet_roots_destroy(roots);
    return 1;
}

/* ------------------------------------------------------------- Bluestein -- */

/* Returns the convolution length: the smallest 2^a {1, 3, 5, 9, 15} >= 2 n - 1 with a >= 4. */
static ptrdiff_t bluestein_length(ptrdiff_t n)
{
    static const int odd[] = {1, 3, 5, 9, 15};
    ptrdiff_t best = 0;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        ptrdiff_t m = 16 * odd[i];
        while (m < 2 * n - 1)
            m *= 2;
        if (best == 0 || m < best)
            best = m;
    }
    return best;
}

/* The angles come from the exact k^2 mod 2 n: (k + 1)^2 = k^2 + 2 k + 1. Because n is odd, (n -
 * k)^2 is n more than k^2, so half of the roots are the negatives of the others. The chirp of
 * STET_F16 is of floats. */
int stet_fill_bluestein(stet_precision p, ptrdiff_t n, ptrdiff_t m, void *chirp, void *source)
{
    const stet_precision wide = stet_source_precision(p), narrow = p == STET_F16 ? STET_F32 : p;
    const size_t size = 2 * stet_real_size(wide);
    stet_roots *roots = stet_roots_create((uint64_t)(2 * n));
    if (!roots)
        return 0;
    memset(source, 0, (size_t)m * size);
    ptrdiff_t square = 0;
    for (ptrdiff_t k = 0; k <= n / 2; k++) {
        put_root(wide, roots, square, source, k);
        if (narrow == wide)
            stet_copy(size, chirp, k, source, k);
        else
            put_root(narrow, roots, square, chirp, k);
        square += 2 * k + 1;
        square -= square < 2 * n ? 0 : 2 * n;
    }
    stet_roots_destroy(roots);
    for (ptrdiff_t k = 1; k < n; k++) {
        if (2 * k > n) {
            put_minus(wide, source, k, n - k);
            put_minus(narrow, chirp, k, n - k);
        }
        stet_copy(size, source, m - k, source, k);
    }
    for (ptrdiff_t k = 0; k < n; k++)
        conjugate(narrow, chirp, k);
    return 1;
}

/* ----------------------------------------------------------------- both -- */

ptrdiff_t stet_convolution_of(ptrdiff_t n, ptrdiff_t *g)
{
    *g = (ptrdiff_t)generator(n);
    return *g ? n - 1 : bluestein_length(n);
}

ptrdiff_t stet_convolution_length(ptrdiff_t n)
{
    ptrdiff_t g;
    return stet_convolution_of(n, &g);
}

/* The transform multiplies doubles by 1/m, and rounds them; pairs are divided after it. */
double stet_filter_scale(stet_precision p, ptrdiff_t m)
{
    return stet_is_pair(p) ? 1 : 1.0 / (double)m;
}

void stet_fill_filter(stet_precision p, ptrdiff_t m, const void *transform, void *filter)
{
    const stet_precision wide = stet_source_precision(p);
    const stet_dd divisor = stet_dd_from((double)m);
    if (p == STET_F64 && transform == filter)
        return;
    for (ptrdiff_t k = 0; k < 2 * m && p == STET_F32; k++)
        ((float *)filter)[k] = (float)((const double *)transform)[k];
    for (ptrdiff_t k = 0; k < 2 * m && p != STET_F32; k++) {
        const stet_dd x = stet_get(wide, transform, k);
        stet_set(p, filter, k, stet_is_pair(p) ? stet_dd_div(x, divisor) : x);
    }
}
