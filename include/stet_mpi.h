/* stet_mpi transforms arrays that are distributed over the ranks of MPI.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * This header is the contract, as stet.h is for transforms in one process. The rules of stet.h for
 * the floating-point environment and structs hold here too. The library is libstet_mpi-openmpi or
 * libstet_mpi-mpich: one for each MPI, because their binary interfaces differ.
 *
 * THE PROMISE. Every number of a result has the bits that stet_execute() gives for the whole array
 * in one process. The following change no bit: the number of ranks, the grid, the layouts, the
 * blocks, the exchange, the chunks, the threads of a rank, and the instruction set, which may
 * differ from rank to rank. The promise holds across Open MPI and MPICH too.
 *
 * COLLECTIVE. Functions that take a communicator, and those functions of a plan whose comment says
 * "collective", must be called by all ranks in the same order. Each returns the same status on all
 * ranks, unless MPI itself fails. Ranks without elements call them too. A plan has a communicator
 * of its own (MPI_Comm_dup), whose errors are returned: the caller's error handler is neither
 * called nor changed. After STET_E_MPI a plan is unusable: every function returns STET_E_MPI at
 * once except stet_mpi_plan_destroy(), which is then local.
 *
 * THREADS. MPI is called only from the thread that calls a function here: MPI_THREAD_FUNNELED is
 * enough, also for plans of several threads, and MPI_THREAD_SINGLE for plans of one. One plan runs
 * one execution at a time; different plans may run at once from different threads if MPI has
 * MPI_THREAD_MULTIPLE.
 *
 * ONE LIBSTET. The library uses the libstet.so of its own build, which the program calls too: the
 * pool of threads, the tuning and the instruction set (stet_isa_select()) are those of stet.h. */
#ifndef STET_MPI_H
#define STET_MPI_H

#include <mpi.h>

#include "stet.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- layouts - */

/* Says how an array is distributed. r is the rank of the transform, P the number of MPI's ranks.
 * These form a grid of one or two dimensions, row-major: in a grid p0 x p1, rank number q has the
 * coordinates q / p1 and q mod p1. An axis that is cut over a dimension of the grid is divided into
 * blocks of neighbours, one per coordinate; a block may be empty.
 *
 *   NATURAL     r >= 2: axis 0 is cut over grid dimension 0 and, with two of them, axis 1 over
 *               grid dimension 1. r = 1: the axis itself is cut. Memory is row-major, like the
 *               whole array.
 *   TRANSPOSED  the layout before the last exchange of a forward transform and after the first of
 *               an inverse one: only for the output of forward transforms and the input of inverse
 *               ones.
 *               r >= 2: axis 1 is cut over grid dimension 0 and, with two of them, axis 2 over grid
 *               dimension 1. In memory the axes 0 and 1 have changed places: 1, 0, 2, 3, ...
 *               r = 1: the frequencies k are cut by their residues mod A, where A is the product of
 *               the first factors of n that is stet_mpi_box.axis[0].step.
 *   CYCLIC      r = 1: the numbers of the axis are cut by their residues mod G, on both sides: the
 *               one exchange is inside. G, the step of the box, divides two parts of n, n = A B,
 *               and is chosen with the grid: ranks beyond G are empty.
 *               r >= 2, any kind: one axis is cut in this way on both sides, the other axes are
 *               whole. It is the axis before the last one with the largest G; of several, the last.
 *               Its step in the box is not 0. A power of two has G = sqrt(n), or half of that.
 *               STET_E_LAYOUT if none has G > 1. Memory is row-major. There is one exchange.
 *
 * Two dimensions of the grid need r >= 3. */
typedef enum stet_mpi_layout {
    STET_MPI_NATURAL = 1,
    STET_MPI_TRANSPOSED = 2,
    STET_MPI_CYCLIC = 3
} stet_mpi_layout;

typedef enum stet_mpi_side { STET_MPI_IN = 0, STET_MPI_OUT = 1 } stet_mpi_side;

enum { STET_MPI_MAX_RANK = 8, STET_MPI_MAX_CHUNKS = 1000 };

/* The part of one axis that a rank holds, in ascending order: number i, 0 <= i < count, has the
 * index
 *     start + (i / width) step + i mod width
 * of the n indices of the axis, and is stored i stride elements after the array's beginning. A
 * block has width = max(count, 1) and step 0; residues [start, start + width) mod step have a
 * smaller width. */
