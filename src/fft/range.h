/* SPDX-License-Identifier: Apache-2.0 */
/* Rows through the steps of a range: levels.h. A template over a vector type of one lane, after
 * which a wrapper file names the function RANGE.
 *
 * Between passes a row is an array of complex numbers, pairs: with L = A l the length reached,
 * number (p + l q) columns + c is that of row j + A (p + l q) of the whole, j being the row. */
#include <string.h>

#include "fft/odd_constants.h"
#include "fft/range_steps.h"

#include "fft/butterfly.h"

INLINE C load_pair(const T *x, ptrdiff_t i) { return (C){LOAD(x + 2 * i), LOAD(x + 2 * i + 1)}; }

INLINE void store_pair(T *x, ptrdiff_t i, C z)
{
    STORE(x + 2 * i, z.re);
    STORE(x + 2 * i + 1, z.im);
}

/* The levels of a pass on row p of those there are, j of the whole. */
INLINE void levels_row(const int s, const stet_step *step, ptrdiff_t rows, ptrdiff_t p, ptrdiff_t j,
                       const T *x, T *y)
{
    const ptrdiff_t columns = step->columns;
    const int r = 1 << s, zone = (int)(4 * j / step->L);
    const int plain = step->L == 1 ? PLAIN_AT_1 : step->L == 2 ? PLAIN_AT_2 : PLAIN_NONE;
    V m[8], t[8];
    for (int v = 0; v < s; v++)
        for (int i = twiddles_of(v); i < twiddles_of(v + 1); i++) {
            const T *table = (const T *)step->table[v];
            const ptrdiff_t size = stet_level_size(step->L << v);
            const ptrdiff_t k = j + step->L * (i - twiddles_of(v));
            m[i] = SET1(table[k >= size ? k - size : k]);
            t[i] = SET1(table[size + (k >= size ? k - size : k)]);
        }
    for (ptrdiff_t c = 0; c < columns; c++) {
        C z[8];
        for (int i = 0; i < r; i++)
            z[i] = load_pair(x, (p * r + i) * columns + c);
        levels(s, plain, zone, m, t, z);
        for (int i = 0; i < r; i++)
            store_pair(y, (p + rows * i) * columns + c, z[bit_reverse(s, i)]);
    }
}

/* As odd_row() of passes.h. */
INLINE void odd_row(const int r, const stet_step *step, ptrdiff_t rows, ptrdiff_t p, ptrdiff_t j,
                    const T *x, T *y)
{
    const ptrdiff_t columns = step->columns, L = step->L;
    const int upper = 2 * j > L;
    const T *w = L > 1 ? (const T *)step->table[0] + (upper ? L - j : j) * 2 * (r - 1) : NULL;
    for (ptrdiff_t c = 0; c < columns; c++) {
        C z[13];
        for (int i = 0; i < r; i++)
            z[i] = load_pair(x, (p * r + i) * columns + c);
        for (int i = 1; w && i < r; i++)
            z[i] = twiddle(z[i], SET1(w[i - 1]), SET1(upper ? -w[r - 2 + i] : w[r - 2 + i]));
        butterfly(r, z);
        for (int i = 0; i < r; i++)
            store_pair(y, (p + rows * (upper ? (i + r - 1) % r : i)) * columns + c, z[i]);
    }
}

static void pass(const stet_range *f, const stet_step *step, ptrdiff_t row, const T *x, T *y)
{
    const ptrdiff_t rows = step->L / f->from;
    for (ptrdiff_t p = 0; p < rows; p++) {
        const ptrdiff_t j = row + f->from * p;
        switch (step->radix) {
        case 2: levels_row(1, step, rows, p, j, x, y); break;
        case 4: levels_row(2, step, rows, p, j, x, y); break;
        case 8: levels_row(3, step, rows, p, j, x, y); break;
        case 3: odd_row(3, step, rows, p, j, x, y); break;
        case 5: odd_row(5, step, rows, p, j, x, y); break;
        case 7: odd_row(7, step, rows, p, j, x, y); break;
        case 11: odd_row(11, step, rows, p, j, x, y); break;
        default: odd_row(13, step, rows, p, j, x, y); break;
        }
    }
}

/* Numbers a piece at a time. */
static void gather(const T *from, stet_pieces at, ptrdiff_t n, int swap, T *to)
{
    for (ptrdiff_t i = 0; i < n; from += 2 * at.piece)
        for (ptrdiff_t k = 0; k < at.length && i < n; k++, i++) {
            to[2 * i] = from[2 * k * at.step + swap];
            to[2 * i + 1] = from[2 * k * at.step + 1 - swap];
        }
}

static void scatter(const T *from, ptrdiff_t n, int swap, T scale, stet_pieces at, T *to)
{
    for (ptrdiff_t i = 0; i < n; to += 2 * at.piece)
        for (ptrdiff_t k = 0; k < at.length && i < n; k++, i++) {
            to[2 * k * at.step + swap] = scale == 1 ? from[2 * i] : from[2 * i] * scale;
            to[2 * k * at.step + 1 - swap] = scale == 1 ? from[2 * i + 1] : from[2 * i + 1] * scale;
        }
}

void RANGE(const stet_range *f, const stet_rows *rows, int swap, double scale, void *work)
{
    const ptrdiff_t n = f->n / f->from;
    for (ptrdiff_t i = 0; i < rows->count; i++) {
        T *x = (T *)work, *y = x + 2 * n;
        gather((const T *)rows->in + 2 * i * rows->id, rows->is, n, swap, x);
        for (int s = 0; s < f->steps; s++) {
            T *const other = x;
            pass(f, &f->step[s], rows->row + i, x, y);
            x = y;
            y = other;
        }
        scatter(x, n, swap, (T)scale, rows->os, (T *)rows->out + 2 * i * rows->od);
    }
}
