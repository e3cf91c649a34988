/* stet_mpi: transforms of arrays that are distributed over the ranks of MPI.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * This header is the contract, as stet.h is for transforms in one process; what that one says of
 * the floating-point environment and structs holds here too. The library is libstet_mpi-openmpi or
 * libstet_mpi-mpich: one for each MPI, whose binary interfaces differ.
 *
 * THE PROMISE. Every number of a result has the bits that stet_execute() gives for the whole array
 * in one process. The number of ranks, the grid, the layouts, the blocks, the exchange, the chunks,
 * the threads of a rank, and the instruction set, which may differ from rank to rank: none of them
 * changes one bit. It holds across Open MPI and MPICH too.
 *
 * COLLECTIVE. Functions that take a communicator, and those of a plan where it says so, are to be
 * called by all ranks, in the same order; each of them returns the same status on all ranks, unless
 * MPI itself fails. Ranks without elements call them too. A plan has a communicator of its own
 * (MPI_Comm_dup), whose errors are returned: the caller's error handler is neither called nor
 * changed. After STET_E_MPI a plan is dead: everything but stet_mpi_plan_destroy(), which is then
 * local, returns STET_E_MPI at once.
 *
 * THREADS. MPI is called from the thread that calls here alone: MPI_THREAD_FUNNELED is enough, also
 * for plans of several threads, and MPI_THREAD_SINGLE for those of one. One plan runs one execution
 * at a time; different plans may run at once from different threads if MPI has
 * MPI_THREAD_MULTIPLE.
 *
 * ONE LIBSTET. The library uses the libstet.so of its own build, which the program calls too: the
 * pool of threads, the tuning and the instruction set (stet_isa_select()) are those of stet.h.
 */
#ifndef STET_MPI_H
#define STET_MPI_H

#include <mpi.h>

#include "stet.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- layouts - */

/* How an array is distributed. r is the rank of the transform, P the number of MPI's ranks, which
 * form a grid of one or two dimensions, row-major: with a grid p0 x p1, rank number q has the
 * coordinates q / p1 and q mod p1. An axis that is cut over a dimension of the grid falls into
 * blocks of neighbours, one to a coordinate; a block may be empty.
 *
 *   NATURAL     r >= 2: axis 0 is cut over grid dimension 0 and, with two of them, axis 1 over
 *               grid dimension 1. r = 1: the axis itself. In memory row-major, as the whole array.
 *   TRANSPOSED  what a forward transform has before its last exchange, and what inverse ones begin
 *               with: the output of forward transforms and the input of inverse ones alone.
 *               r >= 2: axis 1 is cut over grid dimension 0 and, with two of them, axis 2 over grid
 *               dimension 1. In memory the axes 0 and 1 have changed places: 1, 0, 2, 3, ...
 *               r = 1: the frequencies k are cut by their residues mod A, A being the product of
 *               the first factors of n that is stet_mpi_box.axis[0].step.
 *   CYCLIC      r = 1: the numbers of the axis are cut by their residues mod G, on both sides: the
 *               one exchange is inside. G, the step of the box, divides two parts of n, n = A B,
 *               and is chosen with the grid: ranks beyond G are empty.
 *               r >= 2, any kind: so one axis, on both sides, and the other ones are whole. It is,
 *               of those before the last one, the one that has the largest G, the last of such:
 *               the one whose step in the box is not 0. A power of two has G = sqrt(n), or the
 *               half of that. STET_E_LAYOUT if none has G > 1. In memory row-major. One exchange.
 *
 * Two dimensions of the grid need r >= 3. */
typedef enum stet_mpi_layout {
    STET_MPI_NATURAL = 1,
    STET_MPI_TRANSPOSED = 2,
    STET_MPI_CYCLIC = 3
} stet_mpi_layout;

typedef enum stet_mpi_side { STET_MPI_IN = 0, STET_MPI_OUT = 1 } stet_mpi_side;

enum { STET_MPI_MAX_RANK = 8, STET_MPI_MAX_CHUNKS = 1000 };

/* What a rank has of one axis, in ascending order: number i, 0 <= i < count, is that of index
 *     start + (i / width) step + i mod width
 * of the n there are, and is i stride elements from the array's beginning in memory. A block has
 * width = max(count, 1) and step 0; residues [start, start + width) mod step have less. */
