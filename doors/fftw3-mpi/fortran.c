/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that Fortran's fftw3-mpi.f03 calls. They do the same as those of api.h, with a
 * Fortran communicator. */
#include "api.h"

ptrdiff_t XM(local_size_many_1d_f03)(ptrdiff_t n0, ptrdiff_t howmany, MPI_Fint comm, int sign,
                                     unsigned flags, ptrdiff_t *local_ni, ptrdiff_t *local_i_start,
                                     ptrdiff_t *local_no, ptrdiff_t *local_o_start);
ptrdiff_t XM(local_size_many_1d_f03)(ptrdiff_t n0, ptrdiff_t howmany, MPI_Fint comm, int sign,
                                     unsigned flags, ptrdiff_t *local_ni, ptrdiff_t *local_i_start,
                                     ptrdiff_t *local_no, ptrdiff_t *local_o_start)
{
    return XM(local_size_many_1d)(n0, howmany, MPI_Comm_f2c(comm), sign, flags, local_ni,
                                  local_i_start, local_no, local_o_start);
}

ptrdiff_t XM(local_size_1d_f03)(ptrdiff_t n0, MPI_Fint comm, int sign, unsigned flags,
                                ptrdiff_t *local_ni, ptrdiff_t *local_i_start, ptrdiff_t *local_no,
                                ptrdiff_t *local_o_start);
ptrdiff_t XM(local_size_1d_f03)(ptrdiff_t n0, MPI_Fint comm, int sign, unsigned flags,
                                ptrdiff_t *local_ni, ptrdiff_t *local_i_start, ptrdiff_t *local_no,
                                ptrdiff_t *local_o_start)
{
    return XM(local_size_1d)(n0, MPI_Comm_f2c(comm), sign, flags, local_ni, local_i_start, local_no,
                             local_o_start);
}

