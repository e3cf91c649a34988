/* SPDX-License-Identifier: Apache-2.0 */
/* One complex transform of n = 2^a points across the lanes of vectors: fewer passes over
 * memory than columns.h, for powers of two. A template.
 *
 * The levels are cut into L = 1 .. tall (the tall part), .. n/VL (the row part), .. n
 * (the last part):
 *   tall  takes VL neighbouring columns x[c + (n/tall) u] at a time, lanes = columns;
 *         two passes go through a tile that stays in the first-level cache.
 *   row   goes on with ROWS rows at a time, in place: output q of a butterfly takes the
 *         place of input q, so the cells of a row end up in digit-reversed order.
 *   last  transposes ROWS rows, so lanes = rows, and stores in natural order.
 * A cell is VL complex numbers: VL real parts and, `part` further on, VL imaginary. */

/* Where the cells of row j are: cell number i at bank_row(j) + place(i) cell. */
typedef struct {
    T *base;
    ptrdiff_t major, minor, part, cell;
    /* The row steps are digits of the cell number: step t moves by stride[t] cells. In scratch
     * memory cells lie in the order of their columns. In the output array they lie where the
     * last part wants them, which is the order of the rows to come. */
    int steps;
    ptrdiff_t radix[STET_MAX_STEPS], stride[STET_MAX_STEPS];
} Bank;

INLINE T *bank_row(const Bank *b, ptrdiff_t j)
{
    return b->base + j / ROWS * b->major + j % ROWS * b->minor;
}

/* The place of columns i VL .. i VL + VL - 1. */
INLINE ptrdiff_t place_of_column(const Bank *b, ptrdiff_t i)
{
    if (b->steps <= 1 || b->stride[b->steps - 1] == 1)
        return i;
    ptrdiff_t place = 0;
    for (int t = b->steps - 1; t >= 0; t--) {
        place += i % b->radix[t] * b->stride[t];
        i /= b->radix[t];
    }
    return place;
}

/* The place of output d of the first `steps` row steps. */
INLINE ptrdiff_t place_of_row(const Bank *b, int steps, ptrdiff_t d)
{
    ptrdiff_t place = 0;
    for (int t = 0; t < steps; t++) {
        place += d % b->radix[t] * b->stride[t];
        d /= b->radix[t];
    }
    return place;
}

/* In the output array itself, the cells of ROWS rows being where the last part stores what it
 * makes of them, a transform needs no other memory. Two row steps at most. */
static Bank make_bank(const stet_fft1d *f, T *y, T *work, int in_output)
{
    const ptrdiff_t cells = f->n / f->tall / VL, run = 2 * (f->n / VL);
    const ptrdiff_t row = 2 * VL * cells + 2 * STET_ROW_PAD;
    Bank b = {work, ROWS * row, row, VL, 2 * VL, f->row_steps, {0}, {0}};
    if (in_output) {
        b.base = y;
        b.major = 2 * ROWS;
        b.minor = run;
        b.part = ROWS < VL ? run * ROWS : VL;
        b.cell = 2 * f->tall;
    }
    ptrdiff_t before = 1, after = cells;
    for (int t = 0; t < b.steps; t++) {
        b.radix[t] = f->wide_step[f->tall_steps + t].radix;
        after /= b.radix[t];
        b.stride[t] = in_output ? before : after;
        before *= b.radix[t];
    }
    return b;
}

/* The first levels of VL columns, x[u step], u < 2^s. */
INLINE void first_column(const int s, const V *m, const V *t, const T *x, ptrdiff_t step,
                         int exchanged, C *z)
{
#pragma GCC unroll 16
    for (int u = 0; u < 1 << s; u++)
        if (exchanged)
            LOAD_COLUMNS(x + u * step, &z[u].im, &z[u].re);
        else
            LOAD_COLUMNS(x + u * step, &z[u].re, &z[u].im);
    levels(s, PLAIN_AT_1, 0, m, t, z);
}

INLINE void store_cell(T *to, ptrdiff_t part, C z)
{
    STORE(to, z.re);
    STORE(to + part, z.im);
}

