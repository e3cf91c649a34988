/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/suspect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool pairs(double **to, size_t count, struct error *e)
{
    void *block;
    if (count > SIZE_MAX / (2 * sizeof(double)) || !allocate(&block, count * 2 * sizeof(double), e))
        return error_set(e, "not enough memory to look for the reason");
    *to = block;
    return true;
}

static bool make_plan(struct suspect *r, struct error *e)
{
    const struct problem *p = r->problem;
    ptrdiff_t n[RANK_MAX];
    stet_dim dims[RANK_MAX];
    stet_options o;
    for (int i = 0; i < p->rank; i++)
        n[i] = (ptrdiff_t)p->n[i];
    stet_options_init(&o);
    o.kind = p->kind;
    o.r2r = p->r2r;
    o.direction = p->direction;
    o.norm = p->norm;
    o.rank = p->rank;
    o.dims = dims;
    stet_status status = stet_dims_contiguous(p->kind, p->rank, n, dims);
    if (status == STET_OK)
        status = stet_plan_create(&r->plan, &o);
    return status == STET_OK || error_set(e, "%s", stet_strerror(status));
}

bool suspect_new(struct suspect *r, const struct problem *p, struct error *e)
{
    *r = (struct suspect){.problem = p};
    if (make_plan(r, e) && pairs(&r->packed_in, p->in.points, e) &&
        pairs(&r->packed_out, p->out.points, e) && pairs(&r->c, p->out.points, e) &&
        pairs(&r->other, p->out.points, e) && pairs(&r->input, p->in.points, e) &&
        pairs(&r->correlation, p->points, e))
        return true;
    suspect_free(r);
    return false;
}

void suspect_free(struct suspect *r)
{
    stet_plan_destroy(r->plan);
    free(r->packed_in);
    free(r->packed_out);
    free(r->c);
    free(r->other);
    free(r->input);
    free(r->correlation);
    *r = (struct suspect){.problem = NULL};
}

void suspect_set(struct suspect *r, const double *x, const double *v, const double *y,
                 size_t number)
{
    double sum = 0;
    r->x = x;
    r->v = v;
    r->y = y;
    r->number = number;
    for (size_t i = 0; i < 2 * r->problem->out.points; i++)
        sum += v[i] * v[i];
    r->v_size = sqrt(sum);
}

/* Real sides hold only real numbers. */
bool suspect_transform(struct suspect *r, const double *in, double *out, struct error *e)
{
    const struct problem *p = r->problem;
    bool reals = p->kind == STET_R2R;
    size_t step_in = p->kind == STET_R2C || reals ? 1 : 2;
    size_t step_out = p->kind == STET_C2R || reals ? 1 : 2;
    for (size_t i = 0; i < p->in.points; i++)
        memcpy(r->packed_in + step_in * i, in + 2 * i, step_in * sizeof *in);
    stet_status status = stet_execute(r->plan, r->packed_in, r->packed_out);
    if (status != STET_OK)
        return error_set(e, "%s", stet_strerror(status));
    for (size_t i = 0; i < p->out.points; i++) {
        out[2 * i + 1] = 0;
        memcpy(out + 2 * i, r->packed_out + step_out * i, step_out * sizeof *out);
    }
    return true;
}

bool transform_box(double *data, int rank, const size_t *shape, stet_direction direction,
                   struct error *e)
{
    ptrdiff_t n[RANK_MAX];
    stet_dim dims[RANK_MAX];
    stet_options o;
    for (int i = 0; i < rank; i++)
        n[i] = (ptrdiff_t)shape[i];
    stet_options_init(&o);
    o.direction = direction;
    o.norm = direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    o.rank = rank;
    o.dims = dims;
    stet_status status = stet_dims_contiguous(STET_C2C, rank, n, dims);
    if (status == STET_OK)
        status = stet_transform(&o, data, data);
    return status == STET_OK || error_set(e, "%s", stet_strerror(status));
}

double suspect_residual(const struct suspect *r, const double *c, double re, double im)
{
    double sum = 0;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        double a = r->v[2 * i] - (re * c[2 * i] - im * c[2 * i + 1]);
        double b = r->v[2 * i + 1] - (re * c[2 * i + 1] + im * c[2 * i]);
        sum += a * a + b * b;
    }
    return isfinite(sum) && r->v_size > 0 ? sqrt(sum) / r->v_size : (double)INFINITY;
}

void suspect_fit(const struct suspect *r, const double *c, double *re, double *im)
{
    double cross_re = 0, cross_im = 0, size = 0;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        double a = c[2 * i], b = c[2 * i + 1], p = r->v[2 * i], q = r->v[2 * i + 1];
        cross_re += a * p + b * q;
        cross_im += a * q - b * p;
        size += a * a + b * b;
    }
    *re = size > 0 ? cross_re / size : 0;
    *im = size > 0 ? cross_im / size : 0;
}

void suspect_keep(struct suspect *r, struct nearest *best, int which)
{
    double re, im;
    suspect_fit(r, r->c, &re, &im);
    double residual = suspect_residual(r, r->c, re, im);
    if (!(residual < best->residual))
        return;
    *best = (struct nearest){residual, which};
    memcpy(r->other, r->c, r->problem->out.points * 2 * sizeof *r->c);
}

bool suspect_kept(struct suspect *r, const struct nearest *best)
{
    memcpy(r->c, r->other, r->problem->out.points * 2 * sizeof *r->c);
    return best->which >= 0;
}

void unravel(size_t k, int rank, const size_t *shape, size_t *index)
{
    for (int i = rank - 1; i >= 0; i--) {
        index[i] = k % shape[i];
        k /= shape[i];
    }
}

size_t ravel(const size_t *index, int rank, const size_t *shape)
{
    size_t k = 0;
    for (int i = 0; i < rank; i++)
        k = k * shape[i] + index[i];
    return k;
}