typedef struct stet_mpi_axis {
    ptrdiff_t n, start, count, width, step, stride;
} stet_mpi_axis;

/* The part of an array that a rank holds: the product of its axes, with `howmany` neighbours in
 * memory for each element (the strides include that factor). The side that is half a spectrum has
 * n/2 + 1 numbers along its last axis. */
typedef struct stet_mpi_box {
    size_t size; /* sizeof(stet_mpi_box), set by the caller */
    stet_precision precision;
    int is_complex;
    size_t element; /* bytes of one number, real or complex */
    int rank;
    ptrdiff_t howmany;
    ptrdiff_t elements; /* elements of the array with its padding; 0: NULL is allowed */
    stet_mpi_axis axis[STET_MPI_MAX_RANK];
} stet_mpi_box;

/* ------------------------------------------------------------------ plans - */

/* Says how numbers are sent from rank to rank. It changes no bit.
 *   ALLTOALLV  sends contiguous messages, which the library packs and unpacks
 *   ALLTOALLW  uses MPI's derived types; the library copies nothing
 *   SHARED     uses memory that the ranks of one node share (MPI_Win_allocate_shared): each rank
 *              reads its part from the memory of the others. STET_E_EXCHANGE on several nodes
 *   AUTO       is SHARED if all ranks are on one node, else ALLTOALLV */
typedef enum stet_mpi_exchange {
    STET_MPI_AUTO = 0,
    STET_MPI_ALLTOALLV = 1,
    STET_MPI_ALLTOALLW = 2,
    STET_MPI_SHARED = 3
} stet_mpi_exchange;

/* The options of a transform, equal on all ranks. Fill them with stet_mpi_options_init(), then set
 * rank, n, and every field that differs from its default in brackets. stet_mpi_plan_create() reads
 * the arrays that they point to and keeps none. */
typedef struct stet_mpi_options {
    size_t size;              /* [sizeof(stet_mpi_options)] */
    stet_kind kind;           /* [STET_C2C] R2C is forward, C2R inverse; R2R is STET_E_KIND */
    stet_precision precision; /* [STET_F64] */
    stet_level level;         /* [STET_LEVEL_NATIVE] */
    stet_direction direction; /* [STET_FORWARD] */
    stet_norm norm;           /* [STET_NORM_BACKWARD] */
    int rank;                 /* [0] 1 to STET_MPI_MAX_RANK */
    const ptrdiff_t *n;       /* [NULL] rank lengths, of the real array */
    ptrdiff_t howmany;        /* [1] transforms, interleaved in memory: one element each */
    int padded;              /* [0] 1: rows of a real array of rank >= 2 hold 2 (n/2 + 1) numbers */
    int threads;             /* [0] per rank, as stet_options.threads */
    int grid_rank;           /* [0] 1 or 2; 0: the library chooses */
    const int *grid;         /* [NULL] grid_rank numbers whose product is P; NULL: chosen */
    stet_mpi_layout in, out; /* [STET_MPI_NATURAL] */
    /* The lengths of the blocks: for each dimension of the grid one list, one list after the
     * other. CYCLIC cuts the G residues into blocks. NULL: the library chooses lengths that
     * differ by at most one, the long ones first. */
    const ptrdiff_t *in_blocks, *out_blocks; /* [NULL] */
    stet_mpi_exchange exchange;              /* [STET_MPI_AUTO] */
    int chunks; /* [0] parts of an exchange; each is sent while the next is computed; 0: 1 */
    stet_half_mode half_mode;   /* [STET_HALF_IO] others give STET_E_HALF_MODE */
    int half_exponent;          /* [STET_HALF_SAFE] as stet_options */
    stet_correct_policy policy; /* [STET_CORRECT_ADAPTIVE] */
    size_t gather_limit;        /* [0] largest memory in bytes of a rank that holds the whole */
                                /* array; above it level CORRECT works in parts; 0: no limit */
} stet_mpi_options;

STET_API void stet_mpi_options_init_size(stet_mpi_options *options, size_t size);
static inline void stet_mpi_options_init(stet_mpi_options *options)
{
    stet_mpi_options_init_size(options, sizeof(stet_mpi_options));
}

