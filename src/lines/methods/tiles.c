/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the schedules of tiles.h, the places of rows in a tile, and the twiddles of the row
 * part. */
#include "lines/method.h"

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const int count = s->across.count, turn = s->part[0];
    if (f->kind != STET_C2C || !stet_is_smooth(f->n) || f->graph.odd_count == 0)
        return "tiles: C2C, of lengths with an odd factor, but none above 13";
    if (turn < 1 || turn >= count || s->part[1] != count || s->lanes < 2)
        return "tiles: passes along columns | passes along rows";
    if (!stet_are_narrow(f->precision, across, count))
        return "tiles: passes of radix 2, 4 or 8";
    const ptrdiff_t tall = across[turn].L;
    if (tall < s->lanes || f->n / tall < s->lanes)
        return "tiles: too few columns or rows for the lanes";
    for (int i = turn; i < count; i++)
        if (across[i].kind == STET_STEP_LEVELS && across[i].L < (ptrdiff_t)4 * s->lanes)
            return "tiles: too few rows for the lanes"; /* a block in three zones */
    return tall * s->lanes <= UINT32_MAX && f->n / tall <= UINT32_MAX ? NULL : "tiles: too long";
}

/* Cycles of Zen 5 for a vector of complex numbers in a pass, fitted to lengths of 300 to 100000
 * points. SPILL is added if radix 8 along rows needs more registers than there are, ZONES for all
 * rows of a pass that are in two zones. */
enum { START = 100, TALL = 5, TURN = 8, ROW = 6, SPILL = 3, ZONES = 150 };

/* Returns the cycles to add if the tile, of that many cells of 128 bytes, does not stay in the
 * first-level cache. */
static ptrdiff_t far(ptrdiff_t cells)
{
    return cells > 4096 ? 8 : cells > 1024 ? 5 : cells > 320 ? 2 : 0;
}

static ptrdiff_t cost(const stet_step *step, int count, int turn, int lanes)
{
    const ptrdiff_t tall = step[turn].L, columns = step[turn - 1].columns;
    const ptrdiff_t groups = (columns + lanes - 1) / lanes, blocks = (tall + lanes - 1) / lanes;
    ptrdiff_t row = TURN, zones = START;
    for (int i = turn; i < count; i++) {
        row += ROW + far(columns) + (step[i].radix == 8 ? SPILL : 0);
        zones += step[i].kind == STET_STEP_LEVELS ? ZONES : 0;
    }
    return groups * tall * turn * (TALL + far(tall)) + blocks * columns * row + zones;
}

/* Returns the cost of the default passes of columns.h, which go over all data. */
static ptrdiff_t cost_of_columns(const stet_fft1d *f, int lanes)
{
    enum { PASS = 7, LAST = 12, WIDE_LAST = 16, SECOND_CACHE = 1 << 20 };
    stet_schedule s = {.lanes = lanes};
    if (!stet_method_columns.choose(f, &s))
        return PTRDIFF_MAX;
    const size_t bytes = 4 * (size_t)f->n * stet_real_size(f->precision);
    ptrdiff_t sum = lanes > 8 ? WIDE_LAST : LAST;
    for (int i = 0; i < s.part[0]; i++)
        sum += PASS + (s.across.radix[i] < 5) +
               (bytes > 8 * SECOND_CACHE ? 10
                : bytes > SECOND_CACHE   ? 3
                                         : 0);
    return f->n / lanes * sum;
}

/* Chooses the cheapest turn, if columns.h is not cheaper. */
static int choose(const stet_fft1d *f, stet_schedule *s)
{
    stet_step step[STET_MAX_STEPS];
    ptrdiff_t best = cost_of_columns(f, s->lanes);
    if (f->kind != STET_C2C || !stet_is_smooth(f->n))
        return 0;
    stet_add_odd(f, &s->across);
    for (int left = f->graph.levels; left > 0;) {
        const int passes = (left + STET_WIDEST - 1) / STET_WIDEST,
                  log2 = (left + passes - 1) / passes;
        stet_add_pass(&s->across, (ptrdiff_t)1 << log2);
        left -= log2;
    }
    stet_steps_of(f, &s->across, step);
    const int count = s->across.count;
    int turn = 0;
    s->part[1] = count;
    for (s->part[0] = 1; s->part[0] < count; s->part[0]++) {
        const ptrdiff_t it = cost(step, count, s->part[0], s->lanes);
        if (it < best && !wrong(f, s, step)) {
            best = it;
            turn = s->part[0];
        }
    }
    s->part[0] = turn;
    return turn > 0;
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

/* Does the same in a step of levels, where rows j and j + size have the same twiddles. */
FILL void fill_twiddles(stet_precision precision, const stet_fft1d *f, const stet_step *p,
                        int lanes, ptrdiff_t j, int i, ptrdiff_t at)
{
    const int v = i / 2 == 0 ? 0 : stet_log2(i / 2) + 1, q = v == 0 ? 0 : i / 2 - (1 << (v - 1));
    const ptrdiff_t size = stet_level_size(p->L << v);
    ptrdiff_t row = j + p->L * q;
    for (int l = 0; l < lanes; l++, row++) {
        row -= row >= size ? size : 0;
        stet_copy(stet_real_size(precision), f->table, at + l, p->table[v], i % 2 * size + row);
    }
}

FILL void fill_all(stet_precision precision, const stet_fft1d *f, const stet_tiles *c, int lanes)
{
    ptrdiff_t at = 0;
    for (ptrdiff_t block = 0; block < stet_tiles_blocks(c); block++)
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
                    .lanes = f->schedule.lanes,
                    .turn = f->schedule.part[0],
                    .step_count = f->schedule.across.count};
    stet_steps_of(f, &f->schedule.across, c.step);
    c.tall = c.step[c.turn].L;
    c.columns = f->n / c.tall;
    for (int k = c.turn; k < c.step_count; k++)
        c.per_block += rows_before(&c, k) * stet_tiles_roots(&c.step[k]) * c.lanes;
    const size_t places = (size_t)fill_places(&c, NULL) * sizeof(uint32_t);
    if (!stet_make(f, sizeof c + places, stet_tiles_blocks(&c) * c.per_block))
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
    return (size_t)(stet_tiles_groups(c) * stet_tiles_group(c) + stet_tiles_tile(c)) *
           stet_real_size(f->precision);
}

static int phases(const stet_fft1d *f, int parts)
{
    (void)f, (void)parts;
    return 2;
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
