/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one complex transform of n = 2^a points across the lanes of vectors, with fewer passes over
 * memory than columns.h, for powers of two. A template.
 *
 * The levels are cut into L = 1 .. tall (the tall part), .. n/VL (the row part), .. n (the last
 * part):
 *   tall  takes a group of VL neighbouring columns x[c + (n/tall) u] at a time, lanes = columns;
 *         two or three passes go through a tile that stays in the caches.
 *   row   goes on with a block of rows at a time: output q of a butterfly takes the place of input
 *         q, so the cells of a row end up in digit-reversed order.
 *   last  transposes ROWS rows, so lanes = rows, and stores in natural order.
 * A cell is VL complex numbers: VL real parts and, `part` further on, VL imaginary parts.
 *
 * Between the tall part and the others the cells are in a bank. If all data fit into the
 * second-level cache, the bank holds rows, which go on in place. If not (w->grouped), memory sets
 * the speed: a bank of groups is written and read in long runs. A block of rows then goes on in a
 * tile, and has enough rows that the last part stores long runs too. */

#include "lines/methods/tall.h"

/* Does the work of load_twiddles() for a row of this zone, L being a multiple of 4: only the first
 * level has more rows than twiddles. */
INLINE void load_row_twiddles(const int s, const int zone, const stet_step *p, ptrdiff_t j, V *m,
                              V *t)
{
    UNROLL(4)
    for (int v = 0; v < s; v++) {
        const ptrdiff_t size = p->L << v >> 1;
        const T *table = (const T *)p->table[v] + j - (v == 0 && zone >= 2 ? size : 0);
        UNROLL(8)
        for (int i = twiddles_of(v); i < twiddles_of(v + 1); i++, table += p->L) {
            m[i] = SET1(table[0]);
            t[i] = SET1(table[size]);
        }
    }
}

/* Says where the inputs of a butterfly of row step t lie: `apart`, the parts of one number `part`,
 * the butterflies `next` apart, and the rows `row`. */
typedef struct {
    ptrdiff_t apart, part, next, row;
} Distances;

/* The digits after t are contiguous in natural order; the output has one at most. */
INLINE Distances distances_of(const Bank *bank, int t)
{
    const stet_places *digits = bank->digits;
    const ptrdiff_t next = t + 1 < digits->steps ? digits->stride[digits->steps - 1] : 1;
    return (Distances){digits->stride[t] * bank->cell, part_of(bank), next * bank->cell,
                       bank->minor};
}

/* Runs `rows` rows of one zone, from number j of the twiddles on; the cells of the first row begin
 * at `from`. If `known` is not 0, the cells of a butterfly lie `known` cells apart in a bank of
 * rows, and as many butterflies lie side by side. */
INLINE void row_cells(const int s, const int zone, const int known, const stet_step *step,
                      ptrdiff_t j, T *from, Distances cells, ptrdiff_t rows)
{
    stet_step p = *step; /* a copy, which no store can change */
    if (known) {
        p.columns = VL * known;
        cells.apart = 2 * VL * known;
        cells.part = VL;
        cells.next = 2 * VL;
    }
    for (ptrdiff_t i = 0; i < rows; i++, j++, from += cells.row) {
        V wm[8], wt[8];
        T *re = from;
        load_row_twiddles(s, zone, &p, j, wm, wt);
        for (ptrdiff_t c = 0; c < p.columns; c += VL, re += cells.next) {
            C z[16];
            T *im = re + cells.part;
#pragma GCC unroll 16
            for (int u = 0; u < 1 << s; u++)
                z[u] = (C){LOAD(re + u * cells.apart), LOAD(im + u * cells.apart)};
            levels(s, PLAIN_NONE, zone, wm, wt, z);
#pragma GCC unroll 16
            for (int b = 0; b < 1 << s; b++) {
                STORE(re + bit_reverse(s, b) * cells.apart, z[b].re);
                STORE(im + bit_reverse(s, b) * cells.apart, z[b].im);
            }
        }
    }
}

/* Returns which quarter of the L rows contains row j. */
INLINE int zone_of(ptrdiff_t j, ptrdiff_t L)
{
    return (4 * j >= L) + (2 * j >= L) + (4 * j >= 3 * L);
}

