/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one transform of any decomposed length across the lanes of vectors. Lanes are columns while
 * there are VL of them, and rows from then on; no power of two has to divide the length. Columns of
 * a direct or rough first step go one by one if they are fewer, or too long. A template.
 *
 * Both halves are Stockham's, self-sorting, on arrays of real and of imaginary parts. The first
 * half keeps rows together, as in passes.h: element (j, c) is at j C + c. The second half keeps
 * columns together, at c L + j, and needs the twiddles of VL neighbouring rows in one vector.
 * Between the two the array is transposed. A vector that would cross an edge overlaps the one
 * before it instead. A pass reads one array and writes another, so a number that is computed twice
 * is written twice with the same bits. */

typedef struct {
    T *re, *im;
} Planes;

INLINE Source from_planes(Planes p) { return (Source){.re = p.re, .im = p.im, .step = 1}; }
INLINE Target to_planes(Planes p)
{
    return (Target){.re = p.re, .im = p.im, .step = 1, .scale = 1};
}

/* A pass of the second half writes planes; the last one writes the caller's pairs. Policies have
 * only the last pass of other elements, and lengths without a prime above 13. */
typedef struct {
    Planes planes;
    E *pairs;
    T scale;
    int scaled, exchanged;
    int real; /* these are the results of real input: passes.h */
#ifdef STET_OTHER_ELEMENTS
    Most *most;
#else
    C *space; /* for a column of a direct step */
#endif
} Goal;

INLINE void store_goal(Goal to, ptrdiff_t e, C x, Most *most)
{
#ifndef STET_OTHER_ELEMENTS
    if (!to.pairs) {
        STORE(to.planes.re + e, x.re);
        STORE(to.planes.im + e, x.im);
        return;
    }
#endif
    if (to.scaled)
        x = c_scaled(x, to.scale);
    if (to.real)
        x = c_plus_zero(x);
    E *y = to.pairs + 2 * e;
    if (to.exchanged)
        WRITE_PAIRS(y, x.im, x.re, most);
    else
        WRITE_PAIRS(y, x.re, x.im, most);
}

/* Stores outputs k, k + 1, ... of a Hermitian transform of length n, which lie above n/2, as those
 * at n - k and below. */
INLINE void store_mirrored(Goal to, ptrdiff_t n, ptrdiff_t k, C x, Most *most)
{
    store_goal(to, n - k - (VL - 1), (C){REVERSE(x.re), REVERSE(c_conjugate(x).im)}, most);
}

/* Stores outputs q of rows j .. j + VL - 1 of column c. For real input the mirrored ones come
 * first: row 0 is its own mirror image, and its imaginary part is +0 in both. */
INLINE void store_lanes(const int r, const stet_step *p, Goal to, ptrdiff_t c, ptrdiff_t j,
                        int real, const C *x)
{
    const ptrdiff_t n = r * p->L, column = c * n;
    const int keep = real ? (r + 1) / 2 : r;
    Most most = NOTHING_YET(to.most);
    if (real) {
        to.exchanged = 0; /* constants for the compiler */
        to.real = 1;
        Goal at = to;
        at.planes = (Planes){to.planes.re + column, to.planes.im + column};
        at.pairs = to.pairs ? to.pairs + 2 * column : NULL;
#pragma GCC unroll 16
        for (int q = 1; q < r; q++)
            if (q >= keep)
                store_mirrored(at, n, j + p->L * q, x[q], &most);
    }
#pragma GCC unroll 16
    for (int q = 0; q < r; q++)
        if (q < keep)
            store_goal(to, column + j + p->L * q, x[q], &most);
    KEEP_MOST(to, most);
}

/* Returns the first of VL rows: j, or less if they would end after `end`. */
INLINE ptrdiff_t row_at(ptrdiff_t j, ptrdiff_t end) { return j + VL <= end ? j : end - VL; }

/* --------------------------------------------------------------- levels -- */

