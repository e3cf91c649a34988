/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/library.h"
#include "files/transform.h"
#include "verify/precision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Stores the precision whose arrays have the format f. Returns false if there is none. */
static bool precision_of(const struct format *f, stet_precision *precision)
{
    static const stet_precision all[] = {STET_F16, STET_BF16, STET_F32, STET_F64};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *precision = all[i];
        if (format_of(component_of(all[i])) == f)
            return true;
    }
    return false;
}

/* Stores x as part i. Parts of a real side are contiguous, those of a complex side form pairs. */
static void put(void *to, size_t i, enum component c, double x)
{
    component_put((unsigned char *)to + i * component_size(c), c, x);
}

static double get(const void *from, size_t i, enum component c)
{
    return component_get((const unsigned char *)from + i * component_size(c), c);
}

static bool fits(const struct problem *p, const double *x, const struct format *f)
{
    if (!p->exact)
        return false;
    for (size_t i = 0; i < 2 * p->in.points; i++)
        if (!format_holds(f, ldexp(x[i], p->exponent)))
            return false;
    return true;
}

static bool transform(const struct problem *p, stet_precision precision, const void *in, void *out,
                      struct error *e)
{
    ptrdiff_t n[RANK_MAX];
    stet_dim dims[RANK_MAX];
    stet_options o;
    for (int i = 0; i < p->rank; i++)
        n[i] = (ptrdiff_t)p->n[i];
    stet_options_init(&o);
    o.kind = p->kind;
    o.r2r = p->r2r;
    o.precision = precision;
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
    bool reals = p->kind == STET_R2R;
    size_t step_in = p->kind == STET_R2C || reals ? 1 : 2;
    size_t step_out = p->kind == STET_C2R || reals ? 1 : 2;
    stet_precision precision;
    *y = NULL;
    if (!precision_of(f, &precision) || !fits(p, x, f))
        return true;
    const enum component c = component_of(precision);
    bool ok = allocate(&in, p->in.points * 2 * sizeof(double), e) &&
              allocate(&out, p->out.points * 2 * sizeof(double), e) &&
              allocate(&pairs, p->out.points * 2 * sizeof(double), e);
    for (size_t i = 0; ok && i < p->in.points; i++)
        for (size_t part = 0; part < step_in; part++)
            put(in, step_in * i + part, c, ldexp(x[2 * i + part], p->exponent));
    ok = ok && transform(p, precision, in, out, e);
    for (size_t i = 0; ok && i < p->out.points; i++)
        for (size_t part = 0; part < step_out; part++)
            ((double *)pairs)[2 * i + part] = get(out, step_out * i + part, c);
    free(in);
    free(out);
    *y = pairs;
    if (!ok) {
        free(pairs);
        *y = NULL;
    }
    return ok;
}
