/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that run rows through the steps of a range (range.h). isa/range32.c.in, range64.c.in and
 * rangedd.c.in include a vector type and this file, and define KERNELS. Lanes are either
 * neighbouring rows of one transform, or one row of several transforms, whose lanes share their
 * twiddles. Neighbouring rows may have more than one lane only if the range has levels alone, and
 * if the twiddles of the rows are neighbours in the tables and have one rho: stet_range_suits().
 * Between passes a row is an array of complex numbers. With L = from l the length reached, and j
 * the row, number (p + l q) columns + c belongs to row j + from (p + l q) of the whole. */
#include "graph/odd_constants.h"
#include "range/steps.h"

#include "graph/butterfly.h"

INLINE C load_number(const T *x, ptrdiff_t i)
{
    return (C){LOAD(x + 2 * VL * i), LOAD(x + 2 * VL * i + VL)};
}

INLINE void store_number(T *x, ptrdiff_t i, C z)
{
    STORE(x + 2 * VL * i, z.re);
    STORE(x + 2 * VL * i + VL, z.im);
}

/* Row p of a pass, which is row j of the whole. */
typedef struct {
    const stet_step *step;
    ptrdiff_t rows, p, j;
    const T *x;
    T *y;
} Row;

INLINE void levels_row(const int s, const int same, const int plain, const int zone, Row w)
{
    const stet_step *step = w.step;
    const ptrdiff_t columns = step->columns;
    const int r = 1 << s;
    V m[4], t[4];
#pragma GCC unroll 3
    for (int v = 0; v < s; v++) {
        const T *table = (const T *)step->table[v];
        const ptrdiff_t size = stet_level_size(step->L << v);
#pragma GCC unroll 2
        for (int i = twiddles_of(v); i < twiddles_of(v + 1); i++) {
            const ptrdiff_t k = w.j + step->L * (i - twiddles_of(v));
            const T *at = table + (k >= size ? k - size : k);
            if (same) {
                m[i] = SET1(at[0]);
                t[i] = SET1(at[size]);
                continue;
            }
            __builtin_prefetch(at + VL);
            __builtin_prefetch(at + size + VL);
            m[i] = LOAD(at);
            t[i] = LOAD(at + size);
        }
    }
    for (ptrdiff_t c = 0; c < columns; c++) {
        C z[8];
#pragma GCC unroll 8
        for (int i = 0; i < r; i++)
            z[i] = load_number(w.x, (w.p * r + i) * columns + c);
        levels(s, plain, zone, m, t, z);
#pragma GCC unroll 8
        for (int i = 0; i < r; i++)
            store_number(w.y, (w.p + w.rows * i) * columns + c, z[bit_reverse(s, i)]);
    }
}

/* Runs levels; each zone is a separate loop, because it has the signs of its butterflies. */
INLINE void levels_of_row(const int s, const int same, Row w)
{
    const int zone = (int)(4 * w.j / w.step->L);
    if (same && w.step->L == 1)
        levels_row(s, same, PLAIN_AT_1, 0, w);
    else if (same && w.step->L == 2)
        levels_row(s, same, PLAIN_AT_2, zone, w);
    else if (zone == 0)
        levels_row(s, same, PLAIN_NONE, 0, w);
    else if (zone == 1)
        levels_row(s, same, PLAIN_NONE, 1, w);
    else if (zone == 2)
        levels_row(s, same, PLAIN_NONE, 2, w);
    else
        levels_row(s, same, PLAIN_NONE, 3, w);
}

static __attribute__((noinline)) void same_2(Row w) { levels_of_row(1, 1, w); }
static __attribute__((noinline)) void same_4(Row w) { levels_of_row(2, 1, w); }
static __attribute__((noinline)) void same_8(Row w) { levels_of_row(3, 1, w); }

