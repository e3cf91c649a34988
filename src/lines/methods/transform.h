/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms VL lines side by side: element e of the lines is one vector of real and one of
 * imaginary parts. With VL = 1 this is the scalar transform. A template. */

static void transform(const stet_fft1d *f, Source in, Target out, int real, T *work);

/* Runs the complex transform between two buffers of the workspace. With VL = 1 the line takes the
 * method that is best for one line, which changes no bit. */
static void inner_transform(const stet_fft1d *f, const T *in, T *out, int exchanged, T *work)
{
#if VL == 1
    stet_fft1d_line(f, in, out, exchanged, 1, work, NULL);
#else
    const Source from = rows_in(in, 1);
    const Target to = rows_out(out, 1);
    if (exchanged)
        transform(f, (Source){from.im, from.re, from.step, 0},
                  (Target){.re = to.im, .im = to.re, .step = to.step, .scale = 1}, 0, work);
    else
        transform(f, from, to, 0, work);
#endif
}

/* Convolves VL lines (convolution.h): y becomes the transform of x times the filter, and x the
 * inverse transform of y, which is the forward one with real and imaginary parts exchanged. For
 * Rader's method it also adds the first element, and returns output 0. */
INLINE C convolve(const stet_convolution *z, const C *first, T *x, T *y, T *inner)
{
    const T *h = (const T *)z->filter;
    const Source from_y = rows_in(y, 1);
    const Target to_y = rows_out(y, 1);
    C sum = {SET1(0), SET1(0)};
    inner_transform(z->fft, x, y, 0, inner);
    if (first)
        sum = c_add(*first, load(FROM_PARTS, from_y, 0));
    for (ptrdiff_t k = 0; k < z->m; k++)
        store(to_y, k, c_times_pair(load(FROM_PARTS, from_y, k), h + 2 * k));
    if (first)
        store(to_y, 0, c_add(load(FROM_PARTS, from_y, 0), *first));
    inner_transform(z->fft, y, x, 1, inner);
    return sum;
}

/* A rough step of radix r on column c of row j. Its twiddles, for L > 1, begin at w; rows above L/2
 * use those of row L - j, conjugated, and output k of the convolution is then output k - 1 of the
 * row: see `Turned` of passes.h. */
typedef struct {
    const stet_step *step;
    const T *w;
    ptrdiff_t j, c;
    int upper;
} Column;

INLINE C load_rough(int from, Column at, Source in, ptrdiff_t i)
{
    const stet_step *p = at.step;
    C a;
    load_column(from, 1, in, ((at.j * p->radix + i) * p->columns + at.c) * in.step, 0, &a);
    if (!at.w || i == 0)
        return a;
    const T s = at.w[p->radix - 1 + i - 1];
    return twiddle(a, SET1(at.w[i - 1]), SET1(at.upper ? -s : s));
}

INLINE void store_rough(Column at, Target out, ptrdiff_t k, C x)
{
    const stet_step *p = at.step;
    const ptrdiff_t q = !at.upper ? k : k > 0 ? k - 1 : p->radix - 1;
    store(out, (at.j + p->L * q) * p->columns + at.c, x);
}

/* Transforms a column by Rader's method. */
INLINE void rader(int from, const stet_convolution *z, Column at, Source in, Target out, T *work)
{
    T *x = work, *y = x + 2 * VL * z->m, *inner = y + 2 * VL * z->m;
    for (ptrdiff_t q = 0; q < z->m; q++)
        store(rows_out(x, 1), q, load_rough(from, at, in, (ptrdiff_t)z->order[q]));
    const C first = load_rough(from, at, in, 0);
    store_rough(at, out, 0, convolve(z, &first, x, y, inner));
    for (ptrdiff_t r = 0; r < z->m; r++)
        store_rough(at, out, stet_rader_output(z, r), load(FROM_PARTS, rows_in(x, 1), r));
}

/* Transforms a column by Bluestein's method. */
INLINE void bluestein(int from, const stet_convolution *z, Column at, Source in, Target out,
                      T *work)
{
    const T *b = (const T *)z->chirp;
    T *x = work, *y = x + 2 * VL * z->m, *inner = y + 2 * VL * z->m;
    for (ptrdiff_t k = 0; k < z->n; k++)
        store(rows_out(x, 1), k, c_times_pair(load_rough(from, at, in, k), b + 2 * k));
    for (ptrdiff_t k = z->n; k < z->m; k++)
        store(rows_out(x, 1), k, (C){SET1(0), SET1(0)});
    (void)convolve(z, NULL, x, y, inner);
    for (ptrdiff_t k = 0; k < z->n; k++)
        store_rough(at, out, k, c_times_pair(load(FROM_PARTS, rows_in(x, 1), k), b + 2 * k));
}

