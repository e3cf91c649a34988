/* SPDX-License-Identifier: Apache-2.0 */
/* wide.h: its schedule, and the twiddles of its last step. */
#include "fft/method.h"

/* The parts of a schedule, in steps. */
static int tall_of(const stet_schedule *s) { return s->part[0]; }
static int rows_of(const stet_schedule *s) { return s->part[1] - s->part[0]; }

static ptrdiff_t length_after(const stet_passes *passes, int count)
{
    ptrdiff_t L = 1;
    for (int i = 0; i < count; i++)
        L *= passes->radix[i];
    return L;
}

static int is_power_of_two(ptrdiff_t n) { return n > 0 && (n & (n - 1)) == 0; }

/* A row pass of radix 4 at least keeps a block within one quarter of the rows of the last part. */
static const char *wrong_bank(const stet_schedule *s, ptrdiff_t tall)
{
    const int rows = stet_rows_of(s->lanes);
    if (tall < rows)
        return "wide: the tall part has fewer rows than the last part takes";
    if (s->grouped && (rows_of(s) < 1 || s->across.radix[s->part[0]] < 4))
        return "wide: a bank of groups needs a row pass of radix 4, 8 or 16 first";
    if (s->grouped ? !is_power_of_two(s->block) || s->block < rows || s->block > tall
                   : s->block != rows)
        return "wide: a block of a bank of groups is a power of two of rows, as many as the last "
               "part takes or more";
    if (s->in_output && (s->grouped || tall_of(s) > 1 || rows_of(s) > 2))
        return "wide: in-output takes a bank of rows, one tall pass and two row passes at most";
    return NULL;
}

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const int last = s->across.count - 1;
    if (f->kind != STET_C2C || f->n != (ptrdiff_t)1 << f->graph.levels)
        return "wide: complex transforms of powers of two";
    if (s->lanes < 2 || f->n < (ptrdiff_t)4 * stet_rows_of(s->lanes) * s->lanes)
        return "wide: too short for that many lanes";
    if (tall_of(s) < 1 || tall_of(s) > 3 || rows_of(s) < 0 || rows_of(s) > STET_MAX_ROW_STEPS ||
        s->part[1] != last || across[last].radix != s->lanes)
        return "wide: 1 to 3 tall passes | row passes | the number of lanes";
    for (int i = 0; i < last; i++)
        if ((i < tall_of(s) && across[i].radix < 8) || across[i].radix > 16)
            return "wide: tall passes of radix 8 or 16, row passes of radix 2, 4, 8 or 16";
    return wrong_bank(s, length_after(&s->across, tall_of(s)));
}

/* Where the tall part ends, and in how many steps: one in short transforms, and in long ones
 * where columns and rows are about equally many. */
static int tall_steps(int levels, int before, int rows, size_t bytes, int *log2)
{
    enum { BALANCED = 4 << 20 };
    if (bytes >= BALANCED) {
        *log2 = (levels + 1) / 2 < 12 ? (levels + 1) / 2 : 12;
        return 3;
    }
    if (before > 8) {
        *log2 = before > 11 ? 8 : 7;
        return 2;
    }
    *log2 = before > 6 || rows > 8 ? 4 : 3;
    return 1;
}

/* Rows whose runs in the output are long enough for the memory; a block of them has to stay in
 * the second-level cache. Measured on Zen 5: scattered runs of 64 bytes are written at 6 GB/s,
 * those of 128 at 16, of 256 at 25. */
static ptrdiff_t block_of_rows(ptrdiff_t row, ptrdiff_t size, ptrdiff_t rows)
{
    enum { RUN = 512, CACHE = 512 << 10 };
    while (rows * size < RUN && 2 * rows * size * row <= CACHE)
        rows *= 2;
    return rows;
}

