/* SPDX-License-Identifier: Apache-2.0 */
/* A level as the room api/ sees it: a row of its table of engines. A new level is a room with such
 * a row, and a line in that table. */
#ifndef STET_BASE_ENGINE_H
#define STET_BASE_ENGINE_H

#include "base/text.h"
#include "stet.h"

typedef struct stet_engine {
    const char *name;
    /* What this level does not take of options that are valid for others: its status. NULL: it
     * takes all. */
    stet_status (*accepts)(const stet_options *o);
    /* For options that are checked. Own copies are made of what they point to. On failure
     * *state is NULL. */
    stet_status (*create)(void **state, const stet_options *o);
    void (*destroy)(void *state); /* NULL is allowed */
    /* Bytes of workspace of one execution. */
    size_t (*workspace)(const void *state);
    /* The arrays are checked; work is aligned to STET_ALIGN. What is counted is added to *stats,
     * which may be NULL. */
    stet_status (*run)(const void *state, const void *in, void *out, char *work,
                       stet_correct_stats *stats);
    /* What run() comes to where its way there would take longer than the work: lines/lines.h. In
     * the environment of fpenv.h; stays where it is, and may change its kernel to NULL and back.
     * NULL: there is none. */
    const struct stet_lone *(*lone)(const void *state);
    int has_stats; /* whether it counts */
    /* stet_plan_half_exponent(); NULL: always 0. */
    int (*half_exponent)(const void *state);
    /* All of stet_plan_bound(). */
    void (*bound)(const void *state, stet_error_bound *bound);
    /* What stet_plan_describe() says of it, one `key: value` to a line. NULL: nothing. */
    void (*describe)(stet_text *to, const void *state);
} stet_engine;

#endif
