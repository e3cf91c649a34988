/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one complex transform of n = 2^a points by passes of radix 4, which need no more than 16
 * registers: four complex vectors, their twiddles and the results. A template, for vector types
 * that define FOURS_LAST (vec/README.md).
 *
 * Rows of columns lie one after another in the workspace, as cells of VL complex numbers. The first
 * pass, of radix 4 or 8, reads the input. A middle pass works in place: it makes four rows of a
 * quarter of the columns from each row, output q in the place of quarter q. So row p of a pass
 * becomes rows 4 p .. 4 p + 3, and the twiddles of a pass lie in the order of its rows. The number
 * of a row has its last digit on top, so the zone of row p is p % 4; stet_fours_first_row() gives
 * the first pass of radix 8 an order in which this is so.
 *
 * The last part takes VL rows with neighbouring numbers, transposes them, so that lanes are rows,
 * and does the last two levels. Before this, floats do two levels on rows of 16 columns: half of a
 * vector has four columns of one row, the other half those of the row two numbers later. */

/* Runs a middle pass on `count` cells of each quarter of a row; the quarters are `cells` cells
 * apart. w has m, t, m, t of its two levels. */
INLINE void fours_row(const int zone, const T *w, const ptrdiff_t cells, const ptrdiff_t count,
                      T *row)
{
    const V m[2] = {SET1(w[0]), SET1(w[2])}, t[2] = {SET1(w[1]), SET1(w[3])};
    const ptrdiff_t apart = 2 * VL * cells;
    UNROLL(2)
    for (ptrdiff_t c = 0; c < count; c++, row += 2 * VL) {
        C z[4];
        cells_column(2, zone, m, t, row, apart, VL, z);
        UNROLL(4)
        for (int b = 0; b < 4; b++)
            store_cell(row + bit_reverse(2, b) * apart, VL, z[b]);
    }
}

/* Runs a middle pass on `rows` rows, a multiple of four, from one in zone 0 on. */
INLINE void fours_rows(const ptrdiff_t cells, const T *w, ptrdiff_t rows, T *at)
{
    const ptrdiff_t row = 8 * VL * cells;
    for (; rows > 0; rows -= 4, w += 16, at += 4 * row) {
        fours_row(0, w, cells, cells, at);
        fours_row(1, w + 4, cells, cells, at + row);
        fours_row(2, w + 8, cells, cells, at + 2 * row);
        fours_row(3, w + 12, cells, cells, at + 3 * row);
    }
}

#define FOURS_ROWS(name, cells)                                                                    \
    SHARED_PASS(name, (const T *w, ptrdiff_t rows, T *at), fours_rows(cells, w, rows, at))
FOURS_ROWS(fours_rows_1, 1)
FOURS_ROWS(fours_rows_2, 2)

/* Runs a middle pass on the same columns of rows p .. p + rows - 1. */
INLINE void fours_columns(ptrdiff_t cells, ptrdiff_t count, const T *w, ptrdiff_t p, ptrdiff_t rows,
                          T *at)
{
    for (; rows > 0; rows--, p++, w += 4, at += 8 * VL * cells)
        switch (p % 4) {
        case 0: fours_row(0, w, cells, count, at); break;
        case 1: fours_row(1, w, cells, count, at); break;
        case 2: fours_row(2, w, cells, count, at); break;
        default: fours_row(3, w, cells, count, at); break;
        }
}
SHARED_PASS(fours_some,
            (ptrdiff_t cells, ptrdiff_t count, const T *w, ptrdiff_t p, ptrdiff_t rows, T *at),
            fours_columns(cells, count, w, p, rows, at))

/* Runs the first pass on columns begin .. end - 1. */
INLINE void fours_first(const int s, const int exchanged, const stet_fours *f, const E *x,
                        Reading how, ptrdiff_t begin, ptrdiff_t end, T *work)
{
    V m[4], t[4];
    const ptrdiff_t columns = f->n >> s;
    (void)how;
    load_twiddles(s, &f->first, 0, m, t);
    for (ptrdiff_t c = begin; c < end; c += VL) {
        C z[8];
        UNROLL(8)
        for (int u = 0; u < 1 << s; u++) {
            const E *at = x + 2 * (c + u * columns);
            if (exchanged)
                READ_PAIRS(at, &z[u].im, &z[u].re);
            else
                READ_PAIRS(at, &z[u].re, &z[u].im);
        }
        SCALE_READ(how, s, z);
        levels(s, PLAIN_AT_1, 0, m, t, z);
        UNROLL(8)
        for (int b = 0; b < 1 << s; b++)
            store_cell(work + 2 * (stet_fours_first_row(s, bit_reverse(s, b)) * columns + c), VL,
                       z[b]);
    }
}

