/* SPDX-License-Identifier: Apache-2.0 */
/* Measures how far two arrays are apart. */
#ifndef STET_FILES_DIFFERENCE_H
#define STET_FILES_DIFFERENCE_H

#include "files/array.h"

struct place {
    size_t index[RANK_MAX];
    int part; /* 0: real, 1: imaginary */
    double a, b;
    struct whole whole_a, whole_b; /* integer arrays only: the exact values */
};

struct difference {
    enum component own[2];       /* types of A and B */
    enum component format;       /* the narrower format, for ulp */
    size_t components;           /* real numbers in each array */
    size_t different;            /* bits differ; other types: values do */
    size_t signed_zeros;         /* part of `different`: +0 against -0 */
    size_t nans;                 /* NaN in both: not different */
    size_t nan_mismatches;       /* NaN in one: different, no distance */
    uint64_t max_ulp;            /* over components without NaN */
    double max_abs;              /* over components finite in both */
    struct place ulp_at, abs_at; /* first in C order, if the maximum is not 0 */
    double relative_l2;          /* |a - b| / |b|; infinite if only one has a NaN or infinity */
};

/* Returns a sentence if the arrays differ before any value is compared, or NULL. */
const char *arrays_differ_in_kind(const struct array *a, const struct array *b);
/* Reports whether the components can still be compared: the shapes are equal, and both are real or
 * both complex. */
bool arrays_comparable(const struct array *a, const struct array *b);
void arrays_compare(const struct array *a, const struct array *b, struct difference *d);

#endif