INLINE void row_levels_zone(const int s, const int zone, const stet_step *p, Planes in, Goal to,
                            int real, const stet_share *share)
{
    const int r = 1 << s;
    const ptrdiff_t L = p->L, rows = rows_of(p, real);
    const ptrdiff_t first = (zone * L + 3) / 4, after = ((zone + 1) * L + 3) / 4;
    const ptrdiff_t end = after < rows ? after : rows;
    const ptrdiff_t last = cut_rows(first, end, stet_share_end(share, rows), VL);
    for (ptrdiff_t begin = cut_rows(first, end, stet_share_begin(share, rows), VL); begin < last;
         begin += VL) {
        const ptrdiff_t j = row_at(begin, end);
        V m[8], t[8];
#pragma GCC unroll 4
        for (int v = 0; v < s; v++) {
            const T *table = (const T *)p->table[v];
#pragma GCC unroll 8
            for (int i = twiddles_of(v); i < twiddles_of(v + 1); i++) {
                const ptrdiff_t at = level_index(L << v, j + L * (i - twiddles_of(v)));
                m[i] = LOAD(table + at);
                t[i] = LOAD(table + stet_level_size(L << v) + at);
            }
        }
        for (ptrdiff_t c = 0; c < p->columns; c++) {
            C x[8], y[8];
            load_column(FROM_PARTS, r, from_planes(in), c * L + j, p->columns * L, x);
            levels(s, PLAIN_NONE, zone, m, t, x);
#pragma GCC unroll 8
            for (int q = 0; q < r; q++)
                y[q] = x[bit_reverse(s, q)];
            store_lanes(r, p, to, c, j, real, y);
        }
    }
}

INLINE void row_levels(const int s, const stet_step *p, Planes in, Goal to, int real,
                       const stet_share *share)
{
    row_levels_zone(s, 0, p, in, to, real, share);
    row_levels_zone(s, 1, p, in, to, real, share);
    if (real)
        return;
    row_levels_zone(s, 2, p, in, to, 0, share);
    row_levels_zone(s, 3, p, in, to, 0, share);
}

/* ----------------------------------------------------------- odd radices -- */

#ifdef STET_COMPACT
/* Runs the columns of VL rows of radix 7, 11 or 13, in one function. side 0: no row is above L/2;
 * 1: all are; 2: those in the lanes `above` are. */
static __attribute__((noinline)) void long_row_odd(int r, int side, const stet_step *p, const T *w,
                                                   Planes in, Goal to, int real, ptrdiff_t j,
                                                   V above)
{
    const ptrdiff_t L = p->L, n = r * L;
    const int keep = real ? (r + 1) / 2 : r;
    Most most = NOTHING_YET(to.most);
    for (ptrdiff_t c = 0; c < p->columns; c++) {
        C x[14];
        Goal at = to;
        at.planes = (Planes){to.planes.re + c * n, to.planes.im + c * n};
        at.pairs = to.pairs ? to.pairs + 2 * c * n : NULL;
        for (int i = 0; i < r; i++)
            load_column(FROM_PARTS, 1, from_planes(in), c * L + j + i * p->columns * L, 0, &x[i]);
        for (int i = 1; i < r; i++)
            x[i] = twiddle(x[i], LOAD(w + 2 * (i - 1) * L + j), LOAD(w + (2 * i - 1) * L + j));
        if (r == 7)
            butterfly7(x);
        else if (r == 11)
            butterfly11(x);
        else
            butterfly13(x);
        x[r] = x[0];
        for (int q = 0; side && q < r; q++)
            x[q] = side == 1 ? x[q + 1]
                             : (C){SELECT(above, x[q].re, x[q + 1].re),
                                   SELECT(above, x[q].im, x[q + 1].im)};
        for (int q = keep; q < r; q++)
            store_mirrored(at, n, j + L * q, x[q], &most);
        for (int q = 0; q < keep; q++)
            store_goal(at, j + L * q, x[q], &most);
    }
    KEEP_MOST(to, most);
}
#endif

/* Does the work of odd_row() of passes.h. The table has the twiddles of all rows, w[i][j] for the
 * rows j together: L cosines and L sines, i = 1 .. r - 1. */
