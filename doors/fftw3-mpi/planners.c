/* SPDX-License-Identifier: Apache-2.0 */
/* Defines FFTW's planners, which fill in a problem; functions that run a plan on other arrays; and
 * wisdom, which the ranks do not need, because every plan is the same on all of them. */
#include "plan.h"

#include "api.h"

/* Lets only rank 0 of the program print. */
void XM(init)(void)
{
    int rank = 0, is_running = 0;
    MPI_Initialized(&is_running);
    if (is_running)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        X(stet_planner).hush();
}

void XM(cleanup)(void) { X(cleanup)(); }
void XM(gather_wisdom)(MPI_Comm comm) { (void)comm; }
void XM(broadcast_wisdom)(MPI_Comm comm) { (void)comm; }

void XM(execute_dft)(const plan *p, real *in, real *out) { X(execute_r2r)(p, in, out); }
void XM(execute_dft_r2c)(const plan *p, real *in, real *out) { X(execute_r2r)(p, in, out); }
void XM(execute_dft_c2r)(const plan *p, real *in, real *out) { X(execute_r2r)(p, in, out); }
void XM(execute_r2r)(const plan *p, real *in, real *out) { X(execute_r2r)(p, in, out); }

/* ------------------------------------------------------------------- many -- */

plan *XM(plan_many_dft)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block,
                        ptrdiff_t tblock, real *in, real *out, MPI_Comm comm, int sign,
                        unsigned flags)
{
    const mpi_problem q = {
        C2C, sign != FFTW_FORWARD, rank, n, howmany, block, tblock, in, out, comm, NULL, flags};
    return stet_fftw_mpi_plan(&q);
}

plan *XM(plan_many_dft_r2c)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                            ptrdiff_t oblock, real *in, real *out, MPI_Comm comm, unsigned flags)
{
    const mpi_problem q = {R2C, 0, rank, n, howmany, iblock, oblock, in, out, comm, NULL, flags};
    return stet_fftw_mpi_plan(&q);
}

plan *XM(plan_many_dft_c2r)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                            ptrdiff_t oblock, real *in, real *out, MPI_Comm comm, unsigned flags)
{
    const mpi_problem q = {C2R, 1, rank, n, howmany, iblock, oblock, in, out, comm, NULL, flags};
    return stet_fftw_mpi_plan(&q);
}

plan *XM(plan_many_r2r)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock,
                        ptrdiff_t oblock, real *in, real *out, MPI_Comm comm, const int *kind,
                        unsigned flags)
{
    const mpi_problem q = {R2R, 0, rank, n, howmany, iblock, oblock, in, out, comm, kind, flags};
    return stet_fftw_mpi_plan(&q);
}

plan *XM(plan_many_transpose)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t howmany, ptrdiff_t block0,
                              ptrdiff_t block1, real *in, real *out, MPI_Comm comm, unsigned flags)
{
    const mpi_problem q = {
        R2R, 0, 2, (ptrdiff_t[]){n0, n1}, howmany, block0, block1, in, out, comm, NULL, flags};
    return stet_fftw_mpi_transposition(&q);
}

/* -------------------------------------------------------------------- one -- */

plan *XM(plan_dft)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Comm comm, int sign,
                   unsigned flags)
{
    return XM(plan_many_dft)(rank, n, 1, 0, 0, in, out, comm, sign, flags);
}

plan *XM(plan_dft_1d)(ptrdiff_t n0, real *in, real *out, MPI_Comm comm, int sign, unsigned flags)
{
    return XM(plan_dft)(1, &n0, in, out, comm, sign, flags);
}

plan *XM(plan_dft_2d)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm, int sign,
                      unsigned flags)
{
    return XM(plan_dft)(2, (ptrdiff_t[]){n0, n1}, in, out, comm, sign, flags);
}

plan *XM(plan_dft_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out, MPI_Comm comm,
                      int sign, unsigned flags)
{
    return XM(plan_dft)(3, (ptrdiff_t[]){n0, n1, n2}, in, out, comm, sign, flags);
}

plan *XM(plan_dft_r2c)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Comm comm,
                       unsigned flags)
{
    return XM(plan_many_dft_r2c)(rank, n, 1, 0, 0, in, out, comm, flags);
}

plan *XM(plan_dft_r2c_2d)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm,
                          unsigned flags)
{
    return XM(plan_dft_r2c)(2, (ptrdiff_t[]){n0, n1}, in, out, comm, flags);
}

plan *XM(plan_dft_r2c_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                          MPI_Comm comm, unsigned flags)
{
    return XM(plan_dft_r2c)(3, (ptrdiff_t[]){n0, n1, n2}, in, out, comm, flags);
}

plan *XM(plan_dft_c2r)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Comm comm,
                       unsigned flags)
{
    return XM(plan_many_dft_c2r)(rank, n, 1, 0, 0, in, out, comm, flags);
}

plan *XM(plan_dft_c2r_2d)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm,
                          unsigned flags)
{
    return XM(plan_dft_c2r)(2, (ptrdiff_t[]){n0, n1}, in, out, comm, flags);
}

plan *XM(plan_dft_c2r_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out,
                          MPI_Comm comm, unsigned flags)
{
    return XM(plan_dft_c2r)(3, (ptrdiff_t[]){n0, n1, n2}, in, out, comm, flags);
}

plan *XM(plan_r2r)(int rank, const ptrdiff_t *n, real *in, real *out, MPI_Comm comm,
                   const int *kind, unsigned flags)
{
    return XM(plan_many_r2r)(rank, n, 1, 0, 0, in, out, comm, kind, flags);
}

plan *XM(plan_r2r_2d)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm, int kind0,
                      int kind1, unsigned flags)
{
    return XM(plan_r2r)(2, (ptrdiff_t[]){n0, n1}, in, out, comm, (int[]){kind0, kind1}, flags);
}

plan *XM(plan_r2r_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, real *in, real *out, MPI_Comm comm,
                      int kind0, int kind1, int kind2, unsigned flags)
{
    return XM(plan_r2r)(3, (ptrdiff_t[]){n0, n1, n2}, in, out, comm, (int[]){kind0, kind1, kind2},
                        flags);
}

plan *XM(plan_transpose)(ptrdiff_t n0, ptrdiff_t n1, real *in, real *out, MPI_Comm comm,
                         unsigned flags)
{
    return XM(plan_many_transpose)(n0, n1, 1, 0, 0, in, out, comm, flags);
}