/* Tall part of one pass: straight into the bank. */
INLINE void tall_one(const int s, const stet_step *p, const T *x, int exchanged, const Bank *bank,
                     ptrdiff_t begin, ptrdiff_t end)
{
    V m[8], t[8];
    load_twiddles(s, p, 0, m, t);
    for (ptrdiff_t i = begin; i < end; i++) {
        C z[16];
        first_column(s, m, t, x + i * 2 * VL, 2 * p->columns, exchanged, z);
        const ptrdiff_t place = place_of_column(bank, i) * bank->cell;
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++)
            store_cell(bank_row(bank, q) + place, bank->part, z[bit_reverse(s, q)]);
    }
}

INLINE void cells_column(const int s, const int zone, const V *m, const V *t, const T *from,
                         ptrdiff_t step, ptrdiff_t part, C *z)
{
#pragma GCC unroll 16
    for (int u = 0; u < 1 << s; u++)
        z[u] = (C){LOAD(from + u * step), LOAD(from + u * step + part)};
    levels(s, PLAIN_NONE, zone, m, t, z);
}

/* Tall part of two passes: first into the tile, then from the tile into the bank. */
INLINE void tall_first(const int s, const stet_step *p, const T *x, ptrdiff_t step, int rest,
                       int exchanged, T *tile)
{
    V m[8], t[8];
    load_twiddles(s, p, 0, m, t);
    for (int a = 0; a < rest; a++) {
        C z[16];
        first_column(s, m, t, x + a * step, rest * step, exchanged, z);
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++)
            store_cell(tile + (q * rest + a) * 2 * VL, VL, z[bit_reverse(s, q)]);
    }
}

INLINE void tall_second(const int s, const int zone, const stet_step *p, const T *tile,
                        const Bank *bank, ptrdiff_t place)
{
    const ptrdiff_t L = p->L;
    for (ptrdiff_t j = zone * L / 4; j < (zone + 1) * L / 4; j++) {
        V m[8], t[8];
        C z[16];
        load_twiddles(s, p, j, m, t);
        cells_column(s, zone, m, t, tile + (j << s) * 2 * VL, 2 * VL, VL, z);
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++)
            store_cell(bank_row(bank, j + L * q) + place, bank->part, z[bit_reverse(s, q)]);
    }
}

INLINE void tall_second_zones(const int s, const stet_step *p, const T *tile, const Bank *bank,
                              ptrdiff_t place)
{
    tall_second(s, 0, p, tile, bank, place);
    tall_second(s, 1, p, tile, bank, place);
    tall_second(s, 2, p, tile, bank, place);
    tall_second(s, 3, p, tile, bank, place);
}

/* Groups begin .. end - 1 of VL columns each. */
static void wide_tall(const stet_fft1d *f, const T *x, int exchanged, const Bank *bank, T *tile,
                      ptrdiff_t begin, ptrdiff_t end)
{
    const stet_step *p = f->wide_step;
    if (f->tall_steps == 1) {
        if (p->radix == 8)
            tall_one(3, p, x, exchanged, bank, begin, end);
        else
            tall_one(4, p, x, exchanged, bank, begin, end);
        return;
    }
    const ptrdiff_t columns = f->n / f->tall;
    const int rest = (int)p[1].radix;
    for (ptrdiff_t i = begin; i < end; i++) {
        const ptrdiff_t place = place_of_column(bank, i) * bank->cell;
        if (p->radix == 8)
            tall_first(3, p, x + i * 2 * VL, 2 * columns, rest, exchanged, tile);
        else
            tall_first(4, p, x + i * 2 * VL, 2 * columns, rest, exchanged, tile);
        if (rest == 8)
            tall_second_zones(3, p + 1, tile, bank, place);
        else
            tall_second_zones(4, p + 1, tile, bank, place);
    }
}

