/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the schedules of tiles.h, the places of rows in a tile, and the twiddles of the row
 * part. */
#include "lines/method.h"

static int may_have_few(const stet_fft1d *f, int lanes)
{
    return f->precision == STET_F32 && lanes == STET_TILES_FEW;
}

static int takes_real(const stet_fft1d *f, int lanes)
{
    return f->kind == STET_R2C && may_have_few(f, lanes) && f->n <= STET_TILES_REAL;
}

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const int count = s->across.count, turn = s->part[0], few = may_have_few(f, s->lanes);
    if (!stet_is_smooth(f->n) || f->graph.odd_count == 0)
        return "tiles: of lengths with an odd factor, but none above 13";
    if (f->kind != STET_C2C && !takes_real(f, s->lanes))
        return "tiles: C2C, and R2C of up to 128 floats in four lanes";
    if (turn < 1 || turn >= count || s->part[1] != count || s->lanes < 2)
        return "tiles: passes along columns | passes along rows";
    if (!stet_are_narrow(f->precision, across, count))
        return "tiles: passes of radix 2, 4 or 8";
    const ptrdiff_t tall = across[turn].L;
    if (tall < s->lanes || f->n / tall < (few ? s->lanes / 2 : s->lanes))
        return "tiles: too few columns or rows for the lanes";
    return tall * s->lanes <= UINT32_MAX && f->n / tall <= UINT32_MAX ? NULL : "tiles: too long";
}

/* Relative times of a vector of complex numbers in a pass along columns and along rows, of the
 * turn, and of all rows of a pass that are in two zones. They are fitted to 110 lengths of 72 to
 * 500000 points, f32 and f64, in vectors of AVX2 and of AVX-512 on an Intel Emerald Rapids: the
 * turn that they choose takes 1.04 times as long as the best one, in the geometric mean. */
enum { TALL = 5, TURN = 6, ROW = 10, ZONES = 300 };

/* Returns the time to add for each vector if the tile, of that many bytes, does not stay in a fast
 * part of the caches. */
static ptrdiff_t far(ptrdiff_t bytes)
{
    return bytes > 2 << 20 ? 6 : bytes > 64 << 10 ? 3 : bytes > 16 << 10 ? 2 : 0;
}

static ptrdiff_t cost(const stet_fft1d *f, const stet_step *step, int count, int turn, int lanes)
{
    const ptrdiff_t tall = step[turn].L, columns = step[turn - 1].columns;
    const ptrdiff_t groups = (columns + lanes - 1) / lanes, blocks = (tall + lanes - 1) / lanes;
    const ptrdiff_t cell = (ptrdiff_t)(2 * (size_t)lanes * stet_real_size(f->precision));
    ptrdiff_t row = TURN, zones = 0;
    for (int i = turn; i < count; i++) {
        row += ROW + far(columns * cell);
        zones += step[i].kind == STET_STEP_LEVELS ? ZONES : 0;
    }
    return groups * tall * turn * (TALL + far(tall * cell)) + blocks * columns * row + zones;
}

/* Reports whether columns.h or rows.h takes this real input, of which they leave out half the rows.
 */
static int is_taken(const stet_fft1d *f, const stet_schedule *s)
{
    stet_schedule rows = *s;
    return (f->graph.levels >= stet_log2(s->lanes) && f->n >= stet_least_of_columns(s->lanes)) ||
           stet_method_rows.choose(f, &rows);
}

/* Reports whether a step of levels, if it is in the row part, has blocks of rows in three zones. */
static int has_mixed(const stet_step *step, int count, int turn, int lanes)
{
    for (int i = turn; i < count; i++)
        if (step[i].kind == STET_STEP_LEVELS && step[i].L < (ptrdiff_t)4 * lanes)
            return 1;
    return 0;
}

/* Sets the cheapest turn. Returns 0 if lanes can turn nowhere between these passes. */
static int turn_best(const stet_fft1d *f, stet_schedule *s)
{
    stet_step step[STET_MAX_STEPS];
    ptrdiff_t best = PTRDIFF_MAX;
    int turn = 0;
    stet_steps_of(f, &s->across, step);
    const int count = s->across.count;
    s->part[1] = count;
    for (s->part[0] = 1; s->part[0] < count; s->part[0]++) {
        const ptrdiff_t it = cost(f, step, count, s->part[0], s->lanes);
        if (it < best && !wrong(f, s, step) &&
            (may_have_few(f, s->lanes) || !has_mixed(step, count, s->part[0], s->lanes))) {
            best = it;
            turn = s->part[0];
        }
    }
    s->part[0] = turn;
    return turn > 0;
}

