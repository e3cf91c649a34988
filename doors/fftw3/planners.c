/* SPDX-License-Identifier: Apache-2.0 */
/* The basic and the advanced planners: row-major arrays that may be parts of larger ones. */
#include <stdlib.h>

#include "api.h"
#include "report.h"

/* One side of the advanced interface. */
typedef struct side {
    real *array;
    const int *embed; /* the lengths of the larger array, or NULL */
    int stride, dist;
} side;

/* Returns the length of dimension i of the array that contains a side. Without embed it is the
 * transform's; a real line of r2c and c2r in place is then as long as the complex one. */
static ptrdiff_t embedded(const problem *p, const side *s, int is_output, const int *n, int i)
{
    if (s->embed)
        return s->embed[i];
    if (i + 1 < p->rank || (p->kind != R2C && p->kind != C2R))
        return n[i];
    if (stet_fftw_parts(p, is_output) == 2)
        return n[i] / 2 + 1;
    return stet_fftw_is_in_place(p) ? 2 * ((ptrdiff_t)n[i] / 2 + 1) : n[i];
}

/* Sets the strides of a side; returns 0 on overflow. */
static int set_strides(problem *p, const side *s, int is_output, const int *n)
{
    const ptrdiff_t parts = stet_fftw_parts(p, is_output);
    ptrdiff_t stride = parts * s->stride;
    for (int i = p->rank - 1; i >= 0; i--) {
        iodim64 *d = &p->dims[p->loops + i];
        *(is_output ? &d->os : &d->is) = stride;
        if (i > 0 && __builtin_mul_overflow(stride, embedded(p, s, is_output, n, i), &stride))
            return 0;
    }
    *(is_output ? &p->dims[0].os : &p->dims[0].is) = parts * s->dist;
    return 1;
}

static int are_good(int rank, const int *n, int howmany)
{
    if (rank < 0 || rank == FFTW_RANK_NONE || howmany < 0 || (rank > 0 && !n))
        return 0;
    for (int i = 0; i < rank; i++)
        if (n[i] <= 0)
            return 0;
    return 1;
}

static plan *many(problem *p, const int *n, int howmany, const side *in, const side *out)
{
    if (!are_good(p->rank, n, howmany) || (p->kind == R2R && p->rank > 0 && !p->r2r))
        return stet_fftw_refuse(REFUSED_ARGUMENT);
    p->loops = 1;
    p->idle = howmany == 0;
    p->at = (arrays){in->array, stet_fftw_im(in->array), out->array, stet_fftw_im(out->array)};
    p->dims = malloc(((size_t)p->rank + 1) * sizeof *p->dims);
    if (!p->dims)
        return stet_fftw_refuse(REFUSED_MEMORY);
    p->dims[0].n = howmany;
    for (int i = 0; i < p->rank; i++)
        p->dims[1 + i].n = n[i];
    const int fits = set_strides(p, in, 0, n) && set_strides(p, out, 1, n);
    plan *made = fits ? stet_fftw_plan(p) : stet_fftw_refuse(REFUSED_LIMIT);
    free(p->dims);
    return made;
}

plan *X(plan_many_dft)(int rank, const int *n, int howmany, real *in, const int *inembed,
                       int istride, int idist, real *out, const int *onembed, int ostride,
                       int odist, int sign, unsigned flags)
{
    problem p = {.kind = C2C, .backward = sign != FFTW_FORWARD, .rank = rank, .flags = flags};
    return many(&p, n, howmany, &(side){in, inembed, istride, idist},
                &(side){out, onembed, ostride, odist});
}

plan *X(plan_many_dft_r2c)(int rank, const int *n, int howmany, real *in, const int *inembed,
                           int istride, int idist, real *out, const int *onembed, int ostride,
                           int odist, unsigned flags)
{
    problem p = {.kind = R2C, .rank = rank, .flags = flags};
    return many(&p, n, howmany, &(side){in, inembed, istride, idist},
                &(side){out, onembed, ostride, odist});
}

plan *X(plan_many_dft_c2r)(int rank, const int *n, int howmany, real *in, const int *inembed,
                           int istride, int idist, real *out, const int *onembed, int ostride,
                           int odist, unsigned flags)
{
    problem p = {.kind = C2R, .rank = rank, .flags = flags};
    return many(&p, n, howmany, &(side){in, inembed, istride, idist},
                &(side){out, onembed, ostride, odist});
}