typedef struct stet_mpi_axis {
    ptrdiff_t n, start, count, width, step, stride;
} stet_mpi_axis;

/* What a rank has of an array: the product of its axes, and of each element `howmany` neighbours in
 * memory (the strides have that in them). The side that is half a spectrum has n/2 + 1 numbers
 * along its last axis. */
typedef struct stet_mpi_box {
    size_t size; /* sizeof(stet_mpi_box), to be set before */
    stet_precision precision;
    int is_complex;
    size_t element; /* bytes of one element: of one number, real or complex */
    int rank;
    ptrdiff_t howmany;
    ptrdiff_t
        elements; /* that the array has to have room for, padding included; 0: it may be NULL */
    stet_mpi_axis axis[STET_MPI_MAX_RANK];
} stet_mpi_box;

/* ------------------------------------------------------------------ plans - */

/* How numbers go from rank to rank. It changes no bit.
 *   ALLTOALLV  contiguous messages, packed and unpacked here
 *   ALLTOALLW  MPI's derived types: nothing is copied here
 *   SHARED     memory that the ranks of one node share (MPI_Win_allocate_shared): each reads its
 *              part from where the others left it. STET_E_EXCHANGE if they are on several nodes
 *   AUTO       SHARED if all ranks are on one node, else ALLTOALLV */
typedef enum stet_mpi_exchange {
    STET_MPI_AUTO = 0,
    STET_MPI_ALLTOALLV = 1,
    STET_MPI_ALLTOALLW = 2,
    STET_MPI_SHARED = 3
} stet_mpi_exchange;

/* What to transform: the same on all ranks. Fill it with stet_mpi_options_init(), then set rank, n,
 * and whatever differs from the defaults in brackets. What it points to is read by
 * stet_mpi_plan_create() and not kept. */
typedef struct stet_mpi_options {
    size_t size;              /* [sizeof(stet_mpi_options)] */
    stet_kind kind;           /* [STET_C2C] R2C is forward, C2R inverse; R2R is STET_E_KIND */
    stet_precision precision; /* [STET_F64] */
    stet_level level;         /* [STET_LEVEL_NATIVE] */
    stet_direction direction; /* [STET_FORWARD] */
    stet_norm norm;           /* [STET_NORM_BACKWARD] */
    int rank;                 /* [0] 1 to STET_MPI_MAX_RANK */
    const ptrdiff_t *n;       /* [NULL] rank lengths, of the real array for R2C and C2R */
    ptrdiff_t howmany; /* [1] transforms, of which neighbours in memory are one element each */
    int padded;        /* [0] 1: rows of a real array of rank >= 2 have room for 2 (n/2 + 1) */
    int threads;       /* [0] of each rank: as stet_options.threads */
    int grid_rank;     /* [0] 0: chosen; 1 or 2 */
    const int *grid;   /* [NULL] grid_rank numbers whose product is P; NULL: chosen */
    stet_mpi_layout in, out;                 /* [STET_MPI_NATURAL] */
    const ptrdiff_t *in_blocks, *out_blocks; /* [NULL] the lengths of the blocks, a list for each */
    /* dimension of the grid, one after the other; NULL: they differ by */
    /* one at most, long ones first. CYCLIC: of the G residues */
    stet_mpi_exchange exchange; /* [STET_MPI_AUTO] */
    int chunks; /* [0] parts of an exchange, each sent while the next is computed; 0: 1 */
    stet_half_mode half_mode;   /* [STET_HALF_IO] others are STET_E_HALF_MODE over ranks */
    int half_exponent;          /* [STET_HALF_SAFE] as stet_options */
    stet_correct_policy policy; /* [STET_CORRECT_ADAPTIVE] */
    size_t gather_limit; /* [0] bytes that one rank may use where it has the whole array, and above
                            which */
                         /* level CORRECT goes in parts; 0: what can be had */
} stet_mpi_options;

STET_API void stet_mpi_options_init_size(stet_mpi_options *options, size_t size);
static inline void stet_mpi_options_init(stet_mpi_options *options)
{
    stet_mpi_options_init_size(options, sizeof(stet_mpi_options));
}

