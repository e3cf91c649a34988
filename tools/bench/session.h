/* SPDX-License-Identifier: Apache-2.0 */
/* A session is one run of the benchmark, from loading the peers to writing its files. */
#ifndef STET_BENCH_SESSION_H
#define STET_BENCH_SESSION_H

#include "bench/peers.h"
#include "bench/sizes.h"
#include "bench/work.h"

struct request {
    struct sizes sizes, batches;
    ptrdiff_t stride;    /* 0, or that of struct work */
    int kind, precision; /* precision: 0 for f32 and f64 */
    int half_mode;       /* for f16 and bf16 */
    int effort;          /* a stet_effort */
    int level;           /* a stet_level */
    int peers;           /* PEER_... bits */
    bool listed, shapes; /* sizes come from --sizes, from --shapes */
    bool in_place, columns, isa_children, conv, first;
    int threads, rounds;
    const char *device; /* NULL: the CPU */
    const char *json;   /* file, "-": stdout, no table; or NULL */
    const char *plot;   /* a file or NULL */
    struct peer_paths paths;
    const char *command; /* the command line, for the record */
};

/* *agree: every library computed the same transform. Returns false after an error. */
bool session_run(const struct request *r, bool *agree, struct error *e);

#endif
