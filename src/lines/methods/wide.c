/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the schedules of wide.h, and the twiddles of its last step. */
#include "base/size.h"
#include "lines/dispatch.h"
#include "lines/method.h"

/* Each function returns a number of steps. */
static int tall_of(const stet_schedule *s) { return s->part[0]; }
static int rows_of(const stet_schedule *s) { return s->part[1] - s->part[0]; }

static ptrdiff_t length_after(const stet_passes *passes, int count)
{
    ptrdiff_t L = 1;
    for (int i = 0; i < count; i++)
        L *= passes->radix[i];
    return L;
}

static int is_real(const stet_fft1d *f) { return f->kind == STET_R2C; }

/* Checks the bank. A row pass of radix 4 at least keeps a block within one quarter of the rows of
 * the last part. */
static const char *wrong_bank(const stet_schedule *s, ptrdiff_t tall)
{
    const int rows = stet_rows_of(s->lanes);
    if (tall < rows)
        return "wide: the tall part has fewer rows than the last part takes";
    if (s->grouped && (rows_of(s) < 1 || s->across.radix[s->part[0]] < 4))
        return "wide: a bank of groups needs a row pass of radix 4, 8 or 16 first";
    if (s->grouped ? !stet_is_power_of_two(s->block) || s->block < rows || s->block > tall
                   : s->block != rows)
        return "wide: a block of a bank of groups is a power of two of rows, as many as the last "
               "part takes or more";
    if (s->in_output && (s->grouped || tall_of(s) > 1 || rows_of(s) > 2))
        return "wide: in-output takes a bank of rows, one tall pass and two row passes at most";
    if (!s->grouped && (s->stream_bank || s->stream_output))
        return "wide: stream-bank and stream-output take a bank of groups";
    if (s->stream_bank && tall_of(s) == 1)
        return "wide: stream-bank takes two tall passes or three";
    return NULL;
}

/* Checks a schedule of wide_real.h, whose last part takes whole blocks of the rows up to tall/2. */
static const char *wrong_real(const stet_fft1d *f, const stet_schedule *s, ptrdiff_t tall)
{
    if (tall_of(s) > 2 || tall < 2 * (ptrdiff_t)stet_rows_of(s->lanes) ||
        f->n < 4 * tall * s->lanes)
        return "wide: real numbers take 1 or 2 tall passes, to twice the rows of the last part or "
               "more, and row passes of 2 levels or more";
    if (s->grouped || s->in_output)
        return "wide: real numbers take a bank of rows";
    return NULL;
}

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const int last = s->across.count - 1;
    const stet_fft_kernels *kernels = stet_kernels_of_lanes(f->isa, f->precision, s->lanes);
    if (f->kind == STET_C2C && kernels && kernels->run[STET_FOURS])
        return "wide: these vectors have fours for C2C";
    if (f->kind == STET_C2R || f->n != (ptrdiff_t)1 << f->graph.levels)
        return "wide: C2C and R2C, of powers of two";
    if (s->lanes < 2 || f->n < (ptrdiff_t)4 * stet_rows_of(s->lanes) * s->lanes)
        return "wide: too short for that many lanes";
    if (tall_of(s) < 1 || tall_of(s) > 3 || rows_of(s) < 0 || rows_of(s) > STET_MAX_ROW_STEPS ||
        s->part[1] != last || across[last].radix != s->lanes)
        return "wide: 1 to 3 tall passes | row passes | the number of lanes";
    for (int i = 0; i < last; i++)
        if ((i < tall_of(s) && across[i].radix < 8) || across[i].radix > 16)
            return "wide: tall passes of radix 8 or 16, row passes of radix 2, 4, 8 or 16";
    const ptrdiff_t tall = length_after(&s->across, tall_of(s));
    const char *wrong = is_real(f) ? wrong_real(f, s, tall) : NULL;
    return wrong ? wrong : wrong_bank(s, tall);
}