INLINE void row_odd(const int r, const stet_step *p, const T *w, Planes in, Goal to, int real,
                    const stet_share *share)
{
    const ptrdiff_t L = p->L, rows = rows_of(p, real), middle = L / 2;
    const ptrdiff_t last = cut_rows(0, rows, stet_share_end(share, rows), VL);
    T side[2 * VL]; /* lanes of zeros, then of ones */
    memset(side, 0, sizeof side);
    for (int l = VL; l < 2 * VL; l++)
        memset(&side[l], 0xff, sizeof *side);
    for (ptrdiff_t begin = cut_rows(0, rows, stet_share_begin(share, rows), VL); begin < last;
         begin += VL) {
        const ptrdiff_t j = row_at(begin, rows);
        const int upper = j > middle, mixed = !upper && j + VL - 1 > middle;
        const V above = LOAD(mixed ? side + VL - 1 - (middle - j) : side);
#ifdef STET_COMPACT
        if (r > LONGEST_HERE) {
            long_row_odd(r, mixed ? 2 : upper, p, w, in, to, real, j, above);
            continue;
        }
#endif
        V wc[12], ws[12];
#pragma GCC unroll 12
        for (int i = 0; i < r - 1; i++) {
            wc[i] = LOAD(w + 2 * i * L + j);
            ws[i] = LOAD(w + (2 * i + 1) * L + j);
        }
        for (ptrdiff_t c = 0; c < p->columns; c++) {
            C x[13];
            load_column(FROM_PARTS, r, from_planes(in), c * L + j, p->columns * L, x);
            twiddles(r, wc, ws, x);
            butterfly(r, x);
            if (upper || mixed) {
                const C first = x[0];
#pragma GCC unroll 13
                for (int q = 0; q < r; q++) {
                    const C next = q + 1 < r ? x[q + 1] : first;
                    x[q] = upper ? next
                                 : (C){SELECT(above, x[q].re, next.re),
                                       SELECT(above, x[q].im, next.im)};
                }
            }
            store_lanes(r, p, to, c, j, real, x);
        }
    }
}

#define ROW_PASS(name, body)                                                                       \
    static __attribute__((noinline)) void name(const stet_step *p, const T *w, Planes in, Goal to, \
                                               int real, const stet_share *share)                  \
    {                                                                                              \
        (void)w;                                                                                   \
        body;                                                                                      \
    }
ROW_PASS(rows_pass_2, row_levels(1, p, in, to, real, share))
ROW_PASS(rows_pass_4, row_levels(2, p, in, to, real, share))
PASS_OF_8(ROW_PASS(rows_pass_8, row_levels(3, p, in, to, real, share)))
ROW_PASS(rows_pass_3, row_odd(3, p, w, in, to, real, share))
ROW_PASS(rows_pass_5, row_odd(5, p, w, in, to, real, share))
ROW_PASS(rows_pass_7, row_odd(7, p, w, in, to, real, share))
ROW_PASS(rows_pass_11, row_odd(11, p, w, in, to, real, share))
ROW_PASS(rows_pass_13, row_odd(13, p, w, in, to, real, share))

#ifndef STET_OTHER_ELEMENTS
/* Stores output q of rows j .. j + VL - 1 of a column, which begins at `to`. */
INLINE void store_direct(const stet_step *p, Goal to, ptrdiff_t j, int real, ptrdiff_t q, C x)
{
    if (real && 2 * q > p->radix)
        store_mirrored(to, p->radix * p->L, j + p->L * q, x, NULL);
    else
        store_goal(to, j + p->L * q, x, NULL);
}

INLINE C select_lanes(V above, C a, C b)
{
    return (C){SELECT(above, a.re, b.re), SELECT(above, a.im, b.im)};
}

/* Runs a direct step on one column of VL rows, whose twiddled inputs are x. Rows in the lanes
 * `above` have output q + 1 of the butterfly as output q, so each output is stored when the next
 * one is there, from both ends: a and b are Y_k and Y_{r-k} of the last k. */
