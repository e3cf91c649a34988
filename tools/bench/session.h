/* SPDX-License-Identifier: Apache-2.0 */
/* One run of the benchmark, from the loading of the peers to the files it writes. */
#ifndef STET_BENCH_SESSION_H
#define STET_BENCH_SESSION_H

#include "bench/sizes.h"
#include "bench/work.h"

struct request {
    struct sizes sizes, batches;
    int kind, precision; /* precision: 0 for f32 and f64 */
    int half_mode;       /* of f16 and bf16 */
    int effort;          /* a stet_effort */
    int level;           /* a stet_level */
    int peers;           /* PEER_... */
    bool in_place, columns, isa_children, conv;
    int threads, rounds;
    const char *device;  /* NULL: the CPU */
    const char *json;    /* a file, "-" for stdout instead of the table, or NULL */
    const char *plot;    /* a file or NULL */
    const char *mkl;     /* where MKL is, or NULL */
    const char *fftw;    /* the folder of one FFTW more, or NULL */
    const char *command; /* for the record */
};

/* *agree: every library gave the same transform. False on an error. */
bool session_run(const struct request *r, bool *agree, struct error *e);

#endif
