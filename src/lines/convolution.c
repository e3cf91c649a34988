/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the tables of a convolution: those of the graph, and the filter, by a transform. */
#include "lines/convolution.h"

#include "base/alloc.h"
#include "lines/cache.h"

/* Computes the filter from its source, which is transformed in place. */
static int fill_filter(stet_convolution *z, stet_precision p, void *source)
{
    stet_fft1d *f = stet_fft1d_acquire(z->m, STET_C2C, stet_source_precision(p), z->fft->isa, NULL);
    void *work = f ? stet_alloc(f->lone_work) : NULL;
    if (work) {
        stet_fft1d_line(f, source, source, 0, stet_filter_scale(p, z->m), work, NULL);
        stet_fill_filter(p, z->m, source, z->filter);
    }
    stet_free(work);
    stet_fft1d_release(f);
    return work != NULL;
}

/* Fills all tables; g is Rader's generator, or 0. */
static int fill(stet_convolution *z, stet_precision p, ptrdiff_t g, void *source)
{
    const int ok = g ? stet_fill_rader(p, z->n, g, z->order, source)
                     : stet_fill_bluestein(p, z->n, z->m, z->chirp, source);
    return ok && fill_filter(z, p, source);
}

stet_convolution *stet_convolution_create(const stet_fft1d *f, ptrdiff_t n,
                                          const stet_schedule *schedule)
{
    stet_convolution *z = (stet_convolution *)stet_alloc(sizeof *z);
    if (!z)
        return NULL;
    const size_t complex_size = 2 * stet_real_size(f->precision);
    const stet_precision wide = stet_source_precision(f->precision);
    ptrdiff_t g;
    *z = (stet_convolution){.n = n};
    z->m = stet_convolution_of(z->n, &g);
    z->fft = stet_fft1d_acquire(z->m, STET_C2C, f->precision, f->isa, schedule);
    z->filter = stet_alloc_array((size_t)z->m, complex_size);
    if (g)
        z->order = (uint32_t *)stet_alloc_array((size_t)z->m, sizeof *z->order);
    else
        z->chirp = stet_alloc_array((size_t)z->n, complex_size);
    const int in_place = wide == f->precision;
    void *own = in_place ? NULL : stet_alloc_array((size_t)z->m, 2 * stet_real_size(wide));
    void *source = in_place ? z->filter : own;
    int ok = z->fft && z->filter && (z->order || z->chirp) && source;
    ok = ok && fill(z, f->precision, g, source);
    stet_free(own);
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