#define FOURS_FIRST(s)                                                                             \
    static __attribute__((noinline)) void fours_first_##s(                                         \
        const stet_fours *f, const E *x, Reading how, ptrdiff_t begin, ptrdiff_t end, T *work)     \
    {                                                                                              \
        if (EXCHANGED(how))                                                                        \
            fours_first(s, 1, f, x, how, begin, end, work);                                        \
        else                                                                                       \
            fours_first(s, 0, f, x, how, begin, end, work);                                        \
    }
FOURS_FIRST(2)
FOURS_FIRST(3)

static void fours_first_columns(const stet_fours *f, const E *x, Reading how, ptrdiff_t begin,
                                ptrdiff_t end, T *work)
{
    (f->first.radix == 4 ? fours_first_2 : fours_first_3)(f, x, how, begin, end, work);
}

/* Runs the first pass of numbers of T, whose parts are not exchanged. */
SHARED_PASS(fours_first_all, (const stet_fours *f, const T *x, T *work),
            fours_first_columns(f, x, 0, 0, f->n / f->first.radix, work))

/* Runs the last two levels of VL rows, whose columns are in four cells. z is in the order of
 * levels(). */
INLINE void fours_levels(const int zone, const T *packed, const T *const *cell, C *z)
{
    V re[4], im[4];
    LOAD_FOUR(cell, 0, re);
    LOAD_FOUR(cell, VL, im);
    UNROLL(4)
    for (int i = 0; i < 4; i++)
        z[i] = (C){re[i], im[i]};
    levels_with(2, PLAIN_NONE, zone, NULL, 1, NULL, NULL, packed, z);
}

/* Runs fours_levels(), and stores output q at y + q run. */
INLINE void fours_end(const int zone, const T *packed, const T *const *cell, Runs out, Most *most)
{
    C z[4];
    fours_levels(zone, packed, cell, z);
    UNROLL(4)
    for (int q = 0; q < 4; q++) {
        const C x = finished(out, z[bit_reverse(2, q)]);
        WRITE_LANES(out.y + q * out.run, x.re, x.im, most);
    }
}

#if VL == 8
/* Runs two levels on rows of 16 columns: rows 0, 2 and rows 1, 3 of `row`. Output q of a pair goes
 * to cell 4 q of the tile. */
INLINE void fours_pairs(const int zone, const T *packed, const T *const *row, T *tile)
{
    UNROLL(2)
    for (int i = 0; i < 2; i++) {
        C z[4];
        V m[2], t[2];
        LOAD_SPLATS(packed + VL * i, m, t);
        UNROLL(2)
        for (int c = 0; c < 2; c++) {
            C *a = &z[2 * c], *b = a + 1;
            *a = (C){LOAD(row[i] + 2 * VL * c), LOAD(row[i] + 2 * VL * c + VL)};
            *b = (C){LOAD(row[i + 2] + 2 * VL * c), LOAD(row[i + 2] + 2 * VL * c + VL)};
            TRANSPOSE(4, &a->re, &b->re);
            TRANSPOSE(4, &a->im, &b->im);
        }
        levels(2, PLAIN_NONE, zone, m, t, z);
        UNROLL(4)
        for (int b = 0; b < 4; b++)
            store_cell(tile + (4 * bit_reverse(2, b) + i) * 2 * VL, VL, z[b]);
    }
}

#define FOURS_PAIRS(zone)                                                                          \
    SHARED_PASS(fours_pairs_##zone, (const T *packed, const T *const *row, T *tile),               \
                fours_pairs(zone, packed, row, tile))
FOURS_PAIRS(0)
FOURS_PAIRS(1)
FOURS_PAIRS(2)
FOURS_PAIRS(3)