/* Computes the box of rank number `rank` of `ranks` ranks for the options of a plan. The call is
 * local, and MPI need not run. Returns STET_OK, the statuses of stet_mpi_plan_create() for these
 * options, and STET_E_RANKS if there is no rank of that number. */
STET_API stet_status stet_mpi_options_box(const stet_mpi_options *options, int ranks,
                                          stet_mpi_side side, int rank, stet_mpi_box *box);

typedef struct stet_mpi_plan stet_mpi_plan;

/* Makes a plan: collective. On success *plan belongs to the caller; on failure it is NULL on every
 * rank. The workspace, including shared memory, is at most twice the rank's part of the larger side
 * (in wide numbers at level EXTENDED) and some planes. A convolution has more of both, because it
 * has up to 2.5 n points: docs/mpi.md. Tables take the memory that stet_plan_create() states.
 *
 * Returns STET_OK or, the same on all ranks, any of the statuses of stet_plan_create() and
 *   STET_E_MPI       MPI failed
 *   STET_E_MPI_INIT  MPI is not running, or lacks MPI_THREAD_FUNNELED for a plan of several threads
 *   STET_E_RANKS     options differ from rank to rank
 *   STET_E_GRID      the grid's product is not P, the transform has too few dimensions for it, or
 *                    it has two dimensions and a layout is CYCLIC
 *   STET_E_LAYOUT    not a layout, or not one of this transform: see stet_mpi_layout
 *   STET_E_BLOCKS    a block is negative, or the blocks do not add up to the length
 *   STET_E_EXCHANGE  not an exchange, chunks below 0 or above STET_MPI_MAX_CHUNKS, or SHARED
 *                    across nodes */
STET_API stet_status stet_mpi_plan_create(stet_mpi_plan **plan, MPI_Comm comm,
                                          const stet_mpi_options *options);

/* Frees a plan: collective, before MPI_Finalize(). NULL, on all ranks, is allowed. */
STET_API void stet_mpi_plan_destroy(stet_mpi_plan *plan);

/* Stores the box of any rank of the plan in *box: local. Set box->size before the call. Returns
 * STET_OK, STET_E_NULL, STET_E_STATS_SIZE (box->size), STET_E_RANKS. */
STET_API stet_status stet_mpi_plan_box(const stet_mpi_plan *plan, stet_mpi_side side, int rank,
                                       stet_mpi_box *box);

/* Returns the plan's own communicator, for collective calls about its arrays; it is freed with the
 * plan. */
STET_API MPI_Comm stet_mpi_plan_comm(const stet_mpi_plan *plan);

/* Returns the elements to allocate on this rank for either side, counted in the larger element of
 * the two, so that the array can be used in place. */
STET_API ptrdiff_t stet_mpi_plan_local(const stet_mpi_plan *plan);

/* Returns the bytes of workspace of stet_mpi_execute_with() on this rank. */
STET_API size_t stet_mpi_plan_workspace(const stet_mpi_plan *plan);

/* Runs a plan: collective. in and out are this rank's arrays, laid out as the boxes say. They may
 * be the same pointer, whatever the boxes; otherwise they may not share an element, and the input
 * is not written. An array without elements may be NULL.
 *
 * stet_mpi_execute_with() uses work in place of the plan's own workspace, which is allocated by the
 * first stet_mpi_execute(). Shared memory always belongs to the plan.
 *
 * Returns, the same on all ranks, STET_OK, STET_E_NULL, STET_E_OVERLAP, STET_E_HALF_RANGE (the
 * output has been written), STET_E_WORKSPACE, STET_E_MEMORY, STET_E_MPI and
 *   STET_E_GATHER  the undecided outputs need the whole array on one rank, where it does not fit:
 *                  stet_mpi_plan_gather() bytes
 * After the last three some outputs may have been written. */
STET_API stet_status stet_mpi_execute(stet_mpi_plan *plan, const void *in, void *out);
STET_API stet_status stet_mpi_execute_with(stet_mpi_plan *plan, const void *in, void *out,
                                           void *work, size_t work_size);

/* Returns the bytes that one rank needs when it holds the whole array; 0: this plan never needs
 * that. */
