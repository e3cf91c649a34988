/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms an array along one axis or several, and repeats this for all other dimensions. */
#ifndef STET_FILES_TRANSFORM_H
#define STET_FILES_TRANSFORM_H

#include "files/array.h"
#include "stet.h"

/* A device that runs plans instead of this CPU, with the same bits (device.h). */
struct transform_device {
    bool (*plan)(const struct transform_device *self, const stet_options *options, void **plan,
                 struct error *e);
    bool (*execute)(const struct transform_device *self, void *plan, const void *in, void *out,
                    struct error *e);
    void (*destroy)(void *plan); /* plan may be NULL */
};

struct transform {
    stet_kind kind;
    stet_precision precision;
    stet_level level;
    stet_direction direction;
    stet_norm norm;
    stet_half_mode half_mode; /* for f16 and bf16 */
    int half_exponent;        /* as in stet_options */
    int result_exponent;      /* the result is 2^e times that of norm */
    int axis_count;
    int axes[RANK_MAX];          /* the last is the first to be transformed, and may be halved */
    size_t n[RANK_MAX];          /* lengths of the transform along the axes */
    size_t n_in;                 /* input length of the last axis: n or n/2 + 1 */
    size_t n_out;                /* output length of the last axis */
    stet_r2r_kind r2r[RANK_MAX]; /* STET_R2R only: kinds along the axes */
    int threads;                 /* as in stet_options */
    stet_correct_stats *stats;   /* level correct adds its counts; or NULL */
    const struct transform_device *device; /* NULL: this CPU */
    double plan_seconds, execute_seconds;
};

/* Returns the component type of a precision. */
enum component component_of(stet_precision precision);

/* Returns the points of one transform. */
size_t transform_points(const struct transform *t);

/* Transforms in, whose last axis of t has length n_in, to a new array out in the same memory order.
 * Works in place if possible: in becomes out, and in->data is NULL. */
bool transform_run(struct transform *t, struct array *in, struct array *out, struct error *e);

#endif
