/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one complex transform of a decomposed length n with an odd factor across the lanes of
 * vectors, in two sweeps over memory whatever the number of passes. A template.
 *
 * The passes are cut into L = 1 .. tall (the tall part) and .. n (the row part).
 *   tall  takes a group of VL neighbouring columns x[c + (n/tall) u] at a time, lanes = columns,
 *         through all its passes in a tile that stays in the first-level cache, and leaves row j of
 *         the group, a cell, in the bank, in natural order.
 *   row   takes a block of VL neighbouring rows at a time: transposes their cells into the tile,
 *         so that lanes = rows, and goes on there; the last pass stores in natural order.
 * A cell is VL real parts and after them VL imaginary parts. The last group overlaps the one before
 * it, and so does the last block: the array that a sweep reads is not the one it writes.
 *
 * In a tile a pass puts output q in the place of input q, so the rows come to lie in digit-reversed
 * order: stet_tiles has their places.
 *
 * Short lines of floats may have fewer columns than a vector of STET_TILES_FEW lanes: the other
 * lanes hold numbers that no result depends on. Such lines of real floats run as complex ones. The
 * second half of the spectrum is left out, and +0 is added as in passes.h. */

enum { FEW_COLUMNS = sizeof(T) == sizeof(float) && VL == STET_TILES_FEW };

/* Returns a mask for a block in several zones, or on both sides of L/2, whose first row is j: lanes
 * of zeros below row `cut`, of ones from there on. */
INLINE V lanes_from(ptrdiff_t j, ptrdiff_t cut)
{
    const ptrdiff_t below = cut < j ? 0 : cut - j < VL ? cut - j : VL;
    enum { MOST = 16, NUMBERS_OF_MOST = MOST * sizeof(int32_t) / sizeof(T) };
    static const union {
        int32_t word[2 * MOST];
        T number[2 * NUMBERS_OF_MOST];
    } zeros_and_ones = {{0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
                         -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}};
    _Static_assert(VL <= NUMBERS_OF_MOST, "a vector has more");
    return LOAD(zeros_and_ones.number + NUMBERS_OF_MOST - below);
}

INLINE Outputs cells_out(T *to, ptrdiff_t step)
{
    const Target cells = {.re = to, .im = to + VL, .step = 2 * VL, .scale = 1};
    return (Outputs){cells, 0, 0, 2 * VL * step, 16};
}

INLINE Source cells_in(const T *from)
{
    return (Source){.re = from, .im = from + VL, .step = 2 * VL};
}

/* ------------------------------------------------------------- tall part -- */

/* Runs the first pass on VL columns of x, whose rows have `row` numbers. */
INLINE void tiles_first(const int r, Source x, ptrdiff_t row, ptrdiff_t rest, T *tile)
{
    const Turned out = turned(r, cells_out(tile, rest), 0);
    for (ptrdiff_t a = 0; a < rest; a++)
        odd_column(r, FROM_ARRAY, 0, NULL, NULL, x, row * a, row * rest, out, 2 * VL * a);
}

/* A later pass goes on in the tile; the last one, which has one column, goes into the bank. Kernels
 * first copy the fields that their loops read: as far as the compiler knows, a vector that is
 * stored may lie on them. */
typedef struct {
    const stet_step *step;
    const uint32_t *place; /* places of rows j < L */
    ptrdiff_t rest;        /* columns of a row */
    T *tile, *bank;
} Tall;

INLINE Outputs tall_outputs(const int last, const Tall *w, ptrdiff_t L, ptrdiff_t j)
{
    return last ? cells_out(w->bank + 2 * VL * j, L)
                : cells_out(w->tile + 2 * VL * w->place[j], w->rest);
}

INLINE void tall_odd(const int r, const int last, const Tall *tall)
{
    const Tall w = *tall;
    const stet_step step = *w.step;
    const ptrdiff_t rest = last ? 1 : w.rest;
    for (ptrdiff_t j = 0; j < step.L; j++) {
        const Source in = cells_in(w.tile + 2 * VL * w.place[j]);
        const Turned out = turned(r, tall_outputs(last, &w, step.L, j), 2 * j > step.L);
        V wc[12], ws[12];
        load_roots(r, &step, j, wc, ws);
        for (ptrdiff_t a = 0; a < rest; a++)
            odd_column(r, FROM_PARTS, 0, wc, ws, in, 2 * VL * a, 2 * VL * rest, out, 2 * VL * a);
    }
}

