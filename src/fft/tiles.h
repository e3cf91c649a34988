/* SPDX-License-Identifier: Apache-2.0 */
/* One complex transform of a decomposed length n with an odd factor across the lanes of vectors, in
 * two sweeps over memory whatever the number of passes. A template.
 *
 * The passes are cut into L = 1 .. tall (the tall part) and .. n (the row part).
 *   tall  takes a group of VL neighbouring columns x[c + (n/tall) u] at a time, lanes = columns,
 *         through all its passes in a tile that stays in the first cache, and leaves row j of the
 *         group, a cell, in the bank, in natural order.
 *   row   takes a block of VL neighbouring rows at a time: transposes their cells into the tile,
 *         so that lanes = rows, and goes on there; the last pass stores in natural order.
 * A cell is VL real parts and after them VL imaginary ones. The last group reaches back, and so
 * does the last block: the array that a sweep reads is not the one it writes.
 *
 * In a tile a pass puts output q in the place of input q, so the rows come to lie in digit-reversed
 * order: stet_tiles has their places. */

/* Of a block that is not in one zone, or not on one side of L/2: lanes of zeros below row `cut`,
 * of ones from there on. */
INLINE V lanes_from(ptrdiff_t j, ptrdiff_t cut)
{
    T side[2 * VL];
    memset(side, 0, sizeof side);
    for (int l = VL; l < 2 * VL; l++)
        memset(&side[l], 0xff, sizeof *side);
    return LOAD(side + VL - (cut - j));
}

INLINE Outputs cells_out(T *to, ptrdiff_t step)
{
    return (Outputs){{to, to + VL, 2 * VL, 1, 0, 0}, 0, 0, 2 * VL * step, 16};
}

INLINE Source cells_in(const T *from)
{
    return (Source){.re = from, .im = from + VL, .step = 2 * VL};
}

/* ------------------------------------------------------------- tall part -- */

/* Columns that are `columns` apart in x, for one vector of them; into the tile. */
INLINE void tall_part_first(const int r, const stet_step *p, Source x, ptrdiff_t columns,
                            ptrdiff_t rest, T *tile)
{
    const ptrdiff_t step = 2 * columns;
    for (ptrdiff_t a = 0; a < rest; a++) {
        const Outputs out = cells_out(tile, rest);
        if (r % 2 == 1)
            odd_column(r, FROM_ARRAY, 0, NULL, NULL, x, a * step, rest * step, turned(r, out, 0),
                       2 * VL * a);
    }
    (void)p;
}

/* A later pass: in the tile, or, the last one, into the bank. */
typedef struct {
    const stet_step *step;
    const uint32_t *place; /* of rows j < L */
    ptrdiff_t rest;        /* columns of a row; it is 1 in the last pass */
    T *tile, *bank;        /* NULL: in the tile */
} Tall;

INLINE Outputs tall_outputs(const Tall *w, ptrdiff_t j)
{
    return w->bank ? cells_out(w->bank + 2 * VL * j, w->step->L)
                   : cells_out(w->tile + 2 * VL * w->place[j], w->rest);
}

INLINE void tall_odd(const int r, const Tall *w)
{
    const ptrdiff_t L = w->step->L, rest = w->rest;
    for (ptrdiff_t j = 0; j < L; j++) {
        const Source in = cells_in(w->tile + 2 * VL * w->place[j]);
        const Turned out = turned(r, tall_outputs(w, j), 2 * j > L);
        V wc[12], ws[12];
        load_roots(r, w->step, j, wc, ws);
        for (ptrdiff_t a = 0; a < rest; a++)
            odd_column(r, FROM_PARTS, 0, wc, ws, in, 2 * VL * a, 2 * VL * rest, out, 2 * VL * a);
    }
}

INLINE void tall_levels_zone(const int s, const int zone, const Tall *w)
{
    const ptrdiff_t L = w->step->L, rest = w->rest;
    for (ptrdiff_t j = (zone * L + 3) / 4; j < ((zone + 1) * L + 3) / 4; j++) {
        const Source in = cells_in(w->tile + 2 * VL * w->place[j]);
        const Outputs out = tall_outputs(w, j);
        V m[8], t[8];
        load_twiddles(s, w->step, j, m, t);
        for (ptrdiff_t a = 0; a < rest; a++)
            levels_column(s, PLAIN_NONE, zone, FROM_PARTS, 0, m, t, in, 2 * VL * a, 2 * VL * rest,
                          out, 2 * VL * a);
    }
}

INLINE void tall_levels(const int s, const Tall *w)
{
    tall_levels_zone(s, 0, w);
    tall_levels_zone(s, 1, w);
    tall_levels_zone(s, 2, w);
    tall_levels_zone(s, 3, w);
}

