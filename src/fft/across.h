/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of lines on vectors: which method takes them. A template.
 *
 * One line that is long enough goes across lanes by itself (wide.h, columns.h). Many
 * lines go VL at a time, lane = line (transform.h). What is left, a short line or a few
 * of them, goes to the next narrower instance. */

/* What a result of one operation in T becomes: vector types that hold another format in T round. */
#ifndef SCALAR_ROUND
#define SCALAR_ROUND(x) (x)
#endif

/* VL lines become vectors in the workspace, and back. Neighbouring lines are loaded as
 * they lie, contiguous ones are transposed; others go element by element. Contiguous lines are
 * `numbers` >= VL numbers each, id numbers apart; the last tile reaches back. */
static void gather_contiguous(T *to, const T *x, ptrdiff_t numbers, ptrdiff_t id, int exchanged)
{
    for (ptrdiff_t begin = 0; begin < numbers; begin += VL) {
        const ptrdiff_t k = row_at(begin, numbers);
        if (exchanged)
            transpose_tile(x + k, id, 0, to + k * VL, VL, 1);
        else
            transpose_tile(x + k, id, 0, to + k * VL, VL, 0);
    }
}

static void scatter_contiguous(const T *from, T *y, ptrdiff_t numbers, ptrdiff_t od, int exchanged)
{
    for (ptrdiff_t begin = 0; begin < numbers; begin += VL) {
        const ptrdiff_t k = row_at(begin, numbers);
        if (exchanged)
            transpose_tile(from + k * VL, VL, 1, y + k, od, 0);
        else
            transpose_tile(from + k * VL, VL, 0, y + k, od, 0);
    }
}

static void gather(T *to, const T *x, ptrdiff_t n, ptrdiff_t is, ptrdiff_t id, int parts,
                   int exchanged)
{
    if (is == 1 && n * parts >= VL) {
        gather_contiguous(to, x, n * parts, id * parts, exchanged);
        return;
    }
    for (ptrdiff_t e = 0; e < n; e++, to += parts * VL) {
        const T *p = x + e * is * parts;
        if (id == 1 && parts == 1) {
            STORE(to, LOAD(p));
        } else if (id == 1) {
            V re, im;
            LOAD_PAIRS(p, &re, &im);
            STORE(to + exchanged * VL, re);
            STORE(to + VL - exchanged * VL, im);
        } else if (parts == 1) {
            for (int l = 0; l < VL; l++)
                to[l] = p[l * id];
        } else {
            for (int l = 0; l < VL; l++) {
                to[exchanged * VL + l] = p[2 * l * id];
                to[VL - exchanged * VL + l] = p[2 * l * id + 1];
            }
        }
    }
}

static void scatter(const T *from, T *y, ptrdiff_t n, ptrdiff_t os, ptrdiff_t od, int parts,
                    int exchanged)
{
    if (os == 1 && n * parts >= VL) {
        scatter_contiguous(from, y, n * parts, od * parts, exchanged);
        return;
    }
    for (ptrdiff_t e = 0; e < n; e++, from += parts * VL) {
        T *p = y + e * os * parts;
        if (od == 1 && parts == 1)
            STORE(p, LOAD(from));
        else if (od == 1)
            STORE_PAIRS(p, LOAD(from + exchanged * VL), LOAD(from + VL - exchanged * VL));
        else if (parts == 1)
            for (int l = 0; l < VL; l++)
                p[l * od] = from[l];
        else
            for (int l = 0; l < VL; l++) {
                p[2 * l * od] = from[exchanged * VL + l];
                p[2 * l * od + 1] = from[VL - exchanged * VL + l];
            }
    }
}

