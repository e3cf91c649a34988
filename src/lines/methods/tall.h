/* SPDX-License-Identifier: Apache-2.0 */
/* Has the tall part of wide.h, and the bank between it and the other parts. A template. */

/* Says where the cells of row j are: cell i is at bank_row(j) + place(i) cell. */
typedef struct {
    T *base;
    ptrdiff_t major, minor, part, cell;
    const stet_places *digits; /* of a cell's number */
    const ptrdiff_t *place;    /* of each output: stet_wide; NULL: in order */
} Bank;

/* Returns where the imaginary parts of a cell begin. */
INLINE ptrdiff_t part_of(const Bank *b) { return ROWS < VL ? b->part : VL; }

INLINE T *bank_row(const Bank *b, ptrdiff_t j)
{
    return b->base + j / ROWS * b->major + j % ROWS * b->minor;
}

/* Returns the place of columns i VL .. i VL + VL - 1. */
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

/* Returns the place of output i of the row steps so far. */
INLINE ptrdiff_t place_of_row(const Bank *b, ptrdiff_t i) { return b->place ? b->place[i] : i; }

#ifndef STET_OTHER_ELEMENTS
/* Returns a bank in the output array itself. The cells of ROWS rows lie where the last part stores
 * their outputs, in the order that their rows have after the row steps, so the transform needs no
 * other memory. There are two row steps at most. */
INLINE Bank bank_in_output(const stet_wide *w, T *y)
{
    const ptrdiff_t run = 2 * (w->n / VL);
    return (Bank){y, 2 * ROWS, run, ROWS < VL ? run * ROWS : VL, 2 * w->tall, &w->reversed, NULL};
}
#endif

/* Returns a bank in which the results of one group of columns lie together. */
INLINE Bank bank_of_groups(const stet_wide *w, T *work)
{
    return (Bank){work, 2 * VL * ROWS, 2 * VL, VL, stet_wide_group(w), &w->natural, w->place};
}

/* Returns a bank of rows, one after another. */
INLINE Bank bank_of_rows(const stet_wide *w, T *work)
{
    const ptrdiff_t row = stet_wide_row(w);
    return (Bank){work, ROWS * row, row, VL, 2 * VL, &w->natural, w->place};
}

/* Runs the first levels of VL columns, x[u step], u < 2^s. */
INLINE void first_column(const int s, const V *m, const V *t, const E *x, ptrdiff_t step,
                         Reading how, C *z)
{
#pragma GCC unroll 16
    for (int u = 0; u < 1 << s; u++)
        if (EXCHANGED(how))
            READ_COLUMNS(x + u * step, &z[u].im, &z[u].re);
        else
            READ_COLUMNS(x + u * step, &z[u].re, &z[u].im);
    SCALE_READ(how, s, z);
    levels(s, PLAIN_AT_1, 0, m, t, z);
}

/* Prefetches into the second-level cache. */
INLINE void prefetch(const void *p, size_t size)
{
    for (size_t b = 0; b < size; b += STET_ALIGN)
        __builtin_prefetch((const char *)p + b, 0, 2);
}

/* Stores a cell in the bank; with `stream` past the caches. */
INLINE void bank_cell(const int stream, T *to, ptrdiff_t part, C z)
{
#ifndef STET_OTHER_ELEMENTS
    if (stream) {
        STREAM(to, z.re);
        STREAM(to + part, z.im);
        return;
    }
#endif
    (void)stream;
    store_cell(to, part, z);
}

/* Stores into a bank are in the order of the butterflies, z[b] being output bit_reverse(b). A
 * compiler that computes what a store needs when it comes to it, as V8 does, then ends one
 * butterfly before it begins the next, and keeps fewer values (1024 floats in node 20: 2.0 us in
 * place of 2.4). */

