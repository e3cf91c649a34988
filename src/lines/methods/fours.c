/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the schedules of fours.h, the places of its rows, and its twiddles. */
#include "base/alloc.h"
#include "lines/method.h"

static int deep_of(const stet_schedule *s) { return s->part[0] - 1; }

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const int ends = stet_fours_ends(s->lanes), last = s->across.count - ends;
    (void)across;
    if (f->kind != STET_C2C || f->n != (ptrdiff_t)1 << f->graph.levels)
        return "fours: C2C, of powers of two";
    if (last < 2 || s->part[0] < 1 || s->part[0] > last || s->part[1] != last)
        return "fours: the first pass, passes row by row | other passes | the last one, two of "
               "8 lanes";
    for (int i = 0; i < s->across.count; i++)
        if (s->across.radix[i] != 4 && (i > 0 || s->across.radix[i] != 8))
            return "fours: passes of radix 4, the first one of 4 or 8";
    if (f->n < 8 * (ptrdiff_t)s->lanes * (s->lanes == 8 ? 4 : 2))
        return "fours: too short for that many lanes";
    if (f->n > UINT32_MAX / 2)
        return "fours: too long";
    return NULL;
}

static int choose(const stet_fft1d *f, stet_schedule *s)
{
    enum { LEAST = 8, FAR = 12 };
    const int levels = f->graph.levels, ends = stet_fours_ends(s->lanes);
    if (f->kind != STET_C2C || f->n != (ptrdiff_t)1 << levels || levels < LEAST)
        return 0;
    stet_add_pass(&s->across, levels % 2 ? 8 : 4);
    for (int left = levels - levels % 2 - 2; left > 0; left -= 2)
        stet_add_pass(&s->across, 4);
    s->part[1] = s->across.count - ends;
    s->part[0] = levels > FAR ? 1 + (levels - FAR) / 2 : 1;
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

/* The functions from here to fill_table() are compiled once for each format. */
#define EACH_FORMAT static inline __attribute__((always_inline))

/* Stores number i of row j of pass p: m, t of its first level, m, t of its second. */
EACH_FORMAT void put(size_t size, stet_fft1d *f, const stet_step *p, ptrdiff_t j, int i,
                     ptrdiff_t at)
{
    const int v = i / 2;
    const ptrdiff_t count = stet_level_size(p->L << v);
    stet_copy(size, f->table, at, p->table[v], i % 2 * count + (j >= count ? j - count : j));
}

/* Stores the four numbers of each row of a middle pass; row[] has the numbers of its rows. */
EACH_FORMAT ptrdiff_t fill_pass(size_t size, stet_fft1d *f, const stet_step *p,
                                const ptrdiff_t *row, ptrdiff_t at)
{
    for (ptrdiff_t r = 0; r < p->L; r++)
        for (int i = 0; i < 4; i++)
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
    for (ptrdiff_t j = 0; j < p->L; j += lanes) {
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

/* Replaces the numbers of rows by those of the rows after a pass of radix 4. */
static void next_rows(ptrdiff_t *row, ptrdiff_t L)
{
    for (ptrdiff_t r = L - 1; r >= 0; r--)
        for (int q = 3; q >= 0; q--)
            row[4 * r + q] = row[r] + L * q;
}

/* Fills the table. row[] becomes the numbers of the rows of the last part. */
EACH_FORMAT void fill_table(size_t size, const int lanes, stet_fft1d *f, stet_fours *w,
                            const stet_step *step, ptrdiff_t *row)
{
    const char *table = (const char *)f->table;
    ptrdiff_t at = 0;
    for (int q = 0; q < step[0].radix; q++)
        row[stet_fours_first_row(stet_log2(step[0].radix), q)] = q;
    for (int k = 0; k < w->passes; k++) {
        w->twiddles[k] = table + (size_t)at * size;
        at = fill_pass(size, f, &step[k + 1], row, at);
        next_rows(row, step[k + 1].L);
    }
    w->packed = table + (size_t)at * size;
    fill_last(size, f, &step[w->passes + 1], lanes, at);
}

#undef EACH_FORMAT

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    (void)inner;
    const stet_schedule *s = &f->schedule;
    const int passes = s->part[1] - 1;
    stet_step step[STET_MAX_STEPS];
    stet_steps_of(f, &s->across, step);
    const ptrdiff_t rows = step[passes + 1].L;
    ptrdiff_t size = (s->lanes == 8 ? 20 : 4) * rows;
    for (int k = 1; k <= passes; k++)
        size += 4 * step[k].L;
    ptrdiff_t *row = (ptrdiff_t *)stet_alloc_array((size_t)rows, sizeof *row);
    const int made =
        row && stet_make(f, sizeof(stet_fours) + (size_t)rows * sizeof(uint32_t), size);
    if (made) {
        stet_fours *w = (stet_fours *)f->made;
        *w = (stet_fours){.n = f->n, .passes = passes, .deep = deep_of(s), .first = step[0]};
        if (s->lanes == 8)
            fill_table(sizeof(float), 8, f, w, step, row);
        else
            fill_table(sizeof(double), 4, f, w, step, row);
        for (ptrdiff_t r = 0; r < rows; r++)
            w->place[row[r]] = (uint32_t)(2 * (f->n / rows) * r);
    }
    stet_free(row);
    return made;
}

static size_t work(const stet_fft1d *f, int lanes)
{
    (void)lanes;
    return 2 * (size_t)f->n * stet_real_size(f->precision);
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
