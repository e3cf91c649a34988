/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance of the kernels runs: the one place that knows the CPU. */
#ifndef STET_FFT_DISPATCH_H
#define STET_FFT_DISPATCH_H

#include "base/isa.h"
#include "fft/method.h"

/* The kernels of one vector type, by method. */
typedef struct stet_fft_kernels {
    const char *name;
    int lanes; /* of a vector */
    stet_line_kernel *run[STET_METHODS];
} stet_fft_kernels;

/* The instances. Each wrapper file isa/<isa>_<family>.c defines one: stet_<isa>_<family>. */
extern const stet_fft_kernels stet_soft_f32, stet_soft_f64;
extern const stet_fft_kernels stet_sse2_f32, stet_sse2_f64;
extern const stet_fft_kernels stet_scalar_f32, stet_scalar_f64;
extern const stet_fft_kernels stet_fma128_f32, stet_fma128_f64;
extern const stet_fft_kernels stet_avx2_f32, stet_avx2_f64;
extern const stet_fft_kernels stet_avx512_f32, stet_avx512_f64;
extern const stet_fft_kernels stet_neon_f32, stet_neon_f64;
extern const stet_fft_kernels stet_soft_f16, stet_avx2_f16, stet_avx512_f16;

struct stet_isa {
    stet_isa_row row;
    const stet_fft_kernels *f32, *f64;
    /* Not NULL: f32 is this, binary16 in floats; f64 is the double of the same transforms. */
    const stet_fft_kernels *f16;
};

/* The instance whose floats hold binary16, for plans whose instance is isa. */
const stet_isa *stet_isa_of_f16(const stet_isa *isa);

/* The instance for new plans: the one that stet_isa_select() chose, or else the best one that was
 * built, that this CPU and operating system can run, and that is not above STET_ISA. */
const stet_isa *stet_isa_in_use(void);

int stet_isa_lanes(const stet_isa *isa, stet_precision precision);

/* The kernels with that many lanes among an instance and those below it, down to the first of one
 * lane. NULL if there are none. */
const stet_fft_kernels *stet_kernels_of_lanes(const stet_isa *isa, stet_precision precision,
                                              int lanes);

#endif