/* Returns the steps of the tall part, and log2 of the length after it: one step in short
 * transforms, else steps of radix 8. Radix 16 needs more registers than there are, so it is used
 * only where it saves a pass (Zen 5: 4096 floats with 16 | 4 4 take 1.07 times as long as with 8 |
 * 4 8, 8192 with 16 8 | 4 take 1.13 times as long as with 8 8 | 8; 2048 with 16 | 8 take 0.92 times
 * as long as with 8 | 4 4). At 2^13 to 2^22 points two steps, and three where rows of the bank
 * would be long, are 1.1 to 1.3 times as quick as with 16. With lanes of 16 bits, only a tall part
 * of 16 fills the rows. */
static int tall_steps(int before, int rows, int *log2)
{
    const int steps = before > 13 ? 3 : before > 8 ? 2 : 1;
    *log2 = steps > 1 ? 3 * steps : before == 7 || rows > 8 ? 4 : 3;
    return steps;
}

/* Returns the same for real numbers: 16 rows at least, and no more than two steps. */
static int real_tall_steps(int before, int *log2)
{
    const int steps = before > 8 ? 2 : 1;
    *log2 = steps == 1 ? 4 : 7;
    return steps;
}

/* Reports whether a real line is quicker here than in columns.h. The time of columns.h over that of
 * this method, measured on Zen 5: AVX-512 f64 2^11 to 2^17 1.22, 1.17, 1.33, 1.09, 1.04, 1.1, 1.05,
 * f32 2^15 to 2^19 1.07, 1.03, 1.07, 1.05, 0.95; AVX2 f64 2^11, 2^13, 2^16, 2^17 1.28, 1.31, 1.02,
 * 1.08, f32 2^15, 2^17, 2^18 1.14, 1.07, 1.07. */
static int suits_reals(const stet_fft1d *f)
{
    enum { LONGEST_F32 = 1 << 18, LONGEST_F64 = 1 << 17 };
    return f->n <= (f->precision == STET_F64 ? LONGEST_F64 : LONGEST_F32);
}

/* Returns enough rows for long runs in the output; a block of them has to stay in the second-level
 * cache. Measured on Zen 5: scattered runs of 64 bytes are written at 6 GB/s, those of 128 at 16,
 * of 256 at 25. */
static ptrdiff_t block_of_rows(ptrdiff_t bytes, ptrdiff_t row, ptrdiff_t size, ptrdiff_t rows)
{
    enum { CACHE = 1 << 20 };
    const ptrdiff_t run = bytes < 2 * CACHE ? 256 : 512;
    while (rows * size < run && 2 * rows * size * row <= CACHE)
        rows *= 2;
    return rows;
}

/* A store past the caches does not read the line first, but the next reader has to fetch it from
 * memory. On Zen 5 with 32 MB of third-level cache the output gains 1.05 to 1.25 from 4 MB on, more
 * than reading it again costs; the bank gains 1.15 if not all data fit. */
static void choose_streams(ptrdiff_t bytes, stet_schedule *s)
{
    enum { OUTPUT = 4 << 20, BANK = 16 << 20 };
    s->stream_output = s->grouped && bytes >= OUTPUT;
    s->stream_bank = s->grouped && bytes >= BANK;
    s->prefetch = s->grouped;
}

/* Adds passes of about equal radices, at most 8: the wider ones first in long transforms, last in
 * short ones. */
static void add_rows(stet_schedule *s, int levels)
{
    const int up = s->grouped || tall_of(s) > 1;
    while (levels > 0) {
        const int steps = (levels + 2) / 3, log2 = (levels + (up ? steps - 1 : 0)) / steps;
        stet_add_pass(&s->across, (ptrdiff_t)1 << log2);
        levels -= log2;
    }
}

/* Adds the last step, after the row passes. */
static void add_last(stet_schedule *s)
{
    s->part[1] = s->across.count;
    stet_add_pass(&s->across, s->lanes);
}

