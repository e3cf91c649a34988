/* SPDX-License-Identifier: Apache-2.0 */
#include "lines/dispatch.h"

#include <stddef.h>

const stet_fft_kernels *stet_kernels_of_lanes(const stet_isa *isa, stet_precision numbers,
                                              int lanes)
{
    const stet_fft_kernels *kernels = stet_fft_kernels_of(isa, numbers);
    while (kernels && kernels->lanes > lanes) {
        isa = stet_isa_below(isa);
        kernels = isa ? stet_fft_kernels_of(isa, numbers) : NULL;
    }
    return kernels && kernels->lanes == lanes ? kernels : NULL;
}