/* VL lines, lane = line. */
static void side_by_side(const stet_fft1d *f, const T *x, T *y, const stet_lines *s, int exchanged,
                         T scale, T *work)
{
    const ptrdiff_t n = f->n, half = n / 2 + 1;
    T *in = work, *out = work + 2 * VL * half * 2, *rest = out + 2 * VL * half * 2;
    Target to = rows_out(out, 1);
    to.scale = scale;
    to.scaled = scale != 1;
    to.real = f->kind == STET_R2C;
    if (f->kind == STET_C2C) {
        gather(in, x, n, s->is, s->id, 2, exchanged);
        transform(f, rows_in(in, 1), to, 0, rest);
        scatter(out, y, n, s->os, s->od, 2, exchanged);
    } else if (f->kind == STET_R2C) {
        gather(in, x, n, s->is, s->id, 1, 0);
        const Source from = {in, in, VL, 0};
        if (f->graph.rough > 1)
            half_of_complex(f, from, to, rest);
        else
            transform(f, from, to, 1, rest);
        scatter(out, y, half, s->os, s->od, 2, 0);
    } else {
        gather(in, x, half, s->is, s->id, 2, 0);
        to.step = f->half ? 2 * VL : VL;
        if (f->half)
            hermitian_even(f, rows_in(in, 1), to, rest);
        else
            hermitian_odd(f, rows_in(in, 1), to, rest);
        scatter(out, y, n, s->os, s->od, 1, 0);
    }
}

/* y[k] = x[k] b[k] on pairs, n >= VL; the last vector reaches back. x and y may not overlap
 * unless VL divides n. */
static void multiply_pairs(T *y, const T *x, const T *b, ptrdiff_t n, int exchanged, int scale_set,
                           T scale)
{
    for (ptrdiff_t k = 0; k < n; k += VL) {
        const ptrdiff_t e = 2 * (k + VL <= n ? k : n - VL);
        C u, w;
        LOAD_PAIRS(x + e, &u.re, &u.im);
        LOAD_PAIRS(b + e, &w.re, &w.im);
        const V minus = MUL(w.im, SET1(-1)); /* not 0 - w.im: -0 for +0, as in times_pair() */
        u = (C){FMA(u.re, w.re, MUL(u.im, minus)), FMA(u.re, w.im, MUL(u.im, w.re))};
        if (scale_set)
            u = (C){MUL(u.re, SET1(scale)), MUL(u.im, SET1(scale))};
        if (exchanged)
            STORE_PAIRS(y + e, u.im, u.re);
        else
            STORE_PAIRS(y + e, u.re, u.im);
    }
}

static int complex_alone(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                         const stet_share *share);

/* The complex transform whose phases are number `first` and on of the whole. */
static void inner_alone(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                        const stet_share *share, int first)
{
    if (!share) {
        complex_alone(f, x, y, exchanged, scale, work, NULL);
    } else if (share->phase >= first && share->phase < first + stet_fft1d_phases(f, share->parts)) {
        const stet_share inner = {share->phase - first, share->part, share->parts};
        complex_alone(f, x, y, exchanged, scale, work, &inner);
    }
}

/* Of n numbers, VL at a time: where the share begins. The last part has VL of them at least. */
INLINE ptrdiff_t begin_of(const stet_share *share, ptrdiff_t n)
{
    return VL * stet_share_begin(share, n / VL);
}

INLINE ptrdiff_t end_of(const stet_share *share, ptrdiff_t n)
{
    return !share || share->part == share->parts - 1 ? n : VL * stet_share_end(share, n / VL);
}

/* a = x chirp, filled up with zeros; spare has room for x with its parts exchanged. */
static void chirp_in(const stet_convolution *z, const T *x, T *a, T *spare, int exchanged,
                     const stet_share *share)
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

/* Rader's order of the input, and of the output. */
static void rader_in(const stet_convolution *z, const T *x, T *a, int exchanged,
                     const stet_share *share)
{
    const ptrdiff_t end = stet_share_end(share, z->m);
    for (ptrdiff_t q = stet_share_begin(share, z->m); q < end; q++) {
        const T *from = x + 2 * (ptrdiff_t)z->order[q];
        a[2 * q + exchanged] = from[0];
        a[2 * q + 1 - exchanged] = from[1];
    }
}

static void rader_out(const stet_convolution *z, const T *a, T *y, int exchanged, T scale,
                      const stet_share *share)
{
    const ptrdiff_t end = stet_share_end(share, z->m);
    for (ptrdiff_t r = stet_share_begin(share, z->m); r < end; r++) {
        T *to = y + 2 * stet_rader_output(z, r);
        to[exchanged] = a[2 * r] * scale;
        to[1 - exchanged] = a[2 * r + 1] * scale;
    }
}