/* Loads column c of an odd step and multiplies it by the twiddles. */
INLINE void load_odd(const int r, Row w, ptrdiff_t c, C *z)
{
    const ptrdiff_t columns = w.step->columns, L = w.step->L;
    const int upper = 2 * w.j > L;
    const ptrdiff_t at = (upper ? L - w.j : w.j) * 2 * (r - 1);
    const T *cosine = L > 1 ? (const T *)w.step->table[0] + at : NULL, *sine = cosine + r - 1;
    z[0] = load_number(w.x, w.p * r * columns + c);
    for (int i = 1; i < r; i++) {
        z[i] = load_number(w.x, (w.p * r + i) * columns + c);
        if (L > 1)
            z[i] = twiddle(z[i], SET1(cosine[i - 1]), SET1(upper ? -sine[i - 1] : sine[i - 1]));
    }
}

/* Stores output i of the butterfly of column c. */
INLINE void store_odd(const int r, Row w, ptrdiff_t c, int i, C z)
{
    const int q = 2 * w.j > w.step->L ? (i + r - 1) % r : i;
    store_number(w.y, (w.p + w.rows * q) * w.step->columns + c, z);
}

/* Computes an odd step as odd_row() of passes.h does. */
INLINE void odd_row(const int r, Row w)
{
    for (ptrdiff_t c = 0; c < w.step->columns; c++) {
        C z[STET_LARGEST_UNROLLED];
        load_odd(r, w, c, z);
        butterfly(r, z);
        for (int i = 0; i < r; i++)
            store_odd(r, w, c, i, z[i]);
    }
}

/* Computes a direct step. */
static __attribute__((noinline)) void direct_row(Row w)
{
    const int r = (int)w.step->radix, h = r / 2;
    for (ptrdiff_t c = 0; c < w.step->columns; c++) {
        C z[STET_LARGEST_RADIX], y[2 * DIRECT_TOGETHER];
        load_odd(r, w, c, z);
        store_odd(r, w, c, 0, odd_sums(r, z));
        for (int first = 0; first < h; first = (int)direct_next(h, first)) {
            direct_sums(0, DIRECT_TOGETHER, 1, 0, r, (const T *)w.step->table[1] + first, 0, z, y);
            for (int q = 0; q < DIRECT_TOGETHER; q++) {
                store_odd(r, w, c, first + 1 + q, y[2 * q]);
                store_odd(r, w, c, r - 1 - first - q, y[2 * q + 1]);
            }
        }
    }
}

static void run_same(Row w)
{
    switch (w.step->radix) {
    case 2: same_2(w); break;
    case 4: same_4(w); break;
    case 8: same_8(w); break;
    case 3: odd_row(3, w); break;
    case 5: odd_row(5, w); break;
    case 7: odd_row(7, w); break;
    case 11: odd_row(11, w); break;
    case 13: odd_row(13, w); break;
    default: direct_row(w); break;
    }
}

#if VL == 1
static void run_row(Row w) { run_same(w); }
#else
static __attribute__((noinline)) void row_2(Row w) { levels_of_row(1, 0, w); }
static __attribute__((noinline)) void row_4(Row w) { levels_of_row(2, 0, w); }
static __attribute__((noinline)) void row_8(Row w) { levels_of_row(3, 0, w); }

static void run_row(Row w)
{
    switch (w.step->radix) {
    case 2: row_2(w); break;
    case 4: row_4(w); break;
    case 8: row_8(w); break;
    default: break;
    }
}
#endif

#if VL > 1
/* Transposes VL numbers of as many rows to vectors of neighbouring rows, like transpose_tile() of
 * last.h. */
INLINE void turn_tile(const T *from, ptrdiff_t distance, const int flip, T *to)
{
    V z[VL];
#pragma GCC unroll 16
    for (int l = 0; l < VL; l++)
        z[l] = LOAD(from + l * distance);
#pragma GCC unroll 4
    for (int b = 0; b < LOG2_VL; b++)
#pragma GCC unroll 16
        for (int i = 0; i < VL; i++)
            if (!(i & (VL / 2 >> b)))
                TRANSPOSE(VL / 2 >> b, &z[i], &z[i + (VL / 2 >> b)]);
#pragma GCC unroll 16
    for (int i = 0; i < VL; i++)
        STORE(to + (i ^ flip) * VL, z[i]);
}

