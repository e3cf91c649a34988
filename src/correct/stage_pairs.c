/* SPDX-License-Identifier: Apache-2.0 */
/* The stages whose numbers are pairs of doubles: direct sums for a few numbers, transforms on a
 * grid, and transforms in double-double, which are the first stage of double precision. */
#include <string.h>

#include "base/size.h"
#include "correct/correct.h"

/* ----------------------------------------------------------------- output -- */

/* Maps output number f of the forward transform that is run to output k of the requested one: k =
 * f, or, if that is inverse, the opposite index. */
typedef struct {
    stet_correct_job *job;
    uint8_t *wanted;
    double error;    /* error of a value before the norm's scale */
    double power[2]; /* their product is what the input was divided by; 1 if narrow */
    int is_real;     /* outputs f and n - f are conjugates, one is computed */
} settler;

static inline ptrdiff_t opposite_index(const struct stet_correct *c, ptrdiff_t f)
{
    return stet_opposite_index(c->rank, c->lengths, f);
}

static inline ptrdiff_t output_index(const struct stet_correct *c, ptrdiff_t f)
{
    return stet_output_index(c->direction, c->rank, c->lengths, f);
}

static int decide(const settler *l, stet_dd v, uint64_t *bits)
{
    const struct stet_correct *c = l->job->c;
    double error = l->error;
    v = stet_correct_scaled(c, v, &error);
    return stet_decide(c->precision, v, error, l->power, bits);
}

static inline void settle(const settler *l, ptrdiff_t k, int part, uint64_t bits)
{
    if ((l->wanted[k] >> part & 1) == 0)
        return;
    l->wanted[k] &= (uint8_t)~(1 << part);
    stet_correct_put(l->job, 2 * k + part, bits);
}

/* Decides output f of the transform that was run, and its conjugate if that is an output too. */
static inline void settle_output(const settler *l, ptrdiff_t f, const double *z, ptrdiff_t i)
{
    const struct stet_correct *c = l->job->c;
    const ptrdiff_t k = output_index(c, f), other = l->is_real ? opposite_index(c, k) : k;
    const unsigned parts = l->wanted[k] | l->wanted[other];
    if (parts == 0)
        return;
    const stet_ddc value = stet_dd_get(z, i);
    const uint64_t sign = (uint64_t)1 << (8 * stet_number_size(c->precision) - 1);
    uint64_t bits;
    if (parts & STET_PART_RE && decide(l, value.re, &bits)) {
        settle(l, k, 0, bits);
        settle(l, other, 0, bits);
    }
    if (parts & STET_PART_IM && decide(l, value.im, &bits)) {
        settle(l, k, 1, bits);
        settle(l, other, 1, bits ^ sign);
    }
}

static void put(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    const settler *l = (const settler *)data;
    for (ptrdiff_t i = 0; i < count; i++)
        settle_output(l, first + i * step, z, i);
}

/* ------------------------------------------------------------------ input -- */

/* Chooses factors whose product scales numbers up to `most` to at most 1, in steps of 2^64, and the
 * inverse factors. Each is a normal number. */
void stet_correct_choose_powers(double most, double *down, double *up)
{
    int steps = 0;
    for (; most > 1; most *= 0x1p-64)
        steps++;
    for (; most > 0 && most < 0x1p-64; most *= 0x1p64)
        steps--;
    down[0] = down[1] = up[0] = up[1] = 1;
    for (int i = 0; i < steps; i++) {
        down[i % 2] *= 0x1p-64;
        up[i % 2] *= 0x1p64;
    }
    for (int i = 0; i < -steps; i++) {
        down[i % 2] *= 0x1p64;
        up[i % 2] *= 0x1p-64;
    }
}

/* Scales doubles of any size to at most 1, so that no sum overflows and an underflow is small
 * beside the rest. Returns their 2-norm. */
static double scale_input(settler *l)
{
    const stet_correct_job *job = l->job;
    const ptrdiff_t count = 2 * job->c->n;
    double squares[4] = {0, 0, 0, 0}, down[2];
    stet_correct_choose_powers(job->c->kernels->largest(job->x, count), down, l->power);
    for (ptrdiff_t i = 0; i < count; i++) {
        job->y[i] = job->x[i] * down[0] * down[1];
        squares[i % 4] += job->y[i] * job->y[i];
    }
    return __builtin_sqrt((squares[0] + squares[1]) + (squares[2] + squares[3])) * (1 + 0x1p-20);
}

static stet_dd_axes axes_of(const struct stet_correct *c)
{
    return (stet_dd_axes){c->rank, c->lengths, c->dd, c->n};
}

