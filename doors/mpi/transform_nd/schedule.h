/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms of two and more dimensions as visits.
 *
 * The array is in one of three states, between which an exchange lies: Z has all axes whole but the
 * first one (pencils: two), X has axis 0 whole, Y, of pencils alone, axis 1. The stages of the
 * transform, in the order that the bits have, ask for states; what is done in one state is a visit.
 * A visit goes through the array in groups of planes that fit the caches: all stages of a group,
 * then the next. How numbers come from one visit to the next is not known here: nd.c has messages,
 * shared.c memory that all ranks see. */
#ifndef STET_MPI_TRANSFORM_ND_SCHEDULE_H
#define STET_MPI_TRANSFORM_ND_SCHEDULE_H

#include "base/executor.h"
#include "exchange/alltoall.h"
#include "plan.h"

enum { STET_MPI_Z, STET_MPI_Y, STET_MPI_X };
enum { STET_MPI_MAX_PHASES = 12 };

typedef struct stet_mpi_phase {
    int orientation, first, stages;
    int plane_axis; /* the axis of the planes: no stage's */
    const ptrdiff_t *start[2];
    ptrdiff_t *balanced;             /* balanced blocks: one allocation of both */
    ptrdiff_t n[2][STET_MPI_AXES];   /* this rank's extents before and after the stages */
    ptrdiff_t from[STET_MPI_AXES];   /* strides of where the first stage reads, */
    ptrdiff_t inside[STET_MPI_AXES]; /* of what is between stages, */
    ptrdiff_t to[STET_MPI_AXES];     /* and of where the last one writes */
    ptrdiff_t group;
    int chunks;
    struct {
        ptrdiff_t planes;
        void *part[2][STET_MPI_MAX_RANK]; /* stages, of a group and of the last, smaller one */
    } chunk[2];                           /* a long one and a short one */
} stet_mpi_phase;

typedef struct stet_mpi_schedule {
    int count;
    stet_mpi_phase phase[STET_MPI_MAX_PHASES];
    size_t line; /* bytes of workspace that the stages need */
    stet_executor executor;
} stet_mpi_schedule;

/* All but strides, and parts. And the plan's numbers of exchanges and bytes. Also what a failure
 * leaves is to be cleared. */
stet_status stet_mpi_schedule_create(stet_mpi_plan *plan, stet_mpi_schedule *t);
void stet_mpi_schedule_destroy(stet_mpi_schedule *t);
void stet_mpi_schedule_describe(stet_text *to, const stet_mpi_schedule *t);

/* The length of an axis before a stage, and the bytes of an element there. */
ptrdiff_t stet_mpi_length_at(const stet_mpi_problem *s, int axis, int stage);
size_t stet_mpi_element_size_at(const stet_mpi_plan *plan, int stage);

/* The axis that a state has cut over a dimension of the grid; that dimension of the exchange
 * between two visits; this rank's coordinate there. */
int stet_mpi_cut_axis(int orientation, int d);
int stet_mpi_exchange_dimension(const stet_mpi_phase *v, const stet_mpi_phase *next);
int stet_mpi_grid_coordinate(const stet_mpi_plan *plan, int d);

/* Elements of a box. */
ptrdiff_t stet_mpi_count_elements(const stet_mpi_problem *s, const ptrdiff_t *n);
int stet_mpi_is_empty(const stet_mpi_problem *s, const stet_mpi_phase *v);

/* Whether a visit is but the copy of what has come into the output. */
int stet_mpi_only_receives(const stet_mpi_schedule *t, const stet_mpi_phase *v);

/* Whether the last visit ends with lines across rows, of an output that no near cache has: written
 * from the caches in rows takes less than in lines, as each number is waited for (figures:
 * docs/mpi.md). */
int stet_mpi_copies_to_output(const stet_mpi_plan *plan, const stet_mpi_schedule *t,
                              const stet_mpi_phase *v);

/* How many planes go together. least: the smaller of the extents before and after, of one plane. */
void stet_mpi_phase_set_group(const stet_mpi_plan *plan, stet_mpi_phase *v, ptrdiff_t *extents);
void stet_mpi_array_strides(const stet_mpi_plan *plan, stet_mpi_side side, ptrdiff_t *stride);

/* The stages: after groups and strides. */
stet_status stet_mpi_phase_create_stages(const stet_mpi_plan *plan, stet_mpi_schedule *t,
                                         stet_mpi_phase *v);

/* Chunk k, group by group: begins with plane `begin` of a chunk whose first plane is `first`. */
typedef struct stet_mpi_group {
    int chunk;
    ptrdiff_t first, begin, planes;
    void *const *part;
} stet_mpi_group;

int stet_mpi_next_group(const stet_mpi_problem *s, const stet_mpi_phase *v, int chunk,
                        stet_mpi_group *g);

/* A box from one array to another, by all threads: each has some indices of axis `slow`. */
typedef struct stet_mpi_plane_copy {
    int axes, plane_axis;
    size_t element;
    ptrdiff_t n[STET_MPI_AXES];
    const ptrdiff_t *from_stride, *to_stride;
    const char *from;
    char *to;
} stet_mpi_plane_copy;

void stet_mpi_copy_planes(const stet_mpi_schedule *t, const stet_mpi_plane_copy *c);

#endif