static int choose(const stet_fft1d *f, stet_schedule *s)
{
    enum { GROUPED = 512 << 10 };
    const int before = f->graph.levels - stet_log2(s->lanes), rows = stet_rows_of(s->lanes);
    const ptrdiff_t size = 2 * (ptrdiff_t)stet_real_size(f->precision);
    if (f->n != (ptrdiff_t)1 << f->graph.levels || f->n < (ptrdiff_t)4 * rows * s->lanes)
        return 0;
    int level = 0, tall;
    for (int steps = tall_steps(f->graph.levels, before, rows, (size_t)(f->n * size), &tall);
         steps > 0; steps--) {
        const int log2 = (tall - level + steps - 1) / steps;
        stet_add_pass(&s->across, (ptrdiff_t)1 << log2);
        level += log2;
    }
    s->part[0] = s->across.count;
    s->grouped = f->n * size >= GROUPED;
    s->block = s->grouped ? block_of_rows(f->n >> tall, size, rows) : rows;
    for (int left; (left = before - level) > 0;) {
        const int steps = (left + 2) / 3, log2 = (left + steps - 1) / steps;
        stet_add_pass(&s->across, (ptrdiff_t)1 << log2);
        level += log2;
    }
    s->part[1] = s->across.count;
    stet_add_pass(&s->across, s->lanes);
    s->in_output = !s->grouped && tall_of(s) == 1 && rows_of(s) <= 2;
    return 1;
}

/* The row steps as digits of the number of a cell: divisions that no transform has to repeat. */
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
}

/* A pair of levels' twiddles of one output q is `rows` numbers m and as many t; in the last level
 * two outputs q and q + 1 stand side by side. Returns the next number. */
static ptrdiff_t fill_level(stet_fft1d *f, const stet_step *last, int v, ptrdiff_t j0, ptrdiff_t at)
{
    const int rows = stet_rows_of((int)last->radix), pair = 1 << v < rows ? 1 : 2;
    const ptrdiff_t size = stet_level_size(last->L << v);
    for (int q = 0; q < (v == 0 ? 1 : 1 << (v - 1)); q += pair)
        for (int part = 0; part < 2; part++)
            for (int i = 0; i < pair * rows; i++) {
                const ptrdiff_t j = j0 + last->L * (q + i / rows) + i % rows;
                stet_set(f->precision, f->table, at++,
                         stet_get(f->precision, last->table[v],
                                  part * size + (j >= size ? j - size : j)));
            }
    return at;
}

ptrdiff_t stet_pack_block(stet_fft1d *f, const stet_step *last, ptrdiff_t j0, ptrdiff_t at)
{
    for (int v = 0; 1 << v < last->radix; v++)
        at = fill_level(f, last, v, j0, at);
    return at;
}

static void fill_packed(stet_fft1d *f, const stet_step *last)
{
    ptrdiff_t at = 0;
    for (ptrdiff_t j0 = 0; j0 < last->L; j0 += stet_rows_of((int)last->radix))
        at = stet_pack_block(f, last, j0, at);
}

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    (void)inner;
    const stet_schedule *s = &f->schedule;
    if (!stet_make(f, sizeof(stet_wide), f->n / s->lanes * stet_packed_per_row(s->lanes)))
        return 0;
    stet_wide *w = (stet_wide *)f->made;
    *w = (stet_wide){.n = f->n,
                     .lanes = s->lanes,
                     .tall_steps = tall_of(s),
                     .row_steps = rows_of(s),
                     .tall = length_after(&s->across, tall_of(s)),
                     .grouped = s->grouped,
                     .in_output = s->in_output,
                     .block = s->block,
                     .packed = f->table};
    w->cells = f->n / (w->tall * w->lanes);
    stet_steps_of(f, &s->across, w->step);
    set_digits(w);
    fill_packed(f, &w->step[s->across.count - 1]);
    return 1;
}

static size_t work(const stet_fft1d *f, int lanes)
{
    const stet_wide *w = (const stet_wide *)f->made;
    (void)lanes;
    return (size_t)(stet_wide_bank(w) + stet_wide_tile(w)) * stet_real_size(f->precision);
}

static int phases(const stet_fft1d *f, int parts)
{
    (void)f, (void)parts;
    return 2;
}

/* Every part of the tall phase has a tile of its own, last in the workspace. */
static size_t part_work(const stet_fft1d *f)
{
    return (size_t)stet_wide_tile((const stet_wide *)f->made) * stet_real_size(f->precision);
}

const stet_method stet_method_wide = {.name = "wide",
                                      .number = STET_WIDE,
                                      .choose = choose,
                                      .wrong = wrong,
                                      .create = create,
                                      .work = work,
                                      .phases = phases,
                                      .part_work = part_work};
