/* SPDX-License-Identifier: Apache-2.0 */
#include "fft/dispatch.h"

#include <stddef.h>

const stet_fft_kernels *stet_kernels_of_lanes(const stet_isa *isa, stet_precision numbers,
                                              int lanes)
{
    const stet_fft_kernels *kernels = stet_fft_kernels_of(isa, numbers);
    while (kernels->lanes > lanes) { /* the first row has one lane */
        isa = stet_isa_below(isa);
        kernels = stet_fft_kernels_of(isa, numbers);
    }
    return kernels->lanes == lanes ? kernels : NULL;
}
