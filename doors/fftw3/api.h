/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the exported functions, with FFTW 3's names, types and meaning. FFTW's manual describes
 * them; docs/fftw.md lists the differences. A complex array is a real * to pairs. */
#ifndef STET_FFTW3_API_H
#define STET_FFTW3_API_H

#include <stdio.h>

#include "plan.h"
#include "settings.h"

/* plan.c */
void X(destroy_plan)(plan *p);

/* execute.c */
void X(execute)(const plan *p);
void X(execute_dft)(const plan *p, real *in, real *out);
void X(execute_dft_r2c)(const plan *p, real *in, real *out);
void X(execute_dft_c2r)(const plan *p, real *in, real *out);
void X(execute_r2r)(const plan *p, real *in, real *out);
void X(execute_split_dft)(const plan *p, real *ri, real *ii, real *ro, real *io);
void X(execute_split_dft_r2c)(const plan *p, real *in, real *ro, real *io);
void X(execute_split_dft_c2r)(const plan *p, real *ri, real *ii, real *out);

/* planners.c */
plan *X(plan_many_dft)(int rank, const int *n, int howmany, real *in, const int *inembed,
                       int istride, int idist, real *out, const int *onembed, int ostride,
                       int odist, int sign, unsigned flags);
plan *X(plan_many_dft_r2c)(int rank, const int *n, int howmany, real *in, const int *inembed,
                           int istride, int idist, real *out, const int *onembed, int ostride,
                           int odist, unsigned flags);
plan *X(plan_many_dft_c2r)(int rank, const int *n, int howmany, real *in, const int *inembed,
                           int istride, int idist, real *out, const int *onembed, int ostride,
                           int odist, unsigned flags);
plan *X(plan_many_r2r)(int rank, const int *n, int howmany, real *in, const int *inembed,
                       int istride, int idist, real *out, const int *onembed, int ostride,
                       int odist, const int *kind, unsigned flags);
plan *X(plan_dft)(int rank, const int *n, real *in, real *out, int sign, unsigned flags);
plan *X(plan_dft_1d)(int n, real *in, real *out, int sign, unsigned flags);
plan *X(plan_dft_2d)(int n0, int n1, real *in, real *out, int sign, unsigned flags);
plan *X(plan_dft_3d)(int n0, int n1, int n2, real *in, real *out, int sign, unsigned flags);
plan *X(plan_dft_r2c)(int rank, const int *n, real *in, real *out, unsigned flags);
plan *X(plan_dft_r2c_1d)(int n, real *in, real *out, unsigned flags);
plan *X(plan_dft_r2c_2d)(int n0, int n1, real *in, real *out, unsigned flags);
plan *X(plan_dft_r2c_3d)(int n0, int n1, int n2, real *in, real *out, unsigned flags);
plan *X(plan_dft_c2r)(int rank, const int *n, real *in, real *out, unsigned flags);
plan *X(plan_dft_c2r_1d)(int n, real *in, real *out, unsigned flags);
plan *X(plan_dft_c2r_2d)(int n0, int n1, real *in, real *out, unsigned flags);
plan *X(plan_dft_c2r_3d)(int n0, int n1, int n2, real *in, real *out, unsigned flags);
plan *X(plan_r2r)(int rank, const int *n, real *in, real *out, const int *kind, unsigned flags);
plan *X(plan_r2r_1d)(int n, real *in, real *out, int kind, unsigned flags);
plan *X(plan_r2r_2d)(int n0, int n1, real *in, real *out, int kind0, int kind1, unsigned flags);
plan *X(plan_r2r_3d)(int n0, int n1, int n2, real *in, real *out, int kind0, int kind1, int kind2,
                     unsigned flags);

/* guru.c */
plan *X(plan_guru_dft)(int rank, const iodim *dims, int loops, const iodim *loop, real *in,
                       real *out, int sign, unsigned flags);
plan *X(plan_guru_dft_r2c)(int rank, const iodim *dims, int loops, const iodim *loop, real *in,
                           real *out, unsigned flags);
plan *X(plan_guru_dft_c2r)(int rank, const iodim *dims, int loops, const iodim *loop, real *in,
                           real *out, unsigned flags);
plan *X(plan_guru_r2r)(int rank, const iodim *dims, int loops, const iodim *loop, real *in,
                       real *out, const int *kind, unsigned flags);
plan *X(plan_guru_split_dft)(int rank, const iodim *dims, int loops, const iodim *loop, real *ri,
                             real *ii, real *ro, real *io, unsigned flags);
plan *X(plan_guru_split_dft_r2c)(int rank, const iodim *dims, int loops, const iodim *loop,
                                 real *in, real *ro, real *io, unsigned flags);
plan *X(plan_guru_split_dft_c2r)(int rank, const iodim *dims, int loops, const iodim *loop,
                                 real *ri, real *ii, real *out, unsigned flags);
plan *X(plan_guru64_dft)(int rank, const iodim64 *dims, int loops, const iodim64 *loop, real *in,
                         real *out, int sign, unsigned flags);
plan *X(plan_guru64_dft_r2c)(int rank, const iodim64 *dims, int loops, const iodim64 *loop,
                             real *in, real *out, unsigned flags);
plan *X(plan_guru64_dft_c2r)(int rank, const iodim64 *dims, int loops, const iodim64 *loop,
                             real *in, real *out, unsigned flags);
plan *X(plan_guru64_r2r)(int rank, const iodim64 *dims, int loops, const iodim64 *loop, real *in,
                         real *out, const int *kind, unsigned flags);
plan *X(plan_guru64_split_dft)(int rank, const iodim64 *dims, int loops, const iodim64 *loop,
                               real *ri, real *ii, real *ro, real *io, unsigned flags);
plan *X(plan_guru64_split_dft_r2c)(int rank, const iodim64 *dims, int loops, const iodim64 *loop,
                                   real *in, real *ro, real *io, unsigned flags);
plan *X(plan_guru64_split_dft_c2r)(int rank, const iodim64 *dims, int loops, const iodim64 *loop,
                                   real *ri, real *ii, real *out, unsigned flags);

/* wisdom.c */
void X(forget_wisdom)(void);
void X(cleanup)(void);
void X(export_wisdom)(void (*write_char)(char c, void *data), void *data);
int X(export_wisdom_to_filename)(const char *name);
void X(export_wisdom_to_file)(FILE *file);
char *X(export_wisdom_to_string)(void);
int X(import_wisdom)(int (*read_char)(void *data), void *data);
int X(import_system_wisdom)(void);
int X(import_wisdom_from_filename)(const char *name);
int X(import_wisdom_from_file)(FILE *file);
int X(import_wisdom_from_string)(const char *text);

/* describe.c */
char *X(sprint_plan)(const plan *p);
void X(fprint_plan)(const plan *p, FILE *file);
void X(print_plan)(const plan *p);
void X(flops)(const plan *p, double *add, double *mul, double *fma);
double X(estimate_cost)(const plan *p);
double X(cost)(const plan *p);

/* memory.c */
void *X(malloc)(size_t bytes);
real *X(alloc_real)(size_t count);
real *X(alloc_complex)(size_t count);
void X(free)(void *memory);
int X(alignment_of)(real *array);
int X(have_simd_sse2)(void);
int X(have_simd_avx)(void);

/* settings.c */
void X(set_timelimit)(double seconds);

/* threads.c, in libraries of their own */
int X(init_threads)(void);
void X(plan_with_nthreads)(int count);
int X(planner_nthreads)(void);
void X(cleanup_threads)(void);
void X(make_planner_thread_safe)(void);
void X(threads_set_callback)(parallel_loop *loop, void *data);

#endif
