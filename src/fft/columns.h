/* SPDX-License-Identifier: Apache-2.0 */
/* One transform of any decomposed length n, VL a divisor of its power of two, across the
 * lanes of vectors: lanes are columns until VL of them are left, and last.h does the rest.
 * A template. */

/* Where a part of the rows of a zone ends that would end at row `cut`: behind a whole number of
 * blocks, and not within the last ROWS rows, whose block may reach back. So no two parts
 * write one output. */
INLINE ptrdiff_t columns_cut(ptrdiff_t begin, ptrdiff_t end, ptrdiff_t cut)
{
    cut = cut <= begin ? begin : begin + (cut - begin) / ROWS * ROWS;
    return end - cut < ROWS ? end : cut;
}

/* The rows of one zone, in natural order; the last block reaches back if they are no
 * multiple of ROWS, which repeats a few outputs and changes none. */
INLINE void columns_zone(const int zone, const stet_step *p, const T *rows, Runs out, int real,
                         const stet_share *share)
{
    const ptrdiff_t half = real ? (p->L + 1) / 2 : p->L;
    ptrdiff_t begin = (zone * p->L + 3) / 4, end = ((zone + 1) * p->L + 3) / 4;
    if (end > half)
        end = half;
    const ptrdiff_t from_row = columns_cut(begin, end, stet_share_begin(share, half));
    const ptrdiff_t to_row = columns_cut(begin, end, stet_share_end(share, half));
    for (ptrdiff_t j = from_row; j < to_row; j += ROWS) {
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

static void columns_last(const stet_step *p, const T *rows, Runs out, int real,
                         const stet_share *share)
{
    columns_zone(0, p, rows, out, real, share);
    columns_zone(1, p, rows, out, real, share);
    if (!real) {
        columns_zone(2, p, rows, out, 0, share);
        columns_zone(3, p, rows, out, 0, share);
    } else if (p->L % 2 == 0 && (!share || share->part == share->parts - 1)) {
        columns_middle(p, rows, out);
    }
}

/* The share of a pass: some of its rows, or of its columns if rows are few. */
INLINE Area columns_area(const stet_step *p, int real, const stet_share *share)
{
    Area area = all_of(p, real);
    if (share && area.row_end >= 8 * share->parts) {
        area.row = stet_share_begin(share, area.row_end);
        area.row_end = stet_share_end(share, area.row_end);
    } else if (share) {
        area.column = VL * stet_share_begin(share, p->columns / VL);
        area.column_end = VL * stet_share_end(share, p->columns / VL);
    }
    return area;
}

static void columns_first(const stet_step *p, const T *x, T *rows, int real, int exchanged,
                          const stet_share *share)
{
    const Area area = columns_area(p, real, share);
    if (real)
        first_pass(FROM_REALS, VL, p, (Source){x, x, 1}, rows_out(rows, VL), 1, area);
    else if (exchanged)
        first_pass(FROM_EXCHANGED, VL, p, (Source){x, x, 2}, rows_out(rows, VL), 0, area);
    else
        first_pass(FROM_PAIRS, VL, p, (Source){x, x, 2}, rows_out(rows, VL), 0, area);
}

/* Every pass is a phase. */
static void columns(const stet_fft1d *f, const T *x, T *y, int real, int exchanged, T scale,
                    T *work, const stet_share *share)
{
    const stet_step *p = f->column_step;
    T *here = work, *there = work + 2 * f->n + 2 * VL * ROWS;
    const int last = f->column_step_count - 1;
    if (stet_share_has(share, 0))
        columns_first(p, x, here, real, exchanged, share);
    for (int i = 1; i < last; i++) {
        if (stet_share_has(share, i))
            later_pass(VL, &p[i], rows_in(here, VL), rows_out(there, VL), real,
                       columns_area(&p[i], real, share));
        T *swap = here;
        here = there;
        there = swap;
    }
    if (stet_share_has(share, last))
        columns_last(&p[last], here, (Runs){y, 2 * p[last].L, scale, scale != 1, exchanged}, real,
                     share);
}