INLINE void direct_lanes(const stet_step *p, Goal to, ptrdiff_t j, int real, V above, C *x)
{
    const ptrdiff_t r = p->radix, h = r / 2;
    C a = odd_sums((int)r, x), b = a, y[2 * DIRECT_TOGETHER];
    ptrdiff_t done = 0;
    for (ptrdiff_t first = 0; first < h; first = direct_next(h, first)) {
        direct_sums(0, DIRECT_TOGETHER, 1, 0, r, (const T *)p->table[1] + first, 0, x, y);
        for (ptrdiff_t q = done - first; q < DIRECT_TOGETHER; q++) {
            const ptrdiff_t k = first + q + 1;
            store_direct(p, to, j, real, r - k, select_lanes(above, y[2 * q + 1], b));
            store_direct(p, to, j, real, k - 1, select_lanes(above, a, y[2 * q]));
            a = y[2 * q];
            b = y[2 * q + 1];
        }
        done = first + DIRECT_TOGETHER;
    }
    store_direct(p, to, j, real, h, select_lanes(above, a, b));
}

/* Does the work of row_odd() for a direct step. */
static __attribute__((noinline)) void rows_direct(const stet_step *p, const T *w, Planes in,
                                                  Goal to, int real, const stet_share *share)
{
    const ptrdiff_t r = p->radix, L = p->L, rows = rows_of(p, real), middle = L / 2;
    const ptrdiff_t last = cut_rows(0, rows, stet_share_end(share, rows), VL);
    T side[2 * VL]; /* lanes of zeros, then of ones */
    memset(side, 0, sizeof side);
    memset(&side[VL], 0xff, VL * sizeof *side);
    for (ptrdiff_t begin = cut_rows(0, rows, stet_share_begin(share, rows), VL); begin < last;
         begin += VL) {
        const ptrdiff_t j = row_at(begin, rows), over = j + VL - 1 - middle;
        const V above = LOAD(side + (over < 0 ? 0 : over > VL ? VL : over));
        for (ptrdiff_t c = 0; c < p->columns; c++) {
            C *x = to.space;
            Goal at = to;
            at.planes = (Planes){to.planes.re + c * r * L, to.planes.im + c * r * L};
            at.pairs = to.pairs ? to.pairs + 2 * c * r * L : NULL;
            load_direct(FROM_PARTS, r, from_planes(in), c * L + j, p->columns * L, x);
            for (ptrdiff_t i = 1; i < r; i++)
                x[i] = twiddle(x[i], LOAD(w + 2 * (i - 1) * L + j), LOAD(w + (2 * i - 1) * L + j));
            direct_lanes(p, at, j, real, above, x);
        }
    }
}
#endif

static void rows_pass(const stet_step *p, const T *w, Planes in, Goal to, int real,
                      const stet_share *share)
{
    switch (p->radix) {
    case 2: rows_pass_2(p, w, in, to, real, share); break;
    case 4:
        rows_pass_4(p, w, in, to, real, share);
        break;
        PASS_OF_8(case 8 : rows_pass_8(p, w, in, to, real, share); break;)
    case 3: rows_pass_3(p, w, in, to, real, share); break;
    case 5: rows_pass_5(p, w, in, to, real, share); break;
    case 7: rows_pass_7(p, w, in, to, real, share); break;
    case 11: rows_pass_11(p, w, in, to, real, share); break;
    case 13: rows_pass_13(p, w, in, to, real, share); break;
    default: DIRECT_STEP(rows_direct(p, w, in, to, real, share);) break;
    }
}

/* ------------------------------------------------------------ transposition -- */