/* One row: row index j (twiddles), its cells from `from` on. */
INLINE void row_cells(const int s, const int zone, const stet_step *p, ptrdiff_t j, T *from,
                      const Bank *bank, int t)
{
    const ptrdiff_t step = bank->stride[t] * bank->cell;
    /* The digits after t: those of scratch memory lie together, the output has one at most. */
    const ptrdiff_t next = (t + 1 < bank->steps ? bank->stride[bank->steps - 1] : 1) * bank->cell;
    V wm[8], wt[8];
    load_twiddles(s, p, j, wm, wt);
    for (ptrdiff_t c = 0; c < p->columns; c += VL, from += next) {
        C z[16];
        cells_column(s, zone, wm, wt, from, step, bank->part, z);
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++)
            store_cell(from + q * step, bank->part, z[bit_reverse(s, q)]);
    }
}

/* Row step t on ROWS rows from j0 on, in place. */
INLINE void row_pass(const int s, const stet_step *p, ptrdiff_t tall, const Bank *bank, int t,
                     ptrdiff_t j0)
{
    for (ptrdiff_t d = 0; d < p->L / tall; d++) {
        T *from = bank_row(bank, j0) + place_of_row(bank, t, d) * bank->cell;
        for (ptrdiff_t i = 0; i < ROWS; i++, from += bank->minor) {
            const ptrdiff_t j = j0 + i + tall * d;
            switch (4 * j / p->L) {
            case 0: row_cells(s, 0, p, j, from, bank, t); break;
            case 1: row_cells(s, 1, p, j, from, bank, t); break;
            case 2: row_cells(s, 2, p, j, from, bank, t); break;
            default: row_cells(s, 3, p, j, from, bank, t); break;
            }
        }
    }
}

/* The last part of ROWS rows from j0 on. */
INLINE void wide_last(const stet_fft1d *f, const Bank *bank, ptrdiff_t j0, Runs out)
{
    const ptrdiff_t cells = f->n / f->tall / VL, L = f->n / VL;
    const T *from = bank_row(bank, j0);
    for (ptrdiff_t d = 0; d < cells; d++) {
        const ptrdiff_t k = j0 + f->tall * d;
        const T *at = from + place_of_row(bank, bank->steps, d) * bank->cell;
        const T *w = (const T *)f->packed + k * stet_packed_per_row(VL);
        Runs to = out;
        to.y += 2 * k;
        switch (4 * k / L) {
        case 0: last_block(0, w, at, bank->minor, bank->part, to); break;
        case 1: last_block(1, w, at, bank->minor, bank->part, to); break;
        case 2: last_block(2, w, at, bank->minor, bank->part, to); break;
        default: last_block(3, w, at, bank->minor, bank->part, to); break;
        }
    }
}

/* Row and last parts of rows begin .. end - 1. */
static void wide_rows(const stet_fft1d *f, const Bank *bank, Runs out, ptrdiff_t begin,
                      ptrdiff_t end)
{
    for (ptrdiff_t j0 = begin; j0 < end; j0 += ROWS) {
        for (int t = 0; t < f->row_steps; t++) {
            const stet_step *p = &f->wide_step[f->tall_steps + t];
            switch (p->radix) {
            case 2: row_pass(1, p, f->tall, bank, t, j0); break;
            case 4: row_pass(2, p, f->tall, bank, t, j0); break;
            case 8: row_pass(3, p, f->tall, bank, t, j0); break;
            default: row_pass(4, p, f->tall, bank, t, j0); break;
            }
        }
        wide_last(f, bank, j0, out);
    }
}

/* Two phases: the tall part, divided by columns, and the others, by rows. */
static void wide(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                 const stet_share *share)
{
    const int in_output = f->row_steps <= 2 && f->tall_steps == 1 && x != y;
    const ptrdiff_t groups = f->n / f->tall / VL, blocks = f->tall / ROWS;
    T *tile = work + 2 * f->n + 2 * STET_ROW_PAD * f->tall;
    const Bank bank = make_bank(f, y, work, in_output);
    const Runs out = {y, 2 * (f->n / VL), scale, scale != 1, exchanged};
    if (share)
        tile += share->part * 2 * VL * f->tall;
    if (stet_share_has(share, 0))
        wide_tall(f, x, exchanged, &bank, tile, stet_share_begin(share, groups),
                  stet_share_end(share, groups));
    if (stet_share_has(share, 1))
        wide_rows(f, &bank, out, ROWS * stet_share_begin(share, blocks),
                  ROWS * stet_share_end(share, blocks));
}
