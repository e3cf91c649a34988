/* SPDX-License-Identifier: Apache-2.0 */
/* One complex transform of n = 2^a points across the lanes of vectors: fewer passes over
 * memory than columns.h, for powers of two. A template.
 *
 * The levels are cut into L = 1 .. tall (the tall part), .. n/VL (the row part), .. n
 * (the last part):
 *   tall  takes a group of VL neighbouring columns x[c + (n/tall) u] at a time, lanes =
 *         columns; two or three passes go through a tile that stays in the caches.
 *   row   goes on with a block of rows at a time: output q of a butterfly takes the
 *         place of input q, so the cells of a row end up in digit-reversed order.
 *   last  transposes ROWS rows, so lanes = rows, and stores in natural order.
 * A cell is VL complex numbers: VL real parts and, `part` further on, VL imaginary.
 *
 * Between the tall part and the others the cells are in a bank. If all data fit into the
 * second-level cache it holds rows, which go on in place. If not (f->grouped), memory decides:
 * a bank of groups is written and read in long runs, a block of rows goes on in a tile, and
 * has so many rows that the last part too stores long runs. */

/* Where the cells of row j are: cell number i at bank_row(j) + place(i) cell. */
typedef struct {
    T *base;
    ptrdiff_t major, minor, part, cell;
    const stet_places *digits; /* of the cell number */
} Bank;

INLINE T *bank_row(const Bank *b, ptrdiff_t j)
{
    return b->base + j / ROWS * b->major + j % ROWS * b->minor;
}

/* The place of columns i VL .. i VL + VL - 1. */
INLINE ptrdiff_t place_of_column(const Bank *b, ptrdiff_t i)
{
    const stet_places *d = b->digits;
    if (d->steps <= 1 || d->stride[d->steps - 1] == 1)
        return i;
    ptrdiff_t place = 0;
    for (int t = d->steps - 1; t >= 0; t--) {
        place += (i & (((ptrdiff_t)1 << d->log2[t]) - 1)) * d->stride[t];
        i >>= d->log2[t];
    }
    return place;
}

/* The place of output i of the first `steps` row steps. */
INLINE ptrdiff_t place_of_row(const Bank *b, int steps, ptrdiff_t i)
{
    const stet_places *d = b->digits;
    ptrdiff_t place = 0;
    for (int t = 0; t < steps; t++) {
        place += (i & (((ptrdiff_t)1 << d->log2[t]) - 1)) * d->stride[t];
        i >>= d->log2[t];
    }
    return place;
}

#ifndef STET_HALF_LINES
/* Cells in the output array itself, those of ROWS rows where the last part stores what it makes
 * of them, in the order of the rows to come: the transform needs no other memory. Two row steps
 * at most. */
INLINE Bank bank_in_output(const stet_fft1d *f, T *y)
{
    const ptrdiff_t run = 2 * (f->n / VL);
    return (Bank){y, 2 * ROWS, run, ROWS < VL ? run * ROWS : VL, 2 * f->tall, &f->reversed};
}
#endif

/* What the tall part makes of one group of columns lies together. */
INLINE Bank bank_of_groups(const stet_fft1d *f, T *work)
{
    return (Bank){work, 2 * VL * ROWS, 2 * VL, VL, stet_wide_group(f), &f->natural};
}

/* Rows, one after another. */
INLINE Bank bank_of_rows(const stet_fft1d *f, T *work)
{
    const ptrdiff_t row = stet_wide_row(f);
    return (Bank){work, ROWS * row, row, VL, 2 * VL, &f->natural};
}

/* Elements of E to a number: with `floats`, those of T are what is read. */
INLINE ptrdiff_t width_of(const int floats)
{
#ifdef STET_HALF_LINES
    return floats ? (ptrdiff_t)(sizeof(T) / sizeof(E)) : 1;
#else
    (void)floats;
    return 1;
#endif
}

/* The first levels of VL columns, x[u step], u < 2^s. */
INLINE void first_column(const int s, const int floats, const V *m, const V *t, const E *x,
                         ptrdiff_t step, Reading how, C *z)
{
#pragma GCC unroll 16
    for (int u = 0; u < 1 << s; u++)
        if (floats)
            LOAD_COLUMNS(numbers_at(x + u * step), &z[u].re, &z[u].im);
        else if (EXCHANGED(how))
            READ_COLUMNS(x + u * step, &z[u].im, &z[u].re);
        else
            READ_COLUMNS(x + u * step, &z[u].re, &z[u].im);
    if (!floats)
        SCALE_READ(how, s, z);
    levels(s, PLAIN_AT_1, 0, m, t, z);
}