#ifndef STET_OTHER_ELEMENTS
static void transpose_plane(const T *from, ptrdiff_t rows, ptrdiff_t columns, T *to, ptrdiff_t L,
                            const stet_share *share)
{
    const ptrdiff_t last = cut_rows(0, rows, stet_share_end(share, rows), VL);
    for (ptrdiff_t begin = cut_rows(0, rows, stet_share_begin(share, rows), VL); begin < last;
         begin += VL) {
        const ptrdiff_t j = row_at(begin, rows);
        for (ptrdiff_t first = 0; first < columns; first += VL) {
            const ptrdiff_t c = row_at(first, columns);
            transpose_tile(from + j * columns + c, columns, 0, to + c * L + j, L, 0);
        }
    }
}

#endif

/* ---------------------------------------------------------- the transform -- */

/* Returns the planes of a phase: passes go back and forth between two halves of the workspace. */
INLINE Planes planes_after(const stet_fft1d *f, T *work, int phase)
{
    T *half = work + phase % 2 * 2 * f->n;
    return (Planes){half, half + f->n};
}

/* Reports whether rows that are conjugates of others are left out. */
INLINE int rows_halved(const stet_fft1d *f)
{
#ifdef STET_OTHER_ELEMENTS
    (void)f;
    return 1; /* a constant for the compiler */
#else
    return f->kind == STET_R2C && f->graph.rough_count == 0;
#endif
}

/* Runs the first pass on the columns of `area`; lanes are columns, and the last vector overlaps the
 * one before it. */
INLINE void rows_first(const stet_fft1d *f, const E *x, Reading how, T *work, Area area)
{
    const stet_row_passes *r = (const stet_row_passes *)f->made;
    const int real = f->kind == STET_R2C;
    Source from = {.re = numbers_at(x), .step = real ? 1 : 2};
    from.order = real ? ARRAY_REALS : EXCHANGED(how) ? ARRAY_EXCHANGED : ARRAY_PAIRS;
    READ_SCALED(from, how);
    columns_first_pass(r->step, from, to_planes(planes_after(f, work, 0)), rows_halved(f), area);
}

/* Runs the last pass. */
INLINE void rows_last(const stet_fft1d *f, T *work, Goal to, const stet_share *share)
{
    const stet_row_passes *r = (const stet_row_passes *)f->made;
    const int last = r->step_count - 1;
    const T *w = (const T *)r->tables;
    for (int i = r->turn; i < last; i++)
        w += stet_row_table_size(&r->step[i]);
    rows_pass(&r->step[last], w, planes_after(f, work, last), to, rows_halved(f), share);
}

/* Runs the phases between the first pass and the last. Each pass is a phase, and so is the
 * transposition. */
#ifndef STET_OTHER_ELEMENTS
static void rows_between(const stet_fft1d *f, T *work, const stet_share *share, T *rest)
{
    const stet_row_passes *r = (const stet_row_passes *)f->made;
    const ptrdiff_t L = r->step[r->turn].L;
    const int real = rows_halved(f), turn = r->turn;
    C *space = rest ? direct_space(rest, r->step, share) : NULL;
    const T *w = (const T *)r->tables;
    for (int i = 1; i < turn; i++)
        if (r->step[i].kind == STET_STEP_ROUGH) {
            rough_pass(FROM_PARTS, VL, f->convolution[i], &r->step[i],
                       from_planes(planes_after(f, work, i - 1)),
                       to_planes(planes_after(f, work, i)), rest);
        } else if (stet_share_has(share, i)) {
            Area area = all_with(&r->step[i], real, space);
            area.row = stet_share_begin(share, rows_of(&r->step[i], real));
            area.row_end = stet_share_end(share, rows_of(&r->step[i], real));
            columns_later_pass(&r->step[i], from_planes(planes_after(f, work, i - 1)),
                               to_planes(planes_after(f, work, i)), real, area);
        }
    if (stet_share_has(share, turn) && !r->single) {
        const Planes from = planes_after(f, work, turn - 1), to = planes_after(f, work, turn);
        const ptrdiff_t kept = real ? L / 2 + 1 : L;
        transpose_plane(from.re, kept, f->n / L, to.re, L, share);
        transpose_plane(from.im, kept, f->n / L, to.im, L, share);
    }
    for (int i = turn; i < r->step_count - 1; i++) {
        const Goal to = {.planes = planes_after(f, work, i + 1), .space = space};
        if (stet_share_has(share, i + 1))
            rows_pass(&r->step[i], w, planes_after(f, work, i), to, real, share);
        w += stet_row_table_size(&r->step[i]);
    }
}
#endif
SHARED_PASS(rows_between_all, (const stet_fft1d *f, T *work), rows_between(f, work, NULL, NULL))