INLINE void fours_pairs_of(int zone, const T *packed, const T *const *row, T *tile)
{
    switch (zone) {
    case 0: SHARED(fours_pairs_0)(packed, row, tile); break;
    case 1: SHARED(fours_pairs_1)(packed, row, tile); break;
    case 2: SHARED(fours_pairs_2)(packed, row, tile); break;
    default: SHARED(fours_pairs_3)(packed, row, tile); break;
    }
}

INLINE void fours_ends(const T *packed, const T *tile, ptrdiff_t L, Runs out, Most *most)
{
    UNROLL(4)
    for (int q = 0; q < 4; q++) {
        const T *const at = tile + 8 * VL * q;
        const T *const cell[4] = {at, at + 2 * VL, at + 4 * VL, at + 6 * VL};
        Runs to = out;
        to.y += 2 * L * q;
        fours_end(q, packed + 4 * VL * q, cell, to, most);
    }
}

#define FOURS_ENDS(name, change)                                                                   \
    static __attribute__((noinline)) void name(const T *packed, const T *tile, ptrdiff_t L,        \
                                               const Runs *runs)                                   \
    {                                                                                              \
        Runs out = *runs;                                                                          \
        Most most = NOTHING_YET(out.most);                                                         \
        change;                                                                                    \
        fours_ends(packed, tile, L, out, &most);                                                   \
        KEEP_MOST(out, most);                                                                      \
    }
FOURS_ENDS(fours_ends_plain, out.scaled = out.exchanged = out.real = 0)
FOURS_ENDS(fours_ends_any, out.real = 0)

/* Runs the last part of rows begin .. end - 1, two steps at a time through a tile. */
static void fours_last(const stet_fours *f, const T *work, Runs out, ptrdiff_t begin, ptrdiff_t end)
{
    _Alignas(STET_ALIGN) T tile[2 * VL * 16];
    const ptrdiff_t L = f->n / 16;
    const int plain = is_plain(out);
    out.y += 2 * begin;
    for (ptrdiff_t j = begin; j < end; j += VL, out.y += 2 * VL) {
        const T *packed = (const T *)f->packed + 20 * j, *row[8];
        UNROLL(8)
        for (int i = 0; i < 8; i++)
            row[i] = work + f->place[j + i];
        fours_pairs_of(zone_of(j, L), packed, row, tile);
        fours_pairs_of(zone_of(j + 4, L), packed + 2 * VL, row + 4, tile + 4 * VL);
        (plain ? fours_ends_plain : fours_ends_any)(packed + 4 * VL, tile, L, &out);
    }
}
#else
INLINE void fours_last_zone(const int zone, const int plain, const stet_fours *f, const T *work,
                            Runs out, ptrdiff_t begin, ptrdiff_t end)
{
    Most most = NOTHING_YET(out.most);
    const T *packed = (const T *)f->packed + 4 * begin;
    if (plain)
        out.scaled = out.exchanged = 0;
    out.real = 0;
    out.y += 2 * begin;
    for (ptrdiff_t j = begin; j < end; j += VL, packed += 4 * VL, out.y += 2 * VL) {
        const T *cell[4];
        UNROLL(4)
        for (int i = 0; i < 4; i++)
            cell[i] = work + f->place[j + i];
        fours_end(zone, packed, cell, out, &most);
    }
    KEEP_MOST(out, most);
}

/* Runs the last part of rows begin .. end - 1. */
#define FOURS_LAST_ROWS(name, plain)                                                               \
    static __attribute__((noinline)) void name(const stet_fours *f, const T *work, Runs out,       \
                                               ptrdiff_t begin, ptrdiff_t end)                     \
    {                                                                                              \
        const ptrdiff_t quarter = f->n / 16;                                                       \
        for (ptrdiff_t j = begin, to; j < end; j = to) {                                           \
            const int zone = (int)(j / quarter);                                                   \
            to = (zone + 1) * quarter < end ? (zone + 1) * quarter : end;                          \
            switch (zone) {                                                                        \
            case 0: fours_last_zone(0, plain, f, work, out, j, to); break;                         \
            case 1: fours_last_zone(1, plain, f, work, out, j, to); break;                         \
            case 2: fours_last_zone(2, plain, f, work, out, j, to); break;                         \
            default: fours_last_zone(3, plain, f, work, out, j, to); break;                        \
            }                                                                                      \
        }                                                                                          \
    }