/* Into the second-level cache. */
INLINE void prefetch_columns(const E *p)
{
    for (size_t b = 0; b < 2 * VL * sizeof(E); b += STET_ALIGN)
        __builtin_prefetch((const char *)p + b, 0, 2);
}

INLINE void store_cell(T *to, ptrdiff_t part, C z)
{
    STORE(to, z.re);
    STORE(to + part, z.im);
}

/* Tall part of one pass: straight into the bank. */
INLINE void tall_one(const int s, const int floats, const stet_step *p, const E *x, Reading how,
                     const Bank *bank, ptrdiff_t begin, ptrdiff_t end)
{
    const ptrdiff_t width = width_of(floats);
    V m[8], t[8];
    load_twiddles(s, p, 0, m, t);
    for (ptrdiff_t i = begin; i < end; i++) {
        C z[16];
        first_column(s, floats, m, t, x + i * 2 * VL * width, 2 * p->columns * width, how, z);
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

/* Tall part of more passes: the first into the tile; one more, if there are three, in the tile,
 * output q in the place of input q; the last from the tile into the bank. */
INLINE void tall_first(const int s, const int floats, const stet_step *p, const E *x,
                       ptrdiff_t step, ptrdiff_t rest, Reading how, T *tile)
{
    V m[8], t[8];
    load_twiddles(s, p, 0, m, t);
    for (ptrdiff_t a = 0; a < rest; a++) {
        C z[16];
        first_column(s, floats, m, t, x + a * step, rest * step, how, z);
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++)
            store_cell(tile + (q * rest + a) * 2 * VL, VL, z[bit_reverse(s, q)]);
    }
}

INLINE void tall_middle(const int s, const int zone, const stet_step *p, ptrdiff_t rest, T *tile)
{
    const ptrdiff_t L = p->L;
    for (ptrdiff_t j = zone * L / 4; j < (zone + 1) * L / 4; j++) {
        V m[8], t[8];
        load_twiddles(s, p, j, m, t);
        T *at = tile + (j << s) * rest * 2 * VL;
        for (ptrdiff_t a = 0; a < rest; a++, at += 2 * VL) {
            C z[16];
            cells_column(s, zone, m, t, at, rest * 2 * VL, VL, z);
#pragma GCC unroll 16
            for (int q = 0; q < 1 << s; q++)
                store_cell(at + q * rest * 2 * VL, VL, z[bit_reverse(s, q)]);
        }
    }
}

/* Meanwhile the next columns of x, if not NULL, are on their way. */
INLINE void tall_last(const int s, const int zone, const stet_step *p, ptrdiff_t first,
                      const T *tile, const Bank *bank, ptrdiff_t place, const E *next,
                      ptrdiff_t step)
{
    const ptrdiff_t L = p->L, second = L / first;
    for (ptrdiff_t j = zone * L / 4; j < (zone + 1) * L / 4; j++) {
        const T *cells = tile + ((j % first * second + j / first) << s) * 2 * VL;
        V m[8], t[8];
        C z[16];
        if (next)
            for (ptrdiff_t u = j << s; u < (j + 1) << s; u++)
                prefetch_columns(next + u * step);
        load_twiddles(s, p, j, m, t);
        cells_column(s, zone, m, t, cells, 2 * VL, VL, z);
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++)
            store_cell(bank_row(bank, j + L * q) + place, bank->part, z[bit_reverse(s, q)]);
    }
}

INLINE void tall_middle_zones(const int s, const stet_step *p, ptrdiff_t rest, T *tile)
{
    tall_middle(s, 0, p, rest, tile);
    tall_middle(s, 1, p, rest, tile);
    tall_middle(s, 2, p, rest, tile);
    tall_middle(s, 3, p, rest, tile);
}

INLINE void tall_last_zones(const int s, const stet_step *p, ptrdiff_t first, const T *tile,
                            const Bank *bank, ptrdiff_t place, const E *next, ptrdiff_t step)
{
    tall_last(s, 0, p, first, tile, bank, place, next, step);
    tall_last(s, 1, p, first, tile, bank, place, next, step);
    tall_last(s, 2, p, first, tile, bank, place, next, step);
    tall_last(s, 3, p, first, tile, bank, place, next, step);
}

