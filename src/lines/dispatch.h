/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the line kernels of an instruction set. */
#ifndef STET_LINES_DISPATCH_H
#define STET_LINES_DISPATCH_H

#include "base/isa.h"
#include "lines/method.h"

/* Copies pair c of row r of `in` to pair r of row c of `out`. Rows are is and os pairs apart. */
typedef void stet_transpose_pairs(const void *in, ptrdiff_t is, void *out, ptrdiff_t os,
                                  ptrdiff_t rows, ptrdiff_t columns);

/* Lists the kernels of one vector type by method. The source made from isa/<family>.c.in for a set
 * defines them in stet_<isa>_<family>, which is also their name. */
typedef struct stet_fft_kernels {
    const char *name;
    int lanes; /* of a vector */
    stet_line_kernel *run[STET_METHODS];
    stet_line_kernel *(*codelet)(const stet_fft1d *f); /* returns that of method codelet; or NULL */
    stet_transpose_pairs *transpose; /* of at least lanes/2 rows and columns; or NULL */
} stet_fft_kernels;

/* Returns the kernel of a method for f, which suits the method; NULL if they do not have it. */
static inline stet_line_kernel *stet_kernel_of(const stet_fft_kernels *kernels,
                                               const stet_method *method, const stet_fft1d *f)
{
    if (method == &stet_method_codelet)
        return kernels->codelet ? kernels->codelet(f) : NULL;
    return kernels->run[method->number];
}

/* Returns the kernels for numbers of that precision; NULL for STET_OWN_F16 on most rows. */
static inline const stet_fft_kernels *stet_fft_kernels_of(const stet_isa *isa,
                                                          stet_precision numbers)
{
    return numbers == STET_F64       ? isa->f64
           : numbers == STET_F32     ? isa->f32
           : numbers == STET_OWN_F16 ? isa->own16
           : numbers == STET_DD      ? isa->dd
           : numbers == STET_FF      ? isa->ff
                                     : isa->f16;
}

/* Returns the kernels with that many lanes of isa or of the rows below it, down to the first of one
 * lane; NULL if there are none. */
const stet_fft_kernels *stet_kernels_of_lanes(const stet_isa *isa, stet_precision numbers,
                                              int lanes);

#endif