#ifndef STET_OTHER_ELEMENTS
/* If the columns of a direct or rough first step go one by one, each becomes the `radix` numbers of
 * a column of the second half. */

/* Stores output k of the step, of the column that begins at `to`. */
INLINE void store_single(Goal to, ptrdiff_t k, T re, T im)
{
    if (!to.pairs) {
        to.planes.re[k] = re;
        to.planes.im[k] = im;
        return;
    }
    re = scalar_scaled(re, to.scale);
    im = scalar_scaled(im, to.scale);
    to.pairs[2 * k + to.exchanged] = to.real ? scalar_sum(re, OF_DOUBLE(0)) : re;
    to.pairs[2 * k + 1 - to.exchanged] = to.real ? scalar_sum(im, OF_DOUBLE(0)) : im;
}

INLINE Goal goal_at(Goal to, ptrdiff_t e)
{
    to.planes = (Planes){to.planes.re + e, to.planes.im + e};
    to.pairs = to.pairs ? to.pairs + 2 * e : NULL;
    return to;
}

/* Numbers of the caller, `step` of them apart. */
typedef struct {
    const T *x;
    ptrdiff_t step;
    int real, exchanged;
} Single;

INLINE void load_single(Single in, ptrdiff_t i, T *z)
{
    const T *x = in.x + i * in.step;
    z[0] = in.real ? *x : x[in.exchanged];
    z[1] = in.real ? OF_DOUBLE(0) : x[1 - in.exchanged];
}

/* Stores `count` vectors of outputs from k = first + 1 on, and, for complex input, those of r - k,
 * of `columns` columns, whose outputs follow one another. The last vector begins `last` outputs
 * after the first. */
INLINE void direct_vectors(const int count, const int columns, const int real, const stet_step *p,
                           const T *z, Goal to, ptrdiff_t first, ptrdiff_t last)
{
    const ptrdiff_t r = p->radix;
    C y[4 * DIRECT_TOGETHER];
    direct_sums(1, count, columns, real, r, (const T *)p->table[1] + first, last, z, y);
    for (int q = 0; q < count * columns; q++) {
        const ptrdiff_t at = q < count ? 0 : r;
        const ptrdiff_t k = first + (q % count < count - 1 ? q % count * VL : last);
        const C mirror = {REVERSE(y[2 * q + 1].re), REVERSE(y[2 * q + 1].im)};
        store_goal(to, at + k + 1, y[2 * q], NULL);
        if (!real)
            store_goal(to, at + r - k - VL, mirror, NULL);
    }
}

/* Loads columns of a direct step as direct_sums() takes them, and stores their outputs 0. The sums
 * of two columns do not wait for each other. */
INLINE void direct_load(const int columns, const int real, ptrdiff_t r, Single in, T *z, Goal to)
{
    T sum[2][2];
    Single column[2] = {in, in};
    column[1].x += real ? 1 : 2;
    column[0].real = column[1].real = real; /* a constant for the compiler */
    for (int m = 0; m < columns; m++) {
        load_single(column[m], 0, sum[m]);
        memcpy(z + m * 2 * r, sum[m], sizeof sum[m]);
    }
    for (ptrdiff_t i = 1; i <= r / 2; i++) {
        UNROLL(2)
        for (int m = 0; m < columns; m++) {
            T *x = z + m * 2 * r, a[2], b[2];
            load_single(column[m], i, a);
            load_single(column[m], r - i, b);
            single_sums(a, b, x + 2 * i, x + 2 * (r - i), sum[m]);
        }
    }
    for (int m = 0; m < columns; m++)
        store_single(goal_at(to, m * r), 0, sum[m][0], sum[m][1]);
}

