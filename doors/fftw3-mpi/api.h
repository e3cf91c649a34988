/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the functions of fftw3-mpi.h, with FFTW's names, types and meaning. A complex array is
 * a real * to pairs. */
#ifndef STET_FFTW3_MPI_API_H
#define STET_FFTW3_MPI_API_H

#include "../fftw3/api.h"
#include "names.h"

/* blocks.c */
ptrdiff_t XM(local_size_many_1d)(ptrdiff_t n0, ptrdiff_t howmany, MPI_Comm comm, int sign,
                                 unsigned flags, ptrdiff_t *local_ni, ptrdiff_t *local_i_start,
                                 ptrdiff_t *local_no, ptrdiff_t *local_o_start);
ptrdiff_t XM(local_size_1d)(ptrdiff_t n0, MPI_Comm comm, int sign, unsigned flags,
                            ptrdiff_t *local_ni, ptrdiff_t *local_i_start, ptrdiff_t *local_no,
                            ptrdiff_t *local_o_start);
ptrdiff_t XM(local_size_many_transposed)(int rank, const ptrdiff_t *n, ptrdiff_t howmany,
                                         ptrdiff_t block0, ptrdiff_t block1, MPI_Comm comm,
                                         ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                         ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t XM(local_size_many)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                              MPI_Comm comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start);
ptrdiff_t XM(local_size_transposed)(int rank, const ptrdiff_t *n, MPI_Comm comm,
                                    ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                    ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t XM(local_size)(int rank, const ptrdiff_t *n, MPI_Comm comm, ptrdiff_t *local_n0,
                         ptrdiff_t *local_0_start);
ptrdiff_t XM(local_size_2d)(ptrdiff_t n0, ptrdiff_t n1, MPI_Comm comm, ptrdiff_t *local_n0,
                            ptrdiff_t *local_0_start);
ptrdiff_t XM(local_size_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Comm comm,
                            ptrdiff_t *local_n0, ptrdiff_t *local_0_start);
ptrdiff_t XM(local_size_2d_transposed)(ptrdiff_t n0, ptrdiff_t n1, MPI_Comm comm,
                                       ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                       ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t XM(local_size_3d_transposed)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Comm comm,
                                       ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                       ptrdiff_t *local_n1, ptrdiff_t *local_1_start);

/* planners.c */
void XM(init)(void);
void XM(cleanup)(void);
void XM(gather_wisdom)(MPI_Comm comm);
void XM(broadcast_wisdom)(MPI_Comm comm);
void XM(execute_dft)(const plan *p, real *in, real *out);
void XM(execute_dft_r2c)(const plan *p, real *in, real *out);
void XM(execute_dft_c2r)(const plan *p, real *in, real *out);
void XM(execute_r2r)(const plan *p, real *in, real *out);
plan *XM(plan_many_dft)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block,
                        ptrdiff_t tblock, real *in, real *out, MPI_Comm comm, int sign,
                        unsigned flags);
plan *XM(plan_many_dft_r2c)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                            ptrdiff_t oblock, real *in, real *out, MPI_Comm comm, unsigned flags);
plan *XM(plan_many_dft_c2r)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                            ptrdiff_t oblock, real *in, real *out, MPI_Comm comm, unsigned flags);
plan *XM(plan_many_r2r)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                        ptrdiff_t oblock, real *in, real *out, MPI_Comm comm, const int *kind,
                        unsigned flags);
plan *XM(plan_many_transpose)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t howmany, ptrdiff_t block0,
                              ptrdiff_t block1, real *in, real *out, MPI_Comm comm, unsigned flags);
plan *XM(plan_dft)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Comm comm, int sign,
                   unsigned flags);
plan *XM(plan_dft_1d)(ptrdiff_t n0, real *in, real *out, MPI_Comm comm, int sign, unsigned flags);
plan *XM(plan_dft_2d)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm, int sign,
                      unsigned flags);
plan *XM(plan_dft_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out, MPI_Comm comm,
                      int sign, unsigned flags);
plan *XM(plan_dft_r2c)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Comm comm,
                       unsigned flags);
plan *XM(plan_dft_r2c_2d)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm,
                          unsigned flags);
plan *XM(plan_dft_r2c_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                          MPI_Comm comm, unsigned flags);
plan *XM(plan_dft_c2r)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Comm comm,
                       unsigned flags);
plan *XM(plan_dft_c2r_2d)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm,
                          unsigned flags);
plan *XM(plan_dft_c2r_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                          MPI_Comm comm, unsigned flags);
plan *XM(plan_r2r)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Comm comm,
                   const int *kind, unsigned flags);
plan *XM(plan_r2r_2d)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm, int kind0,
                      int kind1, unsigned flags);
plan *XM(plan_r2r_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out, MPI_Comm comm,
                      int kind0, int kind1, int kind2, unsigned flags);
plan *XM(plan_transpose)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm,
                         unsigned flags);

#endif