/* a = b times the filter; not in place, for m need not be a multiple of VL. Rader's besides: the sum
 * of all is output 0, which is written before the others are; nothing reads x[0] any more. */
static void filter_share(const stet_convolution *z, const T *x, const T *b, T *a, T *y,
                         int exchanged, T scale, const stet_share *share)
{
    const ptrdiff_t k = begin_of(share, z->m), end = end_of(share, z->m);
    multiply_pairs(a + 2 * k, b + 2 * k, (const T *)z->filter + 2 * k, end - k, 0, 0, 1);
    if (z->order && k == 0 && end > 0) { /* another part that begins at 0 is empty */
        const T re = x[exchanged], im = x[1 - exchanged];
        y[exchanged] = (re + b[0]) * scale;
        y[1 - exchanged] = (im + b[1]) * scale;
        a[0] += re;
        a[1] += im;
    }
}

/* rough_pass() of transform.h for one line of prime or other rough length. Phases: what goes
 * into the first transform, it, the filter, the other transform, and what comes out. */
static int rough_alone(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                       const stet_share *share)
{
    const stet_convolution *z = f->convolution;
    const ptrdiff_t n = z->n, m = z->m;
    T *a = work, *b = work + 2 * m, *rest = b + 2 * m;
    if (n != f->n || m < VL || z->fft->lanes != VL)
        return 0;
    const int filter = share ? 1 + stet_fft1d_phases(z->fft, share->parts) : 0;
    const int last = 2 * filter;
    if (stet_share_has(share, 0) && z->order)
        rader_in(z, x, a, exchanged, share);
    else if (stet_share_has(share, 0))
        chirp_in(z, x, a, b, exchanged, share);
    inner_alone(z->fft, a, b, 0, 1, rest, share, 1);
    if (stet_share_has(share, filter))
        filter_share(z, x, b, a, y, exchanged, scale, share);
    inner_alone(z->fft, a, b, 1, 1, rest, share, filter + 1);
    if (stet_share_has(share, last) && z->order) {
        rader_out(z, b, y, exchanged, scale, share);
    } else if (stet_share_has(share, last)) {
        const ptrdiff_t k = begin_of(share, n), end = end_of(share, n);
        multiply_pairs(y + 2 * k, b + 2 * k, (const T *)z->chirp + 2 * k, end - k, exchanged,
                       scale != 1, scale);
    }
    return 1;
}

/* One complex line by itself, contiguous on both sides. 0 if no method takes it. */
static int complex_alone(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                         const stet_share *share)
{
    if (f->convolution && f->turn == 0)
        return rough_alone(f, x, y, exchanged, scale, work, share);
    if (f->lanes != VL)
        return 0;
    const stet_lines line = {x, y, 1, 1, 0, 0, 1};
    if (f->small.log2_vectors > 0)
        small_lines(f, &line, exchanged, 1, scale, NULL);
    else if (f->wide_step_count > 0)
        wide(f, x, y, exchanged, scale, work, share);
    else if (f->column_step_count > 0)
        columns(f, x, y, 0, exchanged, scale, work, share);
    else
        columns_then_rows(f, x, y, exchanged, scale, work, share);
    return 1;
}

/* The pairs (k, h - k) of hermitian_even() for begin <= k < end, at least VL of them. */
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

/* The share of hermitian_range(): a part has VL pairs at least, and reaches into no other. */
INLINE void hermitian_share(const int rho, const stet_fft1d *f, const T *x, T *z, ptrdiff_t begin,
                            ptrdiff_t end, const stet_share *share)
{
    const ptrdiff_t h = f->n / 2;
    const T *m = (const T *)f->level[0], *t = m + stet_level_size(h);
    hermitian_range(rho, m, t, h, x, z, begin + begin_of(share, end - begin),
                    begin + end_of(share, end - begin));
}

