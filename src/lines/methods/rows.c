/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the schedules of rows.h, and the tables of odd radices for lanes that are rows. */
#include "lines/convolution.h"
#include "lines/method.h"

/* Reports whether rows that are conjugates are left out. With a rough prime, all outputs are made,
 * and half of them kept: transform.h. */
static int is_real(const stet_fft1d *f) { return f->kind == STET_R2C && f->graph.rough_count == 0; }

/* Returns how many of the L rows of a step run. */
static ptrdiff_t rows_of(const stet_step *p, int real) { return real ? p->L / 2 + 1 : p->L; }

/* Each function returns the vectors that a step takes, with lanes that are columns or rows; 0: one
 * of its ranges is shorter than a vector. */
static ptrdiff_t vectors_of_columns(const stet_step *p, ptrdiff_t lanes, int real)
{
    return p->columns < lanes ? 0 : (p->columns + lanes - 1) / lanes * rows_of(p, real);
}

static ptrdiff_t vectors_of_rows(const stet_step *p, ptrdiff_t lanes, int real)
{
    const ptrdiff_t rows = rows_of(p, real);
    if (p->kind == STET_STEP_ROUGH)
        return 0;
    if (p->kind == STET_STEP_ODD)
        return rows < lanes ? 0 : (rows + lanes - 1) / lanes * p->columns;
    ptrdiff_t vectors = 0;
    for (int zone = 0; zone < (real ? 2 : 4); zone++) {
        const ptrdiff_t begin = (zone * p->L + 3) / 4, end = ((zone + 1) * p->L + 3) / 4;
        const ptrdiff_t count = (end < rows ? end : rows) - begin;
        if (count < lanes)
            return 0;
        vectors += (count + lanes - 1) / lanes;
    }
    return vectors * p->columns;
}

/* Reports whether a step is a first one that takes its columns one by one: a direct one of fewer
 * columns than lanes, if its outputs fill the lanes; a rough one of fewer columns, or of few and so
 * long ones that no cache holds them side by side. 17 columns of 61681 points take 0.57 of the time
 * in float and 0.68 in double, 64 columns of 10007 points 0.95 to 1, but 1024 columns of 4099
 * points in double 1.1 (Emerald Rapids). */
static int is_single(const stet_step *p, ptrdiff_t lanes)
{
    enum { FEW_VECTORS = 4 };
    const int fewer = p->columns < lanes;
    const int is_long = p->radix > STET_MAX_SIDE_BY_SIDE && p->columns < FEW_VECTORS * lanes;
    if (p->L > 1)
        return 0;
    return p->kind == STET_STEP_ROUGH ? fewer || is_long
                                      : fewer && stet_is_direct(p->radix) && p->radix / 2 >= lanes;
}

/* Counts a first step whose columns go one by one. */
static ptrdiff_t vectors_of_single(const stet_step *p, ptrdiff_t lanes)
{
    return p->columns * ((p->radix + lanes - 1) / lanes);
}

/* Returns the vectors of all steps, the lanes being rows from step `turn` on, where a vector counts
 * twice for its twiddles; 0: that does not suit. */
static ptrdiff_t vectors_of(const stet_fft1d *f, const stet_step *step, int count, int turn,
                            ptrdiff_t lanes)
{
    ptrdiff_t sum = 0;
    for (int i = 0; i < count; i++) {
        const int single = is_single(&step[i], lanes);
        if (single && turn > 1)
            return 0;
        const ptrdiff_t vectors = single     ? vectors_of_single(&step[i], lanes)
                                  : i < turn ? vectors_of_columns(&step[i], lanes, is_real(f))
                                             : vectors_of_rows(&step[i], lanes, is_real(f));
        if (vectors == 0)
            return 0;
        sum += i < turn ? vectors : 2 * vectors;
    }
    return sum;
}

/* Returns the last step where lanes may turn. A single step has no rows. */
static int last_turn(int count) { return count > 1 ? count - 1 : 1; }

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const int count = s->across.count, turn = s->part[0];
    if (f->kind == STET_C2R)
        return "rows: C2C and R2C";
    if (turn < 1 || turn > last_turn(count) || s->part[1] != count || s->lanes < 2)
        return "rows: passes along columns | passes along rows";
    if (!stet_are_narrow(f->precision, across, count))
        return "rows: passes of radix 2, 4 or 8";
    if (is_real(f) && count > f->graph.odd_count + 1)
        /* Row L/2 of an even L would have a zone of its own. */
        return "rows: of real numbers, all levels in one pass";
    return vectors_of(f, across, count, turn, s->lanes) > 0
               ? NULL
               : "rows: a pass has too few columns or rows for the lanes";
}