ptrdiff_t XM(local_size_many_transposed_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany,
                                             ptrdiff_t block0, ptrdiff_t block1, MPI_Fint comm,
                                             ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                             ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t XM(local_size_many_transposed_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany,
                                             ptrdiff_t block0, ptrdiff_t block1, MPI_Fint comm,
                                             ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                             ptrdiff_t *local_n1, ptrdiff_t *local_1_start)
{
    return XM(local_size_many_transposed)(rank, n, howmany, block0, block1, MPI_Comm_f2c(comm),
                                          local_n0, local_0_start, local_n1, local_1_start);
}

ptrdiff_t XM(local_size_many_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                                  MPI_Fint comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start);
ptrdiff_t XM(local_size_many_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                                  MPI_Fint comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start)
{
    return XM(local_size_many)(rank, n, howmany, block0, MPI_Comm_f2c(comm), local_n0,
                               local_0_start);
}

ptrdiff_t XM(local_size_transposed_f03)(int rank, const ptrdiff_t *n, MPI_Fint comm,
                                        ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                        ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t XM(local_size_transposed_f03)(int rank, const ptrdiff_t *n, MPI_Fint comm,
                                        ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                        ptrdiff_t *local_n1, ptrdiff_t *local_1_start)
{
    return XM(local_size_transposed)(rank, n, MPI_Comm_f2c(comm), local_n0, local_0_start, local_n1,
                                     local_1_start);
}

ptrdiff_t XM(local_size_f03)(int rank, const ptrdiff_t *n, MPI_Fint comm, ptrdiff_t *local_n0,
                             ptrdiff_t *local_0_start);
ptrdiff_t XM(local_size_f03)(int rank, const ptrdiff_t *n, MPI_Fint comm, ptrdiff_t *local_n0,
                             ptrdiff_t *local_0_start)
{
    return XM(local_size)(rank, n, MPI_Comm_f2c(comm), local_n0, local_0_start);
}

ptrdiff_t XM(local_size_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm, ptrdiff_t *local_n0,
                                ptrdiff_t *local_0_start);
ptrdiff_t XM(local_size_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm, ptrdiff_t *local_n0,
                                ptrdiff_t *local_0_start)
{
    return XM(local_size_2d)(n0, n1, MPI_Comm_f2c(comm), local_n0, local_0_start);
}

ptrdiff_t XM(local_size_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm,
                                ptrdiff_t *local_n0, ptrdiff_t *local_0_start);
ptrdiff_t XM(local_size_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm,
                                ptrdiff_t *local_n0, ptrdiff_t *local_0_start)
{
    return XM(local_size_3d)(n0, n1, n2, MPI_Comm_f2c(comm), local_n0, local_0_start);
}

ptrdiff_t XM(local_size_2d_transposed_f03)(ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm,
                                           ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                           ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t XM(local_size_2d_transposed_f03)(ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm,
                                           ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                           ptrdiff_t *local_n1, ptrdiff_t *local_1_start)
{
    return XM(local_size_2d_transposed)(n0, n1, MPI_Comm_f2c(comm), local_n0, local_0_start,
                                        local_n1, local_1_start);
}

ptrdiff_t XM(local_size_3d_transposed_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm,
                                           ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                           ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t XM(local_size_3d_transposed_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm,
                                           ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                           ptrdiff_t *local_n1, ptrdiff_t *local_1_start)
{
    return XM(local_size_3d_transposed)(n0, n1, n2, MPI_Comm_f2c(comm), local_n0, local_0_start,
                                        local_n1, local_1_start);
}

void XM(gather_wisdom_f03)(MPI_Fint comm);
void XM(gather_wisdom_f03)(MPI_Fint comm) { XM(gather_wisdom)(MPI_Comm_f2c(comm)); }

void XM(broadcast_wisdom_f03)(MPI_Fint comm);
void XM(broadcast_wisdom_f03)(MPI_Fint comm) { XM(broadcast_wisdom)(MPI_Comm_f2c(comm)); }

plan *XM(plan_many_dft_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block,
                            ptrdiff_t tblock, real *in, real *out, MPI_Fint comm, int sign,
                            unsigned flags);
plan *XM(plan_many_dft_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block,
                            ptrdiff_t tblock, real *in, real *out, MPI_Fint comm, int sign,
                            unsigned flags)
{
    return XM(plan_many_dft)(rank, n, howmany, block, tblock, in, out, MPI_Comm_f2c(comm), sign,
                             flags);
}

plan *XM(plan_many_dft_r2c_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                                ptrdiff_t oblock, real *in, real *out, MPI_Fint comm,
                                unsigned flags);
plan *XM(plan_many_dft_r2c_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                                ptrdiff_t oblock, real *in, real *out, MPI_Fint comm,
                                unsigned flags)
{
    return XM(plan_many_dft_r2c)(rank, n, howmany, iblock, oblock, in, out, MPI_Comm_f2c(comm),
                                 flags);
}

plan *XM(plan_many_dft_c2r_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                                ptrdiff_t oblock, real *in, real *out, MPI_Fint comm,
                                unsigned flags);
plan *XM(plan_many_dft_c2r_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                                ptrdiff_t oblock, real *in, real *out, MPI_Fint comm,
                                unsigned flags)
{
    return XM(plan_many_dft_c2r)(rank, n, howmany, iblock, oblock, in, out, MPI_Comm_f2c(comm),
                                 flags);
}

plan *XM(plan_many_r2r_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                            ptrdiff_t oblock, real *in, real *out, MPI_Fint comm, const int *kind,
                            unsigned flags);
plan *XM(plan_many_r2r_f03)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                            ptrdiff_t oblock, real *in, real *out, MPI_Fint comm, const int *kind,
                            unsigned flags)
{
    return XM(plan_many_r2r)(rank, n, howmany, iblock, oblock, in, out, MPI_Comm_f2c(comm), kind,
                             flags);
}

plan *XM(plan_many_transpose_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t howmany, ptrdiff_t block0,
                                  ptrdiff_t block1, real *in, real *out, MPI_Fint comm,
                                  unsigned flags);
plan *XM(plan_many_transpose_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t howmany, ptrdiff_t block0,
                                  ptrdiff_t block1, real *in, real *out, MPI_Fint comm,
                                  unsigned flags)
{
    return XM(plan_many_transpose)(n0, n1, howmany, block0, block1, in, out, MPI_Comm_f2c(comm),
                                   flags);
}

plan *XM(plan_dft_f03)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Fint comm, int sign,
                       unsigned flags);
plan *XM(plan_dft_f03)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Fint comm, int sign,
                       unsigned flags)
{
    return XM(plan_dft)(rank, n, in, out, MPI_Comm_f2c(comm), sign, flags);
}

plan *XM(plan_dft_1d_f03)(ptrdiff_t n0, real *in, real *out, MPI_Fint comm, int sign,
                          unsigned flags);
plan *XM(plan_dft_1d_f03)(ptrdiff_t n0, real *in, real *out, MPI_Fint comm, int sign,
                          unsigned flags)
{
    return XM(plan_dft_1d)(n0, in, out, MPI_Comm_f2c(comm), sign, flags);
}

plan *XM(plan_dft_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm, int sign,
                          unsigned flags);
plan *XM(plan_dft_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm, int sign,
                          unsigned flags)
{
    return XM(plan_dft_2d)(n0, n1, in, out, MPI_Comm_f2c(comm), sign, flags);
}

plan *XM(plan_dft_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                          MPI_Fint comm, int sign, unsigned flags);
plan *XM(plan_dft_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                          MPI_Fint comm, int sign, unsigned flags)
{
    return XM(plan_dft_3d)(n0, n1, n2, in, out, MPI_Comm_f2c(comm), sign, flags);
}

plan *XM(plan_dft_r2c_f03)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Fint comm,
                           unsigned flags);
