/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance of the kernels runs: the one place that knows the CPU. */
#ifndef STET_FFT_DISPATCH_H
#define STET_FFT_DISPATCH_H

#include "base/isa.h"
#include "fft/lines.h"

/* The instances. Each wrapper file kernels_<isa>_<precision>.c defines one. */
stet_line_kernel stet_lines_soft_f32, stet_lines_soft_f64;
stet_line_kernel stet_lines_sse2_f32, stet_lines_sse2_f64;
stet_line_kernel stet_lines_scalar_f32, stet_lines_scalar_f64;
stet_line_kernel stet_lines_fma128_f32, stet_lines_fma128_f64;
stet_line_kernel stet_lines_avx2_f32, stet_lines_avx2_f64;
stet_line_kernel stet_lines_avx512_f32, stet_lines_avx512_f64;
stet_line_kernel stet_lines_neon_f32, stet_lines_neon_f64;
stet_line_kernel stet_lines_soft_f16, stet_lines_avx2_f16, stet_lines_avx512_f16;

struct stet_isa {
    stet_isa_row row;
    stet_line_kernel *f32, *f64;
    int lanes_f32, lanes_f64; /* of its widest vectors */
    /* Not NULL: f32 is this, binary16 in floats; f64 is the double of the same transforms. */
    stet_line_kernel *f16;
};

/* The instance whose floats hold binary16, for plans whose instance is isa. */
const stet_isa *stet_isa_of_f16(const stet_isa *isa);

/* The instance for new plans: the one that stet_isa_select() chose, or else the best one that was
 * built, that this CPU and operating system can run, and that is not above STET_ISA. */
const stet_isa *stet_isa_in_use(void);

int stet_isa_lanes(const stet_isa *isa, stet_precision precision);

/* The line kernel with that many lanes among an instance and those that it hands lines to: the
 * ones below it, down to the first of one lane. NULL if there is none. */
stet_line_kernel *stet_kernel_of_lanes(const stet_isa *isa, stet_precision precision, int lanes);

#endif
