/* SPDX-License-Identifier: Apache-2.0 */
/* What level 1 has not decided: ties and zeros, double-double, wide fixed point. */
#include <string.h>

#include "base/alloc.h"
#include "correct/correct.h"
#include "correct/stage_exact.h"

static struct stet_dft dft_of(const stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    return (struct stet_dft){
        c->rank, c->lengths, c->direction, c->norm, job->x, &c->norm_scale,
    };
}

static void put_bits(void *data, ptrdiff_t k, int part, uint64_t bits)
{
    stet_correct_put((const stet_correct_job *)data, 2 * k + part, bits);
}

/* The list of what is left, from the parts that wanted names. */
static void list_wanted(stet_correct_job *job, const uint8_t *wanted)
{
    const ptrdiff_t n = job->c->n;
    ptrdiff_t left = 0, *list = job->undecided;
    for (ptrdiff_t k = 0; k < n;) {
        uint64_t eight = 0;
        if (k + 8 <= n)
            memcpy(&eight, wanted + k, sizeof eight);
        if (k + 8 <= n && eight == 0) {
            k += 8;
            continue;
        }
        const ptrdiff_t end = k + 8 <= n ? k + 8 : n;
        for (; k < end; k++) {
            list[left] = 2 * k;
            left += (wanted[k] & STET_PART_RE) != 0;
            list[left] = 2 * k + 1;
            left += (wanted[k] & STET_PART_IM) != 0;
        }
    }
    job->count = left;
}

/* A short list, without a look at all outputs. */
static void compress(stet_correct_job *job, const uint8_t *wanted)
{
    ptrdiff_t left = 0;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t number = job->undecided[i];
        if (wanted[number >> 1] >> (number & 1) & 1)
            job->undecided[left++] = number;
    }
    job->count = left;
}

static int is_dense(const stet_correct_job *job) { return !stet_correct_is_sparse(job); }

/* Eight bytes at a time. The product adds up the low bits of all bytes in the highest one, and so
 * the second bits. */
static ptrdiff_t count_wanted(const uint8_t *wanted, ptrdiff_t n)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    ptrdiff_t count = 0, k = 0;
    for (; k + 8 <= n; k += 8) {
        uint64_t eight;
        memcpy(&eight, wanted + k, sizeof eight);
        count += (ptrdiff_t)(((eight & ones) + (eight >> 1 & ones)) * ones >> 56);
    }
    for (; k < n; k++)
        count += (wanted[k] & 1) + (wanted[k] >> 1);
    return count;
}

/* How many are left, and which if they are few: of many, levels read `wanted` alone. */
static void recount(stet_correct_job *job, const uint8_t *wanted)
{
    if (!is_dense(job)) {
        compress(job, wanted);
        return;
    }
    job->count = count_wanted(wanted, job->c->n);
    if (!is_dense(job))
        list_wanted(job, wanted);
}

/* Real inputs, floats and half spectra as complex doubles, for the levels that want them so. */
static void expand(stet_correct_job *job)
{
    if (job->reals)
        stet_correct_expand(job->c, job->reals, job->x);
    if (job->floats)
        job->c->narrow->widen(job->floats, job->x, 2 * job->c->n);
    if (job->half)
        stet_correct_expand(job->c, job->half, job->x);
    job->reals = NULL;
    job->floats = NULL;
    job->half = NULL;
}

/* ------------------------------------------------------------- quarters -- */

/* The sums of quarters, where level 1 did not look for them because its list was long, or where
 * other transforms of the block made it look on a coarser grid. The theorem is in stage_double.c.
 */