/* Runs row step t in place on `rows` rows; the first one, number j0, is at `row`. */
INLINE void row_step(const int s, const int known, const stet_step *p, ptrdiff_t tall,
                     const Bank *bank, int t, ptrdiff_t j0, T *row, ptrdiff_t rows)
{
    const Distances cells = distances_of(bank, t);
    const ptrdiff_t *place = bank->place, cell = bank->cell;
    const ptrdiff_t L = p->L, quarter = L / 4;
    for (ptrdiff_t d = 0, first = j0; first < L; d++, first += tall) {
        T *from = row + (place ? place[d] : d) * cell;
        for (ptrdiff_t j = first, end = first + rows, count; j < end; j += count) {
            const int zone = zone_of(j, L);
            count = (zone + 1) * quarter - j;
            count = count < end - j ? count : end - j;
            switch (zone) {
            case 0: row_cells(s, 0, known, p, j, from, cells, count); break;
            case 1: row_cells(s, 1, known, p, j, from, cells, count); break;
            case 2: row_cells(s, 2, known, p, j, from, cells, count); break;
            default: row_cells(s, 3, known, p, j, from, cells, count); break;
            }
            from += count * cells.row;
        }
    }
}

#define ROW_STEP(name, s, known)                                                                   \
    SHARED_PASS(name,                                                                              \
                (const stet_step *p, ptrdiff_t tall, const Bank *bank, int t, ptrdiff_t j0,        \
                 T *row, ptrdiff_t rows),                                                          \
                row_step(s, known, p, tall, bank, t, j0, row, rows))
ROW_STEP(row_step_1, 1, 0)
ROW_STEP(row_step_2, 2, 0)
ROW_STEP(row_step_3, 3, 0)
ROW_STEP(row_step_4, 4, 0)

/* V8 computes each address by instructions of its own; a distance that is known costs none. These
 * are the last two steps of radix 4 of floats, for which a module of 400 KiB has space (node 20,
 * 2048 points: 5.1 us in place of 5.3). */
#if defined STET_COMPACT && defined STET_F32_KERNELS
ROW_STEP(row_step_2_apart_1, 2, 1)
ROW_STEP(row_step_2_apart_4, 2, 4)

INLINE int known_row_step(const stet_step *p, ptrdiff_t tall, const Bank *bank, int t, ptrdiff_t j0,
                          T *row, ptrdiff_t rows)
{
    const stet_places *digits = bank->digits;
    if (p->radix != 4 || bank->cell != 2 * VL || part_of(bank) != VL ||
        digits->stride[digits->steps - 1] != 1)
        return 0;
    switch (digits->stride[t]) {
    case 1: SHARED(row_step_2_apart_1)(p, tall, bank, t, j0, row, rows); return 1;
    case 4: SHARED(row_step_2_apart_4)(p, tall, bank, t, j0, row, rows); return 1;
    default: return 0;
    }
}
#else
#define known_row_step(p, tall, bank, t, j0, row, rows) 0
#endif

/* Runs the row steps from number t on. */
INLINE void row_steps(const stet_wide *w, const Bank *bank, int t, ptrdiff_t j0, T *row,
                      ptrdiff_t rows)
{
    for (; t < w->row_steps; t++) {
        const stet_step *p = &w->step[w->tall_steps + t];
        if (known_row_step(p, w->tall, bank, t, j0, row, rows))
            continue;
        switch (p->radix) {
        case 2: SHARED(row_step_1)(p, w->tall, bank, t, j0, row, rows); break;
        case 4: SHARED(row_step_2)(p, w->tall, bank, t, j0, row, rows); break;
        case 8: SHARED(row_step_3)(p, w->tall, bank, t, j0, row, rows); break;
        default: SHARED(row_step_4)(p, w->tall, bank, t, j0, row, rows); break;
        }
    }
}

/* Reports whether outputs are stored as they are. Compilers of WebAssembly move no condition out of
 * a loop, so a transform asks once (node 20, 512 floats: 0.99 us in place of 1.24 with the
 * transposition of simd128.h). */
INLINE int is_plain(Runs out) { return !(out.scaled | out.exchanged | out.real); }

#ifndef FOURS_LAST /* else complex numbers go by fours.h */
/* Runs the first row step of a block: from the bank of groups into the tile. */
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
        for (int b = 0; b < 1 << s; b++)
            store_cell(to + bit_reverse(s, b) * step * 2 * VL, VL, z[b]);
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

/* Runs the last part of `rows` rows of cells begin .. end - 1, which are in one zone. Outputs of
 * one cell, ROWS rows at a time, are stored side by side. Meanwhile it prefetches the twiddles
 * `ahead` numbers further on, if `ahead` is not 0. */
