/* SPDX-License-Identifier: Apache-2.0 */
/* Checks for tests over ranks: any rank may fail one, and all ranks end with the same status. */
#ifndef STET_TESTS_MPI_RANKS_H
#define STET_TESTS_MPI_RANKS_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int rank, ranks, failures;

/* The arguments behind the condition are those of printf(). */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            if (failures++ < 5) {                                                                  \
                fprintf(stderr, "%s:%d: rank %d of %d: %s: ", __FILE__, __LINE__, rank, ranks,     \
                        #condition);                                                               \
                fprintf(stderr, __VA_ARGS__);                                                      \
                fputc('\n', stderr);                                                               \
            }                                                                                      \
        }                                                                                          \
    } while (0)

static inline void begin(int *argc, char ***argv)
{
    int level;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

/* Returns the exit status, the same on every rank. */
static inline int end(const char *what)
{
    PMPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s, %d ranks: %d failures\n", what, ranks, failures);
    MPI_Finalize();
    return failures != 0;
}

/* splitmix64 (Steele, Lea, Flood 2014) */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

#endif
