/* SPDX-License-Identifier: Apache-2.0 */
/* The rough part of a length as a cyclic convolution: its tables. */
#include "fft/convolution.h"

#include <string.h>

#include "base/alloc.h"
#include "fft/cache.h"
#include "fft/method.h"
#include "trig/roots.h"

__extension__ typedef unsigned __int128 uint128;

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
static int fill_rader(stet_convolution *z, uint64_t g, double *source)
{
    const uint64_t p = (uint64_t)z->n;
    stet_roots *roots = stet_roots_create(p);
    if (!roots)
        return 0;
    uint64_t e = 1;
    for (ptrdiff_t q = 0; q < z->m; q++, e = e * g % p) {
        const ptrdiff_t s = q == 0 ? 0 : z->m - q;
        z->order[q] = (uint32_t)e;
        stet_roots_f64(roots, e, &source[2 * s], &source[2 * s + 1]);
        source[2 * s + 1] = -source[2 * s + 1];
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
static int fill_bluestein(stet_convolution *z, double *source)
{
    stet_roots *roots = stet_roots_create((uint64_t)(2 * z->n));
    if (!roots)
        return 0;
    float *narrow = (float *)z->chirp;
    double *wide = (double *)z->chirp;
    memset(source, 0, (size_t)z->m * 2 * sizeof(double));
    for (ptrdiff_t k = 0; k < z->n; k++) {
        const uint64_t square = (uint64_t)((uint128)k * (uint128)k % (uint128)(2 * z->n));
        const ptrdiff_t mirror = k == 0 ? 0 : z->m - k;
        double c, s;
        stet_roots_f64(roots, square, &c, &s);
        source[2 * k] = source[2 * mirror] = c;
        source[2 * k + 1] = source[2 * mirror + 1] = s;
        if (z->fft->precision != STET_F64) {
            stet_roots_f32(roots, square, &narrow[2 * k], &narrow[2 * k + 1]);
            narrow[2 * k + 1] = -narrow[2 * k + 1];
        } else {
            wide[2 * k] = c;
            wide[2 * k + 1] = -s;
        }
    }
    stet_roots_destroy(roots);
    return 1;
}

/* ----------------------------------------------------------------- both -- */

ptrdiff_t stet_convolution_length(ptrdiff_t n)
{
    return generator(n) ? n - 1 : bluestein_length(n);
}

/* The filter: the transform of source, divided by m, in double for both precisions and rounded
 * once. In place. */
static int fill_filter(stet_convolution *z, double *source)
{
    stet_fft1d *f = stet_fft1d_acquire(z->m, STET_C2C, STET_F64, z->fft->isa, NULL);
    void *work = f ? stet_alloc(f->work) : NULL;
    if (work) {
        stet_fft1d_line(f, source, source, 0, 1.0 / (double)z->m, work, NULL);
        for (ptrdiff_t k = 0; k < 2 * z->m; k++) {
            if (z->fft->precision != STET_F64)
                ((float *)z->filter)[k] = (float)source[k];
            else
                ((double *)z->filter)[k] = source[k];
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
    double *source = (double *)stet_alloc_array((size_t)z->m, 2 * sizeof(double));
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
