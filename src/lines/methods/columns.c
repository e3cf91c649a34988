/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the schedules of columns.h. */
#include <string.h>

#include "lines/method.h"

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const int last = s->across.count - 1;
    if (f->kind == STET_C2R || f->graph.rough_count > 0)
        return "columns: C2C and R2C, of lengths without a prime above 127";
    if (f->n < stet_least_of_columns(s->lanes))
        return "columns: too short for that many lanes";
    if (last < 1 || s->part[0] != last || s->part[1] != last + 1 ||
        across[last].radix != s->lanes || s->lanes < 2)
        return "columns: passes | the number of lanes";
    return stet_are_narrow(f->precision, across, last) ? NULL
                                                       : "columns: passes of radix 2, 4 or 8";
}

static int choose(const stet_fft1d *f, stet_schedule *s)
{
    const int lanes = stet_log2(s->lanes);
    if (lanes < 1 || f->graph.levels < lanes)
        return 0;
    stet_add_odd(f, &s->across);
    stet_add_ascending(&s->across, f->graph.levels - lanes, stet_widest(f->precision), 1);
    s->part[0] = s->across.count;
    stet_add_pass(&s->across, s->lanes);
    s->part[1] = s->across.count;
    return 1;
}

/* Tries other radices of the levels. */
static int candidate(const stet_fft1d *f, int index, stet_schedule *s)
{
    const int levels = f->graph.levels - stet_log2(s->lanes);
    s->across.count = 0;
    stet_add_odd(f, &s->across);
    if (!stet_split_levels(&s->across, levels, stet_widest(f->precision), 1, index))
        return 0;
    s->part[0] = s->across.count;
    stet_add_pass(&s->across, s->lanes);
    s->part[1] = s->across.count;
    return 1;
}

/* Returns how many numbers the packed twiddles of the last step are, and stores them if `write`. */
static ptrdiff_t pack(stet_fft1d *f, const stet_step *last, int write)
{
    const int rows = stet_rows_of(f->schedule.lanes), real = f->kind == STET_R2C;
    ptrdiff_t at = 0;
    for (int zone = 0; zone < 4; zone++) {
        const ptrdiff_t end = stet_columns_zone(last->L, zone + 1, real);
        for (ptrdiff_t j = stet_columns_zone(last->L, zone, real); j < end; j += rows)
            at = write ? stet_pack_block(f, last, j + rows <= end ? j : end - rows, at)
                       : at + rows * stet_packed_per_row(f->schedule.lanes);
    }
    return at;
}

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    (void)inner;
    stet_step step[STET_MAX_STEPS];
    const stet_step *last = &step[f->schedule.across.count - 1];
    stet_steps_of(f, &f->schedule.across, step);
    if (!stet_make(f, sizeof(stet_columns), pack(f, last, 0)))
        return 0;
    pack(f, last, 1);
    stet_columns *c = (stet_columns *)f->made;
    c->n = f->n;
    c->lanes = f->schedule.lanes;
    c->step_count = f->schedule.across.count;
    c->packed = f->table;
    memcpy(c->step, step, sizeof step);
    return 1;
}

static size_t part_work(const stet_fft1d *f) { return stet_direct_work(f, f->schedule.lanes); }

/* Two halves are a block of rows apart; the space for direct steps follows. */
static size_t work(const stet_fft1d *f, int lanes)
{
    return 4 * (size_t)(f->n + (ptrdiff_t)lanes * lanes) * stet_real_size(f->precision) +
           stet_direct_work(f, lanes);
}

/* Takes as many passes as leave each part enough columns to be worth loading the twiddles of a
 * row. */
int stet_columns_tall(const stet_columns *c, int parts)
{
    enum { LEAST_VECTORS = 4 };
    int passes = 1;
    while (passes < c->step_count - 1 &&
           c->step[passes].columns >= (ptrdiff_t)LEAST_VECTORS * parts * c->lanes)
        passes++;
    return passes;
}

static int phases(const stet_fft1d *f, int parts)
{
    const stet_columns *c = (const stet_columns *)f->made;
    return 1 + c->step_count - stet_columns_tall(c, parts);
}

const stet_method stet_method_columns = {.name = "columns",
                                         .number = STET_COLUMNS,
                                         .choose = choose,
                                         .candidate = candidate,
                                         .wrong = wrong,
                                         .create = create,
                                         .work = work,
                                         .phases = phases,
                                         .part_work = part_work};