/* Functions for the radices there are, as in passes.h. */
#define TALL_ONE(s, floats)                                                                        \
    static __attribute__((noinline)) void tall_one_##s##_##floats(const stet_step *p, const E *x,  \
                                                                  Reading how, const Bank *bank,   \
                                                                  ptrdiff_t begin, ptrdiff_t end)  \
    {                                                                                              \
        tall_one(s, floats, p, x, how, bank, begin, end);                                          \
    }
#define TALL_FIRST(s, floats)                                                                      \
    static __attribute__((noinline)) void tall_first_##s##_##floats(                               \
        const stet_step *p, const E *x, ptrdiff_t step, ptrdiff_t rest, Reading how, T *tile)      \
    {                                                                                              \
        tall_first(s, floats, p, x, step, rest, how, tile);                                        \
    }
TALL_ONE(3, 0)
TALL_ONE(4, 0)
TALL_FIRST(3, 0)
TALL_FIRST(4, 0)
#ifdef STET_HALF_LINES
TALL_ONE(3, 1)
TALL_ONE(4, 1)
TALL_FIRST(3, 1)
TALL_FIRST(4, 1)
#define OF_SOURCE(name, floats) ((floats) ? name##_1 : name##_0)
#else
#define OF_SOURCE(name, floats) (name##_0)
#endif
#define TALL_MIDDLE_ZONES(s)                                                                       \
    static __attribute__((noinline)) void tall_middle_zones_##s(const stet_step *p,                \
                                                                ptrdiff_t rest, T *tile)           \
    {                                                                                              \
        tall_middle_zones(s, p, rest, tile);                                                       \
    }
TALL_MIDDLE_ZONES(3)
TALL_MIDDLE_ZONES(4)
#define TALL_LAST_ZONES(s)                                                                         \
    static __attribute__((noinline)) void tall_last_zones_##s(                                     \
        const stet_step *p, ptrdiff_t first, const T *tile, const Bank *bank, ptrdiff_t place,     \
        const E *next, ptrdiff_t step)                                                             \
    {                                                                                              \
        tall_last_zones(s, p, first, tile, bank, place, next, step);                               \
    }
TALL_LAST_ZONES(3)
TALL_LAST_ZONES(4)

/* Groups begin .. end - 1 of VL columns each. */
INLINE void wide_tall(const int floats, const stet_fft1d *f, const E *x, Reading how,
                      const Bank *bank, T *tile, ptrdiff_t begin, ptrdiff_t end)
{
    const stet_step *p = f->wide_step, *last = p + f->tall_steps - 1;
    if (f->tall_steps == 1) {
        if (p->radix == 8)
            OF_SOURCE(tall_one_3, floats)(p, x, how, bank, begin, end);
        else
            OF_SOURCE(tall_one_4, floats)(p, x, how, bank, begin, end);
        return;
    }
    const ptrdiff_t group = 2 * VL * width_of(floats);
    const ptrdiff_t step = group * f->cells, rest = f->tall / p->radix;
    for (ptrdiff_t i = begin; i < end; i++) {
        const E *columns = x + i * group;
        const E *next = f->grouped && i + 1 < end ? columns + group : NULL;
        const ptrdiff_t place = place_of_column(bank, i) * bank->cell;
        if (p->radix == 8)
            OF_SOURCE(tall_first_3, floats)(p, columns, step, rest, how, tile);
        else
            OF_SOURCE(tall_first_4, floats)(p, columns, step, rest, how, tile);
        if (f->tall_steps == 3 && p[1].radix == 8)
            tall_middle_zones_3(p + 1, rest / 8, tile);
        else if (f->tall_steps == 3)
            tall_middle_zones_4(p + 1, rest / 16, tile);
        if (last->radix == 8)
            tall_last_zones_3(last, p->radix, tile, bank, place, next, step);
        else
            tall_last_zones_4(last, p->radix, tile, bank, place, next, step);
    }
}