static void settle_quarters(stet_correct_job *job)
{
    enum { FEW = STET_MOST_FOR_QUARTERS };
    const struct stet_correct *c = job->c;
    ptrdiff_t left = 0, few = 0;
    if (c->kind == STET_C2R || !stet_correct_has_quarters(c) ||
        (job->count > FEW ? is_dense(job) : c->block == 1) || job->floats)
        return;
    for (ptrdiff_t i = 0; i < job->count; i++)
        few += stet_correct_is_quarter(c, job->undecided[i] / 2);
    if (few == 0)
        return;
    if (!(job->reals ? stet_correct_on_grid(c, job->reals, c->n, job->squares)
                     : stet_correct_on_grid(c, job->x, 2 * c->n, job->squares)))
        return;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t number = job->undecided[i];
        if (stet_correct_is_quarter(c, number / 2))
            stet_correct_put(job, number,
                             stet_narrow_of(c->precision, job->y[number] * job->y_scale + 0.0));
        else
            job->undecided[left++] = number;
    }
    job->stats->rational += job->count - left;
    job->stats->classes++;
    job->count = left;
}

/* Whether a number is the imaginary part of an output that is its own conjugate. */
static int is_zero_of_real(const struct stet_correct *c, ptrdiff_t number)
{
    return number % 2 == 1 && stet_opposite_index(c->rank, c->lengths, number / 2) == number / 2;
}

/* The zeros of a real input, outputs 0 and n/2 of each axis, that level 1 did not look for: in one
 * dimension where its list was long. */
static void settle_zeros(stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    ptrdiff_t left = 0, *list = job->undecided;
    const int has_first = job->count > 0 && (list[0] == 1 || (job->count > 1 && list[1] == 1));
    const int is_real_kind = c->kind == STET_R2C && c->rank > 1;
    if ((c->kind != STET_C2C && !is_real_kind) || !has_first || job->reals || is_dense(job))
        return; /* slices find zeros among many numbers as well */
    if (!job->is_real && !job->floats)
        job->is_real = is_real_kind || stet_correct_is_real(job->x, c->n);
    if (!job->is_real)
        return;
    for (ptrdiff_t i = 0; i < job->count; i++)
        if (is_zero_of_real(c, list[i]))
            stet_correct_put(job, list[i], 0);
        else
            list[left++] = list[i];
    job->stats->rational += job->count - left;
    job->count = left;
}

/* ---------------------------------------------------------------- levels -- */

/* The second look of level 1 that was put off: at what is not rational, if it is little. */
static void refine(stet_correct_job *job, uint8_t *wanted)
{
    const struct stet_correct *c = job->c;
    if (job->bounds == NULL || is_dense(job) || c->policy != STET_CORRECT_ADAPTIVE)
        return;
    for (ptrdiff_t i = 0; i < job->count; i++)
        wanted[job->undecided[i] >> 1] = 0;
    job->count = c->narrow->refine(job->y, c->period, job->y_scale, job->bounds, job->out,
                                   job->undecided, job->count);
    for (ptrdiff_t i = 0; i < job->count; i++)
        wanted[job->undecided[i] >> 1] |= (uint8_t)(1 << (job->undecided[i] & 1));
}

static stet_status rational(stet_correct_job *job, uint8_t *wanted)
{
    const ptrdiff_t before = job->count;
    const stet_status status = stet_correct_rational_level(job, wanted);
    recount(job, wanted);
    job->stats->rational += before - job->count;
    refine(job, wanted);
    return status;
}

/* On a grid, and in double-double what that leaves. */
static stet_status double_double(stet_correct_job *job, uint8_t *wanted)
{
    if (stet_correct_grid_level(job, wanted))
        recount(job, wanted);
    if (job->count > 0) {
        stet_correct_dd_level(job, wanted);
        recount(job, wanted);
    }
    return STET_OK;
}

static stet_status direct(stet_correct_job *job, uint8_t *wanted)
{
    job->was_direct = stet_correct_direct_level(job, wanted);
    if (job->was_direct)
        compress(job, wanted);
    return STET_OK;
}