/* Finds where lanes turn from columns to rows with the fewest vectors. Returns 0 if that is
 * nowhere. */
static int turn_best(const stet_fft1d *f, stet_schedule *s)
{
    stet_step step[STET_MAX_STEPS];
    ptrdiff_t best = 0;
    stet_steps_of(f, &s->across, step);
    for (int turn = 1; turn <= last_turn(s->across.count); turn++) {
        const ptrdiff_t vectors = vectors_of(f, step, s->across.count, turn, s->lanes);
        if (vectors > 0 && (best == 0 || vectors < best)) {
            best = vectors;
            s->part[0] = turn;
        }
    }
    s->part[1] = s->across.count;
    return best > 0;
}

static int choose(const stet_fft1d *f, stet_schedule *s)
{
    if (f->kind == STET_C2C && f->graph.rough_count > 0 && f->graph.odd[0] == f->n)
        return 0; /* large.h */
    stet_add_odd(f, &s->across);
    stet_add_levels(&s->across, f->graph.levels, stet_widest(f->precision));
    if (f->kind == STET_R2C && f->n <= STET_MAX_SIDE_BY_SIDE && !s->beside)
        s->beside = s->lanes; /* half of a line's rows leave lanes empty */
    return turn_best(f, s);
}

/* Tries another turn, then other radices of the levels with the best turn for them. */
static int candidate(const stet_fft1d *f, int index, stet_schedule *s)
{
    const int turns = last_turn(s->across.count);
    if (index < turns) {
        s->part[0] = 1 + index;
        return 1;
    }
    s->across.count = 0;
    stet_add_odd(f, &s->across);
    if (!stet_split_levels(&s->across, f->graph.levels, stet_widest(f->precision), 1,
                           index - turns))
        return 0;
    if (!turn_best(f, s))
        s->part[0] = 0; /* which is wrong() */
    return 1;
}

/* Fills the table of an odd step; rows above L/2 have the conjugates. Returns the next number. */
static ptrdiff_t fill_rows(stet_fft1d *f, const stet_step *p, ptrdiff_t at)
{
    const int count = (int)p->radix - 1;
    for (int i = 0; i < count; i++)
        for (int part = 0; part < 2; part++)
            for (ptrdiff_t j = 0; j < p->L; j++) {
                const int upper = 2 * j > p->L;
                const ptrdiff_t from = (upper ? p->L - j : j) * 2 * count + part * count + i;
                const stet_dd w = stet_get(f->precision, p->table[0], from);
                stet_set(f->precision, f->table, at++, part == 1 && upper ? stet_dd_neg(w) : w);
            }
    return at;
}

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    (void)inner;
    const stet_schedule *s = &f->schedule;
    stet_step step[STET_MAX_STEPS];
    ptrdiff_t count = 0, at = 0;
    stet_steps_of(f, &s->across, step);
    for (int i = s->part[0]; i < s->across.count; i++)
        count += stet_row_table_size(&step[i]);
    if (!stet_make(f, sizeof(stet_row_passes), count))
        return 0;
    stet_row_passes *r = (stet_row_passes *)f->made;
    r->turn = s->part[0];
    r->step_count = s->across.count;
    r->single = is_single(step, s->lanes);
    stet_steps_of(f, &s->across, r->step);
    r->tables = f->table;
    for (int i = r->turn; i < r->step_count; i++)
        if (step[i].kind == STET_STEP_ODD)
            at = fill_rows(f, &step[i], at);
    return 1;
}

/* Counts two halves; all outputs, if half of them are kept; the convolutions; two columns of a
 * first step that takes them one by one; the space for direct steps. */
static size_t work(const stet_fft1d *f, int lanes)
{
    const size_t size = stet_real_size(f->precision);
    const stet_row_passes *r = (const stet_row_passes *)f->made;
    return (f->kind == STET_R2C ? 6 : 4) * (size_t)f->n * size +
           (r->single ? 4 * (size_t)r->step->radix * size + stet_rough_work(f, 1)
                      : (size_t)lanes * stet_rough_work(f, lanes)) +
           stet_direct_work(f, lanes);
}

static size_t part_work(const stet_fft1d *f) { return stet_direct_work(f, f->schedule.lanes); }

static int phases(const stet_fft1d *f, int parts)
{
    (void)parts;
    const int divides = f->graph.rough_count == 0 && !((const stet_row_passes *)f->made)->single;
    return divides ? f->schedule.across.count + 1 : 0;
}

const stet_method stet_method_rows = {.name = "rows",
                                      .number = STET_ROWS,
                                      .choose = choose,
                                      .candidate = candidate,
                                      .wrong = wrong,
                                      .create = create,
                                      .work = work,
                                      .phases = phases,
                                      .part_work = part_work};