STET_API size_t stet_mpi_plan_gather(const stet_mpi_plan *plan);

/* Describes for people what the plan chose; writes as stet_plan_describe() does. */
STET_API size_t stet_mpi_plan_describe(const stet_mpi_plan *plan, char *text, size_t size);

/* Return what one execution sends: the number of exchanges, each a collective over all ranks or
 * over a dimension of the grid, and the bytes that this rank sends to others in all of them. */
STET_API int stet_mpi_plan_exchanges(const stet_mpi_plan *plan);
STET_API int64_t stet_mpi_plan_bytes(const stet_mpi_plan *plan);

/* ------------------------------------------------------------------- sums - */

/* Compute the exact sum of the n numbers of every rank, rounded once, on all ranks. n may differ
 * between ranks; it may be 0, and x may be NULL then. Zeros, infinities and NaN are treated as by
 * stet_sum_f64() of all numbers. One MPI_Allreduce of integers, whatever n; neither ranks nor order
 * can change the result. The batch form stet_mpi_sums_...() computes sum[k] of x[k distance + i
 * stride], 0 <= k < sums, in one message. Collective. Return STET_OK, STET_E_NULL, STET_E_LENGTH (n
 * < 0 or sums < 1), STET_E_MEMORY, STET_E_MPI_INIT, STET_E_MPI. */
STET_API stet_status stet_mpi_sum_f32(MPI_Comm comm, ptrdiff_t n, const float *x, ptrdiff_t stride,
                                      float *sum);
STET_API stet_status stet_mpi_sum_f64(MPI_Comm comm, ptrdiff_t n, const double *x, ptrdiff_t stride,
                                      double *sum);
STET_API stet_status stet_mpi_sums_f32(MPI_Comm comm, ptrdiff_t sums, ptrdiff_t n, const float *x,
                                       ptrdiff_t stride, ptrdiff_t distance, float *sum);
STET_API stet_status stet_mpi_sums_f64(MPI_Comm comm, ptrdiff_t sums, ptrdiff_t n, const double *x,
                                       ptrdiff_t stride, ptrdiff_t distance, double *sum);

/* Compute the exact value of the sum of all x[i] y[i] of every rank, rounded once, as
 * stet_dot_f64() does. The rules of stet_mpi_sum_f64() hold. */
STET_API stet_status stet_mpi_dot_f32(MPI_Comm comm, ptrdiff_t n, const float *x,
                                      ptrdiff_t x_stride, const float *y, ptrdiff_t y_stride,
                                      float *dot);
STET_API stet_status stet_mpi_dot_f64(MPI_Comm comm, ptrdiff_t n, const double *x,
                                      ptrdiff_t x_stride, const double *y, ptrdiff_t y_stride,
                                      double *dot);

/* ----------------------------------------------------------- whole arrays - */

/* Computes a digest of an array of that side from the set of its (index, bits): it is the same for
 * any number of ranks and any layout of the same global array. All NaNs count as one value, and
 * padding is ignored. It detects errors; it is no signature. Collective: one MPI_Allreduce. Returns
 * STET_OK, STET_E_NULL, STET_E_MPI. */
STET_API stet_status stet_mpi_digest(stet_mpi_plan *plan, stet_mpi_side side, const void *array,
                                     uint64_t digest[2]);

/* Write and read an array of that side as one .npy file of the global array, row-major, by MPI-IO.
 * The bytes do not depend on the ranks or the layout, and any number of ranks may load the file.
 * howmany > 1 is a last axis. A new file is written beside `path` and then renamed: on an error the
 * old file stays. On an error of _load the array may have been written. f16 and bf16 are stored as
 * numbers of 16 bits, bf16 as uint16. Collective; the path of rank 0 is used. Return STET_OK,
 * STET_E_NULL, STET_E_MEMORY, STET_E_FILE, STET_E_ARRAY_FILE (not an array of this shape and type),
 * STET_E_MPI. */
STET_API stet_status stet_mpi_save(stet_mpi_plan *plan, stet_mpi_side side, const void *array,
                                   const char *path);
STET_API stet_status stet_mpi_load(stet_mpi_plan *plan, stet_mpi_side side, void *array,
                                   const char *path);

#ifdef __cplusplus
}
#endif

#endif /* STET_MPI_H */
