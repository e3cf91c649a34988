/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct in parts: the exact result of the whole transform, rounded once. Each stage decides
 * numbers that the earlier stages left undecided. A stage may compute different numbers on
 * different numbers of ranks: it is enough that its bound holds, because the correctly rounded
 * number is unique.
 *
 *   1  Level native in double, not for f64, with a bound by classes (certify.h). One dimension and
 *      CYCLIC have the a priori bound of stet_plan_bound() instead.
 *   2  If few numbers are left, computes them by their definition, in sums over all ranks
 *      (direct_nd.h after a stage 1 with classes, else direct_sum.h).
 *   3  Level extended of f64, in double-double, without the last rounding, with its bound: for many
 *      ranks, or if one rank may not hold the whole array.
 *   4  The whole array on rank 0, with all stages of one process: ties, zeros and near ties.
 *
 * All ranks learn the 2-norm of the input from one reduction. It is enlarged by more than its own
 * rounding error and broadcast from rank 0, so that all ranks take the same decisions. Another
 * reduction tells them how many numbers are left. */
#include <string.h>

#include "arith/dd.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/precision.h"
#include "correct/decide.h"
#include "correct/number.h"
#include "graph/norm.h"
#include "native/native.h"
#include "layout/box.h"
#include "layout/size.h"
#include "level_correct/certify.h"
#include "level_correct/direct_nd.h"
#include "level_correct/direct_sum.h"
#include "root_array.h"

enum {
    MANY_RANKS = 8,
    MAX_DIRECT_SUMS = 16,
    MAX_UNDECIDED = MAX_DIRECT_SUMS + (1 << STET_MPI_MAX_RANK)
};

typedef struct {
    stet_mpi_plan *in_double, *in_pairs; /* plans of stages 1 and 3; or NULL */
    stet_mpi_certify certify;            /* stage 1, two and more dimensions */
    stet_mpi_direct_nd *direct_nd;       /* stage 2, two and more dimensions */
    int64_t *indices;                    /* outputs of this rank that stage 2 computes */
    stet_mpi_root_array root;
    double each[2], underflow[2]; /* bounds of stages 1 and 3 per 2-norm of the result */
    double norm;                  /* 2-norm of the result per 2-norm of the input */
    stet_dd factor;               /* the factor of the norm */
    /* Counts bytes: the input in double; a copy of the input if in place; the outputs in double. */
    size_t input, saved, doubles;
    size_t numbers[2]; /* real numbers in this rank's input and output */
    /* Real input: the elements that are their own conjugates have imaginary part +0. An interval
     * cannot decide a zero. */
    int zeros;
    ptrdiff_t zero[1 << STET_MPI_MAX_RANK];
    ptrdiff_t undecided[MAX_UNDECIDED]; /* the first numbers that stage 1 left open */
} level_correct;

/* Returns 1 if double-double runs in parts; otherwise one process is faster. */
static int is_wide(const stet_mpi_problem *s)
{
    size_t size = 2; /* two whole arrays */
    for (int i = 0; i < s->transform.rank; i++)
        size *= (size_t)s->dims[i].n;
    size *= 2 * stet_number_size(s->transform.precision);
    const size_t limit = s->options.gather_limit;
    return s->ranks >= MANY_RANKS || (limit && size > limit);
}

/* Returns 1 if stage 1 has its bound by classes. Classes and direct sums need blocks, not
 * residues. */
static int has_classes(const stet_mpi_problem *s)
{
    return s->transform.rank > 1 && s->transform.precision != STET_F64 &&
           s->layout[1] != STET_MPI_CYCLIC;
}

/* With f64 or in one dimension, stage 1 leaves many numbers of most results undecided, so these
 * transforms use double-double. */
