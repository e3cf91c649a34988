/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "api.h"

/* Only Fortran calls these functions, and it has no prototypes. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* The lists of a planner in C's order, in one block that free(n) frees. Without memory or without
 * lengths all are NULL, and the planner refuses. */
typedef struct lists {
    int *n, *inembed, *onembed, *kind;
} lists;

static lists turn(int count, const int *n, const int *inembed, const int *onembed, const int *kind)
{
    enum { MOST = 4 };
    const int *const given[MOST] = {n, inembed, onembed, kind};
    int *turned[MOST] = {NULL};
    const size_t size = count > 0 && count < FFTW_RANK_NONE && n ? (size_t)count : 0;
    int *block = size ? malloc(MOST * size * sizeof *block) : NULL;
    for (int k = 0; block && k < MOST; k++) {
        turned[k] = given[k] ? block + (size_t)k * size : NULL;
        for (size_t i = 0; turned[k] && i < size; i++)
            turned[k][i] = given[k][size - 1 - i];
    }
    return (lists){turned[0], turned[1], turned[2], turned[3]};
}

static iodim *zip(int count, const int *n, const int *is, const int *os)
{
    const int are_some = count > 0 && count < FFTW_RANK_NONE && n && is && os;
    iodim *dims = are_some ? malloc((size_t)count * sizeof *dims) : NULL;
    for (int i = 0; dims && i < count; i++)
        dims[i] = (iodim){n[i], is[i], os[i]};
    return dims;
}

typedef struct writer {
    void (*write_char)(char *, void *);
    void *data;
} writer;

static void write_one(char c, void *data)
{
    const writer *w = data;
    w->write_char(&c, w->data);
}

typedef struct reader {
    void (*read_char)(int *, void *);
    void *data;
} reader;

static int read_one(void *data)
{
    const reader *r = data;
    int c;
    r->read_char(&c, r->data);
    return c < 0 ? EOF : c;
}

/* Lists the names that gfortran, ifort and most other compilers call, then those of g77, which
 * appends a second underscore to names that contain one. */
#define N(name) F(name##_)
#include "fortran.h"
#undef N
#define N(name) F(name##__)
#include "fortran.h"