/* Transforms `columns` columns of a direct step, which are neighbours; lanes are outputs k, of
 * which there are VL or more. Real input makes outputs up to r/2. z has space for 2 r numbers of
 * each column. A vector alone would wait for its sums, so the last ones are two or more, if there
 * are. */
INLINE void direct_columns(const int columns, const int real, const stet_step *p, Single in, T *z,
                           Goal to)
{
    const ptrdiff_t r = p->radix, h = r / 2;
    const int many = columns == 1 || real ? DIRECT_TOGETHER : DIRECT_TOGETHER / 2;
    direct_load(columns, real, r, in, z, to);
    for (ptrdiff_t k = 0, taken; k < h; k += taken * VL) {
        const ptrdiff_t left = (h - k + VL - 1) / VL;
        taken = many > 2 && left == many + 1 ? many - 1 : left < many ? left : many;
        const ptrdiff_t end = taken < left ? k + taken * VL : h, last = end - VL - k;
        if (taken == 1)
            direct_vectors(1, columns, real, p, z, to, end - VL, 0);
        else if (many == 2 || taken == 2)
            direct_vectors(2, columns, real, p, z, to, k, last);
        else if (taken < many)
            direct_vectors(many - 1, columns, real, p, z, to, k, last);
        else
            direct_vectors(many, columns, real, p, z, to, k, last);
    }
}

#define DIRECT_COLUMNS(name, columns, real)                                                        \
    static __attribute__((noinline)) void name(const stet_step *p, Single in, T *z, Goal to)       \
    {                                                                                              \
        direct_columns(columns, real, p, in, z, to);                                               \
    }
DIRECT_COLUMNS(direct_complex, 1, 0)
DIRECT_COLUMNS(direct_complexes, 2, 0)
DIRECT_COLUMNS(direct_real, 1, 1)
DIRECT_COLUMNS(direct_reals, 2, 1)

/* rader_load() copies the inputs of a rough column in Rader's order, rader_store() stores its
 * outputs: number order[q] is input q, and output m - q, of the convolution. */
INLINE void rader_load(const stet_convolution *z, Single in, T *a)
{
    for (ptrdiff_t q = 0; q < z->m; q++)
        load_single(in, (ptrdiff_t)z->order[q], a + 2 * q);
}

INLINE void rader_store(const stet_convolution *z, const T *b, Goal to)
{
    store_single(to, (ptrdiff_t)z->order[0], b[0], b[1]);
    b += 2 * z->m;
    if (to.pairs)
        for (ptrdiff_t q = 1; q < z->m; q++)
            move_pair(to.pairs + 2 * (ptrdiff_t)z->order[q], b - 2 * q, to.exchanged, to.scale);
    else
        for (ptrdiff_t q = 1; q < z->m; q++) {
            to.planes.re[z->order[q]] = b[-2 * q];
            to.planes.im[z->order[q]] = b[1 - 2 * q];
        }
}

/* Transforms a column of a rough step. The inputs go from the caller's array into the convolution,
 * and the outputs from it to their place, without another copy. */
static void rough_column(const stet_convolution *z, Single in, T *work, Goal to)
{
    const ptrdiff_t m = z->m;
    T *a = work, *b = a + 2 * m, *rest = b + 2 * m, first[2], sum[2];
    load_single(in, 0, first);
    if (z->order)
        rader_load(z, in, a);
    for (ptrdiff_t k = 0; !z->order && k < z->n; k++)
        load_single(in, k, b + 2 * k);
    if (!z->order)
        chirp_in(z, b, a, NULL, 0, NULL);
    stet_inner_line(z->fft, a, b, 0, 1, rest, NULL, 0);
    filter_share(z, first, b, a, sum, 0, 1, NULL);
    stet_inner_line(z->fft, a, b, 1, 1, rest, NULL, 0);
    if (z->order) {
        store_single(to, 0, sum[0], sum[1]);
        rader_store(z, b, to);
        return;
    }
    multiply_pairs(a, b, (const T *)z->chirp, z->n, 0, 0, 1);
    for (ptrdiff_t k = 0; k < z->n; k++)
        store_single(to, k, a[2 * k], a[2 * k + 1]);
}

