/* SPDX-License-Identifier: Apache-2.0 */
/* The line kernels of an instruction set. */
#ifndef STET_FFT_DISPATCH_H
#define STET_FFT_DISPATCH_H

#include "base/isa.h"
#include "fft/lines.h"

/* Each wrapper file isa/<isa>_<family>.c defines one: stet_<isa>_<family>. */
struct stet_fft_kernels {
    int lanes; /* of its vectors */
    stet_line_kernel *lines;
};

/* Those for numbers of that precision; STET_F16 is binary16 in floats. */
static inline const struct stet_fft_kernels *stet_fft_kernels_of(const stet_isa *isa,
                                                                 stet_precision numbers)
{
    return numbers == STET_F64 ? isa->f64 : numbers == STET_F32 ? isa->f32 : isa->f16;
}

/* The line kernel with that many lanes among an instance and those that it hands lines to: the
 * ones below it, down to the first of one lane. NULL if there is none. */
stet_line_kernel *stet_kernel_of_lanes(const stet_isa *isa, stet_precision numbers, int lanes);

#endif
