/* SPDX-License-Identifier: Apache-2.0 */
#include "blocks.h"

#include "api.h"

cut stet_fftw_mpi_cut(ptrdiff_t n, ptrdiff_t block, int ranks)
{
    return (cut){n, block > 0 ? block : n / ranks + (n % ranks != 0), ranks};
}

int stet_fftw_mpi_is_enough(cut c) { return c.n == 0 || (c.n - 1) / c.block < c.ranks; }

ptrdiff_t stet_fftw_mpi_start(cut c, int rank)
{
    return rank > 0 && c.block > (c.n - 1) / rank ? c.n : rank * c.block;
}

ptrdiff_t stet_fftw_mpi_count(cut c, int rank)
{
    const ptrdiff_t left = c.n - stet_fftw_mpi_start(c, rank);
    return left < c.block ? left : c.block;
}

/* ------------------------------------------------------- one dimension -- */

static int find_box(ptrdiff_t n, int ranks, int rank, int backward, stet_mpi_layout in,
                    stet_mpi_layout out, int is_output, stet_mpi_box *box)
{
    stet_mpi_options o;
    stet_mpi_options_init(&o);
    o.rank = 1;
    o.n = &n;
    o.direction = backward ? STET_INVERSE : STET_FORWARD;
    o.in = in;
    o.out = out;
    *box = (stet_mpi_box){.size = sizeof *box};
    return stet_mpi_options_box(&o, ranks, is_output ? STET_MPI_OUT : STET_MPI_IN, rank, box) ==
           STET_OK;
}

/* Returns 1 if the backward transform accepts the order that the forward one leaves; not all
 * lengths allow this. */
static int is_passed_on(ptrdiff_t n, int ranks)
{
    for (int r = 0; r < ranks; r++) {
        stet_mpi_box left, taken;
        if (!find_box(n, ranks, r, 0, STET_MPI_NATURAL, STET_MPI_TRANSPOSED, 1, &left) ||
            !find_box(n, ranks, r, 1, STET_MPI_TRANSPOSED, STET_MPI_NATURAL, 0, &taken))
            return 0;
        const stet_mpi_axis *a = &left.axis[0], *b = &taken.axis[0];
        if (a->start != b->start || a->count != b->count || a->width != b->width ||
            a->step != b->step)
            return 0;
    }
    return 1;
}

/* Chooses layouts for the SCRAMBLED flags. A forward transform with SCRAMBLED_OUT ends before its
 * last exchange, and a backward one with SCRAMBLED_IN starts after its first one, so they use one
 * layout. FFTW allows any order there. The other sides have natural order, and so have lengths
 * without a better one. With both flags there is one exchange, inside. */
stet_mpi_layout stet_fftw_mpi_layout_1d(ptrdiff_t n, int ranks, int backward, unsigned flags,
                                        int is_output)
{
    const int in = (flags & FFTW_MPI_SCRAMBLED_IN) != 0,
              out = (flags & FFTW_MPI_SCRAMBLED_OUT) != 0;
    stet_mpi_box box;
    if (in && out)
        return find_box(n, ranks, 0, backward, STET_MPI_CYCLIC, STET_MPI_CYCLIC, 0, &box)
                   ? STET_MPI_CYCLIC
                   : STET_MPI_NATURAL;
    const int is_asked = is_output == !backward && (is_output ? out : in);
    return is_asked && is_passed_on(n, ranks) ? STET_MPI_TRANSPOSED : STET_MPI_NATURAL;
}

/* Finds the elements of this rank on one side, and how many the ranks before it have. */
static void find_1d(ptrdiff_t n, int backward, unsigned flags, int is_output, MPI_Comm comm,
                    ptrdiff_t *count, ptrdiff_t *start)
{
    int ranks, rank;
    stet_mpi_box box;
    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &rank);
    const stet_mpi_layout in = stet_fftw_mpi_layout_1d(n, ranks, backward, flags, 0);
    const stet_mpi_layout out = stet_fftw_mpi_layout_1d(n, ranks, backward, flags, 1);
    const cut c = stet_fftw_mpi_cut(n, 0, ranks);
    *start = stet_fftw_mpi_start(c, rank);
    *count = stet_fftw_mpi_count(c, rank);
    if ((is_output ? out : in) == STET_MPI_NATURAL)
        return;
    *start = *count = 0;
    for (int r = 0; r <= rank; r++) {
        *start += *count;
        *count = find_box(n, ranks, r, backward, in, out, is_output, &box) ? box.axis[0].count : 0;
    }
}