/* Runs the first step, column by column, or a direct one by two columns, which share the loads of
 * constants, if the registers hold their sums. `rest` has 4 radix numbers, or those of the
 * convolution. */
static void rows_first_single(const stet_fft1d *f, const T *x, int exchanged, Goal to, T *rest)
{
    const stet_step *p = ((const stet_row_passes *)f->made)->step;
    const int real = f->kind == STET_R2C, parts = real ? 1 : 2;
    const int rough = p->kind == STET_STEP_ROUGH;
    for (ptrdiff_t c = 0, taken; c < p->columns; c += taken) {
        const Single in = {x + parts * c, parts * p->columns, real, exchanged};
        const Goal here = goal_at(to, c * p->radix);
        taken = DIRECT_TOGETHER > 2 && !rough && c + 2 <= p->columns ? 2 : 1;
        if (rough)
            rough_column(f->convolution[0], in, rest, here);
        else if (taken == 2)
            (real ? direct_reals : direct_complexes)(p, in, rest, here);
        else
            (real ? direct_real : direct_complex)(p, in, rest, here);
    }
}

/* Keeps half of all outputs of real input. They get factor and +0 here, vector by vector. */
static void keep_half(ptrdiff_t n, const T *all, T *y, T scale)
{
    const ptrdiff_t count = (n / 2 + 1) * 2;
    for (ptrdiff_t i = 0; i < count; i += VL) {
        const ptrdiff_t e = row_at(i, count);
        V a = LOAD(all + e);
        if (scale != 1)
            a = v_scaled(a, SET1(scale));
        STORE(y + e, v_plus_zero(a));
    }
}

/* The first pass is divided by columns, the others by rows. Real input with a rough prime is not
 * divided: all outputs are made, and half of them kept (transform.h). */
static void rows_line(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                      const stet_share *share)
{
    const stet_row_passes *r = (const stet_row_passes *)f->made;
    const ptrdiff_t n = f->n, columns = r->step[0].columns;
    const int halved = f->kind == STET_R2C && f->graph.rough_count > 0;
    const int is_one = r->step_count == 1;
    T *all = work + 4 * n, *rest = all + (halved ? 2 * n : 0);
    const Goal to = {.pairs = halved ? all : y,
                     .scale = halved ? OF_DOUBLE(1) : scale,
                     .scaled = !halved && scale != 1,
                     .exchanged = exchanged && f->kind == STET_C2C,
                     .real = rows_halved(f),
                     .space = direct_space(rest, r->step, share)};
    if (r->single) {
        const Goal columns_to = {.planes = planes_after(f, work, 1)};
        rows_first_single(f, x, exchanged, is_one ? to : columns_to, rest);
    } else if (stet_share_has(share, 0) && r->step[0].kind == STET_STEP_ROUGH) {
        const int order = f->kind == STET_R2C ? ARRAY_REALS
                          : exchanged         ? ARRAY_EXCHANGED
                                              : ARRAY_PAIRS;
        const Source array = {x, x, order == ARRAY_REALS ? 1 : 2, order};
        rough_pass(FROM_ARRAY, VL, f->convolution[0], r->step, array,
                   to_planes(planes_after(f, work, 0)), rest);
    } else if (stet_share_has(share, 0)) {
        Area area = all_with(r->step, rows_halved(f), to.space);
        area.column = cut_rows(0, columns, stet_share_begin(share, columns), VL);
        area.column_end = cut_rows(0, columns, stet_share_end(share, columns), VL);
        rows_first(f, x, exchanged, work, area);
    }
    if (!is_one)
        rows_between(f, work, share, rest);
    if (!is_one && stet_share_has(share, r->step_count))
        rows_last(f, work, to, share);
    if (halved)
        keep_half(n, all, y, scale);
}
EACH_LINE(rows)
#endif