plan *X(plan_many_r2r)(int rank, const int *n, int howmany, real *in, const int *inembed,
                       int istride, int idist, real *out, const int *onembed, int ostride,
                       int odist, const int *kind, unsigned flags)
{
    problem p = {.kind = R2R, .rank = rank, .r2r = kind, .flags = flags};
    return many(&p, n, howmany, &(side){in, inembed, istride, idist},
                &(side){out, onembed, ostride, odist});
}

/* ---------------------------------------------------------------- basic -- */

plan *X(plan_dft)(int rank, const int *n, real *in, real *out, int sign, unsigned flags)
{
    return X(plan_many_dft)(rank, n, 1, in, NULL, 1, 1, out, NULL, 1, 1, sign, flags);
}

plan *X(plan_dft_1d)(int n, real *in, real *out, int sign, unsigned flags)
{
    return X(plan_dft)(1, &n, in, out, sign, flags);
}

plan *X(plan_dft_2d)(int n0, int n1, real *in, real *out, int sign, unsigned flags)
{
    return X(plan_dft)(2, (int[]){n0, n1}, in, out, sign, flags);
}

plan *X(plan_dft_3d)(int n0, int n1, int n2, real *in, real *out, int sign, unsigned flags)
{
    return X(plan_dft)(3, (int[]){n0, n1, n2}, in, out, sign, flags);
}

plan *X(plan_dft_r2c)(int rank, const int *n, real *in, real *out, unsigned flags)
{
    return X(plan_many_dft_r2c)(rank, n, 1, in, NULL, 1, 1, out, NULL, 1, 1, flags);
}

plan *X(plan_dft_r2c_1d)(int n, real *in, real *out, unsigned flags)
{
    return X(plan_dft_r2c)(1, &n, in, out, flags);
}

plan *X(plan_dft_r2c_2d)(int n0, int n1, real *in, real *out, unsigned flags)
{
    return X(plan_dft_r2c)(2, (int[]){n0, n1}, in, out, flags);
}

plan *X(plan_dft_r2c_3d)(int n0, int n1, int n2, real *in, real *out, unsigned flags)
{
    return X(plan_dft_r2c)(3, (int[]){n0, n1, n2}, in, out, flags);
}

plan *X(plan_dft_c2r)(int rank, const int *n, real *in, real *out, unsigned flags)
{
    return X(plan_many_dft_c2r)(rank, n, 1, in, NULL, 1, 1, out, NULL, 1, 1, flags);
}

plan *X(plan_dft_c2r_1d)(int n, real *in, real *out, unsigned flags)
{
    return X(plan_dft_c2r)(1, &n, in, out, flags);
}

plan *X(plan_dft_c2r_2d)(int n0, int n1, real *in, real *out, unsigned flags)
{
    return X(plan_dft_c2r)(2, (int[]){n0, n1}, in, out, flags);
}

plan *X(plan_dft_c2r_3d)(int n0, int n1, int n2, real *in, real *out, unsigned flags)
{
    return X(plan_dft_c2r)(3, (int[]){n0, n1, n2}, in, out, flags);
}

plan *X(plan_r2r)(int rank, const int *n, real *in, real *out, const int *kind, unsigned flags)
{
    return X(plan_many_r2r)(rank, n, 1, in, NULL, 1, 1, out, NULL, 1, 1, kind, flags);
}

plan *X(plan_r2r_1d)(int n, real *in, real *out, int kind, unsigned flags)
{
    return X(plan_r2r)(1, &n, in, out, &kind, flags);
}

plan *X(plan_r2r_2d)(int n0, int n1, real *in, real *out, int kind0, int kind1, unsigned flags)
{
    return X(plan_r2r)(2, (int[]){n0, n1}, in, out, (int[]){kind0, kind1}, flags);
}

plan *X(plan_r2r_3d)(int n0, int n1, int n2, real *in, real *out, int kind0, int kind1, int kind2,
                     unsigned flags)
{
    return X(plan_r2r)(3, (int[]){n0, n1, n2}, in, out, (int[]){kind0, kind1, kind2}, flags);
}