/* Transposes a row of tiles; the last tile overlaps the one before. */
static void turn(const T *from, ptrdiff_t distance, ptrdiff_t numbers, int swap, T *to)
{
    for (ptrdiff_t begin = 0; begin < numbers; begin += VL) {
        const ptrdiff_t k = begin + VL <= numbers ? begin : numbers - VL;
        if (swap)
            turn_tile(from + k, distance, 1, to + k * VL);
        else
            turn_tile(from + k, distance, 0, to + k * VL);
    }
}
#endif

/* Loads or stores one number of neighbouring rows in place. Rows may be many pages apart, and the
 * next numbers of each row follow in memory: prefetching four steps ahead was fastest. */
INLINE void gather_number(const T *from, ptrdiff_t distance, int swap, T *to)
{
#if VL > 1
    if (distance == 1) {
        V re, im;
        __builtin_prefetch(from + 8 * VL);
        __builtin_prefetch(from + 9 * VL);
        LOAD_PAIRS(from, &re, &im);
        STORE(to + swap * VL, re);
        STORE(to + VL - swap * VL, im);
        return;
    }
#endif
    for (int l = 0; l < VL; l++) {
        to[l] = from[2 * l * distance + swap];
        to[VL + l] = from[2 * l * distance + 1 - swap];
    }
}

/* Gathers numbers from rows that are `distance` apart, one piece at a time. */
static void gather(const T *from, stet_pieces at, ptrdiff_t distance, ptrdiff_t n, int swap, T *to)
{
#if VL > 1
    if (at.step == 1 && at.length >= n && 2 * n >= VL) {
        turn(from, 2 * distance, 2 * n, swap, to);
        return;
    }
#endif
    for (ptrdiff_t i = 0; i < n; from += 2 * at.piece)
        for (ptrdiff_t k = 0; k < at.length && i < n; k++, i++)
            gather_number(from + 2 * k * at.step, distance, swap, to + 2 * VL * i);
}

INLINE void scatter_number(const T *from, int swap, ptrdiff_t distance, T *to)
{
#if VL > 1
    if (distance == 1) {
        STORE_PAIRS(to, LOAD(from + swap * VL), LOAD(from + VL - swap * VL));
        return;
    }
#endif
    for (int l = 0; l < VL; l++) {
        to[2 * l * distance + swap] = from[l];
        to[2 * l * distance + 1 - swap] = from[VL + l];
    }
}

static void scatter(T *from, ptrdiff_t n, int swap, T scale, stet_pieces at, ptrdiff_t distance,
                    T *to)
{
    for (ptrdiff_t i = 0; scale != 1 && i < 2 * n; i++)
        STORE(from + VL * i, v_scaled(LOAD(from + VL * i), SET1(scale)));
    for (ptrdiff_t i = 0; i < n; to += 2 * at.piece)
        for (ptrdiff_t k = 0; k < at.length && i < n; k++, i++)
            scatter_number(from + 2 * VL * i, swap, distance, to + 2 * k * at.step);
}

/* Gathers the numbers of a row that consists of runs. */
static void gather_runs(const stet_rows *rows, ptrdiff_t row, int swap, T *to)
{
    for (ptrdiff_t r = 0; r < rows->runs; r++) {
        const stet_run *run = &rows->run[r];
        const stet_pieces all = {run->length, 0, rows->is.step};
        gather((const T *)run->in + 2 * row * run->id, all, run->id, run->length, swap, to);
        to += 2 * VL * run->length;
    }
}