INLINE void tall_levels_zone(const int s, const int last, const int zone, const Tall *w,
                             const stet_step *step)
{
    const ptrdiff_t L = step->L, rest = last ? 1 : w->rest;
    for (ptrdiff_t j = (zone * L + 3) / 4; j < ((zone + 1) * L + 3) / 4; j++) {
        const Source in = cells_in(w->tile + 2 * VL * w->place[j]);
        const Outputs out = tall_outputs(last, w, L, j);
        V m[8], t[8];
        load_twiddles(s, step, j, m, t);
        for (ptrdiff_t a = 0; a < rest; a++)
            levels_column(s, PLAIN_NONE, zone, FROM_PARTS, 0, m, t, in, 2 * VL * a, 2 * VL * rest,
                          out, 2 * VL * a);
    }
}

INLINE void tall_levels(const int s, const int last, const Tall *tall)
{
    const Tall w = *tall;
    const stet_step step = *w.step;
    tall_levels_zone(s, last, 0, &w, &step);
    tall_levels_zone(s, last, 1, &w, &step);
    tall_levels_zone(s, last, 2, &w, &step);
    tall_levels_zone(s, last, 3, &w, &step);
}

/* -------------------------------------------------------------- row part -- */

/* Says where the last pass stores. */
typedef struct {
    E *y; /* output 0 of row 0 of the block */
    T scale;
    int scaled, exchanged;
#ifdef STET_OTHER_ELEMENTS
    Most *most;
#endif
} Spectrum;

/* A pass goes over the tile; the last one, which has one column, stores the spectrum. */
typedef struct {
    const stet_step *step;
    const T *w;            /* twiddles of the block, in order of use */
    const uint32_t *place; /* places of rows d tall, d < L/tall */
    ptrdiff_t tall, j0, rest;
    T *tile;
    const Spectrum *to;
} Lanes;

INLINE void store_spectrum(const Spectrum *to, ptrdiff_t k, V re, V im, Most *most)
{
    E *y = to->y + 2 * k;
    WRITE_PAIRS(y, re, im, most);
}

/* Stores all outputs of one butterfly: in the last pass those of row k of the block, else those in
 * the tile at number `at`. */
INLINE void store_lanes_of(const int r, const int last, const Lanes *w, const Spectrum *to,
                           ptrdiff_t L, ptrdiff_t k, ptrdiff_t at, C *y)
{
    if (!last) {
#pragma GCC unroll 16
        for (int q = 0; q < r; q++)
            store_cell(w->tile + at + 2 * VL * w->rest * q, VL, y[q]);
        return;
    }
    Most most = NOTHING_YET(to->most);
    if (to->scaled)
#pragma GCC unroll 16
        for (int q = 0; q < r; q++)
            y[q] = c_scaled(y[q], to->scale);
    if (to->exchanged)
#pragma GCC unroll 16
        for (int q = 0; q < r; q++)
            store_spectrum(to, k + L * q, y[q].im, y[q].re, &most);
    else
#pragma GCC unroll 16
        for (int q = 0; q < r; q++)
            store_spectrum(to, k + L * q, y[q].re, y[q].im, &most);
    KEEP_MOST(*to, most);
}

INLINE void load_lanes(const int count, const T *w, V *a, V *b)
{
#pragma GCC unroll 12
    for (int i = 0; i < count; i++) {
        a[i] = LOAD(w + 2 * i * VL);
        b[i] = LOAD(w + (2 * i + 1) * VL);
    }
}

/* Runs a row of an odd radix. As in odd_row() of passes.h, outputs of rows above L/2 move by one.
 * side 0: no row is above L/2; 1: all are; 2: some are. */