/* One row: row index j (twiddles), its cells from `from` on. */
INLINE void row_cells(const int s, const int zone, const stet_step *p, ptrdiff_t j, T *from,
                      const Bank *bank, int t)
{
    const stet_places *digits = bank->digits;
    const ptrdiff_t step = digits->stride[t] * bank->cell;
    /* The digits after t: those of natural order lie together, the output has one at most. */
    const ptrdiff_t next =
        (t + 1 < digits->steps ? digits->stride[digits->steps - 1] : 1) * bank->cell;
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

/* Which quarter of the L rows j is in. */
INLINE int zone_of(ptrdiff_t j, ptrdiff_t L)
{
    return (4 * j >= L) + (2 * j >= L) + (4 * j >= 3 * L);
}

/* Row step t on so many rows, the first of which, number j0, is at `row`; in place. */
INLINE void row_step(const int s, const stet_step *p, ptrdiff_t tall, const Bank *bank, int t,
                     ptrdiff_t j0, T *row, ptrdiff_t rows)
{
    for (ptrdiff_t d = 0; d < p->L / tall; d++) {
        T *from = row + place_of_row(bank, t, d) * bank->cell;
        for (ptrdiff_t i = 0; i < rows; i++, from += bank->minor) {
            const ptrdiff_t j = j0 + i + tall * d;
            switch (zone_of(j, p->L)) {
            case 0: row_cells(s, 0, p, j, from, bank, t); break;
            case 1: row_cells(s, 1, p, j, from, bank, t); break;
            case 2: row_cells(s, 2, p, j, from, bank, t); break;
            default: row_cells(s, 3, p, j, from, bank, t); break;
            }
        }
    }
}

#define ROW_STEP(s)                                                                                \
    static __attribute__((noinline)) void row_step_##s(const stet_step *p, ptrdiff_t tall,         \
                                                       const Bank *bank, int t, ptrdiff_t j0,      \
                                                       T *row, ptrdiff_t rows)                     \
    {                                                                                              \
        row_step(s, p, tall, bank, t, j0, row, rows);                                              \
    }
ROW_STEP(1)
ROW_STEP(2)
ROW_STEP(3)
ROW_STEP(4)

/* The row steps from number t on. */
INLINE void row_steps(const stet_fft1d *f, const Bank *bank, int t, ptrdiff_t j0, T *row,
                      ptrdiff_t rows)
{
    for (; t < f->row_steps; t++) {
        const stet_step *p = &f->wide_step[f->tall_steps + t];
        switch (p->radix) {
        case 2: row_step_1(p, f->tall, bank, t, j0, row, rows); break;
        case 4: row_step_2(p, f->tall, bank, t, j0, row, rows); break;
        case 8: row_step_3(p, f->tall, bank, t, j0, row, rows); break;
        default: row_step_4(p, f->tall, bank, t, j0, row, rows); break;
        }
    }
}

/* The first row step of a block: from the bank of groups into the tile. */
INLINE void block_row(const int s, const int zone, const stet_step *p, ptrdiff_t j, const T *from,
                      ptrdiff_t cell, T *to)
{
    const ptrdiff_t step = p->columns / VL;
    V wm[8], wt[8];
    load_twiddles(s, p, j, wm, wt);
    for (ptrdiff_t c = 0; c < step; c++, from += cell, to += 2 * VL) {
        C z[16];
        cells_column(s, zone, wm, wt, from, step * cell, VL, z);
#pragma GCC unroll 16
        for (int q = 0; q < 1 << s; q++)
            store_cell(to + q * step * 2 * VL, VL, z[bit_reverse(s, q)]);
    }
}

INLINE void block_first(const int s, const stet_step *p, const Bank *from, ptrdiff_t j0,
                        const Bank *to, ptrdiff_t rows)
{
    for (ptrdiff_t i = 0; i < rows; i++) {
        const ptrdiff_t j = j0 + i;
        const T *at = bank_row(from, j);
        T *row = to->base + i * to->minor;
        switch (zone_of(j, p->L)) {
        case 0: block_row(s, 0, p, j, at, from->cell, row); break;
        case 1: block_row(s, 1, p, j, at, from->cell, row); break;
        case 2: block_row(s, 2, p, j, at, from->cell, row); break;
        default: block_row(s, 3, p, j, at, from->cell, row); break;
        }
    }
}

#define BLOCK_FIRST(s)                                                                             \
    static __attribute__((noinline)) void block_first_##s(                                         \
        const stet_step *p, const Bank *from, ptrdiff_t j0, const Bank *to, ptrdiff_t rows)        \
    {                                                                                              \
        block_first(s, p, from, j0, to, rows);                                                     \
    }