/* Runs a rough step at any L; no rows are left out. It is one function, which saves code. */
static __attribute__((noinline)) void rough_pass(int from, int width, const stet_convolution *z,
                                                 const stet_step *p, Source in, Target out, T *work)
{
    for (ptrdiff_t j = 0; j < p->L; j++)
        for (ptrdiff_t begin = 0; begin < p->columns; begin += width) {
            const int upper = 2 * j > p->L;
            const T *w = (const T *)p->table[0] + (upper ? p->L - j : j) * 2 * (p->radix - 1);
            const Column at = {p, p->L > 1 ? w : NULL, j, column_at(begin, p->columns, width),
                               upper};
            if (z->order)
                rader(from, z, at, in, out, work);
            else
                bluestein(from, z, at, in, out, work);
        }
}

FIRST_PASS(first_pass_real, FROM_REAL, 1)
FIRST_PASS(first_pass, FROM_PARTS, 1)
LATER_PASS(later_pass, 1)
#if VL > 1
FIRST_PASS(first_pass_neighbours, FROM_NEIGHBOURS, 1)
LAST_PASS(last_pass_neighbours, 1)

/* Pairs and compact builds copy lines and so save the code of passes for neighbours. The arithmetic
 * of pairs takes more time than a copy. */
#if defined DOUBLE_WORDS || defined STET_COMPACT
enum { IN_PLACE_OF_COPIES = 0 };
#else
enum { IN_PLACE_OF_COPIES = 1 };
#endif

/* Lines that are neighbours in the caller's array need no vectors of their own in the workspace if
 * the first pass can read pairs and the last pass can write them. These functions report whether it
 * can. */
static int reads_neighbours(const stet_fft1d *f)
{
    return IN_PLACE_OF_COPIES && f->kind == STET_C2C && f->graph.rough_count == 0 &&
           f->step_count > 1;
}

static int writes_neighbours(const stet_fft1d *f)
{
    return IN_PLACE_OF_COPIES && f->kind != STET_C2R && f->graph.rough_count == 0 &&
           f->step_count > 1 && f->step[f->step_count - 1].kind == STET_STEP_LEVELS;
}
#endif

/* Runs all passes, between two halves of the workspace. Only the last pass writes to `out`, and a
 * pass that is first and last reads everything before it writes. So in and out may be one array. */
static void transform(const stet_fft1d *f, Source in, Target out, int real, T *work)
{
    T *here = work, *there = work + 2 * VL * f->n, *rest = work + 4 * VL * f->n;
    C *space = direct_space(rest, &f->step[0], NULL);
    if (f->step_count == 0)
        store(out, 0, real ? load(FROM_REAL, in, 0) : load(FROM_PARTS, in, 0));
    for (int i = 0; i < f->step_count; i++) {
        const stet_step *p = &f->step[i];
        const Target to = i == f->step_count - 1 ? out : rows_out(here, 1);
#ifdef TWICE
        if (i == f->step_count - 2 && out.to == TO_NEIGHBOURS && !real && ends_twice(p)) {
            last_twice(p, in.re, out, 1, here);
            return;
        }
#endif
        if (p->kind == STET_STEP_ROUGH && real && i == 0)
            rough_pass(FROM_REAL, 1, f->convolution[i], p, in, to, rest);
        else if (p->kind == STET_STEP_ROUGH)
            rough_pass(FROM_PARTS, 1, f->convolution[i], p, in, to, rest);
#if VL > 1
        else if (IN_PLACE_OF_COPIES && i > 0 && to.to == TO_NEIGHBOURS)
            last_pass_neighbours(p, in, to, real, all_of(p, real));
        else if (IN_PLACE_OF_COPIES && in.order >= NEIGHBOURS_PAIRS)
            first_pass_neighbours(p, in, to, 0, all_with(p, 0, space));
#endif
        else if (i > 0)
            later_pass(p, in, to, real, all_with(p, real, space));
        else if (real)
            first_pass_real(p, in, to, 1, all_with(p, 1, space));
        else
            first_pass(p, in, to, 0, all_with(p, 0, space));
        in = rows_in(here, 1);
        T *swap = here;
        here = there;
        there = swap;
    }
}

#if VL > 1
/* Transforms `together` times VL complex lines that are neighbours in both arrays. In the workspace
 * they are columns of one pass, which loads its twiddles once, and the last pass writes runs of as
 * many vectors to each row. Rows that lie a power of two apart fall into few sets of the caches:
 * there runs of 128 bytes are stored at 13 GB/s, of 256 at 26, of 512 at 57 (4 MB on Zen 5). */