/* The workspace has pieces: the work of a transform, then the flags of the outputs requested from
 * it. */
static size_t axes_work(const struct stet_correct *c)
{
    const stet_dd_axes axes = axes_of(c);
    return stet_round_to_line(stet_dd_axes_work(&axes));
}

size_t stet_correct_pairs_work(const struct stet_correct *c) { return axes_work(c) + (size_t)c->n; }

/* Returns the outputs of the transform that is run from which the wanted ones follow. */
static const uint8_t *request_of(const settler *l)
{
    const struct stet_correct *c = l->job->c;
    uint8_t *request = (uint8_t *)l->job->work + axes_work(c);
    if (c->direction == STET_FORWARD && !l->is_real)
        return l->wanted;
    memset(request, 0, (size_t)c->n);
    for (ptrdiff_t k = 0; k < c->n; k++) {
        uint64_t rest = 0;
        if (k + 8 <= c->n)
            memcpy(&rest, l->wanted + k, sizeof rest);
        if (k + 8 <= c->n && rest == 0) {
            k += 7;
        } else if (l->wanted[k]) {
            const ptrdiff_t f = output_index(c, k); /* the function is its own inverse */
            request[l->is_real ? stet_dd_fft_one_of_both(c->dd[0], f) : f] = 1;
        }
    }
    return request;
}

/* Reports whether the whole input x is real. */
static int is_real_input(const stet_correct_job *job, const void *x)
{
    if (job->c->kind == STET_R2C || job->form == STET_REALS || job->is_real)
        return 1;
    return job->form == STET_PAIRS && job->c->policy == STET_CORRECT_ADAPTIVE &&
           stet_correct_is_real((const double *)x, job->c->n);
}

/* Runs a transform; size is NULL in double-double. For a real input in one dimension half of the
 * outputs are enough. */
static void run_axes(settler *l, const void *x, const stet_dd_size *size)
{
    const stet_dd_axes axes = axes_of(l->job->c);
    l->is_real = axes.rank == 1 && is_real_input(l->job, x);
    stet_dd_axes_run(&axes, x, l->job->form, size, request_of(l), put, l, l->job->work);
}

/* Receives a sum over half a spectrum with its first and last number halved. Its real part is half
 * of the output; the imaginary part would cancel against the other half. */
static void put_direct(void *data, ptrdiff_t f, stet_ddc z)
{
    const settler *l = (const settler *)data;
    if (l->job->form == STET_HALF_SPECTRUM)
        z = (stet_ddc){{2 * z.re.hi, 2 * z.re.lo}, {0, 0}};
    const double words[STET_DD_WORDS * STET_DD_BLOCK] = {[0] = z.re.hi,
                                                         [STET_DD_BLOCK] = z.re.lo,
                                                         [2 * STET_DD_BLOCK] = z.im.hi,
                                                         [3 * STET_DD_BLOCK] = z.im.lo};
    settle_output(l, f, words, 0);
}

static double norm_of(const stet_correct_job *job)
{
    return __builtin_sqrt(job->squares) * (1 + 0x1p-20);
}

/* Scales the first and the last number of half a spectrum, which the whole spectrum has once. This
 * is exact: they come from narrow formats. */
static void scale_ends(const stet_correct_job *job, double scale)
{
    if (job->form != STET_HALF_SPECTRUM)
        return;
    job->line[0] *= scale;
    job->line[job->c->n] *= scale;
}

static stet_dd_size size_of(const stet_correct_job *job)
{
    const ptrdiff_t n = job->c->n;
    const stet_correct_kernels *k = job->c->kernels;
    const double *x = (const double *)job->input;
    if (job->form == STET_REALS)
        return (stet_dd_size){norm_of(job), k->largest(x, n)};
    const double most =
        job->form == STET_FLOAT_PAIRS ? k->largest_f32(job->input, 2 * n) : k->largest(x, 2 * n);
    return (stet_dd_size){norm_of(job),
                          most * 0x1.6a09e8p0}; /* the factor is slightly above sqrt 2 */
}

#ifndef STET_FEW_DIRECT_SUMS
/* Returns the bytes of the sums' workspace, then of a list of the outputs, their indices and the
 * outputs themselves. */
size_t stet_correct_axes_work(const struct stet_correct *c, ptrdiff_t count)
{
    const size_t each = sizeof(stet_ddc) + ((size_t)c->rank + 1) * sizeof(ptrdiff_t);
    return stet_direct_axes_work(c->direct_axes, count) + (size_t)count * each;
}

