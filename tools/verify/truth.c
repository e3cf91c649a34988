/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/truth.h"
#include "verify/reals.h"

#include <math.h>
#include <stdlib.h>

/* Returns the length of the one-dimensional transform that is computed along axis i. */
static size_t length_inside(const struct problem *p, int i)
{
    return p->kind == STET_R2R ? reals_order(p->r2r[i], p->n[i]) : p->n[i];
}

static bool make_plans(struct truth *t, struct error *e)
{
    const struct problem *p = t->problem;
    void *block;
    if (!allocate(&block, (size_t)p->rank * sizeof *t->plans, e))
        return false;
    t->plans = block;
    for (int i = 0; i < p->rank; i++) {
        int k = 0;
        while (k < t->plan_count && t->plans[k].n != length_inside(p, i))
            k++;
        t->plan_of[i] = k;
        if (k < t->plan_count)
            continue;
        if (!spectrum_new(&t->plans[k], length_inside(p, i), e))
            return false;
        t->plan_count++;
    }
    return true;
}

/* The factor has a relative error of at most 16u^2: 8u^2 from a root and 4u^2 from a quotient. */
static void make_factor(struct truth *t)
{
    const struct problem *p = t->problem;
    double n = (double)p->logical;
    bool by_n =
        p->direction == STET_FORWARD ? p->norm == STET_NORM_FORWARD : p->norm == STET_NORM_BACKWARD;
    t->divisor = by_n ? n : 1;
    t->factor = dd_of(1);
    if (p->norm == STET_NORM_ORTHO)
        t->factor = dd_div_f64(dd_sqrt(n), n);
}

bool truth_new(struct truth *t, const struct problem *p, struct error *e)
{
    size_t longest = 0, points = p->points;
    void *block;
    *t = (struct truth){.problem = p};
    for (int i = 0; i < p->rank; i++)
        longest = length_inside(p, i) > longest ? length_inside(p, i) : longest;
    if ((uint64_t)points > (uint64_t)1 << 48)
        return error_set(e, "one transform has %zu points: stet verify takes up to 2^48", points);
    bool ok = make_plans(t, e) && allocate(&block, points * sizeof *t->row, e);
    if (ok)
        t->row = block;
    ok = ok && allocate(&block, longest * sizeof *t->line, e);
    if (ok)
        t->line = block;
    ok = ok && allocate(&block, p->out.points * sizeof *t->y, e);
    if (ok)
        t->y = block;
    make_factor(t);
    if (!ok)
        truth_free(t);
    return ok;
}

void truth_free(struct truth *t)
{
    for (int i = 0; i < t->plan_count; i++)
        spectrum_free(&t->plans[i]);
    free(t->plans);
    free(t->row);
    free(t->line);
    free(t->y);
    *t = (struct truth){.plan_count = 0};
}

/* Returns the 2-norm, slightly too large. */
static double norm(const struct ddc *x, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += x[i].re.hi * x[i].re.hi + x[i].im.hi * x[i].im.hi;
    return sqrt(sum) * (1 + 0x1p-20);
}

static struct ddc swapped(struct ddc a) { return (struct ddc){a.im, a.re}; }

/* Extends the first n/2 + 1 numbers to the Hermitian line of length n. Imaginary parts that must
 * vanish are taken as zero. */
static void extend(struct ddc *line, size_t n)
{
    line[0].im = dd_of(0);
    if (n % 2 == 0)
        line[n / 2].im = dd_of(0);
    for (size_t k = n / 2 + 1; k < n; k++)
        line[k] = (struct ddc){line[n - k].re, dd_neg(line[n - k].im)};
}

/* Transforms one line of length n whose first `from` numbers are given. */
static void transform_line(struct truth *t, int i, size_t from)
{
    const struct problem *p = t->problem;
    const struct spectrum *s = &t->plans[t->plan_of[i]];
    bool inverse = p->direction == STET_INVERSE;
    size_t n = p->n[i];
    if (p->kind == STET_R2R) {
        reals_extend(p->r2r[i], n, t->line);
        spectrum_run(s, t->line);
        reals_extract(p->r2r[i], n, t->line);
        return;
    }
    if (from < n)
        extend(t->line, n);
    for (size_t k = 0; inverse && k < n; k++)
        t->line[k] = swapped(t->line[k]);
    spectrum_run(s, t->line);
    for (size_t k = 0; inverse && k < n; k++)
        t->line[k] = swapped(t->line[k]);
}

/* Transforms all lines along axis i. from and to are the lengths of the axis in t->row before and
 * after; other axes have the lengths in shape. The inverse is the forward transform with real and
 * imaginary parts exchanged before and after. */
static void transform_axis(struct truth *t, const size_t *shape, int i, size_t from)
{
    const struct problem *p = t->problem;
    size_t outer = 1, inner = 1, n = p->n[i];
    for (int j = 0; j < p->rank; j++)
        *(j < i ? &outer : &inner) *= j == i ? 1 : shape[j];
    for (size_t o = outer; o-- > 0;) /* backwards, because a longer line moves those after it */
        for (size_t l = 0; l < inner; l++) {
            for (size_t k = 0; k < from; k++)
                t->line[k] = t->row[(o * from + k) * inner + l];
            transform_line(t, i, from);
            for (size_t k = 0; k < n; k++)
                t->row[(o * n + k) * inner + l] = t->line[k];
        }
}

struct dd truth_scaled(const struct truth *t, struct dd y)
{
    if (t->problem->norm == STET_NORM_ORTHO)
        return dd_mul(y, t->factor);
    return t->divisor > 1 ? dd_div_f64(y, t->divisor) : y;
}

/* Keeps bins 0 to n/2 of the last axis, and applies the factor. */
static void finish(struct truth *t)
{
    const struct problem *p = t->problem;
    int last = p->rank - 1;
    size_t n = p->n[last], stored = p->out.shape[last];
    for (size_t i = 0; i < p->out.points; i++) {
        struct ddc a = t->row[i / stored * n + i % stored];
        t->y[i] = (struct ddc){truth_scaled(t, a.re), truth_scaled(t, a.im)};
    }
}

/* Bounds the error E of the row in the 2-norm. An axis multiplies it by sqrt(n), and adds its own
 * bound times the norm of its input. Extending half a line at most doubles the squares. n is the
 * length of the transform inside. */
void truth_row(struct truth *t, const double *x)
{
    const struct problem *p = t->problem;
    size_t points = p->in.points;
    double error = 0;
    for (size_t i = 0; i < points; i++)
        t->row[i] = (struct ddc){dd_of(x[2 * i]), dd_of(x[2 * i + 1])};
    for (int i = 0; i < p->rank; i++) {
        double n = (double)length_inside(p, i), size = norm(t->row, points);
        bool half = p->in.shape[i] < p->n[i] || (p->kind == STET_C2R && i == p->rank - 1);
        double more = p->kind == STET_R2R ? REALS_GROWTH : half ? 1.4143 : 1;
        error = more * (error * sqrt(n) + t->plans[t->plan_of[i]].bound * size) * (1 + 0x1p-20);
        transform_axis(t, p->in.shape, i, p->in.shape[i]);
        points = points / p->in.shape[i] * p->n[i];
    }
    finish(t);
    t->bound = error * t->factor.hi / t->divisor * (1 + 0x1p-20) + DD_TINY * (double)p->points;
}