/* This method takes complex input before columns.h wherever it can: of the 440 choices of the fit,
 * 11 take longer than columns.h, at most 1.24 times as long. Short lines take other passes of their
 * levels if these leave too few rows, and go side by side as soon as they fill vectors of as many
 * lanes. */
static int choose(const stet_fft1d *f, stet_schedule *s)
{
    enum { SHORT = 64 };
    const int few = may_have_few(f, s->lanes);
    if (!stet_is_smooth(f->n) || (f->kind != STET_C2C && !takes_real(f, s->lanes)) ||
        (f->kind == STET_R2C && is_taken(f, s)))
        return 0;
    if (few && f->n <= SHORT)
        s->beside = s->lanes;
    for (int way = 0;; way++) {
        s->across.count = 0;
        stet_add_odd(f, &s->across);
        if (way < 2)
            stet_add_ascending(&s->across, f->graph.levels, STET_WIDEST, way == 0);
        else if (!few || !stet_split_levels(&s->across, f->graph.levels, STET_WIDEST, 1, way - 2))
            return 0;
        if (turn_best(f, s))
            return 1;
    }
}

/* Tries other radices of the levels, and other places where lanes turn. */
static int candidate(const stet_fft1d *f, int index, stet_schedule *s)
{
    enum { TURNS = 10 };
    s->across.count = 0;
    stet_add_odd(f, &s->across);
    if (!stet_split_levels(&s->across, f->graph.levels, STET_WIDEST, 0, index / TURNS))
        return 0;
    s->part[0] = 1 + index % TURNS;
    s->part[1] = s->across.count;
    return 1;
}

/* Returns how many rows of a tile pass i begins with. */
static ptrdiff_t rows_before(const stet_tiles *c, int i)
{
    return i < c->turn ? c->step[i].L : c->step[i].L / c->tall;
}

static ptrdiff_t fill_places(stet_tiles *c, uint32_t *place)
{
    ptrdiff_t used = 0;
    for (int i = 0; i < c->step_count; i++) {
        const ptrdiff_t L = rows_before(c, i), all = i < c->turn ? c->tall : c->columns;
        const ptrdiff_t radix = L > 1 ? c->step[i - 1].radix : 1, before = L / radix;
        if (place) {
            for (ptrdiff_t q = 0; q < radix; q++)
                for (ptrdiff_t j = 0; j < before; j++)
                    place[used + j + before * q] =
                        L > 1 ? c->place[i - 1][j] + (uint32_t)(q * (all / L)) : 0;
            c->place[i] = place + used;
        }
        used += L;
    }
    return used;
}

/* The functions from here to fill_packed() are compiled once for each usual precision. */
#define FILL static inline __attribute__((always_inline))

/* Fills vector i of rows j, j + 1 ... of an odd step, from number `at` on: rows.c, passes.h. */
FILL void fill_roots(stet_precision precision, const stet_fft1d *f, const stet_step *p, int lanes,
                     ptrdiff_t j, int i, ptrdiff_t at)
{
    const int count = (int)p->radix - 1;
    for (int l = 0; l < lanes; l++, j++) {
        const int upper = 2 * j > p->L;
        const ptrdiff_t from = (upper ? p->L - j : j) * 2 * count + i % 2 * count + i / 2;
        const stet_dd w = stet_get(precision, p->table[0], from);
        stet_set(precision, f->table, at + l, i % 2 == 1 && upper ? stet_dd_neg(w) : w);
    }
}

/* Does the same in a step of levels, where rows j and j + size have the same twiddles. In a block
 * of several zones, m of level 0 is negated in the last zone: ANY_ZONE of butterfly.h. */