INLINE void lanes_odd_row(const int r, const int last, const int side, const Lanes *w,
                          const Spectrum *to, const stet_step *step, ptrdiff_t d, const T *roots)
{
    const ptrdiff_t L = step->L, rest = last ? 1 : w->rest;
    V wc[12], ws[12], above = SET1(0);
    load_lanes(r - 1, roots, wc, ws);
    if (side == 2)
        above = lanes_from(w->j0 + w->tall * d, L / 2 + 1);
    for (ptrdiff_t a = 0, at = 2 * VL * (ptrdiff_t)w->place[d]; a < rest; a++, at += 2 * VL) {
        C x[13], y[13];
        load_turned_column(r, FROM_PARTS, wc, ws, cells_in(w->tile), at, 2 * VL * rest, x);
        butterfly(r, x);
#pragma GCC unroll 13
        for (int q = 0; q < r; q++) {
            const C next = x[q + 1 < r ? q + 1 : 0];
            y[q] = side == 0 ? x[q]
                   : side == 1
                       ? next
                       : (C){SELECT(above, x[q].re, next.re), SELECT(above, x[q].im, next.im)};
        }
        store_lanes_of(r, last, w, to, L, w->tall * d, at, y);
    }
}

INLINE void lanes_odd(const int r, const int last, const Lanes *lanes)
{
    const Lanes w = *lanes;
    const Spectrum to = last ? *w.to : (Spectrum){0};
    const stet_step step = *w.step;
    const ptrdiff_t middle = step.L / 2;
    const T *roots = w.w;
    ptrdiff_t d = 0;
    for (ptrdiff_t j = w.j0; j < step.L; d++, j += w.tall, roots += 2 * (r - 1) * VL)
        if (j > middle)
            lanes_odd_row(r, last, 1, &w, &to, &step, d, roots);
        else if (j + VL - 1 <= middle)
            lanes_odd_row(r, last, 0, &w, &to, &step, d, roots);
        else
            lanes_odd_row(r, last, 2, &w, &to, &step, d, roots);
}

/* Runs rows that are in this zone. */
INLINE void lanes_levels_row(const int s, const int last, const int zone, const Lanes *w,
                             const Spectrum *to, const stet_step *step, ptrdiff_t d, const T *roots)
{
    const ptrdiff_t L = step->L, rest = last ? 1 : w->rest;
    V m[4], t[4], after[2] = {SET1(0), SET1(0)};
    load_lanes(twiddles_of(s), roots, m, t);
    if (zone == ANY_ZONE) {
        const ptrdiff_t j = w->j0 + w->tall * d;
        const V second = lanes_from(j, (L + 3) / 4);
        after[0] = SELECT(lanes_from(j, (3 * L + 3) / 4), second, SET1(0));
        after[1] = lanes_from(j, (2 * L + 3) / 4);
    }
    for (ptrdiff_t a = 0, at = 2 * VL * (ptrdiff_t)w->place[d]; a < rest; a++, at += 2 * VL) {
        C x[8], y[8];
        load_column(FROM_PARTS, 1 << s, cells_in(w->tile), at, 2 * VL * rest, x);
        levels_with(s, PLAIN_NONE, zone, after, 0, m, t, NULL, x);
#pragma GCC unroll 8
        for (int q = 0; q < 1 << s; q++)
            y[q] = x[bit_reverse(s, q)];
        store_lanes_of(1 << s, last, w, to, L, w->tall * d, at, y);
    }
}

INLINE void lanes_levels(const int s, const int last, const Lanes *lanes)
{
    const Lanes w = *lanes;
    const Spectrum to = last ? *w.to : (Spectrum){0};
    const stet_step step = *w.step;
    const T *roots = w.w;
    ptrdiff_t d = 0;
    for (ptrdiff_t j = w.j0; j < step.L; d++, j += w.tall, roots += 2 * twiddles_of(s) * VL)
        switch (stet_tiles_zone(step.L, j, VL)) {
        case 0: lanes_levels_row(s, last, 0, &w, &to, &step, d, roots); break;
        case 1: lanes_levels_row(s, last, 1, &w, &to, &step, d, roots); break;
        case 2: lanes_levels_row(s, last, 2, &w, &to, &step, d, roots); break;
        case 3: lanes_levels_row(s, last, 3, &w, &to, &step, d, roots); break;
        default: lanes_levels_row(s, last, ANY_ZONE, &w, &to, &step, d, roots); break;
        }
}

