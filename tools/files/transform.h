/* SPDX-License-Identifier: Apache-2.0 */
/* One transform along one axis of an array or several, everything else repeated. */
#ifndef STET_FILES_TRANSFORM_H
#define STET_FILES_TRANSFORM_H

#include "files/array.h"
#include "stet.h"

/* A device that runs plans in place of this CPU, with the same bits: device.h. */
struct transform_device {
    bool (*plan)(const struct transform_device *self, const stet_options *options, void **plan,
                 struct error *e);
    bool (*execute)(const struct transform_device *self, void *plan, const void *in, void *out,
                    struct error *e);
    void (*destroy)(void *plan); /* NULL is allowed */
};

struct transform {
    stet_kind kind;
    stet_precision precision;
    stet_level level;
    stet_direction direction;
    stet_norm norm;
    stet_half_mode half_mode; /* of f16 and bf16, with: */
    int half_exponent;        /* as in stet_options */
    int result_exponent;      /* the result is 2^e times what norm says */
    int axis_count;
    int axes[RANK_MAX];          /* the last is transformed first, and is the one that is halved */
    size_t n[RANK_MAX];          /* the lengths of the transform along them */
    size_t n_in;                 /* what it reads along the last: n, or n/2 + 1 */
    size_t n_out;                /* what it writes */
    stet_r2r_kind r2r[RANK_MAX]; /* of STET_R2R, along them */
    int threads;                 /* as in stet_options */
    stet_correct_stats *stats;   /* level correct: what it took is added; or NULL */
    const struct transform_device *device; /* NULL: this CPU */
    double plan_seconds, execute_seconds;
};

/* The components of arrays of a precision. */
enum component component_of(stet_precision precision);

/* Points of one transform. */
size_t transform_points(const struct transform *t);

/* Transform in, whose last axis of t has length n_in, to a new array out in the same memory order.
 * In place if it can be done: in then becomes out, and in->data is NULL. */
bool transform_run(struct transform *t, struct array *in, struct array *out, struct error *e);

#endif