INLINE void last_zone(const int zone, const int stream, const T *packed, ptrdiff_t ahead,
                      const Bank *bank, ptrdiff_t begin, ptrdiff_t end, ptrdiff_t tall,
                      const T *row, ptrdiff_t rows, Runs out)
{
    const ptrdiff_t size = ROWS * stet_packed_per_row(VL);
    const Bank b = *bank;
    for (ptrdiff_t d = begin; d < end; d++) {
        const T *at = row + place_of_row(&b, d) * b.cell;
        Runs to = out;
        for (ptrdiff_t i = 0; i < rows; i += ROWS) {
            if (ahead > 0)
                prefetch(packed + ahead, (size_t)size * sizeof(T));
            last_block(zone, stream, packed, at, b.minor, part_of(&b), to);
            packed += size;
            at += ROWS * b.minor;
            to.y += 2 * ROWS;
        }
        out.y += 2 * tall;
    }
}

INLINE void last_cells(const int plain, const int stream, const stet_wide *w, const Bank *bank,
                       ptrdiff_t j0, const T *row, ptrdiff_t rows, Runs out)
{
    if (plain)
        out.scaled = out.exchanged = out.real = 0;
    const ptrdiff_t cells = w->cells, tall = w->tall, L = cells * tall;
    const ptrdiff_t size = rows * stet_packed_per_row(VL), ahead = w->prefetch * size;
    const T *packed = (const T *)w->packed + j0 * cells * stet_packed_per_row(VL);
    out.y += 2 * j0;
    for (ptrdiff_t d = 0, end; d < cells; d = end) {
        const int zone = zone_of(j0 + tall * d, L);
        end = ((zone + 1) * (L / 4) - j0 + tall - 1) / tall;
        const T *from = packed + d * size;
        Runs to = out;
        to.y += 2 * tall * d;
        switch (zone) {
        case 0: last_zone(0, stream, from, ahead, bank, d, end, tall, row, rows, to); break;
        case 1: last_zone(1, stream, from, ahead, bank, d, end, tall, row, rows, to); break;
        case 2: last_zone(2, stream, from, ahead, bank, d, end, tall, row, rows, to); break;
        default: last_zone(3, stream, from, ahead, bank, d, end, tall, row, rows, to); break;
        }
    }
}

static __attribute__((noinline)) void wide_last_any(const stet_wide *w, const Bank *bank,
                                                    ptrdiff_t j0, const T *row, ptrdiff_t rows,
                                                    Runs out)
{
    last_cells(0, 0, w, bank, j0, row, rows, out);
}

#if defined STET_COMPACT && !defined STET_OTHER_ELEMENTS
enum { ASKS_ONCE = 1 };
static __attribute__((noinline)) void wide_last_plain(const stet_wide *w, const Bank *bank,
                                                      ptrdiff_t j0, const T *row, ptrdiff_t rows,
                                                      Runs out)
{
    if (rows == ROWS) /* a bank of rows needs one loop less */
        last_cells(1, 0, w, bank, j0, row, ROWS, out);
    else
        last_cells(1, 0, w, bank, j0, row, rows, out);
}

INLINE void wide_last(const stet_wide *w, const Bank *bank, ptrdiff_t j0, const T *row,
                      ptrdiff_t rows, Runs out)
{
    if (is_plain(out))
        wide_last_plain(w, bank, j0, row, rows, out);
    else
        wide_last_any(w, bank, j0, row, rows, out);
}
#else
enum { ASKS_ONCE = 0 };
#define wide_last wide_last_any
#endif

#ifndef STET_OTHER_ELEMENTS
static __attribute__((noinline)) void wide_last_stream(const stet_wide *w, const Bank *bank,
                                                       ptrdiff_t j0, const T *row, ptrdiff_t rows,
                                                       Runs out)
{
    last_cells(0, 1, w, bank, j0, row, rows, out);
}
#endif

/* Runs the row and last parts of rows begin .. end - 1 of a bank of rows, in place. */
static void rows_in_place(const stet_wide *w, const Bank *bank, Runs out, ptrdiff_t begin,
                          ptrdiff_t end)
{
    for (ptrdiff_t j0 = begin; j0 < end; j0 += ROWS) {
        T *row = bank_row(bank, j0);
        row_steps(w, bank, 0, j0, row, ROWS);
        wide_last(w, bank, j0, row, ROWS, out);
    }
}

/* Runs the row and last parts of a bank of groups, through a tile. */
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

/* Here are the passes 2^a | 2^b | VL with distances that the compiler knows, in a bank of rows.
 * With the bank in the output, which is then written twice, one line of 1024 doubles takes 0.98 of
 * the time, but each of 256 lines takes 1.1. Half of the rows at a time go on to the output. Zen 5,
 * against the same passes with other distances: 1024 floats 8 | 8 293 ns in place of 343, 2048
 * floats 16 | 8 710 in place of 815, 4096 floats 16 | 16 1770 in place of 2170 (8 | 4 8: 2020). */
