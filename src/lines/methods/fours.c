/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the schedules of fours.h, the places of its rows, and its twiddles. */
#include "base/alloc.h"
#include "lines/method.h"

static int deep_of(const stet_schedule *s) { return s->part[0] - 1; }

static int is_real(const stet_fft1d *f) { return f->kind == STET_R2C; }

/* Returns the rows of the last part. */
static ptrdiff_t rows_of(const stet_fft1d *f, int lanes) { return f->n / (lanes == 8 ? 16 : 4); }

/* Reports whether pass i may have this radix. */
static int fits(const stet_fft1d *f, int i, ptrdiff_t radix)
{
    if (i == 0)
        return is_real(f) ? radix == 16 : radix == 4 || radix == 8;
    return radix == 4 || (i == 1 && is_real(f) && radix == 8);
}

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const int ends = stet_fours_ends(s->lanes), last = s->across.count - ends;
    (void)across;
    if (f->kind == STET_C2R || f->n != (ptrdiff_t)1 << f->graph.levels)
        return "fours: C2C and R2C, of powers of two";
    if (last < 2 || s->part[0] < 1 || s->part[0] > last || s->part[1] != last)
        return "fours: the first pass, passes row by row | other passes | the last one, two of "
               "8 lanes";
    for (int i = 0; i < s->across.count; i++)
        if (!fits(f, i, s->across.radix[i]))
            return "fours: passes of radix 4, the first one of 4 or 8; for real numbers the first "
                   "one of 16, the second one of 4 or 8";
    if (rows_of(f, s->lanes) < (is_real(f) ? 64 : 2 * s->lanes))
        return "fours: too short for that many lanes";
    if (f->n > UINT32_MAX / 4)
        return "fours: too long";
    return NULL;
}

static int choose(const stet_fft1d *f, stet_schedule *s)
{
    enum { LEAST = 8, FAR = 12, REAL = 4, LONGEST_REAL = 18 };
    const int levels = f->graph.levels, ends = stet_fours_ends(s->lanes);
    const int far = is_real(f) ? FAR + REAL - 1 : FAR;
    if (f->kind == STET_C2R || f->n != (ptrdiff_t)1 << levels || levels < LEAST ||
        (is_real(f) && levels > LONGEST_REAL))
        return 0;
    if (is_real(f))
        stet_add_pass(&s->across, 16);
    stet_add_pass(&s->across, levels % 2 ? 8 : 4);
    for (int left = levels / 2 * 2 - (is_real(f) ? REAL + 2 : 2); left > 0; left -= 2)
        stet_add_pass(&s->across, 4);
    s->part[1] = s->across.count - ends;
    s->part[0] = levels > far ? 1 + (levels - far) / 2 : 1;
    return s->part[1] >= 2;
}

static int candidate(const stet_fft1d *f, int index, stet_schedule *s)
{
    (void)f;
    if (index >= s->part[1])
        return 0;
    s->part[0] = index + 1;
    return 1;
}

static ptrdiff_t blocks_of(const stet_fft1d *f, int lanes)
{
    const ptrdiff_t blocks = rows_of(f, lanes) / lanes;
    return is_real(f) ? blocks / 2 + 1 : blocks;
}

/* Returns the first row of block b of the last part, in the order of fours_real.h if input is
 * real. */
static ptrdiff_t row_of_block(const stet_fft1d *f, int lanes, ptrdiff_t b)
{
    const ptrdiff_t L = rows_of(f, lanes), side = 8 / lanes, last = L / (2 * lanes);
    if (!is_real(f))
        return lanes * b;
    return b == last ? L / 2 : 16 * (b / side) + b % side * lanes + (2 * b >= last);
}

/* The functions from here to fill_table() are compiled once for each format. */
#define EACH_FORMAT static inline __attribute__((always_inline))

/* Stores number i of row j of pass p: m, t of its first level, m, t of its second, m, t of both
 * twiddles of its third. */
EACH_FORMAT void put(size_t size, stet_fft1d *f, const stet_step *p, ptrdiff_t j, int i,
                     ptrdiff_t at)
{
    const int v = i / 2 < 3 ? i / 2 : 2;
    const ptrdiff_t count = stet_level_size(p->L << v), k = j + (i / 2 - v) * p->L;
    stet_copy(size, f->table, at, p->table[v], i % 2 * count + (k >= count ? k - count : k));
}

/* Stores the numbers of each row of a middle pass; row[] has the numbers of its `rows` rows. */
EACH_FORMAT ptrdiff_t fill_pass(size_t size, stet_fft1d *f, const stet_step *p,
                                const ptrdiff_t *row, ptrdiff_t rows, ptrdiff_t at)
{
    for (ptrdiff_t r = 0; r < rows; r++)
        for (int i = 0; i < p->radix; i++)
            put(size, f, p, row[r], i, at++);
    return at;
}

/* Returns the row of a lane after LOAD_FOUR. */
static inline int row_of_lane(int lanes, int lane)
{
    return lanes == 8 ? lane % 2 + lane / 4 * 2 + lane / 2 % 2 * 4 : lane % 2 * 2 + lane / 2;
}

