/* SPDX-License-Identifier: Apache-2.0 */
/* Other ways to read the two files: as the arrays that they would be if somebody had stored them
 * otherwise than was asked for. */
#ifndef STET_VERIFY_VIEWS_H
#define STET_VERIFY_VIEWS_H

#include "verify/problem.h"

/* Two arrays and a request. owned is the memory that a view allocated; the rest belongs to
 * somebody else. */
struct pair {
    struct array in, out;
    bool wav;
    struct request request;
    void *owned;
    const char *name; /* NULL: that of the view */
};

struct view {
    const char *name; /* of the mistake; NULL: that of what is found in the view */
    /* Change q, which holds what the files hold. False if the view does not apply, or with e set.
     */
    bool (*make)(struct pair *q, char *text, size_t size, struct error *e);
    bool same_shape; /* tried where the shapes are right and the values wrong */
    bool filled;     /* what is missing is zero in the view */
    bool proved;     /* the view has looked at every number itself */
};

double view_get(const struct array *a, size_t i, int part);
void view_put(struct array *a, size_t i, int part, double x);
/* The axes of the request; false if the input does not have them. */
bool view_axes(const struct pair *q, int *axes, int *rank);

/* Other inputs, channels first of all: channels.c. */
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
/* Right results at other places: places.c. */
bool view_places(struct pair *q, char *text, size_t size, struct error *e);
bool view_real_places(struct pair *q, char *text, size_t size, struct error *e);

/* Ends with make = NULL. */
extern const struct view views[];

#endif
