/* SPDX-License-Identifier: Apache-2.0 */
/* The rough part of a length as a cyclic convolution: its tables. */
#include "graph/convolution.h"

#include <string.h>

#include "base/alloc.h"
#include "lines/cache.h"
#include "graph/levels.h"
#include "lines/method.h"
#include "trig/roots.h"

__extension__ typedef unsigned __int128 uint128;

/* What the filter is the transform of, and is transformed in: double, or double-double for pairs.
 */
static stet_precision source_precision(const stet_convolution *z)
{
    return stet_is_pair(z->fft->precision) ? STET_DD : STET_F64;
}

/* exp(2 pi i k/n) of these roots, or its conjugate, as complex number `at` of an array. */
static void put_root(stet_precision p, const stet_roots *roots, uint64_t k, int conjugated,
                     void *array, ptrdiff_t at)
{
    double c[2], s[2];
    stet_roots_dd(roots, k, c, s);
    const stet_dd sine = {s[0], s[1]};
    stet_set(p, array, 2 * at, (stet_dd){c[0], c[1]});
    stet_set(p, array, 2 * at + 1, conjugated ? stet_dd_neg(sine) : sine);
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

/* Whether g generates the residues modulo n other than 0, n - 1 being a product of primes up to 13.
 * If some g does, n is prime (E. Lucas, 1878). */
static int generates(uint64_t g, uint64_t n)
{
    static const uint64_t prime[] = {2, 3, 5, 7, 11, 13};
    if (power(g, n - 1, n) != 1)
        return 0;
    for (size_t i = 0; i < sizeof prime / sizeof *prime; i++)
        if ((n - 1) % prime[i] == 0 && power(g, (n - 1) / prime[i], n) == 1)
            return 0;
    return 1;
}

/* The least generator for Rader's method; 0: n is no prime, too large, n - 1 is rough too, or, by
 * definition of the graph, the generator is. */
static uint64_t generator(ptrdiff_t n)
{
    enum { LARGEST = 1000 };
    if (n > STET_MAX_RADER || stet_graph_of(n - 1).rough > 1)
        return 0;
    for (uint64_t g = 2; g <= LARGEST && g < (uint64_t)n; g++)
        if (generates(g, (uint64_t)n))
            return g;
    return 0;
}

/* The order of the input, and w^(g^-s), s < m, of which the filter is the transform. */
static int fill_rader(stet_convolution *z, uint64_t g, void *source)
{
    const uint64_t p = (uint64_t)z->n;
    stet_roots *roots = stet_roots_create(p);
    if (!roots)
        return 0;
    uint64_t e = 1;
    for (ptrdiff_t q = 0; q < z->m; q++, e = e * g % p) {
        const ptrdiff_t s = q == 0 ? 0 : z->m - q;
        z->order[q] = (uint32_t)e;
        put_root(source_precision(z), roots, e, 1, source, s);
    }
    stet_roots_destroy(roots);
    return 1;
}

/* ------------------------------------------------------------- Bluestein -- */

/* The convolution length: the smallest 2^a {1, 3, 5, 9, 15} >= 2 n - 1 with a >= 4. */
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

/* exp(-i pi k^2/n), from the exact k^2 mod 2 n; and its conjugate for k = -(n-1)..n-1 mod m. */
static int fill_bluestein(stet_convolution *z, void *source)
{
    stet_roots *roots = stet_roots_create((uint64_t)(2 * z->n));
    if (!roots)
        return 0;
    const stet_precision p = z->fft->precision;
    float *narrow = (float *)z->chirp;
    memset(source, 0, (size_t)z->m * 2 * stet_real_size(source_precision(z)));
    for (ptrdiff_t k = 0; k < z->n; k++) {
        const uint64_t square = (uint64_t)((uint128)k * (uint128)k % (uint128)(2 * z->n));
        const ptrdiff_t mirror = k == 0 ? 0 : z->m - k;
        put_root(source_precision(z), roots, square, 0, source, k);
        put_root(source_precision(z), roots, square, 0, source, mirror);
        if (p == STET_F64 || stet_is_pair(p)) {
            put_root(p, roots, square, 1, z->chirp, k);
        } else {
            stet_roots_f32(roots, square, &narrow[2 * k], &narrow[2 * k + 1]);
            narrow[2 * k + 1] = -narrow[2 * k + 1];
        }
    }
    stet_roots_destroy(roots);
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

/* The filter: the transform of source, divided by m, in double for both precisions and rounded
 * once; in double-double for pairs. In place. */
static int fill_filter(stet_convolution *z, void *source)
{
    const stet_precision p = source_precision(z);
    const stet_dd m = stet_dd_from((double)z->m);
    stet_fft1d *f = stet_fft1d_acquire(z->m, STET_C2C, p, z->fft->isa, NULL);
    void *work = f ? stet_alloc(f->work) : NULL;
    if (work) {
        stet_fft1d_line(f, source, source, 0, p == STET_F64 ? 1.0 / m.hi : 1, work, NULL);
        for (ptrdiff_t k = 0; k < 2 * z->m; k++) {
            const stet_dd x = stet_get(p, source, k);
            stet_set(z->fft->precision, z->filter, k, p == STET_F64 ? x : stet_dd_div(x, m));
        }
    }
    stet_free(work);
    stet_fft1d_release(f);
    return work != NULL;
}

stet_convolution *stet_convolution_create(const stet_fft1d *f, const stet_schedule *schedule)
{
    stet_convolution *z = (stet_convolution *)stet_alloc(sizeof *z);
    if (!z)
        return NULL;
    const ptrdiff_t n = f->graph.rough;
    const size_t complex_size = 2 * stet_real_size(f->precision);
    const uint64_t g = generator(n);
    *z = (stet_convolution){.n = n, .m = stet_convolution_length(n)};
    z->fft = stet_fft1d_acquire(z->m, STET_C2C, f->precision, f->isa, schedule);
    z->filter = stet_alloc_array((size_t)z->m, complex_size);
    if (g)
        z->order = (uint32_t *)stet_alloc_array((size_t)z->m, sizeof *z->order);
    else
        z->chirp = stet_alloc_array((size_t)n, complex_size);
    void *source =
        z->fft ? stet_alloc_array((size_t)z->m, 2 * stet_real_size(source_precision(z))) : NULL;
    int ok = z->fft && z->filter && (z->order || z->chirp) && source;
    ok = ok && (g ? fill_rader(z, g, source) : fill_bluestein(z, source));
    ok = ok && fill_filter(z, source);
    stet_free(source);
    if (ok)
        return z;
    stet_convolution_destroy(z);
    return NULL;
}

void stet_convolution_destroy(stet_convolution *z)
{
    if (!z)
        return;
    stet_fft1d_release(z->fft);
    stet_free(z->order);
    stet_free(z->chirp);
    stet_free(z->filter);
    stet_free(z);
}