FILL void fill_twiddles(stet_precision precision, const stet_fft1d *f, const stet_step *p,
                        int lanes, ptrdiff_t j, int i, ptrdiff_t at)
{
    const int v = i / 2 == 0 ? 0 : stet_log2(i / 2) + 1, q = v == 0 ? 0 : i / 2 - (1 << (v - 1));
    const ptrdiff_t size = stet_level_size(p->L << v);
    const int is_mixed = i == 0 && stet_tiles_zone(p->L, j, lanes) > 3;
    ptrdiff_t row = j + p->L * q;
    for (int l = 0; l < lanes; l++, row++) {
        row -= row >= size ? size : 0;
        stet_copy(stet_real_size(precision), f->table, at + l, p->table[v], i % 2 * size + row);
        if (is_mixed && 4 * (j + l) >= 3 * p->L) {
            const stet_dd m = stet_get(precision, f->table, at + l);
            stet_set(precision, f->table, at + l, stet_dd_neg(m));
        }
    }
}

FILL void fill_all(stet_precision precision, const stet_fft1d *f, const stet_tiles *c, int lanes)
{
    ptrdiff_t at = 0;
    for (ptrdiff_t block = 0; block < c->blocks; block++)
        for (int k = c->turn; k < c->step_count; k++)
            for (ptrdiff_t d = 0; d < rows_before(c, k); d++)
                for (int i = 0; i < stet_tiles_roots(&c->step[k]); i++, at += lanes) {
                    const stet_step *p = &c->step[k];
                    const ptrdiff_t last = c->tall - lanes, first = block * lanes;
                    const ptrdiff_t j = (first < last ? first : last) + c->tall * d;
                    if (p->kind == STET_STEP_ODD)
                        fill_roots(precision, f, p, lanes, j, i, at);
                    else
                        fill_twiddles(precision, f, p, lanes, j, i, at);
                }
}

static void fill_packed(const stet_fft1d *f, const stet_tiles *c)
{
    if (f->precision == STET_F32)
        fill_all(STET_F32, f, c, c->lanes);
    else if (f->precision == STET_F64)
        fill_all(STET_F64, f, c, c->lanes);
    else
        fill_all(f->precision, f, c, c->lanes);
}

#undef FILL

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    (void)inner;
    stet_tiles c = {.n = f->n,
                    .real = f->kind == STET_R2C,
                    .lanes = f->schedule.lanes,
                    .turn = f->schedule.part[0],
                    .step_count = f->schedule.across.count};
    stet_steps_of(f, &f->schedule.across, c.step);
    c.tall = c.step[c.turn].L;
    c.columns = f->n / c.tall;
    c.groups = (c.columns + c.lanes - 1) / c.lanes;
    c.blocks = (c.tall + c.lanes - 1) / c.lanes;
    for (int k = 0; k < c.step_count; k++)
        c.rest[k] = k < c.turn ? c.step[k].columns / c.columns : c.step[k].columns;
    for (int k = c.turn; k < c.step_count; k++)
        c.per_block += rows_before(&c, k) * stet_tiles_roots(&c.step[k]) * c.lanes;
    const size_t places = (size_t)fill_places(&c, NULL) * sizeof(uint32_t);
    if (!stet_make(f, sizeof c + places, c.blocks * c.per_block))
        return 0;
    stet_tiles *made = (stet_tiles *)f->made;
    *made = c;
    made->packed = f->table;
    fill_places(made, (uint32_t *)(made + 1));
    fill_packed(f, made);
    return 1;
}

static size_t work(const stet_fft1d *f, int lanes)
{
    const stet_tiles *c = (const stet_tiles *)f->made;
    (void)lanes;
    return (size_t)(c->groups * stet_tiles_group(c) + stet_tiles_tile(c) +
                    (c->real ? 2 * c->n : 0)) *
           stet_real_size(f->precision);
}

static int phases(const stet_fft1d *f, int parts)
{
    (void)parts;
    return f->kind == STET_C2C ? 2 : 0;
}

/* Each part has a tile of its own. */
static size_t part_work(const stet_fft1d *f)
{
    return (size_t)stet_tiles_tile((const stet_tiles *)f->made) * stet_real_size(f->precision);
}

const stet_method stet_method_tiles = {.name = "tiles",
                                       .number = STET_TILES,
                                       .choose = choose,
                                       .candidate = candidate,
                                       .wrong = wrong,
                                       .create = create,
                                       .work = work,
                                       .phases = phases,
                                       .part_work = part_work};