/* Runs a tall part of one pass, straight into the bank. */
INLINE void tall_one(const int s, const stet_step *p, const E *x, Reading how, const Bank *bank,
                     ptrdiff_t begin, ptrdiff_t end)
{
    V m[8], t[8];
    const Bank to = *bank; /* a copy, which no store can change */
    const ptrdiff_t step = 2 * p->columns;
    load_twiddles(s, p, 0, m, t);
    for (ptrdiff_t i = begin; i < end; i++) {
        C z[16];
        first_column(s, m, t, x + i * 2 * VL, step, how, z);
        const ptrdiff_t place = place_of_column(&to, i) * to.cell;
#pragma GCC unroll 16
        for (int b = 0; b < 1 << s; b++)
            store_cell(bank_row(&to, bit_reverse(s, b)) + place, part_of(&to), z[b]);
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

/* In a tall part of more passes, the first goes into the tile. The second of three stays in the
 * tile, output q in the place of input q. The last goes from the tile into the bank. */
INLINE void tall_first(const int s, const stet_step *p, const E *x, ptrdiff_t step, ptrdiff_t rest,
                       Reading how, T *tile)
{
    V m[8], t[8];
    load_twiddles(s, p, 0, m, t);
    for (ptrdiff_t a = 0; a < rest; a++) {
        C z[16];
        first_column(s, m, t, x + a * step, rest * step, how, z);
#pragma GCC unroll 16
        for (int b = 0; b < 1 << s; b++)
            store_cell(tile + (bit_reverse(s, b) * rest + a) * 2 * VL, VL, z[b]);
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
            for (int b = 0; b < 1 << s; b++)
                store_cell(at + bit_reverse(s, b) * rest * 2 * VL, VL, z[b]);
        }
    }
}

/* Runs the last pass, and prefetches the next columns of x, if not NULL. */
INLINE void tall_last(const int s, const int zone, const int stream, const stet_step *p,
                      ptrdiff_t first, const T *tile, const Bank *bank, ptrdiff_t place,
                      const E *next, ptrdiff_t step)
{
    const ptrdiff_t L = p->L, second = L / first;
    for (ptrdiff_t j = zone * L / 4; j < (zone + 1) * L / 4; j++) {
        const T *cells = tile + ((j % first * second + j / first) << s) * 2 * VL;
        V m[8], t[8];
        C z[16];
        if (next)
            for (ptrdiff_t u = j << s; u < (j + 1) << s; u++)
                prefetch(next + u * step, 2 * VL * sizeof(E));
        load_twiddles(s, p, j, m, t);
        cells_column(s, zone, m, t, cells, 2 * VL, VL, z);
#pragma GCC unroll 16
        for (int b = 0; b < 1 << s; b++)
            bank_cell(stream, bank_row(bank, j + L * bit_reverse(s, b)) + place, part_of(bank),
                      z[b]);
    }
}

INLINE void tall_middle_zones(const int s, const stet_step *p, ptrdiff_t rest, T *tile)
{
    tall_middle(s, 0, p, rest, tile);
    tall_middle(s, 1, p, rest, tile);
    tall_middle(s, 2, p, rest, tile);
    tall_middle(s, 3, p, rest, tile);
}

INLINE void tall_last_zones(const int s, const int stream, const stet_step *p, ptrdiff_t first,
                            const T *tile, const Bank *bank, ptrdiff_t place, const E *next,
                            ptrdiff_t step)
{
    tall_last(s, 0, stream, p, first, tile, bank, place, next, step);
    tall_last(s, 1, stream, p, first, tile, bank, place, next, step);
    tall_last(s, 2, stream, p, first, tile, bank, place, next, step);
    tall_last(s, 3, stream, p, first, tile, bank, place, next, step);
}

/* Each radix is a function, as in passes.h. */
#define TALL_MIDDLE_ZONES(s)                                                                       \
    SHARED_PASS(tall_middle_zones_##s, (const stet_step *p, ptrdiff_t rest, T *tile),              \
                tall_middle_zones(s, p, rest, tile))
TALL_MIDDLE_ZONES(3)
TALL_MIDDLE_ZONES(4)

#ifndef FOURS_LAST /* else complex numbers go by fours.h */
#define TALL_ONE(s)                                                                                \
    static __attribute__((noinline)) void tall_one_##s(const stet_step *p, const E *x,             \
                                                       Reading how, const Bank *bank,              \
                                                       ptrdiff_t begin, ptrdiff_t end)             \
    {                                                                                              \
        tall_one(s, p, x, how, bank, begin, end);                                                  \
    }
