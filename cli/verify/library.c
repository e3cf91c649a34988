/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/library.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The parts of a real side lie alone, those of a complex one in pairs. */
static void put(void *to, size_t i, const struct format *f, double x)
{
    if (f == &format_f32)
        ((float *)to)[i] = (float)x;
    else
        ((double *)to)[i] = x;
}

static double get(const void *from, size_t i, const struct format *f)
{
    return f == &format_f32 ? (double)((const float *)from)[i] : ((const double *)from)[i];
}

static bool fits(const struct problem *p, const double *x, const struct format *f)
{
    if ((f != &format_f32 && f != &format_f64) || !p->exact)
        return false;
    for (size_t i = 0; i < 2 * p->in.points; i++)
        if (!format_holds(f, ldexp(x[i], p->exponent)))
            return false;
    return true;
}

static bool transform(const struct problem *p, const struct format *f, const void *in, void *out,
                      struct error *e)
{
    ptrdiff_t n[RANK_MAX];
    stet_dim dims[RANK_MAX];
    stet_options o;
    for (int i = 0; i < p->rank; i++)
        n[i] = (ptrdiff_t)p->n[i];
    stet_options_init(&o);
    o.kind = p->kind;
    o.precision = f == &format_f32 ? STET_F32 : STET_F64;
    o.level = STET_LEVEL_CORRECT;
    o.direction = p->direction;
    o.norm = p->norm;
    o.rank = p->rank;
    o.dims = dims;
    stet_status status = stet_dims_contiguous(p->kind, p->rank, n, dims);
    if (status == STET_OK)
        status = stet_transform(&o, in, out);
    return status == STET_OK || error_set(e, "level correct: %s", stet_strerror(status));
}

bool library_row(const struct problem *p, const double *x, const struct format *f, double **y,
                 struct error *e)
{
    void *in = NULL, *out = NULL, *pairs = NULL;
    size_t step_in = p->kind == STET_R2C ? 1 : 2, step_out = p->kind == STET_C2R ? 1 : 2;
    *y = NULL;
    if (!fits(p, x, f))
        return true;
    bool ok = allocate(&in, p->in.points * 2 * sizeof(double), e) &&
              allocate(&out, p->out.points * 2 * sizeof(double), e) &&
              allocate(&pairs, p->out.points * 2 * sizeof(double), e);
    for (size_t i = 0; ok && i < p->in.points; i++)
        for (size_t part = 0; part < step_in; part++)
            put(in, step_in * i + part, f, ldexp(x[2 * i + part], p->exponent));
    ok = ok && transform(p, f, in, out, e);
    for (size_t i = 0; ok && i < p->out.points; i++)
        for (size_t part = 0; part < step_out; part++)
            ((double *)pairs)[2 * i + part] = get(out, step_out * i + part, f);
    free(in);
    free(out);
    *y = pairs;
    if (!ok) {
        free(pairs);
        *y = NULL;
    }
    return ok;
}
