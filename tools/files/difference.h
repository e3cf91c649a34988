/* SPDX-License-Identifier: Apache-2.0 */
/* Measures how far two arrays are apart. */
#ifndef STET_FILES_DIFFERENCE_H
#define STET_FILES_DIFFERENCE_H

#include "files/array.h"

struct place {
    size_t index[RANK_MAX];
    int part; /* 0 real, 1 imaginary */
    double a, b;
    struct whole whole_a, whole_b; /* of an array of integers: the same, exactly */
};

struct difference {
    enum component own[2];       /* of A and B */
    enum component format;       /* the narrower format of the two: ulp are counted in it */
    size_t components;           /* real numbers in each array */
    size_t different;            /* whose bits differ, or whose values where the types differ */
    size_t signed_zeros;         /* of those: +0 against -0 */
    size_t nans;                 /* NaN in both: not different */
    size_t nan_mismatches;       /* NaN in one: different, without a distance */
    uint64_t max_ulp;            /* over components without NaN */
    double max_abs;              /* over components that are finite in both */
    struct place ulp_at, abs_at; /* the first in C order; set if the maximum is not 0 */
    double relative_l2; /* |a - b| / |b|; infinite if an infinity or NaN stands in one only */
};

/* A sentence on why the arrays differ before a value is looked at, or NULL. */
const char *arrays_differ_in_kind(const struct array *a, const struct array *b);
/* True if their components can be compared all the same: one shape, both real or complex. */
bool arrays_comparable(const struct array *a, const struct array *b);
void arrays_compare(const struct array *a, const struct array *b, struct difference *d);

#endif
