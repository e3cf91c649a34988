/* SPDX-License-Identifier: Apache-2.0 */
/* The problem to verify: an input, somebody's spectrum of it, and the transform that was asked
 * for. Both arrays are held in one form: rows of complex doubles, one row for each transform, its
 * axes in C order. The values of all file types are exact in it. */
#ifndef STET_VERIFY_PROBLEM_H
#define STET_VERIFY_PROBLEM_H

#include "files/array.h"
#include "files/options.h"
#include "verify/dd.h"

#include "stet.h"

/* One side of the transform. */
struct side {
    struct layout layout;   /* as in the file */
    size_t shape[RANK_MAX]; /* of the transformed axes as stored: n, or n/2 + 1 */
    size_t points;          /* their product: complex numbers in a row */
    double *data;           /* rows * points pairs (re, im) */
};

struct problem {
    stet_kind kind;
    stet_direction direction;
    stet_norm norm;
    stet_r2r_kind r2r[RANK_MAX]; /* of STET_R2R, along the axes */
    int rank;
    int axes[RANK_MAX];  /* of the files, as they were named: the last may be halved */
    size_t n[RANK_MAX];  /* lengths of the transform */
    size_t points;       /* their product */
    size_t logical;      /* N of the norm: the same, but for STET_R2R */
    size_t rows;         /* transforms */
    struct side in, out; /* in.data is scaled by 2^-exponent, out.data is not */
    bool exact;          /* the scaling lost no bit of the input */
    int exponent;        /* so that the largest part of the input is in [1/2, 1) */
};

/* The transform that the caller asks to verify, and the files. */
struct request {
    const char *in_path, *out_path; /* for messages */
    int kind;                       /* 0: what fits the files */
    const char *r2r;                /* of STET_R2R: the words */
    bool inverse;
    int norm;
    struct axes axes; /* none: the last axis; of a WAV the first */
    ptrdiff_t n;      /* 0: as in the files */
    size_t
        lengths[RANK_MAX]; /* of the transform, along the axes as named; 0: n, or as in the files */
    bool complex, bf16;    /* of 16 bits: the input is complex; uint16 stands for bfloat16 */
};

/* Says whether the shapes of the two files fit the request. */
enum fit {
    FIT_YES,
    FIT_FULL,       /* r2c: the spectrum is full where a half was expected */
    FIT_HALF,       /* c2c: it is half where all bins were expected */
    FIT_TRANSPOSED, /* the same lengths in another order */
    FIT_SHAPE,      /* none of these: the shape is another one; e is set */
    FIT_NO          /* the request does not fit the input or the types; e is set */
};

/* Settles kind, axes and lengths from the request and the two layouts; the arrays are not touched.
 * For the fits between FIT_YES and FIT_SHAPE, p describes the transform that the spectrum's shape
 * would be right for; FIT_TRANSPOSED leaves the shape that was expected. */
enum fit problem_settle(struct problem *p, const struct request *request, const struct layout *in,
                        const struct layout *out, bool wav, struct error *e);

/* Fill in.data from a, cut off or filled up with zeros to the lengths of the transform, and
 * scaled; fill out.data. order, if not NULL, says which axis of the file stands for each axis. */
bool problem_load_in(struct problem *p, const struct array *a, struct error *e);
bool problem_load_out(struct problem *p, const struct array *a, const int *order, struct error *e);
/* Scale out.data as in.data is. */
void problem_scale_out(struct problem *p);
void problem_free(struct problem *p);

/* 1, 1/N or 1/sqrt(N), by the norm; not for STET_R2R. */
double problem_factor(const struct problem *p);

/* The largest prime factor of n >= 1; of 1 it is 1. */
size_t largest_prime(size_t n);
size_t longest_axis(const struct problem *p);

/* The index in the spectrum's file of point k of a row. */
void problem_index(const struct problem *p, size_t row, size_t k, size_t *index);

#endif
