/* SPDX-License-Identifier: Apache-2.0 */
/* Runs stage double of one line in a single pass over the data. The first pass of the native
 * transform in double reads floats and adds up their squares; the bound of every output follows
 * from their sum (stage_double.c, one class). The last pass checks each number against that bound
 * and writes floats. Neither the input nor the spectrum is stored as doubles. */
#ifndef STET_CORRECT_FUSED_H
#define STET_CORRECT_FUSED_H

#include "correct/kernels.h"
#include "lines/lines.h"

typedef struct stet_fused {
    const stet_fft1d *f;
    const float *x; /* input in the transform's layout; out may not overlap it */
    float *out;     /* outputs times scale, rounded; undecided ones are those of double */
    int swap;       /* swaps real and imaginary parts on both sides: the inverse transform */
    double scale;
    double unit;     /* the error of an output times scale is <= unit |x|_2 + STET_BOUND_TINY */
    double *y;       /* as many as outputs: times scale; undecided numbers only */
    ptrdiff_t *list; /* their indices, in no order, some maybe twice; R2C omits the zero imaginary
                        parts of outputs 0 and n/2 */
    ptrdiff_t capacity; /* the list is valid if count is at most this */
    ptrdiff_t count;    /* result: number of indices in the list */
    double squares;     /* result: |x|_2^2, for C2R of the whole spectrum; if it is not finite the
                           outputs are undefined */
    int is_real;        /* result: every imaginary part of C2C is zero */
    double *work;       /* stet_fused_work() bytes */
} stet_fused;

typedef void stet_fused_kernel(stet_fused *line);

/* Returns the fused kernel for the lengths and schedules that an instance supports, or NULL. */
stet_fused_kernel *stet_fused_of(const stet_fft1d *f);
size_t stet_fused_work(const stet_fft1d *f);

/* The kernels of an instruction set are made from isa/fused.c.in. */
struct stet_fused_kernels {
    int lanes; /* doubles in one of its vectors */
    stet_fused_kernel *run;
};

#endif