INLINE void run_rows(const int same, const stet_range *f, const stet_rows *rows, ptrdiff_t begin,
                     ptrdiff_t end, int swap, double scale, void *work)
{
    const ptrdiff_t n = f->n / f->from;
    for (ptrdiff_t i = begin; i < end; i += VL) {
        T *x = (T *)work, *y = x + 2 * VL * n;
        if (rows->runs)
            gather_runs(rows, i, swap, x);
        else
            gather((const T *)rows->in + 2 * i * rows->id, rows->is, rows->id, n, swap, x);
        for (int s = 0; s < f->steps; s++) {
            const stet_step *step = &f->step[s];
            T *const other = x;
            Row w = {step, step->L / f->from, 0, rows->row + (same ? 0 : i), x, y};
            for (; w.p < w.rows; w.p++, w.j += f->from)
                (same ? run_same : run_row)(w);
            x = y;
            y = other;
        }
        scatter(x, n, swap, (T)scale, rows->os, rows->od, (T *)rows->out + 2 * i * rows->od);
    }
}

static void run(const stet_range *f, const stet_rows *rows, ptrdiff_t begin, ptrdiff_t end,
                int swap, double scale, void *work)
{
    if (rows->same)
        run_rows(1, f, rows, begin, end, swap, scale, work);
    else
        run_rows(0, f, rows, begin, end, swap, scale, work);
}

/* ------------------------------------------------------ other operations -- */

INLINE C load_pair(const T *x)
{
#if VL == 1
    return (C){LOAD(x), LOAD(x + 1)};
#else
    C z;
    LOAD_PAIRS(x, &z.re, &z.im);
    return z;
#endif
}

INLINE void store_pair(T *x, C z)
{
#if VL == 1
    STORE(x, z.re);
    STORE(x + 1, z.im);
#else
    STORE_PAIRS(x, z.re, z.im);
#endif
}

INLINE C reverse(C z)
{
#if VL == 1
    return z;
#else
    return (C){REVERSE(z.re), REVERSE(z.im)};
#endif
}

/* Multiplies as multiply_pairs() does for a convolution inside one process. */
static void multiply(ptrdiff_t count, const void *x, const void *z, void *y)
{
    for (ptrdiff_t i = 0; i < 2 * count; i += 2 * VL) {
        const C a = load_pair((const T *)x + i), b = load_pair((const T *)z + i);
        store_pair((T *)y + i, c_product(a, b));
    }
}

/* Applies hermitian_pair() to numbers that go up from x and down from y, like complete() of
 * transform.h. */
INLINE void pairs_of(const int rho, const T *m, const T *t, ptrdiff_t count, ptrdiff_t step, T *x,
                     T *y)
{
    for (ptrdiff_t i = 0; i < count; i += VL) {
        T *up = x + 2 * i * step, *down = y - 2 * (i + VL - 1) * step;
        C a = load_pair(up), b;
        if (rho) {
            b = reverse(load_pair(down));
            hermitian_pair(rho, LOAD(m + i), LOAD(t + i), &a, &b);
        } else {
            b = a;
            a = c_conjugate(a);
        }
        store_pair(up, a);
        store_pair(down, reverse(b));
    }
}

static void pairs(int rho, const void *m, const void *t, ptrdiff_t count, ptrdiff_t step, void *x,
                  void *y)
{
    if (rho == 0)
        pairs_of(0, (const T *)m, (const T *)t, count, step, (T *)x, (T *)y);
    else if (rho == 1)
        pairs_of(1, (const T *)m, (const T *)t, count, step, (T *)x, (T *)y);
    else
        pairs_of(2, (const T *)m, (const T *)t, count, step, (T *)x, (T *)y);
}

#if VL == 1
/* Computes the pair at the ends as hermitian_ends() of transform.h does. */
static void end_pair(void *x, const void *y)
{
    const C a = load_pair((T *)x);
    if (y) {
        const V last = LOAD((const T *)y);
        store_pair((T *)x, hermitian_of_ends(a.re, last));
    } else {
        store_pair((T *)x, hermitian_of_center(a));
    }
}

const stet_range_kernels KERNELS = {run, VL, multiply, pairs, end_pair};
#else
const stet_range_kernels KERNELS = {run, VL, multiply, pairs, NULL};
#endif