/* Chooses 16 | 16, whose distances wide.h has, for vectors of 512 bits, which come with 32
 * registers. The time of it over that of 8 | 4 8 on Zen 5: AVX-512 0.88 (f32 and f64), AVX2 1.07
 * and 1.03. */
static int choose_16_16(const stet_fft1d *f, int before, stet_schedule *s)
{
    if (before != 8 || is_real(f) || s->lanes * stet_real_size(f->precision) != 64)
        return 0;
    stet_add_pass(&s->across, 16);
    s->part[0] = s->across.count;
    s->block = stet_rows_of(s->lanes);
    stet_add_pass(&s->across, 16);
    add_last(s);
    return 1;
}

static int choose(const stet_fft1d *f, stet_schedule *s)
{
    enum { GROUPED = 512 << 10 };
    const int before = f->graph.levels - stet_log2(s->lanes), rows = stet_rows_of(s->lanes);
    const ptrdiff_t size = 2 * (ptrdiff_t)stet_real_size(f->precision);
    if (f->n != (ptrdiff_t)1 << f->graph.levels || f->n < (ptrdiff_t)4 * rows * s->lanes ||
        (is_real(f) && !suits_reals(f)))
        return 0;
    if (choose_16_16(f, before, s))
        return 1;
    int level = 0, tall,
        turns = is_real(f) ? real_tall_steps(before, &tall) : tall_steps(before, rows, &tall);
    for (; turns > 0; turns--) {
        const int log2 = (tall - level + turns - 1) / turns;
        stet_add_pass(&s->across, (ptrdiff_t)1 << log2);
        level += log2;
    }
    s->part[0] = s->across.count;
    s->grouped = !is_real(f) && f->n * size >= GROUPED;
    s->block = s->grouped ? block_of_rows(f->n * size, f->n >> tall, size, rows) : rows;
    choose_streams(f->n * size, s);
    add_rows(s, before - level);
    add_last(s);
    s->in_output = !is_real(f) && !s->grouped && tall_of(s) == 1 && rows_of(s) <= 2 &&
                   before != 6 && before != 7; /* fixed passes of wide.h */
    return 1;
}

/* Tries other banks and blocks, and ways to the memory. Returns 0 past the last. */
static int other_bank(int index, stet_schedule *s)
{
    const int rows = stet_rows_of(s->lanes);
    switch (index) {
    case 0: s->in_output = !s->in_output; return 1;
    case 1:
        s->grouped = !s->grouped;
        s->block = s->grouped ? 4 * (ptrdiff_t)rows : rows;
        s->in_output = s->stream_bank = s->stream_output = 0;
        return 1;
    case 2: s->block *= 2; return 1;
    case 3: s->block /= 2; return 1;
    case 4: s->stream_output = !s->stream_output; return 1;
    case 5: s->stream_bank = !s->stream_bank; return 1;
    case 6: s->prefetch = !s->prefetch; return 1;
    default: return 0;
    }
}

/* Adds the tall passes number `index`, of radix 8 and 16, the wider ones first. Returns 0 past the
 * last. */
static int add_tall(stet_passes *passes, int index, int levels)
{
    for (int count = 1; count <= 3; count++)
        for (int wider = 0; wider <= count; wider++)
            if (3 * count + wider <= levels && index-- == 0) {
                for (int i = 0; i < count; i++)
                    stet_add_pass(passes, i < wider ? 16 : 8);
                return 1;
            }
    return 0;
}

/* Tries another bank, then other row passes, then other tall passes. */
static int candidate(const stet_fft1d *f, int index, stet_schedule *s)
{
    enum { BANKS = 7, SPLITS = 16, WIDEST_ROW = 4 };
    const int before = f->graph.levels - stet_log2(s->lanes);
    if (index < BANKS)
        return other_bank(index, s);
    index -= BANKS;
    if (index < SPLITS) {
        const int tall = stet_log2(length_after(&s->across, tall_of(s)));
        s->across.count = s->part[0];
        if (!stet_split_levels(&s->across, before - tall, WIDEST_ROW, 1, index))
            s->across.count = 0; /* which is wrong() */
        add_last(s);
        return 1;
    }
    s->across.count = 0;
    if (!add_tall(&s->across, index - SPLITS, before))
        return 0;
    s->part[0] = s->across.count;
    const ptrdiff_t tall = length_after(&s->across, tall_of(s)),
                    most = is_real(f) ? tall / 2 : tall;
    add_rows(s, before - stet_log2(tall));
    add_last(s);
    s->in_output = s->in_output && tall_of(s) == 1;
    s->stream_bank = s->stream_bank && tall_of(s) > 1;
    s->block = s->block < most ? s->block : most;
    return 1;
}

