/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/slices.h"

#include <string.h>

#include "arith/integers.h"
#include "arith/limbs.h"
#include "arith/quotient.h"
#include "base/alloc.h"
#include "base/size.h"

/* Returns an upper bound of the count of numbers that the native transform reads. Numbers of a half
 * spectrum count twice. */
static double numbers_of(const struct stet_correct *c) { return 2.0 * (double)c->n + 4; }

static double root(double x) { return __builtin_sqrt(x) * (1 + 0x1p-50); }

/* Takes memory from the job, behind the part that the native transform uses. If that is full, takes
 * it from the heap. */
static double *take(struct stet_slices *s, ptrdiff_t doubles)
{
    const size_t size = stet_round_to_line((size_t)doubles * sizeof(double));
    char *lent = s->at;
    if (size <= (size_t)(s->end - lent)) {
        s->at += size;
        return (double *)lent;
    }
    return (double *)(s->blocks[s->block_count++] = stet_alloc(size));
}

/* ------------------------------------------------------------------ input -- */

/* Scales doubles of extreme size to at most 1 by a power of two. Returns 0 if that loses bits. */
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

/* Takes the input and its 2-norm (twice the squares of half a spectrum). Returns 0 if scaling the
 * input would lose bits. */
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
    if (c->is_together) /* the norm may be that of all lines */
        squares = (c->kind == STET_C2R ? 2 : 1) * c->kernels->squares(job->line, count);
    s->norm = root(squares);
    return 1;
}

/* ---------------------------------------------------------------- slices -- */

/* Chooses the grid of a slice. P = 2^(q-2) is above 1.01 E, E = slice_unit |x|_2, x being the
 * remainder. The margin covers the error of the next remainder's spectrum: its numbers are at most
 * 2^(q-1), so it adds at most slice_unit sqrt(2 N + 4) 2^(q-1) <= 2^-11 P < 0.01 E, by the
 * condition in stet_slices_open(). As slice_unit has the term 4 u, |sqrt(f) X_k| <= sqrt(f N) |x|_2
 * <= E/(4 u) < 2^50 g: adding 1.5 2^52 g rounds to multiples of g. Returns 0 if the remainder is
 * zero, or its bits might underflow. */
static int choose_grid(const struct stet_slices *s, struct stet_slice *slice)
{
    const double error = 1.01 * s->job->c->slice_unit * s->norm + 0x1p-890,
                 p = stet_power_above(error);
    *slice = (struct stet_slice){.grid = 2 * p, .magic = 0x1.8p53 * p, .error = error};
    return s->norm > 0 && p > 0x1p-800 && p < 0x1p900;
}

/* Computes the spectrum of the remainder. */
static stet_status transform(struct stet_slices *s, double *y)
{
    if (y == NULL)
        return STET_E_MEMORY;
    s->spectrum = y;
    return stet_correct_run_native(s->job->c, s->rest, y, 1, s->job->work);
}

/* Returns the space of the list of undecided numbers, which is not read while it is long. */
static double *space_of_list(struct stet_slices *s)
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
    s->left = s->norm * root((double)c->n);
    s->count++;
    if (s->complete)
        return STET_OK;
    double *y = s->spectrum;
    const stet_status status = transform(s, first ? space_of_list(s) : take(s, 2 * c->points));
    if (!status)
        c->kernels->subtract(y, s->spectrum, 2 * c->points);
    return status;
}

/* Reports whether one slice is enough: all inputs are multiples of its grid. */
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
    const size_t own = stet_round_to_line(stet_native_engine.workspace(c->transform));
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
    job->bounds = NULL; /* the bounds are those of y, which is overwritten */
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

/* --------------------------------------------------------------- values -- */

/* Returns the exponent of a power of two that is a normal number. */
static int exponent_of(double power) { return (int)(stet_bits_f64(power) >> 52) - 1023; }

/* Inputs are below 2^200 (take_doubles()) and fewer than 2^31, so terms are below 2^250 in size;
 * they are multiples of the last slice's grid, which is above 2^-800. */
uint64_t stet_slices_round(const struct stet_slices *s, const double *terms, uint64_t divisor)
{
    enum { LIMBS = 18 };
    uint64_t total[LIMBS] = {0}, term[LIMBS];
    const struct stet_format f = stet_number_format(s->job->c->precision);
    const int unit = exponent_of(s->slice[s->count - 1].grid);
    const int scaled = exponent_of(s->power[0]) + exponent_of(s->power[1]);
    for (int i = 0; i < s->count; i++) {
        stet_limbs_of_f64(term, terms[i], unit, LIMBS);
        stet_limbs_add(total, total, term, LIMBS);
    }
    const bool negative = stet_limbs_negative(total, LIMBS);
    if (negative)
        stet_limbs_negate(total, LIMBS);
    return stet_round_quotient(negative, total, LIMBS, unit + scaled, divisor, f);
}
