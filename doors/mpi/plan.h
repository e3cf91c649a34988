/* SPDX-License-Identifier: Apache-2.0 */
/* A plan is a problem (layout/problem.h) and one of the algorithms that solve it. */
#ifndef STET_MPI_PLAN_H
#define STET_MPI_PLAN_H

#include "base/text.h"
#include "layout/problem.h"

/* An algorithm, for plan.c. All functions except describe() are collective and return the status
 * of this rank; plan.c makes the ranks agree on one status. */
typedef struct stet_mpi_algorithm {
    const char *name;
    stet_status (*create)(stet_mpi_plan *plan);
    void (*destroy)(stet_mpi_plan *plan); /* frees the state of create(), also if that failed */
    stet_status (*run)(stet_mpi_plan *plan, const void *in, void *out, char *work);
    void (*describe)(stet_text *to, const stet_mpi_plan *plan);
} stet_mpi_algorithm;

extern const stet_mpi_algorithm stet_mpi_nd_messages, stet_mpi_nd_shared, stet_mpi_nd_cyclic,
    stet_mpi_1d, stet_mpi_bluestein, stet_mpi_level_correct, stet_mpi_on_root;

/* Each returns 1 if the algorithm can solve this problem, else 0. */
int stet_mpi_nd_cyclic_serves(const stet_mpi_problem *s);
int stet_mpi_1d_serves(const stet_mpi_problem *s);
int stet_mpi_bluestein_serves(const stet_mpi_problem *s);

/* Returns 1 if level correct is computed in parts: there are many ranks, or one rank may not hold
 * the whole array, or stage 1 has the bound by classes. */
int stet_mpi_level_correct_serves(const stet_mpi_problem *s);

struct stet_mpi_plan {
    MPI_Comm comm, node; /* node: the same ranks if they share memory; else MPI_COMM_NULL */
    int rank, is_dead;
    stet_mpi_problem problem;
    stet_mpi_box box[2];
    const stet_mpi_algorithm *algorithm;
    void *state; /* belongs to the algorithm */
    stet_mpi_exchange exchange;
    /* The sizes that the algorithm asks for, and the memory that it gets. Every rank gets as much
     * shared memory as the rank that needs most. */
    size_t work_size, shared_size;
    char *work, *shared;
    MPI_Win window;
    size_t gather_size;
    int exchanges;
    int64_t bytes;
    int half_flags; /* STET_HALF_* flags of this execution */
};

/* Makes a plan as stet_mpi_plan_create() does, with wide_out of stet_mpi_problem. */
stet_status stet_mpi_plan_create_wide(stet_mpi_plan **result, MPI_Comm comm,
                                      const stet_mpi_options *options, int wide_out);

/* Returns the worst status of all ranks. Collective. */
stet_status stet_mpi_agree(stet_mpi_plan *plan, stet_status mine);

/* Returns the beginning of the shared memory of `rank`. The parts of the ranks follow one
 * another. */
const char *stet_mpi_shared_memory(const stet_mpi_plan *plan, int rank);

/* Waits until all ranks have called it; their earlier writes to shared memory are then visible.
 * Collective. */
stet_status stet_mpi_shared_barrier(stet_mpi_plan *plan);

#endif
