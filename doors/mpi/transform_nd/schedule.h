/* SPDX-License-Identifier: Apache-2.0 */
/* Describes how two and more dimensions are transformed: by phases of computation, with an exchange
 * between each two.
 *
 * The array has one of three orientations. In Z all axes are whole except the first one (pencils:
 * the first two); in X axis 0 is whole; in Y, which only pencils have, axis 1 is whole. The order
 * of the stages is part of the bits, and each stage needs one orientation. A phase is all
 * consecutive stages of one orientation. It processes the array in groups of planes that fit the
 * caches: all stages of one group, then the next group. This file does not depend on how numbers
 * get from one phase to the next: messages.c sends messages, shared.c uses memory that all ranks
 * share. */
#ifndef STET_MPI_TRANSFORM_ND_SCHEDULE_H
#define STET_MPI_TRANSFORM_ND_SCHEDULE_H

#include "base/executor.h"
#include "exchange/alltoall.h"
#include "plan.h"

enum { STET_MPI_Z, STET_MPI_Y, STET_MPI_X };
enum { STET_MPI_MAX_PHASES = 12 };

typedef struct stet_mpi_phase {
    int orientation, first, stages;
    int plane_axis; /* the axis across the planes; no stage is along it */
    const ptrdiff_t *start[2];
    ptrdiff_t *balanced;             /* memory of both lists of balanced blocks */
    ptrdiff_t n[2][STET_MPI_AXES];   /* extents of this rank before and after the stages */
    ptrdiff_t from[STET_MPI_AXES];   /* strides of the first stage's input */
    ptrdiff_t inside[STET_MPI_AXES]; /* strides between the stages */
    ptrdiff_t to[STET_MPI_AXES];     /* strides of the last stage's output */
    ptrdiff_t group;
    int chunks;
    struct {
        ptrdiff_t planes;
        void *part[2][STET_MPI_MAX_RANK]; /* stages of a group, and of the smaller last group */
    } chunk[2];                           /* for long chunks, and for short ones */
} stet_mpi_phase;

typedef struct stet_mpi_schedule {
    int count;
    stet_mpi_phase phase[STET_MPI_MAX_PHASES];
    size_t line; /* bytes of the stages' workspace */
    stet_executor executor;
} stet_mpi_schedule;

/* Makes everything except strides and stages, and sets the plan's numbers of exchanges and bytes.
 * The schedule must be destroyed even after a failure. */
stet_status stet_mpi_schedule_create(stet_mpi_plan *plan, stet_mpi_schedule *t);
void stet_mpi_schedule_destroy(stet_mpi_schedule *t);
void stet_mpi_schedule_describe(stet_text *to, const stet_mpi_schedule *t);

/* Return the length of an axis before a stage, and the bytes of an element there. */
ptrdiff_t stet_mpi_length_at(const stet_mpi_problem *s, int axis, int stage);
size_t stet_mpi_element_size_at(const stet_mpi_plan *plan, int stage);

/* Return, in this order: the axis that an orientation cuts over dimension d of the grid; the
 * dimension of the grid in which the exchange between two phases takes place; the coordinate of
 * this rank in dimension d. */
int stet_mpi_cut_axis(int orientation, int d);
int stet_mpi_exchange_dimension(const stet_mpi_phase *v, const stet_mpi_phase *next);
int stet_mpi_grid_coordinate(const stet_mpi_plan *plan, int d);

/* Returns the number of elements of a box with these extents. */
ptrdiff_t stet_mpi_count_elements(const stet_mpi_problem *s, const ptrdiff_t *n);
int stet_mpi_is_empty(const stet_mpi_problem *s, const stet_mpi_phase *v);

/* Returns 1 if a phase has no stages and only copies received data into the output. */
int stet_mpi_only_receives(const stet_mpi_schedule *t, const stet_mpi_phase *v);

/* Returns 1 if the last stages run in other memory and are copied into the output row by row. This
 * happens if the last lines run across rows and the output does not fit a near cache: a line would
 * then wait for each number that it writes (figures: docs/mpi.md). */
int stet_mpi_copies_to_output(const stet_mpi_plan *plan, const stet_mpi_schedule *t,
                              const stet_mpi_phase *v);

/* Chooses the number of planes of a group. extents are those of one plane, the smaller ones of
 * before and after. */
void stet_mpi_phase_set_group(const stet_mpi_plan *plan, stet_mpi_phase *v, ptrdiff_t *extents);
void stet_mpi_array_strides(const stet_mpi_plan *plan, stet_mpi_side side, ptrdiff_t *stride);

/* Makes the stages of a phase; its group and strides must be set. */
stet_status stet_mpi_phase_create_stages(const stet_mpi_plan *plan, stet_mpi_schedule *t,
                                         stet_mpi_phase *v);

/* A group of chunk number `chunk`: `planes` planes from plane `begin` of the chunk on; the chunk's
 * first plane is `first`. */
typedef struct stet_mpi_group {
    int chunk;
    ptrdiff_t first, begin, planes;
    void *const *part;
} stet_mpi_group;

int stet_mpi_next_group(const stet_mpi_problem *s, const stet_mpi_phase *v, int chunk,
                        stet_mpi_group *g);

/* A copy of a box that all threads share: each copies some indices of plane_axis. */
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
