/* SPDX-License-Identifier: Apache-2.0 */
/* Stage double of one line in a single go. The first pass of the native transform in double reads
 * floats and adds up their squares; the bound of every output follows from their sum
 * (stage_double.c, one class). The last pass checks each number against that bound and writes
 * floats. Neither the input nor the spectrum is in memory as doubles. */
#ifndef STET_CORRECT_FUSED_H
#define STET_CORRECT_FUSED_H

#include "correct/kernels.h"
#include "lines/lines.h"

typedef struct stet_fused {
    const stet_fft1d *f;
    const float *x; /* the input, as the transform reads it; out may not overlap it */
    float *out; /* the outputs times scale, rounded; if undecided, what double has for them is */
    int swap;   /* real and imaginary parts, on both sides: the inverse transform */
    double scale;
    double unit;     /* an output times scale is off by at most unit |x|_2 + STET_BOUND_TINY */
    double *y;       /* as many as outputs: times scale, of undecided numbers, */
    ptrdiff_t *list; /* their indices, in no order, some maybe twice, without the imaginary parts of
                        outputs 0 and n/2 of R2C, which are zeros, */
    ptrdiff_t capacity; /* if they are not more than that; */
    ptrdiff_t count;    /* result: how many there are */
    double squares; /* result: |x|_2^2, of C2R that of the whole spectrum; if it is not finite the
                       outputs mean nothing */
    int is_real;    /* result: every imaginary part of C2C is zero */
    double *work;   /* stet_fused_work() bytes */
} stet_fused;

typedef void stet_fused_kernel(stet_fused *line);

/* For the lengths and the schedules that an instance has it for; or NULL. */
stet_fused_kernel *stet_fused_of(const stet_fft1d *f);
size_t stet_fused_work(const stet_fft1d *f);

/* Of an instruction set: isa/<isa>_fused.c. */
struct stet_fused_kernels {
    int lanes; /* of its vectors of doubles */
    stet_fused_kernel *run;
};

#endif
