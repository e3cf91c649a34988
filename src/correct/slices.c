/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/slices.h"

#include <string.h>

#include "base/alloc.h"

/* Numbers of what the native transform reads, those of a half spectrum counted twice as in bound.h. */
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

/* The factors 2^-e and 2^e as products of two, e a multiple of 64 that brings doubles to at most 1. */
static int scale_down(struct stet_slices *s, const double *x, ptrdiff_t count)
{
    double down[2], *to = s->job->y;
    int exact = 1;
    stet_correct_choose_powers(s->job->c->kernels->largest(x, count), down, s->power);
    for (ptrdiff_t i = 0; i < count; i++) {
        to[i] = x[i] * down[0] * down[1];
        exact &= to[i] * s->power[0] * s->power[1] == x[i];
    }
    s->rest = to;
    return exact;
}

/* The inputs as the native transform reads them, and their 2-norm: Parseval has n times its square, and a half
 * spectrum counts twice. */
static int take_input(struct stet_slices *s)
{
    const stet_correct_job *job = s->job;
    const struct stet_correct *c = job->c;
    const ptrdiff_t count = stet_correct_inputs(c);
    s->power[0] = s->power[1] = 1;
    if (c->precision == STET_F64) {
        if (!scale_down(s, job->line, count))
            return 0;
        s->norm = root(numbers_of(c)) * c->kernels->largest(s->rest, count);
        return 1;
    }
    double squares = job->squares;
    if (c->is_together) /* that may be of all lines */
        squares = (c->kind == STET_C2R ? 2 : 1) * c->kernels->squares(job->line, count);
    s->rest = job->line;
    s->norm = root(squares);
    return 1;
}

/* ---------------------------------------------------------------- slices -- */

/* A power of two above x: x is normal and not large. */
static double power_above(double x)
{
    const uint64_t bits = (stet_bits_f64(x) >> 52) + 1;
    return stet_from_bits_f64(bits << 52);
}

/* With P = 2^(q-2) > 1.01 E, E = slice_unit |x|_2: the slice differs from what is left by at most 2^(q-1) in each number, so its
 * 2-norm is larger by at most sqrt(2 N) 2^(q-1), and its error by slice_unit times that, which stet_slices_open()
 * has made sure is below 2^-11 P < 0.01 E. And |sqrt(f) X_k| <= sqrt(f N) |x|_2 < P/(4 u) = 2^50 g, as rounding by an
 * addition of 1.5 2^52 g needs. 0 if there is nothing to be had above what may underflow. */
static int choose_grid(const struct stet_slices *s, struct stet_slice *slice)
{
    const double error = 1.01 * s->job->c->slice_unit * s->norm + 0x1p-890, p = power_above(error);
    *slice = (struct stet_slice){.grid = 2 * p, .magic = 0x1.8p53 * p, .error = error};
    return s->norm > 0 && p > 0x1p-800 && p < 0x1p900;
}

static void transform(const struct stet_slices *s, const double *x, double *y)
{
    (void)stet_correct_run_native(s->job->c, x, y, 1, s->job->work);
}

/* The spectrum of level 1, if it is not read again. */
static double *first_spectrum(struct stet_slices *s)
{
    const stet_correct_job *job = s->job;
    return job->bounds == NULL ? job->y : take(s, 2 * job->c->points);
}

/* While many numbers are undecided the list of them is not read. */
static double *slab_of(struct stet_slices *s)
{
    const stet_correct_job *job = s->job;
    return stet_correct_is_sparse(job) ? take(s, stet_correct_inputs(job->c))
                                       : (double *)job->undecided;
}

/* The next slice, which leaves something in rest, or not: then its spectrum goes there. */
static stet_status cut(struct stet_slices *s)
{
    const struct stet_correct *c = s->job->c;
    const ptrdiff_t count = stet_correct_inputs(c);
    struct stet_slice *slice = &s->slice[s->count];
    double *rest = s->rest, *y;
    if (!choose_grid(s, slice))
        return STET_OK;
    if (s->count == 0) {
        s->slab = slab_of(s);
        rest = take(s, count > 2 * c->points ? count : 2 * c->points);
    }
    if (s->slab == NULL || rest == NULL)
        return STET_E_MEMORY;
    const double left = c->kernels->cut(s->rest, count, 2 * slice->magic, s->slab, rest);
    y = s->count == 0 ? first_spectrum(s) : left == 0 ? rest : take(s, 2 * c->points);
    if (y == NULL)
        return STET_E_MEMORY;
    transform(s, s->slab, y);
    slice->y = y;
    s->rest = rest;
    s->norm = root(numbers_of(c)) * left;
    s->complete = left == 0;
    s->count++;
    return STET_OK;
}