/* The box of rank number `rank` of `ranks`, for options that a plan would be made of: local, and
 * MPI need not run.
 * Returns STET_OK, and what stet_mpi_plan_create() returns for such options; STET_E_RANKS if there
 * is no such rank. */
STET_API stet_status stet_mpi_options_box(const stet_mpi_options *options, int ranks,
                                          stet_mpi_side side, int rank, stet_mpi_box *box);

typedef struct stet_mpi_plan stet_mpi_plan;

/* Make a plan: collective. On success *plan belongs to the caller; on failure it is NULL on every
 * rank. Workspace, and what ranks share, is at most twice what the rank has of the larger side,
 * in wide numbers at level EXTENDED, and some planes; a convolution has more of both, for it has up
 * to 2.5 n points: docs/mpi.md. Tables are those of stet_plan_create().
 * Returns STET_OK or, the same on all ranks, any of the statuses of stet_plan_create() and
 *   STET_E_MPI       MPI failed
 *   STET_E_MPI_INIT  MPI is not running, or has not MPI_THREAD_FUNNELED for a plan of threads
 *   STET_E_RANKS     options differ from rank to rank
 *   STET_E_GRID      the grid's product is not P, the transform has too few dimensions for it, or
 *                    it has two dimensions and a layout is CYCLIC
 *   STET_E_LAYOUT    no such layout, or not of this transform: see stet_mpi_layout
 *   STET_E_BLOCKS    a block is negative, or their sum is not the length
 *   STET_E_EXCHANGE  no such exchange, chunks below 0 or above STET_MPI_MAX_CHUNKS, or SHARED
 * across nodes */
STET_API stet_status stet_mpi_plan_create(stet_mpi_plan **plan, MPI_Comm comm,
                                          const stet_mpi_options *options);

/* Give a plan back: collective, before MPI_Finalize(). NULL, on all ranks, is allowed. */
STET_API void stet_mpi_plan_destroy(stet_mpi_plan *plan);

/* The box of any rank of the plan: local. Set box->size before.
 * Returns STET_OK, STET_E_NULL, STET_E_STATS_SIZE (box->size), STET_E_RANKS. */
STET_API stet_status stet_mpi_plan_box(const stet_mpi_plan *plan, stet_mpi_side side, int rank,
                                       stet_mpi_box *box);

/* The plan's own communicator, for collective calls about its arrays; it ends with the plan. */
STET_API MPI_Comm stet_mpi_plan_comm(const stet_mpi_plan *plan);

/* Elements to allocate on this rank for either side, of the larger element of the two, so that the
 * array serves in place. */
STET_API ptrdiff_t stet_mpi_plan_local(const stet_mpi_plan *plan);

/* Bytes of workspace of stet_mpi_execute_with() on this rank. */
STET_API size_t stet_mpi_plan_workspace(const stet_mpi_plan *plan);

/* Run a plan: collective. in and out are this rank's arrays, laid out as the boxes say. They may be
 * the same pointer, whatever the boxes; otherwise they may not share an element, and the input is
 * not written. An array of no elements may be NULL.
 *
 * stet_mpi_execute_with() uses work in place of the plan's own workspace, which is allocated by the
 * first stet_mpi_execute(). Memory that ranks share is the plan's own.
 *
 * Returns, the same on all ranks, STET_OK, STET_E_NULL, STET_E_OVERLAP, STET_E_HALF_RANGE (the
 * output has been written), STET_E_WORKSPACE, STET_E_MEMORY, STET_E_MPI and
 *   STET_E_GATHER  what is left to decide needs the whole array on one rank, where it does not fit:
 *                  stet_mpi_plan_gather() bytes
 * After the last three some outputs may have been written. */
STET_API stet_status stet_mpi_execute(stet_mpi_plan *plan, const void *in, void *out);
STET_API stet_status stet_mpi_execute_with(stet_mpi_plan *plan, const void *in, void *out,
                                           void *work, size_t work_size);

/* Bytes that one rank needs where the whole array has to be in one place; 0: this plan never asks
 * for it. */