plan *XM(plan_dft_r2c_f03)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Fint comm,
                           unsigned flags)
{
    return XM(plan_dft_r2c)(rank, n, in, out, MPI_Comm_f2c(comm), flags);
}

plan *XM(plan_dft_r2c_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm,
                              unsigned flags);
plan *XM(plan_dft_r2c_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm,
                              unsigned flags)
{
    return XM(plan_dft_r2c_2d)(n0, n1, in, out, MPI_Comm_f2c(comm), flags);
}

plan *XM(plan_dft_r2c_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                              MPI_Fint comm, unsigned flags);
plan *XM(plan_dft_r2c_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                              MPI_Fint comm, unsigned flags)
{
    return XM(plan_dft_r2c_3d)(n0, n1, n2, in, out, MPI_Comm_f2c(comm), flags);
}

plan *XM(plan_dft_c2r_f03)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Fint comm,
                           unsigned flags);
plan *XM(plan_dft_c2r_f03)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Fint comm,
                           unsigned flags)
{
    return XM(plan_dft_c2r)(rank, n, in, out, MPI_Comm_f2c(comm), flags);
}

plan *XM(plan_dft_c2r_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm,
                              unsigned flags);
plan *XM(plan_dft_c2r_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm,
                              unsigned flags)
{
    return XM(plan_dft_c2r_2d)(n0, n1, in, out, MPI_Comm_f2c(comm), flags);
}

plan *XM(plan_dft_c2r_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                              MPI_Fint comm, unsigned flags);
plan *XM(plan_dft_c2r_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                              MPI_Fint comm, unsigned flags)
{
    return XM(plan_dft_c2r_3d)(n0, n1, n2, in, out, MPI_Comm_f2c(comm), flags);
}

plan *XM(plan_r2r_f03)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Fint comm,
                       const int *kind, unsigned flags);
plan *XM(plan_r2r_f03)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Fint comm,
                       const int *kind, unsigned flags)
{
    return XM(plan_r2r)(rank, n, in, out, MPI_Comm_f2c(comm), kind, flags);
}

plan *XM(plan_r2r_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm, int kind0,
                          int kind1, unsigned flags);
plan *XM(plan_r2r_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm, int kind0,
                          int kind1, unsigned flags)
{
    return XM(plan_r2r_2d)(n0, n1, in, out, MPI_Comm_f2c(comm), kind0, kind1, flags);
}

plan *XM(plan_r2r_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                          MPI_Fint comm, int kind0, int kind1, int kind2, unsigned flags);
plan *XM(plan_r2r_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                          MPI_Fint comm, int kind0, int kind1, int kind2, unsigned flags)
{
    return XM(plan_r2r_3d)(n0, n1, n2, in, out, MPI_Comm_f2c(comm), kind0, kind1, kind2, flags);
}

plan *XM(plan_transpose_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm,
                             unsigned flags);
plan *XM(plan_transpose_f03)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Fint comm,
                             unsigned flags)
{
    return XM(plan_transpose)(n0, n1, in, out, MPI_Comm_f2c(comm), flags);
}