int stet_mpi_level_correct_serves(const stet_mpi_problem *s)
{
    stet_mpi_problem inner = *s;
    inner.transform.level = STET_LEVEL_NATIVE;
    inner.transform.precision = STET_F64;
    const int is_kind =
        s->transform.kind == STET_C2C || (s->transform.kind == STET_R2C && !s->options.padded);
    return s->transform.level == STET_LEVEL_CORRECT && is_kind &&
           (s->transform.rank > 1 || stet_mpi_1d_serves(&inner)) && s->options.howmany == 1 &&
           (is_wide(s) ||
            (s->ranks > 1 && has_classes(s) && s->transform.policy == STET_CORRECT_ADAPTIVE));
}

/* ----------------------------------------------------------------- creation - */

static stet_status bound_of(const stet_mpi_plan *plan, stet_level level, double *each,
                            double *underflow)
{
    stet_error_bound bound = {.size = sizeof bound};
    stet_options o = plan->problem.transform;
    stet_plan *whole;
    o.precision = STET_F64;
    o.level = level;
    stet_status status = stet_plan_create(&whole, &o);
    if (status)
        return status;
    status = stet_plan_bound(whole, &bound);
    stet_plan_destroy(whole);
    *each = bound.each;
    *underflow = bound.underflow;
    return status;
}

/* Lists the lengths of the blocks of a side in the form of stet_mpi_options. */
static void list_blocks(const stet_mpi_problem *s, int side, ptrdiff_t *block)
{
    for (int d = 0; d < s->grid_rank; d++)
        for (int i = 0; i < s->grid[d]; i++)
            *block++ = s->start[side][d][i + 1] - s->start[side][d][i];
}

static stet_status make_inner(stet_mpi_plan *plan, stet_level level, stet_mpi_plan **inner)
{
    const stet_mpi_problem *s = &plan->problem;
    stet_mpi_options o = s->options;
    ptrdiff_t n[STET_MPI_MAX_RANK];
    ptrdiff_t *blocks = (ptrdiff_t *)stet_alloc_array(2 * ((size_t)s->grid[0] + (size_t)s->grid[1]),
                                                      sizeof(ptrdiff_t));
    const stet_status status = stet_mpi_agree(plan, blocks ? STET_OK : STET_E_MEMORY);
    if (status)
        return status;
    for (int i = 0; i < o.rank; i++)
        n[i] = s->dims[i].n;
    list_blocks(s, 0, blocks);
    list_blocks(s, 1, blocks + s->grid[0] + s->grid[1]);
    const int wide = level == STET_LEVEL_EXTENDED;
    o.n = n;
    o.grid_rank = s->grid_rank;
    o.grid = s->grid;
    o.in_blocks = blocks;
    o.out_blocks = blocks + s->grid[0] + s->grid[1];
    o.precision = STET_F64;
    o.level = level;
    o.exchange = plan->exchange;
    if (wide) /* the factor is applied afterwards, in double-double */
        o.norm = o.direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    const stet_status made = stet_mpi_plan_create_wide(inner, plan->comm, &o, wide);
    stet_free(blocks);
    return made;
}

static void list_zeros(const stet_mpi_plan *plan, level_correct *t)
{
    const stet_mpi_box *box = &plan->box[1];
    for (int corner = 0; corner < 1 << box->rank; corner++) {
        ptrdiff_t at = 0;
        int is_here = 1;
        for (int i = 0; i < box->rank; i++) {
            const stet_mpi_axis *a = &box->axis[i];
            const ptrdiff_t n = plan->problem.dims[i].n, k = corner >> i & 1 ? n / 2 : 0;
            const ptrdiff_t place = stet_mpi_axis_position(a, k);
            is_here &= place >= 0 && (k == 0 ? !(corner >> i & 1) : n % 2 == 0);
            at += place * a->stride;
        }
        if (is_here)
            t->zero[t->zeros++] = at;
    }
}

