/* SPDX-License-Identifier: Apache-2.0 */
/* What a plan is: a shape, and one of the ways to run it (nd.h, one.h, gather.h). */
#ifndef STET_MPI_PLAN_H
#define STET_MPI_PLAN_H

#include "base/text.h"
#include "layout/problem.h"

/* A way to run a plan: what plan.c knows of it. All but describe() are collective, and return the
 * status of this rank: plan.c makes the ranks agree. */
typedef struct stet_mpi_algorithm {
    const char *name;
    stet_status (*create)(stet_mpi_plan *plan);
    void (*destroy)(stet_mpi_plan *plan); /* of what create() has left, also if it failed */
    stet_status (*run)(stet_mpi_plan *plan, const void *in, void *out, char *work);
    void (*describe)(stet_text *to, const stet_mpi_plan *plan);
} stet_mpi_algorithm;

extern const stet_mpi_algorithm stet_mpi_nd_messages, stet_mpi_nd_shared, stet_mpi_nd_cyclic,
    stet_mpi_1d, stet_mpi_bluestein, stet_mpi_level_correct, stet_mpi_on_root;

/* Whether stet_mpi_nd_cyclic has this transform of more dimensions; stet_mpi_1d, or
 * stet_mpi_bluestein, this one of one. */
int stet_mpi_nd_cyclic_serves(const stet_mpi_problem *s);
int stet_mpi_1d_serves(const stet_mpi_problem *s);
int stet_mpi_bluestein_serves(const stet_mpi_problem *s);

/* Whether level correct is to be computed in parts: it has more than one dimension, and there are
 * many ranks, or one may not have the whole array. */
int stet_mpi_level_correct_serves(const stet_mpi_problem *s);

struct stet_mpi_plan {
    MPI_Comm comm, node; /* node: the same ranks, if all share one memory; or MPI_COMM_NULL */
    int rank, is_dead;
    stet_mpi_problem problem;
    stet_mpi_box box[2];
    const stet_mpi_algorithm *algorithm;
    void *state; /* of the way */
    stet_mpi_exchange exchange;
    /* What the way asks for, and what it is given; of shared memory all ranks get what one needs.
     */
    size_t work_size, shared_size;
    char *work, *shared;
    MPI_Win window;
    size_t gather_size;
    int exchanges;
    int64_t bytes;
    int half_flags; /* by 16-bit numbers: flags of half/lines.h */
};

/* stet_mpi_plan_create(), with stet_mpi_problem.wide_out. */
stet_status stet_mpi_plan_create_wide(stet_mpi_plan **result, MPI_Comm comm,
                                      const stet_mpi_options *options, int wide_out);

/* The worst of the statuses of all ranks. */
stet_status stet_mpi_agree(stet_mpi_plan *plan, stet_status mine);

/* Where the shared memory of a rank is: they follow one another. */
const char *stet_mpi_shared_memory(const stet_mpi_plan *plan, int rank);

/* All ranks have come here, and see what the others have written into shared memory. */
stet_status stet_mpi_shared_barrier(stet_mpi_plan *plan);

#endif
