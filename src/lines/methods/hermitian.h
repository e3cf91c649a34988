/* SPDX-License-Identifier: Apache-2.0 */
/* Does the work of hermitian_even() and hermitian_odd() of transform.h for one line. This template
 * is included after large.h. */

#if VL > 1
/* Makes the pairs (k, h - k) of hermitian_even() for begin <= k < end, at least VL of them. */
INLINE void hermitian_range(const int rho, const T *m, const T *t, ptrdiff_t h, const T *x, T *z,
                            ptrdiff_t begin, ptrdiff_t end)
{
    for (ptrdiff_t i = begin; i < end; i += VL) {
        const ptrdiff_t k = i + VL <= end ? i : end - VL, mirror = h - k - (VL - 1);
        C a, b;
        LOAD_PAIRS(x + 2 * k, &a.re, &a.im);
        LOAD_PAIRS(x + 2 * mirror, &b.re, &b.im);
        b = (C){REVERSE(b.re), REVERSE(b.im)};
        hermitian_pair(rho, LOAD(m + k), LOAD(t + k), &a, &b);
        STORE_PAIRS(z + 2 * k, a.re, a.im);
        STORE_PAIRS(z + 2 * mirror, REVERSE(b.re), REVERSE(b.im));
    }
}

/* Makes one part's share of hermitian_range(), which has at least VL pairs and overlaps no other
 * part. */
INLINE void hermitian_share(const int rho, const stet_fft1d *f, const T *x, T *z, ptrdiff_t begin,
                            ptrdiff_t end, const stet_share *share)
{
    const ptrdiff_t h = f->n / 2;
    const T *m = (const T *)f->tables.level[0], *t = m + stet_level_size(h);
    hermitian_range(rho, m, t, h, x, z, begin + begin_of(share, end - begin),
                    begin + end_of(share, end - begin));
}

/* Odd n: the first phase completes the spectrum, the last one keeps the real parts. */
static void hermitian_of_odd(const stet_fft1d *f, const T *x, T *y, T scale, T *work,
                             const stet_share *share)
{
    const ptrdiff_t n = f->n, h = n / 2;
    const int last = share ? 1 + stet_fft1d_phases(f->half, share->parts) : 0;
    T *z = work;
    if (stet_share_has(share, 0)) {
        for (ptrdiff_t i = begin_of(share, h); i < end_of(share, h); i += VL) {
            const ptrdiff_t k = 1 + (i + VL <= h ? i : h - VL);
            C a;
            LOAD_PAIRS(x + 2 * k, &a.re, &a.im);
            STORE_PAIRS(z + 2 * (n - k - (VL - 1)), REVERSE(a.re), REVERSE(a.im));
            a = c_conjugate(a);
            STORE_PAIRS(z + 2 * k, a.re, a.im);
        }
        if (!share || share->part == 0) {
            z[0] = x[0];
            z[1] = OF_DOUBLE(0);
        }
    }
    stet_inner_line(f->half, z, z, 0, TO_DOUBLE(scale), work + 2 * n, share, 1);
    if (stet_share_has(share, last))
        for (ptrdiff_t i = begin_of(share, n); i < end_of(share, n); i += VL) {
            const ptrdiff_t k = i + VL <= n ? i : n - VL;
            C a;
            LOAD_PAIRS(z + 2 * k, &a.re, &a.im);
            STORE(y + k, a.re);
        }
}

/* The first phase makes the pairs z. They lie in the output if that is not the input, and then take
 * no place of their own in the caches. The partner of k = 0 is h, which does not exist, so pairs in
 * the output begin with k = 1. In the workspace they begin with k = 0, which is made anew; h is
 * written behind z. */
static void hermitian_line(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                           const stet_share *share)
{
    const ptrdiff_t h = f->n / 2, quarter = (h + 3) / 4, half = (h + 1) / 2;
    const ptrdiff_t first = x != y && quarter > VL && !f->half->schedule.stream_output;
    const ptrdiff_t count = quarter - first;
    T *z = first ? y : work;
    (void)exchanged;
    if (f->n % 2 == 1) {
        hermitian_of_odd(f, x, y, scale, work, share);
        return;
    }
    if (stet_share_has(share, 0)) {
        hermitian_share(1, f, x, z, first, quarter, share);
        hermitian_share(2, f, x, z, quarter, half, share);
        if (begin_of(share, count) == 0 && end_of(share, count) > 0) {
            SCALAR_HERMITIAN_ENDS(x, 2 * h, z);
            if (h % 2 == 0)
                SCALAR_HERMITIAN_CENTER(x, h, z);
        }
    }
    stet_inner_line(f->half, z, y, 0, TO_DOUBLE(scale), work + 2 * h, share, 1);
}
#else
/* Part 0 does all of the first and the last phase, because these numbers are few. */
static void hermitian_line(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                           const stet_share *share)
{
    const int odd = f->n % 2 == 1, is_part_0 = !share || share->part == 0;
    const int last = share ? 1 + stet_fft1d_phases(f->half, share->parts) : 0;
    const Source in = {x, x + 1, 2, 0};
    const Target pairs = {.re = work, .im = work + 1, .step = 2, .scale = 1};
    (void)exchanged;
    if (is_part_0 && stet_share_has(share, 0)) {
        if (odd)
            complete(f->n, in, pairs);
        else
            hermitian_pairs(f, f->n / 2, in, pairs);
    }
    stet_inner_line(f->half, work, odd ? work : y, 0, TO_DOUBLE(scale), work + (odd ? 2 : 1) * f->n,
                    share, 1);
    if (odd && is_part_0 && stet_share_has(share, last))
        for (ptrdiff_t i = 0; i < f->n; i++)
            y[i] = work[2 * i];
}
#endif
EACH_LINE(hermitian)
