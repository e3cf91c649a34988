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
 * second-level cache it holds rows, which go on in place. If not (w->grouped), memory decides:
 * a bank of groups is written and read in long runs, a block of rows goes on in a tile, and
 * has so many rows that the last part too stores long runs. */

#include "fft/tall.h"

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
    SHARED_PASS(row_step_##s,                                                                      \
                (const stet_step *p, ptrdiff_t tall, const Bank *bank, int t, ptrdiff_t j0,        \
                 T *row, ptrdiff_t rows),                                                          \
                row_step(s, p, tall, bank, t, j0, row, rows))
ROW_STEP(1)
ROW_STEP(2)
ROW_STEP(3)
ROW_STEP(4)

/* The row steps from number t on. */
INLINE void row_steps(const stet_wide *w, const Bank *bank, int t, ptrdiff_t j0, T *row,
                      ptrdiff_t rows)
{
    for (; t < w->row_steps; t++) {
        const stet_step *p = &w->step[w->tall_steps + t];
        switch (p->radix) {
        case 2: SHARED(row_step_1)(p, w->tall, bank, t, j0, row, rows); break;
        case 4: SHARED(row_step_2)(p, w->tall, bank, t, j0, row, rows); break;
        case 8: SHARED(row_step_3)(p, w->tall, bank, t, j0, row, rows); break;
        default: SHARED(row_step_4)(p, w->tall, bank, t, j0, row, rows); break;
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
    SHARED_PASS(                                                                                   \
        block_first_##s,                                                                           \
        (const stet_step *p, const Bank *from, ptrdiff_t j0, const Bank *to, ptrdiff_t rows),      \
        block_first(s, p, from, j0, to, rows))
BLOCK_FIRST(2)
BLOCK_FIRST(3)
BLOCK_FIRST(4)

/* The last part of so many rows: those of one cell, ROWS at a time, store side by side. Meanwhile
 * twiddles `ahead` numbers further on, if not 0, are on their way. */
INLINE void last_blocks(const int zone, const int stream, const T *packed, ptrdiff_t ahead,
                        const Bank *bank, const T *at, ptrdiff_t rows, Runs out)
{
    const ptrdiff_t size = ROWS * stet_packed_per_row(VL);
    for (ptrdiff_t i = 0; i < rows; i += ROWS) {
        if (ahead > 0)
            prefetch(packed + ahead, (size_t)size * sizeof(T));
        last_block(zone, stream, packed, at, bank->minor, bank->part, out);
        packed += size;
        at += ROWS * bank->minor;
        out.y += 2 * ROWS;
    }
}

INLINE void last_cells(const int stream, const stet_wide *w, const Bank *bank, ptrdiff_t j0,
                       const T *row, ptrdiff_t rows, Runs out)
{
    const ptrdiff_t cells = w->cells, L = cells * w->tall, size = rows * stet_packed_per_row(VL);
    const T *packed = (const T *)w->packed + j0 * cells * stet_packed_per_row(VL);
    for (ptrdiff_t d = 0; d < cells; d++, packed += size) {
        const ptrdiff_t k = j0 + w->tall * d, ahead = w->prefetch * size;
        const T *at = row + place_of_row(bank, bank->digits->steps, d) * bank->cell;
        Runs to = out;
        to.y += 2 * k;
        switch (zone_of(k, L)) {
        case 0: last_blocks(0, stream, packed, ahead, bank, at, rows, to); break;
        case 1: last_blocks(1, stream, packed, ahead, bank, at, rows, to); break;
        case 2: last_blocks(2, stream, packed, ahead, bank, at, rows, to); break;
        default: last_blocks(3, stream, packed, ahead, bank, at, rows, to); break;
        }
    }
}

static __attribute__((noinline)) void wide_last(const stet_wide *w, const Bank *bank, ptrdiff_t j0,
                                                const T *row, ptrdiff_t rows, Runs out)
{
    last_cells(0, w, bank, j0, row, rows, out);
}

#ifndef STET_OTHER_ELEMENTS
static __attribute__((noinline)) void wide_last_stream(const stet_wide *w, const Bank *bank,
                                                       ptrdiff_t j0, const T *row, ptrdiff_t rows,
                                                       Runs out)
{
    last_cells(1, w, bank, j0, row, rows, out);
}
#endif

/* Row and last parts of rows begin .. end - 1 of a bank of rows, in place. */
static void rows_in_place(const stet_wide *w, const Bank *bank, Runs out, ptrdiff_t begin,
                          ptrdiff_t end)
{
    for (ptrdiff_t j0 = begin; j0 < end; j0 += ROWS) {
        T *row = bank_row(bank, j0);
        row_steps(w, bank, 0, j0, row, ROWS);
        wide_last(w, bank, j0, row, ROWS, out);
    }
}

/* The same of a bank of groups, through a tile. */
static void rows_of_groups(const stet_wide *w, const Bank *bank, T *tile, Runs out, ptrdiff_t begin,
                           ptrdiff_t end)
{
    const Bank block = bank_of_rows(w, tile);
    const stet_step *first = &w->step[w->tall_steps];
#ifndef STET_OTHER_ELEMENTS
    const int stream = streams_to(w->stream_output, out.y);
#endif
    for (ptrdiff_t j0 = begin; j0 < end; j0 += w->block) {
        switch (first->radix) {
        case 4: SHARED(block_first_2)(first, bank, j0, &block, w->block); break;
        case 8: SHARED(block_first_3)(first, bank, j0, &block, w->block); break;
        default: SHARED(block_first_4)(first, bank, j0, &block, w->block); break;
        }
        row_steps(w, &block, 1, j0, tile, w->block);
#ifndef STET_OTHER_ELEMENTS
        if (stream) {
            wide_last_stream(w, &block, j0, tile, w->block, out);
            continue;
        }
#endif
        wide_last(w, &block, j0, tile, w->block, out);
    }
#ifndef STET_OTHER_ELEMENTS
    if (stream)
        STREAM_END();
#endif
}

static void wide_rows(const stet_wide *w, const Bank *bank, T *tile, Runs out, ptrdiff_t begin,
                      ptrdiff_t end)
{
    if (w->grouped)
        rows_of_groups(w, bank, tile, out, begin, end);
    else
        rows_in_place(w, bank, out, begin, end);
}

/* 2^a | 2^b | VL with distances that the compiler knows, in a bank of rows: in the output, which is
 * then written twice, one line of 1024 doubles takes 0.98 of the time, but each of 256 takes 1.1.
 * Half of the rows at a time go on to the output. Zen 5, against the same passes with other
 * distances: 1024 floats 8 | 8 293 ns in place of 343, 2048 floats 16 | 8 710 in place of 815, 4096
 * floats 16 | 16 1770 in place of 2170 (8 | 4 8: 2020). */
INLINE Bank fixed_bank(const int b, T *rows)
{
    static const stet_places digits[] = {{1, {3}, {1}}, {1, {4}, {1}}};
    const ptrdiff_t row = ((ptrdiff_t)2 << b) * VL + STET_CACHE_GAP;
    return (Bank){rows, row * ROWS, row, VL, 2 * VL, &digits[b - 3]};
}

INLINE void fixed_rows(const int a, const int b, const int zone, const stet_wide *w,
                       const Bank *bank)
{
    stet_step p = w->step[1];
    p.L = 1 << a;
    p.columns = VL;
#pragma GCC unroll 1
    for (ptrdiff_t j = zone << (a - 2); j < (zone + 1) << (a - 2); j++)
        row_cells(b, zone, &p, j, bank_row(bank, j), bank, 0);
}

/* Of ROWS rows from number j on. */
INLINE void fixed_last(const int a, const int b, const int zone, const T *packed, const Bank *bank,
                       ptrdiff_t j, Runs out)
{
#pragma GCC unroll 1
    for (ptrdiff_t d = zone << (b - 2); d < (zone + 1) << (b - 2); d++) {
        Runs to = out;
        to.y += 2 * ((d << a) + j);
        last_block(zone, 0, packed + ((j << b) + ROWS * d) * stet_packed_per_row(VL),
                   bank_row(bank, j) + d * bank->cell, bank->minor, bank->part, to);
    }
}

INLINE void fixed_half(const int a, const int b, const int upper, const stet_wide *w, T *rows)
{
    const Bank bank = fixed_bank(b, rows);
    fixed_rows(a, b, 2 * upper, w, &bank);
    fixed_rows(a, b, 2 * upper + 1, w, &bank);
}

/* All after the tall part. */
#define FIXED(name, a, b)                                                                          \
    SHARED_PASS(lower_rows_##name, (const stet_wide *w, T *rows), fixed_half(a, b, 0, w, rows))    \
    SHARED_PASS(upper_rows_##name, (const stet_wide *w, T *rows), fixed_half(a, b, 1, w, rows))    \
    static __attribute__((noinline)) void last_##name(const T *packed, T *rows, ptrdiff_t j,       \
                                                      Runs out)                                    \
    {                                                                                              \
        const Bank bank = fixed_bank(b, rows);                                                     \
        out.run = (ptrdiff_t)2 << (a + b);                                                         \
        out.real = 0;                                                                              \
        fixed_last(a, b, 0, packed, &bank, j, out);                                                \
        fixed_last(a, b, 1, packed, &bank, j, out);                                                \
        fixed_last(a, b, 2, packed, &bank, j, out);                                                \
        fixed_last(a, b, 3, packed, &bank, j, out);                                                \
    }                                                                                              \
    static void after_tall_##name(const stet_wide *w, T *rows, Runs out)                           \
    {                                                                                              \
        enum { HALF = 1 << (a - 1) };                                                              \
        SHARED(lower_rows_##name)(w, rows);                                                        \
        for (ptrdiff_t j = 0; j + ROWS <= HALF; j += ROWS)                                         \
            last_##name((const T *)w->packed, rows, j, out);                                       \
        SHARED(upper_rows_##name)(w, rows);                                                        \
        for (ptrdiff_t j = HALF / ROWS * ROWS; j < 1 << a; j += ROWS)                              \
            last_##name((const T *)w->packed, rows, j, out);                                       \
    }
FIXED(64, 3, 3)
FIXED(128, 4, 3)
FIXED(256, 4, 4)

/* Of how many vectors; 0: there are no such passes here. */
static int fixed_vectors(const stet_wide *w)
{
    const ptrdiff_t vectors = w->n / VL;
    if (w->tall_steps > 1 || w->row_steps != 1 || w->grouped || w->in_output)
        return 0;
    const int known = w->tall == 8 ? vectors == 64 : vectors == 128 || vectors == 256;
    return known && w->tall <= 16 ? (int)vectors : 0;
}

#ifdef STET_OTHER_ELEMENTS
/* A line of elements; or of numbers z, if not NULL. */
static void wide_elements(const stet_wide *w, const E *x, const T *z, Reading how, Runs out,
                          T *work)
{
    T *tile = work + stet_wide_bank(w);
    const Bank bank = w->grouped ? bank_of_groups(w, work) : bank_of_rows(w, work);
    if (z) {
        SHARED(wide_tall_all)(w, z, &bank, tile);
    } else {
        wide_tall(w, x, how, &bank, tile, 0, w->cells);
        ALL_READ(how);
    }
    switch (fixed_vectors(w)) {
    case 64: after_tall_64(w, work, out); break;
    case 128: after_tall_128(w, work, out); break;
    case 256: after_tall_256(w, work, out); break;
    default: wide_rows(w, &bank, tile, out, 0, w->tall); break;
    }
}
#endif

#if !defined(STET_OTHER_ELEMENTS) || defined(STET_FIXED_TALL)
/* The tall part of those. A policy whose Reading is `exchanged` alone may have it too. */
INLINE void fixed_tall(const int a, const int b, const stet_wide *w, const E *x, int exchanged,
                       const Bank *bank)
{
    stet_step p = w->step[0];
    p.L = 1;
    p.columns = VL << b;
    if (exchanged)
        tall_one(a, &p, x, 1, bank, 0, 1 << b);
    else
        tall_one(a, &p, x, 0, bank, 0, 1 << b);
}

#define FIXED_TALL(name, a, b)                                                                     \
    static __attribute__((noinline)) void tall_##name(const stet_wide *w, const E *x,              \
                                                      int exchanged, T *rows)                      \
    {                                                                                              \
        const Bank bank = fixed_bank(b, rows);                                                     \
        fixed_tall(a, b, w, x, exchanged, &bank);                                                  \
    }                                                                                              \
    static void wide_##name(const stet_wide *w, const E *x, Runs out, int exchanged, T *rows)      \
    {                                                                                              \
        tall_##name(w, x, exchanged, rows);                                                        \
        after_tall_##name(w, rows, out);                                                           \
    }
FIXED_TALL(64, 3, 3)
FIXED_TALL(128, 4, 3)
FIXED_TALL(256, 4, 4)

/* 0: there are no such passes here. */
static int wide_fixed(const stet_wide *w, const E *x, Runs out, int exchanged, T *work)
{
    switch (fixed_vectors(w)) {
    case 64: wide_64(w, x, out, exchanged, work); return 1;
    case 128: wide_128(w, x, out, exchanged, work); return 1;
    case 256: wide_256(w, x, out, exchanged, work); return 1;
    default: return 0;
    }
}

#endif

#ifndef STET_OTHER_ELEMENTS
/* Two phases: the tall part, divided by columns, and the others, by rows. */
static void wide_complex(const stet_wide *w, const T *x, Runs out, int exchanged, T *work,
                         const stet_share *share)
{
    if (!share && wide_fixed(w, x, out, exchanged, work))
        return;
    const ptrdiff_t groups = w->cells, blocks = w->tall / w->block;
    T *tile = work + stet_wide_bank(w) + (share ? share->part * stet_wide_tile(w) : 0);
    const Bank bank = w->in_output && x != out.y ? bank_in_output(w, out.y)
                      : w->grouped               ? bank_of_groups(w, work)
                                                 : bank_of_rows(w, work);
    if (stet_share_has(share, 0))
        wide_tall(w, x, exchanged, &bank, tile, stet_share_begin(share, groups),
                  stet_share_end(share, groups));
    if (stet_share_has(share, 1))
        wide_rows(w, &bank, tile, out, w->block * stet_share_begin(share, blocks),
                  w->block * stet_share_end(share, blocks));
}
#endif