static stet_status create(stet_mpi_plan *plan)
{
    level_correct *t = (level_correct *)stet_alloc(sizeof *t);
    const stet_options *o = &plan->problem.transform;
    plan->state = t;
    stet_status status = stet_mpi_agree(plan, t ? STET_OK : STET_E_MEMORY);
    if (status)
        return status;
    memset(t, 0, sizeof *t);
    stet_mpi_root_array_prepare(plan, &t->root);
    double n = 1;
    for (int i = 0; i < o->rank; i++)
        n *= (double)o->dims[i].n;
    t->factor = stet_norm_factor_dd(o);
    t->norm = __builtin_sqrt(n) * t->factor.hi;
    status = bound_of(plan, STET_LEVEL_NATIVE, &t->each[0], &t->underflow[0]);
    if (!status)
        status = bound_of(plan, STET_LEVEL_EXTENDED, &t->each[1], &t->underflow[1]);
    status = stet_mpi_agree(plan, status);
    if (!status && o->precision != STET_F64)
        status = make_inner(plan, STET_LEVEL_NATIVE, &t->in_double);
    if (!status && has_classes(&plan->problem))
        status = stet_mpi_agree(plan, stet_mpi_certify_prepare(plan, &t->certify));
    if (!status && t->certify.classes) {
        status = stet_mpi_direct_nd_create(plan, &t->direct_nd);
        const size_t most = status ? 1 : (size_t)stet_mpi_direct_nd_capacity(t->direct_nd);
        t->indices = (int64_t *)stet_alloc_array(most, sizeof *t->indices);
        status = status ? status : stet_mpi_agree(plan, t->indices ? STET_OK : STET_E_MEMORY);
    }
    if (!status && is_wide(&plan->problem))
        status = make_inner(plan, STET_LEVEL_EXTENDED, &t->in_pairs);
    if (status)
        return status;
    for (int side = 0; side < 2; side++)
        t->numbers[side] = (size_t)plan->box[side].elements * (plan->box[side].is_complex ? 2 : 1);
    if (o->kind == STET_R2C)
        list_zeros(plan, t);
    t->input = stet_round_to_line(t->numbers[0] * sizeof(double) + 1);
    t->saved = stet_round_to_line((size_t)plan->box[0].elements * plan->box[0].element + 1);
    const size_t number = t->in_pairs ? sizeof(stet_dd) : sizeof(double);
    t->doubles = stet_round_to_line(t->numbers[1] * sizeof(double) + 1);
    size_t out = t->numbers[1] * number;
    if (t->certify.classes && out < t->doubles + stet_mpi_certify_work(&t->certify))
        out = t->doubles + stet_mpi_certify_work(&t->certify);
    plan->work_size = t->input + t->saved + (out > t->root.local ? out : t->root.local);
    const stet_mpi_plan *inner = t->in_pairs ? t->in_pairs : t->in_double;
    plan->exchanges = inner->exchanges;
    plan->bytes = inner->bytes;
    return STET_OK;
}

static void destroy(stet_mpi_plan *plan)
{
    level_correct *t = (level_correct *)plan->state;
    if (!t)
        return;
    stet_mpi_plan_destroy(t->in_double);
    stet_mpi_plan_destroy(t->in_pairs);
    stet_mpi_direct_nd_destroy(t->direct_nd);
    stet_free(t->indices);
    stet_mpi_root_array_destroy(&t->root);
    stet_free(t);
    plan->state = NULL;
}

/* ------------------------------------------------------------------- stages - */

/* Computes a bound of the 2-norm of the result, the same on all ranks, from the sum of squares on
 * this rank. It is infinite or NaN if the input is not finite. */
