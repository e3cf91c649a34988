/* SPDX-License-Identifier: Apache-2.0 */
/* One transform of any decomposed length n, VL a divisor of its power of two, across the
 * lanes of vectors: lanes are columns until VL of them are left, and last.h does the rest.
 * A template. */

/* One pass whose lanes are columns; any of radix 2 to 13. */
static __attribute__((noinline)) void columns_pass(const stet_step *p, int first, Source in,
                                                   Target out, int real)
{
    if (first)
        first_pass(FROM_ARRAY, VL, p, in, out, real);
    else
        later_pass(VL, p, in, out, real);
}

/* The rows of one zone, in natural order; the last block reaches back if they are no
 * multiple of ROWS, which repeats a few outputs and changes none. */
INLINE void columns_zone(const int zone, const stet_step *p, const T *rows, Runs out, int real)
{
    const ptrdiff_t half = real ? (p->L + 1) / 2 : p->L;
    ptrdiff_t begin = (zone * p->L + 3) / 4, end = ((zone + 1) * p->L + 3) / 4;
    if (end > half)
        end = half;
    for (ptrdiff_t j = begin; j < end; j += ROWS) {
        const ptrdiff_t j0 = j + ROWS <= end ? j : end - ROWS;
        const T *from = rows + 2 * VL * j0;
        if (real) {
            last_block_real(zone, p, from, j0, out);
        } else {
            T packed[PACKED];
            pack(p, j0, packed);
            last_block(zone, packed, from, 2 * VL, VL,
                       (Runs){out.y + 2 * j0, out.run, out.scale, out.scaled, out.exchanged});
        }
    }
}

/* Row L/2 of a real transform of even L has no partner: its first VL/2 outputs count. The
 * block runs over the edge of the rows, and only its first lane is kept. */
static void columns_middle(const stet_step *p, const T *rows, Runs out)
{
    T one[2 * ROWS * VL];
    const ptrdiff_t j = p->L / 2;
    T packed[PACKED];
    pack(p, j, packed);
    last_block(2, packed, rows + 2 * VL * j, 2 * VL, VL,
               (Runs){one, 2 * ROWS, out.scale, out.scaled, 0});
    for (int q = 0; q < VL / 2; q++) {
        out.y[2 * j + q * out.run] = one[2 * ROWS * q];
        out.y[2 * j + q * out.run + 1] = one[2 * ROWS * q + 1];
    }
}

static void columns_last(const stet_step *p, const T *rows, Runs out, int real)
{
    columns_zone(0, p, rows, out, real);
    columns_zone(1, p, rows, out, real);
    if (!real) {
        columns_zone(2, p, rows, out, 0);
        columns_zone(3, p, rows, out, 0);
    } else if (p->L % 2 == 0) {
        columns_middle(p, rows, out);
    }
}

static void columns(const stet_fft1d *f, const T *x, T *y, int real, int exchanged, T scale,
                    T *work)
{
    const stet_step *p = f->column_step;
    T *here = work, *there = work + 2 * f->n + 2 * VL * ROWS;
    const int order = real        ? ARRAY_LAST_REALS
                      : exchanged ? ARRAY_LAST_EXCHANGED
                                  : ARRAY_LAST_PAIRS;
    columns_pass(p, 1, (Source){x, x, real ? 1 : 2, order}, rows_out(here, VL), real);
    for (int i = 1; i < f->column_step_count - 1; i++) {
        columns_pass(&p[i], 0, rows_in(here, VL), rows_out(there, VL), real);
        T *swap = here;
        here = there;
        there = swap;
    }
    const stet_step *last = &p[f->column_step_count - 1];
    columns_last(last, here, (Runs){y, 2 * last->L, scale, scale != 1, exchanged}, real);
}
