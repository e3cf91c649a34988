/* SPDX-License-Identifier: Apache-2.0 */
/* cmocka with the headers it wants, and transforms that must succeed. */
#ifndef STET_TESTS_LIB_CHECK_H
#define STET_TESTS_LIB_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/generate.h"
#include "lib/transform.h"

/* A packed input of the family. Give back with free(). */
static inline void *check_input(const struct transform *t, enum generate_family family,
                                uint64_t seed)
{
    void *in = transform_alloc(t, SIDE_IN, 1);
    generate_reals(in, t->precision, transform_reals(t, SIDE_IN), family, seed);
    return in;
}

/* The packed output. Give back with free(). */
static inline void *check_output(const struct transform *t, const void *in)
{
    void *out = transform_alloc(t, SIDE_OUT, 1);
    assert_int_equal(transform_run(t, in, out), STET_OK);
    return out;
}

/* The kinds, for loops. */
#define FOR_EACH_KIND(kind) for (stet_kind kind = STET_C2C; kind <= STET_C2R; kind++)
#define FOR_EACH_PRECISION(p) for (stet_precision p = STET_F32; p <= STET_F64; p++)

#endif
