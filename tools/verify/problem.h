/* SPDX-License-Identifier: Apache-2.0 */
/* The problem to verify: an input, a claimed spectrum of it, and the requested transform. Both
 * arrays have one form: rows of complex doubles, one row for each transform, its axes in C order.
 * This form holds the values of all file types exactly. */
#ifndef STET_VERIFY_PROBLEM_H
#define STET_VERIFY_PROBLEM_H

#include "files/array.h"
#include "files/options.h"
#include "verify/dd.h"

#include "stet.h"

/* One side of the transform. */
struct side {
    struct layout layout;   /* as in the file */
    size_t shape[RANK_MAX]; /* stored lengths of the axes: n or n/2 + 1 */
    size_t points;          /* product of shape: complex numbers in a row */
    double *data;           /* rows * points pairs (re, im) */
};

struct problem {
    stet_kind kind;
    stet_direction direction;
    stet_norm norm;
    stet_r2r_kind r2r[RANK_MAX]; /* STET_R2R only: kinds along the axes */
    int rank;
    int axes[RANK_MAX];  /* axes of the files, as named; the last may be halved */
    size_t n[RANK_MAX];  /* lengths of the transform */
    size_t points;       /* product of n */
    size_t logical;      /* N of the norm: equal to points, except for STET_R2R */
    size_t rows;         /* count of transforms */
    struct side in, out; /* in.data is scaled by 2^-exponent, out.data not */
    bool exact;          /* the scaling kept all bits of the input */
    int exponent;        /* puts the largest part of the input in [1/2, 1) */
};

/* The transform that the caller wants to verify, and the files. */
struct request {
    const char *in_path, *out_path; /* for messages */
    int kind;                       /* 0: the kind that fits the files */
    const char *r2r;                /* STET_R2R only: the words */
    bool inverse;
    int norm;
    struct axes axes;         /* none: the last axis; for a WAV the first */
    ptrdiff_t n;              /* 0: as in the files */
    size_t lengths[RANK_MAX]; /* along the named axes; 0: as n says */
    bool complex, bf16;       /* 16 bits: the input is complex; uint16 is bfloat16 */
};

/* Reports whether the shapes of the two files fit the request. */
enum fit {
    FIT_YES,
    FIT_FULL,       /* r2c: the spectrum is full, not a half */
    FIT_HALF,       /* c2c: the spectrum is a half, not full */
    FIT_TRANSPOSED, /* the lengths have another order */
    FIT_SHAPE,      /* any other shape; e is set */
    FIT_NO          /* the request does not fit the input or types; e is set */
};

/* Settles kind, axes and lengths from the request and the two layouts, without the arrays. For the
 * fits between FIT_YES and FIT_SHAPE, p describes the transform for which the spectrum's shape
 * would be right; after FIT_TRANSPOSED it keeps the expected shape. */
enum fit problem_settle(struct problem *p, const struct request *request, const struct layout *in,
                        const struct layout *out, bool wav, struct error *e);

/* problem_load_in() fills in.data from a, cut off or padded with zeros to the lengths of the
 * transform, and scaled. problem_load_out() fills out.data. order, if not NULL, has the axis of the
 * file for each axis. */
bool problem_load_in(struct problem *p, const struct array *a, struct error *e);
bool problem_load_out(struct problem *p, const struct array *a, const int *order, struct error *e);
/* Scales out.data like in.data. */
void problem_scale_out(struct problem *p);
void problem_free(struct problem *p);

/* Returns 1, 1/N or 1/sqrt(N), by the norm; not for STET_R2R. */
double problem_factor(const struct problem *p);

/* Returns the largest prime factor of n, and 1 for n = 1. */
size_t largest_prime(size_t n);
size_t longest_axis(const struct problem *p);

/* Stores the index in the spectrum's file of point k of a row. */
void problem_index(const struct problem *p, size_t row, size_t k, size_t *index);

#endif