FOURS_LAST_ROWS(fours_last_plain, 1)
FOURS_LAST_ROWS(fours_last_any, 0)

static void fours_last(const stet_fours *f, const T *work, Runs out, ptrdiff_t begin, ptrdiff_t end)
{
    (is_plain(out) ? fours_last_plain : fours_last_any)(f, work, out, begin, end);
}
#endif

/* Runs middle passes k .. end - 1 on rows p .. p + rows - 1 of pass k: one row, or all. */
INLINE void fours_passes(const stet_fours *f, int k, int end, ptrdiff_t p, ptrdiff_t rows, T *work)
{
    ptrdiff_t cells = f->n / VL >> (f->levels + 2 * k);
    T *at = work + 2 * VL * cells * p;
    for (; k < end; k++, p *= 4, rows *= 4) {
        const T *w = (const T *)f->twiddles[k] + 4 * p;
        cells /= 4;
        if (rows > 1 && cells == 1)
            SHARED(fours_rows_1)(w, rows, at);
        else if (rows > 1 && cells == 2)
            SHARED(fours_rows_2)(w, rows, at);
        else
            SHARED(fours_some)(cells, cells, w, p, rows, at);
    }
}

/* Runs all middle passes from number k on for row p. Rows that are long go on one after another,
 * so that each finds its numbers in the cache in which the pass before it left them. */
static void fours_middle(const stet_fours *f, int k, ptrdiff_t p, T *work)
{
    if (k >= f->deep) {
        fours_passes(f, k, f->passes, p, 1, work);
        return;
    }
    fours_passes(f, k, k + 1, p, 1, work);
    for (int q = 0; q < 4; q++)
        fours_middle(f, k + 1, 4 * p + q, work);
}

/* Runs a line of elements x; or of numbers z, if not NULL. */
static void fours_elements(const stet_fours *f, const E *x, const T *z, Reading how, Runs out,
                           T *work)
{
    const ptrdiff_t rows = f->first.radix;
    out.run = f->n / 2;
    if (z) {
        SHARED(fours_first_all)(f, z, work);
    } else {
        fours_first_columns(f, x, how, 0, f->n / rows, work);
        ALL_READ(how);
    }
    if (f->deep == 0)
        fours_passes(f, 0, f->passes, 0, rows, work);
    for (ptrdiff_t p = 0; p < rows && f->deep > 0; p++)
        fours_middle(f, 0, p, work);
    fours_last(f, work, out, 0, f->n / FOURS_LAST);
}

/* Runs a share of a line, in three phases. The first and the second pass are one phase: columns
 * that lie `cells` cells apart need no others. Then come rows, and blocks of the last part. */
INLINE void fours_shared(const stet_fours *f, const E *x, Reading how, Runs out, T *work,
                         const stet_share *share)
{
    const ptrdiff_t rows = f->first.radix, cells = f->n / (4 * rows * VL);
    const ptrdiff_t last = f->n / FOURS_LAST, blocks = last / VL;
    out.run = f->n / 2;
    if (share->phase == 0) {
        const ptrdiff_t begin = stet_share_begin(share, cells), end = stet_share_end(share, cells);
        for (int i = 0; i < 4; i++)
            fours_first_columns(f, x, how, VL * (i * cells + begin), VL * (i * cells + end), work);
        SHARED(fours_some)(cells, end - begin, (const T *)f->twiddles[0], 0, rows,
                           work + 2 * VL * begin);
    } else if (share->phase == 1) {
        for (ptrdiff_t p = stet_share_begin(share, 4 * rows); p < stet_share_end(share, 4 * rows);
             p++)
            fours_middle(f, 1, p, work);
    } else {
        fours_last(f, work, out, VL * stet_share_begin(share, blocks),
                   VL * stet_share_end(share, blocks));
    }
}

#ifdef STET_OTHER_ELEMENTS
/* Runs fours_elements() for f. */
static void power_elements(const stet_fft1d *f, const E *x, const T *z, Reading how, Runs out,
                           T *work)
{
    fours_elements((const stet_fours *)f->made, x, z, how, out, work);
}
#endif