static void direct_axes(settler *l)
{
    stet_correct_job *job = l->job;
    const struct stet_correct *c = job->c;
    const stet_dd_size size = size_of(job);
    char *work = (char *)job->work;
    stet_ddc *outputs = (stet_ddc *)(work + stet_direct_axes_work(c->direct_axes, c->most_direct));
    ptrdiff_t *list = (ptrdiff_t *)(outputs + c->most_direct), *index = list + c->most_direct;
    ptrdiff_t count = 0;
    l->error = stet_direct_axes_error(c->direct_axes, size) + 0x1p-900;
    if (!(l->error < __builtin_inf()))
        return;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t f = output_index(c, job->undecided[i] / 2);
        if (count > 0 && list[count - 1] == f)
            continue;
        list[count] = f;
        for (ptrdiff_t axis = c->rank - 1, k = f; axis >= 0; k /= c->lengths[axis--])
            index[count * c->rank + axis] = k % c->lengths[axis];
        count++;
    }
    stet_direct_axes_run(c->direct_axes, job->input, job->form, size, index, count, outputs, work);
    for (ptrdiff_t i = 0; i < count; i++)
        put_direct(l, list[i], outputs[i]);
}
#endif

/* Runs direct sums in one dimension. */
static void direct_sums(settler *l)
{
    stet_correct_job *job = l->job;
    const struct stet_correct *c = job->c;
    ptrdiff_t list[STET_MOST_DIRECT];
    const int half = job->form == STET_HALF_SPECTRUM, source = half ? STET_PAIRS : job->form;
    const double norm =
        norm_of(job) * (half ? 0.7072 : 1); /* the factor is slightly above sqrt 1/2 */
    const int most = stet_direct_sum_most(c->direct);
    const ptrdiff_t there = half ? c->n / 2 + 1 : c->n;
    l->error = (half ? 2 : 1) * stet_direct_sum_error(c->direct, norm) + 0x1p-900;
    l->is_real = !half && is_real_input(job, job->input);
    scale_ends(job, 0.5);
    int count = 0;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t k = job->undecided[i] / 2, f = output_index(c, k);
        const int is_other = l->is_real && 2 * k > c->n && l->wanted[c->n - k] != 0;
        if (l->wanted[k] && !is_other && (count == 0 || list[count - 1] != f))
            list[count++] = f;
        if (count == most || (i + 1 == job->count && count > 0)) {
            stet_direct_sum_run(c->direct, job->input, source, there, norm, list, count, put_direct,
                                l, job->work);
            count = 0;
        }
    }
    scale_ends(job, 2);
}

/* Guesses what the numbers are that direct sums leave. If these decide most numbers, the others are
 * near a rounding boundary by chance; if not, they are most likely rational. */
static void guess_rest(stet_correct_job *job, const uint8_t *wanted)
{
    enum { FEW = 8 };
    ptrdiff_t left = 0;
    for (ptrdiff_t i = 0; i < job->count; i++)
        left += wanted[job->undecided[i] >> 1] >> (job->undecided[i] & 1) & 1;
    if (left * FEW > job->count)
        job->guess = STET_MOSTLY_RATIONAL;
}

stet_status stet_correct_stage_sums(stet_correct_job *job, uint8_t *wanted)
{
    settler l = {.job = job, .wanted = wanted};
#ifndef STET_FEW_DIRECT_SUMS
    if (job->c->direct_axes) {
        direct_axes(&l);
        if (l.error < __builtin_inf())
            guess_rest(job, wanted);
        return STET_OK;
    }
#endif
    direct_sums(&l);
    guess_rest(job, wanted);
    return STET_OK;
}

stet_status stet_correct_stage_grid(stet_correct_job *job, uint8_t *wanted)
{
    const stet_dd_size size = size_of(job);
    const stet_dd_axes axes = axes_of(job->c);
    settler l = {.job = job, .wanted = wanted};
    l.error = stet_dd_axes_grid_error(&axes, size) + 0x1p-900;
    if (l.error < __builtin_inf())
        run_axes(&l, job->input, &size);
    return STET_OK;
}

/* Scales doubles first. */
stet_status stet_correct_stage_pairs(stet_correct_job *job, uint8_t *wanted)
{
    const int is_double = job->c->precision == STET_F64;
    settler l = {.job = job, .wanted = wanted, .power = {1, 1}};
    const double norm = is_double ? scale_input(&l) : norm_of(job);
    l.error = job->c->dd_error * norm + 0x1p-900;
    run_axes(&l, is_double ? job->y : job->input, NULL);
    return STET_OK;
}
