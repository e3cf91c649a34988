/* SPDX-License-Identifier: Apache-2.0 */
/* An n-dimensional array in memory, contiguous, in C or in Fortran order. */
#ifndef STET_FILES_ARRAY_H
#define STET_FILES_ARRAY_H

#include "files/dtype.h"
#include "files/error.h"

/* The number of dimensions that numpy 2 allows. */
#define RANK_MAX 64

struct layout {
    const struct dtype *dtype;
    bool fortran; /* the first index is the fastest one in memory */
    int rank;
    size_t shape[RANK_MAX];
    size_t count; /* elements: the product of shape */
};

struct array {
    struct layout layout;
    void *data; /* native byte order */
};

/* Set count from shape. False if a product of lengths that are not 0 overflows an object. */
bool layout_count(struct layout *l);
size_t layout_bytes(const struct layout *l);

/* Memory, zeroed; refuses with a clear message what this machine does not have. */
bool allocate(void **block, size_t bytes, struct error *e);
/* An array of zeros with the layout l. */
bool array_new(struct array *a, const struct layout *l, struct error *e);
void array_free(struct array *a);

/* The array seen from one axis: a box of outer x n x inner elements in the order of memory.
 * Every other dimension is a repetition, so C and Fortran order differ only in which
 * dimensions are outside and which are inside. */
struct box {
    size_t outer, n, inner;
};
struct box layout_box(const struct layout *l, int axis);

/* The index of the element that lies at place at in memory. */
void layout_index(const struct layout *l, size_t at, size_t *index);
/* Distances of neighbours along each axis in memory, in elements. */
void layout_strides(const struct layout *l, size_t *stride);

/* Walks all elements in C order, whatever the order in memory. */
struct walk {
    const struct layout *layout;
    size_t stride[RANK_MAX]; /* in elements */
    size_t index[RANK_MAX];
    size_t at; /* the element in memory that index names */
};
void walk_start(struct walk *w, const struct layout *l);
void walk_next(struct walk *w);

#endif
