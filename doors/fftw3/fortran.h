/* SPDX-License-Identifier: Apache-2.0 */
/* The legacy Fortran interface. fortran.c includes it once for each way in which compilers form
 * names: N(name). All arguments are addresses; the first dimension runs fastest, as in Fortran. */

void N(execute)(plan **p) { X(execute)(*p); }
void N(destroy_plan)(plan **p) { X(destroy_plan)(*p); }
void N(execute_dft)(plan **p, real *in, real *out) { X(execute_dft)(*p, in, out); }
void N(execute_dft_r2c)(plan **p, real *in, real *out) { X(execute_dft_r2c)(*p, in, out); }
void N(execute_dft_c2r)(plan **p, real *in, real *out) { X(execute_dft_c2r)(*p, in, out); }
void N(execute_r2r)(plan **p, real *in, real *out) { X(execute_r2r)(*p, in, out); }
void N(execute_split_dft)(plan **p, real *ri, real *ii, real *ro, real *io)
{
    X(execute_split_dft)(*p, ri, ii, ro, io);
}
void N(execute_split_dft_r2c)(plan **p, real *in, real *ro, real *io)
{
    X(execute_split_dft_r2c)(*p, in, ro, io);
}
void N(execute_split_dft_c2r)(plan **p, real *ri, real *ii, real *out)
{
    X(execute_split_dft_c2r)(*p, ri, ii, out);
}

void N(cleanup)(void) { X(cleanup)(); }
void N(forget_wisdom)(void) { X(forget_wisdom)(); }
void N(import_system_wisdom)(int *success) { *success = X(import_system_wisdom)(); }
void N(export_wisdom)(void (*write_char)(char *, void *), void *data)
{
    writer w = {write_char, data};
    X(export_wisdom)(write_one, &w);
}
void N(import_wisdom)(int *success, void (*read_char)(int *, void *), void *data)
{
    reader r = {read_char, data};
    *success = X(import_wisdom)(read_one, &r);
}
void N(print_plan)(plan **p)
{
    X(print_plan)(*p);
    fflush(stdout);
}
void N(flops)(plan **p, double *add, double *mul, double *fma) { X(flops)(*p, add, mul, fma); }
void N(estimate_cost)(double *cost, plan **p) { *cost = X(estimate_cost)(*p); }
void N(cost)(double *cost, plan **p) { *cost = X(cost)(*p); }
void N(set_timelimit)(double *seconds) { X(set_timelimit)(*seconds); }

/* ------------------------------------------------------------------ c2c -- */

void N(plan_dft_1d)(plan **p, int *n, real *in, real *out, int *sign, int *flags)
{
    *p = X(plan_dft_1d)(*n, in, out, *sign, (unsigned)*flags);
}
void N(plan_dft_2d)(plan **p, int *nx, int *ny, real *in, real *out, int *sign, int *flags)
{
    *p = X(plan_dft_2d)(*ny, *nx, in, out, *sign, (unsigned)*flags);
}
void N(plan_dft_3d)(plan **p, int *nx, int *ny, int *nz, real *in, real *out, int *sign, int *flags)
{
    *p = X(plan_dft_3d)(*nz, *ny, *nx, in, out, *sign, (unsigned)*flags);
}
void N(plan_dft)(plan **p, int *rank, const int *n, real *in, real *out, int *sign, int *flags)
{
    const lists l = turn(*rank, n, NULL, NULL, NULL);
    *p = X(plan_dft)(*rank, l.n, in, out, *sign, (unsigned)*flags);
    free(l.n);
}
void N(plan_many_dft)(plan **p, int *rank, const int *n, int *howmany, real *in, const int *inembed,
                      int *istride, int *idist, real *out, const int *onembed, int *ostride,
                      int *odist, int *sign, int *flags)
{
    const lists l = turn(*rank, n, inembed, onembed, NULL);
    *p = X(plan_many_dft)(*rank, l.n, *howmany, in, l.inembed, *istride, *idist, out, l.onembed,
                          *ostride, *odist, *sign, (unsigned)*flags);
    free(l.n);
}

/* ------------------------------------------------------------------ r2c -- */

void N(plan_dft_r2c_1d)(plan **p, int *n, real *in, real *out, int *flags)
{
    *p = X(plan_dft_r2c_1d)(*n, in, out, (unsigned)*flags);
}
void N(plan_dft_r2c_2d)(plan **p, int *nx, int *ny, real *in, real *out, int *flags)
{
    *p = X(plan_dft_r2c_2d)(*ny, *nx, in, out, (unsigned)*flags);
}
void N(plan_dft_r2c_3d)(plan **p, int *nx, int *ny, int *nz, real *in, real *out, int *flags)
{
    *p = X(plan_dft_r2c_3d)(*nz, *ny, *nx, in, out, (unsigned)*flags);
}
void N(plan_dft_r2c)(plan **p, int *rank, const int *n, real *in, real *out, int *flags)
{
    const lists l = turn(*rank, n, NULL, NULL, NULL);
    *p = X(plan_dft_r2c)(*rank, l.n, in, out, (unsigned)*flags);
    free(l.n);
}
void N(plan_many_dft_r2c)(plan **p, int *rank, const int *n, int *howmany, real *in,
                          const int *inembed, int *istride, int *idist, real *out,
                          const int *onembed, int *ostride, int *odist, int *flags)
{
    const lists l = turn(*rank, n, inembed, onembed, NULL);
    *p = X(plan_many_dft_r2c)(*rank, l.n, *howmany, in, l.inembed, *istride, *idist, out, l.onembed,
                              *ostride, *odist, (unsigned)*flags);
    free(l.n);
}