/* Stores the row steps as digits of the number of a cell, so that no transform has to divide. */
static void set_digits(stet_wide *w)
{
    ptrdiff_t before = 1, after = w->cells;
    w->natural.steps = w->reversed.steps = w->row_steps;
    for (int t = 0; t < w->row_steps; t++) {
        const ptrdiff_t radix = w->step[w->tall_steps + t].radix;
        after /= radix;
        w->natural.log2[t] = w->reversed.log2[t] = stet_log2(radix);
        w->natural.stride[t] = after;
        w->reversed.stride[t] = before;
        before *= radix;
    }
    for (ptrdiff_t d = 0; d < w->cells; d++) {
        ptrdiff_t i = d;
        w->place[d] = 0;
        for (int t = 0; t < w->row_steps; i >>= w->natural.log2[t++])
            w->place[d] += (i & (((ptrdiff_t)1 << w->natural.log2[t]) - 1)) * w->natural.stride[t];
    }
}

/* The functions from here to stet_pack_block() are compiled once for each usual format. */
#define PACK static inline __attribute__((always_inline))

/* The twiddles of one level of a last step, m[count] and t[count], and where they go. */
typedef struct {
    stet_precision precision;
    int lanes;
    ptrdiff_t L, count;
    const void *table;
    void *packed;
} level;

/* Packs m or t (part) of rows j .. j + rows - 1 of a level as one half of two vectors, which begin
 * with number `at`. Rows j and j + count have the same numbers. */
PACK void pack_rows(const level *v, ptrdiff_t part, int half, ptrdiff_t j, ptrdiff_t at)
{
    const int rows = stet_rows_of(v->lanes);
    const size_t size = stet_real_size(v->precision);
    ptrdiff_t from = part * v->count + (j < v->count ? j : j - v->count);
    const int wrap = j < v->count && j + rows > v->count ? (int)(v->count - j) : rows;
    if (wrap == rows) /* the usual case has no branch for each number */
        for (int i = 0; i < rows; i++)
            stet_copy(size, v->packed, at + stet_packed_place(v->precision, v->lanes, half, i),
                      v->table, from + i);
    else
        for (int i = 0; i < rows; i++)
            stet_copy(size, v->packed, at + stet_packed_place(v->precision, v->lanes, half, i),
                      v->table, from + i - (i < wrap ? 0 : v->count));
}

/* Packs, as pack() of last.h does, m and t of one output q; in the last level, where vectors hold
 * two columns, m of q and q + 1 and then t. Returns the next number. */
PACK ptrdiff_t pack_level(const level *v, int columns, int outputs, ptrdiff_t j0, ptrdiff_t at)
{
    const int rows = stet_rows_of(v->lanes);
    for (int q = 0; q < outputs; q += columns, at += 2 * columns * rows)
        for (int part = 0; part < 2; part++)
            for (int i = 0; i < columns; i++)
                pack_rows(v, part, columns == 1 ? part : i, j0 + v->L * (q + i),
                          columns == 1 ? at : at + part * v->lanes);
    return at;
}

PACK ptrdiff_t pack_block(stet_precision precision, int lanes, const stet_fft1d *f,
                          const stet_step *last, ptrdiff_t j0, ptrdiff_t at)
{
    for (int v = 0; 1 << v < lanes; v++) {
        const level of = {precision,      lanes,   last->L, stet_level_size(last->L << v),
                          last->table[v], f->table};
        at = pack_level(&of, 1 << v < stet_rows_of(lanes) ? 1 : 2, v == 0 ? 1 : 1 << (v - 1), j0,
                        at);
    }
    return at;
}

