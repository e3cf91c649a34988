/* SPDX-License-Identifier: Apache-2.0 */
/* A model of the time of a distributed transform, by latency and bandwidth (Hockney 1994). Knows no
 * MPI. */
#ifndef STET_CLI_MPI_MODEL_H
#define STET_CLI_MPI_MODEL_H

#include <stddef.h>

struct machine {
    double nodes, ranks_per_node;
    double flops;      /* of a node, on local lines */
    double bandwidth;  /* bytes per second out of a node */
    double efficiency; /* share of the bandwidth that an all-to-all reaches */
    double latency;    /* seconds per message */
};

struct problem {
    int rank;
    const ptrdiff_t *n;
    double bytes;   /* of one number that is sent */
    double numbers; /* sent in one exchange; half spectra have half as many */
    double flops;
};

enum { MODEL_LAYOUTS = 8 };

struct prediction {
    const char *layout, *why_not; /* why_not: NULL if the layout is possible */
    int grid[2];                  /* ranks along each cut axis */
    int exchanges;
    double messages;          /* of one rank */
    double bytes_per_rank;    /* sent in all exchanges */
    double memory;            /* of one rank: input, output and workspace */
    double compute, exchange; /* seconds */
};

/* Predicts all layouts, in a fixed order. */
void model_predict(const struct machine *m, const struct problem *p,
                   struct prediction all[MODEL_LAYOUTS]);

#endif
