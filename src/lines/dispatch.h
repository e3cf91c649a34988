/* SPDX-License-Identifier: Apache-2.0 */
/* The line kernels of an instruction set. */
#ifndef STET_LINES_DISPATCH_H
#define STET_LINES_DISPATCH_H

#include "base/isa.h"
#include "lines/method.h"

/* The kernels of one vector type, by method. Each wrapper file isa/<isa>_<family>.c defines those
 * of one family: stet_<isa>_<family>, which is their name too. */
typedef struct stet_fft_kernels {
    const char *name;
    int lanes; /* of a vector */
    stet_line_kernel *run[STET_METHODS];
    stet_line_kernel *(*codelet)(const stet_fft1d *f); /* that of method codelet; or NULL */
} stet_fft_kernels;

/* NULL: they have not that method. f is one that it suits. */
static inline stet_line_kernel *stet_kernel_of(const stet_fft_kernels *kernels,
                                               const stet_method *method, const stet_fft1d *f)
{
    if (method == &stet_method_codelet)
        return kernels->codelet ? kernels->codelet(f) : NULL;
    return kernels->run[method->number];
}

/* Those for numbers of that precision; NULL: STET_OWN_F16, on most. */
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

/* The kernels with that many lanes among an instance and those below it, down to the first of one
 * lane. NULL if there are none. */
const stet_fft_kernels *stet_kernels_of_lanes(const stet_isa *isa, stet_precision numbers,
                                              int lanes);

#endif