/* The whole input as one slice, if it is: level 1 has its transform, unless it took floats in one go. */
static stet_status take_whole(struct stet_slices *s)
{
    const stet_correct_job *job = s->job;
    const struct stet_correct *c = job->c;
    struct stet_slice *slice = &s->slice[0];
    s->complete = s->norm == 0;
    if (!choose_grid(s, slice) ||
        !c->kernels->on_grid(s->rest, stet_correct_inputs(c), 2 * slice->magic))
        return STET_OK;
    slice->y = job->y;
    if (!job->has_spectrum) {
        double *y = take(s, 2 * c->points);
        if (y == NULL)
            return STET_E_MEMORY;
        transform(s, s->rest, y);
        slice->y = y;
    }
    s->complete = s->count = 1;
    return STET_OK;
}

stet_status stet_slices_open(struct stet_slices *s, const stet_correct_job *job)
{
    enum { LEAST_GAIN = 1 << 12 };
    const struct stet_correct *c = job->c;
    *s = (struct stet_slices){.job = job};
    if (!c->transform)
        return STET_OK;
    const size_t own =
        (stet_plan_workspace(c->transform) + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
    s->at = (char *)job->work + own;
    s->end = (char *)job->work + c->work_size;
    if (!(c->slice_unit * root(numbers_of(c)) * LEAST_GAIN <= 1) || !take_input(s))
        return STET_OK;
    const stet_status status = take_whole(s);
    return status || s->complete ? status : cut(s);
}

stet_status stet_slices_cut_all(struct stet_slices *s)
{
    stet_status status = STET_OK;
    for (int before = -1; !status && !s->complete && s->count < STET_MOST_SLICES && before < s->count;) {
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

/* What is seen of members: bits that are not those of the first one. */
struct seen {
    uint64_t differ[2];
};

/* Members at to at + count of an orbit, of a whole spectrum without a factor. */
static inline void look_plain(const double *y, const uint32_t *member, ptrdiff_t count, double magic,
                              const double *values, struct seen *seen)
{
    const uint64_t re = stet_bits_f64(values[0]), im = stet_bits_f64(values[1]);
    uint64_t re_differ = 0, im_differ = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double *z = y + 2 * (ptrdiff_t)member[i];
        re_differ |= stet_bits_f64(z[0] + magic - magic) ^ re;
        im_differ |= stet_bits_f64(z[1] + magic - magic) ^ im;
    }
    seen->differ[0] |= re_differ;
    seen->differ[1] |= im_differ;
}

static inline void look(const struct stet_correct *c, const double *y, const uint32_t *member,
                        ptrdiff_t count, double by, double magic, const double *values,
                        struct seen *seen)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t k = (ptrdiff_t)(member[i] & ~STET_ORBIT_MINUS);
        const double factor = member[i] & STET_ORBIT_MINUS ? -by : by;
        for (int part = 0; part < 2; part++)
            seen->differ[part] |=
                stet_bits_f64(factor * part_at(c, y, k, part) + magic - magic) ^
                stet_bits_f64(values[part]);
    }
}

/* In blocks, the first of them short: what is irrational mostly shows at once. */
unsigned stet_slices_agree(const struct stet_slices *s, int i, uint32_t o, unsigned parts,
                           double *values)
{
    enum { FIRST = 4, BLOCK = 64 };
    const struct stet_correct *c = s->job->c;
    const struct stet_orbits *orbits = &c->orbits;
    const uint32_t *member = orbits->member + orbits->start[o];
    const ptrdiff_t count = orbits->start[o + 1] - orbits->start[o];
    const double *y = s->slice[i].y, magic = s->slice[i].magic;
    const int rooted = orbits->rooted && orbits->rooted[o];
    const double by = rooted ? c->root : 1;
    struct seen seen = {{0, 0}};
    ptrdiff_t at = 0;
    for (int part = 0; part < 2; part++)
        values[part] = by * part_at(c, y, (ptrdiff_t)member[0], part) + magic - magic;
    while (at < count && parts) {
        const ptrdiff_t most = at == 0 ? FIRST : BLOCK, step = count - at < most ? count - at : most;
        if (c->half || rooted)
            look(c, y, member + at, step, by, magic, values, &seen);
        else
            look_plain(y, member + at, step, magic, values, &seen);
        at += step;
        for (int part = 0; part < 2; part++)
            parts &= ~((unsigned)(seen.differ[part] != 0) << part);
    }
    return parts;
}