ptrdiff_t stet_pack_block(stet_fft1d *f, const stet_step *last, ptrdiff_t j0, ptrdiff_t at)
{
    const int lanes = (int)last->radix;
    if (f->precision == STET_F32 && lanes == 8)
        return pack_block(STET_F32, 8, f, last, j0, at);
    if (f->precision == STET_F32 && lanes == 16)
        return pack_block(STET_F32, 16, f, last, j0, at);
    if (f->precision == STET_F64 && lanes == 4)
        return pack_block(STET_F64, 4, f, last, j0, at);
    if (f->precision == STET_F64 && lanes == 8)
        return pack_block(STET_F64, 8, f, last, j0, at);
    return pack_block(f->precision, lanes, f, last, j0, at);
}

#undef PACK

/* Packs the rows of the last part in the order in which it goes through the table: complex numbers
 * block by block (last_cells()), real ones cell by cell. */
static void fill_packed(stet_fft1d *f, const stet_wide *w, const stet_step *last)
{
    const int rows = stet_rows_of(w->lanes);
    const ptrdiff_t all = stet_wide_last_rows(w), block = w->real ? all : w->block;
    ptrdiff_t at = 0;
    for (ptrdiff_t j0 = 0; j0 < all; j0 += block)
        for (ptrdiff_t d = 0; d < w->cells; d++)
            for (ptrdiff_t j = j0; j < j0 + block; j += rows)
                at = stet_pack_block(f, last, w->tall * d + j + stet_wide_shift(w, d), at);
}

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    (void)inner;
    const stet_schedule *s = &f->schedule;
    const ptrdiff_t tall = length_after(&s->across, tall_of(s)), cells = f->n / (tall * s->lanes);
    const ptrdiff_t packed = (is_real(f) ? tall / 2 : tall) * cells;
    if (!stet_make(f, sizeof(stet_wide) + (size_t)cells * sizeof(ptrdiff_t),
                   packed * stet_packed_per_row(s->lanes)))
        return 0;
    stet_wide *w = (stet_wide *)f->made;
    *w = (stet_wide){.n = f->n,
                     .real = is_real(f),
                     .lanes = s->lanes,
                     .tall_steps = tall_of(s),
                     .row_steps = rows_of(s),
                     .tall = tall,
                     .cells = cells,
                     .grouped = s->grouped,
                     .in_output = s->in_output,
                     .stream_bank = s->stream_bank,
                     .stream_output = s->stream_output,
                     .block = s->block,
                     .prefetch = s->prefetch,
                     .packed = f->table};
    stet_steps_of(f, &s->across, w->step);
    set_digits(w);
    fill_packed(f, w, &w->step[s->across.count - 1]);
    return 1;
}

static size_t work(const stet_fft1d *f, int lanes)
{
    const stet_wide *w = (const stet_wide *)f->made;
    (void)lanes;
    return (size_t)(stet_wide_bank(w) + stet_wide_tile(w)) * stet_real_size(f->precision);
}

/* For real numbers the row part and the last part are two phases, because a row may belong to two
 * blocks. */
static int phases(const stet_fft1d *f, int parts)
{
    (void)parts;
    return is_real(f) ? 3 : 2;
}

/* Every part of the tall phase has a tile of its own, at the end of the workspace. */
static size_t part_work(const stet_fft1d *f)
{
    return (size_t)stet_wide_tile((const stet_wide *)f->made) * stet_real_size(f->precision);
}

const stet_method stet_method_wide = {.name = "wide",
                                      .number = STET_WIDE,
                                      .choose = choose,
                                      .candidate = candidate,
                                      .wrong = wrong,
                                      .create = create,
                                      .work = work,
                                      .phases = phases,
                                      .part_work = part_work};