/* Stores four vectors for rows j .. j + lanes - 1. */
EACH_FORMAT ptrdiff_t fill_vectors(size_t size, stet_fft1d *f, const stet_step *p, ptrdiff_t j,
                                   const int lanes, ptrdiff_t at)
{
    for (int i = 0; i < 4; i++)
        for (int lane = 0; lane < lanes; lane++)
            put(size, f, p, j + row_of_lane(lanes, lane), i, at++);
    return at;
}

EACH_FORMAT void fill_last(size_t size, stet_fft1d *f, const stet_step *p, const int lanes,
                           ptrdiff_t at)
{
    for (ptrdiff_t b = 0; b < blocks_of(f, lanes); b++) {
        const ptrdiff_t j = row_of_block(f, lanes, b);
        if (lanes < 8) {
            at = fill_vectors(size, f, p, j, lanes, at);
            continue;
        }
        for (int pair = 0; pair < 4; pair++)
            for (int i = 0; i < 8; i++)
                put(size, f, p, j + pair / 2 * 4 + pair % 2 + i / 4 * 2, i % 4, at++);
        for (int q = 0; q < 4; q++)
            at = fill_vectors(size, f, p + 1, j + p->L * q, lanes, at);
    }
}

/* Replaces the numbers of rows by those of the rows after the pass p. */
static void next_rows(ptrdiff_t *row, ptrdiff_t rows, const stet_step *p)
{
    const int s = stet_log2(p->radix);
    for (ptrdiff_t r = rows - 1; r >= 0; r--) {
        const ptrdiff_t j = row[r];
        for (int q = 0; q < p->radix; q++)
            row[p->radix * r + stet_fours_first_row(s, q)] = j + p->L * q;
    }
}

/* Fills the table. row[] has the numbers of the `count` rows of the first pass, and then those of
 * the rows of the last part. */
EACH_FORMAT void fill_table(size_t size, const int lanes, stet_fft1d *f, stet_fours *w,
                            const stet_step *step, ptrdiff_t *row, ptrdiff_t count)
{
    const char *table = (const char *)f->table;
    ptrdiff_t at = 0;
    for (int k = 1; k <= w->passes; count *= step[k++].radix) {
        w->twiddles[k - 1] = table + (size_t)at * size;
        at = fill_pass(size, f, &step[k], row, count, at);
        next_rows(row, count, &step[k]);
    }
    w->packed = table + (size_t)at * size;
    fill_last(size, f, &step[w->passes + 1], lanes, at);
}

#undef EACH_FORMAT

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    (void)inner;
    const stet_schedule *s = &f->schedule;
    const int lanes = s->lanes, passes = s->part[1] - 1;
    stet_step step[STET_MAX_STEPS];
    stet_steps_of(f, &s->across, step);
    const ptrdiff_t L = rows_of(f, lanes), radix = step[0].radix;
    const ptrdiff_t first = is_real(f) ? radix / 2 + 1 : radix, rows = L / radix * first;
    ptrdiff_t size = blocks_of(f, lanes) * lanes * (lanes == 8 ? 20 : 4);
    for (int k = 1; k <= passes; k++)
        size += step[k].L / radix * first * step[k].radix;
    ptrdiff_t *row = (ptrdiff_t *)stet_alloc_array((size_t)rows, sizeof *row);
    const int made = row && stet_make(f, sizeof(stet_fours) + (size_t)L * sizeof(uint32_t), size);
    if (made) {
        stet_fours *w = (stet_fours *)f->made;
        *w = (stet_fours){.n = f->n,
                          .real = is_real(f),
                          .passes = passes,
                          .deep = deep_of(s),
                          .second = (int)step[1].radix,
                          .levels = stet_log2(radix * step[1].radix) - 2,
                          .first = step[0]};
        for (int q = 0; q < first; q++)
            row[is_real(f) ? q : stet_fours_first_row(stet_log2(radix), q)] = q;
        if (lanes == 8)
            fill_table(sizeof(float), 8, f, w, step, row, first);
        else
            fill_table(sizeof(double), 4, f, w, step, row, first);
        for (ptrdiff_t r = 0; r < rows; r++)
            w->place[row[r]] =
                (uint32_t)(r / (L / radix) * stet_fours_row(w) + r % (L / radix) * 2 * (f->n / L));
    }
    stet_free(row);
    return made;
}

static size_t work(const stet_fft1d *f, int lanes)
{
    const stet_fours *w = (const stet_fours *)f->made;
    const ptrdiff_t radix = w->first.radix, rows = w->real ? radix / 2 + 1 : radix;
    (void)lanes;
    return (size_t)(rows * stet_fours_row(w)) * stet_real_size(f->precision);
}

/* The first and second pass, then rows, then the last part. */
static int phases(const stet_fft1d *f, int parts)
{
    (void)f, (void)parts;
    return 3;
}

const stet_method stet_method_fours = {.name = "fours",
                                       .number = STET_FOURS,
                                       .choose = choose,
                                       .candidate = candidate,
                                       .wrong = wrong,
                                       .create = create,
                                       .work = work,
                                       .phases = phases};
