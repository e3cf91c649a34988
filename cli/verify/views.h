/* SPDX-License-Identifier: Apache-2.0 */
/* Other ways to read the two files: as what they would be if somebody had stored them otherwise
 * than was asked for. */
#ifndef STET_CLI_VERIFY_VIEWS_H
#define STET_CLI_VERIFY_VIEWS_H

#include "verify/problem.h"

/* Two arrays and a wish. What a view makes anew is in owned; the rest belongs to somebody else. */
struct pair {
    struct array in, out;
    bool wav;
    struct wish wish;
    void *owned;
};

struct view {
    const char *name; /* of the mistake; NULL: that of what is found in the view */
    /* Change q, which holds what the files hold. False if the view does not apply, or with e set.
     */
    bool (*make)(struct pair *q, char *text, size_t size, struct error *e);
    bool same_shape; /* tried where the shapes are right and the values wrong */
    bool filled;     /* what is missing is zero in the view */
};

/* Ends with make = NULL. */
extern const struct view views[];

#endif
