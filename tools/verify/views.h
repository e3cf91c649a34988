/* SPDX-License-Identifier: Apache-2.0 */
/* Other ways to read the two files: as the arrays that they would be if they had been stored
 * differently. */
#ifndef STET_VERIFY_VIEWS_H
#define STET_VERIFY_VIEWS_H

#include "verify/problem.h"

/* Two arrays and a request. A view allocated the memory `owned`; the rest belongs to the caller. */
struct pair {
    struct array in, out;
    bool wav;
    struct request request;
    void *owned;
    const char *name; /* NULL: the view's name */
};

struct view {
    const char *name; /* name of the mistake; NULL: that of the view's finding */
    /* Changes q, which has the contents of the files. Returns false if the view does not apply or,
     * with e set, if it failed. */
    bool (*make)(struct pair *q, char *text, size_t size, struct error *e);
    bool same_shape; /* for right shapes with wrong values */
    bool filled;     /* the view has zeros for missing numbers */
    bool proved;     /* the view tested every number itself */
};

double view_get(const struct array *a, size_t i, int part);
void view_put(struct array *a, size_t i, int part, double x);
/* Stores the axes of the request. Returns false if the input does not have them. */
bool view_axes(const struct pair *q, int *axes, int *rank);

/* channels.c has other readings of the input. */
bool view_input_pairs(struct pair *q, char *text, size_t size, struct error *e);
bool view_input_parts(struct pair *q, char *text, size_t size, struct error *e);
bool view_interleaved(struct pair *q, char *text, size_t size, struct error *e);
bool view_channels(struct pair *q, char *text, size_t size, struct error *e);
bool view_blocks(struct pair *q, char *text, size_t size, struct error *e);
bool view_input_reshaped(struct pair *q, char *text, size_t size, struct error *e);
bool view_one_row(struct pair *q, char *text, size_t size, struct error *e);
bool view_mean(struct pair *q, char *text, size_t size, struct error *e);
bool view_decimated(struct pair *q, char *text, size_t size, struct error *e);
bool view_repeated(struct pair *q, char *text, size_t size, struct error *e);
/* places.c has right results at other places. */
bool view_places(struct pair *q, char *text, size_t size, struct error *e);
bool view_real_places(struct pair *q, char *text, size_t size, struct error *e);

/* The table ends with make = NULL. */
extern const struct view views[];

#endif