ptrdiff_t XM(local_size_many_1d)(ptrdiff_t n0, ptrdiff_t howmany, MPI_Comm comm, int sign,
                                 unsigned flags, ptrdiff_t *local_ni, ptrdiff_t *local_i_start,
                                 ptrdiff_t *local_no, ptrdiff_t *local_o_start)
{
    find_1d(n0, sign != FFTW_FORWARD, flags, 0, comm, local_ni, local_i_start);
    find_1d(n0, sign != FFTW_FORWARD, flags, 1, comm, local_no, local_o_start);
    const ptrdiff_t most = *local_ni > *local_no ? *local_ni : *local_no;
    return (most > 0 ? most : 1) * howmany;
}

ptrdiff_t XM(local_size_1d)(ptrdiff_t n0, MPI_Comm comm, int sign, unsigned flags,
                            ptrdiff_t *local_ni, ptrdiff_t *local_i_start, ptrdiff_t *local_no,
                            ptrdiff_t *local_o_start)
{
    return XM(local_size_many_1d)(n0, 1, comm, sign, flags, local_ni, local_i_start, local_no,
                                  local_o_start);
}

/* --------------------------------------------------- several dimensions -- */

/* Finds the local size, for `others` numbers along the other dimensions. */
static ptrdiff_t find(ptrdiff_t n, ptrdiff_t block, MPI_Comm comm, ptrdiff_t others,
                      ptrdiff_t *count, ptrdiff_t *start)
{
    int ranks, rank;
    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &rank);
    const cut c = stet_fftw_mpi_cut(n, block, ranks);
    *count = stet_fftw_mpi_count(c, rank);
    *start = *count > 0 ? stet_fftw_mpi_start(c, rank) : 0;
    return *count * others;
}

ptrdiff_t XM(local_size_many_transposed)(int rank, const ptrdiff_t *n, ptrdiff_t howmany,
                                         ptrdiff_t block0, ptrdiff_t block1, MPI_Comm comm,
                                         ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                         ptrdiff_t *local_n1, ptrdiff_t *local_1_start)
{
    ptrdiff_t others = 1, most = 1, size;
    *local_n0 = *local_n1 = 1;
    *local_0_start = *local_1_start = 0;
    if (rank < 1)
        return howmany;
    for (int i = 2; i < rank; i++)
        others *= n[i];
    size = find(n[0], block0, comm, others * (rank > 1 ? n[1] : 1), local_n0, local_0_start);
    most = size > most ? size : most;
    if (rank == 1) {
        *local_n1 = *local_n0;
        *local_1_start = *local_0_start;
    } else {
        size = find(n[1], block1, comm, others * n[0], local_n1, local_1_start);
        most = size > most ? size : most;
    }
    return most * howmany;
}

ptrdiff_t XM(local_size_many)(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                              MPI_Comm comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start)
{
    ptrdiff_t local_n1, local_1_start;
    return XM(local_size_many_transposed)(rank, n, howmany, block0, 0, comm, local_n0,
                                          local_0_start, &local_n1, &local_1_start);
}

ptrdiff_t XM(local_size_transposed)(int rank, const ptrdiff_t *n, MPI_Comm comm,
                                    ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                    ptrdiff_t *local_n1, ptrdiff_t *local_1_start)
{
    return XM(local_size_many_transposed)(rank, n, 1, 0, 0, comm, local_n0, local_0_start, local_n1,
                                          local_1_start);
}

ptrdiff_t XM(local_size)(int rank, const ptrdiff_t *n, MPI_Comm comm, ptrdiff_t *local_n0,
                         ptrdiff_t *local_0_start)
{
    return XM(local_size_many)(rank, n, 1, 0, comm, local_n0, local_0_start);
}

ptrdiff_t XM(local_size_2d)(ptrdiff_t n0, ptrdiff_t n1, MPI_Comm comm, ptrdiff_t *local_n0,
                            ptrdiff_t *local_0_start)
{
    const ptrdiff_t n[2] = {n0, n1};
    return XM(local_size)(2, n, comm, local_n0, local_0_start);
}

ptrdiff_t XM(local_size_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Comm comm,
                            ptrdiff_t *local_n0, ptrdiff_t *local_0_start)
{
    const ptrdiff_t n[3] = {n0, n1, n2};
    return XM(local_size)(3, n, comm, local_n0, local_0_start);
}

ptrdiff_t XM(local_size_2d_transposed)(ptrdiff_t n0, ptrdiff_t n1, MPI_Comm comm,
                                       ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                       ptrdiff_t *local_n1, ptrdiff_t *local_1_start)
{
    const ptrdiff_t n[2] = {n0, n1};
    return XM(local_size_transposed)(2, n, comm, local_n0, local_0_start, local_n1, local_1_start);
}

ptrdiff_t XM(local_size_3d_transposed)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Comm comm,
                                       ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                       ptrdiff_t *local_n1, ptrdiff_t *local_1_start)
{
    const ptrdiff_t n[3] = {n0, n1, n2};
    return XM(local_size_transposed)(3, n, comm, local_n0, local_0_start, local_n1, local_1_start);
}