BLOCK_FIRST(2)
BLOCK_FIRST(3)
BLOCK_FIRST(4)

/* The last part of so many rows: those of one cell, ROWS at a time, store side by side. */
INLINE void last_blocks(const int zone, const T *packed, const Bank *bank, const T *at,
                        ptrdiff_t rows, Runs out)
{
    for (ptrdiff_t i = 0; i < rows; i += ROWS) {
        last_block(zone, packed, at, bank->minor, bank->part, out);
        packed += ROWS * stet_packed_per_row(VL);
        at += ROWS * bank->minor;
        out.y += 2 * ROWS;
    }
}

INLINE void wide_last(const stet_fft1d *f, const Bank *bank, ptrdiff_t j0, const T *row,
                      ptrdiff_t rows, Runs out)
{
    const ptrdiff_t cells = f->cells, L = cells * f->tall;
    for (ptrdiff_t d = 0; d < cells; d++) {
        const ptrdiff_t k = j0 + f->tall * d;
        const T *at = row + place_of_row(bank, bank->digits->steps, d) * bank->cell;
        const T *w = (const T *)f->packed + k * stet_packed_per_row(VL);
        Runs to = out;
        to.y += 2 * k;
        switch (zone_of(k, L)) {
        case 0: last_blocks(0, w, bank, at, rows, to); break;
        case 1: last_blocks(1, w, bank, at, rows, to); break;
        case 2: last_blocks(2, w, bank, at, rows, to); break;
        default: last_blocks(3, w, bank, at, rows, to); break;
        }
    }
}

/* Row and last parts of rows begin .. end - 1 of a bank of rows, in place. */
static void rows_in_place(const stet_fft1d *f, const Bank *bank, Runs out, ptrdiff_t begin,
                          ptrdiff_t end)
{
    for (ptrdiff_t j0 = begin; j0 < end; j0 += ROWS) {
        T *row = bank_row(bank, j0);
        row_steps(f, bank, 0, j0, row, ROWS);
        wide_last(f, bank, j0, row, ROWS, out);
    }
}

/* The same of a bank of groups, through a tile. */
static void rows_of_groups(const stet_fft1d *f, const Bank *bank, T *tile, Runs out,
                           ptrdiff_t begin, ptrdiff_t end)
{
    const Bank block = bank_of_rows(f, tile);
    const stet_step *first = &f->wide_step[f->tall_steps];
    for (ptrdiff_t j0 = begin; j0 < end; j0 += f->block) {
        switch (first->radix) {
        case 4: block_first_2(first, bank, j0, &block, f->block); break;
        case 8: block_first_3(first, bank, j0, &block, f->block); break;
        default: block_first_4(first, bank, j0, &block, f->block); break;
        }
        row_steps(f, &block, 1, j0, tile, f->block);
        wide_last(f, &block, j0, tile, f->block, out);
    }
}

static void wide_rows(const stet_fft1d *f, const Bank *bank, T *tile, Runs out, ptrdiff_t begin,
                      ptrdiff_t end)
{
    if (f->grouped)
        rows_of_groups(f, bank, tile, out, begin, end);
    else
        rows_in_place(f, bank, out, begin, end);
}

#ifndef STET_HALF_LINES
/* Two phases: the tall part, divided by columns, and the others, by rows. */
static void wide(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                 const stet_share *share)
{
    const int in_output = !f->grouped && f->row_steps <= 2 && f->tall_steps == 1 && x != y;
    const ptrdiff_t groups = f->cells, blocks = f->tall / f->block;
    T *tile = work + stet_wide_bank(f) + (share ? share->part * stet_wide_tile(f) : 0);
    const Bank bank = in_output    ? bank_in_output(f, y)
                      : f->grouped ? bank_of_groups(f, work)
                                   : bank_of_rows(f, work);
    const Runs out = {y, 2 * (f->n / VL), scale, scale != 1, exchanged, 0};
    if (stet_share_has(share, 0))
        wide_tall(0, f, x, exchanged, &bank, tile, stet_share_begin(share, groups),
                  stet_share_end(share, groups));
    if (stet_share_has(share, 1))
        wide_rows(f, &bank, tile, out, f->block * stet_share_begin(share, blocks),
                  f->block * stet_share_end(share, blocks));
}
#endif
