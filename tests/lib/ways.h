/* SPDX-License-Identifier: Apache-2.0 */
/* The ways of running one transform that may not change one bit of its output. */
#ifndef STET_TESTS_LIB_WAYS_H
#define STET_TESTS_LIB_WAYS_H

#include "lib/transform.h"

struct way {
    const char *name;
    enum way_call { WAY_EXECUTE, WAY_EXECUTE_WITH, WAY_TRANSFORM } call;
    bool in_place;
    bool fortran;              /* the first axis is the one with the smallest stride */
    bool interleaved;          /* the batch has smaller strides than the transform */
    int in_step, out_step;     /* the smallest stride, in elements; negative: all are */
    int in_offset, out_offset; /* real numbers from a multiple of 64 bytes to index 0 */
    int batch, member;         /* ours is one of that many; the others hold infinities */
    size_t limit;              /* largest transform to try, in reals; 0: no limit */
};

/* All of them. The first is the plain one, that others are compared with. */
extern const struct way ways[];
extern const size_t way_count;

/* Can the transform be run this way? */
bool way_fits(const struct way *way, const struct transform *t);

/* Run it from and to packed arrays, with guards around everything. Returns NULL,
 * or what went wrong. */
const char *way_run(const struct way *way, const struct transform *t, const void *in, void *out);

#endif
