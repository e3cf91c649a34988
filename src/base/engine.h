/* SPDX-License-Identifier: Apache-2.0 */
/* An engine is a level of accuracy as the room api/ sees it: a row of its table of engines. A new
 * level is a room with an engine, and a line in that table. */
#ifndef STET_BASE_ENGINE_H
#define STET_BASE_ENGINE_H

#include "base/text.h"
#include "stet.h"

typedef struct stet_engine {
    const char *name;
    /* Returns the status for options that other levels take and this one does not. NULL: it takes
     * all. */
    stet_status (*accepts)(const stet_options *o);
    /* Creates the state from options that are checked, and copies what they point to. On failure
     * *state is NULL. */
    stet_status (*create)(void **state, const stet_options *o);
    void (*destroy)(void *state); /* NULL is allowed */
    /* Returns the bytes of workspace of one execution. */
    size_t (*workspace)(const void *state);
    /* Runs one execution. The arrays are checked; work is aligned to STET_ALIGN. Counts are added
     * to *stats, which may be NULL. */
    stet_status (*run)(const void *state, const void *in, void *out, char *work,
                       stet_correct_stats *stats);
    /* Returns the one set of lines that run() comes to, if the way there takes longer than the
     * work: lines/lines.h. It runs in the environment of fpenv.h. The pointer stays valid; its
     * kernel may become NULL and come back. NULL: there is none. */
    const struct stet_lone *(*lone)(const void *state);
    int has_stats; /* whether run() counts */
    /* This is stet_plan_half_exponent(); NULL: always 0. */
    int (*half_exponent)(const void *state);
    /* This is all of stet_plan_bound(). */
    void (*bound)(const void *state, stet_error_bound *bound);
    /* Writes the state for stet_plan_describe(), one `key: value` to a line. NULL: nothing. */
    void (*describe)(stet_text *to, const void *state);
} stet_engine;

#endif