static stet_status wide(stet_correct_job *job, uint8_t *wanted)
{
    const struct stet_dft dft = dft_of(job);
    struct stet_fixed_report report = {0, 0, 0, 0};
    const stet_status status =
        stet_fixed_round(&dft, job->c->limbs, &job->c->orbits,
                         stet_number_format(job->c->precision), wanted, put_bits, job, &report);
    job->stats->wide += job->count;
    if (report.limbs > job->stats->limbs)
        job->stats->limbs = report.limbs;
    return status;
}

typedef stet_status level(stet_correct_job *job, uint8_t *wanted);

/* Run a level on what is left, count what it leaves, and add its time. */
static stet_status run_level(level *f, double *seconds, stet_correct_job *job, uint8_t *wanted,
                             int64_t *after)
{
    if (job->count == 0)
        return STET_OK;
    const double start = stet_correct_now(job);
    if (f == rational || f == wide || (f == double_double && job->half))
        expand(job);
    const stet_status status = f(job, wanted);
    if (after)
        *after += job->count;
    *seconds += stet_correct_now(job) - start;
    return status;
}

/* The list without what nobody asked for; or all that is asked for. */
static void list_asked(stet_correct_job *job, int all)
{
    const ptrdiff_t count = all ? 2 * job->c->n : job->count;
    job->count = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t number = all ? i : job->undecided[i];
        if (stet_correct_is_asked(job->c, number))
            job->undecided[job->count++] = number;
    }
}

/* The parts that the list names, a set for each output. */
static void mark_wanted(const stet_correct_job *job, uint8_t *wanted)
{
    const ptrdiff_t *list = job->undecided, count = job->count;
    memset(wanted, 0, (size_t)job->c->n);
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t k = list[i] >> 1;
        if (i + 8 <= count && list[i + 7] - list[i] == 7 && list[i] % 2 == 0) {
            memset(wanted + k, STET_PART_RE | STET_PART_IM, 4); /* four outputs, whole */
            i += 7;
            continue;
        }
        const int both = i + 1 < count && list[i + 1] >> 1 == k;
        wanted[k] = both ? STET_PART_RE | STET_PART_IM : (uint8_t)(1 << (list[i] & 1));
        i += both;
    }
}

/* Whether slices (stage_rational.c) or double-double come first matters for the time alone. If
 * level 1 was in double and left many numbers undecided, the data have structure and most of these
 * are rational: slices first. If it left a few, or if double-double is level 1, most are not:
 * slices last. What direct sums do not decide most likely is rational. */
static stet_status run_levels(stet_correct_job *job, int dd_first)
{
    stet_correct_stats *s = job->stats;
    uint8_t *wanted = job->wanted;
    mark_wanted(job, wanted);
    stet_status status = STET_OK;
    if (dd_first && job->c->policy == STET_CORRECT_ADAPTIVE)
        status = run_level(direct, &s->seconds_dd, job, wanted, NULL);
    dd_first &= !job->was_direct;
    if (dd_first)
        status = run_level(double_double, &s->seconds_dd, job, wanted, &s->after_dd);
    if (!status)
        status = run_level(rational, &s->seconds_classes, job, wanted, &s->after_classes);
    if (!status && !dd_first)
        status = run_level(double_double, &s->seconds_dd, job, wanted, &s->after_dd);
    return status ? status : run_level(wide, &s->seconds_fixed, job, wanted, NULL);
}

stet_status stet_correct_resolve(stet_correct_job *job)
{
    const struct stet_correct *c = job->c;
    const int all = !c->native || c->policy == STET_CORRECT_STEADY;
    if (c->native && c->kind != STET_C2C)
        list_asked(job, 0);
    if (c->native)
        job->stats->after_f64 += job->count;
    if (all)
        list_asked(job, 1);
    else if (job->count > 0) {
        settle_quarters(job);
        settle_zeros(job);
    }
    const int few = !is_dense(job) || job->count <= c->most_direct;
    return job->count > 0 ? run_levels(job, all || few) : STET_OK;
}
