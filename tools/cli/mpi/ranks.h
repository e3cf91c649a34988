/* SPDX-License-Identifier: Apache-2.0 */
/* The ranks that stet-mpi runs on, and how an error of one becomes one of all. */
#ifndef STET_CLI_MPI_RANKS_H
#define STET_CLI_MPI_RANKS_H

#include "../error.h"
#include "../options.h"

#include "stet_mpi.h"

/* Of MPI_COMM_WORLD, set by main(). */
extern int rank, ranks;

/* Whether all ranks are well. If not, e is on every rank what the first one that is not says.
 * Collective. */
bool ranks_agree(bool ok, struct error *e);

/* The same of memory that each rank has asked for. */
bool ranks_memory(const void *block, struct error *e);

/* The status of a function of stet_mpi.h, which is the same on all ranks; the error begins with
 * `what`. */
bool ranks_status(stet_status status, const char *what, struct error *e);

/* Lengths such as 64x64x48. */
bool parse_lengths(const char *option, const char *value, int most, ptrdiff_t *n, int *count,
                   struct error *e);

/* The seconds of the slowest rank, and the processor time of all together. Collective. */
double ranks_slowest(double seconds);
double ranks_processor(void);

extern const struct choice kind_choices[], norm_choices[], layout_choices[], exchange_choices[],
    precision_choices[];

extern const struct command command_plan; /* besides those of command.h */

#endif