INLINE Bank fixed_bank(const int b, T *rows)
{
    static const stet_places digits[] = {{1, {3}, {1}}, {1, {4}, {1}}};
    const ptrdiff_t row = ((ptrdiff_t)2 << b) * VL + STET_CACHE_GAP;
    return (Bank){rows, row * ROWS, row, VL, 2 * VL, &digits[b - 3], NULL};
}

INLINE void fixed_rows(const int a, const int b, const int zone, const stet_wide *w,
                       const Bank *bank)
{
    stet_step p = w->step[1];
    p.L = 1 << a;
    p.columns = VL;
#pragma GCC unroll 1
    for (ptrdiff_t j = zone << (a - 2); j < (zone + 1) << (a - 2); j++)
        row_cells(b, zone, 0, &p, j, bank_row(bank, j), distances_of(bank, 0), 1);
}

/* Runs the last part of ROWS rows from number j on. */
INLINE void fixed_last(const int a, const int b, const int zone, const T *packed, const Bank *bank,
                       ptrdiff_t j, Runs out)
{
#pragma GCC unroll 1
    for (ptrdiff_t d = zone << (b - 2); d < (zone + 1) << (b - 2); d++) {
        Runs to = out;
        to.y += 2 * ((d << a) + j);
        last_block(zone, 0, packed + ((j << b) + ROWS * d) * stet_packed_per_row(VL),
                   bank_row(bank, j) + d * bank->cell, bank->minor, part_of(bank), to);
    }
}

INLINE void fixed_half(const int a, const int b, const int upper, const stet_wide *w, T *rows)
{
    const Bank bank = fixed_bank(b, rows);
    fixed_rows(a, b, 2 * upper, w, &bank);
    fixed_rows(a, b, 2 * upper + 1, w, &bank);
}

/* Defines everything after the tall part. */
#define FIXED(name, a, b)                                                                          \
    SHARED_PASS(lower_rows_##name, (const stet_wide *w, T *rows), fixed_half(a, b, 0, w, rows))    \
    SHARED_PASS(upper_rows_##name, (const stet_wide *w, T *rows), fixed_half(a, b, 1, w, rows))    \
    static __attribute__((noinline)) void last_##name(const stet_wide *w, T *rows, ptrdiff_t j,    \
                                                      Runs out)                                    \
    {                                                                                              \
        const Bank bank = fixed_bank(b, rows);                                                     \
        const T *packed = (const T *)w->packed;                                                    \
        if (ASKS_ONCE && !is_plain(out)) {                                                         \
            wide_last(w, &bank, j, bank_row(&bank, j), ROWS, out);                                 \
            return;                                                                                \
        }                                                                                          \
        if (ASKS_ONCE)                                                                             \
            out.scaled = out.exchanged = 0;                                                        \
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
            last_##name(w, rows, j, out);                                                          \
        SHARED(upper_rows_##name)(w, rows);                                                        \
        for (ptrdiff_t j = HALF / ROWS * ROWS; j < 1 << a; j += ROWS)                              \
            last_##name(w, rows, j, out);                                                          \
    }
FIXED(64, 3, 3)
FIXED(128, 4, 3)
FIXED(256, 4, 4)

/* Returns the vectors of a line that these passes can run; 0: they cannot. */
static int fixed_vectors(const stet_wide *w)
{
    const ptrdiff_t vectors = w->n / VL;
    if (w->tall_steps > 1 || w->row_steps != 1 || w->grouped || w->in_output)
        return 0;
    const int known = w->tall == 8 ? vectors == 64 : vectors == 128 || vectors == 256;
    return known && w->tall <= 16 ? (int)vectors : 0;
}

#ifdef STET_OTHER_ELEMENTS
/* Runs a line of elements; or of numbers z, if not NULL. */
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

#ifdef STET_OTHER_ELEMENTS
/* Runs wide_elements() for f. */
static void power_elements(const stet_fft1d *f, const E *x, const T *z, Reading how, Runs out,
                           T *work)
{
    wide_elements((const stet_wide *)f->made, x, z, how, out, work);
}
#endif

#if !defined(STET_OTHER_ELEMENTS) || defined(STET_FIXED_TALL)
/* Runs the tall part of these passes. A policy whose Reading is `exchanged` alone may use it
 * too. */
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

/* Returns 0 if these passes cannot run the line. */
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
/* Runs two phases: the tall part, divided by columns, and the others, by rows. */
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
#endif
