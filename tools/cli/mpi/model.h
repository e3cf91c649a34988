/* SPDX-License-Identifier: Apache-2.0 */
/* Models the time of a distributed transform by latency and bandwidth (Hockney 1994). It does not
 * use MPI. */
#ifndef STET_CLI_MPI_MODEL_H
#define STET_CLI_MPI_MODEL_H

#include <stddef.h>

struct machine {
    double nodes, ranks_per_node;
    double flops;      /* per node, on local lines */
    double bandwidth;  /* bytes per second that leave a node */
    double efficiency; /* share of it that an all-to-all reaches */
    double latency;    /* seconds per message */
};

struct problem {
    int rank;
    const ptrdiff_t *n;
    double bytes;   /* bytes per number */
    double numbers; /* numbers per exchange; half of them for half spectra */
    double flops;
};

enum { MODEL_LAYOUTS = 8 };

struct prediction {
    const char *layout, *why_not; /* why_not: NULL if the layout is possible */
    int grid[2];                  /* ranks along each cut axis */
    int exchanges;
    double messages;          /* messages per rank */
    double bytes_per_rank;    /* bytes of all exchanges */
    double memory;            /* input, output and workspace of a rank */
    double compute, exchange; /* seconds */
};

/* Predicts all layouts, in a fixed order. */
void model_predict(const struct machine *m, const struct problem *p,
                   struct prediction all[MODEL_LAYOUTS]);

#endif
