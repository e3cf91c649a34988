/* SPDX-License-Identifier: Apache-2.0 */
/* The ranks of stet-mpi, and how the error of one becomes the error of all. */
#ifndef STET_CLI_MPI_RANKS_H
#define STET_CLI_MPI_RANKS_H

#include "files/error.h"
#include "files/options.h"

#include "stet_mpi.h"

/* main() sets the rank and the number of ranks of MPI_COMM_WORLD. */
extern int rank, ranks;

/* Returns true if `ok` is true on all ranks. Otherwise e becomes, on every rank, the error of the
 * first rank that has one. Collective. */
bool ranks_agree(bool ok, struct error *e);

/* Does the same for memory that each rank has allocated. */
bool ranks_memory(const void *block, struct error *e);

/* Returns whether the status of a function of stet_mpi.h, which is the same on all ranks, is
 * STET_OK; the error begins with `what`. */
bool ranks_status(stet_status status, const char *what, struct error *e);

/* Parses lengths such as 64x64x48. */
bool parse_lengths(const char *option, const char *value, int most, ptrdiff_t *n, int *count,
                   struct error *e);

/* Return the seconds of the slowest rank, and the processor time of all ranks together. Collective.
 */
double ranks_slowest(double seconds);
double ranks_processor(void);

extern const struct choice layout_choices[], exchange_choices[];

extern const struct command command_plan; /* stet-mpi's own; command.h has the others */

#endif