STET_API size_t stet_mpi_plan_gather(const stet_mpi_plan *plan);

/* What the plan chose, for people: as stet_plan_describe(). */
STET_API size_t stet_mpi_plan_describe(const stet_mpi_plan *plan, char *text, size_t size);

/* What one execution sends: exchanges, each a collective over all ranks or over a dimension of the
 * grid, and the bytes of this rank in all of them, those to itself not counted. */
STET_API int stet_mpi_plan_exchanges(const stet_mpi_plan *plan);
STET_API int64_t stet_mpi_plan_bytes(const stet_mpi_plan *plan);

/* ------------------------------------------------------------------- sums - */

/* The exact sum of the n numbers of every rank, rounded once; on all ranks. n may differ, and be 0,
 * and x may be NULL then. Zeros, infinities and NaN as stet_sum_f64() of all numbers has them. One
 * MPI_Allreduce of integers, whatever n; nothing about ranks or order can change the result.
 * The batch: sum[k] is that of x[k distance + i stride], 0 <= k < sums, in one message.
 * Collective. Returns STET_OK, STET_E_NULL, STET_E_LENGTH (n < 0 or sums < 1), STET_E_MEMORY,
 * STET_E_MPI_INIT, STET_E_MPI. */
STET_API stet_status stet_mpi_sum_f32(MPI_Comm comm, ptrdiff_t n, const float *x, ptrdiff_t stride,
                                      float *sum);
STET_API stet_status stet_mpi_sum_f64(MPI_Comm comm, ptrdiff_t n, const double *x, ptrdiff_t stride,
                                      double *sum);
STET_API stet_status stet_mpi_sums_f32(MPI_Comm comm, ptrdiff_t sums, ptrdiff_t n, const float *x,
                                       ptrdiff_t stride, ptrdiff_t distance, float *sum);
STET_API stet_status stet_mpi_sums_f64(MPI_Comm comm, ptrdiff_t sums, ptrdiff_t n, const double *x,
                                       ptrdiff_t stride, ptrdiff_t distance, double *sum);

/* The exact value of the sum of all x[i] y[i] of every rank, rounded once: as stet_dot_f64(). The
 * rest as above. */
STET_API stet_status stet_mpi_dot_f32(MPI_Comm comm, ptrdiff_t n, const float *x,
                                      ptrdiff_t x_stride, const float *y, ptrdiff_t y_stride,
                                      float *dot);
STET_API stet_status stet_mpi_dot_f64(MPI_Comm comm, ptrdiff_t n, const double *x,
                                      ptrdiff_t x_stride, const double *y, ptrdiff_t y_stride,
                                      double *dot);

/* ----------------------------------------------------------- whole arrays - */

/* A digest of an array of that side: of the set of its (index, bits), so that it is the same for
 * any number of ranks and any layout of the same global array. Every NaN counts as one, and
 * padding does not. It finds errors; it is no signature. Collective: one MPI_Allreduce.
 * Returns STET_OK, STET_E_NULL, STET_E_MPI. */
STET_API stet_status stet_mpi_digest(stet_mpi_plan *plan, stet_mpi_side side, const void *array,
                                     uint64_t digest[2]);

/* Write and read an array of that side as one .npy file of the global array, row-major, by MPI-IO:
 * the bytes do not depend on the ranks or the layout, and a file that P ranks wrote may be loaded
 * by any number. howmany > 1 is a last axis. The file is written beside `path` first and renamed
 * then: on an error the old one stays, and on an error of _load the array may have been written.
 * f16 and bf16 are stored as numbers of 16 bits, bf16 as uint16.
 * Collective; path is that of rank 0. Returns STET_OK, STET_E_NULL, STET_E_MEMORY, STET_E_FILE,
 * STET_E_ARRAY_FILE (not such an array: its shape or its type), STET_E_MPI. */
STET_API stet_status stet_mpi_save(stet_mpi_plan *plan, stet_mpi_side side, const void *array,
                                   const char *path);
STET_API stet_status stet_mpi_load(stet_mpi_plan *plan, stet_mpi_side side, void *array,
                                   const char *path);

#ifdef __cplusplus
}
#endif

#endif /* STET_MPI_H */