static stet_status norm_of(stet_mpi_plan *plan, const level_correct *t, double mine, double *norm)
{
    double all;
    if (MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, plan->comm) != MPI_SUCCESS ||
        MPI_Bcast(&all, 1, MPI_DOUBLE, 0, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    *norm = __builtin_sqrt(all) * t->norm * (1 + 1e-6);
    return STET_OK;
}

/* Converts the input to double; returns the sum of its squares. */
static double widen(const stet_mpi_plan *plan, const level_correct *t, const void *in, double *x)
{
    const stet_precision p = plan->problem.transform.precision;
    double sum = 0;
    if (t->certify.narrow)
        return t->certify.narrow->widen(in, x, (ptrdiff_t)t->numbers[0]);
    for (size_t i = 0; i < t->numbers[0]; i++) {
        x[i] = stet_number_at(p, in, (ptrdiff_t)i);
        sum += x[i] * x[i];
    }
    return sum;
}

static stet_status count_left(stet_mpi_plan *plan, int64_t *left)
{
    int64_t all;
    if (MPI_Allreduce(left, &all, 1, MPI_INT64_T, MPI_SUM, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    *left = all;
    return STET_OK;
}

/* Decides numbers from y, which is within `error` of the exact numbers: a number is decided if
 * both ends of its interval round to the same number. The ends are first rounded to double, by at
 * most 2^-53 (norm + error); `error` must include that. Returns the number of undecided ones. */
static int64_t decide_doubles(level_correct *t, stet_precision p, const double *y, double error,
                              void *out)
{
    int64_t left = 0;
    for (size_t i = 0; i < t->numbers[1]; i++) {
        uint64_t bits;
        int is_left;
        if (p == STET_F32) {
            const float low = (float)(y[i] - error), high = (float)(y[i] + error);
            is_left = stet_bits_f32(low) != stet_bits_f32(high);
            ((float *)out)[i] = low;
        } else {
            const stet_dd v = {y[i], 0};
            is_left = !stet_decide(p, v, error, NULL, &bits);
            stet_number_put(p, out, (ptrdiff_t)i, bits);
        }
        if (is_left && left < MAX_UNDECIDED)
            t->undecided[left] = (ptrdiff_t)i;
        left += is_left;
    }
    return left;
}

static int64_t decide_pairs(const level_correct *t, stet_precision p, const stet_dd *y,
                            double error, void *out)
{
    static const double power[2] = {1, 1};
    const int scales = !(t->factor.hi == 1 && t->factor.lo == 0);
    int64_t left = 0;
    for (size_t i = 0; i < t->numbers[1]; i++) {
        uint64_t bits;
        const stet_dd v = scales ? stet_dd_mul(y[i], t->factor) : y[i];
        left += !stet_decide(p, v, error, power, &bits);
        stet_number_put(p, out, (ptrdiff_t)i, bits);
    }
    return left;
}

static stet_status run_stage(stet_mpi_plan *plan, level_correct *t, int stage, const double *x,
                             double norm, void *out, char *work, int64_t *left, int *mine)
{
    stet_mpi_plan *inner = stage == 0 ? t->in_double : t->in_pairs;
    const stet_precision p = plan->problem.transform.precision;
    stet_status status = stet_mpi_execute(inner, x, work);
    if (status)
        return status;
    const uint64_t caller = stet_fpenv_enter();
    double error = t->each[stage] * norm + t->underflow[stage];
    /* Adds the rounding of the ends for doubles; for pairs, that of the factor and its product. */
    error = error * (1 + 0x1p-40) + (stage == 0 ? 0x1p-51 : 0x1p-97) * norm;
    if (stage == 0)
        *left = decide_doubles(t, p, (const double *)(void *)work, error, out);
    else
        *left = decide_pairs(t, p, (const stet_dd *)(void *)work, error, out);
    stet_fpenv_leave(caller);
    if (mine)
        *mine = *left < MAX_UNDECIDED ? (int)*left : MAX_UNDECIDED;
    *left -= t->zeros;
    for (int i = 0; i < t->zeros; i++)
        stet_number_put(p, out, 2 * t->zero[i] + 1, 0);
    return count_left(plan, left);
}

static int is_zero(const level_correct *t, ptrdiff_t number)
{
    int found = 0;
    for (int i = 0; i < t->zeros; i++)
        found |= number == 2 * t->zero[i] + 1;
    return found;
}

/* Returns 2 k + part for a number of this rank's output; k is the index in the whole output. */
static int64_t global_number(const stet_mpi_box *box, ptrdiff_t number)
{
    return 2 * (int64_t)stet_mpi_box_index(box, number / 2) + number % 2;
}

/* Gathers the lists of all ranks on every rank; this rank has `mine` numbers in `own`. */
static stet_status gather_list(stet_mpi_plan *plan, int mine, const int64_t *own, int64_t *all,
                               int *first)
{
    const int p = plan->problem.ranks;
    int *counts = (int *)stet_alloc_array(2 * (size_t)p, sizeof *counts);
    stet_status status = stet_mpi_agree(plan, counts ? STET_OK : STET_E_MEMORY);
    if (!status && MPI_Allgather(&mine, 1, MPI_INT, counts, 1, MPI_INT, plan->comm) != MPI_SUCCESS)
        status = STET_E_MPI;
    for (int i = 0, at = 0; i < p && !status; at += counts[i++])
        counts[p + i] = at;
    if (!status && MPI_Allgatherv(own, mine, MPI_INT64_T, all, counts, counts + p, MPI_INT64_T,
                                  plan->comm) != MPI_SUCCESS)
        status = STET_E_MPI;
    *first = status ? 0 : counts[p + plan->rank];
    stet_free(counts);
    return status;
}

/* Runs stage 2 with direct_sum.h. t->undecided lists all open numbers of this rank. */
static stet_status run_direct_sums(stet_mpi_plan *plan, const level_correct *t, const double *x,
                                   double norm, void *out, int mine, int64_t *left)
{
    static const double power[2] = {1, 1};
    const stet_precision p = plan->problem.transform.precision;
    int64_t own[MAX_DIRECT_SUMS], all[MAX_DIRECT_SUMS];
    ptrdiff_t number[MAX_DIRECT_SUMS];
    stet_dd sum[MAX_DIRECT_SUMS];
    int count = 0, first;
    for (int i = 0; i < mine; i++)
        if (!is_zero(t, t->undecided[i])) {
            number[count] = t->undecided[i];
            own[count++] = global_number(&plan->box[1], t->undecided[i]);
        }
    stet_status status = gather_list(plan, count, own, all, &first);
    if (!status)
        status = stet_mpi_direct_sum_run(plan->comm, &plan->problem, &plan->box[0], x, (int)*left,
                                         all, sum);
    if (status)
        return status;
    const uint64_t caller = stet_fpenv_enter();
    const double error = (stet_mpi_direct_sum_error(&plan->problem) + 0x1p-97) * norm;
    *left = 0;
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        const stet_dd v = stet_dd_mul(sum[first + i], t->factor);
        *left += !stet_decide(p, v, error, power, &bits);
        stet_number_put(p, out, number[i], bits);
    }
    stet_fpenv_leave(caller);
    return count_left(plan, left);
}

/* Removes the zeros of real input from the list. Lists the outputs of the remaining numbers, each
 * once, in t->indices. Returns the number of outputs; those beyond the capacity are not listed. */
static ptrdiff_t list_outputs(const stet_mpi_plan *plan, const level_correct *t, ptrdiff_t *list,
                              ptrdiff_t *count)
{
    const ptrdiff_t most = stet_mpi_direct_nd_capacity(t->direct_nd);
    ptrdiff_t left = 0, outputs = 0;
    for (ptrdiff_t i = 0; i < *count; i++) {
        if (is_zero(t, list[i]))
            continue;
        const int is_new = left == 0 || list[left - 1] / 2 != list[i] / 2;
        if (is_new && outputs < most)
            t->indices[outputs] = global_number(&plan->box[1], list[i]) / 2;
        outputs += is_new;
        list[left++] = list[i];
    }
    *count = left;
    return outputs;
}

/* Runs stages 1 and 2 for two and more dimensions. */
static stet_status run_double_nd(stet_mpi_plan *plan, level_correct *t, const void *in,
                                 const double *x, double norm, void *out, char *work, int64_t *left)
{
    static const double power[2] = {1, 1};
    const stet_precision p = plan->problem.transform.precision;
    const double *y = (const double *)(void *)work;
    const stet_ddc *sum = NULL;
    ptrdiff_t *list, count, mine;
    double error = 0;
    stet_status status = stet_mpi_execute(t->in_double, x, work);
    if (!status)
        status =
            stet_mpi_certify_run(plan, &t->certify, y, norm, out, work + t->doubles, &list, &count);
    if (status)
        return status;
    for (int i = 0; i < t->zeros; i++)
        stet_number_put(p, out, 2 * t->zero[i] + 1, 0);
    mine = count > t->certify.capacity ? count : list_outputs(plan, t, list, &count);
    /* Direct sums read the caller's floats if these still exist, because they have half the
     * bytes. */
    const int is_complex = plan->box[0].is_complex;
    const int source = is_complex && p == STET_F32 && in != out ? STET_FLOAT_PAIRS
                       : is_complex                             ? STET_PAIRS
                                                                : STET_REALS;
    const void *numbers = source == STET_FLOAT_PAIRS ? in : x;
    status = stet_mpi_direct_nd_run(plan, t->direct_nd, numbers, source, norm / t->norm, t->indices,
                                    mine, left, &sum, &error);
    if (status || !sum)
        return status;
    const uint64_t caller = stet_fpenv_enter();
    error = error * t->factor.hi * (1 + 0x1p-20) + 0x1p-97 * norm;
    *left = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        uint64_t bits;
        sum += i > 0 && list[i] / 2 != list[i - 1] / 2;
        const stet_dd v = stet_dd_mul(list[i] % 2 ? sum->im : sum->re, t->factor);
        *left += !stet_decide(p, v, error, power, &bits);
        stet_number_put(p, out, list[i], bits);
    }
    stet_fpenv_leave(caller);
    return count_left(plan, left);
}

/* Restores the input of this rank in `to` if its output has overwritten it. */
static const void *restore_input(const stet_mpi_plan *plan, const level_correct *t, const double *x,
                                 void *to)
{
    const stet_precision p = plan->problem.transform.precision;
    for (size_t i = 0; i < t->numbers[0]; i++)
        stet_number_put(p, to, (ptrdiff_t)i,
                        p == STET_F64 ? stet_bits_f64(x[i]) : stet_narrow_of(p, x[i]));
    return to;
}

static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    level_correct *t = (level_correct *)plan->state;
    const stet_precision p = plan->problem.transform.precision;
    double *x = (double *)(void *)work, norm = 0;
    char *rest = work + t->input + t->saved;
    const uint64_t caller = stet_fpenv_enter();
    stet_status status = norm_of(plan, t, widen(plan, t, in, x), &norm);
    stet_fpenv_leave(caller);
    int64_t left = 1;
    /* Within these limits no square has overflowed, and squares that underflowed do not matter. */
    const int is_known = norm > 0x1p-400 && norm < 0x1p400;
    if (p != STET_F64 && is_known && !status) {
        int mine = 0;
        status = t->direct_nd ? run_double_nd(plan, t, in, x, norm, out, rest, &left)
                              : run_stage(plan, t, 0, x, norm, out, rest, &left, &mine);
        if (!status && left && left <= MAX_DIRECT_SUMS && !t->direct_nd)
            status = run_direct_sums(plan, t, x, norm, out, mine, &left);
    }
    if (left && t->in_pairs && is_known && !status)
        status = run_stage(plan, t, 1, x, norm, out, rest, &left, NULL);
    if (status || !left)
        return status;
    if (in == out)
        in = restore_input(plan, t, x, work + t->input);
    return stet_mpi_root_array_run(plan, &t->root, in, out, rest);
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    const level_correct *t = (const level_correct *)plan->state;
    stet_put(to, "stages: %s%sgathered on rank 0 (%zu bytes)\n",
             t->in_double ? "double, sums of a few numbers, " : "",
             t->in_pairs ? "double-double, " : "", plan->gather_size);
}

const stet_mpi_algorithm stet_mpi_level_correct = {"correct, in parts", create, destroy, run,
                                                   describe};
