/* SPDX-License-Identifier: Apache-2.0 */
/* This is an n-dimensional array in memory, contiguous, in C or in Fortran order. */
#ifndef STET_FILES_ARRAY_H
#define STET_FILES_ARRAY_H

#include "files/dtype.h"
#include "files/error.h"

/* numpy 2 allows this many dimensions. */
#define RANK_MAX 64

struct layout {
    const struct dtype *dtype;
    bool fortran; /* the first index varies fastest in memory */
    int rank;
    size_t shape[RANK_MAX];
    size_t count; /* count of elements: the product of shape */
};

struct array {
    struct layout layout;
    void *data; /* native byte order */
};

/* Sets count from shape. Returns false if the product of the lengths that are not 0 overflows. */
bool layout_count(struct layout *l);
size_t layout_bytes(const struct layout *l);

/* Allocates zeroed memory. If the machine does not have it, the error message says so. */
bool allocate(void **block, size_t bytes, struct error *e);
/* Makes an array of zeros with the layout l. */
bool array_new(struct array *a, const struct layout *l, struct error *e);
void array_free(struct array *a);

/* One axis divides the array into a box of outer x n x inner elements in the order of memory. Every
 * other dimension is a repetition, so C and Fortran order differ only in which dimensions are
 * outside and which are inside. */
struct box {
    size_t outer, n, inner;
};
struct box layout_box(const struct layout *l, int axis);

/* Stores the index of the element at place `at` in memory. */
void layout_index(const struct layout *l, size_t at, size_t *index);
/* Stores the distances of neighbours along each axis in memory, in elements. */
void layout_strides(const struct layout *l, size_t *stride);

/* Walks all elements in C order, for any order in memory. */
struct walk {
    const struct layout *layout;
    size_t stride[RANK_MAX]; /* distances in elements */
    size_t index[RANK_MAX];
    size_t at; /* place in memory of the element `index` */
};
void walk_start(struct walk *w, const struct layout *l);
void walk_next(struct walk *w);

#endif