/* hermitian_even() of transform.h: the pairs are the first phase. */
static int hermitian_alone(const stet_fft1d *f, const T *x, T *y, T scale, T *work,
                           const stet_share *share)
{
    const ptrdiff_t h = f->n / 2, quarter = (h + 3) / 4, half = (h + 1) / 2;
    T *z = work;
    if (f->half->lanes != VL || quarter - 1 < VL || half - quarter < VL)
        return 0;
    if (stet_share_has(share, 0)) {
        hermitian_share(1, f, x, z, 1, quarter, share);
        hermitian_share(2, f, x, z, quarter, half, share);
        if (!share || share->part == 0) {
            z[0] = SCALAR_ROUND(x[0] + x[2 * h]);
            z[1] = SCALAR_ROUND(x[0] - x[2 * h]);
            if (h % 2 == 0) {
                z[h] = SCALAR_ROUND(x[h] + x[h]);
                z[h + 1] = 0 - SCALAR_ROUND(x[h + 1] + x[h + 1]);
            }
        }
    }
    inner_alone(f->half, z, y, 0, scale, work + 2 * h, share, 1);
    return 1;
}

/* The real transform as the complex one of small.h: twice the operations, and still less time, for it
 * never leaves the registers. passes.h says why the bits are the same. */
static void real_as_complex(const stet_fft1d *f, const T *x, T *y, T scale, T *work)
{
    const ptrdiff_t n = f->n;
    T *pairs = work, *all = work + 2 * n;
    for (ptrdiff_t i = 0; i < n; i += VL)
        STORE_PAIRS(pairs + 2 * i, LOAD(x + i), SET1(0));
    const stet_lines line = {pairs, all, 1, 1, 0, 0, 1};
    small_lines(f->as_complex, &line, 0, 1, scale, NULL);
    for (ptrdiff_t i = 0; i < n; i += VL)
        STORE(y + i, ADD(LOAD(all + i), SET1(0)));
    y[n] = all[n] + 0;
    y[n + 1] = all[n + 1] + 0;
}

/* Of so many real lines, whether real_as_complex() is quicker than lines side by side. */
static int goes_as_complex(const stet_fft1d *f, ptrdiff_t count)
{
    const stet_fft1d *z = f->as_complex;
    return z && z->lanes == VL && (count < VL || z->small.log2_vectors == STET_MAX_LOG2_RADIX);
}

/* The first of `count` lines by itself, contiguous on both sides. 0 if no method takes it. */
static int alone(const stet_fft1d *f, const T *x, T *y, ptrdiff_t count, int exchanged, T scale,
                 T *work, const stet_share *share)
{
    if (f->kind == STET_C2C)
        return complex_alone(f, x, y, exchanged, scale, work, share);
    if (f->half)
        return hermitian_alone(f, x, y, scale, work, share);
    if (!share && goes_as_complex(f, count)) {
        real_as_complex(f, x, y, scale, work);
        return 1;
    }
    if (f->kind == STET_R2C && f->lanes == VL && f->column_step_count > 0) {
        columns(f, x, y, 1, 0, scale, work, share);
        return 1;
    }
    if (f->kind == STET_R2C && f->lanes == VL && f->turn > 0) {
        columns_then_rows(f, x, y, 0, scale, work, share);
        return 1;
    }
    return 0;
}

static __attribute__((noinline)) void run_lines(const stet_fft1d *f, const stet_lines *lines,
                                                int exchanged, T scale, T *work,
                                                const stet_share *share)
{
    const ptrdiff_t in_step = lines->id * (f->kind == STET_R2C ? 1 : 2);
    const ptrdiff_t out_step = lines->od * (f->kind == STET_C2R ? 1 : 2);
    const int contiguous = lines->is == 1 && lines->os == 1;
    const T *x = (const T *)lines->in;
    T *y = (T *)lines->out;
    ptrdiff_t left = lines->count;
    for (; contiguous && left > 0; left--, x += in_step, y += out_step)
        if (!alone(f, x, y, left, exchanged, scale, work, share))
            break;
    if (f->n <= STET_MAX_SIDE_BY_SIDE && !share)
        for (; left >= VL; left -= VL, x += VL * in_step, y += VL * out_step)
            side_by_side(f, x, y, lines, exchanged, scale, work);
    for (; contiguous && f->as_complex && left > 0; left--, x += in_step, y += out_step)
        if (!alone(f, x, y, left, exchanged, scale, work, share))
            break;
    const stet_lines rest = {x, y, lines->is, lines->os, lines->id, lines->od, left};
    if (left > 0)
        NARROWER.lines(f, &rest, exchanged, (double)scale, work, share);
}
