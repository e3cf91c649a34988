/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/slices.h"

#include <string.h>

#include "base/alloc.h"

/* At least as many numbers as the native transform reads, those of a half spectrum counted
 * twice. */
static double numbers_of(const struct stet_correct *c) { return 2.0 * (double)c->n + 4; }

static double root(double x) { return __builtin_sqrt(x) * (1 + 0x1p-50); }

/* Memory of the job after that of the native transform, then of the heap. */
static double *take(struct stet_slices *s, ptrdiff_t doubles)
{
    size_t size = (size_t)doubles * sizeof(double);
    size = (size + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
    char *lent = s->at;
    if (size <= (size_t)(s->end - lent)) {
        s->at += size;
        return (double *)lent;
    }
    return (double *)(s->blocks[s->block_count++] = stet_alloc(size));
}

/* ------------------------------------------------------------------ input -- */

/* Doubles of extreme size are brought to at most 1 by a power of two. Returns 0 if that loses
 * bits. */
static int take_doubles(struct stet_slices *s, ptrdiff_t count)
{
    const stet_correct_kernels *kernels = s->job->c->kernels;
    const double *x = s->job->line, most = kernels->largest(x, count);
    double down[2], *to = s->job->y;
    int exact = 1;
    s->norm = root(numbers_of(s->job->c)) * most;
    if (most == 0 || (most > 0x1p-200 && most < 0x1p200))
        return 1;
    stet_correct_choose_powers(most, down, s->power);
    for (ptrdiff_t i = 0; i < count; i++) {
        to[i] = x[i] * down[0] * down[1];
        exact &= to[i] * s->power[0] * s->power[1] == x[i];
    }
    s->rest = to;
    s->norm = root(numbers_of(s->job->c)) * kernels->largest(to, count);
    return exact;
}

/* The input and its 2-norm (twice the squares of half a spectrum). Returns 0 if it is not to be
 * had. */
static int take_input(struct stet_slices *s)
{
    const stet_correct_job *job = s->job;
    const struct stet_correct *c = job->c;
    const ptrdiff_t count = stet_correct_inputs(c);
    double squares = job->squares;
    s->rest = job->line;
    s->power[0] = s->power[1] = 1;
    if (c->precision == STET_F64)
        return take_doubles(s, count);
    if (c->is_together) /* that may be of all lines */
        squares = (c->kind == STET_C2R ? 2 : 1) * c->kernels->squares(job->line, count);
    s->norm = root(squares);
    return 1;
}

/* ---------------------------------------------------------------- slices -- */

/* P = 2^(q-2) is above 1.01 E, E = slice_unit |x|_2, x being what is left. The margin covers
 * what the spectrum of the rest adds to the error: its numbers are at most 2^(q-1), so it adds
 * at most slice_unit sqrt(2 N + 4) 2^(q-1) <= 2^-11 P < 0.01 E, by the condition in
 * stet_slices_open(). As slice_unit has the term 4 u, |sqrt(f) X_k| <= sqrt(f N) |x|_2 <= E/(4
 * u) < 2^50 g: adding 1.5 2^52 g rounds to multiples of g. Returns 0 if nothing is left, or its
 * bits might underflow. */
static int choose_grid(const struct stet_slices *s, struct stet_slice *slice)
{
    const double error = 1.01 * s->job->c->slice_unit * s->norm + 0x1p-890,
                 p = stet_power_above(error);
    *slice = (struct stet_slice){.grid = 2 * p, .magic = 0x1.8p53 * p, .error = error};
    return s->norm > 0 && p > 0x1p-800 && p < 0x1p900;
}

/* The spectrum of what is left. */
static stet_status transform(struct stet_slices *s, double *y)
{
    if (y == NULL)
        return STET_E_MEMORY;
    s->spectrum = y;
    return stet_correct_run_native(s->job->c, s->rest, y, 1, s->job->work);
}

/* The list of undecided numbers is not read while it is long. */
static double *room_of_list(struct stet_slices *s)
{
    const stet_correct_job *job = s->job;
    return stet_correct_is_sparse(job) ? take(s, 2 * job->c->points) : (double *)job->undecided;
}

static stet_status cut(struct stet_slices *s)
{
    const struct stet_correct *c = s->job->c;
    const ptrdiff_t count = stet_correct_inputs(c);
    const int first = s->count == 0;
    struct stet_slice *slice = &s->slice[s->count];
    double *rest = s->rest;
    if (!choose_grid(s, slice))
        return STET_OK;
    if (rest == s->job->line)
        rest = take(s, count);
    if (rest == NULL)
        return STET_E_MEMORY;
    slice->y = s->spectrum;
    const double left = c->kernels->cut(s->rest, count, 2 * slice->magic, rest);
    s->rest = rest;
    s->norm = root(numbers_of(c)) * left;
    s->complete = left == 0;
    s->count++;
    if (s->complete)
        return STET_OK;
    double *y = s->spectrum;
    const stet_status status = transform(s, first ? room_of_list(s) : take(s, 2 * c->points));
    if (!status)
        c->kernels->subtract(y, s->spectrum, 2 * c->points);
    return status;
}

/* One slice is enough for inputs that are all multiples of its grid. */
static int is_whole(const struct stet_slices *s)
{
    const struct stet_correct *c = s->job->c;
    struct stet_slice slice;
    return choose_grid(s, &slice) &&
           c->kernels->on_grid(s->rest, stet_correct_inputs(c), 2 * slice.magic);
}

stet_status stet_slices_open(struct stet_slices *s, stet_correct_job *job)
{
    enum { LEAST_GAIN = 1 << 12 };
    const struct stet_correct *c = job->c;
    stet_status status = STET_OK;
    *s = (struct stet_slices){.job = job};
    if (!c->transform || !(c->slice_unit * root(numbers_of(c)) * LEAST_GAIN <= 1))
        return STET_OK;
    const size_t own =
        (stet_native_engine.workspace(c->transform) + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
    s->at = (char *)job->work + own;
    s->end = (char *)job->work + c->work_size;
    if (!take_input(s))
        return STET_OK;
    s->complete = s->norm == 0;
    s->spectrum = job->y;
    const int whole = is_whole(s);
    if (!job->has_spectrum && !s->complete)
        status = transform(s, s->rest == job->line ? job->y : take(s, 2 * c->points));
    if (status || s->complete)
        return status;
    if (whole) {
        choose_grid(s, &s->slice[0]);
        s->slice[0].y = s->spectrum;
        s->complete = s->count = 1;
        return STET_OK;
    }
    job->bounds = NULL; /* they are of what y holds, which is written over */
    return cut(s);
}

stet_status stet_slices_cut_all(struct stet_slices *s)
{
    stet_status status = STET_OK;
    int before = 0; /* a cut that adds no slice is the last one */
    while (!status && !s->complete && s->count > before && s->count < STET_MOST_SLICES) {
        before = s->count;
        status = cut(s);
    }
    return status;
}

void stet_slices_close(struct stet_slices *s)
{
    for (int i = 0; i < s->block_count; i++)
        stet_free(s->blocks[i]);
}

double stet_slices_left(const struct stet_slices *s)
{
    return s->complete ? 0 : s->norm * root((double)s->job->c->n);
}

/* --------------------------------------------------------------- outputs -- */

/* Of half a spectrum the other half is X_(n-k) = conj X_k; C2R writes n reals. */
static inline double part_at(const struct stet_correct *c, const double *y, ptrdiff_t k, int part)
{
    if (!c->half)
        return y[2 * k + part];
    if (c->kind == STET_C2R)
        return y[k];
    return 2 * k <= c->n ? y[2 * k + part] : part ? -y[2 * (c->n - k) + 1] : y[2 * (c->n - k)];
}

double stet_slices_at(const struct stet_slices *s, int i, ptrdiff_t k, int part)
{
    return part_at(s->job->c, s->slice[i].y, k, part);
}

ptrdiff_t stet_slices_members(const struct stet_correct *c, uint32_t o)
{
    const uint32_t *member = c->orbits.member + c->orbits.start[o];
    ptrdiff_t low = 0, high = c->orbits.start[o + 1] - c->orbits.start[o];
    if (!c->half || c->kind != STET_R2C)
        return high;
    while (low < high) {
        const ptrdiff_t middle = (low + high) / 2;
        if (2 * (ptrdiff_t)(member[middle] & ~STET_ORBIT_MINUS) <= c->n)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The kernel differ(), for the reals of C2R, or outputs times a factor. */
static void differ(const struct stet_correct *c, const double *y, const uint32_t *member,
                   ptrdiff_t count, double by, double magic, const double *first, uint64_t *differ)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t k = (ptrdiff_t)(member[i] & ~STET_ORBIT_MINUS);
        const double factor = member[i] & STET_ORBIT_MINUS ? -by : by;
        for (int part = 0; part < 2; part++)
            differ[part] |= stet_bits_f64(factor * part_at(c, y, k, part) + magic - magic) ^
                            stet_bits_f64(first[part]);
    }
}

/* Of the parts in a set, those in which all members of orbit o round to `first`; without a factor
 * only those that are in the spectrum are looked at. In blocks, the first of them short: what is
 * irrational mostly shows at once. */
static unsigned agree(const struct stet_slices *s, int i, uint32_t o, unsigned parts, double by,
                      const double *first)
{
    enum { FIRST = 4, BLOCK = 256 };
    const struct stet_correct *c = s->job->c;
    const uint32_t *member = c->orbits.member + c->orbits.start[o];
    const int plain = by == 1 && !(c->half && c->kind == STET_C2R);
    const ptrdiff_t all = c->orbits.start[o + 1] - c->orbits.start[o];
    const ptrdiff_t count = plain ? stet_slices_members(c, o) : all;
    const double *y = s->slice[i].y, magic = s->slice[i].magic;
    uint64_t bits[2] = {0, 0};
    for (ptrdiff_t at = 0, step; at < count && parts; at += step) {
        step = at == 0 ? FIRST : BLOCK;
        step = step < count - at ? step : count - at;
        if (plain)
            c->kernels->differ(y, member + at, step, magic, first, bits);
        else
            differ(c, y, member + at, step, by, magic, first, bits);
        for (int part = 0; part < 2; part++)
            parts &= ~((unsigned)(bits[part] != 0) << part);
    }
    return parts;
}

/* Members that half a spectrum leaves out are conjugates of those of the opposite orbit that are in
 * it. */
unsigned stet_slices_agree(const struct stet_slices *s, int i, uint32_t o, unsigned parts,
                           double *values)
{
    const struct stet_correct *c = s->job->c;
    const struct stet_orbits *orbits = &c->orbits;
    const ptrdiff_t k = (ptrdiff_t)orbits->member[orbits->start[o]];
    const double magic = s->slice[i].magic;
    const double by = orbits->rooted && orbits->rooted[o] ? c->root : 1;
    for (int part = 0; part < 2; part++)
        values[part] = by * part_at(c, s->slice[i].y, k, part) + magic - magic;
    parts = agree(s, i, o, parts, by, values);
    if (parts && by == 1 && c->half && c->kind == STET_R2C) {
        const double conjugate[2] = {values[0], 0 - values[1]};
        parts = agree(s, i, orbits->of[k == 0 ? 0 : c->n - k], parts, by, conjugate);
    }
    return parts;
}