/* -------------------------------------------------------------- row part -- */

/* Where the last pass stores. */
typedef struct {
    E *y; /* output 0 of row 0 of the block */
    T scale;
    int scaled, exchanged;
#ifdef STET_OTHER_ELEMENTS
    Most *most;
#endif
} Spectrum;

/* A pass over the tile. */
typedef struct {
    const stet_step *step;
    const T *w;            /* the twiddles of the block, in order of use */
    const uint32_t *place; /* of rows d tall, d < L/tall */
    ptrdiff_t tall, j0, rest;
    T *tile;
    const Spectrum *to; /* NULL: in the tile */
} Lanes;

INLINE void store_spectrum(const Spectrum *to, ptrdiff_t k, C x, Most *most)
{
    if (to->scaled)
        x = (C){MUL(x.re, SET1(to->scale)), MUL(x.im, SET1(to->scale))};
    if (to->exchanged)
        WRITE_PAIRS(to->y + 2 * k, x.im, x.re, most);
    else
        WRITE_PAIRS(to->y + 2 * k, x.re, x.im, most);
}

/* All outputs of one butterfly: of row d tall, in the tile at number `at`. */
INLINE void store_all(const int r, const Lanes *w, ptrdiff_t d, ptrdiff_t at, const C *y)
{
    Most most = NOTHING_YET(w->to->most);
#pragma GCC unroll 16
    for (int q = 0; q < r; q++)
        if (w->to)
            store_spectrum(w->to, w->tall * d + w->step->L * q, y[q], &most);
        else
            store_cell(w->tile + at + 2 * VL * w->rest * q, VL, y[q]);
    if (w->to)
        KEEP_MOST(*w->to, most);
}

INLINE void lanes_odd(const int r, const Lanes *w)
{
    const ptrdiff_t L = w->step->L, rest = w->rest, middle = L / 2;
    const T *roots = w->w;
    for (ptrdiff_t d = 0; d < L / w->tall; d++, roots += 2 * (r - 1) * VL) {
        const ptrdiff_t j = w->j0 + w->tall * d, place = 2 * VL * w->place[d];
        V wc[12], ws[12];
#pragma GCC unroll 12
        for (int i = 0; i < r - 1; i++) {
            wc[i] = LOAD(roots + 2 * i * VL);
            ws[i] = LOAD(roots + (2 * i + 1) * VL);
        }
        const int upper = j > middle;
        if (!upper && j + VL - 1 > middle) {
            const V above = lanes_from(j, middle + 1);
            for (ptrdiff_t a = 0; a < rest; a++) {
                C x[13], y[13];
                load_turned_column(r, FROM_PARTS, wc, ws, cells_in(w->tile), place + 2 * VL * a,
                                   2 * VL * rest, x);
                butterfly(r, x);
                for (int q = 0; q < r; q++) {
                    const C next = x[q + 1 < r ? q + 1 : 0];
                    y[q] = (C){SELECT(above, x[q].re, next.re), SELECT(above, x[q].im, next.im)};
                }
                store_all(r, w, d, place + 2 * VL * a, y);
            }
            continue;
        }
        if (!w->to) {
            const Turned out = turned(r, cells_out(w->tile, rest), upper);
            for (ptrdiff_t a = 0; a < rest; a++)
                odd_column(r, FROM_PARTS, 0, wc, ws, cells_in(w->tile), place + 2 * VL * a,
                           2 * VL * rest, out, place + 2 * VL * a);
            continue;
        }
        C x[13], y[2];
        Most most = NOTHING_YET(w->to->most);
        load_turned_column(r, FROM_PARTS, wc, ws, cells_in(w->tile), place, 2 * VL, x);
        const ptrdiff_t k = w->tall * d, shift = upper ? L : 0;
        store_spectrum(w->to, k + (upper ? (r - 1) * L : 0), odd_sums(r, x), &most);
#pragma GCC unroll 6
        for (int i = 1; i <= r / 2; i++) {
            odd_outputs(r, i, x, y);
            store_spectrum(w->to, k - shift + L * i, y[0], &most);
            store_spectrum(w->to, k - shift + L * (r - i), y[1], &most);
        }
        KEEP_MOST(*w->to, most);
    }
}

/* The levels of a block that is in two zones: once for each of them. */
INLINE void levels_of(const int s, int zone, const V *m, const V *t, C *x)
{
    switch (zone) {
    case 0: levels(s, PLAIN_NONE, 0, m, t, x); break;
    case 1: levels(s, PLAIN_NONE, 1, m, t, x); break;
    case 2: levels(s, PLAIN_NONE, 2, m, t, x); break;
    default: levels(s, PLAIN_NONE, 3, m, t, x); break;
    }
}

