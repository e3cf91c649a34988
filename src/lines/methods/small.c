/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the schedules of small.h, and its table. */
#include "lines/method.h"

#include <string.h>

/* Only 8 and 16 vectors are prefetched. Shorter lines arrive soon enough; with 32 vectors, 64 lines
 * of 256 doubles took 1.04 times as long, and 1024 of them 0.95 times (Zen 5). */
static int fetches_lines(const stet_fft1d *f, ptrdiff_t vectors)
{
    return f->kind == STET_C2C && (vectors == 8 || vectors == 16);
}

/* A line has 2 vectors at least, and at most 32, for which a vector type needs a tile: avx2.h,
 * which alone has doubles of 4 lanes, and all types of 8 lanes and more. The passes are the levels
 * between vectors, and those that come with the exchanges. */
static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const int has_tile = s->lanes >= 8 || (s->lanes == 4 && f->precision == STET_F64);
    const ptrdiff_t most = has_tile ? 32 : 8;
    if (f->kind == STET_C2R || f->n != (ptrdiff_t)1 << f->graph.levels)
        return "small: C2C and R2C, of powers of two";
    if (s->prefetch > 0 && (s->across.count == 0 || !fetches_lines(f, across[0].radix)))
        return "small: prefetch takes complex numbers in 8 or 16 vectors";
    if (s->across.count != 2 || s->part[0] != 1 || s->part[1] != 2 || across[1].radix != s->lanes)
        return "small: the number of vectors | the number of lanes";
    if (across[0].radix < (f->kind == STET_C2C ? 2 : 4) || across[0].radix > most)
        return "small: 2 to 32 vectors, of few lanes 2 to 8; of real numbers 4 and more";
    return NULL;
}

static int choose(const stet_fft1d *f, stet_schedule *s)
{
    if (s->lanes < 2 || f->graph.odd_count > 0 || f->n % s->lanes)
        return 0;
    stet_add_pass(&s->across, f->n / s->lanes);
    stet_add_pass(&s->across, s->lanes);
    s->part[0] = 1;
    s->part[1] = 2;
    s->beside = 0;
    s->prefetch = fetches_lines(f, f->n / s->lanes);
    return 1;
}

/* Returns the row of a lane of vector i just before the level of exchange e: its bits up to e are
 * in the lanes, the s - 1 others in i. */
static ptrdiff_t row_of(const stet_fft1d *f, const stet_small *p, int e, int i, int lane)
{
    const int s = p->log2_vectors, log2_lanes = stet_log2(p->lanes);
    ptrdiff_t j = 0;
    for (int k = 0; k < e + s; k++) {
        const int bit = k <= e ? lane >> stet_small_lane_bit(f->precision, log2_lanes, k)
                               : i >> stet_small_vector_bit(s, k - s);
        j |= (ptrdiff_t)(bit & 1) << k;
    }
    return j;
}

/* Fills the table for exchange e of two vectors, from number `at` on; returns the next number. */
static ptrdiff_t fill_of_2(stet_fft1d *f, const stet_small *p, int e, ptrdiff_t at)
{
    const size_t real_size = stet_real_size(f->precision);
    const int lanes = p->lanes;
    const ptrdiff_t size = stet_level_size((ptrdiff_t)1 << (1 + e));
    for (int lane = 0; lane < lanes; lane++) {
        const ptrdiff_t j = row_of(f, p, e, 0, lane);
        const int high = j >> e & 1, low = e > 0 && (j >> (e - 1) & 1);
        const stet_dd m = stet_get(f->precision, f->tables.level[1 + e], j % size);
        const stet_dd t = stet_get(f->precision, f->tables.level[1 + e], size + j % size);
        const stet_dd minus = stet_dd_neg(m);
        stet_set(f->precision, f->table, at + lane, high != low ? stet_dd_neg(t) : t);
        stet_set(f->precision, f->table, at + lanes + lane, high && low ? minus : m);
        stet_set(f->precision, f->table, at + 2 * lanes + lane, high || low ? minus : m);
        memset((char *)f->table + (size_t)(at + 3 * lanes + lane) * real_size, low ? 0xff : 0,
               real_size);
    }
    return at + stet_small_level_size(1, lanes);
}

/* Fills the table for exchange e and vector i, from number `at` on; returns the next number. */
static ptrdiff_t fill_vector(stet_fft1d *f, const stet_small *p, int e, int i, ptrdiff_t at)
{
    const int s = p->log2_vectors, lanes = p->lanes;
    const ptrdiff_t size = stet_level_size((ptrdiff_t)1 << (s + e));
    for (int lane = 0; lane < lanes; lane++) {
        const ptrdiff_t j = row_of(f, p, e, i, lane);
        const stet_dd m = stet_get(f->precision, f->tables.level[s + e], j);
        const stet_dd t = stet_get(f->precision, f->tables.level[s + e], size + j);
        const int minus = j >> e & 1;
        if (s == 2) {
            stet_set(f->precision, f->table, at + lane, minus ? stet_dd_neg(t) : t);
            stet_set(f->precision, f->table, at + lanes + lane, m);
            stet_set(f->precision, f->table, at + 2 * lanes + lane, minus ? stet_dd_neg(m) : m);
        } else {
            stet_set(f->precision, f->table, at + lane, m);
            stet_set(f->precision, f->table, at + lanes + lane, t);
        }
    }
    return at + (s == 2 ? 3 : 2) * lanes;
}

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    (void)inner;
    const int lanes = f->schedule.lanes, log2_lanes = stet_log2(lanes);
    const int s = f->graph.levels - log2_lanes;
    if (!stet_make(f, sizeof(stet_small), log2_lanes * stet_small_level_size(s, lanes)))
        return 0;
    stet_small *p = (stet_small *)f->made;
    stet_step step[2];
    stet_steps_of(f, &f->schedule.across, step);
    *p = (stet_small){s, lanes, f->schedule.prefetch, step[0], f->table};
    ptrdiff_t at = 0;
    for (int e = 0; e < log2_lanes; e++) {
        if (s == 1) {
            at = fill_of_2(f, p, e, at);
            continue;
        }
        const int pair = 1 << stet_small_vector_bit(s, e);
        const int last = 1 << stet_small_vector_bit(s, e - 1);
        for (int i = 0; i < 1 << s; i++)
            if (!(i & pair || i & last))
                at = fill_vector(f, p, e, i, at);
    }
    return 1;
}

const stet_method stet_method_small = {
    .name = "small", .number = STET_SMALL, .choose = choose, .wrong = wrong, .create = create};