#define TALL_FIRST(s)                                                                              \
    static __attribute__((noinline)) void tall_first_##s(                                          \
        const stet_step *p, const E *x, ptrdiff_t step, ptrdiff_t rest, Reading how, T *tile)      \
    {                                                                                              \
        tall_first(s, p, x, step, rest, how, tile);                                                \
    }
TALL_ONE(3)
TALL_ONE(4)
TALL_FIRST(3)
TALL_FIRST(4)
#define TALL_LAST_ZONES(name, s, stream)                                                           \
    static __attribute__((noinline)) void name(const stet_step *p, ptrdiff_t first, const T *tile, \
                                               const Bank *bank, ptrdiff_t place, const E *next,   \
                                               ptrdiff_t step)                                     \
    {                                                                                              \
        tall_last_zones(s, stream, p, first, tile, bank, place, next, step);                       \
    }
TALL_LAST_ZONES(tall_last_zones_3, 3, 0)
TALL_LAST_ZONES(tall_last_zones_4, 4, 0)
#ifndef STET_OTHER_ELEMENTS
TALL_LAST_ZONES(tall_last_stream_3, 3, 1)
TALL_LAST_ZONES(tall_last_stream_4, 4, 1)
#endif

typedef void tall_last_step(const stet_step *p, ptrdiff_t first, const T *tile, const Bank *bank,
                            ptrdiff_t place, const E *next, ptrdiff_t step);

/* Reports whether to stream. The workspace of a transform inside another need not be aligned to
 * vectors. */
#ifdef NO_STREAM
INLINE int streams_to(int wanted, const void *p)
{
    (void)wanted, (void)p;
    return 0;
}
#else
INLINE int streams_to(int wanted, const void *p) { return wanted && (uintptr_t)p % sizeof(V) == 0; }
#endif

INLINE tall_last_step *tall_last_of(const stet_wide *w, const Bank *bank)
{
    const int is_8 = w->step[w->tall_steps - 1].radix == 8;
    (void)bank;
#ifndef STET_OTHER_ELEMENTS
    if (streams_to(w->stream_bank, bank->base))
        return is_8 ? tall_last_stream_3 : tall_last_stream_4;
#endif
    return is_8 ? tall_last_zones_3 : tall_last_zones_4;
}

/* Runs groups begin .. end - 1 of VL columns each. */
static void wide_tall(const stet_wide *w, const E *x, Reading how, const Bank *bank, T *tile,
                      ptrdiff_t begin, ptrdiff_t end)
{
    const stet_step *p = w->step, *last = p + w->tall_steps - 1;
    if (w->tall_steps == 1) {
        if (p->radix == 8)
            tall_one_3(p, x, how, bank, begin, end);
        else
            tall_one_4(p, x, how, bank, begin, end);
        return;
    }
    const ptrdiff_t group = 2 * VL, step = group * w->cells, rest = w->tall / p->radix;
    tall_last_step *const last_step = tall_last_of(w, bank);
    for (ptrdiff_t i = begin; i < end; i++) {
        const E *columns = x + i * group;
        const E *next =
            w->prefetch > 0 && i + w->prefetch < end ? columns + w->prefetch * group : NULL;
        const ptrdiff_t place = place_of_column(bank, i) * bank->cell;
        if (p->radix == 8)
            tall_first_3(p, columns, step, rest, how, tile);
        else
            tall_first_4(p, columns, step, rest, how, tile);
        if (w->tall_steps == 3 && p[1].radix == 8)
            SHARED(tall_middle_zones_3)(p + 1, rest / 8, tile);
        else if (w->tall_steps == 3)
            SHARED(tall_middle_zones_4)(p + 1, rest / 16, tile);
        last_step(last, p->radix, tile, bank, place, next, step);
    }
#ifndef STET_OTHER_ELEMENTS
    if (w->stream_bank)
        STREAM_END();
#endif
}

/* Runs all groups of numbers of T. */
SHARED_PASS(wide_tall_all, (const stet_wide *w, const T *x, const Bank *bank, T *tile),
            wide_tall(w, x, 0, bank, tile, 0, w->cells))
#endif