static void transform_together(const stet_fft1d *f, Source in, Target out, ptrdiff_t together,
                               T *work)
{
    T *here = work, *there = work + together * 2 * VL * f->n;
    C *space = direct_space(there + together * 2 * VL * f->n, &f->step[0], NULL);
    for (ptrdiff_t i = 0; i < together; i++, in.re += 2 * VL, in.im += 2 * VL) {
        Target to = rows_out(here + i * 2 * VL, 1);
        to.step *= together;
        first_pass_neighbours(&f->step[0], in, to, 0, all_with(&f->step[0], 0, space));
    }
    for (int i = 1; i < f->step_count; i++) {
#ifdef TWICE
        if (i == f->step_count - 2 && ends_twice(&f->step[i])) {
            last_twice(&f->step[i], here, out, together, there);
            return;
        }
#endif
        stet_step p = f->step[i];
        p.columns *= together;
        if (i == f->step_count - 1)
            last_pass_neighbours(&p, rows_in(here, 1), out, 0, all_of(&p, 0));
        else
            later_pass(&p, rows_in(here, 1), rows_out(there, 1), 0, all_with(&p, 0, space));
        T *swap = here;
        here = there;
        there = swap;
    }
}
#endif

/* Transforms real input with a rough prime. Its convolution is not Hermitian to the last bit, so
 * the whole complex transform is run and its first half kept. */
static void half_of_complex(const stet_fft1d *f, Source in, Target out, T *work)
{
    T *x = work, *all = work + 2 * VL * f->n, *rest = all + 2 * VL * f->n;
    const Target to_x = rows_out(x, 1);
    for (ptrdiff_t k = 0; k < f->n; k++)
        store(to_x, k, load(FROM_REAL, in, k));
    transform(f, rows_in(x, 1), rows_out(all, 1), 0, rest);
    for (ptrdiff_t k = 0; k <= f->n / 2; k++)
        store(out, k, load(FROM_PARTS, rows_in(all, 1), k));
}

/* Completes the spectrum of odd length from its half. */
INLINE void complete(ptrdiff_t n, Source in, Target all)
{
    store(all, 0, (C){load(FROM_PARTS, in, 0).re, SET1(0)});
    for (ptrdiff_t k = 1; k <= n / 2; k++) {
        const C x = load(FROM_PARTS, in, k);
        store(all, k, c_conjugate(x));
        store(all, n - k, x);
    }
}

/* Transforms odd length: completes the spectrum, runs the complex transform, keeps the real
 * part. */
static void hermitian_odd(const stet_fft1d *f, Source in, Target out, T *work)
{
    const ptrdiff_t n = f->n;
    T *all = work, *y = work + 2 * VL * n, *rest = work + 4 * VL * n;
    const Target to_all = rows_out(all, 1);
    complete(n, in, to_all);
    transform(f->half, rows_in(all, 1), rows_out(y, 1), 0, rest);
    for (ptrdiff_t i = 0; i < n; i++)
        STORE(out.re + i * out.step, scaled(out, load(FROM_PARTS, rows_in(y, 1), i)).re);
}

/* Makes the pairs k = h and, for even h, k = h/2. */
INLINE void hermitian_ends(ptrdiff_t h, Source in, Target z)
{
    const V first = load(FROM_PARTS, in, 0).re, last = load(FROM_PARTS, in, h).re;
    store(z, 0, hermitian_of_ends(first, last));
    if (h % 2 == 0) {
        const C a = load(FROM_PARTS, in, h / 2);
        store(z, h / 2, hermitian_of_center(a));
    }
}

INLINE void hermitian_pairs(const stet_fft1d *f, ptrdiff_t h, Source in, Target z)
{
    const T *m = (const T *)f->tables.level[0], *t = m + stet_level_size(h);
    hermitian_ends(h, in, z);
    for (ptrdiff_t k = 1; 2 * k < h; k++) {
        C a = load(FROM_PARTS, in, k), b = load(FROM_PARTS, in, h - k);
        if (4 * k < h)
            hermitian_pair(1, SET1(m[k]), SET1(t[k]), &a, &b);
        else
            hermitian_pair(2, SET1(m[k]), SET1(t[k]), &a, &b);
        store(z, k, a);
        store(z, h - k, b);
    }
}

static void hermitian_even(const stet_fft1d *f, Source in, Target out, T *work)
{
    const ptrdiff_t h = f->n / 2;
    hermitian_pairs(f, h, in, rows_out(work, 1));
    transform(f->half, rows_in(work, 1), out, 0, work + 2 * VL * h);
}