/* ------------------------------------------------------------------ c2r -- */

void N(plan_dft_c2r_1d)(plan **p, int *n, real *in, real *out, int *flags)
{
    *p = X(plan_dft_c2r_1d)(*n, in, out, (unsigned)*flags);
}
void N(plan_dft_c2r_2d)(plan **p, int *nx, int *ny, real *in, real *out, int *flags)
{
    *p = X(plan_dft_c2r_2d)(*ny, *nx, in, out, (unsigned)*flags);
}
void N(plan_dft_c2r_3d)(plan **p, int *nx, int *ny, int *nz, real *in, real *out, int *flags)
{
    *p = X(plan_dft_c2r_3d)(*nz, *ny, *nx, in, out, (unsigned)*flags);
}
void N(plan_dft_c2r)(plan **p, int *rank, const int *n, real *in, real *out, int *flags)
{
    const lists l = turn(*rank, n, NULL, NULL, NULL);
    *p = X(plan_dft_c2r)(*rank, l.n, in, out, (unsigned)*flags);
    free(l.n);
}
void N(plan_many_dft_c2r)(plan **p, int *rank, const int *n, int *howmany, real *in,
                          const int *inembed, int *istride, int *idist, real *out,
                          const int *onembed, int *ostride, int *odist, int *flags)
{
    const lists l = turn(*rank, n, inembed, onembed, NULL);
    *p = X(plan_many_dft_c2r)(*rank, l.n, *howmany, in, l.inembed, *istride, *idist, out, l.onembed,
                              *ostride, *odist, (unsigned)*flags);
    free(l.n);
}

/* ------------------------------------------------------------------ r2r -- */

void N(plan_r2r_1d)(plan **p, int *n, real *in, real *out, int *kind, int *flags)
{
    *p = X(plan_r2r_1d)(*n, in, out, *kind, (unsigned)*flags);
}
void N(plan_r2r_2d)(plan **p, int *nx, int *ny, real *in, real *out, int *kindx, int *kindy,
                    int *flags)
{
    *p = X(plan_r2r_2d)(*ny, *nx, in, out, *kindy, *kindx, (unsigned)*flags);
}
void N(plan_r2r_3d)(plan **p, int *nx, int *ny, int *nz, real *in, real *out, int *kindx,
                    int *kindy, int *kindz, int *flags)
{
    *p = X(plan_r2r_3d)(*nz, *ny, *nx, in, out, *kindz, *kindy, *kindx, (unsigned)*flags);
}
void N(plan_r2r)(plan **p, int *rank, const int *n, real *in, real *out, const int *kind,
                 int *flags)
{
    const lists l = turn(*rank, n, NULL, NULL, kind);
    *p = X(plan_r2r)(*rank, l.n, in, out, l.kind, (unsigned)*flags);
    free(l.n);
}
void N(plan_many_r2r)(plan **p, int *rank, const int *n, int *howmany, real *in, const int *inembed,
                      int *istride, int *idist, real *out, const int *onembed, int *ostride,
                      int *odist, const int *kind, int *flags)
{
    const lists l = turn(*rank, n, inembed, onembed, kind);
    *p = X(plan_many_r2r)(*rank, l.n, *howmany, in, l.inembed, *istride, *idist, out, l.onembed,
                          *ostride, *odist, l.kind, (unsigned)*flags);
    free(l.n);
}

/* ----------------------------------------------------------------- guru -- */

/* Fortran passes lengths and strides as separate lists in the order of C. */
#define GURU_LISTS                                                                                 \
    int *rank, const int *n, const int *is, const int *os, int *loops, const int *h_n,             \
        const int *h_is, const int *h_os
#define GURU_CALL(planner, ...)                                                                    \
    do {                                                                                           \
        iodim *dims = zip(*rank, n, is, os), *loop = zip(*loops, h_n, h_is, h_os);                 \
        *p = X(planner)(*rank, dims, *loops, loop, __VA_ARGS__, (unsigned)*flags);                 \
        free(dims);                                                                                \
        free(loop);                                                                                \
    } while (0)

void N(plan_guru_dft)(plan **p, GURU_LISTS, real *in, real *out, int *sign, int *flags)
{
    GURU_CALL(plan_guru_dft, in, out, *sign);
}
void N(plan_guru_dft_r2c)(plan **p, GURU_LISTS, real *in, real *out, int *flags)
{
    GURU_CALL(plan_guru_dft_r2c, in, out);
}
void N(plan_guru_dft_c2r)(plan **p, GURU_LISTS, real *in, real *out, int *flags)
{
    GURU_CALL(plan_guru_dft_c2r, in, out);
}
void N(plan_guru_r2r)(plan **p, GURU_LISTS, real *in, real *out, const int *kind, int *flags)
{
    const lists l = turn(*rank, kind, NULL, NULL, NULL);
    GURU_CALL(plan_guru_r2r, in, out, l.n);
    free(l.n);
}
void N(plan_guru_split_dft)(plan **p, GURU_LISTS, real *ri, real *ii, real *ro, real *io,
                            int *flags)
{
    GURU_CALL(plan_guru_split_dft, ri, ii, ro, io);
}
void N(plan_guru_split_dft_r2c)(plan **p, GURU_LISTS, real *in, real *ro, real *io, int *flags)
{
    GURU_CALL(plan_guru_split_dft_r2c, in, ro, io);
}
void N(plan_guru_split_dft_c2r)(plan **p, GURU_LISTS, real *ri, real *ii, real *out, int *flags)
{
    GURU_CALL(plan_guru_split_dft_c2r, ri, ii, out);
}

#undef GURU_LISTS
#undef GURU_CALL
