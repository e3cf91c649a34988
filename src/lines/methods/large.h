/* SPDX-License-Identifier: Apache-2.0 */
/* Does the work of rough_pass() of transform.h for one line whose length is a rough prime. The two
 * transforms inside are lines of their own. A template. */

/* Computes y[k] = x[k] b[k] on pairs, n >= VL; the last vector overlaps the one before it. x and y
 * may not overlap unless VL divides n. Functions of long loops are not inlined, to save code. */
static __attribute__((noinline)) void multiply_pairs(T *y, const T *x, const T *b, ptrdiff_t n,
                                                     int exchanged, int scale_set, T scale)
{
    for (ptrdiff_t k = 0; k < n; k += VL) {
        const ptrdiff_t e = 2 * (k + VL <= n ? k : n - VL);
        C u, w;
        LOAD_PAIRS(x + e, &u.re, &u.im);
        LOAD_PAIRS(b + e, &w.re, &w.im);
        u = c_product(u, w);
        if (scale_set)
            u = c_scaled(u, scale);
        if (exchanged)
            STORE_PAIRS(y + e, u.im, u.re);
        else
            STORE_PAIRS(y + e, u.re, u.im);
    }
}

/* begin_of() and end_of() divide n numbers, VL at a time, and return where the share begins and
 * ends. The last part has at least VL numbers. */
INLINE ptrdiff_t begin_of(const stet_share *share, ptrdiff_t n)
{
    return VL * stet_share_begin(share, n / VL);
}

INLINE ptrdiff_t end_of(const stet_share *share, ptrdiff_t n)
{
    return !share || share->part == share->parts - 1 ? n : VL * stet_share_end(share, n / VL);
}

/* Computes a = x chirp, filled up with zeros; `spare` has space for x with its parts exchanged. */
static __attribute__((noinline)) void chirp_in(const stet_convolution *z, const T *x, T *a,
                                               T *spare, int exchanged, const stet_share *share)
{
    const ptrdiff_t n = z->n, begin = begin_of(share, n), end = end_of(share, n);
    if (exchanged) {
        for (ptrdiff_t k = begin; k < end; k++) {
            spare[2 * k] = x[2 * k + 1];
            spare[2 * k + 1] = x[2 * k];
        }
        x = spare;
    }
    multiply_pairs(a + 2 * begin, x + 2 * begin, (const T *)z->chirp + 2 * begin, end - begin, 0, 0,
                   1);
    const ptrdiff_t zeros = z->m - n;
    for (ptrdiff_t k = 2 * stet_share_begin(share, zeros); k < 2 * stet_share_end(share, zeros);
         k++)
        a[2 * n + k] = 0;
}

/* Copies a complex number into Rader's order of the input or of the output. If nothing else happens
 * to it, that is one move: 1009 points take 0.9 of the time (Zen 5). */
INLINE void move_pair(T *to, const T *from, int exchanged, T scale)
{
    if (!exchanged && scale == 1) {
        memcpy(to, from, 2 * sizeof *to);
    } else {
        to[exchanged] = scalar_scaled(from[0], scale);
        to[1 - exchanged] = scalar_scaled(from[1], scale);
    }
}

static void rader_in(const stet_convolution *z, const T *x, T *a, int exchanged,
                     const stet_share *share)
{
    const uint32_t *order = z->order;
    const ptrdiff_t end = stet_share_end(share, z->m);
    for (ptrdiff_t q = stet_share_begin(share, z->m); q < end; q++)
        move_pair(a + 2 * q, x + 2 * (ptrdiff_t)order[q], exchanged, 1);
}

static void rader_out(const stet_convolution *z, const T *a, T *y, int exchanged, T scale,
                      const stet_share *share)
{
    const ptrdiff_t end = stet_share_end(share, z->m);
    for (ptrdiff_t r = stet_share_begin(share, z->m); r < end; r++)
        move_pair(y + 2 * stet_rader_output(z, r), a + 2 * r, exchanged, scale);
}

/* Computes a = b times the filter, not in place, because m need not be a multiple of VL. For
 * Rader's method it also writes output 0, the sum of all elements, before the other outputs are
 * written; nothing reads x[0] after that. */
static __attribute__((noinline)) void filter_share(const stet_convolution *z, const T *x,
                                                   const T *b, T *a, T *y, int exchanged, T scale,
                                                   const stet_share *share)
{
    const ptrdiff_t k = begin_of(share, z->m), end = end_of(share, z->m);
    multiply_pairs(a + 2 * k, b + 2 * k, (const T *)z->filter + 2 * k, end - k, 0, 0, 1);
    if (z->order && k == 0 && end > 0) { /* another part that begins at 0 is empty */
        const T re = x[exchanged], im = x[1 - exchanged];
        y[exchanged] = scalar_scaled(scalar_sum(re, b[0]), scale);
        y[1 - exchanged] = scalar_scaled(scalar_sum(im, b[1]), scale);
        a[0] = scalar_sum(a[0], re);
        a[1] = scalar_sum(a[1], im);
    }
}

/* The phases make the input of the first transform, run it, multiply by the filter, run the other
 * transform, and make the output. */
static void large_line(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                       const stet_share *share)
{
    const stet_convolution *z = f->convolution[0];
    const ptrdiff_t n = z->n, m = z->m;
    T *a = work, *b = work + 2 * m, *rest = b + 2 * m;
    const int filter = share ? 1 + stet_fft1d_phases(z->fft, share->parts) : 0;
    const int last = 2 * filter;
    if (stet_share_has(share, 0) && z->order)
        rader_in(z, x, a, exchanged, share);
    else if (stet_share_has(share, 0))
        chirp_in(z, x, a, b, exchanged, share);
    stet_inner_line(z->fft, a, b, 0, 1, rest, share, 1);
    if (stet_share_has(share, filter))
        filter_share(z, x, b, a, y, exchanged, scale, share);
    stet_inner_line(z->fft, a, b, 1, 1, rest, share, filter + 1);
    if (stet_share_has(share, last) && z->order) {
        rader_out(z, b, y, exchanged, scale, share);
    } else if (stet_share_has(share, last)) {
        const ptrdiff_t k = begin_of(share, n), end = end_of(share, n);
        multiply_pairs(y + 2 * k, b + 2 * k, (const T *)z->chirp + 2 * k, end - k, exchanged,
                       scale != 1, scale);
    }
}
EACH_LINE(large)