static __attribute__((noinline)) void levels_of_two(int s, int zone, V after, const V *m,
                                                    const V *t, C *x)
{
    C z[8];
    memcpy(z, x, sizeof *x << s);
    for (int which = 0; which < 2; which++) {
        C *to = which == 0 ? x : z;
        switch (s) {
        case 1: levels_of(1, zone + which, m, t, to); break;
        case 2: levels_of(2, zone + which, m, t, to); break;
        default: levels_of(3, zone + which, m, t, to); break;
        }
    }
    for (int i = 0; i < 1 << s; i++)
        x[i] = (C){SELECT(after, x[i].re, z[i].re), SELECT(after, x[i].im, z[i].im)};
}

INLINE void lanes_levels_row(const int s, const int zone, const Lanes *w, ptrdiff_t d,
                             const T *roots)
{
    const ptrdiff_t L = w->step->L, rest = w->rest, place = 2 * VL * w->place[d];
    const ptrdiff_t j = w->j0 + w->tall * d, after = ((zone % 4 + 1) * L + 3) / 4;
    V m[8], t[8], mask = SET1(0);
#pragma GCC unroll 8
    for (int i = 0; i < twiddles_of(s); i++) {
        m[i] = LOAD(roots + 2 * i * VL);
        t[i] = LOAD(roots + (2 * i + 1) * VL);
    }
    if (zone > 3)
        mask = lanes_from(j, after);
    for (ptrdiff_t a = 0; a < rest; a++) {
        C x[8], y[8];
        load_column(FROM_PARTS, 1 << s, cells_in(w->tile), place + 2 * VL * a, 2 * VL * rest, x);
        if (zone > 3)
            levels_of_two(s, zone % 4, mask, m, t, x);
        else
            levels(s, PLAIN_NONE, zone, m, t, x);
#pragma GCC unroll 8
        for (int q = 0; q < 1 << s; q++)
            y[q] = x[bit_reverse(s, q)];
        store_all(1 << s, w, d, place + 2 * VL * a, y);
    }
}

INLINE void lanes_levels(const int s, const Lanes *w)
{
    const ptrdiff_t L = w->step->L, second = (L + 3) / 4, third = (2 * L + 3) / 4;
    const ptrdiff_t fourth = (3 * L + 3) / 4;
    const T *roots = w->w;
    for (ptrdiff_t d = 0; d < L / w->tall; d++, roots += 2 * twiddles_of(s) * VL) {
        const ptrdiff_t j = w->j0 + w->tall * d, last = j + VL - 1;
        switch ((j >= second) + (j >= third) + (j >= fourth) +
                4 * ((last >= second) + (last >= third) + (last >= fourth))) {
        case 0: lanes_levels_row(s, 0, w, d, roots); break;
        case 5: lanes_levels_row(s, 1, w, d, roots); break;
        case 10: lanes_levels_row(s, 2, w, d, roots); break;
        case 15: lanes_levels_row(s, 3, w, d, roots); break;
        case 4: lanes_levels_row(s, 4, w, d, roots); break;
        case 9: lanes_levels_row(s, 5, w, d, roots); break;
        default: lanes_levels_row(s, 6, w, d, roots); break;
        }
    }
}

/* -------------------------------------------------------- all the radices -- */

#define TILES_PASS(name, type, r, body)                                                            \
    static __attribute__((noinline)) void name##_##r(const type *w) { body; }
#define TILES_PASSES(name, type, odd, levels)                                                      \
    TILES_PASS(name, type, 2, levels(1, w))                                                        \
    TILES_PASS(name, type, 4, levels(2, w))                                                        \
    TILES_PASS(name, type, 8, levels(3, w))                                                        \
    TILES_PASS(name, type, 3, odd(3, w))                                                           \
    TILES_PASS(name, type, 5, odd(5, w))                                                           \
    TILES_PASS(name, type, 7, odd(7, w))                                                           \
    TILES_PASS(name, type, 11, odd(11, w))                                                         \
    TILES_PASS(name, type, 13, odd(13, w))                                                         \
    static void name(const type *w)                                                                \
    {                                                                                              \
        switch (w->step->radix) {                                                                  \
        case 2: name##_2(w); break;                                                                \
        case 4: name##_4(w); break;                                                                \
        case 8: name##_8(w); break;                                                                \
        case 3: name##_3(w); break;                                                                \
        case 5: name##_5(w); break;                                                                \
        case 7: name##_7(w); break;                                                                \
        case 11: name##_11(w); break;                                                              \
        default: name##_13(w); break;                                                              \
        }                                                                                          \
    }