/* -------------------------------------------------------- all the radices -- */

#define ALL_RADICES(each)                                                                          \
    each(2, levels, 1) each(4, levels, 2) each(8, levels, 3) each(3, odd, 3) each(5, odd, 5)       \
        each(7, odd, 7) each(11, odd, 11) each(13, odd, 13)

/* Passes from numbers to numbers are shared with lines of other elements: passes.h. */
#define TILES_PASS(r, kind, s) SHARED_PASS(tiles_pass_##r, (const Tall *w), tall_##kind(s, 0, w))
#define TILES_LAST(r, kind, s) SHARED_PASS(tiles_last_##r, (const Tall *w), tall_##kind(s, 1, w))
#define LANES_PASS(r, kind, s) SHARED_PASS(lanes_pass_##r, (const Lanes *w), lanes_##kind(s, 0, w))
#define LANES_LAST(r, kind, s)                                                                     \
    static __attribute__((noinline)) void lanes_last_##r(const Lanes *w) { lanes_##kind(s, 1, w); }
ALL_RADICES(TILES_PASS)
ALL_RADICES(TILES_LAST)
ALL_RADICES(LANES_PASS)
ALL_RADICES(LANES_LAST)

#define OF_RADIX(name, type, called)                                                               \
    static void name(const type *w)                                                                \
    {                                                                                              \
        switch (w->step->radix) {                                                                  \
        case 2: called(name##_2)(w); break;                                                        \
        case 4: called(name##_4)(w); break;                                                        \
        case 8: called(name##_8)(w); break;                                                        \
        case 3: called(name##_3)(w); break;                                                        \
        case 5: called(name##_5)(w); break;                                                        \
        case 7: called(name##_7)(w); break;                                                        \
        case 11: called(name##_11)(w); break;                                                      \
        default: called(name##_13)(w); break;                                                      \
        }                                                                                          \
    }
#define OWN(name) name
OF_RADIX(tiles_pass, Tall, SHARED)
OF_RADIX(tiles_last, Tall, SHARED)
OF_RADIX(lanes_pass, Lanes, SHARED)
OF_RADIX(lanes_last, Lanes, OWN)

#define TILES_FIRST(r)                                                                             \
    static __attribute__((noinline)) void tiles_first_##r(Source x, ptrdiff_t row, ptrdiff_t rest, \
                                                          T *tile)                                 \
    {                                                                                              \
        tiles_first(r, x, row, rest, tile);                                                        \
    }
TILES_FIRST(3)
TILES_FIRST(5)
TILES_FIRST(7)
TILES_FIRST(11)
TILES_FIRST(13)

/* -------------------------------------------------------------- the sweeps -- */

static void first_of_radix(const stet_tiles *c, Source x, ptrdiff_t row, T *to)
{
    const ptrdiff_t rest = c->rest[0];
    switch (c->step->radix) {
    case 3: tiles_first_3(x, row, rest, to); break;
    case 5: tiles_first_5(x, row, rest, to); break;
    case 7: tiles_first_7(x, row, rest, to); break;
    case 11: tiles_first_11(x, row, rest, to); break;
    default: tiles_first_13(x, row, rest, to); break;
    }
}

/* Copies an array whose rows have fewer columns than a vector has lanes, but at least half as many,
 * to rows of VL columns. Numbers of the next row, or zeros, lie behind a row. */
static const E *in_vectors(const stet_tiles *c, const E *x, ptrdiff_t parts, E *to)
{
    const ptrdiff_t row = parts * c->columns, last = c->tall - 1;
    E *end = to + parts * VL * last;
    for (ptrdiff_t u = 0; u < last; u++)
        for (ptrdiff_t p = 0; p < parts; p++)
            memcpy(to + VL * (parts * u + p), x + row * u + VL * p, VL * sizeof *to);
    memset(end, 0, 2 * VL * sizeof *end);
    for (ptrdiff_t i = 0; i < row; i++)
        end[i] = x[row * last + i];
    return to;
}

static void tiles_tall(const stet_tiles *c, const E *x, Reading how, T *bank, T *tile,
                       ptrdiff_t begin, ptrdiff_t end)
{
    const int real = FEW_COLUMNS && c->real, few = FEW_COLUMNS && c->columns < VL;
    const ptrdiff_t parts = real ? 1 : 2;
    for (ptrdiff_t i = begin; i < end; i++) {
        T *group = bank + i * stet_tiles_group(c);
        const E *here = few ? in_vectors(c, x, parts, (E *)(void *)(c->turn == 1 ? tile : group))
                            : x + parts * column_at(i * VL, c->columns, VL);
        Source from = {.re = numbers_at(here), .step = parts};
        from.order = real ? ARRAY_REALS : EXCHANGED(how) ? ARRAY_EXCHANGED : ARRAY_PAIRS;
        READ_SCALED(from, how);
        first_of_radix(c, from, parts * (few ? VL : c->columns), c->turn == 1 ? group : tile);
        for (int k = 1; k < c->turn; k++) {
            const Tall w = {&c->step[k], c->place[k], c->rest[k], tile, group};
            if (k < c->turn - 1)
                tiles_pass(&w);
            else
                tiles_last(&w);
        }
    }
}

/* Transposes rows j .. j + VL - 1 of all groups into the tile. */
static void tiles_turn(const stet_tiles *c, const T *bank, ptrdiff_t j, T *tile)
{
    for (ptrdiff_t first = 0; first < c->columns; first += VL, bank += stet_tiles_group(c)) {
        const int few = FEW_COLUMNS && c->columns < VL;
        T *to = tile + (few ? 0 : 2 * VL * column_at(first, c->columns, VL));
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
        ptrdiff_t rows = VL;
        for (int k = c->turn; k < c->step_count; k++) {
            const stet_step *p = &c->step[k];
            const Lanes lanes = {p, w, c->place[k], c->tall, j0, c->rest[k], tile, &out};
            if (k < c->step_count - 1)
                lanes_pass(&lanes);
            else
                lanes_last(&lanes);
            w += rows * stet_tiles_roots(p);
            rows *= p->radix;
        }
    }
}

/* Runs two phases: the tall part, divided by groups of columns, and the row part, by blocks. */
INLINE void tiles_to(const stet_tiles *c, const E *x, Spectrum out, Reading how, T *work,
                     const stet_share *share)
{
    const ptrdiff_t groups = c->groups, blocks = c->blocks;
    T *bank = work, *tile = bank + groups * stet_tiles_group(c);
    tile += share ? share->part * stet_tiles_tile(c) : 0;
    if (stet_share_has(share, 0))
        tiles_tall(c, x, how, bank, tile, stet_share_begin(share, groups),
                   stet_share_end(share, groups));
    if (stet_share_has(share, 1))
        tiles_rows(c, bank, tile, out, stet_share_begin(share, blocks),
                   stet_share_end(share, blocks));
}

/* Runs the tall part of numbers of T. */
SHARED_PASS(tiles_tall_all, (const stet_tiles *c, const T *x, T *bank, T *tile),
            tiles_tall(c, x, 0, bank, tile, 0, c->groups))

#ifndef STET_OTHER_ELEMENTS
static void tiles_line(const stet_fft1d *f, const T *x, T *y, int exchanged, T scale, T *work,
                       const stet_share *share)
{
    const stet_tiles *c = (const stet_tiles *)f->made;
    const int real = FEW_COLUMNS && c->real;
    const ptrdiff_t kept = c->n / 2 * 2 + 2;
    T *all = work + c->groups * stet_tiles_group(c) + stet_tiles_tile(c);
    const Spectrum out = {real ? all : y, scale, scale != 1, exchanged && !real};
    tiles_to(c, x, out, exchanged, work, share);
    for (ptrdiff_t i = 0; real && i < kept; i += VL) {
        const ptrdiff_t k = column_at(i, kept, VL);
        STORE(y + k, v_plus_zero(LOAD(all + k)));
    }
}
EACH_LINE(tiles)
#endif