TILES_PASSES(tall_pass, Tall, tall_odd, tall_levels)
TILES_PASSES(lanes_pass, Lanes, lanes_odd, lanes_levels)

#define TALL_PART_FIRST(r)                                                                         \
    static __attribute__((noinline)) void tall_part_first_##r(                                     \
        const stet_step *p, Source x, ptrdiff_t columns, ptrdiff_t rest, T *tile)                  \
    {                                                                                              \
        tall_part_first(r, p, x, columns, rest, tile);                                             \
    }
TALL_PART_FIRST(3)
TALL_PART_FIRST(5)
TALL_PART_FIRST(7)
TALL_PART_FIRST(11)
TALL_PART_FIRST(13)

/* -------------------------------------------------------------- the sweeps -- */

static void tiles_tall(const stet_tiles *c, const E *x, Reading how, T *bank, T *tile,
                       ptrdiff_t begin, ptrdiff_t end)
{
    for (ptrdiff_t i = begin; i < end; i++) {
        const ptrdiff_t column = column_at(i * VL, c->columns, VL);
        T *group = bank + i * stet_tiles_group(c), *to = c->turn == 1 ? group : tile;
        Source from = {.re = numbers_at(x + 2 * column), .step = 2};
        const stet_step *p = c->step;
        from.order = EXCHANGED(how) ? ARRAY_EXCHANGED : ARRAY_PAIRS;
        READ_SCALED(from, how);
        const ptrdiff_t rest = c->tall / p->radix;
        switch (p->radix) {
        case 3: tall_part_first_3(p, from, c->columns, rest, to); break;
        case 5: tall_part_first_5(p, from, c->columns, rest, to); break;
        case 7: tall_part_first_7(p, from, c->columns, rest, to); break;
        case 11: tall_part_first_11(p, from, c->columns, rest, to); break;
        default: tall_part_first_13(p, from, c->columns, rest, to); break;
        }
        for (int k = 1; k < c->turn; k++) {
            const Tall w = {&c->step[k], c->place[k], c->tall / (c->step[k].L * c->step[k].radix),
                            tile, k == c->turn - 1 ? group : NULL};
            tall_pass(&w);
        }
    }
}

/* Rows j .. j + VL - 1 of all groups. */
static void tiles_turn(const stet_tiles *c, const T *bank, ptrdiff_t j, T *tile)
{
    for (ptrdiff_t first = 0; first < c->columns; first += VL, bank += stet_tiles_group(c)) {
        T *to = tile + 2 * VL * column_at(first, c->columns, VL);
        transpose_tile(bank + 2 * VL * j, 2 * VL, 0, to, 2 * VL, 0);
        transpose_tile(bank + 2 * VL * j + VL, 2 * VL, 0, to + VL, 2 * VL, 0);
    }
}

static void tiles_rows(const stet_tiles *c, const T *bank, T *tile, Spectrum out, ptrdiff_t begin,
                       ptrdiff_t end)
{
    E *y = out.y;
    for (ptrdiff_t i = begin; i < end; i++) {
        const ptrdiff_t j0 = column_at(i * VL, c->tall, VL);
        const T *w = (const T *)c->packed + i * c->per_block;
        out.y = y + 2 * j0;
        tiles_turn(c, bank, j0, tile);
        for (int k = c->turn; k < c->step_count; k++) {
            const stet_step *p = &c->step[k];
            const Lanes lanes = {p,           w,
                                 c->place[k], c->tall,
                                 j0,          c->columns / (p->L / c->tall * p->radix),
                                 tile,        k == c->step_count - 1 ? &out : NULL};
            lanes_pass(&lanes);
            w += p->L / c->tall * stet_tiles_roots(p) * VL;
        }
    }
}

#ifndef STET_OTHER_ELEMENTS
/* Two phases: the tall part, divided by groups of columns, and the rows, by blocks. */
static void tiles_line(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                       const stet_share *share)
{
    const stet_tiles *c = (const stet_tiles *)f->made;
    const ptrdiff_t groups = stet_tiles_groups(c), blocks = stet_tiles_blocks(c);
    T *bank = work, *tile = bank + groups * stet_tiles_group(c);
    const Spectrum out = {y, scale, scale != 1, exchanged};
    tile += share ? share->part * stet_tiles_tile(c) : 0;
    if (stet_share_has(share, 0))
        tiles_tall(c, x, exchanged, bank, tile, stet_share_begin(share, groups),
                   stet_share_end(share, groups));
    if (stet_share_has(share, 1))
        tiles_rows(c, bank, tile, out, stet_share_begin(share, blocks),
                   stet_share_end(share, blocks));
}
EACH_LINE(tiles)
#endif
